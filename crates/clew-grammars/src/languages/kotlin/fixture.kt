@file:JvmName("X")
package com.acme.shop

import java.util.Date
import com.acme.util.*
import com.acme.Thing as Other

/** A shop. */
@Serializable
abstract class Shop<T : Item>(private val name: String, val items: MutableList<T> = mutableListOf(), n: Int) : Base<T>(name), Sells by delegate {
    /** Count. */
    val count: Int get() = items.size
    var total = 0
        private set
    lateinit var late: Other
    private val lazyOne by lazy { Foo() }
    init { total = count }
    constructor(n: Int) : this("x", n = n) { run() }
    companion object { const val MAX = 3; fun create(): Shop<Item> = TODO() }
    protected abstract fun close()
    override suspend fun find(test: (T) -> Boolean, vararg ids: Int): T? {
        for (item in items) { if (test(item)) return item }
        for ((k, v) in map) println("$k ${v.name}")
        val (a, b) = pair()
        val x = items.map { it.price }.filter { p -> p > 1 }
        val y = when (val s = state()) { is Open -> s.value; in 1..2 -> 3; else -> null }
        try { risky() } catch (e: IOException) { throw ShopException(e) } finally { close() }
        items?.first()!!.run()
        val o = object : Listener { override fun on(e: Event) { handle(e) } }
        fun local(z: Int) = z + count
        this.total = local(2)
        super.find(test)
        val c = Other::class
        val f = ::local
        val cast = x as List<T>
        x.forEach(fun(q: Int) { q.go() })
        label@ while (true) { break@label }
        return items[0]
    }
    inner class Inner { val z = this@Shop.count }
    operator fun plus(o: Shop<T>) = this
}
enum class Color(val rgb: Int) {
    RED(1),
    GREEN(2) { override fun f() = 1 };
    open fun f() = 0
}
fun String.shout(n: Int): String = this.uppercase() + n
typealias Handler = (Event) -> Unit
object Single : Base() {
    fun go() {}
}
const val TOP = 1
fun <T> List<T>.größe(): Int where T : Any = size
annotation class Ann(val x: Int)
sealed interface Shape {
    object Circle : Shape
    data class Sq(val s: Int) : Shape
}
fun main() {
    val p = a to b
    x.forEach(fun(q: Int) { q.go() })
    val f = Other::run
    items.map { (k, v) -> k }
    val z = if (a) b else c
    foo(n = 1, m = n)
    @Suppress("x") val q = 1
    x?.let { it.go() }
    while (true) { break }
    x += 1
    val (m, n) = pair
    val h: a.b.Foo<Int>? = null
    class Local : A by b
}
