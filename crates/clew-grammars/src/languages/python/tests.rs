//! What is extracted from Python.

use clew_model::Binding;
use expect_test::expect;
use proptest::prelude::*;

use crate::testing::{check_facts, check_symbols, facts_of};

#[test]
fn definitions_with_everything() {
    check_symbols(
        "python",
        r#""""Module doc."""
import os

LIMIT: int = 3
_cache = {}

@decorate(1)
class Shop(Base[int], metaclass=Meta):
    """A shop. More."""
    name: str = "x"

    def __init__(self, owner: "Person", *args, size=2, **kwargs) -> None:
        self.owner = owner
        self.items = [Item()]

    @property
    def first(self): return self.items[0]

    @classmethod
    def make(cls): return cls()

    @staticmethod
    async def load(path): ...

    class Inner:
        def deep(self):
            def nested(): pass
            return nested

def naïve[T](x: T) -> T:
    # not a docstring
    y = x
    return y

type Pair[A] = tuple[A, A]
handler = lambda e: e.run()
"#,
        expect![[r#"
            constant LIMIT 4-4 public = as int
            variable _cache 5-5 private = Map
            class Shop 7-28 public "A shop."
            field Shop.name 10-10 public = as str
            constructor Shop.__init__ 12-14 public : Nothing
            local parameter Shop.__init__.self 12-12 public = self<Shop>
            local parameter Shop.__init__.owner 12-12 public : Person
            local parameter Shop.__init__.args 12-12 public
            local parameter Shop.__init__.size 12-12 public = Number
            local parameter Shop.__init__.kwargs 12-12 public
            field Shop.owner 13-13 public = owner
            field Shop.items 14-14 public = list<Item()>
            method Shop.first 16-17 public accessor = self.items.0
            local parameter Shop.first.self 17-17 public = self<Shop>
            method Shop.make 19-20 public classmethod = cls()
            local parameter Shop.make.cls 20-20 public = Self<Shop>
            method Shop.load 22-23 public static async
            local parameter Shop.load.path 23-23 public
            class Shop.Inner 25-28 public
            method Shop.Inner.deep 26-28 public = nested
            local parameter Shop.Inner.deep.self 26-26 public = self<Shop.Inner>
            local function Shop.Inner.deep.nested 27-27 public
            function naïve 30-33 public : T = x
            local typeparameter T 30-30 public
            local parameter naïve.x 30-30 public : T
            local variable naïve.y 32-32 public = x
            type Pair 35-35 public : tuple<A, A>
            local parameter e 36-36 public
            variable handler 36-36 public = fn -> e.run()
        "#]],
    );
}

#[test]
fn references_are_bound_through_scopes() {
    check_facts(
        "python",
        "\
import a.b
from .m import f as g, h
x = 1
def outer(x):
    def inner():
        nonlocal x
        x = g(x)
        return h.z(x)
    return [x for x in inner()] + [k for k, v in x.items() if k]
class C:
    y = 2
    def m(self):
        return y, self.y, a.b.c()
def g2():
    global x
    x = C().m()
",
        expect![[r#"
            variable x 3-3 public = Number
            function outer 4-9 public
            local parameter outer.x 4-4 public
            local function outer.inner 5-8 public = h.z()
            local variable outer.x 9-9 public = each inner()
            local variable outer.k 9-9 public = each x.items().0
            local variable outer.v 9-9 public = each x.items().1
            class C 10-13 public
            field C.y 11-11 public = Number
            method C.m 12-13 public = (y, self.y, a.b.c())
            local parameter C.m.self 12-12 public = self<C>
            function g2 14-16 public
            import 1 a.b ModuleRoot as a
            import 2 .m Item f as g
            import 2 .m Item h as h
            6:18 read x -> outer.x@4 in outer
            7:9 write x -> outer.x@4 in outer
            7:13 call g -> import .m in outer
            7:15 read x -> outer.x@4 in outer
            8:16 read h -> import .m in outer
            8:18 call z of h in outer
            8:20 read x -> outer.x@4 in outer
            9:13 read x -> outer.x@9 in outer
            9:24 call inner -> outer.inner@5 in outer
            9:36 read k -> outer.k@9 in outer
            9:50 read x -> outer.x@4 in outer
            9:52 call items of x in outer
            9:63 read k -> outer.k@9 in outer
            13:16 read y free in C.m
            13:19 read self -> C.m.self@12 in C.m
            13:24 read y of self in C.m
            13:27 read a -> import a.b in C.m
            13:29 read b of a in C.m
            13:31 call c of a.b in C.m
            15:12 read x -> x@3 in g2
            16:5 write x -> x@3 in g2
            16:9 call C -> C@10 in g2
            16:13 call m of C() in g2
        "#]],
    );
}

#[test]
fn patterns_bind_names() {
    check_facts(
        "python",
        "\
def f(command):
    match command:
        case Point(x=0, y=yy) | [yy]:
            return yy
        case Color.RED:
            pass
        case other if other > 1:
            return other
    with open('a') as file, lock:
        file.read()
    try:
        pass
    except (ValueError, OSError) as error:
        raise error
    for i, (j, *rest) in enumerate(command):
        print(f'{i}{rest!r:>{j}}')
    if (n := len(command)) > 1:
        n += 1
",
        expect![[r#"
            function f 1-18 public = (yy | other)
            local parameter f.command 1-1 public
            local variable f.yy 3-3 public
            local variable f.other 7-7 public
            local variable f.file 9-9 public = open()?
            local variable f.error 13-13 public = as (ValueError | OSError)
            local variable f.i 15-15 public = each list<(Number, each command)>.0
            local variable f.j 15-15 public = each list<(Number, each command)>.1.0
            local variable f.rest 15-15 public = each list<(Number, each command)>.1.1.0
            local variable f.n 17-17 public = len()
            2:11 read command -> f.command@1 in f
            3:14 type Point free in f
            3:34 write yy -> f.yy@3 in f
            4:20 read yy -> f.yy@3 in f
            5:14 read Color free in f
            5:20 read RED of Color in f
            7:23 read other -> f.other@7 in f
            8:20 read other -> f.other@7 in f
            9:10 call open free in f
            9:29 read lock free in f
            10:9 read file -> f.file@9 in f
            10:14 call read of open()? in f
            13:13 read ValueError free in f
            13:25 read OSError free in f
            14:15 read error -> f.error@13 in f
            15:26 call enumerate free in f
            15:36 read command -> f.command@1 in f
            16:9 call print free in f
            16:18 read i -> f.i@15 in f
            16:21 read rest -> f.rest@15 in f
            16:30 read j -> f.j@15 in f
            17:14 call len free in f
            17:18 read command -> f.command@1 in f
            18:9 write n -> f.n@17 in f
        "#]],
    );
}

#[test]
fn exports_are_listed() {
    let facts = facts_of("python", "__all__ = ['a', \"b\"]\n__all__ += ['c']\n");
    let names: Vec<_> = facts.exports.iter().map(|(exported, _)| facts.name(*exported)).collect();
    assert_eq!(names, ["a", "b", "c"]);
}

#[test]
fn flow_tells_what_a_name_holds() {
    check_facts(
        "python",
        r#"
def f(a, flag):
    x = A()
    x.one()
    if flag:
        x = B()
        x.two()
    x.both()
    if not isinstance(a, (C, D)):
        return None
    a.three()
    for x in flag: x.item()
    y = isinstance(x, E) and x.four()
    with open_it() as z: z.five()
    first, second = A(), B()
    second.six()
    third = [n.seven() for n in list(flag) if isinstance(n, E)]
    third[0].eight()
    type(a).nine()

class G:
    def make(self: T) -> T:
        yield self.__class__()
    @my_property
    def value(self) -> "t.Optional[nodes.Node | None]": ...
    def same(self) -> Self: ...
    def kind(self) -> Literal["a"]: "plain words"
"#,
        expect![[r#"
            function f 2-19 public = Nothing
            local parameter f.a 2-2 public
            local parameter f.flag 2-2 public
            local variable f.x 3-3 public = (A() | B() | each flag)
            local variable f.y 13-13 public = ((isinstance() | as E.four()))
            local variable f.z 14-14 public = open_it()?
            local variable f.first 15-15 public = (A(), B()).0
            local variable f.second 15-15 public = (A(), B()).1
            local variable f.n 17-17 public = each list<each flag>
            local variable f.third 17-17 public = list<as E.seven()>
            class G 21-27 public
            method G.make 22-23 public : self<G> = list<Self<G>()>
            local parameter G.make.self 22-22 public = self<G>
            method G.value 24-25 public accessor : t.Optional<(nodes.Node | Nothing)>
            local parameter G.value.self 25-25 public = self<G>
            method G.same 26-26 public : self<G>
            local parameter G.same.self 26-26 public = self<G>
            method G.kind 27-27 public : ? "plain words"
            local parameter G.kind.self 27-27 public = self<G>
            3:9 call A free in f
            4:5 read x -> f.x@3 in f
            4:7 call one of A() in f
            5:8 read flag -> f.flag@2 in f
            6:9 write x -> f.x@3 in f
            6:13 call B free in f
            7:9 read x -> f.x@3 in f
            7:11 call two of B() in f
            8:5 read x -> f.x@3 in f
            8:7 call both of x in f
            9:12 call isinstance free in f
            9:23 read a -> f.a@2 in f
            9:27 read C free in f
            9:30 read D free in f
            11:5 read a -> f.a@2 in f
            11:7 call three of as (C | D) in f
            12:9 write x -> f.x@3 in f
            12:14 read flag -> f.flag@2 in f
            12:20 read x -> f.x@3 in f
            12:22 call item of each flag in f
            13:9 call isinstance free in f
            13:20 read x -> f.x@3 in f
            13:23 read E free in f
            13:30 read x -> f.x@3 in f
            13:32 call four of as E in f
            14:10 call open_it free in f
            14:26 read z -> f.z@14 in f
            14:28 call five of open_it()? in f
            15:21 call A free in f
            15:26 call B free in f
            16:5 read second -> f.second@15 in f
            16:12 call six of (A(), B()).1 in f
            17:14 read n -> f.n@17 in f
            17:16 call seven of as E in f
            17:33 call list free in f
            17:38 read flag -> f.flag@2 in f
            17:47 call isinstance free in f
            17:58 read n -> f.n@17 in f
            17:61 read E free in f
            18:5 read third -> f.third@17 in f
            18:14 call eight of list<as E.seven()>.0 in f
            19:5 call type free in f
            19:10 read a -> f.a@2 in f
            19:13 call nine of type() in f
            22:20 type T free in G.make
            22:26 type T free in G
            23:15 read self -> G.make.self@22 in G.make
            23:20 call __class__ of self in G.make
            24:6 call my_property free in G
            25:25 type t free in G
            25:27 type Optional of t in G
            25:36 type nodes free in G
            25:42 type Node of nodes in G
            26:23 type Self free in G
            27:23 type Literal free in G
        "#]],
    );
}

#[test]
fn deep_nesting_is_cut_not_fatal() {
    let text = format!("x = {}1{}", "(".repeat(50_000), ")".repeat(50_000));
    let facts = facts_of("python", &text);
    assert!(facts.flags.has(clew_model::FileFlags::CUT));
}

proptest! {
    #[test]
    fn any_text_gives_facts(text in "(def |class |import |from |[a-z]{1,3}|[ \n:(),.=\\[\\]'\"]|    ){0,60}") {
        facts_of("python", &text);
    }
}

#[test]
fn names_are_compared_in_their_compatible_form() {
    check_symbols(
        "python",
        "def cafe\u{301}(): pass\nclass ﬁle: pass\ncafé()\n",
        expect![[r#"
        function café 1-1 public
        class file 2-2 public
    "#]],
    );
    let facts = facts_of("python", "def cafe\u{301}(): pass\ncafé()\n");
    let bound = facts.occurrences.iter().filter(|one| matches!(one.binding, Binding::Symbol(_)));
    assert_eq!(bound.count(), 2);
}
