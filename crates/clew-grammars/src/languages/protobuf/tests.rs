//! What is extracted.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "protobuf",
        include_str!("fixture.proto"),
        expect![[r#"
        class Item 9-26 public "What is sold."
        field Item.name 13-13 public "Its name."
        field Item.tags 14-14 public
        field Item.prices 15-15 public
        field Item.kind 16-16 public
        field Item.book 17-17 public
        field Item.other 18-18 public
        class Item.Tag 20-20 public
        field Item.Tag.größe 20-20 public
        enum Item.Color 21-24 public
        enummember Item.Color.COLOR_UNKNOWN 22-22 public
        enummember Item.Color.COLOR_RED 23-23 public
        field Item.color 25-25 public
        class Book 28-28 public
        field opt 30-30 public
        interface Shop 32-38 public
        method Shop.Find 34-34 public "Finds one."
        method Shop.Watch 35-37 public
        class Broken 39-39 public
        field Broken.a 39-39 public
        import 5 google/protobuf/timestamp.proto Glob
        14:12 type Tag -> Item.Tag@20 in Item.tags
        15:27 type Money free in Item.prices
        17:5 type Book -> Book@28 in Item.book
        25:3 type Color -> Item.Color@21 in Item.color
        30:24 inherit FieldOptions free
        34:12 type FindRequest free in Shop.Find
        34:34 type Item -> Item@9 in Shop.Find
        35:20 type FindRequest free in Shop.Watch
        35:62 type Item -> Item@9 in Shop.Watch
    "#]],
    );
}
