//! What a tool answers, before it is put into protocol types.

use clew_protocol::{ToolError, to_structured};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::size::{DEFAULT_BUDGET, HARD_CAP, cut_text, halve_longest, shorten_strings, text_size};
use crate::uri::Address;

/// The answer of one tool call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    /// Text that the model reads.
    pub(crate) text: String,
    /// The same as data; absent for text-first tools.
    pub(crate) structured: Option<Map<String, Value>>,
    /// Whether the call failed.
    pub(crate) verdict: Verdict,
    /// Where what was found can be read.
    pub(crate) links: Vec<Address>,
}

impl Outcome {
    /// The same failure with `notes` on what the caller sent.
    pub(crate) fn noted(mut self, notes: &[String]) -> Self {
        push_notes(&mut self.text, notes);
        self.text = cut_text(self.text, FAILURE_CAP);
        if let Some(structured) = &mut self.structured {
            add_notes(structured, notes);
        }
        self
    }
}

/// Whether a call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It answered, perhaps with nothing.
    Answered,
    /// It could not answer.
    Failed,
}

/// How data is written into the text block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JsonStyle {
    /// On one line, for lists.
    Compact,
    /// Indented, for the small answers that people look at too.
    Pretty,
}

/// An answer before the notes of decoding are added.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Draft {
    /// Text alone.
    Text(String),
    /// Data, which is also the text, in at most so many bytes.
    Data(Map<String, Value>, JsonStyle, usize),
    /// Another one, with where to read what was found.
    Linked(Box<Draft>, Vec<Address>),
}

impl Draft {
    /// Data on one line.
    pub(crate) fn compact<T: Serialize>(answer: &T) -> Self {
        Draft::Data(to_structured(answer), JsonStyle::Compact, HARD_CAP)
    }

    /// Indented data of a question that does not go on: lists lose their end where the
    /// answer would be longer than the default.
    pub(crate) fn pretty<T: Serialize>(answer: &T) -> Self {
        Draft::Data(to_structured(answer), JsonStyle::Pretty, DEFAULT_BUDGET)
    }

    /// The same, with where to read what was found.
    pub(crate) fn linked(self, links: Vec<Address>) -> Self {
        Draft::Linked(Box::new(self), links)
    }

    /// Adds `notes` and keeps the hard cap.
    pub(crate) fn finish(self, notes: &[String]) -> Outcome {
        match self {
            Draft::Linked(draft, links) => Outcome { links, ..draft.finish(notes) },
            Draft::Text(mut text) => {
                push_notes(&mut text, notes);
                Outcome {
                    text: cut_text(text, HARD_CAP),
                    structured: None,
                    verdict: Verdict::Answered,
                    links: Vec::new(),
                }
            }
            Draft::Data(mut object, style, budget) => {
                add_notes(&mut object, notes);
                let mut text = write(&object, style);
                if text_size(&text, budget) > budget {
                    text = fitted(&mut object, style, budget);
                }
                Outcome {
                    text,
                    structured: Some(object),
                    verdict: Verdict::Answered,
                    links: Vec::new(),
                }
            }
        }
    }
}

/// Cuts what is long in `object` until it fits the budget, and says so.
fn fitted(object: &mut Map<String, Value>, style: JsonStyle, budget: usize) -> String {
    add_notes(object, &[if budget == HARD_CAP { CUT_NOTE } else { SHORT_NOTE }.to_string()]);
    shorten_strings(object);
    let mut text = write(object, style);
    while text_size(&text, budget) > budget && halve_longest(object) {
        text = write(object, style);
    }
    text
}

const SHORT_NOTE: &str = "lists lack their end, to keep the answer short; `clew` on the command \
    line shows all";

const CUT_NOTE: &str = "the answer was over 40,000 characters: texts that end in `… (cut)` are \
    not whole and must not be written to a file, and lists may lack their end; send a smaller \
    piece or ask for less";

/// The answer to a call that failed: text that begins with the code, and the
/// error as data.
pub(crate) fn failure(error: &ToolError) -> Outcome {
    // Messages may quote what the caller sent, which may be large.
    let error =
        &ToolError { message: cut_text(error.message.clone(), MESSAGE_CAP), ..error.clone() };
    let numeric = error.code.numeric();
    let mut text = format!("{error} (code {numeric})\nNext: {}", error.next);
    for (title, names) in [("Candidates", &error.candidates), ("Nearest", &error.nearest)] {
        if !names.is_empty() {
            text.push_str(&format!("\n{title}: {}", names.join(", ")));
        }
    }
    let mut structured = to_structured(error);
    structured.insert("numericCode".into(), Value::from(numeric));
    Outcome {
        text: cut_text(text, FAILURE_CAP),
        structured: Some(structured),
        verdict: Verdict::Failed,
        links: Vec::new(),
    }
}

/// Longest message of an error, in bytes.
const MESSAGE_CAP: usize = 2_000;

/// Longest text of an error, in bytes; some clients cut at 11,000 characters.
const FAILURE_CAP: usize = 8_000;

fn push_notes(text: &mut String, notes: &[String]) {
    for note in notes {
        text.push_str("\nNote: ");
        text.push_str(note);
    }
}

fn add_notes(object: &mut Map<String, Value>, notes: &[String]) {
    if notes.is_empty() {
        return;
    }
    let list = object.entry("notes").or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(list) = list {
        list.extend(notes.iter().cloned().map(Value::String));
    }
}

fn write(object: &Map<String, Value>, style: JsonStyle) -> String {
    let written = match style {
        JsonStyle::Compact => serde_json::to_string(object),
        JsonStyle::Pretty => serde_json::to_string_pretty(object),
    };
    written.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check_cap(data: Value) {
        let Value::Object(object) = data else { panic!("an object") };
        let outcome = Draft::Data(object, JsonStyle::Compact, HARD_CAP).finish(&["said".into()]);
        assert!(outcome.text.len() <= HARD_CAP, "{}", outcome.text.len());
        let read: Value = serde_json::from_str(&outcome.text).unwrap();
        assert_eq!(Some(&read), outcome.structured.map(Value::Object).as_ref());
        let notes = read["notes"].as_array().unwrap();
        assert!(notes.iter().any(|note| note.as_str().unwrap().contains("must not be written")));
    }

    #[test]
    fn data_of_any_shape_keeps_the_cap_and_says_so() {
        check_cap(json!({ "formatted": "x".repeat(100_000), "diff": [] }));
        let hunk = json!({ "lines": vec!["+ a line of a diff"; 500] });
        check_cap(json!({ "formatted": "x".repeat(100_000), "diff": vec![hunk; 60] }));
        check_cap(json!({ "edits": vec![json!({ "new_text": "y".repeat(450) }); 3_000] }));
        let mut tree = json!({ "kind": "leaf" });
        for _ in 0..60 {
            tree = json!({ "kind": "k".repeat(300), "children": [tree.clone(), tree["kind"], 1] });
        }
        check_cap(
            json!({ "ast": tree, "diagnostics": vec![json!({ "m": "z".repeat(300) }); 200] }),
        );
    }

    #[test]
    fn answers_without_a_limit_are_short() {
        for list in [vec![json!({ "file": "a/b.rs" }); 900], vec![json!(["python", 7]); 900]] {
            let outcome = Draft::pretty(&json!({ "list": list, "count": 900 })).finish(&[]);
            assert!(text_size(&outcome.text, DEFAULT_BUDGET) <= DEFAULT_BUDGET, "{}", outcome.text);
            let read: Value = serde_json::from_str(&outcome.text).unwrap();
            assert!(read["list"].as_array().is_some_and(|list| list.len() > 20), "{read}");
            assert_eq!((&read["count"], &read["notes"]), (&json!(900), &json!([SHORT_NOTE])));
        }
    }

    #[test]
    fn short_data_is_whole() {
        let Value::Object(object) = json!({ "a": "x".repeat(30_000) }) else { return };
        let outcome = Draft::Data(object.clone(), JsonStyle::Compact, HARD_CAP).finish(&[]);
        assert_eq!(outcome.structured, Some(object));
    }
}
