//! What Java names mean across files.

use expect_test::expect;

use crate::testing::{check_meant, check_references, check_subtypes};

const SHOP: &str = "\
//- src/main/java/a/shop/Store.java
package a.shop;
import a.util.*;
import static a.util.Texts.trim;
import java.util.List;
public class Store extends Base<Item> implements Closer {
    private List<Item> items;
    private int size;
    int size() { return size; }
    Item first() { trim(\"x\"); return items.get(0); }
    void run() {
        first().use();
        for (Item item : items) item.use();
        close();
        one().use();
        Kind.of().use();
        new Thread() { public void run() { helper(); Store.this.close(); } };
        this.size(); size();
        Texts.trim(null);
        Object use = null;
    }
    void helper() {}
}
//- src/main/java/a/shop/Base.java
package a.shop;
abstract class Base<T> {
    T one() { return null; }
    void close() {}
    void close(int code) {}
}
interface Closer { void close(); }
//- src/main/java/a/util/Item.java
package a.util;
public class Item { public void use() { use(); } }
//- src/main/java/a/util/Kind.java
package a.util;
public enum Kind { A; public static Kind of() { return values()[0]; } public void use() {} }
//- src/main/java/a/util/Texts.java
package a.util;
public final class Texts { public static String trim(String text) { return text; } }
//- src/main/java/b/Item.java
package b;
class Item { void use() { } void other(Item item) { item.use(); } }
";

#[test]
fn methods_are_found_through_types() {
    check_references(
        SHOP,
        "src/main/java/a/util/Item.java Item.use",
        expect![[r#"
        src/main/java/a/shop/Store.java:11:17 call bound Store.run
        src/main/java/a/shop/Store.java:12:38 call bound Store.run
        src/main/java/a/shop/Store.java:14:15 call bound Store.run
        src/main/java/a/util/Item.java:2:41 call bound Item.use
    "#]],
    );
    check_references(
        SHOP,
        "Kind.use",
        expect![[r#"
        src/main/java/a/shop/Store.java:15:19 call bound Store.run
    "#]],
    );
}

#[test]
fn inherited_and_outer_members() {
    check_references(
        SHOP,
        "Base.close",
        expect![[r#"
        src/main/java/a/shop/Store.java:13:9 call bound Store.run
        src/main/java/a/shop/Store.java:16:65 call bound Store.run.<anonymous>.run
    "#]],
    );
    check_references(
        SHOP,
        "Store.helper",
        expect![[r#"
        src/main/java/a/shop/Store.java:16:44 call bound Store.run.<anonymous>.run
    "#]],
    );
    check_references(
        SHOP,
        "Store.size",
        expect![[r#"
        src/main/java/a/shop/Store.java:8:25 read bound Store.size
        src/main/java/a/shop/Store.java:17:14 call bound Store.run
        src/main/java/a/shop/Store.java:17:22 call bound Store.run
    "#]],
    );
}

#[test]
fn static_imports_and_same_package() {
    check_references(
        SHOP,
        "Texts.trim",
        expect![[r#"
        src/main/java/a/shop/Store.java:3:28 import bound 
        src/main/java/a/shop/Store.java:9:20 call bound Store.first
        src/main/java/a/shop/Store.java:18:15 call bound Store.run
    "#]],
    );
    check_references(
        SHOP,
        "Base",
        expect![[r#"
        src/main/java/a/shop/Store.java:5:28 inherit bound Store
    "#]],
    );
    check_subtypes(
        SHOP,
        "Closer",
        expect![[r#"
        Store Implements
    "#]],
    );
}

#[test]
fn overloads_are_chosen_by_the_number_of_arguments() {
    let fixture = "\
//- src/a/Base.java
package a;
public class Base {
    void put(int a) {}
    void log(String format, Object... rest) {}
}
//- src/a/Child.java
package a;
public class Child extends Base {
    void put(int a, int b) {}
    void run(Child other) {
        put(1);
        put(1, 2);
        other.put(3);
        other.put(3, 4);
        this.log(\"a\");
        log(\"a\", 1, 2);
    }
}
//- src/a/Far.java
package a;
public class Far extends java.util.ArrayList {
    void add(int a, int b, int c) {}
    void run() { add(1); add(1, 2, 3); }
}
";
    check_references(
        fixture,
        "Base.put",
        expect![[r#"
            src/a/Child.java:5:9 call bound Child.run
            src/a/Child.java:7:15 call bound Child.run
        "#]],
    );
    check_references(
        fixture,
        "Child.put",
        expect![[r#"
            src/a/Child.java:6:9 call bound Child.run
            src/a/Child.java:8:15 call bound Child.run
        "#]],
    );
    check_references(
        fixture,
        "Base.log",
        expect![[r#"
            src/a/Child.java:9:14 call bound Child.run
            src/a/Child.java:10:9 call bound Child.run
        "#]],
    );
    // `add(1)` is the library's.
    check_references(
        fixture,
        "Far.add",
        expect![[r#"
            src/a/Far.java:4:18 call name Far.run
            src/a/Far.java:4:26 call bound Far.run
        "#]],
    );
}

#[test]
fn overloads_are_chosen_by_plain_types() {
    let fixture = "\
//- src/a/Shop.java
package a;
public class Shop {
    void put(int a) {}
    void put(String a) {}
    void put(Item a) {}
    void put(Object a, int b) {}
    void run(Item item, Cheap cheap, Object other) {
        put(1);
        put(\"a\");
        put(item);
        put(cheap);
        put(other);
        put(item, 2);
    }
}
class Item {}
class Cheap extends Item {}
";
    check_meant(
        fixture,
        "put",
        expect![[r#"
            8: [3]
            9: [4]
            10: [5]
            11: [5]
            12: [3, 4, 5]
            13: [6]
        "#]],
    );
}
