//! Fields, methods, and what is renamed with them.

use super::*;

const TWO: &str = "P: Type = { x: Int }\nQ: Type = { x: Int }\nP.get: (self: &P) -> Int = { return self.x }\nQ.get: (self: &Q) -> Int = { return self.x }\nmain = {\n    p = P(x=1)\n    q = Q(2)\n    a = p.get() + q.get() + p.x + q.x\n    b = P.get(p)\n}\n";

#[test]
fn a_field_and_the_patterns_that_take_it_are_one() {
    let source = "P: Type = { x: Int }\nmain = {\n    p = P(1)\n    s = match p { { x } => x + 1 }\n    t = p.x\n}\n";
    check(
        source,
        "x",
        "px",
        expect![[r#"
        P: Type = { px: Int }
        main = {
            p = P(1)
            s = match p { { px } => px + 1 }
            t = p.px
        }
    "#]],
    );
    check(
        source,
        "P.x",
        "P.px",
        expect![[r#"
        P: Type = { px: Int }
        main = {
            p = P(1)
            s = match p { { px } => px + 1 }
            t = p.px
        }
    "#]],
    );
    check_scope(
        source,
        "x",
        "px",
        "function:main",
        expect![[r#"
        RENAME-PATTERN 4:21 the pattern takes the field `x`, so its variable has no name of its own: rename `P.x` to change both
    "#]],
    );
    check(
        source,
        "x",
        "s",
        expect![[r#"
        P: Type = { s: Int }
        main = {
            p = P(1)
            s = match p { { s } => s + 1 }
            t = p.s
        }
    "#]],
    );
}

#[test]
fn a_pattern_of_something_unknown_is_in_the_way() {
    let source = "P: Type = { x: Int }\nQ: Type = { x: Int }\nf = (v) => {\n    return match v { { x } => x }\n}\n";
    check(
        source,
        "P.x",
        "px",
        expect![[r#"
        RENAME-UNCERTAIN 4:24 whether this is `P.x` cannot be told
          declared_here 1:13
    "#]],
    );
    check_scope(
        source,
        "x",
        "px",
        "function:f",
        expect![[r#"
        RENAME-PATTERN 4:24 the pattern takes the field `x`, so its variable has no name of its own: the type it belongs to is not known here
    "#]],
    );
    check(
        "use shapes.{P}\nf = (v: P) => {\n    return match v { { x } => x }\n}\n",
        "x",
        "px",
        expect![[r#"
            RENAME-PATTERN 3:24 the pattern takes the field `x`, so its variable has no name of its own: the type it belongs to is not known here
        "#]],
    );
}

#[test]
fn a_member_of_several_types_is_named_with_its_type() {
    check(
        TWO,
        "get",
        "fetch",
        expect![[r#"
        RENAME-AMBIGUOUS 3:3 `get` means several things; this one is meant by the name `P.get`
        RENAME-AMBIGUOUS 4:3 `get` means several things; this one is meant by the name `Q.get`
    "#]],
    );
    check(
        TWO,
        "P.get",
        "fetch",
        expect![[r#"
        P: Type = { x: Int }
        Q: Type = { x: Int }
        P.fetch: (self: &P) -> Int = { return self.x }
        Q.get: (self: &Q) -> Int = { return self.x }
        main = {
            p = P(x=1)
            q = Q(2)
            a = p.fetch() + q.get() + p.x + q.x
            b = P.fetch(p)
        }
    "#]],
    );
    check(
        TWO,
        "Q.x",
        "Q.y",
        expect![[r#"
        P: Type = { x: Int }
        Q: Type = { y: Int }
        P.get: (self: &P) -> Int = { return self.x }
        Q.get: (self: &Q) -> Int = { return self.y }
        main = {
            p = P(x=1)
            q = Q(2)
            a = p.get() + q.get() + p.x + q.y
            b = P.get(p)
        }
    "#]],
    );
    check(
        TWO,
        "P.get",
        "Q.fetch",
        expect![[r#"
        RENAME-OWNER 3:3 `Q.fetch` would belong to another type than `P`
    "#]],
    );
    check(
        TWO,
        "P.put",
        "fetch",
        expect![[r#"
        RENAME-UNKNOWN 1:1 nothing named `P.put` is declared there
    "#]],
    );
    check(
        TWO,
        "P.get",
        "x",
        expect![[r#"
        RENAME-CLASH 3:3 the name `x` is already taken in the same scope
          declared_here 1:13
    "#]],
    );
    check_scope(
        TWO,
        "P.get",
        "fetch",
        "function:main",
        expect![[r#"
        RENAME-UNKNOWN 1:1 nothing named `P.get` is declared there
    "#]],
    );
}

#[test]
fn a_field_and_locals_of_its_name_are_ambiguous() {
    let source = "P: Type = { x: Int }\nf: (x: Int) -> Int = (x) => x\nmain = {\n    x = P(1)\n    y = x.x\n}\n";
    check(
        source,
        "x",
        "z",
        expect![[r#"
        RENAME-AMBIGUOUS 1:13 `x` means several things; this one is meant by the name `P.x`
        RENAME-AMBIGUOUS 2:5 `x` means several things; this one is meant by the scope `function:f`
        RENAME-AMBIGUOUS 4:5 `x` means several things; this one is meant by the scope `function:main`
    "#]],
    );
    check(
        source,
        "P.x",
        "z",
        expect![[r#"
        P: Type = { z: Int }
        f: (x: Int) -> Int = (x) => x
        main = {
            x = P(1)
            y = x.z
        }
    "#]],
    );
    check_scope(
        source,
        "x",
        "z",
        "function:main",
        expect![[r#"
        P: Type = { x: Int }
        f: (x: Int) -> Int = (x) => x
        main = {
            z = P(1)
            y = z.x
        }
    "#]],
    );
}

#[test]
fn an_uncertain_receiver_is_named() {
    check(
        "P: Type = { x: Int }\nQ: Type = { x: Int }\nf = (v, w) => {\n    w.x = 2\n    return v.x\n}\n",
        "P.x",
        "y",
        expect![[r#"
            RENAME-UNCERTAIN 4:7 whether this is `P.x` cannot be told
              declared_here 1:13
            RENAME-UNCERTAIN 5:14 whether this is `P.x` cannot be told
              declared_here 1:13
        "#]],
    );
    check(
        "P: Type = { x: Int }\nf = (v) => {\n    return v.x\n}\n",
        "x",
        "y",
        expect![[r#"
        P: Type = { y: Int }
        f = (v) => {
            return v.y
        }
    "#]],
    );
    check(
        "use shapes\nP: Type = { x: Int }\nf = (v) => {\n    return v.x + shapes.x\n}\n",
        "P.x",
        "y",
        expect![[r#"
            RENAME-UNCERTAIN 4:14 whether this is `P.x` cannot be told
              declared_here 2:13
        "#]],
    );
}

#[test]
fn an_interface_and_its_implementations_are_one() {
    let source = "Shape: Type = { area: (self: &Shape) -> Int }\nSq: Type = { a: Int, Shape }\nSq.area: (self: &Sq) -> Int = { return self.a }\nDot: Type = { n: Int }\nDot.area: (self: &Dot) -> Int = { return 0 }\nuse_it: (s: &Shape) -> Int = { return s.area() }\nmain = {\n    a = Sq(1).area() + Dot(1).area()\n    b = use_it(Sq(2))\n}\n";
    check(
        source,
        "Sq.area",
        "size",
        expect![[r#"
        Shape: Type = { size: (self: &Shape) -> Int }
        Sq: Type = { a: Int, Shape }
        Sq.size: (self: &Sq) -> Int = { return self.a }
        Dot: Type = { n: Int }
        Dot.area: (self: &Dot) -> Int = { return 0 }
        use_it: (s: &Shape) -> Int = { return s.size() }
        main = {
            a = Sq(1).size() + Dot(1).area()
            b = use_it(Sq(2))
        }
    "#]],
    );
    check(
        source,
        "Shape.area",
        "size",
        expect![[r#"
        Shape: Type = { size: (self: &Shape) -> Int }
        Sq: Type = { a: Int, Shape }
        Sq.size: (self: &Sq) -> Int = { return self.a }
        Dot: Type = { n: Int }
        Dot.area: (self: &Dot) -> Int = { return 0 }
        use_it: (s: &Shape) -> Int = { return s.size() }
        main = {
            a = Sq(1).size() + Dot(1).area()
            b = use_it(Sq(2))
        }
    "#]],
    );
    check(
        source,
        "Dot.area",
        "size",
        expect![[r#"
        Shape: Type = { area: (self: &Shape) -> Int }
        Sq: Type = { a: Int, Shape }
        Sq.area: (self: &Sq) -> Int = { return self.a }
        Dot: Type = { n: Int }
        Dot.size: (self: &Dot) -> Int = { return 0 }
        use_it: (s: &Shape) -> Int = { return s.area() }
        main = {
            a = Sq(1).area() + Dot(1).size()
            b = use_it(Sq(2))
        }
    "#]],
    );
    check(
        source,
        "area",
        "size",
        expect![[r#"
        RENAME-AMBIGUOUS 1:17 `area` means several things; this one is meant by the name `Shape.area`
        RENAME-AMBIGUOUS 5:5 `area` means several things; this one is meant by the name `Dot.area`
    "#]],
    );
}

#[test]
fn an_interface_of_another_file_is_in_the_way() {
    check(
        "use shapes.{Shape}\nSq: Type = { a: Int, Shape }\nSq.area: (self: &Sq) -> Int = { return self.a }\n",
        "area",
        "size",
        expect![[r#"
            RENAME-UNCERTAIN 2:22 whether this is `Sq.area` cannot be told
              declared_here 3:4
        "#]],
    );
}

#[test]
fn a_pub_function_is_a_method_of_its_first_type() {
    let source = "L: Type = { n: Int }\npub lon: (a: L, by: Int) -> Int = (a, by) => { return a.n + by }\nmain = {\n    l = L(3)\n    n = l.lon(2) + lon(l, 3)\n    m = l.lon(by=4)\n}\n";
    check(
        source,
        "lon",
        "longer",
        expect![[r#"
        L: Type = { n: Int }
        pub longer: (a: L, by: Int) -> Int = (a, by) => { return a.n + by }
        main = {
            l = L(3)
            n = l.longer(2) + longer(l, 3)
            m = l.longer(by=4)
        }
    "#]],
    );
    check(
        source,
        "L.lon",
        "L.longer",
        expect![[r#"
        L: Type = { n: Int }
        pub longer: (a: L, by: Int) -> Int = (a, by) => { return a.n + by }
        main = {
            l = L(3)
            n = l.longer(2) + longer(l, 3)
            m = l.longer(by=4)
        }
    "#]],
    );
    check_scope(
        source,
        "by",
        "more",
        "function:lon",
        expect![[r#"
        L: Type = { n: Int }
        pub lon: (a: L, more: Int) -> Int = (a, more) => { return a.n + more }
        main = {
            l = L(3)
            n = l.lon(2) + lon(l, 3)
            m = l.lon(more=4)
        }
    "#]],
    );
}

#[test]
fn the_bare_name_of_a_method() {
    let source = "P: Type = { x: Int }\nQ: Type = { x: Int }\nP.grow: (self: &P, by: Int) -> Int = { return by }\nQ.grow: (self: &Q) -> Int = { return 1 }\nP.len: (self: &P) -> Int = { return 1 }\nP.one: (self: &P, by: Int) -> Int = { return by }\nmain = {\n    a = grow(P(1), 2)\n    b = len([1])\n    c = one(P(1), by=3)\n}\n";
    check(
        source,
        "P.grow",
        "widen",
        expect![[r#"
        RENAME-UNCERTAIN 8:9 whether this is `P.grow` cannot be told
          declared_here 3:3
    "#]],
    );
    check(
        source,
        "P.len",
        "size",
        expect![[r#"
        RENAME-UNCERTAIN 9:9 whether this is `P.len` cannot be told
          declared_here 5:3
    "#]],
    );
    check_scope(
        source,
        "by",
        "more",
        "function:P.one",
        expect![[r#"
        P: Type = { x: Int }
        Q: Type = { x: Int }
        P.grow: (self: &P, by: Int) -> Int = { return by }
        Q.grow: (self: &Q) -> Int = { return 1 }
        P.len: (self: &P) -> Int = { return 1 }
        P.one: (self: &P, more: Int) -> Int = { return more }
        main = {
            a = grow(P(1), 2)
            b = len([1])
            c = one(P(1), more=3)
        }
    "#]],
    );
}
