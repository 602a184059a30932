use expect_test::expect;

use crate::testing::{check_references, check_subtypes};

const CSHARP: &str = "\
//- a/Item.cs
namespace Acme.Core;
public partial class Item { public void Run() {} public Item Next() { return this; } }
//- a/Item.More.cs
namespace Acme.Core { public partial class Item { public void More() { Run(); } } }
//- b/Shop.cs
using Acme.Core;
namespace Acme.Shops;
class Shop : Base {
    Item first;
    void Go(Item item) { item.Run(); first.Next().Run(); Helper(); other.Run(); }
}
class Base { protected void Helper() {} }
//- c/Other.cs
namespace Other;
class Thing { void Run() {} void Go(Item item) { item.Run(); } }
";

#[test]
fn csharp_members_by_receiver_type() {
    check_references(
        CSHARP,
        "a/Item.cs Item.Run",
        expect![[r#"
            a/Item.More.cs:1:72 call bound Item.More
            b/Shop.cs:5:31 call bound Shop.Go
            b/Shop.cs:5:51 call bound Shop.Go
            b/Shop.cs:5:74 call name Shop.Go
            c/Other.cs:2:55 call name Thing.Go
        "#]],
    );
    check_references(
        CSHARP,
        "Base.Helper",
        expect![[r#"
        b/Shop.cs:5:58 call bound Shop.Go
    "#]],
    );
}

#[test]
fn csharp_types_by_namespace() {
    check_references(
        CSHARP,
        "a/Item.cs Item",
        expect![[r#"
        a/Item.cs:2:57 type bound Item.Next
        b/Shop.cs:4:5 type bound Shop
        b/Shop.cs:5:13 type bound Shop.Go
        c/Other.cs:2:37 type name Thing.Go
    "#]],
    );
    check_subtypes(
        CSHARP,
        "Base",
        expect![[r#"
        Shop Extends
    "#]],
    );
}

const KOTLIN: &str = "\
//- core/Item.kt
package acme.core
open class Item {
    fun run() {}
    fun next(): Item = this
}
fun Item.shout() { run() }
fun make(): Item = Item()
val shared = Item()
//- shop/Shop.kt
package acme.shop
import acme.core.Item
import acme.core.make
class Shop : Item() {
    val first: Item = Item()
    fun go(item: Item) {
        item.run()
        first.next().run()
        item.shout()
        make().run()
        run()
        helper()
        unknown.run()
    }
}
//- shop/Helper.kt
package acme.shop
fun helper() {}
//- other/Helper.kt
package other
fun helper() {}
fun go() { helper() }
";

#[test]
fn kotlin_members_extensions_and_package_functions() {
    check_references(
        KOTLIN,
        "Item.run",
        expect![[r#"
        core/Item.kt:6:20 call bound Item.shout
        shop/Shop.kt:7:14 call bound Shop.go
        shop/Shop.kt:8:22 call bound Shop.go
        shop/Shop.kt:10:16 call bound Shop.go
        shop/Shop.kt:11:9 call bound Shop.go
        shop/Shop.kt:13:17 call name Shop.go
    "#]],
    );
    check_references(
        KOTLIN,
        "Item.shout",
        expect![[r#"
        shop/Shop.kt:9:14 call bound Shop.go
    "#]],
    );
    check_references(
        KOTLIN,
        "make",
        expect![[r#"
        shop/Shop.kt:3:18 import bound 
        shop/Shop.kt:10:9 call bound Shop.go
    "#]],
    );
    check_references(
        KOTLIN,
        "shop/Helper.kt helper",
        expect![[r#"
        shop/Shop.kt:12:9 call bound Shop.go
    "#]],
    );
    check_subtypes(
        KOTLIN,
        "Item",
        expect![[r#"
        Shop Extends
    "#]],
    );
}

const PHP: &str = "\
//- src/Item.php
<?php
namespace Acme\\Core;
class Item { public function run() {} public function next(): Item { return $this; } }
function helper() {}
//- src/Shop.php
<?php
namespace Acme\\Shops;
use Acme\\Core\\Item;
use function Acme\\Core\\helper;
class Shop extends Base {
    private Item $item;
    public function __construct(private Item $other) {}
    public function go(Item $x) {
        $x->run(); $this->item->run(); $this->other->next()->run();
        $y = new Item(); $y->run(); $unknown->run(); helper(); $this->inherited();
    }
}
//- src/Base.php
<?php
namespace Acme\\Shops;
class Base { protected function inherited() {} }
";

#[test]
fn php_members_by_receiver_type() {
    check_references(
        PHP,
        "Item::run",
        expect![[r#"
        src/Shop.php:9:13 call bound Shop::go
        src/Shop.php:9:33 call bound Shop::go
        src/Shop.php:9:62 call bound Shop::go
        src/Shop.php:10:30 call bound Shop::go
        src/Shop.php:10:47 call name Shop::go
    "#]],
    );
    check_references(
        PHP,
        "helper",
        expect![[r#"
        src/Shop.php:4:24 import bound 
        src/Shop.php:10:54 call bound Shop::go
    "#]],
    );
    check_references(
        PHP,
        "Base::inherited",
        expect![[r#"
        src/Shop.php:10:71 call bound Shop::go
    "#]],
    );
    check_references(
        PHP,
        "Item",
        expect![[r#"
        src/Item.php:3:63 type bound Item::next
        src/Shop.php:3:15 import bound 
        src/Shop.php:6:13 type bound Shop
        src/Shop.php:7:41 type bound Shop::__construct
        src/Shop.php:8:24 type bound Shop::go
        src/Shop.php:10:18 call bound Shop::go
    "#]],
    );
}

#[test]
fn kotlin_extensions_see_members_before_functions() {
    let files = "\
//- a.kt
package p
fun area(): Int = 0
interface Shape { fun area(): Int }
fun Shape.ext(): Int = area()
fun plain(): Int = area()
fun Shape.more(): Int = plain()
";
    check_references(
        files,
        "a.kt area",
        expect![[r#"
            a.kt:5:20 call bound plain
        "#]],
    );
    check_references(
        files,
        "a.kt Shape.area",
        expect![[r#"
            a.kt:4:24 call bound Shape.ext
        "#]],
    );
    check_references(
        files,
        "a.kt plain",
        expect![[r#"
            a.kt:6:25 call bound Shape.more
        "#]],
    );
}
