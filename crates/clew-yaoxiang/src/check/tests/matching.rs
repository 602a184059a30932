//! `match`: patterns, bodies, cases.

use super::check;
use expect_test::expect;

#[test]
fn literals_have_the_type_of_the_subject() {
    check(
        r#"main = {
    a = match 1 { "x" => 1, _ => 2 }
    b = match "x" { 1 => 1, _ => 2 }
    c = match true { 1 => 1, _ => 2 }
    d = match -1 { 0 => 1, _ => 2 }
    e = match 'c' { 'd' => 1, _ => 2 }
    f = match 1.5 { 1.5 => 1, _ => 2 }
}
"#,
        expect![[r#"
            E1002 2:19 expected `Int`, found `String`
            E1002 3:21 expected `String`, found `Int`
            E1002 4:22 expected `Bool`, found `Int`"#]],
    );
}

#[test]
fn names_in_patterns_belong_to_their_arm() {
    check(
        r#"main = {
    n = 3
    a = match n { k => k + 1 }
    b = k
    c = match (1, "s") { (x, y) => y, }
    d: Int = c
    e = match (1, (2, 3)) { (x, (y, z)) => x + y + z }
}
"#,
        expect![[r#"
            E1001 4:9 nothing named `k` is in scope here
            E1002 6:5 expected `Int`, found `String`"#]],
    );
}

#[test]
fn bodies_are_checked_like_other_code() {
    check(
        "P: Type = { x: Int }
main = {
    p = P(1)
    a = match 1 { 0 => missing, 1 => p.y, _ => 1 and true }
    x = 1
    b = match 1 { _ => {
        x = 2
        return x
    } }
}
",
        expect![[r#"
            E1001 4:24 nothing named `missing` is in scope here
            E1042 4:40 `P` has no field or method `y`
            E1050 4:50 `and`/`or` need two Bool values, found `Int` and `Bool`
            E2010 7:9 `x` is not declared `mut`"#]],
    );
}

#[test]
fn cases_that_are_left_out_are_named() {
    check(
        r#"main = {
    a = match true { true => 1 }
    b = match true { true => 1, false => 2 }
    c = match 1 { 0 => 1, 1 => 2 }
    d = match "s" { "a" => 1 }
    e = match (1, 2) { (0, y) => 1 }
    f = match 1 { n => n }
    g = match [1] { x => x }
}
"#,
        expect![[r#"
            warning E1030 2:9 not every value is matched; missing: false
            warning E1030 4:9 not every value is matched; missing: _
            warning E1030 5:9 not every value is matched; missing: _
            warning E1030 6:9 not every value is matched; missing: (_, _)"#]],
    );
}

#[test]
fn arms_behind_a_catch_all_are_never_reached() {
    check(
        "main = {
    a = match 1 { _ => 1, 2 => 2 }
    b = match 1 { n => 1, 2 => 2, 3 => 3 }
    c = match 1 { 2 => 1, 2 => 2, _ => 3 }
    d = match (1, 2) { (x, y) => 1, (1, 2) => 2 }
}
",
        expect![[r#"
            warning E1031 2:27 the arm `2` can never be chosen
            warning E1031 3:27 the arm `2` can never be chosen
            warning E1031 3:35 the arm `3` can never be chosen
            warning E1031 4:27 the arm `2` can never be chosen
            warning E1031 5:37 the arm `(1, 2)` can never be chosen"#]],
    );
}

#[test]
fn a_match_has_the_type_of_its_arms() {
    check(
        r#"main = {
    a = match 1 { 0 => 1, _ => 2 }
    b: String = a
    c = match 1 { 0 => 1, _ => "s" }
    d: String = c
}
"#,
        expect!["E1002 3:5 expected `String`, found `Int`"],
    );
}

#[test]
fn shapes_are_compared_with_the_subject() {
    check(
        r#"P: Type = { x: Int, y: String }
Box: (T: Type) -> Type = { held: T }
main = {
    p = P(1, "s")
    a = match p { { nofield } => nofield }
    b = match p { { x, y } => x }
    c: String = b
    d = match 5 { { zz } => zz }
    e = match 5 { (a, b) => a }
    f = match (1, 2) { (a, b, c) => a }
    g = match p { (a, b) => a }
    h = match Box(1) { { held } => held }
    i: String = h
    j = match 5 { 'a'..'z' => 1, _ => 0 }
}
"#,
        expect![[r#"
            E1042 5:21 `P` has no field or method `nofield`
            E1002 7:5 expected `String`, found `Int`
            E1002 8:19 expected `Int`, found `{ zz }`
            E1002 9:19 expected `Int`, found `(_, _)`
            E1002 10:24 expected `(Int, Int)`, found `(_, _, _)`
            E1002 11:19 expected `P`, found `(_, _)`
            E1002 13:5 expected `String`, found `Int`
            E1002 14:19 expected `Int`, found `Char`
            E1002 14:24 expected `Int`, found `Char`"#]],
    );
}

#[test]
fn constructors_belong_to_the_type_of_the_subject() {
    check(
        r#"P: Type = { x: Int, y: String }
main = {
    n = 3
    p = P(1, "s")
    a = match n { foo(x) => x, _ => 0 }
    b = match n { some(x) => x, _ => 0 }
    c = match p { P(x, y) => y }
    d: Int = c
    e = match p { P(x) => x }
    f = match n { P(x, y) => x, _ => 0 }
    o: Option(Int) = p.z
    g = match o { some(v) => v, none => 0 }
    h: String = g
    i = match o { ok(v) => v, _ => 0 }
}
"#,
        expect![[r#"
            E1001 5:19 nothing named `foo` is in scope here
            E1002 6:19 expected `Int`, found `Option(_)`
            E1002 8:5 expected `Int`, found `String`
            E1010 9:19 `P` takes 2 arguments, 1 given
            E1002 10:19 expected `Int`, found `P`
            E1042 11:24 `P` has no field or method `z`
            E1002 13:5 expected `String`, found `Int`
            E1002 14:19 expected `Option(Int)`, found `Result(_, _)`"#]],
    );
}

#[test]
fn alternatives_bind_what_all_of_them_bind() {
    check(
        r#"main = {
    n = 5
    a = match (n, n) { (x, 1) | (1, x) => x, _ => 0 }
    b = match (n, n) { (x, 1) | (1, y) => x, _ => y }
    c = match n { 1 | "a" => 1, _ => 0 }
}
"#,
        expect![[r#"
            E1001 4:43 nothing named `x` is in scope here
            E1001 4:51 nothing named `y` is in scope here
            E1002 5:23 expected `Int`, found `String`"#]],
    );
}

#[test]
fn cases_inside_tuples_are_counted() {
    check(
        r#"main = {
    o = true
    n = 5
    a = match (o, o) { (true, _) => 1, (false, true) => 2 }
    b = match (o, o) { (true, _) => 1, (false, true) => 2, (_, false) => 3 }
    c = match (n, n) { (1, _) => 2 }
    d = match n { 1..5 => 1, 3 => 2, 5 => 3, 2..4 => 4, _ => 5 }
    e = match (o, n) { (true, 1) | (false, _) => 1, (true, _) => 2, (_, 1) => 3 }
    f = match o { true if n > 1 => 1, false => 2 }
}
"#,
        expect![[r#"
            warning E1030 4:9 not every value is matched; missing: (false, false)
            warning E1030 6:9 not every value is matched; missing: (_, _)
            warning E1031 7:30 the arm `3` can never be chosen
            warning E1031 7:46 the arm `2..4` can never be chosen
            warning E1031 8:69 the arm `(_, 1)` can never be chosen
            warning E1030 9:9 not every value is matched; missing: true"#]],
    );
}
