//! What Go names mean across files.

use expect_test::expect;

use crate::testing::{check_references, check_subtypes, check_supertypes};

const SHOP: &str = r#"
//- go.mod
module example.com/shop
//- store/store.go
package store

type Store struct {
	Base
	items List
	load  func() *Item
}

func New() *Store { return &Store{} }
func (s *Store) First() (*Item, error) { return s.items[0], nil }
func helper() {}
//- store/item.go
package store

type Item struct{ next *Item }
type List []*Item
type Base struct{}
type Runner interface{ Run() }

func (b Base) Close() { helper() }
func (i *Item) Run()  { i.next.Run() }
//- store/store_test.go
package store_test

func helper() {}
func TestHelper() { helper() }
//- main.go
package main

import (
	"fmt"
	st "example.com/shop/store"
)

type Store struct{}

func (s Store) First() {}

func main() {
	store := st.New()
	item, err := store.First()
	item.Run()
	for _, each := range []st.Item{} {
		each.Run()
	}
	store.Close()
	var runner st.Runner = item
	runner.Run()
	fmt.Println(err)
	Store{}.First()
	unknown().First()
}
"#;

#[test]
fn functions_are_found_through_packages() {
    check_references(
        SHOP,
        "New",
        expect![[r#"
        main.go:13:14 call bound main
    "#]],
    );
    check_references(
        SHOP,
        "store/store.go helper",
        expect![[r#"
        store/item.go:8:25 call bound Base.Close
    "#]],
    );
}

#[test]
fn methods_are_found_through_receivers() {
    check_references(
        SHOP,
        "store/store.go Store.First",
        expect![[r#"
        main.go:14:21 call bound main
        main.go:24:12 call name main
    "#]],
    );
    check_references(
        SHOP,
        "store/item.go Item.Run",
        expect![[r#"
        main.go:15:7 call bound main
        main.go:17:8 call bound main
        store/item.go:9:32 call bound Item.Run
    "#]],
    );
    check_references(
        SHOP,
        "Runner.Run",
        expect![[r#"
        main.go:21:9 call bound main
    "#]],
    );
    check_references(
        SHOP,
        "Base.Close",
        expect![[r#"
        main.go:19:8 call bound main
    "#]],
    );
}

#[test]
fn embedding_is_a_base() {
    check_subtypes(
        SHOP,
        "Base",
        expect![[r#"
        Store Extends
    "#]],
    );
}

#[test]
fn vendored_and_oddly_named_packages() {
    check_references(
        "\
//- go.mod
module m
//- vendor/example.com/odd-name/odd.go
package strange
func Do() {}
//- a.go
package a
import \"example.com/odd-name\"
func f() { strange.Do() }
",
        "Do",
        expect![[r#"
            a.go:3:20 call bound f
        "#]],
    );
}

#[test]
fn interfaces_are_fitted_by_methods_of_the_same_shape() {
    let fixture = "\
//- go.mod
module m
//- a/a.go
package a
type Store interface {
	Reader
	Put(key, value string) error
}
type Reader interface { Get(key string) (string, error) }
type Hidden interface { get(string) }
type Logger interface { Logf(format string, args ...any) }
type Outside interface { io.Closer; Get(key string) }
type inner struct{}
func (i *inner) get(key string) {}
func (i *inner) Logf(format string, rest ...int) {}
//- b/b.go
package b
type Disk struct{ cache }
type cache struct{}
type Odd struct{}
func (c *cache) Get(k string) (string, error) { return k, nil }
func (d Disk) Put(string, string) error { return nil }
func (d Disk) get(k string) {}
func (o Odd) Get(a, b string) {}
func (o Odd) Put(a, b string) error { return nil }
func (o Odd) Logf(format string, args []any) {}
";
    check_subtypes(
        fixture,
        "Store",
        expect![[r#"
            Disk Implements
        "#]],
    );
    check_subtypes(
        fixture,
        "Reader",
        expect![[r#"
            Store Extends
            Disk Implements
            cache Implements
        "#]],
    );
    check_subtypes(
        fixture,
        "Hidden",
        expect![[r#"
            inner Implements
        "#]],
    );
    check_subtypes(
        fixture,
        "Logger",
        expect![[r#"
            inner Implements
        "#]],
    );
    check_subtypes(fixture, "Outside", expect![[""]]);
    check_supertypes(
        fixture,
        "Disk",
        expect![[r#"
            cache Extends
            Store Implements
            Reader Implements
        "#]],
    );
}

#[test]
fn the_root_package_is_imported_like_others() {
    let files = "\
//- go.mod
module example.com/root
//- root.go
package root
type T struct{}
func (t *T) Do() {}
func NewT() *T { return &T{} }
//- sub/s.go
package sub
import \"example.com/root\"
func F() {
	t := root.NewT()
	t.Do()
}
";
    check_references(
        files,
        "NewT",
        expect![[r#"
        sub/s.go:4:12 call bound F
    "#]],
    );
    check_references(
        files,
        "T.Do",
        expect![[r#"
        sub/s.go:5:4 call bound F
    "#]],
    );
}

#[test]
fn modules_are_found_where_go_files_put_them() {
    let modules = [
        ("replace example.com/lib => ../lib", "example.com/own"),
        ("replace (\n\texample.com/lib v1.0.0 => ../lib // near\n)", "example.com/own"),
        ("require example.com/lib v1.0.0", "example.com/lib"),
    ];
    for (line, name) in modules {
        let fixture = format!(
            "\
//- lib/go.mod
module {name}
//- lib/sub/s.go
package sub
func Make() {{}}
//- app/go.mod
module example.com/app
{line}
//- app/main.go
package main
import \"example.com/lib/sub\"
func main() {{ sub.Make() }}
"
        );
        let uses = crate::testing::references(&fixture, "Make");
        assert_eq!(uses, "app/main.go:3:19 call bound main\n", "{line}");
    }
}

#[test]
fn the_standard_library_names_its_own_packages_without_a_module() {
    check_references(
        "\
//- src/go.mod
module std

go 1.19
//- src/encoding/base64/base64.go
package base64

func NewEncoder() {}
//- src/encoding/pem/pem.go
package pem

import (
	\"encoding/base64\"
	\"example.com/base64\"
)

func Encode() { base64.NewEncoder() }
",
        "NewEncoder",
        expect![[r#"
            src/encoding/pem/pem.go:8:24 call bound Encode
        "#]],
    );
}
