//! Refined types and constants.

use super::check;
use expect_test::expect;

#[test]
fn predicates_are_tested_on_their_arguments() {
    check(
        "Even: (x: Int) -> Type = { x > 0, x < 10 }
main = {
    a: Even(5) = 1
    b: Even(50) = 1
    n = 1
    c: Even(n) = 1
    d: Even(-5) = 1
    e: Even(1, 2) = 1
    f: Even = 1
}
",
        expect![[r#"
            E1093 8:8 `Even` takes 1 arguments, 2 given
            E1093 9:8 `Even` takes 1 arguments, 0 given
            E4018 4:8 `x < 10` does not hold (it is false for x = 50)
            E4018 6:8 `x > 0` does not hold (the value of `x` is not known while compiling)
            warning E4018 7:8 `x > 0` does not hold (it is false for x = -5)"#]],
    );
}

#[test]
fn constants_satisfy_assertions() {
    check(
        "Ring: (T: Type, N: Int) -> Type = { _c: Assert(N > 0), data: Array(T, N) }
main = {
    n = 3
    a = Ring(Int, n)
    b = Ring(Int, 5)
    c = Ring(Int, 2 - 2)
}
",
        expect![[r#"
            E1002 4:13 expected a constant, found `n`
            E1062 6:13 the assertion `N > 0` fails for N = 0"#]],
    );
}

#[test]
fn predicates_may_compute() {
    check(
        "Near: (a: Int, b: Int) -> Type = { a < b * 2 + 1 }
Odd: (a: Int) -> Type = { a > 10 / 0 }
Call: (a: Int) -> Type = { a > f(1) }
main = {
    a: Near(3, 1) = 1
    b: Near(2, 1) = 1
    c: Odd(1) = 1
    d: Call(1) = 1
    e: Near((Int), 1) = 1
}
",
        expect![[r#"
            E4018 5:8 `a < b * 2 + 1` does not hold (it is false for a = 3, b = 1)
            E4018 7:8 `a > 10 / 0` does not hold (it divides by zero)
            E4018 8:8 `a > f(1)` does not hold (the value of `a > f(1)` is not known while compiling)
            E4018 9:8 `a < b * 2 + 1` does not hold (the value of `a` is not known while compiling)"#]],
    );
}

#[test]
fn several_assertions_and_constants() {
    check(
        "Grid: (T: Type, W: Int, H: Int) -> Type = {
    _w: Assert(W > 0),
    _h: Assert(H > 0 and H < 10),
    cells: Array(T, W),
}
main = {
    a = Grid(Int, 1, 1)
    b = Grid(Int, 0, 1)
    c = Grid(String, 1, 10)
    d = Grid(List(Int), 3, 9)
    e = Grid(Int, W, 1)
}
",
        expect![[r#"
            E1062 8:13 the assertion `W > 0` fails for W = 0
            E1062 9:13 the assertion `H > 0 and H < 10` fails for H = 10
            E1001 11:19 nothing named `W` is in scope here
            E1002 11:13 expected a constant, found `W`"#]],
    );
}

#[test]
fn values_and_signatures_are_looked_at_as_well() {
    check(
        "Small: (x: Int) -> Type = { x < 100 }
Near: (a: Int, b: Int) -> Type = { a < b }
f: (a: Small(500), b: &Small(5), n: Int) -> Small(n) = {
    return a
}
main = {
    a: Small(5) = 500
    b: Small(5) = 10 * 9
    c: Small(500) = 500
    d: Near(1, 2) = 7
    n = 7
    e: Small(5) = n
    g: Small(-200) = 1
    h: Near(-1, -2) = 1
}
",
        expect![[r#"
            E4018 9:8 `x < 100` does not hold (it is false for x = 500)
            warning E4018 3:8 `x < 100` does not hold (it is false for x = 500)
            warning E4018 7:19 `x < 100` does not hold (it is false for x = 500)
            warning E4018 14:8 `a < b` does not hold (it is false for a = -1, b = -2)"#]],
    );
}
