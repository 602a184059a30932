use expect_test::expect;

use crate::testing::check_references;

const CLAUSES: &str = "\
//- A.scala
package org.h
package client
object Client { def from(a: Int): Int = a }
//- B.scala
package org.h
package client
package middleware
class BSuite { private val c = Client.from(1) }
//- C.scala
package org.h.client
package middleware
class CSuite { private val c = Client.from(1) }
//- D.scala
package org.h.client.middleware
class DSuite { private val c = Client.from(1) }
//- E.scala
package org.h
import client.Client
class ESuite { private val c = Client.from(1) }
//- F.scala
package org.h
package server
import client._
class FSuite { private val c = Client.from(1) }
";

#[test]
fn scala_package_clauses_nest() {
    check_references(
        CLAUSES,
        "Client.from",
        expect![[r#"
        B.scala:4:39 call bound BSuite.c
        C.scala:3:39 call bound CSuite.c
        D.scala:2:39 call name DSuite.c
        E.scala:3:39 call bound ESuite.c
        F.scala:4:39 call bound FSuite.c
    "#]],
    );
}

const ADDED: &str = "\
//- A.scala
package p
class Item { def run(): Unit = {} }
object Syntax {
  implicit class Rich(val item: Item) extends AnyVal { def more(): Item = item }
  implicit class Words(text: String) { def loud: String = text }
  extension (item: Item) def less(): Unit = {}
}
class Use {
  def go(item: Item, other: Unknown): Unit = {
    item.more().run()
    item.less()
    other.more()
    \"a\".loud
  }
}
";

#[test]
fn scala_implicit_classes_add_members() {
    for (name, wanted) in [
        (
            "Item.run",
            expect![[r#"
            A.scala:10:17 call bound Use.go
        "#]],
        ),
        (
            "Syntax.Rich.more",
            expect![[r#"
            A.scala:10:10 call bound Use.go
            A.scala:12:11 call name Use.go
        "#]],
        ),
        (
            "Syntax.Words.loud",
            expect![[r#"
            A.scala:13:9 read bound Use.go
        "#]],
        ),
    ] {
        check_references(ADDED, name, wanted);
    }
}

const KOTLIN: &str = "\
//- a.kt
package p
class Repo { fun get() {} }
fun String.ext() {}
class Use(val repo: Repo, val list: List<Repo>, val map: Map<String, Repo>) {
    val late by lazy { Repo() }
    val other by Other { Repo() }
    fun go() {
        repo.let { it.get() }
        repo?.also { r -> r.get() }
        late.get()
        \"x\".ext()
        for (one in list) one.get()
        list.forEach { it.get() }
        list.map { one -> one.get() }
        for ((k, v) in map) v.get()
        map[\"a\"]?.get()
        repo.also { }.get()
        repo.let { list.forEach { it.get() } }
        map.forEach { it.get() }
        other.get()
        unknown { it.get() }
    }
}
";

#[test]
fn kotlin_lambdas_are_given_values() {
    check_references(
        KOTLIN,
        "Repo.get",
        expect![[r#"
        a.kt:8:23 call bound Use.go
        a.kt:9:29 call bound Use.go
        a.kt:10:14 call bound Use.go
        a.kt:12:31 call bound Use.go
        a.kt:13:27 call bound Use.go
        a.kt:14:31 call bound Use.go
        a.kt:15:31 call name Use.go
        a.kt:16:19 call bound Use.go
        a.kt:17:23 call bound Use.go
        a.kt:18:38 call bound Use.go
        a.kt:20:15 call name Use.go
        a.kt:21:22 call name Use.go
    "#]],
    );
    check_references(
        KOTLIN,
        "ext",
        expect![[r#"
        a.kt:11:13 call bound Use.go
    "#]],
    );
}

const SWIFT: &str = "\
//- a.swift
class Repo { func get() {} }
protocol Builder {}
extension Builder { func grouped() {} }
class App {}
extension App: Builder {}
class Use {
    let repo = Repo()
    lazy var one = Repo()
    lazy var two = { Repo() }()
    func go(list: [Repo], dict: [String: Repo]) {
        one.get()
        two.get()
        for x in [repo] { x.get() }
        for y in list { y.get() }
        list.forEach { $0.get() }
        list.map { r in r.get() }
        with { r in r.get() }
        with { $0.get() }
        dict[\"a\"]?.get()
        unknown { r in r.get() }
        start { app in app.grouped() }
    }
}
func with<T>(_ n: Int = 0, _ f: @escaping (Repo) async throws -> T) {}
func start(_ f: (App) -> Void) {}
";

#[test]
fn swift_closures_are_given_values() {
    check_references(
        SWIFT,
        "Repo.get",
        expect![[r#"
        a.swift:11:13 call bound Use.go
        a.swift:12:13 call bound Use.go
        a.swift:13:29 call bound Use.go
        a.swift:14:27 call bound Use.go
        a.swift:15:27 call bound Use.go
        a.swift:16:27 call bound Use.go
        a.swift:17:23 call bound Use.go
        a.swift:18:19 call bound Use.go
        a.swift:19:20 call bound Use.go
        a.swift:20:26 call name Use.go
    "#]],
    );
    check_references(
        SWIFT,
        "Builder.grouped",
        expect![[r#"
        a.swift:21:28 call bound Use.go
    "#]],
    );
}
