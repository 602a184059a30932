//! What Go names mean across files.

use expect_test::expect;

use crate::testing::{check_references, check_subtypes};

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
