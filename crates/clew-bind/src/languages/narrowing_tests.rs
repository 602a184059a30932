//! What a test of a type says of a name.

use expect_test::expect;

use crate::testing::check_references;

#[test]
fn kotlin_names_are_what_a_test_says_where_it_holds() {
    let files = "\
//- a.kt
package p
class Foo { fun bar(): Int = 1; fun ok() = true }
class Other { fun bar(): Int = 2 }
fun branches(x: Any, y: Any) {
    if (x is Foo) x.bar() else x.bar()
    if (x is Foo && x.ok() && y is Other) { x.bar(); y.bar() }
    if (!(x is Foo) || x.bar() > 1) { x.bar() }
    while (x is Foo) { x.bar() }
    if (x is Foo || y is Foo) { x.bar() }
    if (known(x is Foo)) { x.bar() }
    val n = if (x !is Foo) 1 else x.bar()
}
fun early(x: Any): Int {
    if (x !is Foo) { return 1 }
    return x.bar()
}
fun cases(x: Any) = when (x) {
    is Foo -> x.bar()
    is Other, is Foo -> x.bar()
    !is Foo -> x.bar()
    else -> 1
}
fun free(x: Any) = when {
    x is Foo -> x.bar()
    else -> x.bar()
}
fun written(a: Any) {
    var x = a
    if (x is Foo) { x = next(); x.bar() }
    if (x is Foo) { each { x: Any -> x.bar() } }
}
";
    check_references(
        files,
        "Foo.bar",
        expect![[r#"
            a.kt:5:21 call bound branches
            a.kt:5:34 call name branches
            a.kt:6:47 call bound branches
            a.kt:7:26 call bound branches
            a.kt:7:41 call name branches
            a.kt:8:26 call bound branches
            a.kt:9:35 call name branches
            a.kt:10:30 call name branches
            a.kt:11:37 call bound branches
            a.kt:15:14 call bound early
            a.kt:18:17 call bound cases
            a.kt:19:27 call name cases
            a.kt:20:18 call name cases
            a.kt:24:19 call bound free
            a.kt:25:15 call name free
            a.kt:29:35 call name written
            a.kt:30:40 call name written
        "#]],
    );
    check_references(
        files,
        "Other.bar",
        expect![[r#"
            a.kt:5:34 call name branches
            a.kt:6:56 call bound branches
            a.kt:7:41 call name branches
            a.kt:9:35 call name branches
            a.kt:10:30 call name branches
            a.kt:19:27 call name cases
            a.kt:20:18 call name cases
            a.kt:25:15 call name free
            a.kt:29:35 call name written
            a.kt:30:40 call name written
        "#]],
    );
}

#[test]
fn dart_names_are_what_a_test_says_where_it_holds() {
    let files = "\
//- a.dart
class Foo { int bar() => 1; bool ok() => true; }
class Other { int bar() => 2; }
void branches(Object x, Object y) {
  if (x is Foo) x.bar(); else x.bar();
  if (x is Foo && x.ok() && y is Other) { x.bar(); y.bar(); }
  var n = x is Foo ? x.bar() : 1;
  if (!(x is Foo)) { x.bar(); } else { x.bar(); }
  while (x is Foo) { x.bar(); }
}
int early(Object x) {
  if (x is! Foo) return 1;
  return x.bar();
}
";
    check_references(
        files,
        "Foo.bar",
        expect![[r#"
        a.dart:4:19 call bound branches
        a.dart:4:33 call name branches
        a.dart:5:45 call bound branches
        a.dart:6:24 call bound branches
        a.dart:7:24 call name branches
        a.dart:7:42 call bound branches
        a.dart:8:24 call bound branches
        a.dart:12:12 call bound early
    "#]],
    );
    check_references(
        files,
        "Other.bar",
        expect![[r#"
        a.dart:4:33 call name branches
        a.dart:5:54 call bound branches
        a.dart:7:24 call name branches
    "#]],
    );
}

#[test]
fn scala_patterns_say_what_names_are() {
    let files = "\
//- a.scala
package p
class Foo { def bar(): Int = 1 }
class Other { def bar(): Int = 2 }
case class Point(left: Foo, right: Other)
object A {
  def go(x: Any, p: Point) = x match {
    case f: Foo => f.bar()
    case Some(g: Other) => g.bar()
    case h @ (_: Foo) => h.bar()
    case Point(a, b) => a.bar() + b.bar()
    case all @ Point(_, _) => all.left.bar()
    case (i: Foo, j: Other) => i.bar() + j.bar()
  }
  def caught() = try { 1 } catch { case e: Other => e.bar() }
  def given(xs: List[Any]) = xs.collect { case f: Foo => f.bar() }
  val Point(c, d) = make()
}
";
    check_references(
        files,
        "Foo.bar",
        expect![[r#"
            a.scala:7:22 call bound A.go
            a.scala:9:28 call bound A.go
            a.scala:10:27 call bound A.go
            a.scala:11:40 call bound A.go
            a.scala:12:34 call bound A.go
            a.scala:15:60 call bound A.given
        "#]],
    );
    check_references(
        files,
        "Other.bar",
        expect![[r#"
            a.scala:8:30 call bound A.go
            a.scala:10:37 call bound A.go
            a.scala:12:44 call bound A.go
            a.scala:14:55 call bound A.caught
        "#]],
    );
}
