//! Trees and errors of small programs.

mod damage;
mod data;
mod errors;
mod robust;
mod tolerance;
mod trees;
mod views;

use expect_test::Expect;

use super::{Node, Parse, parse};
use clew_text::LineIndex;

/// The tree, one line per node; a leaf shows its text.
fn check_tree(source: &str, expected: Expect) {
    let parse = parse(source);
    assert!(parse.is_clean(), "{}", show_errors(source, &parse));
    let mut shown = String::new();
    show(parse.tree.root(), 0, &mut shown);
    expected.assert_eq(&shown);
}

fn show(node: Node<'_>, depth: usize, out: &mut String) {
    out.push_str(&"  ".repeat(depth));
    if !node.field().name().is_empty() {
        out.push_str(&format!("{}: ", node.field().name()));
    }
    out.push_str(node.kind().name());
    if node.children().next().is_none() {
        out.push_str(&format!(" {:?}", node.text()));
    }
    out.push('\n');
    for child in node.children() {
        show(child, depth + 1, out);
    }
}

/// The errors, one per line: position, code, arguments.
fn check_errors(source: &str, expected: Expect) {
    expected.assert_eq(&show_errors(source, &parse(source)));
}

fn show_errors(source: &str, parse: &Parse) -> String {
    let lines = LineIndex::new(source);
    let show = |diagnostic: &crate::Diagnostic| {
        let span = lines.span(source, diagnostic.range);
        let args: Vec<_> = diagnostic.args.iter().map(|(_, value)| value.as_str()).collect();
        let related: String = diagnostic
            .related
            .iter()
            .map(|related| (lines.span(source, related.range), related.role))
            .map(|(at, role)| format!(" ({role} {}:{})", at.start_line, at.start_column))
            .collect();
        let (line, column) = (span.start_line, span.start_column);
        format!("{line}:{column} {} {}{related}\n", diagnostic.code, args.join(", "))
    };
    parse.diagnostics.iter().map(show).collect()
}
