package com.acme
package shop

import java.util.{Date, List => JList, _}
import scala.concurrent.Future
import Tools.*
import foo.bar.{given, Baz as Qux}

/** A shop. */
@deprecated("x")
abstract class Shop[T <: Item](private val name: String, val items: List[T], n: Int = 0)(implicit ec: Ec) extends Base[T](name) with Sells with Helper {
  /** Count. */
  val count: Int = items.size
  var total = 0
  lazy val (a, b) = pair
  type Alias = List[T]
  def this(n: Int) = this("x", Nil)
  protected def close(): Unit
  private[shop] override def find(test: T => Boolean, ids: Int*): Option[T] = {
    for (item <- items if test(item); x = item.price; (k, v) <- map) yield { println(s"$k ${v.name}") }
    items.map(_.price).filter(p => p > 1).foreach { case Point(x, y) => use(x) }
    val y = state match {
      case Open(value) if value > 1 => value
      case o: Other => o.run
      case head :: tail => head
      case _ => null
    }
    try risky() catch { case e: IOException => throw new ShopException(e) } finally close()
    val o = new Listener with Foo { override def on(e: Event) = handle(e) }
    def local(z: Int) = z + count
    this.total = local(2)
    super.find(test)
    val f = local _
    val cast = y.asInstanceOf[List[T]]
    new Shop[Item]("a", Nil).find(f)
    items foreach println
    Some(1)
  }
  class Inner { val z = Shop.this.count }
  def +(o: Shop[T]): Shop[T] = this
}
object Shop { val MAX = 3; def apply(n: String): Shop[Item] = ??? ; implicit class Ext(s: String) { def shout = s.toUpperCase } }
case class Point(x: Int, y: Int = 0)
sealed trait Shape { def area: Double }
case object Circle extends Shape { def area = 1 }
enum Color(val rgb: Int) extends Enum: 
  case Red extends Color(1)
  case Green, Blue
  def f = 0
given intOrd: Ordering[Int] with
  def compare(x: Int, y: Int) = x - y
extension (s: String)
  def shout2(n: Int): String = s * n
def größe[A](a: A)(using Ord[A]): Int = 1
type Handler = Event => Unit
