//! What is extracted from Java.

use expect_test::expect;
use proptest::prelude::*;

use crate::testing::{check_facts, check_symbols, facts_of};

#[test]
fn definitions_with_everything() {
    check_symbols(
        "java",
        r#"/* licence */
package com.shop;

import java.util.List;

/** A shop. More. */
@Entity(name = "shop")
public abstract class Shop<T extends Item & Named> extends Base<T> implements Closeable, Api {
    public static final int LIMIT = 3;
    protected List<T> items, rest[];
    private final String größe = "x";

    static { int loaded = 1; }

    /** Makes one. */
    protected Shop(Person owner, T... more) throws IOException { super(owner); }

    /** Finds. Then more. */
    @Deprecated @Override
    public <R> R find(final Map<String, ? super R> by, int[] ids) { R found = null; return found; }
    void find() {}
    abstract int[] counts() [];
    @Test void works() {}

    interface Api { int SIZE = 1; void run(); default void stop() {} static Api of() { return null; } }

    enum Color implements Api {
        /** Hot. */
        RED(1), GREEN { void run() {} };
        Color(int x) {}
        public void run() {}
    }

    record Point(int x, @NonNull Point next) {
        Point { assert x > 0; }
        int sum() { return x; }
    }

    @interface Marker { String value() default "a"; }

    private class Inner { class Deep { void deepest() { class Local { void inLocal() {} } } } }
}

class Helper {}
"#,
        expect![[r#"
            class Shop 7-42 public abstract "A shop."
            local typeparameter Shop.T 8-8 public : Item
            constant Shop.LIMIT 9-9 public static : Whole = Whole
            field Shop.items 10-10 protected : List<T>
            field Shop.rest 10-10 protected : list<List<T>>
            field Shop.größe 11-11 private : String = String
            local variable Shop.loaded 13-13 public : Whole = Whole
            constructor Shop.Shop 16-16 protected = self<Shop> "Makes one."
            local parameter Shop.Shop.owner 16-16 public : Person
            local parameter Shop.Shop.more 16-16 public : list<T>
            method Shop.find 19-20 public deprecated : R "Finds."
            local typeparameter Shop.find.R 20-20 public
            local parameter Shop.find.by 20-20 public : Map<String, ?>
            local parameter Shop.find.ids 20-20 public : list<Whole>
            local variable Shop.find.found 20-20 public : R = Nothing
            method Shop.find 21-21 internal : Nothing
            method Shop.counts 22-22 internal abstract : list<list<Whole>>
            method Shop.works 23-23 internal test : Nothing
            interface Shop.Api 25-25 internal static
            constant Shop.Api.SIZE 25-25 public static : Whole = Whole
            method Shop.Api.run 25-25 public abstract : Nothing
            method Shop.Api.stop 25-25 public : Nothing
            method Shop.Api.of 25-25 public static : Api
            enum Shop.Color 27-32 internal static
            enummember Shop.Color.RED 29-29 public static = self<Shop.Color> "Hot."
            enummember Shop.Color.GREEN 29-29 public static = self<Shop.Color>
            class Shop.Color.GREEN.<anonymous> 29-29 private anonymous
            method Shop.Color.GREEN.<anonymous>.run 29-29 internal : Nothing
            constructor Shop.Color.Color 30-30 private = self<Shop.Color>
            local parameter Shop.Color.Color.x 30-30 public : Whole
            method Shop.Color.run 31-31 public : Nothing
            class Shop.Point 34-37 internal static
            field Shop.Point.x 34-34 private accessor : Whole
            field Shop.Point.next 34-34 private accessor : Point
            constructor Shop.Point.Point 35-35 internal = self<Shop.Point>
            method Shop.Point.sum 36-36 internal : Whole
            interface Shop.Marker 39-39 internal static
            method Shop.Marker.value 39-39 public abstract : String
            class Shop.Inner 41-41 private
            class Shop.Inner.Deep 41-41 internal
            method Shop.Inner.Deep.deepest 41-41 internal : Nothing
            local class Shop.Inner.Deep.deepest.Local 41-41 internal
            method Shop.Inner.Deep.deepest.Local.inLocal 41-41 internal : Nothing
            class Helper 44-44 internal
        "#]],
    );
}

#[test]
fn references_are_bound_through_scopes() {
    check_facts(
        "java",
        "\
package a;
import static a.b.Util.*;
import static a.b.Util.max;
import java.util.List;
import java.io.*;
class C extends D {
    int count; String name;
    String name() { return name; }
    void m(List<String> list, int count) {
        String name = name();
        this.count = count + max(1, count);
        list.get(0).trim();
        super.m(null, 1);
        C.this.name();
        new C().name().length();
        other(); Outer.Inner.make(); java.util.Arrays.sort(null);
        name.trim(); int later = 1;
    }
    void n() { later = count++; m(null, C.max()); }
}
",
        expect![[r#"
            class C 6-20 internal
            field C.count 7-7 internal : Whole
            field C.name 7-7 internal : String
            method C.name 8-8 internal : String
            method C.m 9-18 internal : Nothing
            local parameter C.m.list 9-9 public : List<String>
            local parameter C.m.count 9-9 public : Whole
            local variable C.m.name 10-10 public : String = name()
            local variable C.m.later 17-17 public : Whole = Whole
            method C.n 19-19 internal : Nothing
            import 2 a.b.Util Glob
            import 3 a.b.Util Item max as max
            import 4 java.util Item List as List
            import 5 java.io Glob
            heritage C Extends D
            6:17 inherit D free in C
            7:16 type String free in C
            8:5 type String free in C.name
            8:28 read name -> C.name@7 in C.name
            9:12 type List -> import java.util in C.m
            9:17 type String free in C.m
            10:9 type String free in C.m
            10:23 call name -> C.name@8 in C.m
            11:14 write count of self<C> in C.m
            11:22 read count -> C.m.count@9 in C.m
            11:30 call max -> import a.b.Util in C.m
            11:37 read count -> C.m.count@9 in C.m
            12:9 read list -> C.m.list@9 in C.m
            12:14 call get of list in C.m
            12:21 call trim of list.get() in C.m
            13:15 call m of super<C> in C.m
            14:9 read C -> C@6 in C.m
            14:16 call name of new C in C.m
            15:13 call C -> C@6 in C.m
            15:17 call name of new C in C.m
            15:24 call length of new C.name() in C.m
            16:9 call other free in C.m
            16:18 read Outer free in C.m
            16:24 read Inner of Outer in C.m
            16:30 call make of Outer.Inner in C.m
            16:38 read java free in C.m
            16:43 read util of java in C.m
            16:48 read Arrays of java.util in C.m
            16:55 call sort of java.util.Arrays in C.m
            17:9 read name -> C.m.name@10 in C.m
            17:14 call trim of name in C.m
            19:16 write later free in C.n
            19:24 write count -> C.count@7 in C.n
            19:33 call m -> C.m@9 in C.n
            19:41 read C -> C@6 in C.n
            19:43 call max of C in C.n
        "#]],
    );
}

#[test]
fn statements_bind_names() {
    check_facts(
        "java",
        "\
class S {
    Color color;
    void m(Object o) throws IOException {
        for (Item item : items()) item.use();
        for (int i = 0, j = 1; i < j; i++) j--;
        try (var in = open(); in2) { in.read(); } catch (IOError | Bad e) { e.show(); } finally { end(); }
        if (o instanceof Item it && it.ok()) { it.go(); }
        if (!(o instanceof Pair(var left, Item right))) return;
        right.go(left);
        switch (color) { case RED: int x = 1; break; case GREEN: x = 2; default: }
        Item made = switch (o) { case Item t when t.ok() -> t; default -> new Item(); };
        Runnable r = () -> { int k = 1; run(k); };
        list.map(a -> a.size()).map((b, c) -> b).map(Item::size).map(this::m).collect(Item[]::new, Item::new);
        Item[] array = new Item[]{ made, (Item) o }; array[0].go();
        new Thread(r) { int own; public void run() { own = 1; start(); m(o); } }.start();
        outer: while (true) { break outer; }
        int own = o == null ? 1 : 2;
        outside.new Inner(own); Item.class.getName();
    }
}
enum Color { RED, GREEN }
",
        expect![[r#"
            class S 1-20 internal
            field S.color 2-2 internal : Color
            method S.m 3-19 internal : Nothing
            local parameter S.m.o 3-3 public : Object
            local variable S.m.item 4-4 public : Item = items()[]
            local variable S.m.i 5-5 public : Whole = Whole
            local variable S.m.j 5-5 public : Whole = Whole
            local variable S.m.in 6-6 public = open()
            local parameter S.m.e 6-6 public : (IOError | Bad)
            local variable S.m.it 7-7 public : Item
            local variable S.m.left 8-8 public
            local variable S.m.right 8-8 public : Item
            local variable S.m.x 10-10 public : Whole = Whole
            local variable S.m.made 11-11 public : Item = (t | new Item)
            local variable S.m.t 11-11 public : Item
            local variable S.m.r 12-12 public : Runnable = Function
            local variable S.m.k 12-12 public : Whole = Whole
            local parameter S.m.a 13-13 public
            local parameter S.m.b 13-13 public
            local parameter S.m.c 13-13 public
            local variable S.m.array 14-14 public : list<Item> = as list<Item>
            local class S.m.<anonymous> 15-15 private anonymous
            field S.m.<anonymous>.own 15-15 internal : Whole
            method S.m.<anonymous>.run 15-15 public : Nothing
            local variable S.m.own 17-17 public : Whole = (Whole | Whole)
            enum Color 21-21 internal
            enummember Color.RED 21-21 public static = self<Color>
            enummember Color.GREEN 21-21 public static = self<Color>
            heritage S.m.<anonymous> Extends Thread
            2:5 type Color -> Color@21 in S
            3:12 type Object free in S.m
            3:29 type IOException free in S.m
            4:14 type Item free in S.m
            4:26 call items free in S.m
            4:35 read item -> S.m.item@4 in S.m
            4:40 call use of item in S.m
            5:32 read i -> S.m.i@5 in S.m
            5:36 read j -> S.m.j@5 in S.m
            5:39 write i -> S.m.i@5 in S.m
            5:44 write j -> S.m.j@5 in S.m
            6:23 call open free in S.m
            6:31 read in2 free in S.m
            6:38 read in -> S.m.in@6 in S.m
            6:41 call read of in in S.m
            6:58 type IOError free in S.m
            6:68 type Bad free in S.m
            6:77 read e -> S.m.e@6 in S.m
            6:79 call show of e in S.m
            6:99 call end free in S.m
            7:13 read o -> S.m.o@3 in S.m
            7:26 type Item free in S.m
            7:37 read it -> S.m.it@7 in S.m
            7:40 call ok of it in S.m
            7:48 read it -> S.m.it@7 in S.m
            7:51 call go of it in S.m
            8:15 read o -> S.m.o@3 in S.m
            8:28 type Pair free in S.m
            8:43 type Item free in S.m
            9:9 read right -> S.m.right@8 in S.m
            9:15 call go of right in S.m
            9:18 read left -> S.m.left@8 in S.m
            10:17 read color -> S.color@2 in S.m
            10:31 read RED of color in S.m
            10:59 read GREEN of color in S.m
            10:66 write x -> S.m.x@10 in S.m
            11:9 type Item free in S.m
            11:29 read o -> S.m.o@3 in S.m
            11:39 type Item free in S.m
            11:51 read t -> S.m.t@11 in S.m
            11:53 call ok of t in S.m
            11:61 read t -> S.m.t@11 in S.m
            11:79 call Item free in S.m
            12:9 type Runnable free in S.m
            12:41 call run free in S.m
            12:45 read k -> S.m.k@12 in S.m
            13:9 read list free in S.m
            13:14 call map of list in S.m
            13:23 read a -> S.m.a@13 in S.m
            13:25 call size of a in S.m
            13:33 call map of list.map() in S.m
            13:47 read b -> S.m.b@13 in S.m
            13:50 call map of list.map().map() in S.m
            13:54 read Item free in S.m
            13:60 read size of Item in S.m
            13:66 call map of list.map().map().map() in S.m
            13:76 read m of self<S> in S.m
            13:79 call collect of list.map().map().map().map() in S.m
            13:87 type Item free in S.m
            13:100 call Item free in S.m
            14:9 type Item free in S.m
            14:28 type Item free in S.m
            14:36 read made -> S.m.made@11 in S.m
            14:43 type Item free in S.m
            14:49 read o -> S.m.o@3 in S.m
            14:54 read array -> S.m.array@14 in S.m
            14:63 call go of array[] in S.m
            15:13 call Thread free in S.m
            15:20 read r -> S.m.r@12 in S.m
            15:54 write own -> S.m.<anonymous>.own@15 in S.m.<anonymous>.run
            15:63 call start free in S.m.<anonymous>.run
            15:72 call m -> S.m@3 in S.m.<anonymous>.run
            15:74 read o -> S.m.o@3 in S.m.<anonymous>.run
            15:82 call start of new Thread in S.m
            17:19 read o -> S.m.o@3 in S.m
            18:9 read outside free in S.m
            18:21 call Inner of outside in S.m
            18:27 read own -> S.m.own@17 in S.m
            18:33 type Item free in S.m
            18:44 call getName of ? in S.m
        "#]],
    );
}

#[test]
fn modules_and_imports() {
    check_facts(
        "java",
        "import a.b.C; import d.*; import static e.F.g; import Single;\nopen module m.n { requires x; }\n",
        expect![[r#"
            module m.n 2-2 public
            import 1 a.b Item C as C
            import 1 d Glob
            import 1 e.F Item g as g
            import 1  Item Single as Single
        "#]],
    );
}

#[test]
fn broken_code_keeps_what_it_can() {
    check_symbols(
        "java",
        "class A {\n  void good() {}\n  int = ;\n  void next( { }\n  void last() {}\n",
        expect![[r#"
            class A 1-5 internal
            method A.good 2-2 internal : Nothing
            method A.next 4-4 internal : Nothing
            method A.last 5-5 internal : Nothing
        "#]],
    );
}

#[test]
fn deep_nesting_is_cut_not_fatal() {
    let text = format!("class A {{ int x = {}1{}; }}", "(".repeat(50_000), ")".repeat(50_000));
    let facts = facts_of("java", &text);
    assert!(facts.flags.has(clew_model::FileFlags::CUT));
    facts_of("java", &"class A { ".repeat(5_000));
    facts_of("java", &format!("class A {{ int x = a{}; }}", ".b()".repeat(20_000)));
}

proptest! {
    #[test]
    fn any_text_gives_facts(
        text in "(class |interface |enum |record |import |package |static |new |switch |case |try |[a-z]{1,3}|[A-Z]|->|::|[ \n:;(){},.=<>@\\[\\]'\"]){0,60}"
    ) {
        facts_of("java", &text);
    }
}

#[test]
fn constructors_that_call_others_call_types() {
    check_facts(
        "java",
        "\
package a;
import b.Base;
class Cart extends Base<String> {
    Cart() { this(1); }
    Cart(int size) { super(size, size); }
}
class Plain { Plain() { super(); } }
",
        expect![[r#"
            class Cart 3-6 internal
            constructor Cart.Cart 4-4 internal = self<Cart>
            constructor Cart.Cart 5-5 internal = self<Cart>
            local parameter Cart.Cart.size 5-5 public : Whole
            class Plain 7-7 internal
            constructor Plain.Plain 7-7 internal = self<Plain>
            import 2 b Item Base as Base
            heritage Cart Extends Base<String>
            3:20 inherit Base -> import b in Cart
            3:25 type String free in Cart
            4:14 call Cart -> Cart@3 in Cart.Cart
            5:22 call Base -> import b in Cart.Cart
            5:28 read size -> Cart.Cart.size@5 in Cart.Cart
            5:34 read size -> Cart.Cart.size@5 in Cart.Cart
        "#]],
    );
}
