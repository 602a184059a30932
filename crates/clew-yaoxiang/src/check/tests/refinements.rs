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
            E4018 6:8 `x > 0` does not hold (the value of `x` is not known while compiling)"#]],
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
            E1002 4:13 expected `constant`, found `n`
            E1062 6:13 the assertion `N > 0` fails for N = 0"#]],
    );
}
