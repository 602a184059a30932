use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "swift",
        include_str!("fixture.swift"),
        expect![[r#"
            class Shop 5-45 public "A shop."
            local typeparameter Shop.T 6-6 internal : Item
            property Shop.items 8-8 private : list<T> "Items."
            property Shop.name 9-9 internal : String
            property Shop.id 9-9 internal
            property Shop.shared 10-10 internal static = new Shop<Item>
            property Shop.total 11-11 internal : Whole
            property Shop.count 12-12 internal : Whole
            property Shop.price 13-13 internal : Fraction
            property Shop.delegate 14-14 internal : ShopDelegate
            constructor Shop.init 15-15 internal
            local parameter Shop.init.name 15-15 private : String
            local parameter Shop.init.id 15-15 private : Whole
            constructor Shop.init 16-16 internal
            local parameter Shop.init.raw 16-16 private : String
            method Shop.deinit 17-17 internal
            method Shop.subscript 18-18 internal : T
            local parameter Shop.subscript.index 18-18 private : Whole
            method Shop.find 19-41 public : T
            local typeparameter Shop.find.U 19-19 private
            local parameter Shop.find.test 19-19 private : fn(T) -> Boolean
            local parameter Shop.find.list 19-19 private : list<U>
            local parameter Shop.find.key 19-19 private : String
            local variable Shop.find.first 20-20 private = items.first?
            local variable Shop.find.x 20-20 private = opt?
            local variable Shop.find.delegate 21-21 private = delegate?
            local variable Shop.find.value 22-22 private
            local variable Shop.find.i 23-23 private
            local variable Shop.find.item 23-23 private
            local variable Shop.find.v 25-25 private
            local variable Shop.find.r 26-26 private
            local variable Shop.find.a 30-30 private
            local variable Shop.find.b 30-30 private
            local variable Shop.find.error 31-31 private
            local variable Shop.find.f 32-32 private = Function
            local parameter Shop.find.y 32-32 private : Whole
            local parameter Shop.find.p 33-33 private = each items.map()
            local function Shop.find.local 34-34 private : Whole
            local parameter Shop.find.local.z 34-34 private : Whole
            local variable Shop.find.r 35-35 private = delegate.value()?.text
            local variable Shop.find.c 37-37 private = Self<Shop>.shared
            local variable Shop.find.cast 38-38 private = as Special
            local variable Shop.find.dict 39-39 private : map<Whole>
            method Shop.== 42-42 internal static : Boolean
            local parameter Shop.==.a 42-42 private : Shop
            local parameter Shop.==.b 42-42 private : Shop
            method Shop.make 43-43 internal static : Shop
            enum Shop.Kind 44-44 internal
            enummember Shop.Kind.open 44-44 public static
            enummember Shop.Kind.closed 44-44 public static
            enummember Shop.Kind.other 44-44 public static
            property Shop.Kind.label 44-44 internal : String
            struct Point 46-46 internal
            property Point.x 46-46 internal : Whole
            property Point.y 46-46 internal
            method Point.move 46-46 internal
            local parameter Point.move.d 46-46 private : Whole
            interface Sells 47-47 internal
            type Sells.Goods 47-47 internal
            property Sells.n 47-47 internal : Whole
            method Sells.sell 47-47 internal abstract : Boolean
            local parameter Sells.sell.g 47-47 private : Goods
            constructor Sells.init 47-47 internal
            local parameter Sells.init.x 47-47 private : Whole
            property Shop.description 48-48 internal : String
            method Shop.extra 48-48 internal
            method shout 49-49 internal : String
            type Handler 50-50 internal : fn(Event) -> Nothing
            class Bank 51-51 internal
            property Bank.balance 51-51 internal = Whole
            method Bank.add 51-51 internal
            local parameter Bank.add.n 51-51 private : Whole
            function top 52-52 internal : View
            local typeparameter top.T 52-52 private
            local parameter top.a 52-52 private : T
            property global 53-53 internal = top()
            function größe 55-55 internal
            function debugOnly 57-57 internal
            import 1 Foundation Glob
            import 2 Acme Item Thing as Thing
            heritage Shop Extends Base<T>
            heritage Shop Extends Sells
            heritage Shop.Kind Extends String
            heritage Shop.Kind Extends CaseIterable
            heritage Point Extends Equatable
            heritage Sells Extends AnyObject
            heritage Shop Implements CustomStringConvertible
            2:2 call testable free
            5:2 call available free in Shop
            6:28 type Item free in Shop
            6:35 inherit Base free in Shop
            6:40 type T -> Shop.T@6 in Shop
            6:44 inherit Sells -> Sells@47 in Shop
            6:56 read T -> Shop.T@6 in Shop
            6:59 type Codable free in Shop
            8:30 type T -> Shop.T@6 in Shop.items
            10:25 call Shop -> Shop@6 in Shop.shared
            10:30 type Item free in Shop.shared
            11:29 read items -> Shop.items@8 in Shop.total
            11:35 read count of items in Shop.total
            12:29 read items -> Shop.items@8 in Shop.count
            12:35 read count of items in Shop.count
            13:38 call update free in Shop.price
            14:24 type ShopDelegate free in Shop.delegate
            15:44 write name of self<Shop> in Shop.init
            15:51 read name -> Shop.init.name@15 in Shop.init
            15:63 call init of super<Shop> in Shop.init
            16:43 call init of self<Shop> in Shop.init
            16:54 read raw -> Shop.init.raw@16 in Shop.init
            17:14 call close free in Shop.deinit
            18:30 type T -> Shop.T@6 in Shop.subscript
            18:40 read items -> Shop.items@8 in Shop.subscript
            18:46 read index -> Shop.subscript.index@18 in Shop.subscript
            18:61 read items -> Shop.items@8 in Shop.subscript
            18:67 read index -> Shop.subscript.index@18 in Shop.subscript
            19:6 call objc free in Shop.find
            19:47 type T -> Shop.T@6 in Shop.find
            19:69 type U -> Shop.find.U@19 in Shop.find
            19:113 type T -> Shop.T@6 in Shop.find
            20:27 read items -> Shop.items@8 in Shop.find
            20:33 read first of items in Shop.find
            20:48 read opt free in Shop.find
            21:16 read delegate -> Shop.delegate@14 in Shop.find
            21:27 read delegate -> Shop.find.delegate@21 in Shop.find
            21:36 call shopDidChange of delegate in Shop.find
            22:18 read open of ? in Shop.find
            22:36 read state free in Shop.find
            22:44 call print free in Shop.find
            22:50 read value -> Shop.find.value@22 in Shop.find
            23:26 read items -> Shop.items@8 in Shop.find
            23:32 call enumerated of items in Shop.find
            23:51 call test -> Shop.find.test@19 in Shop.find
            23:56 read item -> Shop.find.item@23 in Shop.find
            23:64 call print free in Shop.find
            23:73 read i -> Shop.find.i@23 in Shop.find
            23:78 read item -> Shop.find.item@23 in Shop.find
            23:83 read name of item in Shop.find
            24:16 read state free in Shop.find
            25:15 read open of ? in Shop.find
            25:28 call use free in Shop.find
            25:32 read v -> Shop.find.v@25 in Shop.find
            26:19 read closed of ? in Shop.find
            26:33 call use free in Shop.find
            26:37 read r -> Shop.find.r@26 in Shop.find
            27:17 type Foo free in Shop.find
            30:22 call pair free in Shop.find
            31:24 call run free in Shop.find
            31:51 type ShopError free in Shop.find
            31:69 read error -> Shop.find.error@31 in Shop.find
            31:85 call print free in Shop.find
            31:91 read error free in Shop.find
            32:38 read y -> Shop.find.y@32 in Shop.find
            33:9 read items -> Shop.items@8 in Shop.find
            33:15 call map of items in Shop.find
            33:24 read price of each items in Shop.find
            33:32 call filter of items.map() in Shop.find
            33:46 read p -> Shop.find.p@33 in Shop.find
            34:39 read z -> Shop.find.local.z@34 in Shop.find
            34:43 read count -> Shop.count@12 in Shop.find
            35:17 read delegate -> Shop.delegate@14 in Shop.find
            35:27 call value of delegate in Shop.find
            35:38 read key -> Shop.find.key@19 in Shop.find
            35:44 read text of delegate.value()? in Shop.find
            36:14 write price of self<Shop> in Shop.find
            36:22 call Double free in Shop.find
            36:29 call local -> Shop.find.local@34 in Shop.find
            37:22 read shared of Self<Shop> in Shop.find
            38:20 read x -> Shop.find.x@20 in Shop.find
            38:26 type Special free in Shop.find
            40:16 read items -> Shop.items@8 in Shop.find
            42:24 type Shop -> Shop@6 in Shop.==
            42:33 type Shop -> Shop@6 in Shop.==
            42:49 read a -> Shop.==.a@42 in Shop.==
            42:51 read id of a in Shop.==
            42:57 read b -> Shop.==.b@42 in Shop.==
            42:59 read id of b in Shop.==
            43:26 type Shop -> Shop@6 in Shop.make
            43:40 call Shop -> Shop@6 in Shop.make
            44:16 inherit String free in Shop.Kind
            44:24 inherit CaseIterable free in Shop.Kind
            44:115 read rawValue free in Shop.Kind.label
            46:15 inherit Equatable free in Point
            46:74 write x -> Point.x@46 in Point.move
            46:79 read d -> Point.move.d@46 in Point.move
            47:17 inherit AnyObject free in Sells
            47:86 type Goods -> Sells.Goods@47 in Sells.sell
            48:11 type Shop -> Shop@6
            48:17 inherit CustomStringConvertible free
            48:88 read name free in Shop.description
            49:45 call uppercased free in shout
            50:22 type Event free
            51:52 write balance -> Bank.balance@51 in Bank.add
            51:63 read n -> Bank.add.n@51 in Bank.add
            52:18 type T -> top.T@52 in top
            52:29 type View free in top
            52:36 call Text free in top
            52:46 call padding of Text() in top
            53:14 call top -> top@52 in global
        "#]],
    );
}

#[test]
fn every_name_of_the_description_is_in_the_grammar() {
    let unknown =
        crate::described::unknown_names(&tree_sitter_swift::LANGUAGE.into(), &super::DESCRIPTION);
    assert_eq!(unknown, Vec::<String>::new());
}

#[test]
fn macros_defer_and_attributes_of_imports() {
    check_facts(
        "swift",
        "@_exported import Foo\nfunc f(x: Int) {\n  defer { close(x) }\n  #expect(x == 1)\n  \
         queue.async { run(x) }\n}\n",
        expect![[r#"
            function f 2-6 internal
            local parameter f.x 2-2 private : Whole
            import 1 Foo Glob
            1:2 call _exported free
            3:11 call close free in f
            3:17 read x -> f.x@2 in f
            4:4 call expect free in f
            4:11 read x -> f.x@2 in f
            5:3 read queue free in f
            5:9 call async of queue in f
            5:17 call run free in f
            5:21 read x -> f.x@2 in f
        "#]],
    );
}
