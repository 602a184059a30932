//! Layouts of small programs, and properties over generated ones.

mod canonical;
mod generated;
mod layouts;

use expect_test::Expect;

use super::{FormatOptions, format, layout, same_meaning};
use crate::syntax::parse;

/// Formats at a width; also checks meaning, comments and stability.
fn check_width(width: usize, source: &str, expected: Expect) {
    let options = FormatOptions { line_width: width, ..FormatOptions::default() };
    let outcome = format(source, &options);
    assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
    check_properties(source, &options);
    expected.assert_eq(&outcome.formatted);
}

fn check_format(source: &str, expected: Expect) {
    check_width(80, source, expected);
}

/// Same meaning, same comments, and formatting again changes nothing. Texts
/// with errors are of no interest.
fn check_properties(source: &str, options: &FormatOptions) {
    let parsed = parse(source);
    if !parsed.is_clean() {
        return;
    }
    let once = layout(&parsed, options);
    let again = parse(&once);
    assert!(same_meaning(&parsed, &again), "meaning changed:\n{source}\n-----\n{once}");
    assert_eq!(layout(&again, options), once, "not stable:\n{source}");
    assert_eq!(format(source, options).formatted, once, "not the layout:\n{source}");
}
