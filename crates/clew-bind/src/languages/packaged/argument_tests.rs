//! Overloads with equal counts: what is given decides.

use expect_test::expect;

use crate::testing::check_meant;

#[test]
fn csharp_arguments_choose_by_their_types() {
    let files = "\
//- a.cs
class Cart {} class Order {}
class Shop {
    void Put(string s) {}
    void Put(int n) {}
    void Put(double d) {}
    void Put(char c) {}
    void Put(Cart c) {}
    void Put(Order o) {}
    void Put(object[] all) {}
    void Go(Cart cart, int n) {
        var order = new Order();
        Put(\"a\"); Put(1);
        Put(1.5); Put('c');
        Put(cart); Put(new Order());
        Put(order); Put(n);
        Put(o: order);
        Put(unknown());
    }
}
";
    check_meant(
        files,
        "Put",
        expect![[r#"
        12: [3]
        12: [4]
        13: [5]
        13: [6]
        14: [7]
        14: [8]
        15: [8]
        15: [4]
        16: [3, 4, 5, 6, 7, 8, 9]
        17: [3, 4, 5, 6, 7, 8, 9]
    "#]],
    );
}

#[test]
fn kotlin_arguments_choose_by_their_types() {
    let files = "\
//- a.kt
package p
class Cart
class Order
typealias Id = String
open class Base { fun put(o: Order) {} }
class Shop : Base() {
    fun put(s: String) {}
    fun put(n: Int) {}
    fun put(d: Double) {}
    fun put(c: Cart) {}
    fun id(n: Int) {}
    fun id(s: Id) {}
    fun go(cart: Cart, n: Int, id: Id) {
        val order = Order()
        put(\"a\"); put(1)
        put(1.5); put(cart)
        put(order); put(n)
        put(s = \"a\")
        put(null)
        id(\"a\"); id(id)
    }
}
";
    check_meant(
        files,
        "put",
        expect![[r#"
        15: [7]
        15: [8]
        16: [9]
        16: [10]
        17: [5]
        17: [8]
        18: [7, 8, 9, 10]
        19: [7, 8, 9, 10]
    "#]],
    );
    check_meant(
        files,
        "id",
        expect![[r#"
        20: [13]
        20: [13]
    "#]],
    );
}

#[test]
fn scala_arguments_choose_by_their_types() {
    let files = "\
//- a.scala
package p
class Cart
class Order
class Shop {
  def put(s: String): Unit = {}
  def put(n: Int): Unit = {}
  def put(c: Cart): Unit = {}
  def put(o: Order): Unit = {}
  def go(cart: Cart): Unit = {
    val order = new Order
    put(\"a\"); put(1)
    put(cart); put(order)
    put(o = order)
  }
}
";
    check_meant(
        files,
        "put",
        expect![[r#"
        11: [5]
        11: [6]
        12: [7]
        12: [8]
        13: [5, 6, 7, 8]
    "#]],
    );
}

#[test]
fn swift_arguments_choose_by_their_types() {
    let files = "\
//- a.swift
class Cart {}
class Order {}
class Shop {
    func put(_ s: String) {}
    func put(_ n: Int) {}
    func put(_ d: Double) {}
    func put(_ c: Cart) {}
    func put(_ c: Cart, label: String = \"\", order: Order) {}
    func go(cart: Cart) {
        let order = Order()
        put(\"a\"); put(1)
        put(1.5); put(cart)
        put(cart, order: order)
    }
}
";
    check_meant(
        files,
        "put",
        expect![[r#"
        11: [4]
        11: [5]
        12: [6]
        12: [7]
        13: [8]
    "#]],
    );
}

#[test]
fn java_numbers_choose_by_their_kind() {
    let files = "\
//- p/A.java
package p;
class A {
    void put(int n) {}
    void put(double d) {}
    void put(char c) {}
    void put(boolean b) {}
    void go(int a, double d) {
        put(1); put(1.5);
        put('c'); put(true);
        put(a); put(d);
        put(a * d);
    }
}
";
    check_meant(
        files,
        "put",
        expect![[r#"
        8: [3]
        8: [4]
        9: [5]
        9: [6]
        10: [3]
        10: [4]
        11: [3, 4, 5]
    "#]],
    );
}
