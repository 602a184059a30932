//! What is extracted from Go.

use expect_test::expect;
use proptest::prelude::*;

use crate::testing::{check_facts, check_symbols, facts_of};

#[test]
fn definitions_with_everything() {
    check_symbols(
        "go",
        r#"// Package shop sells.
package shop

import "fmt"

// Limit is a limit.
// More.
const Limit = 3 // trailing

const (
	// A is first.
	A Kind = iota
	B
	_
	c = "x"
)

var cache, other = map[string]*Item{}, load()

// Kind of thing.
type Kind int

type (
	// Shop is a shop.
	//
	// Deprecated: use Store.
	Shop struct {
		// Who.
		Owner  *Person `json:"owner"`
		a, b   int
		Base
		*pkg.Other
		inner struct{ deep string }
	}
	Alias = Shop
	Pair[K comparable, V any] struct{ key K; value V }
)

type Priced interface {
	fmt.Stringer
	// Price tells.
	Price(currency string) (int, error)
	~int | ~string
}

//go:noinline
func New(owner *Person, sizes ...int) (*Shop, error) { return &Shop{Owner: owner}, nil }

// First is first.
func (s *Shop) First(n int) (item Item, ok bool) { return s.items[n], true }
func (k Kind) String() string { return "" }
func (p Pair[K, V]) Get() V { return p.value }
func (f *foreign) act() {}
func Map[T, U any](list []T, f func(T) U) []U { return nil }
func init() {}
func external(x int)
func TestShop(t *testing.T) { type local struct{ f int } }
func größe() {}
"#,
        expect![[r#"
            constant Limit 8-8 public = Number "Limit is a limit."
            constant A 12-12 public : Kind "A is first."
            constant B 13-13 public : Kind
            constant _ 14-14 internal anonymous : Kind
            constant c 15-15 internal = String
            variable cache 18-18 internal = as map<Item>
            variable other 18-18 internal = load()
            type Kind 21-21 public = as Number "Kind of thing."
            struct Shop 27-34 public deprecated "Shop is a shop."
            field Shop.Owner 29-29 public : Person "Who."
            field Shop.a 30-30 internal : Number
            field Shop.b 30-30 internal : Number
            field Shop.Base 31-31 public anonymous : Base
            field Shop.Other 32-32 public anonymous : pkg.Other
            field Shop.inner 33-33 internal : Self<Shop.<struct>>
            struct Shop.<struct> 33-33 internal anonymous
            field Shop.<struct>.deep 33-33 internal : String
            type Alias 35-35 public : Shop
            struct Pair 36-36 public
            local typeparameter Pair.K 36-36 public : ?
            local typeparameter Pair.V 36-36 public : ?
            field Pair.key 36-36 internal : K
            field Pair.value 36-36 internal : V
            interface Priced 39-44 public
            method Priced.Price 42-42 public abstract : (Number, ?) "Price tells."
            function New 47-47 public : (Shop, ?)
            local parameter New.owner 47-47 public : Person
            local parameter New.sizes 47-47 public : list<Number>
            method Shop.First 50-50 public : (Item, Boolean) "First is first."
            local parameter Shop.First.s 50-50 public : Shop
            local parameter Shop.First.n 50-50 public : Number
            local parameter Shop.First.item 50-50 public : Item
            local parameter Shop.First.ok 50-50 public : Boolean
            method Kind.String 51-51 public : String
            local parameter Kind.String.k 51-51 public : Kind
            local typeparameter K 52-52 public
            local typeparameter V 52-52 public
            method Pair.Get 52-52 public : V
            local parameter Pair.Get.p 52-52 public : Pair
            method foreign.act 53-53 internal
            local parameter foreign.act.f 53-53 public : foreign
            function Map 54-54 public : list<U>
            local typeparameter Map.T 54-54 public : ?
            local typeparameter Map.U 54-54 public : ?
            local parameter Map.list 54-54 public : list<T>
            local parameter Map.f 54-54 public : fn -> U
            function init 55-55 internal
            function external 56-56 internal
            local parameter external.x 56-56 public : Number
            function TestShop 57-57 public test
            local parameter TestShop.t 57-57 public : testing.T
            local struct TestShop.local 57-57 internal
            local field TestShop.local.f 57-57 internal : Number
            function größe 58-58 internal
        "#]],
    );
}

#[test]
fn references_and_scopes() {
    check_facts(
        "go",
        r#"package p

import (
	"fmt"
	h "net/http"
	. "strings"
	_ "embed"
	"gopkg.in/yaml.v3"
)

func outer(x int, w h.ResponseWriter) error {
	x, err := g(x)
	if x := x + 1; x > 0 {
		fmt.Println(x)
	} else if y, ok := m[x]; ok {
		y.run()
	}
	for i, v := range list {
		v.use(i)
	}
	for i := 0; i < n; i++ { go work(i) }
	switch t := any(x).(type) {
	case *Item, nil:
		t.a()
	case yaml.Node:
		t.b()
	}
	switch { case x > 1: x := 2; use(x) }
	select {
	case msg, ok := <-ch:
		msg.send(ok)
	case out <- x:
	}
	f := func(a Item) (Item, error) { return a.clone(), err }
	s := &Shop{Owner: w, items: []Item{{Name: "a"}, {Name: h.Get()}}}
	p := map[string]Item{limit: {Name: x}}
	defer s.Close()
	s.items[0].count += 1
	v := new(Item)
	q := append(s.items, *v)
	z := q[1:].(Kinded)
	_ = Map[int](z, f)
	err = ToUpper(s.name)
	var k Kind = Kind(x)
loop:
	for { break loop }
	return k
}

func (h h.Handler) shadow(yaml yaml.Node) (out yaml.Node) { return yaml.x(h) }
"#,
        expect![[r#"
            function outer 11-48 internal : ?
            local parameter outer.x 11-11 public : Number
            local parameter outer.w 11-11 public : h.ResponseWriter
            local variable outer.err 12-12 public = g().1
            local variable outer.x 13-13 public = x
            local variable outer.y 15-15 public = m[]
            local variable outer.ok 15-15 public
            local variable outer.i 18-18 public
            local variable outer.v 18-18 public = list[]
            local variable outer.i 21-21 public = Number
            local variable outer.t 22-22 public = any()
            local variable outer.t 22-22 internal anonymous : yaml.Node
            local variable outer.x 28-28 public = Number
            local variable outer.msg 30-30 public = ch[]
            local variable outer.ok 30-30 public
            local parameter outer.a 34-34 public : Item
            local variable outer.f 34-34 public = fn -> as (Item, ?)
            local variable outer.s 35-35 public = new Shop
            local variable outer.p 36-36 public = as map<Item>
            local variable outer.v 39-39 public = as Item
            local variable outer.q 40-40 public = s.items
            local variable outer.z 41-41 public = as Kinded
            local variable outer.k 44-44 internal : Kind
            method h.Handler.shadow 50-50 internal : yaml.Node
            local parameter h.Handler.shadow.h 50-50 public : h.Handler
            local parameter h.Handler.shadow.yaml 50-50 public : yaml.Node
            local parameter h.Handler.shadow.out 50-50 public : yaml.Node
            import 4 fmt Module as fmt
            import 5 net/http Module as h
            import 6 strings Glob
            import 7 embed SideEffect
            import 8 gopkg.in/yaml.v3 Module as yaml
            11:21 read h -> import net/http in outer
            11:23 type ResponseWriter of h in outer
            12:2 write x -> outer.x@11 in outer
            12:12 call g free in outer
            12:14 read x -> outer.x@11 in outer
            13:10 read x -> outer.x@11 in outer
            13:17 read x -> outer.x@13 in outer
            14:3 read fmt -> import fmt in outer
            14:7 call Println of fmt in outer
            14:15 read x -> outer.x@13 in outer
            15:21 read m free in outer
            15:23 read x -> outer.x@13 in outer
            15:27 read ok -> outer.ok@15 in outer
            16:3 read y -> outer.y@15 in outer
            16:5 call run of y in outer
            18:20 read list free in outer
            19:3 read v -> outer.v@18 in outer
            19:5 call use of v in outer
            19:9 read i -> outer.i@18 in outer
            21:14 read i -> outer.i@21 in outer
            21:18 read n free in outer
            21:21 read i -> outer.i@21 in outer
            21:30 call work free in outer
            21:35 read i -> outer.i@21 in outer
            22:14 call any free in outer
            22:18 read x -> outer.x@11 in outer
            23:8 type Item free in outer
            24:3 read t -> outer.t@22 in outer
            24:5 call a of t in outer
            25:7 read yaml -> import gopkg.in/yaml.v3 in outer
            25:12 type Node of yaml in outer
            26:3 read t -> outer.t@22 in outer
            26:5 call b of t in outer
            28:16 read x -> outer.x@11 in outer
            28:31 call use free in outer
            28:35 read x -> outer.x@28 in outer
            30:20 read ch free in outer
            31:3 read msg -> outer.msg@30 in outer
            31:7 call send of msg in outer
            31:12 read ok -> outer.ok@30 in outer
            32:7 read out free in outer
            32:14 read x -> outer.x@11 in outer
            34:14 type Item free in outer
            34:21 type Item free in outer
            34:43 read a -> outer.a@34 in outer
            34:45 call clone of a in outer
            34:54 read err -> outer.err@12 in outer
            35:8 call Shop free in outer
            35:13 write Owner of as Shop in outer
            35:20 read w -> outer.w@11 in outer
            35:23 write items of as Shop in outer
            35:32 type Item free in outer
            35:38 write Name of as Item in outer
            35:51 write Name of as Item in outer
            35:57 read h -> import net/http in outer
            35:59 call Get of h in outer
            36:18 type Item free in outer
            36:23 read limit free in outer
            36:31 write Name of as Item in outer
            36:37 read x -> outer.x@11 in outer
            37:8 read s -> outer.s@35 in outer
            37:10 call Close of s in outer
            38:2 read s -> outer.s@35 in outer
            38:4 read items of s in outer
            38:13 write count of s.items[] in outer
            39:7 call new free in outer
            39:11 type Item free in outer
            40:7 call append free in outer
            40:14 read s -> outer.s@35 in outer
            40:16 read items of s in outer
            40:24 read v -> outer.v@39 in outer
            41:7 read q -> outer.q@40 in outer
            41:14 type Kinded free in outer
            42:6 call Map free in outer
            42:15 read z -> outer.z@41 in outer
            42:18 read f -> outer.f@34 in outer
            43:2 write err -> outer.err@12 in outer
            43:8 call ToUpper free in outer
            43:16 read s -> outer.s@35 in outer
            43:18 read name of s in outer
            44:8 type Kind free in outer
            44:15 call Kind free in outer
            44:20 read x -> outer.x@11 in outer
            47:9 read k -> outer.k@44 in outer
            50:9 read h -> import net/http
            50:11 type Handler of h
            50:32 read yaml -> import gopkg.in/yaml.v3 in h.Handler.shadow
            50:37 type Node of yaml in h.Handler.shadow
            50:48 read yaml -> import gopkg.in/yaml.v3 in h.Handler.shadow
            50:53 type Node of yaml in h.Handler.shadow
            50:68 read yaml -> h.Handler.shadow.yaml@50 in h.Handler.shadow
            50:73 call x of yaml in h.Handler.shadow
            50:75 read h -> h.Handler.shadow.h@50 in h.Handler.shadow
        "#]],
    );
}

#[test]
fn deep_nesting_is_cut_not_fatal() {
    for text in [
        format!("package p\nvar x = {}1{}", "(".repeat(50_000), ")".repeat(50_000)),
        format!("package p\nfunc f() {{ {} }}", "if x { ".repeat(20_000)),
        format!("package p\nvar x {}int", "[]".repeat(20_000)),
        format!("package p\nvar x = T{}", "{".repeat(20_000)),
        format!("package p\nfunc f() {{ x{} }}", ".y()".repeat(20_000)),
        format!("package p\ntype T {}", "struct { a ".repeat(10_000)),
    ] {
        facts_of("go", &text);
    }
}

proptest! {
    #[test]
    fn any_text_gives_facts(text in "(func |var |type |import |struct|interface|switch |if |for |range |:=|[A-Z]|[a-z]{1,2}|[ \n{}()\\[\\]<>,;:.|&*\"=é]){0,60}") {
        facts_of("go", &text);
    }
}

#[test]
fn predeclared_interfaces_are_bases_where_they_are_embedded() {
    check_facts(
        "go",
        "package a\ntype failure struct{ error }\nfunc f() error { return nil }\n",
        expect![[r#"
            struct failure 2-2 internal
            field failure.error 2-2 internal anonymous : error
            function f 3-3 internal : ?
            heritage failure Extends error
            2:22 inherit error free in failure
        "#]],
    );
}
