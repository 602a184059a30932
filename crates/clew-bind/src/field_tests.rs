//! Fields of bases that other types assign to.

use expect_test::expect;

use crate::testing::check_references;

const PYTHON: &str = "\
//- a.py
class B:
    def __init__(self):
        self.x = 1
    @property
    def rw(self): return self._r
    @rw.setter
    def rw(self, v): self._r = v
    def run(self): ...
class K(B):
    def g(self):
        self.x = 2; return self.x
    def h(self):
        self.rw = 5; return self.rw
    def i(self):
        self.run = 1; self.run
class L(K):
    x = 3
    def g(self): self.x = 4
def f(k: K, l: L): k.rw = 4; k.x; l.x
";

#[test]
fn python_fields_are_those_of_the_base_that_has_them() {
    check_references(
        PYTHON,
        "B.x",
        expect![[r#"
            a.py:11:14 write bound K.x
            a.py:11:33 read bound K.g
            a.py:19:32 read bound f
        "#]],
    );
    check_references(
        PYTHON,
        "K.x",
        expect![[r#"
            a.py:11:14 write bound K.x
            a.py:11:33 read bound K.g
            a.py:19:32 read bound f
        "#]],
    );
    check_references(
        PYTHON,
        "L.x",
        expect![[r#"
        a.py:18:23 write bound L.g
        a.py:19:37 read bound f
    "#]],
    );
    check_references(
        PYTHON,
        "B.rw",
        expect![[r#"
            a.py:6:6 read bound B
            a.py:13:14 write bound K.rw
            a.py:13:34 read bound K.h
            a.py:19:22 write bound f
        "#]],
    );
    check_references(PYTHON, "B.run", expect![[""]]);
    check_references(
        PYTHON,
        "K.run",
        expect![[r#"
        a.py:15:28 read bound K.i
    "#]],
    );
}

#[test]
fn what_a_type_assigns_is_known_of_its_objects() {
    check_references(
        "\
//- a.py
class One:
    def go(self): ...
class Two:
    def go(self): ...
class Base:
    part = None
class A(Base):
    def __init__(self): self.part = One()
    def run(self): self.part.go()
class B(Base):
    def __init__(self): self.part = Two()
    def run(self): self.part.go()
",
        "One.go",
        expect![[r#"
            a.py:9:30 call bound A.run
        "#]],
    );
}

#[test]
fn javascript_fields_are_those_of_the_base_that_has_them() {
    check_references(
        "\
//- a.js
class B { constructor() { this.x = 1; } get y() { return 1; } set y(v) {} }
class K extends B { g() { this.x = 2; this.y = 3; return this.x + this.y; } }
function f() { const k = new K(); return k.x; }
",
        "B.x",
        expect![[r#"
            a.js:2:32 write bound K.x
            a.js:2:63 read bound K.g
            a.js:3:44 read bound f
        "#]],
    );
    check_references(
        "\
//- a.ts
class B { constructor(public x: number) {} }
class K extends B { constructor(public x: number) { super(x); } g() { this.x = 2; } }
class L extends B { g() { this.x = 2; } }
",
        "B.x",
        expect![[r#"
            a.ts:3:32 write bound L.g
        "#]],
    );
}

#[test]
fn ruby_fields_are_those_of_the_base_that_has_them() {
    check_references(
        "\
//- a.rb
class B
  def initialize
    @x = 1
  end
end
class K < B
  def g
    @x = 2
    @x
  end
end
",
        "B.@x",
        expect![[r#"
            a.rb:8:5 write bound K.@x
            a.rb:9:5 read bound K.g
        "#]],
    );
}
