using System;
using System.Collections.Generic;
using static System.Math;
using Json = Newtonsoft.Json.JsonConvert;
global using Acme.Core;

namespace Acme.Shop;

/// <summary>A shop.</summary>
[Serializable, Obsolete("x")]
public abstract class Shop<T> : Base<T>, IShop where T : Item, new()
{
    private readonly List<T> _items = new();
    public const int Max = 10, Min = 1;
    public event EventHandler? Sold;
    public string Name { get; set; } = "x";
    public int Count => _items.Count;
    internal Shop(string name, int count = Max) : base(name) { Name = name; this._items.Add(default!); }
    ~Shop() { Close(); }
    public T this[int index] { get { return _items[index]; } set { _items[index] = value; } }
    public static Shop<T> operator +(Shop<T> a, T b) => a;
    protected internal abstract void Close();
    /* not doc */
    public async Task<T?> FindAsync(Func<T, bool> test, CancellationToken token = default)
    {
        foreach (var item in _items)
        {
            if (test(item) && item is Special { Level: > 3 } special) return special.Make<int>(1);
            int Local(int x) => x + Count;
            var n = Local(2);
        }
        for (int i = 0; i < 3; i++) { Console.WriteLine($"{i} {Name}"); }
        using var file = File.Open("a");
        try { await Task.Delay(1); } catch (IOException e) when (e.Message != null) { throw new ShopException(e) { Code = 3 }; }
        var (a, b) = Pair();
        if (int.TryParse("1", out var parsed)) { Use(parsed); }
        var query = from x in _items where x.Ok orderby x.Name select x.Name;
        Func<int, int> f = y => y * 2;
        Action<string> g = (string s) => Log(s);
        var r = item?.Price?.ToString();
        var arr = new int[3];
        var anon = new { item.Price, Q = 2 };
        int[] xs = { 1, 2 };
        string t = item switch { Special s2 => s2.Name, null => "n", _ => nameof(Name) };
        dynamic d = (Item)item as Special;
        return default;
    }
    void IShop.Open() { base.Open(); Sold?.Invoke(this, EventArgs.Empty); }
}
public record Point(int X, int Y) : IPoint { public double Len => Sqrt(X * X); }
public record struct P2(int A);
public struct Size { public int W; }
public interface IShop : IDisposable { void Open(); int N { get; } }
public enum Color { Red = 1, Green }
public delegate int Fn(int a);
static class Ext { public static void Do(this Item i) => i.Run(); }
namespace Inner.Deep { class Größe { class Nested { } } }
