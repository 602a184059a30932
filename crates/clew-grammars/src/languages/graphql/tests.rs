//! What is extracted.

use expect_test::expect;

use crate::testing::{check_facts, check_symbols};

#[test]
fn a_whole_file() {
    check_facts(
        "graphql",
        include_str!("fixture.graphql"),
        expect![[r#"
            class Query 4-8 public "What is asked."
            method Query.item 6-6 public "One item"
            method Query.items 7-7 public
            interface Node 10-10 public
            field Node.id 10-10 public
            class Item 11-15 public
            field Item.id 12-12 public
            field Item.größe 13-13 public
            field Item.color 14-14 public
            struct Filter 16-16 public
            field Filter.a 16-16 public
            field Filter.color 16-16 public
            enum Color 17-21 public
            enummember Color.RED 18-18 public
            enummember Color.GREEN 20-20 public "Like grass"
            type Found 22-22 public
            type Date 23-23 public
            macro auth 24-24 public
            class Item 25-25 public
            field Item.price 25-25 public
            function GetItem 27-29 public
            function Parts 30-30 public
            class Broken 32-32 public
            field Broken.a 32-32 public
            heritage Item Implements Node
            heritage Item Implements Named
            6:25 type Filter -> Filter@16 in Query.item
            6:43 type Item -> Item@11 in Query.item
            7:11 type Item -> Item@11 in Query.items
            11:22 inherit Node -> Node@10
            11:29 inherit Named free
            14:10 type Color -> Color@17 in Item.color
            16:35 type Color -> Color@17 in Filter.color
            22:15 type Item -> Item@11 in Found
            22:22 type Basket free in Found
            24:23 type Role free in auth
            25:27 type Money free in Item.price
            27:34 type Filter -> Filter@16 in GetItem
            28:3 read item free in GetItem
            28:22 call Parts -> Parts@30 in GetItem
            28:35 type Basket free in GetItem
            28:44 read size free in GetItem
            28:51 read alias free in GetItem
            28:58 read name free in GetItem
            30:19 type Item -> Item@11 in Parts
            30:26 read id free in Parts
            30:29 read color free in Parts
            31:12 read add free
            31:25 read id free
        "#]],
    );
}

#[test]
fn keywords_as_names_and_extensions() {
    check_symbols(
        "graphql",
        r###""""
type Nope { a: Int }
"""
schema @link(url: "x") { query: Query }
directive @auth(role: Role = ADMIN) repeatable on OBJECT | FIELD_DEFINITION
type Query implements Node & Other @auth { "doc" user(id: ID!, f: F = {a: "}"}): User @deprecated type: String input: Int }
extend type Query { more: [User!]! }
interface Node { id: ID! }
union U = | A | B
scalar Date @specifiedBy(url: "x")
enum Role { ADMIN @x USER }
input F { a: String = "x" b: [Int] = [1 2] }
query Q($a: Int = 1) { user(id: $a) { ...Frag } }
fragment Frag on User { id }
mutation { x }
subscription S { y }
"###,
        expect![[r#"
            macro auth 5-5 public "x"
            class Query 6-6 public
            method Query.user 6-6 public "doc"
            method Query.type 6-6 public
            method Query.input 6-6 public
            class Query 7-7 public
            method Query.more 7-7 public
            interface Node 8-8 public
            field Node.id 8-8 public
            type U 9-9 public
            type Date 10-10 public
            enum Role 11-11 public
            enummember Role.ADMIN 11-11 public
            enummember Role.USER 11-11 public
            struct F 12-12 public
            field F.a 12-12 public
            field F.b 12-12 public
            function Q 13-13 public
            function Frag 14-14 public
            function S 16-16 public
        "#]],
    );
}
