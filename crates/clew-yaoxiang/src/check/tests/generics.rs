//! Generic functions and types, currying, interfaces.

use super::check;
use expect_test::expect;

#[test]
fn type_parameters_are_bound_anew_by_each_call() {
    check(
        r#"same: (T: Type) -> (a: T, b: T) -> T = (a, b) => a
main = {
    a: Int = same(1, 2)
    b: String = same("a", "b")
    c = same(1, "b")
    d: Int = same("a", "b")
    e = same(1)
}
"#,
        expect![[r#"
            E1002 5:13 expected `Int`, found `String`
            E1002 6:5 expected `Int`, found `String`
            E1010 7:13 `same` takes 2 arguments, 1 given"#]],
    );
}

#[test]
fn fields_take_the_arguments_of_their_type() {
    check(
        r#"Pair: (A: Type, B: Type) -> Type = { left: A, right: B }
swap: (A: Type, B: Type) -> (p: Pair(A, B)) -> Pair(B, A) = (p) => {
    return Pair(p.right, p.left)
}
main = {
    p: Pair(Int, String) = Pair(1, "a")
    a: String = p.left
    b: String = p.right
    q = swap(p)
    c: String = q.left
    d: Int = q.left
    e: Pair(Int, Int) = p
}
"#,
        expect![[r#"
            E1002 7:5 expected `String`, found `Int`
            E1002 11:5 expected `Int`, found `String`
            E1002 12:5 expected `Pair(Int, Int)`, found `Pair(Int, String)`
            E2014 12:25 `p` was moved and cannot be used again"#]],
    );
}

#[test]
fn groups_of_parameters_are_given_one_by_one() {
    check(
        r#"add: (a: Int) -> (b: Int) -> Int = (a) => (b) => a + b
pow: (n: Int) -> (x: Float) -> Float = {
    return x
}
main = {
    a: Int = add(1)(2)
    b = add(1, 2)
    c = add(1)("x")
    d = pow(2)(1.5)
    e: Int = pow(2)(1.5)
    f = add(1)
    g = f(2)
    h = f("x")
}
"#,
        expect![[r#"
            E1010 7:12 `add` takes 1 arguments, 2 given
            E1002 8:15 expected `Int`, found `String`
            E1002 10:5 expected `Int`, found `Float`
            E1002 13:10 expected `Int`, found `String`"#]],
    );
}

#[test]
fn functions_passed_on_must_fit() {
    check(
        r#"apply: (f: (x: Int) -> String, x: Int) -> String = (f, x) => f(x)
show: (n: Int) -> String = (n) => "x"
half: (n: Float) -> Float = (n) => n
main = {
    a = apply(show, 1)
    b = apply(half, 1)
    c = apply(n => "y", 1)
    d = apply((a, b) => "y", 1)
    e = apply(n => n.nothing, 1)
}
"#,
        expect![[r#"
            E1002 6:14 expected `(Int) -> String`, found `(Float) -> Float`
            E1002 8:14 expected `(Int) -> String`, found `(_, _) -> String`
            E1053 9:22 a value of type `Int` has no members"#]],
    );
}

#[test]
fn interfaces_are_claimed_by_name() {
    check(
        r#"Shape: Type = { area: (self: &Shape) -> Float }
Named: Type = { name: String }
Disc: Type = { r: Float, Shape }
Disc.area: (self: &Disc) -> Float = { return self.r * self.r }
measure: (s: Shape) -> Float = (s) => {
    return s.area()
}
main = {
    a: Shape = Disc(1.0)
    b: Named = Disc(1.0)
    c = measure(Disc(2.0))
    d = measure(Named("x"))
}
"#,
        expect![[r#"
            E1002 10:5 expected `Named`, found `Disc`
            E1002 12:16 expected `Shape`, found `Named`"#]],
    );
}

#[test]
fn names_of_types_nobody_defines_are_warned_of() {
    check(
        r#"Pt: Type = { x: Nit, y: List(Strng) }
f: (T: Type) -> (a: T, b: Foo) -> Bar = (a, b) => a
main = {
    p: Pt = Pt(1, ["a"])
    q: Dict(String, Baz) = {}
    File2: Type = { x: Int }
    r: File2 = File2(1)
}
"#,
        expect![[r#"
            E3005 6:5 a type can be defined at the top level only
            warning E1002 4:15 expected `List(Strng)`, found `List(String)`
            warning E1003 1:17 no type is named `Nit`
            warning E1003 1:30 no type is named `Strng`
            warning E1003 2:27 no type is named `Foo`
            warning E1003 2:35 no type is named `Bar`
            warning E1003 5:21 no type is named `Baz`"#]],
    );
}

#[test]
fn methods_come_from_functions_as_well() {
    check(
        "Line: Type = { len: Int }
pub longer: (a: Line, by: Int) -> Int = (a, by) => {
    return a.len + by
}
shorter: (a: Line, by: Int) -> Int = (a, by) => {
    return a.len - by
}
main = {
    l = Line(3)
    a = l.longer(2)
    b = l.shorter(2)
    c = Line.longer(l, 2)
}
",
        expect!["E1042 11:11 `Line` has no field or method `shorter`"],
    );
}

#[test]
fn constants_in_annotations_are_compared() {
    check(
        "Ring: (T: Type, N: Int) -> Type = { _c: Assert(N > 0), d: Array(T, N) }
use_it: (r: Ring) -> Int = (r) => { return 1 }
main = {
    a: Ring(Int, 8) = Ring(Int, 8)
    b: Ring(Int, 0) = Ring(Int, 0)
    c: Ring(Int, 8) = Ring(Int, 9)
    d = Ring(Int, 8)
    e: Ring(Int, 8) = d
    f: Ring = d
    g = use_it(d)
}
",
        expect![[r#"
            E1062 5:27 the assertion `N > 0` fails for N = 0
            E1002 6:5 expected `Ring(Int, 8)`, found `Ring(Int, 9)`
            E2014 9:15 `d` was moved and cannot be used again
            E2014 10:16 `d` was moved and cannot be used again"#]],
    );
}
