use expect_test::expect;

use crate::testing::check_references;

#[test]
fn csharp_calls_mean_the_base_that_takes_their_arguments() {
    let files = "\
//- a.cs
class Base { public void Put(int a, int b) {} public void Opt(int a, int b = 1) {} }
class Sub : Base {
    public void Put(int a) {}
    public void Opt() {}
    public void All(params int[] c) {}
    void Go(Sub s) { s.Put(1, 2); s.Put(1); Put(1, 2); Opt(3); Opt(); All(); All(1, 2, 3); s.Put(1, 2, 3); }
}
";
    check_references(
        files,
        "Base.Put",
        expect![[r#"
        a.cs:6:24 call bound Sub.Go
        a.cs:6:45 call bound Sub.Go
        a.cs:6:94 call name Sub.Go
    "#]],
    );
    check_references(
        files,
        "Sub.Put",
        expect![[r#"
        a.cs:6:37 call bound Sub.Go
        a.cs:6:94 call name Sub.Go
    "#]],
    );
    check_references(
        files,
        "Base.Opt",
        expect![[r#"
        a.cs:6:56 call bound Sub.Go
    "#]],
    );
    check_references(
        files,
        "Sub.All",
        expect![[r#"
        a.cs:6:71 call bound Sub.Go
        a.cs:6:78 call bound Sub.Go
    "#]],
    );
}

#[test]
fn kotlin_calls_mean_what_takes_their_arguments() {
    let files = "\
//- a.kt
package p
open class Base { fun put(a: Int, b: Int) {} open fun opt(a: Int, b: Int = 1) {} }
class Sub : Base() {
    fun put(a: Int) {}
    override fun opt(a: Int, b: Int) {}
    fun each(a: Int, f: () -> Unit) {}
    fun go(s: Sub) {
        s.put(1, 2); s.put(1); put(1, 2)
        opt(3)
        each(1) { put(2) }
        helper(1, 2)
        helper(3)
        many(); many(1, 2)
    }
    fun helper(a: Int) {}
}
fun helper(a: Int, b: Int) {}
fun many(vararg a: Int) {}
";
    check_references(
        files,
        "Base.put",
        expect![[r#"
        a.kt:8:11 call bound Sub.go
        a.kt:8:32 call bound Sub.go
    "#]],
    );
    check_references(
        files,
        "Sub.put",
        expect![[r#"
        a.kt:8:24 call bound Sub.go
        a.kt:10:19 call bound Sub.go
    "#]],
    );
    check_references(
        files,
        "Sub.opt",
        expect![[r#"
        a.kt:9:9 call bound Sub.go
    "#]],
    );
    check_references(
        files,
        "Sub.each",
        expect![[r#"
        a.kt:10:9 call bound Sub.go
    "#]],
    );
    check_references(
        files,
        "helper",
        expect![[r#"
        a.kt:11:9 call bound Sub.go
    "#]],
    );
    check_references(
        files,
        "Sub.helper",
        expect![[r#"
        a.kt:12:9 call bound Sub.go
    "#]],
    );
    check_references(
        files,
        "many",
        expect![[r#"
        a.kt:13:9 call bound Sub.go
        a.kt:13:17 call bound Sub.go
    "#]],
    );
}

#[test]
fn scala_calls_mean_what_takes_their_arguments() {
    let files = "\
//- a.scala
package p
class Base { def put(a: Int, b: Int) = 1; def opt(a: Int, b: Int = 1)(c: Int) = 1 }
class Sub extends Base {
  def put(a: Int) = 1
  def opt() = 1
  def block(f: => Int) = 1
  def all(a: Int*) = 1
  def go(s: Sub) = { s.put(1, 2); s.put(1); put(1, 2); opt(3)(4); block { put(1) }; all(); all(1, 2) }
}
";
    check_references(
        files,
        "Base.put",
        expect![[r#"
        a.scala:8:24 call bound Sub.go
        a.scala:8:45 call bound Sub.go
    "#]],
    );
    check_references(
        files,
        "Sub.put",
        expect![[r#"
        a.scala:8:37 call bound Sub.go
        a.scala:8:75 call bound Sub.go
    "#]],
    );
    check_references(
        files,
        "Base.opt",
        expect![[r#"
        a.scala:8:56 call bound Sub.go
    "#]],
    );
    check_references(
        files,
        "Sub.all",
        expect![[r#"
        a.scala:8:85 call bound Sub.go
        a.scala:8:92 call bound Sub.go
    "#]],
    );
}

#[test]
fn swift_calls_mean_what_takes_their_arguments() {
    let files = "\
//- a.swift
class Base { func put(_ a: Int, _ b: Int) {}  func opt(_ a: Int, b: Int = 1) {} }
class Sub: Base {
    func put(_ a: Int) {}
    func opt() {}
    func every(_ a: Int, f: () -> Void) {}
    func all(_ a: Int...) {}
    func go(s: Sub) { s.put(1, 2); s.put(1); put(1, 2); opt(3); every(1) { put(2) }; all(); all(1, 2) }
}
";
    check_references(
        files,
        "Base.put",
        expect![[r#"
        a.swift:7:25 call bound Sub.go
        a.swift:7:46 call bound Sub.go
    "#]],
    );
    check_references(
        files,
        "Sub.put",
        expect![[r#"
            a.swift:7:38 call bound Sub.go
            a.swift:7:76 call bound Sub.go
        "#]],
    );
    check_references(
        files,
        "Base.opt",
        expect![[r#"
        a.swift:7:57 call bound Sub.go
    "#]],
    );
    check_references(
        files,
        "Sub.every",
        expect![[r#"
        a.swift:7:65 call bound Sub.go
    "#]],
    );
    check_references(
        files,
        "Sub.all",
        expect![[r#"
            a.swift:7:86 call bound Sub.go
            a.swift:7:93 call bound Sub.go
        "#]],
    );
}

#[test]
fn scala_lists_of_type_parameters_are_no_parameters() {
    let files = "\
//- a.scala
object C {
  def two[F[_]](a: Int): Int = a
  def three[A, B](a: A)(implicit b: B): A = a
}
object D { def f() = { C.two(1); C.three(1); C.two[List](1) } }
";
    check_references(
        files,
        "C.two",
        expect![[r#"
        a.scala:5:26 call bound D.f
        a.scala:5:48 call bound D.f
    "#]],
    );
    check_references(
        files,
        "C.three",
        expect![[r#"
        a.scala:5:36 call bound D.f
    "#]],
    );
}
