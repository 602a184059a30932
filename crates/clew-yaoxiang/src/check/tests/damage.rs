//! Texts that do not parse.

use super::check;
use expect_test::expect;

#[test]
fn several_lexical_errors_are_all_told() {
    check(
        r#"main = {
    a = $5
    b = 0x
    c = "open
}
"#,
        expect![[r#"
            E0001 2:9 `$` is not a character YaoXiang uses
            E0002 3:9 `0x` is not a usable number
            E0012 4:9 the string has no closing quote on its line"#]],
    );
}

#[test]
fn names_of_damaged_statements_are_not_missed() {
    check(
        "P: Type = { x: Int, y }}
f: (n Int) -> Int = (n) => n
main = {
    p = P(1, 2)
    a = f(1, 2)
    b = other(3)
}
",
        expect![[r#"
            E0011 1:24 `}` cannot stand here
            E0012 2:4 the parameters of a function need names: `(a: Int) -> Int`
            E0010 2:7 expected ), found Int
            E1001 6:9 nothing named `other` is in scope here"#]],
    );
}

#[test]
fn imports_of_a_damaged_text_are_checked() {
    check(
        "use nowhere.{f}
use std.math.{cube}
broken = = 1
main = {
    x = f(1)
}
",
        expect![[r#"
            E0012 3:10 there is no value after `=`
            E5001 1:5 no module `nowhere` can be found
            E5003 2:15 `std.math` has no item `cube`
            note E5007 2:15 `std.math` offers: E, PI, TAU, abs, ceil, clamp, cos, fabs, floor, fmax, fmin, max, min, pow, round, sin, sqrt, tan"#]],
    );
}
