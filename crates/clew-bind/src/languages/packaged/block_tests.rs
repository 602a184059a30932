//! Namespaces written as blocks mean what those of a line at the top mean.

use expect_test::expect;

use crate::testing::{check_references, check_subtypes};

/// One workspace in three ways of writing its namespaces.
fn csharp(open: [&str; 3], close: [&str; 3]) -> String {
    format!(
        "\
//- A.cs
{} public class Base {{ public int M() => 1; public string Sp {{ get; set; }} }}
public interface IHas {{ }}
public static class Ext {{ public static int Say(this IHas h) => 1; }} {}
//- B.cs
{} public class Kid : Base, IHas {{ }}
public class Use {{ void F(Kid k) {{ k.M(); var s = k.Sp; k.Say(); }} }} {}
//- C.cs
{} public class Inner : Base {{ void F(Kid k) {{ k.M(); M(); }} }} {}
",
        open[0], close[0], open[1], close[1], open[2], close[2]
    )
}

#[test]
fn csharp_blocks_see_their_namespace_and_those_around() {
    let lines = csharp(["namespace P.Q;", "namespace P.Q;", "namespace P.Q.S;"], [""; 3]);
    let blocks = csharp(
        ["namespace P.Q {", "namespace P.Q {", "namespace P.Q { namespace S {"],
        ["}", "}", "} }"],
    );
    let nested = csharp(
        ["namespace P { namespace Q {", "namespace P.Q {", "namespace P { namespace Q.S {"],
        ["} }", "}", "} }"],
    );
    for fixture in [lines, blocks, nested] {
        let place = |listing: String| -> Vec<String> {
            let without_column = |line: &str| {
                let (place, rest) = line.split_once(' ').unwrap_or_default();
                format!("{} {rest}", place.rsplit_once(':').unwrap_or_default().0)
            };
            listing.lines().map(without_column).collect()
        };
        let uses = |name: &str| place(crate::testing::references(&fixture, name)).join("\n");
        expect![[r#"
            B.cs:2 call bound Use.F
            C.cs:1 call bound Inner.F
            C.cs:1 call bound Inner.F"#]]
        .assert_eq(&uses("Base.M"));
        expect!["B.cs:2 read bound Use.F"].assert_eq(&uses("Base.Sp"));
        expect!["B.cs:2 call bound Use.F"].assert_eq(&uses("Ext.Say"));
        check_subtypes(
            &fixture,
            "Base",
            expect![[r#"
            Kid Extends
            Inner Extends
        "#]],
        );
    }
}

const SEVERAL: &str = "\
//- A.cs
namespace P { public class Item { public void Run() {} } public class Own { } }
namespace R { public class Item { public void Run() {} } }
namespace P.Q { public class Kid : Item { void F() { Run(); } } }
namespace R { public class Far : Item { void F() { Run(); } } }
namespace Z { public class None : Own { } }
";

#[test]
fn csharp_blocks_of_one_file_are_apart() {
    check_subtypes(
        SEVERAL,
        "Item",
        expect![[r#"
        Kid Extends
        Far Extends
    "#]],
    );
    check_subtypes(SEVERAL, "Own", expect![""]);
}

const OPENED: &str = "\
//- A.cs
namespace P.Q { public class Item { public void Run() {} }
public static class Tools { public static void Help() {} } }
//- B.cs
namespace P { using Q; class One { void F(Item i) { i.Run(); } } }
namespace P { using Thing = Q.Item; class Two { void F(Thing i) { i.Run(); } } }
namespace P { using static Q.Tools; class Three { void F() { Help(); } } }
namespace Z { using Thing = P.Q.Item; using static P.Q.Tools;
class Four { void F(Thing i) { i.Run(); Help(); } } }
namespace Z { class Five { void F(Item i) { i.Run(); Help(); } } }
";

#[test]
fn csharp_usings_of_a_block_begin_at_its_namespace_and_end_with_it() {
    check_references(
        OPENED,
        "Item.Run",
        expect![[r#"
            B.cs:1:55 call bound One.F
            B.cs:2:69 call bound Two.F
            B.cs:5:34 call bound Four.F
            B.cs:6:47 call name Five.F
        "#]],
    );
    check_references(
        OPENED,
        "Tools.Help",
        expect![[r#"
            B.cs:3:62 call bound Three.F
            B.cs:5:41 call bound Four.F
            B.cs:6:54 call name Five.F
        "#]],
    );
}

const PHP: &str = "\
//- a.php
<?php
namespace P\\Q { class Base { public function m() {} } function help() {} }
namespace P\\R { class Base { public function m() {} } class Kid extends Base {} }
namespace { class Base { public function m() {} } class Loose extends Base {} }
//- b.php
<?php
namespace P\\Q { class Kid extends Base { function f() { $this->m(); help(); } } }
//- c.php
<?php
namespace P\\R;
class Sub extends Kid { function f() { $this->m(); } }
";

#[test]
fn php_blocks_are_packages() {
    check_references(
        PHP,
        "Base::m",
        expect![[r#"
            b.php:2:64 call bound Kid::f
            c.php:3:47 call bound Sub::f
        "#]],
    );
    check_references(
        PHP,
        "help",
        expect![[r#"
            b.php:2:69 call bound Kid::f
        "#]],
    );
    check_subtypes(
        PHP,
        "Base",
        expect![[r#"
            Kid Extends
            Kid Extends
            Loose Extends
        "#]],
    );
}

#[test]
fn blocks_of_scala_packages_hold_for_what_stands_in_them_alone() {
    let files = "\
//- a.scala
package p.a
object Fns { def run(): Unit = () }
package inner { object Deep { def deep(): Unit = Fns.run() } }
object Same { def go() = Fns.run() }
//- b.scala
package p.b
object Fns { def run(): Unit = () }
object Deep { def deep(): Unit = Fns.run() }
//- c.scala
package q
import p.a._
import p.a.inner.Deep
object Use { def f() = { Fns.run(); Deep.deep() } }
";
    check_references(
        files,
        "a.scala Fns.run",
        expect![[r#"
        a.scala:3:54 call bound Deep.deep
        a.scala:4:30 call bound Same.go
        c.scala:4:30 call bound Use.f
    "#]],
    );
    check_references(
        files,
        "b.scala Fns.run",
        expect![[r#"
        b.scala:3:38 call bound Deep.deep
    "#]],
    );
    check_references(
        files,
        "a.scala Deep.deep",
        expect![[r#"
        c.scala:4:42 call bound Use.f
    "#]],
    );
    check_references(files, "b.scala Deep.deep", expect![[""]]);
}
