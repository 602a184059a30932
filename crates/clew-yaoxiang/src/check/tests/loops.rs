//! Loops that can never end, and those that may.

use super::check;
use expect_test::expect;

#[test]
fn counters_may_stand_on_either_side() {
    check(
        "main = {
    mut i = 0
    mut n = 9
    while 10 > i { i = i - 1 }
    while n > i { n = n + 1 }
    while n >= i { n = 1 + n }
    while i <= n { i = i - 2 }
    while 0 <= i { i = i + 1 }
}
",
        expect![[r#"
            E8001 4:5 the counter `i` moves away from its bound in every round
            E8001 5:5 the counter `n` moves away from its bound in every round
            E8001 6:5 the counter `n` moves away from its bound in every round
            E8001 7:5 the counter `i` moves away from its bound in every round
            E8001 8:5 the counter `i` moves away from its bound in every round"#]],
    );
}

#[test]
fn steps_in_the_right_direction_end_loops() {
    check(
        "main = {
    mut i = 0
    mut n = 9
    while i < 10 { i = i + 1 }
    while 10 > i { i = 1 + i }
    while n > 0 { n = n - 1 }
    while i < n { n = n - 1 }
    while i < n {
        if i > 3 { i = i + 1 } else { i = i - 1 }
    }
    while i < n { i = i + n }
    while i < n { i = i * 2 }
    while i < n { i = i - 0 }
}
",
        expect![[""]],
    );
}

#[test]
fn whatever_leaves_a_loop_ends_it() {
    check(
        "use std.string
f: (s: &String) -> Result(Int, Error) = (s) => {
    mut i = 0
    while i < 10 { break }
    while i < 10 { if i == 3 { return string.parse_int(s) } }
    while i < 10 { n = string.parse_int(s)? }
    while i < 10 { for k in 0..3 { break } }
    return string.parse_int(s)
}
main = { x = 1 }
",
        expect![[""]],
    );
}

#[test]
fn what_changes_a_counter_elsewhere_is_trusted() {
    check(
        "P: Type = { x: Int }
bump: (n: &mut Int) -> Void = { }
show: (n: Int) -> Void = { }
limit: Int = 10
main = {
    mut i = 0
    mut p = P(1)
    while i < 10 { bump(i) }
    while i < 10 { bump(&mut i) }
    while i < 10 { r = &mut i }
    while i < 10 { i, j = (1, 2) }
    while i < 10 { a = (i = 5) }
    while p.x < 10 { show(1) }
    while limit < 20 { show(1) }
    while i < 10 { show(i) }
    while i < 10 { f = () => { i = 20 } }
}
",
        expect!["E8001 15:5 nothing in the loop changes `i`, so its condition never becomes false"],
    );
}

#[test]
fn functions_that_never_return_may_loop() {
    check(
        "serve: () -> Never = () => {
    mut i = 0
    while i < 10 { i = i - 1 }
}
main = {
    while true { x = 1 }
    while 1 < 2 { y = 1 }
}
",
        expect![[""]],
    );
}
