use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "scala",
        include_str!("fixture.scala"),
        expect![[r#"
            class Shop 10-41 public abstract "A shop."
            local typeparameter Shop.T 11-11 public
            property Shop.name 11-11 private : String
            property Shop.items 11-11 public : List<T>
            property Shop.n 11-11 private : Whole
            property Shop.ec 11-11 private : Ec
            property Shop.count 13-13 public : Whole "Count."
            property Shop.total 14-14 public = Whole
            field Shop.a 15-15 public
            field Shop.b 15-15 public
            type Shop.Alias 16-16 public : List<T>
            constructor Shop.this 17-17 public = self<Shop>()
            local parameter Shop.this.n 17-17 private : Whole
            method Shop.close 18-18 protected abstract : Nothing
            method Shop.find 19-38 public : Option<T>
            local parameter Shop.find.test 19-19 private : fn -> Boolean
            local parameter Shop.find.ids 19-19 private : Whole
            local variable Shop.find.item 20-20 private = items[]
            local variable Shop.find.x 20-20 private = item.price
            local variable Shop.find.k 20-20 private
            local variable Shop.find.v 20-20 private
            local parameter Shop.find.p 21-21 private
            local variable Shop.find.x 21-21 private = Point.0
            local variable Shop.find.y 21-21 private = Point.1
            local variable Shop.find.y 22-27 private
            local variable Shop.find.value 23-23 private = Open.0
            local variable Shop.find.o 24-24 private : Other
            local variable Shop.find.head 25-25 private
            local variable Shop.find.tail 25-25 private
            local variable Shop.find.e 28-28 private : IOException
            local variable Shop.find.o 29-29 private = new Listener
            local class Shop.find.<anonymous> 29-29 private anonymous
            method Shop.find.<anonymous>.on 29-29 private = handle()
            local parameter Shop.find.<anonymous>.on.e 29-29 private : Event
            local function Shop.find.local 30-30 private
            local parameter Shop.find.local.z 30-30 private : Whole
            local variable Shop.find.f 33-33 private
            local variable Shop.find.cast 34-34 private = y.asInstanceOf<List<T>>
            class Shop.Inner 39-39 public
            property Shop.Inner.z 39-39 public = Shop.this.count
            method Shop.+ 40-40 public : Shop<T>
            local parameter Shop.+.o 40-40 private : Shop<T>
            class Shop 42-42 public
            property Shop.MAX 42-42 public = Whole
            method Shop.apply 42-42 public : Shop<Item>
            local parameter Shop.apply.n 42-42 private : String
            class Shop.Ext 42-42 public
            property Shop.Ext.s 42-42 private : String
            method Shop.Ext.shout 42-42 public = s.toUpperCase
            class Point 43-43 public
            property Point.x 43-43 public : Whole
            property Point.y 43-43 public : Whole
            interface Shape 44-44 public
            method Shape.area 44-44 public abstract : Fraction
            class Circle 45-45 public
            method Circle.area 45-45 public = Whole
            enum Color 46-50 public
            property Color.rgb 46-46 public : Whole
            enummember Color.Red 47-47 public static
            enummember Color.Green 48-48 public static
            enummember Color.Blue 48-48 public static
            method Color.f 49-49 public = Whole
            class intOrd 50-52 public : Ordering<Whole>
            method intOrd.compare 51-51 public
            local parameter intOrd.compare.x 51-51 private : Whole
            local parameter intOrd.compare.y 51-51 private : Whole
            local parameter s 52-52 public : String
            method shout2 53-53 public : String
            local parameter shout2.n 53-53 private : Whole
            function größe 54-54 public : Whole
            local typeparameter größe.A 54-54 public
            local parameter größe.a 54-54 private : A
            type Handler 55-55 public : fn -> Nothing
            import 4 java.util Item Date as Date
            import 4 java.util Item List as JList
            import 4 java.util Glob
            import 5 scala.concurrent Item Future as Future
            import 6 Tools Glob
            import 7 foo.bar Glob
            import 7 foo.bar Item Baz as Qux
            heritage Shop Extends Base<T>
            heritage Shop Extends Sells
            heritage Shop Extends Helper
            heritage Shop.find.<anonymous> Extends Listener
            heritage Shop.find.<anonymous> Extends Foo
            heritage Circle Extends Shape
            heritage Color Extends Enum
            heritage Color.Red Extends Color
            10:2 call deprecated free in Shop
            11:26 type Item free in Shop
            11:69 type List free in Shop
            11:74 type T -> Shop.T@11 in Shop
            11:103 type Ec free in Shop
            11:115 inherit Base free in Shop
            11:120 type T -> Shop.T@11 in Shop
            11:123 read name -> Shop.name@11 in Shop
            11:134 inherit Sells free in Shop
            11:145 inherit Helper free in Shop
            13:20 read items -> Shop.items@11 in Shop.count
            13:26 read size of items in Shop.count
            15:21 read pair free in Shop
            16:16 type List free in Shop
            16:21 type T -> Shop.T@11 in Shop
            17:32 read Nil free in Shop.this
            19:41 type T -> Shop.T@11 in Shop.find
            19:67 type Option free in Shop.find
            19:74 type T -> Shop.T@11 in Shop.find
            20:18 read items -> Shop.items@11 in Shop.find
            20:27 call test -> Shop.find.test@19 in Shop.find
            20:32 read item -> Shop.find.item@20 in Shop.find
            20:43 read item -> Shop.find.item@20 in Shop.find
            20:48 read price of item in Shop.find
            20:65 read map free in Shop.find
            20:78 call println free in Shop.find
            20:89 read k -> Shop.find.k@20 in Shop.find
            20:93 read v -> Shop.find.v@20 in Shop.find
            20:95 read name of v in Shop.find
            21:5 read items -> Shop.items@11 in Shop.find
            21:11 call map of items in Shop.find
            21:17 read price of ? in Shop.find
            21:24 call filter of items.map() in Shop.find
            21:36 read p -> Shop.find.p@21 in Shop.find
            21:43 call foreach of items.map().filter() in Shop.find
            21:58 type Point -> Point@43 in Shop.find
            21:73 call use free in Shop.find
            21:77 read x -> Shop.find.x@21 in Shop.find
            22:13 read state free in Shop.find
            23:12 type Open free in Shop.find
            23:27 read value -> Shop.find.value@23 in Shop.find
            23:40 read value -> Shop.find.value@23 in Shop.find
            24:15 type Other free in Shop.find
            24:24 read o -> Shop.find.o@24 in Shop.find
            24:26 read run of o in Shop.find
            25:28 read head -> Shop.find.head@25 in Shop.find
            28:9 call risky free in Shop.find
            28:33 type IOException free in Shop.find
            28:58 call ShopException free in Shop.find
            28:72 read e -> Shop.find.e@28 in Shop.find
            28:85 call close -> Shop.close@18 in Shop.find
            29:17 call Listener free in Shop.find
            29:31 inherit Foo free in Shop.find
            29:56 type Event free in Shop.find.<anonymous>.on
            29:65 call handle free in Shop.find.<anonymous>.on
            29:72 read e -> Shop.find.<anonymous>.on.e@29 in Shop.find.<anonymous>.on
            30:25 read z -> Shop.find.local.z@30 in Shop.find
            30:29 read count -> Shop.count@13 in Shop.find
            31:10 write total of self<Shop> in Shop.find
            31:18 call local -> Shop.find.local@30 in Shop.find
            32:11 call find of super<Shop> in Shop.find
            32:16 read test -> Shop.find.test@19 in Shop.find
            33:13 read local -> Shop.find.local@30 in Shop.find
            34:16 read y -> Shop.find.y@22 in Shop.find
            34:18 read asInstanceOf of y in Shop.find
            34:31 type List free in Shop.find
            34:36 type T -> Shop.T@11 in Shop.find
            35:9 call Shop -> Shop@11 in Shop.find
            35:14 type Item free in Shop.find
            35:25 read Nil free in Shop.find
            35:30 call find of new Shop<Item> in Shop.find
            35:35 read f -> Shop.find.f@33 in Shop.find
            36:5 read items -> Shop.items@11 in Shop.find
            36:11 call foreach of items in Shop.find
            36:19 read println free in Shop.find
            37:5 call Some free in Shop.find
            39:25 read Shop -> Shop@11 in Shop.Inner.z
            39:30 read this of Shop in Shop.Inner.z
            39:35 read count of Shop.this in Shop.Inner.z
            40:12 type Shop -> Shop@11 in Shop.+
            40:17 type T -> Shop.T@11 in Shop.+
            40:22 type Shop -> Shop@11 in Shop.+
            40:27 type T -> Shop.T@11 in Shop.+
            42:50 type Shop -> Shop@11 in Shop.apply
            42:55 type Item free in Shop.apply
            42:113 read s -> Shop.Ext.s@42 in Shop.Ext.shout
            42:115 read toUpperCase of s in Shop.Ext.shout
            45:28 inherit Shape -> Shape@44 in Circle
            46:34 inherit Enum free in Color
            47:20 inherit Color -> Color@46 in Color.Red
            50:15 type Ordering free in intOrd
            51:33 read x -> intOrd.compare.x@51 in intOrd.compare
            51:37 read y -> intOrd.compare.y@51 in intOrd.compare
            53:32 read s -> s@52 in shout2
            53:36 read n -> shout2.n@53 in shout2
            54:17 type A -> größe.A@54 in größe
            54:26 type Ord free in größe
            54:30 type A -> größe.A@54 in größe
            55:16 type Event free
        "#]],
    );
}

#[test]
fn every_name_of_the_description_is_in_the_grammar() {
    let unknown =
        crate::described::unknown_names(&tree_sitter_scala::LANGUAGE.into(), &super::DESCRIPTION);
    assert_eq!(unknown, Vec::<String>::new());
}

#[test]
fn anonymous_classes_with_traits_and_hidden_imports() {
    check_facts(
        "scala",
        "import c.universe.{Try => _, Name => N, _}\nobject A {\n  val x = new B[Int](y) with C with D.E {\n    \
         def f = 1\n  }\n  val z = new F with G\n}\n",
        expect![[r#"
            class A 2-7 public
            property A.x 3-5 public = new B<Whole>
            class A.x.<anonymous> 3-5 private anonymous
            method A.x.<anonymous>.f 4-4 public = Whole
            property A.z 6-6 public = new F
            import 1 c.universe Item Name as N
            import 1 c.universe Glob
            heritage A.x.<anonymous> Extends B<Whole>
            heritage A.x.<anonymous> Extends C
            heritage A.x.<anonymous> Extends D.E
            3:15 call B free in A.x
            3:22 read y free in A.x
            3:30 inherit C free in A.x
            3:37 type D free in A.x
            3:39 inherit E of D in A.x
            6:15 call F free in A.z
            6:22 inherit G free in A.z
        "#]],
    );
}
