//! Types and conditions.

use super::check;
use expect_test::expect;

#[test]
fn conditions_are_exactly_bool() {
    check(
        "main = {
    a = !5
}
",
        expect!["E1051 2:9 `!` needs a Bool, found `Int`"],
    );
    check(
        "main = {
    n = 3
    while n {
        n = 2
    }
}
",
        expect![[r#"
            E1054 3:11 the condition is `Int`, not Bool
            E2010 4:9 `n` is not declared `mut`"#]],
    );
    check(
        "main = {
    if 5 {
        a = 1
    }
}
",
        expect!["E1002 2:5 expected `Bool`, found `Int`"],
    );
    check(
        "main = {
    x = if 5 { return 1 } else { return 2 }
}
",
        expect!["E1054 2:12 the condition is `Int`, not Bool"],
    );
    check(
        "main = {
    f = (n) => n > 3
    b = f(5) and true
}
",
        expect!["E1050 3:14 `and`/`or` need two Bool values, found `_` and `Bool`"],
    );
}

#[test]
fn integers_fit_floats_except_when_returned() {
    check(
        "f: (x: Float) -> Float = (x) => { return x }
g: (x: Float) -> Float = (x) => { return 1 }
main = {
    a: Float = 1
    b = f(2)
    c: Int = 1.5
}
",
        expect![[r#"
            E1002 2:35 expected `Float`, found `Int`
            E1002 6:5 expected `Int`, found `Float`"#]],
    );
}

#[test]
fn the_question_mark_hands_errors_on() {
    check(
        "use std.string
f: (s: &String) -> Result(Int, String) = (s) => {
    n = string.parse_int(s)?
    return string.parse_int(s)
}
g: (s: &String) -> Result(Int, Error) = (s) => {
    n = string.parse_int(s)?
    return 5
}
",
        expect![[r#"
            E1083 3:28 the function's error type is `String`, the value's is `Error`
            E1002 4:5 expected `Result(Int, String)`, found `Result(Int, Error)`
            E1002 8:5 expected `Result(Int, Error)`, found `Int`"#]],
    );
}

#[test]
fn containers_keep_their_element_types() {
    check(
        r#"use std.list
main = {
    a = [1,2]
    b: List(String) = a
    c: List(Int) = []
    d: Dict(String, Int) = {}
    e: Dict(String, Int) = {"a": "b"}
    t: (Int, String) = (1, 2)
    g: (Int) -> Int = (x) => x + 1
}
"#,
        expect![[r#"
            E1002 4:5 expected `List(String)`, found `List(Int)`
            E1002 7:5 expected `Dict(String, Int)`, found `Dict(String, String)`
            E1002 8:5 expected `(Int, String)`, found `(Int, Int)`"#]],
    );
    check(
        "main = {
    t = (1, 2)
    a = t[1]
    b = t[2]
}
",
        expect!["E1041 4:11 index 2 is beyond the last element 1"],
    );
    check(
        r#"main = {
    t = (1, "a", (2.0, true))
    a = t[0]
    b = t[2]
    (x, y) = (a, b)
    p, q = (1, 2)
    p, q = (q, p)
    c = b[1]
}
"#,
        expect![[""]],
    );
    check(
        r#"use std.{dict, list, io, string}
main = {
    mut d = {"a": 1}
    d = dict.set(d, "b", 2)
    for k in dict.keys(d) { io.println(k) }
    xs = [1, 2, 3]
    for x in xs { io.println(x) }
    ys = list.filter(xs, x => x > 1)
    zs = list.map(ys, x => { return x * 2 })
    n = list.reduce(zs, (a, b) => a + b, 0)
    parts = string.split("a,b", ",")
    for p in parts { io.println(string.upper(p)) }
    m = xs[0] + ys[1]
    nested = [[1, 2], [3]]
    q = nested[0][1]
}
"#,
        expect![[""]],
    );
}

#[test]
fn results_are_checked_where_returned() {
    check(
        "f: () -> Void = () => { return 5 }
main = { f() }
",
        expect!["E1002 1:25 expected `Void`, found `Int`"],
    );
    check(
        "f: () -> Int = () => { x = 1 }
main = { a = f() + 1 }
",
        expect![[""]],
    );
    check(
        r#"f: (n: Int) -> String = (n) => {
    kind = if n > 3 { return "big" } else { return "small" }
    return kind
}
main = { s = f(2) }
"#,
        expect![[""]],
    );
}

#[test]
fn text_and_numbers_do_not_mix() {
    check(
        r#"main = {
    s = "a" + 1
    t = 1 + 2.0
    u = true + 1
}
"#,
        expect![[r#"
            warning E1040 2:13 `+` cannot join String + Int
            warning E1040 4:14 `+` cannot join Bool + Int"#]],
    );
}

#[test]
fn match_arms_are_checked() {
    check(
        r#"P: Type = { x: Int }
main = {
    n = 3
    a = match n { 0 => "z", k => "n" }
    t = (1, 2)
    b = match t { (0, y) => y, (x, _) => x }
    c = match true { true => 1, false => 0 }
    d = match "a" { "a" => 1, _ => { x = 2
        return x } }
    p = P(1)
    e = match p { { x } => x }
}
"#,
        expect![[""]],
    );
}

#[test]
fn what_cannot_be_generated_is_told() {
    check(
        r#"main = {
    for c in "abc" { x = c }
    n = 5
    for d in n { y = d }
}
"#,
        expect!["E3004 4:14 `for` cannot walk over `Int`"],
    );
    check(
        "main = {
    mut xs = [1, 2]
    xs[0] = 5
    y = 3 as Float
}
",
        expect![[""]],
    );
    check(
        "if true { a = 1 }
x = 5
x
",
        expect![[r#"
            E3005 1:1 statements run inside functions only
            E3005 3:1 statements run inside functions only"#]],
    );
    check(
        "main = {
    T: Type = { a: Int }
    t = T(1)
}
",
        expect!["E3005 2:5 a type can be defined at the top level only"],
    );
    check(
        "f: (n: Int) -> Int = (n) => n
main = {
    f(1) = 2
}
",
        expect!["E3005 3:6 this cannot be assigned to"],
    );
}
