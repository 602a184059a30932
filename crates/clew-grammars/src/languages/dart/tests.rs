use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "dart",
        include_str!("fixture.dart"),
        expect![[r#"
            class Shop 9-43 public abstract "A shop."
            local typeparameter Shop.T 10-10 public
            field Shop._items 12-12 private : List = List "Items."
            field Shop.max 13-13 public static : Number = Number
            field Shop.min 13-13 public static : Number = Number
            field Shop.name 14-14 public : String
            field Shop.total 15-15 public : Number
            constructor Shop.Shop 16-16 public
            local parameter Shop.Shop.name 16-16 public
            local parameter Shop.Shop.id 16-16 private : Number
            local parameter Shop.Shop.key 16-16 public
            local parameter Shop.Shop.x 16-16 private : String
            constructor Shop.named 17-17 public
            local parameter Shop.named.n 17-17 private : String
            constructor Shop._ 18-18 private
            constructor Shop.fromJson 19-19 public
            local parameter Shop.fromJson.json 19-19 private : Map
            property Shop.count 20-20 public : Number
            property Shop.price 21-21 public
            local parameter Shop.price.p 21-21 private : Number
            method Shop.close 22-22 public abstract
            method Shop.find 24-41 public : Future
            local parameter Shop.find.test 24-24 private : fn -> ?
            local parameter Shop.find.n 24-24 private : Number
            local variable Shop.find.item 25-25 private = each _items
            local variable Shop.find.i 26-26 private = Number
            local parameter Shop.find.i 27-27 private
            local parameter Shop.find.p 27-27 private
            local parameter Shop.find.e 28-28 private
            local parameter Shop.find.s 28-28 private
            local parameter Shop.find.e 28-28 private
            local variable Shop.find.a 29-29 private
            local variable Shop.find.b 29-29 private
            local variable Shop.find.y 30-30 private
            local variable Shop.find.v 30-30 private
            local function Shop.find.local 31-31 private : Number
            local parameter Shop.find.local.z 31-31 private : Number
            local variable Shop.find.s 35-35 private : Shop
            local variable Shop.find.p 36-36 private = new Point
            local variable Shop.find.q 36-36 private = Point()
            local variable Shop.find.f 38-38 private : fn -> ?
            local parameter Shop.find.n 38-38 private
            local variable Shop.find.w 39-39 private : m.Widget
            operator Shop.+ 42-42 public : Shop
            local parameter Shop.+.o 42-42 private : Shop
            interface Helper 44-44 public : Base
            method Helper.help 44-44 public
            namespace StrExt 45-45 public
            method shout 45-45 public : String
            enum Color 46-46 public
            enummember Color.red 46-46 public static
            enummember Color.green 46-46 public static
            field Color.rgb 46-46 public : Number
            constructor Color.Color 46-46 public
            local parameter Color.Color.rgb 46-46 public
            method Color.label 46-46 public : String
            type Handler 47-47 public : fn -> ?
            class Shape 48-48 public
            class Point 49-49 public
            field Point.x 49-49 public : Number
            field Point.y 49-49 public : Number
            constructor Point.Point 49-49 public
            local parameter Point.Point.x 49-49 public
            local parameter Point.Point.y 49-49 public
            function top 50-50 public : T
            local typeparameter top.T 50-50 private
            local parameter top.a 50-50 private : T
            local parameter top.b 50-50 private : Number
            variable global 51-51 public = Number
            variable lazyOne 52-52 public = top()
            class Id 53-53 public
            function main 54-54 public
            import 2 dart:async Glob
            import 3 package:flutter/material.dart Module as m
            import 4 ../models/item.dart Module as item
            import 5 src/a.dart Item A as A reexport
            import 6 shop.g.dart Glob
            heritage Shop Extends Base
            heritage Shop Implements Helper
            heritage Shop Implements Other
            heritage Shop Implements Sells
            heritage Shop Implements Buys
            9:2 call immutable free in Shop
            10:31 type Item free in Shop
            10:45 inherit Base free in Shop
            10:50 type T -> Shop.T@10 in Shop
            10:58 inherit Helper -> Helper@44 in Shop
            10:66 inherit Other free in Shop
            10:83 inherit Sells free in Shop
            10:90 inherit Buys free in Shop
            12:9 type List free in Shop
            12:14 type T -> Shop.T@10 in Shop
            12:27 type T -> Shop.T@10 in Shop
            16:13 write name of self<Shop> in Shop.Shop
            16:68 read total -> Shop.total@15 in Shop.Shop
            16:76 read id -> Shop.Shop.id@16 in Shop.Shop
            16:86 read name -> Shop.Shop.name@16 in Shop.Shop
            16:94 call run free in Shop.Shop
            17:31 read n -> Shop.named.n@17 in Shop.named
            19:25 type Map free in Shop.fromJson
            19:55 call _Shop free in Shop.fromJson
            19:61 read json -> Shop.fromJson.json@19 in Shop.fromJson
            20:20 read _items -> Shop._items@12 in Shop.count
            20:27 read length of _items in Shop.count
            21:25 write _price free in Shop.price
            21:34 read p -> Shop.price.p@21 in Shop.price
            23:4 call override free in Shop
            24:3 type Future free in Shop.find
            24:10 type T -> Shop.T@10 in Shop.find
            24:33 type T -> Shop.T@10 in Shop.find
            25:24 read _items -> Shop._items@12 in Shop.find
            25:38 call test -> Shop.find.test@24 in Shop.find
            25:43 read item -> Shop.find.item@25 in Shop.find
            25:57 read item -> Shop.find.item@25 in Shop.find
            26:21 read i -> Shop.find.i@26 in Shop.find
            26:28 read i -> Shop.find.i@26 in Shop.find
            26:35 call print free in Shop.find
            26:43 read i -> Shop.find.i@26 in Shop.find
            26:47 read item -> import ../models/item.dart in Shop.find
            26:52 read name of item in Shop.find
            27:5 read _items -> Shop._items@12 in Shop.find
            27:12 call map of _items in Shop.find
            27:23 read i -> Shop.find.i@27 in Shop.find
            27:25 read price of i in Shop.find
            27:32 call where of _items.map() in Shop.find
            27:51 read p -> Shop.find.p@27 in Shop.find
            27:61 call toList of _items.map().where() in Shop.find
            28:17 call risky free in Shop.find
            28:31 type IOException free in Shop.find
            28:64 call ShopException free in Shop.find
            28:78 read e -> Shop.find.e@28 in Shop.find
            28:117 call close -> Shop.close@22 in Shop.find
            29:18 call pair free in Shop.find
            30:23 read state free in Shop.find
            30:32 type Open free in Shop.find
            30:37 read value of as Open in Shop.find
            30:54 read v -> Shop.find.v@30 in Shop.find
            30:57 type Closed free in Shop.find
            31:25 read z -> Shop.find.local.z@31 in Shop.find
            31:29 read count -> Shop.count@20 in Shop.find
            32:10 write name of self<Shop> in Shop.find
            32:17 call local -> Shop.find.local@31 in Shop.find
            32:26 call toString of local() in Shop.find
            33:11 call find of super<Shop> in Shop.find
            33:16 read test -> Shop.find.test@24 in Shop.find
            34:5 read name -> Shop.name@14 in Shop.find
            34:11 read length of name in Shop.find
            34:19 read items free in Shop.find
            34:26 call add of items in Shop.find
            34:34 call remove of items in Shop.find
            35:11 type Shop -> Shop@10 in Shop.find
            35:16 type Item free in Shop.find
            35:26 read Shop -> Shop@10 in Shop.find
            35:31 call named of Shop in Shop.find
            36:19 call Point -> Point@49 in Shop.find
            36:42 call Point -> Point@49 in Shop.find
            37:9 read x free in Shop.find
            37:14 type Special free in Shop.find
            37:25 read y -> Shop.find.y@30 in Shop.find
            37:31 type Foo free in Shop.find
            37:38 read x free in Shop.find
            37:40 call go of as Special in Shop.find
            38:37 read n -> Shop.find.n@38 in Shop.find
            38:39 call toString of n in Shop.find
            39:5 read m -> import package:flutter/material.dart in Shop.find
            39:7 type Widget of m in Shop.find
            39:18 read m -> import package:flutter/material.dart in Shop.find
            39:20 call Container of m in Shop.find
            39:37 call Text free in Shop.find
            40:12 read _items -> Shop._items@12 in Shop.find
            42:3 type Shop -> Shop@10 in Shop.+
            42:8 type T -> Shop.T@10 in Shop.+
            42:22 type Shop -> Shop@10 in Shop.+
            42:27 type T -> Shop.T@10 in Shop.+
            44:17 type Base free in Helper
            45:48 call toUpperCase free in shout
            46:64 write rgb of self<Color> in Color.Color
            46:88 read name free in Color.label
            47:33 type Event free
            47:39 type e free
            49:48 write x of self<Point> in Point.Point
            49:56 write y of self<Point> in Point.Point
            50:1 type T -> top.T@50 in top
            50:10 type T -> top.T@50 in top
            50:34 read a -> top.a@50 in top
            52:15 call top -> top@50
            53:23 read v free in Id
            54:16 call runApp free in main
            54:29 call MyApp free in main
        "#]],
    );
}

#[test]
fn every_name_of_the_description_is_in_the_grammar() {
    let unknown = crate::described::unknown_names(
        &tree_sitter_dart_orchard::LANGUAGE.into(),
        &super::DESCRIPTION,
    );
    assert_eq!(unknown, Vec::<String>::new());
}
