//! Any text gives a tree that covers it.

use proptest::prelude::*;

use super::super::{SyntaxTree, parse};

/// Tokens cover every byte; children lie inside their parents.
pub(super) fn check_lossless(source: &str) -> SyntaxTree {
    let parse = parse(source);
    let mut end = 0;
    for node in parse.tree.elements() {
        let range = node.range();
        if node.is_token() {
            assert_eq!(range.start.to_usize(), end, "gap before {node:?}");
            end = range.end.to_usize();
        }
        if let Some(parent) = node.parent() {
            assert!(parent.range().contains_range(range) || node.kind().is_trivia(), "{node:?}");
        }
    }
    assert_eq!(end, source.len());
    parse.tree
}

fn check_nesting(open: &str, inner: &str, close: &str) {
    for depth in [100, 20_000] {
        let source = format!("x = {}{inner}{}", open.repeat(depth), close.repeat(depth));
        let tree = check_lossless(&source);
        let deepest = tree.elements().step_by(97).map(|node| node.ancestors().count()).max();
        assert!(deepest.is_some_and(|depth| depth <= 3001));
    }
}

#[test]
fn deep_nesting_is_bounded() {
    for (open, inner, close) in [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{", "", "}"),
        ("f(", "1", ")"),
        ("- ", "1", ""),
        ("a => ", "1", ""),
        ("f\"{", "x", "}\""),
        ("if a {", "", "}"),
        ("match x { (", "_", ") => 1 }"),
        ("{\"k\": ", "1", "}"),
        ("1 + ", "1", ""),
        ("", "f", "()"),
    ] {
        check_nesting(open, inner, close);
    }
}

#[test]
fn deep_types_are_bounded() {
    for open in ["x: (", "x: &&", "f: (a: Int) -> ", "x: { a: "] {
        check_lossless(&open.repeat(20_000));
    }
}

#[test]
fn errors_are_bounded() {
    let parse = parse(&")\n".repeat(5000));
    assert_eq!(parse.diagnostics.len(), 500);
}

#[test]
fn long_chains_of_branches_stay_flat() {
    let source = format!("if a {{}} {}", "else if b {} ".repeat(5000));
    let parse = parse(&source);
    assert!(parse.is_clean());
}

/// Texts from pieces that mean something to the parser.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "(", ")", "[", "]", "{", "}", "f\"", "\"", "'", "=>", "->", ":", "=", ",", ";", "..", "|",
        "&mut ", "match ", "if ", "else ", "for ", "in ", "while ", "spawn ", "unsafe ", "return ",
        "use ", "pub ", "mut ", "x", "T", "1", "2.5", "?", "@", "&&", "😀", "\r\n", "/*", "*/",
        "//", "\n", " ", "as ", "Type", "\\", "\"\"\"", "{{", "_", "::", "-", "*", "!", "ref ",
        ".",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_soup_gives_a_tree(source in soup()) {
        check_lossless(&source);
    }
}
