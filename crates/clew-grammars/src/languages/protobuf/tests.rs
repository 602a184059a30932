//! What is extracted.

use expect_test::expect;

use crate::testing::{check_facts, check_symbols};

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

#[test]
fn keywords_as_names_groups_and_extensions() {
    check_symbols(
        "protobuf",
        r###"syntax = "proto3"; package a.b.v1;
import public "x.proto"; option go_package = "a;b";
message Outer { option (my) = { x: "}" };
  message Inner { int32 a = 1 [(foo) = "}", deprecated = true]; enum E { A = 0; B = 1; } }
  oneof pick { string s = 2; Inner in = 3; }
  map<string, .a.b.v1.Outer> m = 4; reserved 5, 6 to 9; reserved "message"; repeated group G = 7 { optional int32 z = 1; }
  string message = 10; int32 service = 11; extensions 100 to 199;
}
extend google.protobuf.FieldOptions { string foo = 50000; }
service S { rpc Get(Outer) returns (stream Outer.Inner) { option (google.api.http) = { get: "/v1/{x}" }; } rpc Put (stream Outer) returns (Outer); }
enum Top { option allow_alias = true; T_A = 0; T_B = -1; }
/* message Nope {} */
"###,
        expect![[r#"
            class Outer 3-8 public
            class Outer.Inner 4-4 public
            field Outer.Inner.a 4-4 public
            enum Outer.Inner.E 4-4 public
            enummember Outer.Inner.E.A 4-4 public
            enummember Outer.Inner.E.B 4-4 public
            field Outer.pick 5-5 public
            field Outer.s 5-5 public
            field Outer.in 5-5 public
            field Outer.m 6-6 public
            class Outer.G 6-6 public
            field Outer.G.z 6-6 public
            field Outer.message 7-7 public
            field Outer.service 7-7 public
            field foo 9-9 public
            interface S 10-10 public
            method S.Get 10-10 public
            method S.Put 10-10 public
            enum Top 11-11 public
            enummember Top.T_A 11-11 public
            enummember Top.T_B 11-11 public
        "#]],
    );
}
