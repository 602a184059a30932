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
            warning E1030 5:9 not every value is matched; missing: _"#]],
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
