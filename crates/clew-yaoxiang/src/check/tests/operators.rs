//! Operators, indexes, casts and literals.

use super::check;
use expect_test::expect;

#[test]
fn arithmetic_keeps_the_type_of_equal_operands() {
    check(
        r#"main = {
    a: Int = 1 + 2 * 3 - 4 / 5
    b: Float = 1.5 * 2.0
    c: String = "a" + "b"
    d: List(Int) = [1] + [2]
    e: String = 1 + 2
    f: Int = 1.0 + 2.0
    g = 7 % 3
    h: String = g
}
"#,
        expect![[r#"
            E1002 6:5 expected `String`, found `Int`
            E1002 7:5 expected `Int`, found `Float`
            E1002 9:5 expected `String`, found `Int`"#]],
    );
}

#[test]
fn what_mixed_operands_give_stays_open() {
    check(
        "main = {
    a = 1 + 2.0
    b: String = a
    c = a and true
    d = [1] + 1
    e = (1, 2) + (3, 4)
}
",
        expect![[r#"
            E1050 4:11 `and`/`or` need two Bool values, found `String` and `Bool`
            E2014 4:9 `a` was moved and cannot be used again"#]],
    );
}

#[test]
fn comparisons_give_bool_whatever_they_compare() {
    check(
        r#"main = {
    a: Bool = 1 < 2
    b: Bool = "a" == 1
    c = 1 < 2 and "a" != "b" or !(1 == 1)
    d: Int = 1 == 1
    e = 1 and 2
    f = true or "x"
    g = !"x"
}
"#,
        expect![[r#"
            E1002 5:5 expected `Int`, found `Bool`
            E1050 6:11 `and`/`or` need two Bool values, found `Int` and `Int`
            E1050 7:14 `and`/`or` need two Bool values, found `Bool` and `String`
            E1051 8:9 `!` needs a Bool, found `String`"#]],
    );
}

#[test]
fn prefix_operators() {
    check(
        r#"main = {
    a: Int = -5
    b: Float = -1.5
    c: Bool = !!true
    d = -"x"
    e = *a
    f = &a
    g = *f
}
"#,
        expect![[r#"
            E1052 6:9 `*` needs a raw pointer, found `Int`
            E1052 8:9 `*` needs a raw pointer, found `&Int`"#]],
    );
    check(
        "peek: (p: *Int) -> Int = (p) => {
    a = *p
    b = unsafe { return *p }
    c: Int = unsafe { return *p }
    return c
}
main = { x = 1 }
",
        expect!["E2027 2:9 a raw pointer may be followed only inside `unsafe`"],
    );
}

#[test]
fn indexes_give_elements() {
    check(
        r#"main = {
    xs = [1, 2]
    a: Int = xs[0]
    b: String = xs[0]
    d = {"k": 1}
    c: Int = d["k"]
    e: String = d["k"]
    t = (1, "s")
    f: String = t[1]
    g: Int = t[1]
    h = t[2]
    i = t[-1]
    j = 5[0]
    k = "abc"[0]
}
"#,
        expect![[r#"
            E1002 4:5 expected `String`, found `Int`
            E1002 7:5 expected `String`, found `Int`
            E1002 10:5 expected `Int`, found `String`
            E1041 11:11 index 2 is beyond the last element 1"#]],
    );
}

#[test]
fn ranges_casts_and_strings() {
    check(
        r#"main = {
    a = 0..5
    for i in a { b: String = i }
    c = 3 as Float
    d: Int = c
    e = f"{c} {missing} {1 + 2:03}"
    g: Int = e
    h = [x * 2 for x in [1, 2]]
    i: List(String) = h
    j = [y.name for y in [1]]
    k = void
    l: Int = k
}
"#,
        expect![[r#"
            E1002 3:18 expected `String`, found `Int`
            E1002 5:5 expected `Int`, found `Float`
            E1001 6:16 nothing named `missing` is in scope here
            E1002 7:5 expected `Int`, found `String`
            E1002 9:5 expected `List(String)`, found `List(Int)`
            E1053 10:12 a value of type `Int` has no members
            E1002 12:5 expected `Int`, found `Void`"#]],
    );
}
