library acme.shop;
import 'dart:async';
import 'package:flutter/material.dart' as m show Widget, State hide Foo;
import '../models/item.dart' deferred as item;
export 'src/a.dart' show A;
part 'shop.g.dart';

/// A shop.
@immutable
abstract class Shop<T extends Item> extends Base<T> with Helper, Other implements Sells, Buys {
  /// Items.
  final List<T> _items = <T>[];
  static const int max = 10, min = 1;
  String? name;
  late final int total;
  Shop(this.name, {required int id, super.key, String? x = 'a'}) : total = id, super(name) { run(); }
  Shop.named(String n) : this(n, id: 1);
  const Shop._();
  factory Shop.fromJson(Map<String, dynamic> json) => _Shop(json['a'] as String);
  int get count => _items.length;
  set price(double p) { _price = p; }
  void close();
  @override
  Future<T?> find(bool Function(T) test, [int n = 1]) async {
    for (final item in _items) { if (test(item)) return item; }
    for (var i = 0; i < 3; i++) { print('$i ${item.name}'); }
    _items.map((i) => i.price).where((p) { return p > 1; }).toList();
    try { await risky(); } on IOException catch (e, s) { throw ShopException(e); } catch (e) { rethrow; } finally { close(); }
    var (a, b) = pair();
    final y = switch (state) { Open(value: var v) => v, Closed() => 1, _ => 0 };
    int local(int z) => z + count;
    this.name = local(2).toString();
    super.find(test);
    name?.length; items..add(1)..remove(2);
    final Shop<Item> s = Shop.named('x');
    final p = new Point(1, 2); const q = Point(1, 2);
    if (x is Special && y is! Foo) { x.go(); }
    String Function(int) f = (n) => n.toString();
    m.Widget w = m.Container(child: Text('a'));
    return _items[0];
  }
  Shop<T> operator +(Shop<T> o) => this;
}
mixin Helper on Base { void help() {} }
extension StrExt on String { String shout() => toUpperCase(); }
enum Color { red(1), green(2); final int rgb; const Color(this.rgb); String label() => name; }
typedef Handler = void Function(Event e);
sealed class Shape {}
class Point { final int x, y; const Point(this.x, this.y); }
T top<T>(T a, {int? b}) { return a; }
const global = 1;
var lazyOne = top(2);
extension type Id(int v) { }
void main() => runApp(const MyApp());
