//! Examples of all codes, and texts that do not parse.

mod blocks;
mod calls;
mod damage;
mod flow;
mod gallery;
mod generics;
mod imports;
mod loops;
mod matching;
mod operators;
mod ownership;
mod projects;
mod properties;
mod refinements;
mod scopes;
mod types;
mod unused;

use super::*;
use crate::registry::{self, Lang, Raised};
use clew_text::LineIndex;
use expect_test::Expect;

/// Checks a text and shows its findings, one a line, but for what is unused.
fn check(source: &str, expected: Expect) {
    let mut found = check_source(source);
    found.retain(|diagnostic| !diagnostic.code.starts_with("W100"));
    expected.assert_eq(&show(source, &found));
}

fn show(source: &str, diagnostics: &[Diagnostic]) -> String {
    let lines = LineIndex::new(source);
    let mut shown: Vec<String> = Vec::new();
    for diagnostic in diagnostics {
        let span = lines.span(source, diagnostic.range);
        let severity = match diagnostic.severity {
            Severity::Error => "",
            Severity::Warning => "warning ",
            Severity::Note => "note ",
        };
        let message = registry::message(diagnostic, Lang::En);
        shown.push(format!(
            "{severity}{} {}:{} {message}",
            diagnostic.code, span.start_line, span.start_column
        ));
    }
    shown.join("\n")
}

#[test]
fn the_example_of_each_raised_code_raises_it_and_renders() {
    let mut missing = Vec::new();
    for info in registry::all() {
        let wanted = match info.raised {
            Raised::ByCheck => info.code,
            Raised::As(other) => other,
            Raised::ByRunning | Raised::ByRename | Raised::Never => continue,
        };
        let found = check_source(&info.example);
        if !found.iter().any(|diagnostic| diagnostic.code == wanted) {
            missing.push(format!("{} {wanted}: {}", info.code, show(&info.example, &found)));
        }
        for diagnostic in &found {
            for lang in Lang::ALL {
                assert!(!registry::message(diagnostic, lang).is_empty());
                assert!(registry::help(diagnostic, lang).is_some());
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn examples_of_other_codes_are_valid_programs() {
    let mut wrong = Vec::new();
    for info in registry::all() {
        if !matches!(info.raised, Raised::ByRunning | Raised::Never) {
            continue;
        }
        let errors: Vec<Diagnostic> =
            check_source(&info.example).into_iter().filter(Diagnostic::is_error).collect();
        if !errors.is_empty() {
            wrong.push(format!("{}: {}", info.code, show(&info.example, &errors)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn messages_leave_no_slot_open() {
    for info in registry::all() {
        for diagnostic in check_source(&info.example) {
            let template = registry::find(diagnostic.code).unwrap().text(Lang::En).message;
            for slot in template.split('{').skip(1).filter_map(|part| part.split_once('}')) {
                let known = diagnostic.arg(slot.0).is_some();
                assert!(known, "{} of {} lacks `{}`", diagnostic.code, info.code, slot.0);
            }
        }
    }
}

#[test]
fn intact_statements_of_a_broken_text_are_checked() {
    check(
        "f: (n: Int) -> Int = (n) => { return \"s\" }\n\nbroken = (1 + ]\n\nmain = {\n    a = missing\n    b = broken\n    c = f(1, 2)\n}\n",
        expect_test::expect![[r#"
            E0012 3:15 there is no value after `=`
            E1002 1:31 expected `Int`, found `String`
            E1001 6:9 nothing named `missing` is in scope here
            E1010 8:10 `f` takes 1 arguments, 2 given"#]],
    );
}

#[test]
fn everything_inside_a_damaged_statement_is_left_out() {
    check(
        "main = {\n    a = missing\n    if true {\n        b = 1\n}\n",
        expect_test::expect!["E0010 6:1 expected }, found the end of the file"],
    );
}
