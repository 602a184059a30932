//! Programs made by grammar, then disturbed by blanks and comments.

use proptest::prelude::*;

use super::super::FormatOptions;
use super::check_properties;
use crate::lexer::lex;

fn expr() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "x",
        "long_name",
        "1",
        "2.5",
        "\"text\"",
        "'c'",
        "true",
        "f\"{x}: {y + 1:>3}\"",
        "()",
        "{}",
    ]);
    leaf.prop_map(str::to_owned).prop_recursive(4, 24, 3, |inner| {
        let operator = prop::sample::select(vec!["+", "-", "*", "==", "and", "or", ".."]);
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            (inner.clone(), operator, inner.clone()).prop_map(|(a, o, b)| format!("{a} {o} {b}")),
            inner.clone().prop_map(|a| format!("({a})")),
            inner.clone().prop_map(|a| format!("-{a}")),
            inner.clone().prop_map(|a| format!("& &{a}")),
            two.clone().prop_map(|(a, b)| format!("call({a}, name = {b})")),
            two.clone().prop_map(|(a, b)| format!("[{a}, {b},]")),
            two.clone().prop_map(|(a, b)| format!("{{\"k\": {a}, \"l\": {b}}}")),
            two.clone().prop_map(|(a, b)| format!("if {a} {{ {b} }} else {{ x; y }}")),
            two.clone().prop_map(|(a, b)| format!("if {a} {{ {b} }} else if c {{ d }}")),
            two.clone().prop_map(|(a, b)| format!("match {a} {{ 1 | 2 => {b}, _ => {{ z }} }}")),
            inner.clone().prop_map(|a| format!("(n => {a})")),
            inner.clone().prop_map(|a| format!("& muted => {a}")),
            inner.clone().prop_map(|a| format!("-n => {a}")),
            inner.clone().prop_map(|a| format!("run((p, q: Int) => {{ {a} }})")),
            inner.clone().prop_map(|a| format!("value({a}).field[{a}]?")),
            inner.clone().prop_map(|a| format!("spawn {{ {a}; return {a} }}")),
            inner.prop_map(|a| format!("({a}, {a})")),
        ]
    })
}

fn stmt() -> impl Strategy<Value = String> {
    prop_oneof![
        expr().prop_map(|e| format!("v = {e}")),
        expr().prop_map(|e| format!("call({e})")),
        expr().prop_map(|e| format!("f: (a: Int, b: T + U) -> (Int, T) = (a, b) => {e}")),
        expr().prop_map(|e| format!("R: Type = {{ a: Int, b mut: List(Int) = {e}, I }}")),
        expr().prop_map(|e| format!("for i in xs {{ {e} }}")),
        expr().prop_map(|e| format!("for i in xs n => {e}")),
        (expr(), expr()).prop_map(|(a, b)| format!("while {a} {b}")),
        expr().prop_map(|e| format!("while {e} {{ x = 1; break }}")),
        expr().prop_map(|e| format!("a, b = {e}")),
        Just("use a.{b as c, d}".to_owned()),
        Just("main = {\nreturn;\nx\n}".to_owned()),
    ]
}

/// Where to disturb (per mille of the tokens) and with what.
fn noise() -> impl Strategy<Value = Vec<(usize, &'static str)>> {
    let piece = prop::sample::select(vec![
        " ",
        "\n",
        "\n\n\n",
        "\t",
        " /* c */ ",
        " // t\n",
        "\n// own\n",
        "\n/* b */\n",
        "\n /* l */ ",
        "/* x */\n",
        ";",
        "\r\n",
        " /* m\n n */ ",
        "\n\n// p\n\n// q\n\n",
        ",",
        " ; // s\n",
        " /* m\r\n n */ ",
        "\r\n\r\n",
    ]);
    prop::collection::vec((0..1000usize, piece), 0..12)
}

fn disturb(source: &str, noise: &[(usize, &str)]) -> String {
    let tokens = lex(source).tokens;
    let mut disturbed = String::new();
    for (index, token) in tokens.iter().enumerate() {
        for (_, piece) in noise.iter().filter(|(at, _)| at * tokens.len() / 1000 == index) {
            disturbed.push_str(piece);
        }
        disturbed.push_str(&source[token.start as usize..token.end as usize]);
    }
    disturbed
}

#[test]
fn deep_nesting_formats() {
    for (open, inner, close) in [
        ("(", "1", ")"),
        ("f(", "1", ")"),
        ("[", "1", "]"),
        ("if a { ", "b", " }"),
        ("(x) => ", "1", ""),
        ("match x { _ => ", "1", " }"),
        ("1 + ", "1", ""),
        ("-", "1", ""),
        ("", "f", "()"),
    ] {
        let source = format!("x = {}{inner}{}", open.repeat(150), close.repeat(150));
        check_properties(&source, &FormatOptions::default());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn meaning_and_comments_are_kept(
        statements in prop::collection::vec(stmt(), 1..5),
        noise in noise(),
        line_width in prop::sample::select(vec![20usize, 40, 80, 120]),
    ) {
        let options = FormatOptions { line_width, ..FormatOptions::default() };
        let plain = statements.join("\n");
        check_properties(&plain, &options);
        check_properties(&disturb(&plain, &noise), &options);
    }
}
