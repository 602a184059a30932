//! Binding in Python.

use expect_test::expect;

use crate::testing::{check_references, check_subtypes};

#[test]
fn functions_through_imports_aliases_and_reexports() {
    check_references(
        "\
//- shop/__init__.py
from .pay import pay as settle
//- shop/pay.py
def pay(x): ...
def again(): pay(1)
//- app.py
import shop.pay
import shop
from shop import settle
from shop.pay import pay
from other import pay as foreign
shop.pay.pay(1)
shop.settle(2)
settle(3)
pay(4)
foreign(5)
unknown.pay(6)
def f(pay): pay(7)
",
        "pay",
        expect![[r#"
            app.py:3:18 import bound 
            app.py:4:22 import bound 
            app.py:6:10 call bound 
            app.py:7:6 call bound 
            app.py:8:1 call bound 
            app.py:9:1 call bound 
            app.py:11:9 call name 
            shop/__init__.py:1:18 import bound 
            shop/__init__.py:1:25 import bound 
            shop/pay.py:2:14 call bound again
        "#]],
    );
}

#[test]
fn methods_through_receiver_types() {
    check_references(
        "\
//- m.py
class Base:
    def save(self): ...
    def run(self): self.save()
class Other:
    def save(self): ...
class Child(Base):
    def go(self):
        self.save()
        super().save()
def make() -> Child: ...
def maker(): return Child()
def use(a: Child, b, c: 'Optional[Base]' = None, *, d: list[Base]):
    a.save()
    b.save()
    make().save()
    maker().save()
    x = Child()
    x.save()
    for one in d: one.save()
    Other().save()
    'text'.save()
class Holder:
    def __init__(self): self.child = Child()
    def f(self): self.child.save()
",
        "Base.save",
        expect![[r#"
            m.py:3:25 call bound Base.run
            m.py:8:14 call bound Child.go
            m.py:9:17 call bound Child.go
            m.py:13:7 call bound use
            m.py:14:7 call name use
            m.py:15:12 call bound use
            m.py:16:13 call bound use
            m.py:18:7 call bound use
            m.py:19:23 call bound use
            m.py:24:29 call bound Holder.f
        "#]],
    );
}

#[test]
fn subtypes_across_files() {
    check_subtypes(
        "\
//- a.py
class A: ...
//- b.py
from a import A as Base
import a
class B(Base): ...
class C(a.A, metaclass=M): ...
class D(B): ...
",
        "A",
        expect![[r#"
            B Extends
            C Extends
        "#]],
    );
}

#[test]
fn a_project_file_does_not_shadow_the_standard_library() {
    check_references(
        "\
//- tools/json.py
def loads(x): ...
//- pkg/__init__.py
//- pkg/use.py
import json
json.loads('1')
",
        "loads",
        expect![[""]],
    );
}
