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

#[test]
fn super_follows_the_resolution_order() {
    check_references(
        "\
//- m.py
from lib import Foreign
class Root:
    def go(self): ...
class Left(Root): ...
class Right(Root):
    def go(self): super().go()
class Both(Left, Right):
    def run(self):
        super().go()
        self.go()
class Mixed(Foreign, Right):
    def run(self): super().go()
",
        "Right.go",
        expect![[r#"
            m.py:9:17 call bound Both.run
            m.py:10:14 call bound Both.run
            m.py:12:28 call name Mixed.run
        "#]],
    );
}

#[test]
fn receivers_keep_their_own_type() {
    check_references(
        "\
//- m.py
import typing as t
T = t.TypeVar('T', bound='Base')
class Base:
    def itself(self): return self
    def typed(self) -> t.Self: ...
    def older(self: T) -> T: ...
    def __enter__(self): return self
    def clone(self): return self.__class__()
class Child(Base):
    def go(self): ...
def use(given: 'Child | None', late: dict[str, Child], bound: T):
    Child().itself().go()
    Child().typed().go()
    Child().older().go()
    with Child() as child: child.go()
    given.go()
    for key, value in late.items(): value.go()
    for index, one in enumerate(late.values()): one.go()
    late.get('x').go()
    if isinstance(bound, Child): bound.go()
    x = Other()
    x.go()
    x = Child()
    x.go()
    Base().itself().go()
class Other:
    def go(self): ...
",
        "Child.go",
        expect![[r#"
            m.py:12:22 call bound use
            m.py:13:21 call bound use
            m.py:14:21 call bound use
            m.py:15:34 call bound use
            m.py:16:11 call bound use
            m.py:17:43 call bound use
            m.py:18:53 call bound use
            m.py:19:19 call bound use
            m.py:20:40 call bound use
            m.py:24:7 call bound use
            m.py:25:21 call name use
        "#]],
    );
}

#[test]
fn generators_and_properties_give_what_they_hold() {
    check_references(
        "\
//- m.py
class Node:
    def visit(self): ...
    @cached_property
    def parent(self): return Node()
    def __iter__(self):
        yield Node()
class Nodes(list[Node]):
    def __getitem__(self, index) -> Node: ...
@contextmanager
def opened():
    yield Node()
for one in Node(): one.visit()
for two in Nodes(): two.visit()
with opened() as three: three.visit()
Node().parent.visit()
pair = (1, Node())
pair[1].visit()
made = {name: Node() for name in names}
made['x'].visit()
for key in made: key.visit()
Nodes()[0].visit()
[four.visit() for four in sorted(Nodes())]
",
        "Node.visit",
        expect![[r#"
            m.py:12:24 call bound 
            m.py:13:25 call bound 
            m.py:14:31 call bound 
            m.py:15:15 call bound 
            m.py:17:9 call bound 
            m.py:19:11 call bound 
            m.py:20:22 call name 
            m.py:21:12 call bound 
            m.py:22:7 call bound 
        "#]],
    );
}

#[test]
fn a_method_of_a_field_is_not_the_caller_of_the_same_name() {
    let fixture = "\
//- shop.py
class Door:
    def open(self): pass

class House:
    def __init__(self):
        self.door = Door()

    def open(self):
        self.door.open()
";
    check_references(
        fixture,
        "Door.open",
        expect![[r#"
            shop.py:9:19 call bound House.open
        "#]],
    );
    check_references(fixture, "House.open", expect![[""]]);
}
