use expect_test::expect;

use crate::testing::check_references;

const KOTLIN: &str = "\
//- a.kt
package p
class Item { fun put() {}  var size = 0 }
fun put() {}
fun helper() {}
class Html { fun body(f: Body.() -> Unit) {} }
class Body { fun para() {} }
fun para() {}
fun html(f: Html.() -> Unit) {}
fun each(f: (Item) -> Unit) {}
//- b.kt
package p
class Shop {
    fun para() {}
    fun go(item: Item, other: Other) {
        item.apply { put() }
        with(item) { put(); helper() }
        item.run { size = 1 }
        other.apply { put() }
        html { body { para() } }
        each { put() }
        item.apply { this.put() }
        item?.apply { each { put() } }
        outside { put() }
        item.also { put() }
    }
}
";

#[test]
fn plain_names_in_lambdas_mean_members_of_what_they_are_called_on() {
    check_references(
        KOTLIN,
        "Item.put",
        expect![[r#"
        b.kt:5:22 call bound Shop.go
        b.kt:6:22 call bound Shop.go
        b.kt:8:23 call name Shop.go
        b.kt:11:27 call bound Shop.go
        b.kt:12:30 call bound Shop.go
        b.kt:13:19 call name Shop.go
    "#]],
    );
    check_references(
        KOTLIN,
        "put",
        expect![[r#"
        b.kt:8:23 call name Shop.go
        b.kt:10:16 call bound Shop.go
        b.kt:13:19 call name Shop.go
        b.kt:14:21 call bound Shop.go
    "#]],
    );
    check_references(
        KOTLIN,
        "Item.size",
        expect![[r#"
        b.kt:7:20 write bound Shop.go
    "#]],
    );
    check_references(
        KOTLIN,
        "helper",
        expect![[r#"
        b.kt:6:29 call bound Shop.go
    "#]],
    );
    check_references(
        KOTLIN,
        "Body.para",
        expect![[r#"
        b.kt:9:23 call bound Shop.go
    "#]],
    );
    check_references(KOTLIN, "Shop.para", expect![[r#""#]]);
    check_references(
        KOTLIN,
        "Html.body",
        expect![[r#"
        b.kt:9:16 call bound Shop.go
    "#]],
    );
}

#[test]
fn scala_imports_are_seen_in_their_blocks_alone() {
    let files = "\
//- a.scala
package p
object Tools { def run() = 1 }
class Shop {
  def go() = { import Tools._; run() }
  def other() = run()
}
";
    check_references(
        files,
        "Tools.run",
        expect![[r#"
            a.scala:4:32 call bound Shop.go
            a.scala:5:17 call name Shop.other
        "#]],
    );
}

#[test]
fn extensions_inside_of_types_see_what_they_extend_first() {
    let files = "\
//- a.kt
package p
class Buffer { val size = 0; fun grow() {} }
class Options {
    val size = 1
    fun grow() {}
    private val Buffer.count get() = size / 4
    fun Buffer.more() { grow(); this.grow() }
    fun own() { grow() }
}
";
    check_references(
        files,
        "Buffer.size",
        expect![[r#"
        a.kt:6:38 read bound Options.count
    "#]],
    );
    check_references(files, "Options.size", expect![[""]]);
    check_references(
        files,
        "Buffer.grow",
        expect![[r#"
        a.kt:7:25 call bound Options.more
        a.kt:7:38 call bound Options.more
    "#]],
    );
    check_references(
        files,
        "Options.grow",
        expect![[r#"
        a.kt:8:17 call bound Options.own
    "#]],
    );
}

#[test]
fn functions_of_which_nothing_is_known_may_give_a_receiver() {
    let files = "\
//- a.kt
package p
import outside.html
class Body { fun close() {} }
fun close() {}
fun wrap(f: () -> Unit) { f() }
fun use(given: (() -> Unit) -> Unit, all: List<Int>) {
    html { close() }
    buildList { close() }
    unknown { close() }
    with(Body()) { close() }
    Body().apply { close() }
    wrap { close() }
    given { close() }
    repeat(3) { close() }
    all.forEach { close() }
    Body().also { close() }
}
";
    check_references(
        files,
        "close",
        expect![[r#"
            a.kt:7:12 call name use
            a.kt:8:17 call name use
            a.kt:9:15 call name use
            a.kt:12:12 call bound use
            a.kt:13:13 call bound use
            a.kt:14:17 call bound use
            a.kt:15:19 call bound use
            a.kt:16:19 call bound use
        "#]],
    );
    check_references(
        files,
        "Body.close",
        expect![[r#"
            a.kt:7:12 call name use
            a.kt:8:17 call name use
            a.kt:9:15 call name use
            a.kt:10:20 call bound use
            a.kt:11:20 call bound use
        "#]],
    );
}
