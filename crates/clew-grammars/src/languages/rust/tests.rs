//! What is extracted from Rust.

use expect_test::expect;
use proptest::prelude::*;

use crate::testing::{check_facts, check_symbols, facts_of};

#[test]
fn definitions_with_everything() {
    check_symbols(
        "rust",
        r#"//! Module doc.
extern crate alloc as heap;
mod outer;

/// A limit.
/// More.
pub const LIMIT: usize = 3;
static mut CACHE: Option<Vec<Item>> = None;

/** A shop. */
#[derive(Debug, serde::Serialize)]
pub struct Shop<'a, T: Price, const N: usize> where T: Clone {
    /// Who.
    pub owner: &'a Person,
    items: Vec<T>,
    pub(crate) pair: (u8, [Item; N]),
}
struct Wrapper(pub Box<dyn Price + Send>, String);
struct Unit;
union Bits { a: u32, b: f32 }

#[deprecated]
pub enum Shape {
    Circle(f64),
    /// Sides.
    Rect { w: f64, h: f64 },
    Empty = 3,
}

pub trait Price: Debug + super::Base<u8> {
    type Output: Ord;
    const ZERO: Self;
    fn price(&self) -> u32;
    fn twice(&self) -> u32 { self.price() * 2 }
}

impl<'a, T: Price, const N: usize> Shop<'a, T, N> {
    pub fn new(owner: &'a Person) -> Self { todo!() }
    pub(crate) async fn first(&self) -> Option<&T> { self.items.first() }
    const SIZE: usize = N;
}
impl Price for Shape {
    type Output = u32;
    fn price(&self) -> u32 { 0 }
}
impl foreign::Trait for Other { fn act(self: Box<Self>) {} }

extern "C" { fn c_call(x: i32) -> i32; }
type Pairs<K> = HashMap<K, Shape>;

#[macro_export]
macro_rules! shout { ($x:expr) => { print($x) }; }

pub mod naïve {
    fn größe() { fn inner() {} struct Local { f: u8 } impl Local { fn m(&self) {} } }
}

#[cfg(test)]
mod tests {
    use super::*;
    fn helper() {}
    #[test]
    fn works() {}
}
"#,
        expect![[r#"
            constant LIMIT 7-7 public static : Number = Number "A limit."
            variable CACHE 8-8 private static : Option<Vec<Item>> = None
            struct Shop 11-17 public "A shop."
            local typeparameter Shop::T 12-12 public : (Price | Clone)
            local constant Shop::N 12-12 public : Number
            field Shop::owner 14-14 public : Person "Who."
            field Shop::items 15-15 private : Vec<T>
            field Shop::pair 16-16 internal : (Number, list<Item>)
            struct Wrapper 18-18 private
            field Wrapper::0 18-18 public anonymous : Box<(Price | Send)>
            field Wrapper::1 18-18 private anonymous : String
            struct Unit 19-19 private
            struct Bits 20-20 private
            field Bits::a 20-20 private : Number
            field Bits::b 20-20 private : Number
            enum Shape 22-28 public deprecated
            enummember Shape::Circle 24-24 public : Self<Shape>
            field Shape::Circle::0 24-24 public anonymous : Number
            enummember Shape::Rect 26-26 public : Self<Shape> "Sides."
            field Shape::Rect::w 26-26 public : Number
            field Shape::Rect::h 26-26 public : Number
            enummember Shape::Empty 27-27 public : Self<Shape>
            interface Price 30-35 public
            type Price::Output 31-31 public abstract : Ord
            constant Price::ZERO 32-32 public static : Self<Price>
            method Price::price 33-33 public abstract : Number
            local parameter Price::price::self 33-33 public = self<Price>
            method Price::twice 34-34 public : Number
            local parameter Price::twice::self 34-34 public = self<Price>
            local typeparameter T 37-37 public : Price
            local constant N 37-37 public : Number
            method Shop::new 38-38 public static : Shop<T, N>
            local parameter Shop::new::owner 38-38 public : Person
            method Shop::first 39-39 internal async : Option<T>
            local parameter Shop::first::self 39-39 public : Shop<T, N>
            constant Shop::SIZE 40-40 private static : Number = N
            type Shape::Output 43-43 public : Number
            method Shape::price 44-44 public : Number
            local parameter Shape::price::self 44-44 public : Shape
            method Other::act 46-46 public
            local parameter Other::act::self 46-46 public : Other
            function c_call 48-48 private declaration : Number
            local parameter c_call::x 48-48 public : Number
            type Pairs 49-49 private : HashMap<K, Shape>
            local typeparameter Pairs::K 49-49 public
            macro shout 51-52 public exported
            module naïve 54-56 public
            function naïve::größe 55-55 private
            local function naïve::größe::inner 55-55 private
            local struct naïve::größe::Local 55-55 private
            field naïve::größe::Local::f 55-55 private : Number
            method naïve::größe::Local::m 55-55 private
            local parameter naïve::größe::Local::m::self 55-55 public : Local
            module tests 58-64 private test
            function tests::helper 61-61 private test
            function tests::works 62-63 private test
        "#]],
    );
}

#[test]
fn references_and_scopes() {
    check_facts(
        "rust",
        r#"use std::collections::{HashMap, hash_map::{self, Entry as E}};
pub use crate::a::b;
use super::*;
fn outer(x: u32) -> Result<Shop, Error> {
    let x = x + g(x);
    let f = |x: &Item, (a, _)| x.run(a);
    if let Some(y) = find(x)? && y.ok() { y.go(); } else { y; }
    for (i, item) in list.iter().enumerate() { item.use_it(i); }
    while let Some(Token { kind, text: t }) = next() { t.eat(kind); }
    match shop.kind {
        Kind::A(n) | Kind::B { n, .. } if n > x => n.hit(),
        LIMIT => x,
        other @ 1..=MAX => other,
        _ => return Err(Error::new("x")),
    }
    let Some(z) = opt else { return x };
    let shop = Shop { x, owner: z.clone(), ..Default::default() };
    let v: Vec<_> = shop.items.iter().map(|i| i.price()).collect::<Vec<u32>>();
    <Shop as Price>::price(&shop);
    self::local::<u8>(v[0].name, shop.0);
    shop.count += 1;
    x.await
}
mod m { fn f() { outer(1) } }
"#,
        expect![[r#"
            function outer 4-23 private : Result<Shop, Error>
            local parameter outer::x 4-4 public : Number
            local variable outer::x 5-5 public
            local parameter outer::x 6-6 public : Item
            local parameter outer::a 6-6 public
            local variable outer::f 6-6 public = fn -> x.run()
            local variable outer::y 7-7 public = find()??
            local variable outer::i 8-8 public = list.iter().enumerate()[].0
            local variable outer::item 8-8 public = list.iter().enumerate()[].1
            local variable outer::kind 9-9 public = new Token.kind
            local variable outer::t 9-9 public = new Token.text
            local variable outer::n 11-11 public = new Kind.A.0
            local variable outer::other 13-13 public = shop.kind
            local variable outer::z 16-16 public = opt?
            local variable outer::shop 17-17 public = new Shop
            local parameter outer::i 18-18 public = (shop.items.iter()[] | shop.items.iter()?)
            local variable outer::v 18-18 public : Vec<?>
            module m 24-24 private
            function m::f 24-24 private
            import 1 std::collections Item HashMap as HashMap
            import 1 std::collections Item hash_map as hash_map
            import 1 std::collections::hash_map Item Entry as E
            import 2 crate::a Item b as b reexport
            import 3 super Glob
            4:21 type Result free in outer
            4:28 type Shop free in outer
            4:34 type Error free in outer
            5:13 read x -> outer::x@4 in outer
            5:17 call g free in outer
            5:19 read x -> outer::x@4 in outer
            6:18 type Item free in outer
            6:32 read x -> outer::x@6 in outer
            6:34 call run of x in outer
            6:38 read a -> outer::a@6 in outer
            7:12 read Some free in outer
            7:22 call find free in outer
            7:27 read x -> outer::x@5 in outer
            7:34 read y -> outer::y@7 in outer
            7:36 call ok of y in outer
            7:43 read y -> outer::y@7 in outer
            7:45 call go of y in outer
            7:60 read y free in outer
            8:22 read list free in outer
            8:27 call iter of list in outer
            8:34 call enumerate of list.iter() in outer
            8:48 read item -> outer::item@8 in outer
            8:53 call use_it of item in outer
            8:60 read i -> outer::i@8 in outer
            9:15 read Some free in outer
            9:20 type Token free in outer
            9:28 read kind of new Token in outer
            9:34 read text of new Token in outer
            9:47 call next free in outer
            9:56 read t -> outer::t@9 in outer
            9:58 call eat of t in outer
            9:62 read kind -> outer::kind@9 in outer
            10:11 read shop free in outer
            10:16 read kind of shop in outer
            11:9 type Kind free in outer
            11:15 read A of Kind in outer
            11:22 type Kind free in outer
            11:28 type B of Kind in outer
            11:32 read n of new Kind.B in outer
            11:32 write n -> outer::n@11 in outer
            11:43 read n -> outer::n@11 in outer
            11:47 read x -> outer::x@5 in outer
            11:52 read n -> outer::n@11 in outer
            11:54 call hit of n in outer
            12:9 read LIMIT free in outer
            12:18 read x -> outer::x@5 in outer
            13:21 read MAX free in outer
            13:28 read other -> outer::other@13 in outer
            14:21 call Err free in outer
            14:25 type Error free in outer
            14:32 call new of Error in outer
            16:9 read Some free in outer
            16:19 read opt free in outer
            16:37 read x -> outer::x@5 in outer
            17:16 call Shop free in outer
            17:23 write x of new Shop in outer
            17:23 read x -> outer::x@5 in outer
            17:26 write owner of new Shop in outer
            17:33 read z -> outer::z@16 in outer
            17:35 call clone of z in outer
            17:46 type Default free in outer
            17:55 call default of Default in outer
            18:12 type Vec free in outer
            18:21 read shop -> outer::shop@17 in outer
            18:26 read items of shop in outer
            18:32 call iter of shop.items in outer
            18:39 call map of shop.items.iter() in outer
            18:47 read i -> outer::i@18 in outer
            18:49 call price of i in outer
            18:58 call collect of shop.items.iter().map() in outer
            18:68 type Vec free in outer
            19:6 type Shop free in outer
            19:14 type Price free in outer
            19:22 call price of (Shop | Price) in outer
            19:29 read shop -> outer::shop@17 in outer
            20:5 read self free in outer
            20:11 call local of self in outer
            20:23 read v -> outer::v@18 in outer
            20:28 read name of v[] in outer
            20:34 read shop -> outer::shop@17 in outer
            21:5 read shop -> outer::shop@17 in outer
            21:10 write count of shop in outer
            22:5 read x -> outer::x@5 in outer
            24:18 call outer free in m::f
        "#]],
    );
}

#[test]
fn macros_are_read_inside() {
    check_facts(
        "rust",
        r#"
macro_rules! twice { ($x:expr) => { helper($x) } }
fn f(x: u32, list: &[Item]) {
    println!("{x} {} {{y}} {list:?}", g(x), name = x);
    assert!(list.iter().any(|i| i.ok(x)), "bad");
    let v = vec![Item::new(), twice!(x)];
    let w = vec![0; n()];
    select! { r = poll(x) => { r.done(); other(r) } }
    json!({ "a": x.b(), c: [g(1)] });
    matches!(x, K::A(n) | K::B { m: n } if n > x);
}
lazy_static! { static ref CACHE: Mutex<Item> = Mutex::new(Item::new()); }
cfg_rt! { pub fn spawn() { f(1, &[]) } }
proptest! { #[test] fn holds(n in 0..10u32) { check(n); } }
"#,
        expect![[r#"
            macro twice 2-2 internal
            function f 3-11 private
            local parameter f::x 3-3 public : Number
            local parameter f::list 3-3 public : list<Item>
            local parameter f::i 5-5 public = (list.iter()[] | list.iter()?)
            local variable f::v 6-6 public = list<Item.new()>
            local variable f::w 7-7 public = list<Number>
            local variable f::n 10-10 public
            variable CACHE 12-12 private static : Mutex<Item> = Mutex.new()
            function spawn 13-13 public
            function holds 14-14 public
            2:37 call helper unsure in twice
            3:22 type Item free in f
            4:5 call println free in f
            4:16 read x -> f::x@3 in f
            4:29 read list -> f::list@3 in f
            4:39 call g free in f
            4:41 read x -> f::x@3 in f
            4:45 read name opaque in f
            4:52 read x -> f::x@3 in f
            5:5 call assert free in f
            5:13 read list -> f::list@3 in f
            5:18 call iter of list in f
            5:25 call any of list.iter() in f
            5:33 read i -> f::i@5 in f
            5:35 call ok of i in f
            5:38 read x -> f::x@3 in f
            6:13 call vec free in f
            6:18 type Item free in f
            6:24 call new of Item in f
            6:31 call twice -> twice@2 in f
            6:38 read x -> f::x@3 in f
            7:13 call vec free in f
            7:21 call n free in f
            8:5 call select free in f
            8:15 read r opaque in f
            8:19 call poll free in f
            8:24 read x -> f::x@3 in f
            8:32 read r free in f
            8:34 call done of r in f
            8:42 call other free in f
            8:48 read r free in f
            9:5 call json free in f
            9:18 read x -> f::x@3 in f
            9:20 call b of x in f
            9:25 read c opaque in f
            9:29 call g free in f
            10:5 call matches free in f
            10:14 read x -> f::x@3 in f
            10:17 read K free in f
            10:20 read A of K in f
            10:27 read K free in f
            10:30 read B of K in f
            10:34 read m opaque in f
            10:37 write n -> f::n@10 in f
            10:44 read n -> f::n@10 in f
            10:48 read x -> f::x@3 in f
            12:1 call lazy_static free
            12:34 type Mutex free in CACHE
            12:40 type Item free in CACHE
            12:48 type Mutex free in CACHE
            12:55 call new of Mutex in CACHE
            12:59 type Item free in CACHE
            12:65 call new of Item in CACHE
            13:1 call cfg_rt free
            13:28 call f -> f@3 in spawn
            14:1 call proptest free
            14:15 read test free
            14:30 read n free in holds
            14:32 read in free in holds
            14:47 call check free in holds
            14:53 read n free in holds
        "#]],
    );
}

#[test]
fn deep_nesting_is_cut_not_fatal() {
    for text in [
        format!("fn f() {{ {}1{} }}", "(".repeat(50_000), ")".repeat(50_000)),
        format!("fn f() {{ {}1{}; }}", "a!(".repeat(5_000), ")".repeat(5_000)),
        "mod a { ".repeat(20_000),
        format!("use {}b;", "a::{".repeat(20_000)),
        format!("type A = {}u8;", "Vec<".repeat(20_000)),
        format!("fn f() {{ x{}; }}", ".y()".repeat(20_000)),
        format!("fn f(x: T) {{ let {}x{} = y; }}", "(".repeat(9_000), ",)".repeat(9_000)),
    ] {
        facts_of("rust", &text);
    }
}

proptest! {
    #[test]
    fn any_text_gives_facts(text in "(fn |let |use |impl |struct |mod |match |if |for |[a-z]{1,2}!|::|=>|[A-Z]|[a-z]{1,2}|[ \n{}()\\[\\]<>,;:.|&*?'\"#=é]){0,60}") {
        facts_of("rust", &text);
    }
}

#[test]
fn self_that_makes_a_value_is_a_call_of_its_type() {
    check_facts(
        "rust",
        "\
struct Pair(u8, u8);
impl Pair {
    fn new() -> Self { Self(1, 2) }
    fn other() -> Pair { Pair(3, 4) }
}
struct Named { a: u8 }
impl Default for Named {
    fn default() -> Self { let Self { a } = Self { a: 1 }; Self { a } }
}
",
        expect![[r#"
            struct Pair 1-1 private
            field Pair::0 1-1 private anonymous : Number
            field Pair::1 1-1 private anonymous : Number
            method Pair::new 3-3 private static : Pair
            method Pair::other 4-4 private static : Pair
            struct Named 6-6 private
            field Named::a 6-6 private : Number
            method Named::default 8-8 public static : Named
            local variable Named::default::a 8-8 public = new Named.a
            heritage Named Implements Default
            2:6 type Pair -> Pair@1
            3:24 call Pair -> Pair@1 in Pair::new
            4:19 type Pair -> Pair@1 in Pair::other
            4:26 call Pair -> Pair@1 in Pair::other
            7:6 inherit Default free
            7:18 type Named -> Named@6
            8:39 read a of new Named in Named::default
            8:45 call Named -> Named@6 in Named::default
            8:52 write a of new Named in Named::default
            8:60 call Named -> Named@6 in Named::default
            8:67 write a of new Named in Named::default
            8:67 read a -> Named::default::a@8 in Named::default
        "#]],
    );
}

#[test]
fn variants_opened_in_functions_hide_imports() {
    check_facts(
        "rust",
        "use crate::get::Get;\nenum Command { Get(Get), Set { value: Get }, Quit }\nimpl Command {\n fn run(self) {\n  use Command::*;\n  match self { Get(cmd) => cmd.run(), Set { value } => value.run(), Quit => {} }\n }\n fn again(self) {\n  use Self::*;\n  if let Get(cmd) = self { cmd.run(); }\n }\n fn outside(cmd: Get) { cmd.run(); }\n}\n",
        expect![[r#"
            enum Command 2-2 private
            enummember Command::Get 2-2 public : Self<Command>
            field Command::Get::0 2-2 public anonymous : Get
            enummember Command::Set 2-2 public : Self<Command>
            field Command::Set::value 2-2 public : Get
            enummember Command::Quit 2-2 public : Self<Command>
            method Command::run 4-7 private
            local parameter Command::run::self 4-4 public : Command
            local variable Command::run::cmd 6-6 public = new Get.0
            local variable Command::run::value 6-6 public = new Set.value
            method Command::again 8-11 private
            local parameter Command::again::self 8-8 public : Command
            local variable Command::again::cmd 10-10 public = new Get.0
            method Command::outside 12-12 private static
            local parameter Command::outside::cmd 12-12 public : Get
            import 1 crate::get Item Get as Get
            import 5 Command Glob
            import 9 Self Glob
            2:20 type Get -> import crate::get in Command::Get
            2:39 type Get -> import crate::get in Command::Set
            3:6 type Command -> Command@2
            6:9 read self -> Command::run::self@4 in Command::run
            6:16 read Get -> Command::Get@2 in Command::run
            6:28 read cmd -> Command::run::cmd@6 in Command::run
            6:32 call run of cmd in Command::run
            6:39 type Set free in Command::run
            6:45 read value of new Set in Command::run
            6:56 read value -> Command::run::value@6 in Command::run
            6:62 call run of value in Command::run
            6:69 read Quit -> Command::Quit@2 in Command::run
            10:10 read Get -> Command::Get@2 in Command::again
            10:21 read self -> Command::again::self@8 in Command::again
            10:28 read cmd -> Command::again::cmd@10 in Command::again
            10:32 call run of cmd in Command::again
            12:18 type Get -> import crate::get in Command::outside
            12:25 read cmd -> Command::outside::cmd@12 in Command::outside
            12:29 call run of cmd in Command::outside
        "#]],
    );
}

#[test]
fn macros_of_the_file_make_items() {
    check_symbols(
        "rust",
        "macro_rules! mk { ($n:ident) => { fn $n() {} } }\nmk!(gen_fn);\nmacro_rules! ids { ($($n:ident),* $(,)?) => { $(pub struct $n(u32);)* } }\nids! { UserId, TaskId, }\nmacro_rules! get { ($n:ident, $t:ty) => { fn $n(&self) -> $t { self.$n } } }\nstruct A;\nimpl A { get!(size, u32); }\nfn main() { gen_fn(); }\n",
        expect![[r#"
            macro mk 1-1 internal
            function gen_fn 2-2 public
            macro ids 3-3 internal
            struct UserId 4-4 public
            struct TaskId 4-4 public
            macro get 5-5 internal
            struct A 6-6 private
            function main 8-8 private
        "#]],
    );
}
