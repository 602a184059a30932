//! What Rust names mean across files.

use clew_model::ImportId;
use expect_test::expect;

use crate::testing::{Workspace, check_references, check_subtypes};
use crate::{Binder, ModuleTarget, Source};

const SHOP: &str = r#"
//- Cargo.toml
[package]
name = "shop-core"
//- src/lib.rs
#[macro_use]
mod macros;
mod item;
pub mod store;
pub use item::{Item, Priced};
mod prelude { pub use crate::item::helper; }
//- src/macros.rs
macro_rules! twice { ($x:expr) => { $x } }
//- src/item.rs
use std::rc::Rc;
pub struct Item { pub price: u32, next: Option<Rc<Item>> }
pub trait Priced { fn price(&self) -> u32; fn double(&self) -> u32 { self.price() * 2 } }
impl Priced for Item { fn price(&self) -> u32 { self.price } }
impl Item { pub fn new() -> Self { helper(); Self { price: 1, next: None } } }
pub fn helper() {}
pub enum Event { Sold(Item), Moved { item: Item } }
//- src/store/mod.rs
mod shelf;
use super::prelude::*;
use crate::{item::Event, Item, Priced};
use self::shelf::Shelf;
pub struct Store { items: Vec<Item>, shelf: Shelf<Item> }
impl Store {
    pub fn run(&self, event: Event) {
        helper();
        twice!(self.items[0].price());
        for item in self.items.iter() { item.price(); }
        self.items.iter().map(|i| i.price()).sum::<u32>();
        self.shelf.top().unwrap().double();
        if let Some(first) = self.items.first() { first.price(); }
        match event {
            Event::Sold(item) => item.price(),
            Event::Moved { item } => item.price(),
        };
        let other = crate::item::Item::new();
        other.clone().price();
        let n = other.price;
        unknown().price();
    }
}
fn all<T: Priced>(list: &[T]) { list[0].price(); }
#[cfg(test)]
mod tests {
    use super::*;
    fn helper_user() { helper(); super::all::<Item>(&[]); }
}
//- src/store/shelf.rs
pub struct Shelf<T> { list: Vec<T> }
impl<K> Shelf<K> { pub fn top(&self) -> Option<&K> { self.list.last() } }
//- tests/it.rs
use shop_core::store::Store;
fn works(s: Store) { s.run(todo!()); shop_core::Item::new(); }
"#;

#[test]
fn functions_are_found_through_modules_and_globs() {
    check_references(
        SHOP,
        "helper",
        expect![[r#"
        src/item.rs:5:36 call bound Item::new
        src/lib.rs:6:36 import bound prelude
        src/store/mod.rs:8:9 call bound Store::run
        src/store/mod.rs:28:24 call bound tests::helper_user
    "#]],
    );
    check_references(
        SHOP,
        "Item::new",
        expect![[r#"
        src/store/mod.rs:18:40 call bound Store::run
        tests/it.rs:2:55 call bound works
    "#]],
    );
    check_references(
        SHOP,
        "all",
        expect![[r#"
        src/store/mod.rs:28:41 call bound tests::helper_user
    "#]],
    );
    check_references(
        SHOP,
        "twice",
        expect![[r#"
        src/store/mod.rs:9:9 call bound Store::run
    "#]],
    );
}

#[test]
fn methods_are_found_through_receivers() {
    check_references(
        SHOP,
        "Item::price",
        expect![[r#"
        src/item.rs:4:54 read bound Item::price
        src/item.rs:5:53 write bound Item::new
        src/store/mod.rs:9:30 call bound Store::run
        src/store/mod.rs:10:46 call bound Store::run
        src/store/mod.rs:11:37 call bound Store::run
        src/store/mod.rs:13:57 call bound Store::run
        src/store/mod.rs:15:39 call bound Store::run
        src/store/mod.rs:16:43 call bound Store::run
        src/store/mod.rs:19:23 call bound Store::run
        src/store/mod.rs:20:23 read bound Store::run
        src/store/mod.rs:21:19 call name Store::run
    "#]],
    );
    check_references(
        SHOP,
        "Priced::double",
        expect![[r#"
        src/store/mod.rs:12:35 call bound Store::run
    "#]],
    );
    check_references(
        SHOP,
        "Store::run",
        expect![[r#"
        tests/it.rs:2:24 call bound works
    "#]],
    );
    check_references(
        SHOP,
        "Shelf::top",
        expect![[r#"
        src/store/mod.rs:12:20 call bound Store::run
    "#]],
    );
}

#[test]
fn impls_are_bases() {
    check_subtypes(
        SHOP,
        "Priced",
        expect![[r#"
        Item Implements
    "#]],
    );
}

#[test]
fn super_inside_a_module_of_the_file_is_the_file() {
    let workspace = Workspace::new(SHOP);
    let file = workspace.file_at("src/store/mod.rs").expect("the fixture has it");
    let binder = Binder::new(&workspace);
    let facts = binder.facts(file).expect("the fixture has it");
    let leads_to: Vec<_> = (0..facts.imports.len() as u32)
        .map(|index| {
            let import = &facts.imports[index as usize];
            let modules = binder.modules_of_import(file, ImportId(index));
            let path = match modules.first() {
                Some(ModuleTarget::File(file)) => workspace.path(*file).unwrap_or_default(),
                other => format!("{other:?}"),
            };
            format!("{} -> {path}", facts.name(import.module))
        })
        .collect();
    expect![[r#"
        self::shelf -> src/store/shelf.rs
        super::prelude -> Some(Symbol(SymbolRef { file: FileId(2), symbol: SymbolId(0) }))
        crate::item -> src/item.rs
        crate -> src/lib.rs
        crate -> src/lib.rs
        self::shelf -> src/store/shelf.rs
        super -> src/store/mod.rs"#]]
    .assert_eq(&leads_to.join("\n"));
}
