use expect_test::expect;

use crate::testing::check_facts;

const SHOP: &str = include_str!("fixture.cs");

#[test]
fn a_whole_file() {
    check_facts(
        "csharp",
        SHOP,
        expect![[r#"
            class Shop 10-49 public abstract deprecated "<summary>A shop.</summary>"
            local typeparameter Shop.T 11-11 private
            field Shop._items 13-13 private : List<T>
            field Shop.Max 14-14 public static : Whole = Whole
            field Shop.Min 14-14 public static : Whole = Whole
            event Shop.Sold 15-15 public : EventHandler
            property Shop.Name 16-16 public : String
            property Shop.Count 17-17 public : Whole
            constructor Shop.Shop 18-18 internal
            local parameter Shop.Shop.name 18-18 private : String
            local parameter Shop.Shop.count 18-18 private : Whole
            method Shop.~Shop 19-19 private
            property Shop.this 20-20 public : T
            local parameter Shop.this.index 20-20 private : Whole
            local parameter Shop.this.value 20-20 private anonymous
            operator Shop.+ 21-21 public static : Shop<T>
            local parameter Shop.+.a 21-21 private : Shop<T>
            local parameter Shop.+.b 21-21 private : T
            method Shop.Close 22-22 protected abstract : Nothing
            method Shop.FindAsync 24-47 public async : Task<T>
            local parameter Shop.FindAsync.test 24-24 private : Func<T, Boolean>
            local parameter Shop.FindAsync.token 24-24 private : CancellationToken
            local variable Shop.FindAsync.item 26-26 private = each _items
            local variable Shop.FindAsync.special 28-28 private : Special
            local function Shop.FindAsync.Local 29-29 private : Whole
            local parameter Shop.FindAsync.Local.x 29-29 private : Whole
            local variable Shop.FindAsync.n 30-30 private = Local()
            local variable Shop.FindAsync.i 32-32 private : Whole = Whole
            local variable Shop.FindAsync.file 33-33 private = File.Open()
            local variable Shop.FindAsync.e 34-34 private : IOException
            local variable Shop.FindAsync.a 35-35 private
            local variable Shop.FindAsync.b 35-35 private
            local variable Shop.FindAsync.parsed 36-36 private
            local variable Shop.FindAsync.query 37-37 private
            local variable Shop.FindAsync.x 37-37 private = each _items
            local variable Shop.FindAsync.f 38-38 private : Func<Whole, Whole> = Function
            local parameter Shop.FindAsync.y 38-38 private
            local variable Shop.FindAsync.g 39-39 private : Action<String> = fn -> Log()
            local parameter Shop.FindAsync.s 39-39 private : String
            local variable Shop.FindAsync.r 40-40 private = item.Price.ToString()
            local variable Shop.FindAsync.arr 41-41 private
            local variable Shop.FindAsync.anon 42-42 private
            local variable Shop.FindAsync.xs 43-43 private : list<Whole> = List
            local variable Shop.FindAsync.t 44-44 private : String
            local variable Shop.FindAsync.s2 44-44 private : Special
            local variable Shop.FindAsync.d 45-45 private = as Special
            method Shop.Open 48-48 private : Nothing
            class Point 50-50 public
            property Point.X 50-50 public : Whole
            property Point.Y 50-50 public : Whole
            property Point.Len 50-50 public : Fraction
            struct P2 51-51 public
            property P2.A 51-51 public : Whole
            struct Size 52-52 public
            field Size.W 52-52 public : Whole
            interface IShop 53-53 public
            method IShop.Open 53-53 public abstract : Nothing
            property IShop.N 53-53 public abstract : Whole
            enum Color 54-54 public
            enummember Color.Red 54-54 public static = Whole
            enummember Color.Green 54-54 public static
            type Fn 55-55 public : Whole
            local parameter Fn.a 55-55 private : Whole
            class Ext 56-56 internal static
            method Ext.Do 56-56 public static : Nothing
            local parameter Ext.Do.i 56-56 private : Item
            namespace Inner.Deep 57-57 public
            class Größe 57-57 internal
            class Größe.Nested 57-57 private
            import 1 System Glob
            import 2 System.Collections.Generic Glob
            import 3 System.Math Glob
            import 4 Newtonsoft.Json Item JsonConvert as Json
            import 5 Acme.Core Glob reexport
            heritage Shop Extends Base<T>
            heritage Shop Extends IShop
            heritage Point Extends IPoint
            heritage IShop Extends IDisposable
            5:1 read global opaque
            10:2 call Serializable free in Shop
            10:16 call Obsolete free in Shop
            11:33 inherit Base free in Shop
            11:38 type T -> Shop.T@11 in Shop
            11:42 inherit IShop -> IShop@53 in Shop
            11:54 type T -> Shop.T@11 in Shop
            11:58 type Item free in Shop
            13:22 type List free in Shop
            13:27 type T -> Shop.T@11 in Shop
            15:18 type EventHandler free in Shop
            17:25 read _items -> Shop._items@13 in Shop.Count
            17:32 read Count of _items in Shop.Count
            18:44 read Max -> Shop.Max@14 in Shop.Shop
            18:56 read name -> Shop.Shop.name@18 in Shop.Shop
            18:64 write Name -> Shop.Name@16 in Shop.Shop
            18:71 read name -> Shop.Shop.name@18 in Shop.Shop
            18:82 read _items of self<Shop> in Shop.Shop
            18:89 call Add of self<Shop>._items in Shop.Shop
            19:15 call Close -> Shop.Close@22 in Shop.~Shop
            20:12 type T -> Shop.T@11 in Shop.this
            20:45 read _items -> Shop._items@13 in Shop.this
            20:52 read index -> Shop.this.index@20 in Shop.this
            20:68 read _items -> Shop._items@13 in Shop.this
            20:75 read index -> Shop.this.index@20 in Shop.this
            20:84 read value -> Shop.this.value@20 in Shop.this
            21:19 type Shop -> Shop@11 in Shop.+
            21:24 type T -> Shop.T@11 in Shop.+
            21:38 type Shop -> Shop@11 in Shop.+
            21:43 type T -> Shop.T@11 in Shop.+
            21:49 type T -> Shop.T@11 in Shop.+
            21:57 read a -> Shop.+.a@21 in Shop.+
            24:18 type Task free in Shop.FindAsync
            24:23 type T -> Shop.T@11 in Shop.FindAsync
            24:37 type Func free in Shop.FindAsync
            24:42 type T -> Shop.T@11 in Shop.FindAsync
            24:57 type CancellationToken free in Shop.FindAsync
            26:30 read _items -> Shop._items@13 in Shop.FindAsync
            28:17 call test -> Shop.FindAsync.test@24 in Shop.FindAsync
            28:22 read item -> Shop.FindAsync.item@26 in Shop.FindAsync
            28:31 read item -> Shop.FindAsync.item@26 in Shop.FindAsync
            28:39 type Special free in Shop.FindAsync
            28:49 read Level of as Special in Shop.FindAsync
            28:78 read special -> Shop.FindAsync.special@28 in Shop.FindAsync
            28:86 call Make of special in Shop.FindAsync
            29:33 read x -> Shop.FindAsync.Local.x@29 in Shop.FindAsync
            29:37 read Count -> Shop.Count@17 in Shop.FindAsync
            30:21 call Local -> Shop.FindAsync.Local@29 in Shop.FindAsync
            32:25 read i -> Shop.FindAsync.i@32 in Shop.FindAsync
            32:32 read i -> Shop.FindAsync.i@32 in Shop.FindAsync
            32:39 read Console free in Shop.FindAsync
            32:47 call WriteLine of Console in Shop.FindAsync
            32:60 read i -> Shop.FindAsync.i@32 in Shop.FindAsync
            32:64 read Name -> Shop.Name@16 in Shop.FindAsync
            33:26 read File free in Shop.FindAsync
            33:31 call Open of File in Shop.FindAsync
            34:21 read Task free in Shop.FindAsync
            34:26 call Delay of Task in Shop.FindAsync
            34:45 type IOException free in Shop.FindAsync
            34:66 read e -> Shop.FindAsync.e@34 in Shop.FindAsync
            34:68 read Message of e in Shop.FindAsync
            34:97 call ShopException free in Shop.FindAsync
            34:111 read e -> Shop.FindAsync.e@34 in Shop.FindAsync
            34:116 write Code of new ShopException in Shop.FindAsync
            35:22 call Pair free in Shop.FindAsync
            36:17 call TryParse of Whole in Shop.FindAsync
            36:50 call Use free in Shop.FindAsync
            36:54 read parsed -> Shop.FindAsync.parsed@36 in Shop.FindAsync
            37:31 read _items -> Shop._items@13 in Shop.FindAsync
            37:44 read x -> Shop.FindAsync.x@37 in Shop.FindAsync
            37:46 read Ok of x in Shop.FindAsync
            37:57 read x -> Shop.FindAsync.x@37 in Shop.FindAsync
            37:59 read Name of x in Shop.FindAsync
            37:71 read x -> Shop.FindAsync.x@37 in Shop.FindAsync
            37:73 read Name of x in Shop.FindAsync
            38:9 type Func free in Shop.FindAsync
            38:33 read y -> Shop.FindAsync.y@38 in Shop.FindAsync
            39:9 type Action free in Shop.FindAsync
            39:42 call Log free in Shop.FindAsync
            39:46 read s -> Shop.FindAsync.s@39 in Shop.FindAsync
            40:17 read item free in Shop.FindAsync
            40:23 read Price of item in Shop.FindAsync
            40:30 call ToString of item.Price in Shop.FindAsync
            42:26 read item free in Shop.FindAsync
            42:31 read Price of item in Shop.FindAsync
            44:20 read item free in Shop.FindAsync
            44:34 type Special free in Shop.FindAsync
            44:48 read s2 -> Shop.FindAsync.s2@44 in Shop.FindAsync
            44:51 read Name of s2 in Shop.FindAsync
            44:75 call nameof free in Shop.FindAsync
            44:82 read Name -> Shop.Name@16 in Shop.FindAsync
            45:22 type Item free in Shop.FindAsync
            45:27 read item free in Shop.FindAsync
            45:35 type Special free in Shop.FindAsync
            48:10 type IShop -> IShop@53 in Shop.Open
            48:30 call Open of super<Shop> in Shop.Open
            48:38 read Sold -> Shop.Sold@15 in Shop.Open
            48:44 call Invoke of Sold in Shop.Open
            48:57 read EventArgs free in Shop.Open
            48:67 read Empty of EventArgs in Shop.Open
            50:37 inherit IPoint free in Point
            50:67 call Sqrt free in Point.Len
            50:72 read X -> Point.X@50 in Point.Len
            50:76 read X -> Point.X@50 in Point.Len
            53:26 inherit IDisposable free in IShop
            56:47 type Item free in Ext.Do
            56:58 read i -> Ext.Do.i@56 in Ext.Do
            56:60 call Run of i in Ext.Do
        "#]],
    );
}

#[test]
fn every_name_of_the_description_is_in_the_grammar() {
    let unknown =
        crate::described::unknown_names(&tree_sitter_c_sharp::LANGUAGE.into(), &super::DESCRIPTION);
    assert_eq!(unknown, Vec::<String>::new());
}
