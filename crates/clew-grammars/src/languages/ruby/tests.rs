use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "ruby",
        include_str!("fixture.rb"),
        expect![[r#"
            module Acme 6-77 public "A shop."
            constant Acme.VERSION 7-7 public = String
            class Acme.Shop 9-74 public "The shop."
            property Acme.Shop.name 12-12 public accessor
            property Acme.Shop.items 12-12 public accessor
            property Acme.Shop.price 13-13 public accessor
            constant Acme.Shop.MAX 14-14 public = Number
            method Acme.Shop.create 16-16 public static classmethod = new Self<Acme.Shop>
            local parameter Acme.Shop.create.name 16-16 public
            method Acme.Shop.initialize 19-23 public = super<Acme.Shop>.initialize() "Makes one."
            local parameter Acme.Shop.initialize.name 19-19 public
            local parameter Acme.Shop.initialize.items 19-19 public = List
            local parameter Acme.Shop.initialize.rest 19-19 public
            local parameter Acme.Shop.initialize.key 19-19 public = Number
            local parameter Acme.Shop.initialize.opts 19-19 public
            local parameter Acme.Shop.initialize.block 19-19 public
            field Acme.Shop.@name 20-20 private = name
            field Acme.Shop.@items 21-21 private = items
            method Acme.Shop.build 25-29 private static classmethod = shop
            local parameter Acme.Shop.build.x 25-25 public
            local variable Acme.Shop.build.shop 26-26 public = new Self<Acme.Shop>
            method Acme.Shop.total 31-61 public = new Struct
            local variable Acme.Shop.total.sum 32-32 public = (Number | item.price())
            local parameter Acme.Shop.total.item 33-33 public
            local parameter Acme.Shop.total.a 33-33 public
            local parameter Acme.Shop.total.b 33-33 public
            local parameter Acme.Shop.total.i 37-37 public
            local variable Acme.Shop.total.e 40-40 public : (ArgumentError | IOError)
            local variable Acme.Shop.total.x 46-46 public = Number
            local variable Acme.Shop.total.y 47-47 public = Number
            local variable Acme.Shop.total.n 48-48 public
            local parameter Acme.Shop.total.z 50-50 public
            local variable Acme.Shop.total.lam 50-50 public
            local variable Acme.Shop.total.a 51-51 public
            local variable Acme.Shop.total.b 51-51 public
            field Acme.Shop.@@count 55-55 private static = Number
            variable $global 56-56 public
            local function Acme.Shop.total.x 59-59 public
            method Acme.Shop.<=> 63-63 public
            local parameter Acme.Shop.<=>.other 63-63 public
            method Acme.Shop.[]= 64-64 public
            local parameter Acme.Shop.[]=.k 64-64 public
            local parameter Acme.Shop.[]=.v 64-64 public
            method Acme.Shop.size 65-65 public
            method Acme.Shop.len 66-66 public
            method Acme.Shop.secret 70-70 private
            method Acme.Shop.hidden 72-72 private = x
            local parameter Acme.Shop.hidden.x 72-72 public
            method Acme.Shop.unicodeñ? 73-73 private
            class Acme.Point 75-75 public
            property Acme.Point.x 75-75 public accessor
            property Acme.Point.y 75-75 public accessor
            class Acme.Err 76-76 public
            function top 81-81 public = a
            local parameter top.a 81-81 public
            import 2 json Glob
            import 3 ./lib/helper Glob
            heritage Acme.Shop Extends Base.Model
            heritage Acme.Shop Implements Comparable
            heritage Acme.Shop Implements as Helper
            heritage Acme.Err Extends StandardError
            2:1 call require free
            3:1 call require_relative free
            9:16 type Base free in Acme.Shop
            9:22 inherit Model of Base in Acme.Shop
            10:5 call include free in Acme.Shop
            10:13 inherit Comparable free in Acme.Shop
            11:5 call extend free in Acme.Shop
            11:12 inherit Helper free in Acme.Shop
            12:5 call attr_reader free in Acme.Shop
            13:5 call attr_accessor free in Acme.Shop
            16:26 call new free in Acme.Shop.create
            16:30 read name -> Acme.Shop.create.name@16 in Acme.Shop.create
            20:15 read name -> Acme.Shop.initialize.name@19 in Acme.Shop.initialize
            21:16 read items -> Acme.Shop.initialize.items@19 in Acme.Shop.initialize
            22:7 call initialize of super<Acme.Shop> in Acme.Shop.initialize
            26:14 call new free in Acme.Shop.build
            26:18 read x -> Acme.Shop.build.x@25 in Acme.Shop.build
            27:7 read shop -> Acme.Shop.build.shop@26 in Acme.Shop.build
            27:12 call sell of shop in Acme.Shop.build
            28:7 read shop -> Acme.Shop.build.shop@26 in Acme.Shop.build
            33:7 call items free in Acme.Shop.total
            33:13 call each of items() in Acme.Shop.total
            34:9 write sum -> Acme.Shop.total.sum@32 in Acme.Shop.total
            34:16 read item -> Acme.Shop.total.item@33 in Acme.Shop.total
            34:21 call price of item in Acme.Shop.total
            35:9 call puts free in Acme.Shop.total
            35:17 read item -> Acme.Shop.total.item@33 in Acme.Shop.total
            35:22 call name of item in Acme.Shop.total
            35:30 call total -> Acme.Shop.total@31 in Acme.Shop.total
            37:7 read @items of self<Acme.Shop> in Acme.Shop.total
            37:14 call map of self<Acme.Shop>.@items in Acme.Shop.total
            37:24 read i -> Acme.Shop.total.i@37 in Acme.Shop.total
            37:26 call price of i in Acme.Shop.total
            37:34 call select of self<Acme.Shop>.@items.map() in Acme.Shop.total
            39:9 call run! free in Acme.Shop.total
            40:14 type ArgumentError free in Acme.Shop.total
            40:29 type IOError free in Acme.Shop.total
            41:9 call raise free in Acme.Shop.total
            41:15 read Failure free in Acme.Shop.total
            41:23 call new of Failure in Acme.Shop.total
            41:27 read e -> Acme.Shop.total.e@40 in Acme.Shop.total
            41:29 call message of e in Acme.Shop.total
            43:9 call close free in Acme.Shop.total
            45:12 read sum -> Acme.Shop.total.sum@32 in Acme.Shop.total
            47:12 read Integer free in Acme.Shop.total
            48:17 type String free in Acme.Shop.total
            48:41 read n -> Acme.Shop.total.n@48 in Acme.Shop.total
            50:21 read z -> Acme.Shop.total.z@50 in Acme.Shop.total
            50:25 read sum -> Acme.Shop.total.sum@32 in Acme.Shop.total
            51:14 call pair free in Acme.Shop.total
            52:7 read Acme -> Acme@6 in Acme.Shop.total
            52:13 read Tools of Acme in Acme.Shop.total
            52:19 call run of Acme.Tools in Acme.Shop.total
            52:23 read MAX -> Acme.Shop.MAX@14 in Acme.Shop.total
            52:33 read sum -> Acme.Shop.total.sum@32 in Acme.Shop.total
            53:12 write price of self<Acme.Shop> in Acme.Shop.total
            54:7 call obj free in Acme.Shop.total
            54:12 call call of obj() in Acme.Shop.total
            57:13 read sum -> Acme.Shop.total.sum@32 in Acme.Shop.total
            57:20 call block_given? free in Acme.Shop.total
            58:7 read Struct free in Acme.Shop.total
            58:14 call new of Struct in Acme.Shop.total
            63:22 call name free in Acme.Shop.<=>
            63:31 read other -> Acme.Shop.<=>.other@63 in Acme.Shop.<=>
            63:37 call name of other in Acme.Shop.<=>
            65:16 read total -> Acme.Shop.total@31 in Acme.Shop
            66:5 call alias_method free in Acme.Shop
            68:5 call private free in Acme.Shop
            71:5 call private_class_method free in Acme.Shop
            72:5 call private free in Acme.Shop
            72:29 read x -> Acme.Shop.hidden.x@72 in Acme.Shop.hidden
            75:11 read Struct free in Acme
            76:9 read Class free in Acme
            76:19 inherit StandardError free in Acme.Err
            78:1 call describe free
            79:3 call it free
            79:13 call expect free
            79:20 call foo free
            79:25 call to of expect()
            79:28 call eq free
            81:12 read a -> top.a@81 in top
        "#]],
    );
}

#[test]
fn every_name_of_the_description_is_in_the_grammar() {
    let unknown =
        crate::described::unknown_names(&tree_sitter_ruby::LANGUAGE.into(), &super::DESCRIPTION);
    assert_eq!(unknown, Vec::<String>::new());
}

#[test]
fn aliases_of_operators_and_bare_visibility() {
    check_facts(
        "ruby",
        "class A\n  alias [] new\n  alias name= title=\n  private\n  def hidden; end\nend\n",
        expect![[r#"
            class A 1-6 public
            method A.[] 2-2 public
            method A.name= 3-3 public
            method A.hidden 5-5 private
            2:12 read new free in A
            4:3 call private free in A
        "#]],
    );
}
