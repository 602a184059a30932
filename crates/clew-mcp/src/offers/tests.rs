//! The prompts name what there is.

use super::prompts::{GUIDES, filled};
use crate::tools::TOOLS;

/// Words in the prompts' quotes that are neither tools nor arguments.
const OTHER: [&str; 11] = [
    "down",
    "up",
    "both",
    "inherits,implements",
    "test",
    "certainty",
    "bound",
    "exact",
    "name",
    "freshness",
    "path:line",
];

#[test]
fn every_tool_and_argument_of_a_prompt_exists() {
    for guide in &GUIDES {
        let mut last = None;
        let words = guide.text.split('`').skip(1).step_by(2);
        for word in words {
            if word == "." || word.starts_with('{') || OTHER.contains(&word) {
                continue;
            }
            if let Some(tool) = TOOLS.iter().find(|tool| tool.question.as_str() == word) {
                assert!(guide.needs.contains(&tool.question), "{}: {word}", guide.name);
                last = Some(tool);
                continue;
            }
            let known = last.is_some_and(|tool| tool.fields.iter().any(|field| field.name == word));
            assert!(known, "{}: `{word}` is no argument of the tool before it", guide.name);
        }
        for question in guide.needs {
            assert!(guide.text.contains(&format!("`{}`", question.as_str())), "{question:?}");
        }
        for argument in guide.arguments {
            assert!(guide.text.contains(&format!("{{{}}}", argument.name)), "{}", argument.name);
        }
    }
}

#[test]
fn values_are_put_in_once_and_their_surroundings_left_out() {
    let text = "Do {a}[ with {b}], [then {c}] {d}.";
    let check = |a: &str, b: &str, expected: &str| {
        let values = [("a", a.to_string()), ("b", b.to_string()), ("c", "{a}".to_string())];
        assert_eq!(filled(text, &values), expected);
    };
    check("x", "y", "Do x with y, then {a} {d}.");
    check("{b}", "", "Do {b}, then {a} {d}.");
}
