//! Calls, methods and constructors.

use super::check;
use expect_test::expect;

#[test]
fn records_are_constructed_with_their_fields() {
    check(
        "P: Type = { x: Int, y: Int = 0 }
main = {
    p = P(x=1)
    q = P(y=1)
    r = P(1)
    s = P()
}
",
        expect![[r#"
            E1002 4:10 expected field x, found nothing
            E1010 6:10 `P` takes 1–2 arguments, 0 given"#]],
    );
    check(
        "Shape: Type = { area: (self: &Shape) -> Float }
Disc: Type = { r: Float, Shape }
Sq: Type = { r: Float }
main = {
    a: Shape = Disc(1.0)
    b: Shape = Sq(1.0)
}
",
        expect!["E1002 6:5 expected `Shape`, found `Sq`"],
    );
    check(
        "P: Type = { x: Int }
main = {
    mut p = P(1)
    p.y = 2
}
",
        expect!["E3005 4:7 there is no field `y` to assign to"],
    );
}

#[test]
fn methods_belong_to_their_types() {
    check(
        r#"P: Type = { x: Int }
P.add: (self: &P, n: Int) -> Int = { return self.x + n }
main = {
    p = P(1)
    a = p.add("x")
    b = p.add()
    c = p.missing()
}
"#,
        expect![[r#"
            E1042 7:11 `P` has no field or method `missing`
            warning E1002 5:14 expected `Int`, found `String`
            warning E1010 6:14 `add` takes 1 arguments, 0 given"#]],
    );
    check(
        "A: Type = { v: Int }
B: Type = { v: Int }
A.get: (self: &A) -> Int = { return self.v }
B.get: (self: &B, n: Int) -> Int = { return self.v + n }
main = {
    a = A(1)
    b = B(2)
    x = a.get() + b.get(1)
}
",
        expect![[""]],
    );
    check(
        "f: (x: Foo) -> Int = (x) => {
    return x.bar
}
g: (T: Type) -> (x: T) -> Int = (x) => {
    return x.bar
}
",
        expect![[r#"
            E1053 5:14 a value of type `_` has no members
            warning E1003 1:8 no type is named `Foo`"#]],
    );
    check(
        "Pt: Type = {
    x: Int,
    y mut: Int,
    total: ((self: Pt) -> Int)[0] = (self) => self.x + self.y
}
dist: (a: &Pt, b: &Pt) -> Int = (a, b) => a.x - b.x
Pt2: Type = { x: Int, d = dist[0] }
main = {
    p = Pt(1, 2)
    n = p.total()
    q = Pt2(1)
    m = q.d(q)
}
",
        expect![[""]],
    );
}

#[test]
fn functions_are_values() {
    check(
        "use std.io
make_adder: (n: Int) -> (x: Int) -> Int = (n) => {
    return (x) => x + n
}
compose: (f: (a: Int) -> Int, g: (a: Int) -> Int) -> (a: Int) -> Int = {
    return a
}
main = {
    add = (a, b) => a + b
    inc = x => x + 1
    r = add(1, 2)
    s = inc(r)
    io.println(s)
    apply = (f, v) => f(v)
    t = apply(inc, 3)
    k = apply(x => x * 2, 4)
}
",
        expect![[""]],
    );
    check(
        "apply: (f: (Int) -> Int, x: Int) -> Int = (f, x) => f(x)
double: (n: Int) -> Int = (n) => n * 2
main = {
    a = apply(double, 3)
    b = apply(x => x + 1, 3)
    c = apply((x) => { return x + 1 }, 3)
}
",
        expect![[""]],
    );
    check(
        r#"greet: (name: String, times: Int) -> String = (name, times) => name
main = {
    a = greet(name="x", times=2)
    b = greet("x", times=2)
}
"#,
        expect![[""]],
    );
    check(
        "fib: (n: Int) -> Int = (n) => {
    if n <= 1 {
        return n
    }
    return fib(n - 1) + fib(n - 2)
}
fact: (n: Int) -> Int = {
    if n == 0 { return 1 } else { return n * fact(n - 1) }
}
main = { a = fib(10) }
",
        expect![[""]],
    );
    check(
        r#"Stack: (T: Type) -> Type = { items: List(T), size: Int = 0 }
Stack.push: (self: &mut Stack, v: Int) -> Void = { self.size = self.size + 1 }
wrap: (T: Type) -> (v: T) -> List(T) = (v) => [v]
first: (A: Type, B: Type) -> (a: A, b: B) -> A = (a, b) => a
show: (T: Clone + Debug) -> (v: T) -> T = (v) => v
main = {
    mut s: Stack(Int) = Stack([], 0)
    s.push(3)
    xs = wrap(1)
    a = first(1, "b")
    b = show("x")
}
"#,
        expect![[""]],
    );
}

#[test]
fn std_is_known() {
    check(
        r#"use std
main = {
    std.io.println("x")
}
"#,
        expect![[""]],
    );
    check(
        r#"main = {
    io.println("x")
    println("y")
    a = sqrt(2.0)
}
"#,
        expect!["E1001 2:5 nothing named `io` is in scope here"],
    );
    check(
        "use std.convert
use std.{io, time, math}
main = {
    s = convert.to_string(42)
    t = convert.int.to_string(5)
    n = 5
    u = n.to_string()
    y = time.DateTime.year(time.timestamp())
    io.println(s + t)
    m = math.max(1, 2) + math.abs(-3)
    f = math.pow(2.0, 3.0) + math.PI
    q = math.sqrt(4)
}
",
        expect![[""]],
    );
    check(
        r#"main = {
    s = "abc"
    n = len(s)
    println(s)
    print("a", 1, true)
    t = f"{s}: {n + 1:02}"
}
"#,
        expect![[""]],
    );
    check(
        r#"lib = Native.c("m")
main = { a = lib("cos") }
"#,
        expect![[""]],
    );
    check(
        "use std.weak
main = {
    a = ref 5
    b = a
    c = a
    w = weak.new(a)
    o = weak.upgrade(w)
}
",
        expect![[""]],
    );
}

#[test]
fn arguments_of_constructors_are_only_warned_of() {
    check(
        "Cell: (T: Type) -> Type = { value: T }\nP: Type = { x: Int, s: String }\nmain = {\n    c: Cell(Int) = Cell(\"a\")\n    d = Cell(\"a\")\n    e: Int = d.value\n    p = P(\"a\", \"b\")\n}\n",
        expect![[r#"
            E1002 6:5 expected `Int`, found `String`
            warning E1002 4:24 expected `Int`, found `String`
            warning E1002 7:10 expected `Int`, found `String`"#]],
    );
}

#[test]
fn methods_that_share_a_name_with_std_stay_out_of_its_way() {
    check(
        "P: Type = { x: Int }\nP.first: (self: &P) -> Int = { return self.x }\nP.far: (self: &P) -> Int = { return self.x }\nQ: Type = { x: Int }\nQ.far: (self: &Q, n: Int) -> Int = { return n }\nmain = {\n    a = first([1])\n    b = far(P(1))\n    c = far(Q(1), 2)\n}\n",
        expect![[""]],
    );
}

#[test]
fn functions_of_modules_are_there_to_be_called() {
    check(
        "use std.{io, math, assert}\nmain = {\n    io.println println(\"x\")\n    f = math.sqrt\n    pi = math.PI\n    assert.assert assert(true)\n}\n",
        expect![[r#"
            E3005 3:5 the member `io.println` cannot be resolved
            E3005 4:9 the member `math.sqrt` cannot be resolved"#]],
    );
}
