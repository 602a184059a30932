//! Damage that the reference passes over: told, but no error by itself.

use expect_test::{Expect, expect};

use super::{Node, show_errors};
use crate::syntax::parse;

/// Whether the text counts as free of errors, what is told, and what was
/// taken for damage.
fn check(source: &str, expected: Expect) {
    let parse = parse(source);
    assert_eq!(parse.tree.text(), source);
    let verdict = if parse.has_errors() { "refused" } else { "accepted" };
    let damage: Vec<&str> =
        parse.tree.elements().filter(|node| node.is_error()).map(Node::text).collect();
    expected.assert_eq(&format!("{verdict} {damage:?}\n{}", show_errors(source, &parse)));
}

#[test]
fn a_token_in_place_of_the_brace_of_a_value_block() {
    check(
        "main = {\n    a = if b\n        5\n    } else { c }\n}\n",
        expect![[r#"
        accepted ["5"]
        3:9 E0010 {, 5
    "#]],
    );
    check(
        "main = {\n    a = spawn for i in b 1 f(i) }\n}\n",
        expect![[r#"
        accepted ["1"]
        2:26 E0010 {, 1
    "#]],
    );
}

#[test]
fn a_missing_brace_stays_an_error_where_the_rest_is_broken_or_a_statement() {
    check(
        "main = {\n    a = if b\n        c = 5\n    }\n}\n",
        expect![[r#"
            refused []
            3:9 E0010 {, c
        "#]],
    );
    check(
        "main = {\n    if b\n        5\n    }\n}\n",
        expect![[r#"
            refused []
            3:9 E0010 {, 5
        "#]],
    );
    check(
        "main = {\n    a = if b\n        5\n    }\n    c = ]\n}\n",
        expect![[r#"
        refused ["5", "]"]
        3:9 E0010 {, 5
        5:9 E0012 @missing_value
    "#]],
    );
}

#[test]
fn a_list_of_types_that_does_not_close() {
    check(
        "scale: (k: Int) -> ( (n: Int) -> Int = (n) => n\n",
        expect![[r#"
        accepted []
        1:38 E0010 ), = (opened_here 1:20)
    "#]],
    );
    check(
        "a: (Int, Int = (1, 2)\nb: (Int\nc = 1\n",
        expect![[r#"
        accepted []
        1:14 E0010 ), = (opened_here 1:4)
        3:1 E0010 ), c (opened_here 2:4)
    "#]],
    );
    check(
        "a: List(Int = 1\n",
        expect![[r#"
            refused ["= 1"]
            1:13 E0010 ), = (opened_here 1:8)
        "#]],
    );
    check(
        "a: (Int Int) = 1\n",
        expect![[r#"
        refused ["Int"]
        1:9 E0010 ), Int (opened_here 1:4)
    "#]],
    );
}

#[test]
fn a_parenthesis_in_the_value_of_a_return() {
    check(
        "main = {\n    return x + ) y\n}\n",
        expect![[r#"
        accepted [")"]
        2:16 E0011 )
    "#]],
    );
    check(
        "main = {\n    return f(x) ) y\n}\n",
        expect![[r#"
        refused [")"]
        2:17 E0011 )
    "#]],
    );
    check(
        "main = {\n    a = x + ) y\n}\n",
        expect![[r#"
        refused [")"]
        2:13 E0012 @missing_value
    "#]],
    );
}

#[test]
fn nested_attempts_stay_cheap() {
    let source = format!("a = {}", "if b c ".repeat(20_000));
    assert!(parse(&source).has_errors());
    let source = format!("a = {}", "if { if b c ".repeat(20_000));
    assert!(parse(&source).has_errors());
}
