//! Methods that give what they were called on, or another of its type.

use expect_test::expect;

use crate::testing::check_meant;

#[test]
fn python_makes_the_class_that_was_asked() {
    check_meant(
        "\
//- a.py
class Base:
    @classmethod
    def cm(cls): return cls()
    @classmethod
    def later(cls):
        made = cls()
        return made
    @classmethod
    def itself(cls): return cls
    @classmethod
    def plain(cls): return Base()
    def same(self): return self.__class__()
    def typed(self): return type(self)()
    def over(self): ...
class Thing(Base):
    def over(self): ...
def f(t: Thing):
    Thing.cm().over()
    Thing.later().over()
    Thing.itself()().over()
    Thing.plain().over()
    Base.cm().over()
    t.cm().over()
    t.same().over()
    t.typed().over()
",
        "over",
        expect![[r#"
            18: [16]
            19: [16]
            20: [16]
            21: [14]
            22: [14]
            23: [16]
            24: [16]
            25: [16]
        "#]],
    );
}

#[test]
fn php_static_is_the_class_that_was_asked() {
    check_meant(
        "\
//- a.php
<?php
class Base {
    public static function made(): static { return new static(); }
    public static function bare() { return new static(); }
    public static function own(): self { return new self(); }
    public function over() {}
}
class Thing extends Base { public function over() {} }
function f() {
    Thing::made()->over();
    Thing::bare()->over();
    Thing::own()->over();
}
",
        "over",
        expect![[r#"
            10: [8]
            11: [8]
            12: [6]
        "#]],
    );
}

#[test]
fn traits_of_rust_give_the_type_that_has_them() {
    check_meant(
        "\
//- src/lib.rs
pub trait Make { fn make() -> Self; fn copy(&self) -> Self; fn over(&self) {} }
pub struct Thing;
impl Thing { pub fn over(&self) {} }
impl Make for Thing { fn make() -> Self { Thing } fn copy(&self) -> Self { Thing } }
pub trait Twice: Make { fn twice() -> Self { Self::make() } }
impl Twice for Thing {}
fn f(t: Thing) {
    Thing::make().over();
    t.copy().over();
    Thing::twice().over();
}
",
        "over",
        expect![[r#"
            8: [3]
            9: [3]
            10: [3]
        "#]],
    );
}

#[test]
fn typescript_this_is_the_class_that_was_asked() {
    check_meant(
        "\
//- a.ts
class Base { same(): this { return this; } static make() { return new this(); } over() {} }
class Thing extends Base { over() {} }
new Thing().same().over();
Thing.make().over();
",
        "over",
        expect![[r#"
            3: [2]
            4: [2]
        "#]],
    );
}

#[test]
fn ruby_new_is_of_the_class_that_was_asked() {
    check_meant(
        "\
//- a.rb
class Base
  def self.make
    new
  end
  def over; end
end
class Thing < Base
  def over; end
end
Thing.make.over
Base.make.over
",
        "over",
        expect![[r#"
            10: []
            11: []
        "#]],
    );
}
