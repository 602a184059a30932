//! What is extracted from C and C++.

use clew_model::{SymbolFlags, SymbolKind};
use expect_test::expect;
use proptest::prelude::*;

use crate::testing::{check_facts, check_symbols, facts_of};

#[test]
fn c_with_everything() {
    check_facts(
        "c",
        r##"/* licence */
#include <stdio.h>
#include "util/x.h"
#define LIMIT 10
/** Doubles. */
#define DOUBLE(x) ((x) * TWO + helper(x))
#ifdef FEATURE
static int feature_on(void) { return 1; }
#else
static int feature_off(void) { return 0; }
#endif
struct node { int value; struct node *next; struct { int a; } inner; union { int u1; float u2; }; };
typedef struct { int x, y; } point_t;
typedef struct node node;
typedef int (*callback)(struct node *, int);
enum color { RED, GREEN = LIMIT };
enum { ANON_A, ANON_B };
union both { int i; float f; };
extern int shared;
int shared = 3;
static const char *names[] = { "a", "b" };
int prototype(struct node *list, size_t n) __attribute__((nonnull(1)));
/* Adds two.
 * Really. */
static inline int add(int a, int b)
{
    int sum = a + b, *p = &sum;
    for (int i = 0; i < LIMIT; i++) { int sum = i; sum += DOUBLE(i); }
    if (sum) goto out;
    prototype(NULL, sizeof(struct node));
    callback cb = feature_off;
    cb(0, 1); (*cb)(0, 1);
out:
    return *p;
}
char *old_style(first, second)
    char *first;
    int second;
{
    return first + second;
}
MYAPI int exported(point_t *p, callback cb) { p->x = p->y; struct node n = { .value = 1, .inner = { .a = 2 } }; n.next->inner.a++; return cb(&n, 1); }
DEFINE_THING(foo, bar);
node *make(node *node) { return node->next; }
int (*returns_fp(int a))(double) { return 0; }
static struct ops { int (*read)(int fd); } ops = { .read = add };
int *ptr_fn(void);
void (*handler)(int);
"##,
        expect![[r#"
            macro LIMIT 4-4 public
            macro DOUBLE 6-6 public "Doubles."
            function feature_on 8-8 private : Number
            function feature_off 10-10 private : Number
            struct node 12-12 public
            field node.value 12-12 public : Number
            field node.next 12-12 public : node
            struct node.<anonymous> 12-12 public anonymous
            field node.<anonymous>.a 12-12 public : Number
            field node.inner 12-12 public : Self<node.<anonymous>>
            field node.u1 12-12 public : Number
            field node.u2 12-12 public : Number
            struct point_t 13-13 public
            field point_t.x 13-13 public : Number
            field point_t.y 13-13 public : Number
            type node 14-14 public : node
            type callback 15-15 public : fn -> Number
            enum color 16-16 public
            enummember color.RED 16-16 public = self<color>
            enummember color.GREEN 16-16 public = self<color>
            enummember ANON_A 17-17 public
            enummember ANON_B 17-17 public
            struct both 18-18 public
            field both.i 18-18 public : Number
            field both.f 18-18 public : Number
            variable shared 19-19 public declaration : Number
            variable shared 20-20 public : Number = Number
            constant names 21-21 private : Number = List
            function prototype 22-22 public declaration : Number
            function add 25-35 private : Number "Adds two."
            local parameter add.a 25-25 public : Number
            local parameter add.b 25-25 public : Number
            local variable add.sum 27-27 public : Number
            local variable add.p 27-27 public : Number = sum
            local variable add.i 28-28 public : Number = Number
            local variable add.sum 28-28 public : Number = i
            local variable add.cb 31-31 public : callback = feature_off
            function old_style 36-41 public : Number
            variable second 38-38 public : Number
            function exported 42-42 public : Number
            local parameter exported.p 42-42 public : point_t
            local parameter exported.cb 42-42 public : callback
            local variable exported.n 42-42 public : node = List
            function make 44-44 public : node
            local parameter make.node 44-44 public : node
            function returns_fp 45-45 public : Number
            local parameter returns_fp.a 45-45 public : Number
            struct ops 46-46 public
            field ops.read 46-46 public : fn -> Number
            variable ops 46-46 private : Self<ops> = List
            function ptr_fn 47-47 public declaration : Number
            variable handler 48-48 public : fn -> Nothing
            import 2 <stdio.h> Glob
            import 3 "util/x.h" Glob
            6:26 read TWO free in DOUBLE
            6:32 call helper free in DOUBLE
            7:8 read FEATURE free
            12:33 type node -> node@12 in node
            14:16 type node -> node@12
            15:32 type node -> node@12
            16:27 read LIMIT -> LIMIT@4 in color
            22:22 type node -> node@12
            27:15 read a -> add.a@25 in add
            27:19 read b -> add.b@25 in add
            27:28 read sum -> add.sum@27 in add
            28:21 read i -> add.i@28 in add
            28:25 read LIMIT -> LIMIT@4 in add
            28:32 write i -> add.i@28 in add
            28:49 read i -> add.i@28 in add
            28:52 write sum -> add.sum@28 in add
            28:59 call DOUBLE -> DOUBLE@6 in add
            28:66 read i -> add.i@28 in add
            29:9 read sum -> add.sum@27 in add
            30:5 call prototype -> prototype@22 in add
            30:35 type node -> node@12 in add
            31:5 type callback -> callback@15 in add
            31:19 read feature_off -> feature_off@10 in add
            32:5 call cb -> add.cb@31 in add
            32:17 call cb -> add.cb@31 in add
            34:13 read p -> add.p@27 in add
            36:17 type first free
            36:24 type second free
            37:5 read char free
            37:11 read first free
            40:12 read first free in old_style
            40:20 read second -> second@38 in old_style
            42:1 read MYAPI free
            42:20 type point_t -> point_t@13 in exported
            42:32 type callback -> callback@15 in exported
            42:47 read p -> exported.p@42 in exported
            42:50 write x of p in exported
            42:54 read p -> exported.p@42 in exported
            42:57 read y of p in exported
            42:67 type node -> node@12 in exported
            42:79 write value of node in exported
            42:91 write inner of node in exported
            42:102 write a of node.inner in exported
            42:113 read n -> exported.n@42 in exported
            42:115 read next of n in exported
            42:121 read inner of n.next in exported
            42:127 write a of n.next.inner in exported
            42:139 call cb -> exported.cb@42 in exported
            42:143 read n -> exported.n@42 in exported
            43:1 call DEFINE_THING free
            43:14 read foo free
            43:19 read bar free
            44:1 type node -> node@12
            44:12 type node -> node@12 in make
            44:33 read node -> make.node@44 in make
            44:39 read next of node in make
            46:53 write read of Self<ops> in ops
            46:60 read add -> add@25 in ops
        "#]],
    );
}

#[test]
fn cpp_with_everything() {
    check_facts(
        "cpp",
        r##"#include <vector>
using namespace std;
using a::b::Thing;
namespace fs = std::filesystem;
namespace outer { namespace {
int hidden() { return 1; }
}
inline namespace v1 { class Fwd; void in_inline(); }
/// A shape.
/// More.
template <typename T, int N = 3>
class Shape : public Base<T>, private virtual ns::Other {
    int secret_ = 0;
public:
    explicit Shape(int x) : Base<T>(x), secret_(x) {}
    ~Shape() = default;
    virtual double area() const = 0;
    static Shape* make(const T& t, int n = N);
    T value() const { return secret_ + helper(); }
    bool operator==(const Shape& o) const { return o.secret_ == secret_; }
    operator bool() const { return secret_; }
    template <class U> void accept(U&& u) { u.visit(*this); }
    enum class Kind { A, B };
    enum Flag { F1, F2 };
    friend class Buddy;
    friend void swap(Shape& a, Shape& b) { a.secret_ = b.secret_; }
protected:
    struct Inner { int z; void run(); };
    std::vector<Inner> items;
    int helper() const;
};
template <typename T, int N>
Shape<T, N>* Shape<T, N>::make(const T& t, int n) { secret_ = n; this->value(); return new Shape(n); }
template <> class Shape<int, 3> { };
void far::Away::method(int q) { q++; }
Away::Away() {}
} // namespace outer
namespace outer { void again() { hidden(); Fwd* f; } }
namespace x::y::z { int deep; }
using Vec = std::vector<int>;
template <class T> using Ptr = std::unique_ptr<T>;
template <class T> concept Sized = requires(T t) { t.size(); };
template <Sized T> auto total(const T& t) -> int {
    auto sum = 0;
    for (const auto& item : t) sum += item.size();
    for (auto [k, v] : t) use(k, v);
    auto f = [&, extra = sum](int a) mutable -> int { return a + extra + sum; };
    Ptr<outer::Shape<int>> p = std::make_unique<outer::Shape<int>>(1);
    p->value(); (*p).area(); static_cast<Base*>(p.get())->go();
    Widget w(sum); Widget w2{sum}; Widget w3 = Widget(1);
    if (auto it = t.find(1); it != t.end()) { it->second.run(); }
    try { throw Error("x"); } catch (const Error& e) { e.what(); }
    int x = int(3.0); ::global(x); delete f; std::sort(t.begin(), t.end(), [](auto l, auto r) { return l < r; });
    return f(1);
}
extern "C" { int c_func(int); }
static constexpr int kMax = 3;
std::ostream& operator<<(std::ostream& os, const Vec& v) { return os; }
int Shape<int>::count = 0;
struct POD { int a{1}, b = 2; using type = int; static const int S = 1; mutable std::string s; };
"##,
        expect![[r#"
            namespace outer 5-37 public
            function outer::hidden 6-6 private : Number
            namespace outer::v1 8-8 public
            class outer::v1::Fwd 8-8 public declaration
            function outer::v1::in_inline 8-8 public declaration : Nothing
            local typeparameter outer::T 11-11 public
            local parameter outer::N 11-11 public : Number = Number
            class outer::Shape 11-31 public "A shape."
            field outer::Shape::secret_ 13-13 private : Number = Number
            constructor outer::Shape::Shape 15-15 public
            local parameter outer::Shape::Shape::x 15-15 public : Number
            method outer::Shape::~Shape 16-16 public
            method outer::Shape::area 17-17 public abstract : Number
            method outer::Shape::make 18-18 public static declaration : Shape
            method outer::Shape::value 19-19 public : T
            operator outer::Shape::operator== 20-20 public : Boolean
            local parameter outer::Shape::operator==::o 20-20 public : Shape
            operator outer::Shape::operator bool 21-21 public
            local typeparameter outer::Shape::U 22-22 public
            method outer::Shape::accept 22-22 public : Nothing
            local parameter outer::Shape::accept::u 22-22 public : U
            enum outer::Shape::Kind 23-23 public
            enummember outer::Shape::Kind::A 23-23 public = self<outer::Shape::Kind>
            enummember outer::Shape::Kind::B 23-23 public = self<outer::Shape::Kind>
            enum outer::Shape::Flag 24-24 public
            enummember outer::Shape::Flag::F1 24-24 public = self<outer::Shape::Flag>
            enummember outer::Shape::Flag::F2 24-24 public = self<outer::Shape::Flag>
            function outer::swap 26-26 public : Nothing
            local parameter outer::swap::a 26-26 public : Shape
            local parameter outer::swap::b 26-26 public : Shape
            struct outer::Shape::Inner 28-28 protected
            field outer::Shape::Inner::z 28-28 public : Number
            method outer::Shape::Inner::run 28-28 public declaration : Nothing
            field outer::Shape::items 29-29 protected : std.vector<Inner>
            method outer::Shape::helper 30-30 protected declaration : Number
            local typeparameter outer::T 32-32 public
            local parameter outer::N 32-32 public : Number
            method outer::Shape::make 32-33 public static : Shape<T, N>
            local parameter outer::Shape::make::t 33-33 public : T
            local parameter outer::Shape::make::n 33-33 public : Number
            class outer::Shape 34-34 public
            method outer::far::Away::method 35-35 public : Nothing
            local parameter outer::far::Away::method::q 35-35 public : Number
            constructor outer::Away::Away 36-36 public
            namespace outer 38-38 public
            function outer::again 38-38 public : Nothing
            local variable outer::again::f 38-38 public : Fwd
            namespace x 39-39 public
            namespace x::y 39-39 public
            namespace x::y::z 39-39 public
            variable x::y::z::deep 39-39 public : Number
            type Vec 40-40 public : std.vector<Number>
            local typeparameter T 41-41 public
            type Ptr 41-41 public : std.unique_ptr<T>
            local typeparameter T 42-42 public
            interface Sized 42-42 public
            local parameter Sized::t 42-42 public : T
            local typeparameter T 43-43 public
            function total 43-55 public : Number
            local parameter total::t 43-43 public : T
            local variable total::sum 44-44 public = Number
            local variable total::item 45-45 public = t[]
            local variable total::k 46-46 public = t[].0
            local variable total::v 46-46 public = t[].1
            local variable total::f 47-47 public = fn -> Number
            local variable total::extra 47-47 public = sum
            local parameter total::a 47-47 public : Number
            local variable total::p 48-48 public : Ptr<outer.Shape<Number>> = new outer.Shape<Number>
            local variable total::w 50-50 public : Widget
            local variable total::w2 50-50 public : Widget = List
            local variable total::w3 50-50 public : Widget = Widget()
            local variable total::it 51-51 public = t.find()
            local parameter total::e 52-52 public : Error
            local variable total::x 53-53 public : Number = ?()
            local parameter total::l 53-53 public
            local parameter total::r 53-53 public
            function c_func 56-56 public declaration : Number
            constant kMax 57-57 private : Number = Number
            operator operator<< 58-58 public : std.ostream
            local parameter operator<<::os 58-58 public : std.ostream
            local parameter operator<<::v 58-58 public : Vec
            field Shape::count 59-59 public : Number = Number
            struct POD 60-60 public
            field POD::a 60-60 public : Number = List
            field POD::b 60-60 public : Number = List
            type POD::type 60-60 public : Number
            field POD::S 60-60 public static : Number = Number
            field POD::s 60-60 public : std.string
            import 1 <vector> Glob
            import 2 std Glob
            import 3 a::b Item Thing as Thing
            import 4 std::filesystem Module as fs
            heritage outer::Shape Extends Base<T>
            heritage outer::Shape Extends ns.Other
            12:22 inherit Base free in outer::Shape
            12:27 type T -> outer::T@11 in outer::Shape
            12:47 read ns free in outer::Shape
            12:51 inherit Other of ns in outer::Shape
            15:29 call Base free in outer::Shape::Shape
            15:34 type T -> outer::T@11 in outer::Shape::Shape
            15:37 read x -> outer::Shape::Shape::x@15 in outer::Shape::Shape
            15:41 write secret_ of self<outer::Shape> in outer::Shape::Shape
            15:49 read x -> outer::Shape::Shape::x@15 in outer::Shape::Shape
            18:12 type Shape -> outer::Shape@12 in outer::Shape
            18:30 type T -> outer::T@11 in outer::Shape
            18:44 read N -> outer::N@11 in outer::Shape
            19:5 type T -> outer::T@11 in outer::Shape
            19:30 read secret_ -> outer::Shape::secret_@13 in outer::Shape::value
            19:40 call helper -> outer::Shape::helper@30 in outer::Shape::value
            20:27 type Shape -> outer::Shape@12 in outer::Shape::operator==
            20:52 read o -> outer::Shape::operator==::o@20 in outer::Shape::operator==
            20:54 read secret_ of o in outer::Shape::operator==
            20:65 read secret_ -> outer::Shape::secret_@13 in outer::Shape::operator==
            21:36 read secret_ -> outer::Shape::secret_@13 in outer::Shape::operator bool
            22:36 type U -> outer::Shape::U@22 in outer::Shape::accept
            22:45 read u -> outer::Shape::accept::u@22 in outer::Shape::accept
            22:47 call visit of u in outer::Shape::accept
            25:18 type Buddy free in outer::Shape
            26:22 type Shape -> outer::Shape@12 in outer::swap
            26:32 type Shape -> outer::Shape@12 in outer::swap
            26:44 read a -> outer::swap::a@26 in outer::swap
            26:46 write secret_ of a in outer::swap
            26:56 read b -> outer::swap::b@26 in outer::swap
            26:58 read secret_ of b in outer::swap
            29:5 read std free in outer::Shape
            29:10 type vector of std in outer::Shape
            29:17 type Inner -> outer::Shape::Inner@28 in outer::Shape
            33:1 type Shape -> outer::Shape@12 in outer
            33:7 type T -> outer::T@32 in outer
            33:10 type N -> outer::N@32 in outer
            33:14 read Shape -> outer::Shape@12 in outer
            33:20 type T -> outer::T@32 in outer
            33:23 type N -> outer::N@32 in outer
            33:38 type T -> outer::T@32 in outer::Shape::make
            33:53 write secret_ -> outer::Shape::secret_@13 in outer::Shape::make
            33:63 read n -> outer::Shape::make::n@33 in outer::Shape::make
            33:72 call value of self<outer::Shape> in outer::Shape::make
            33:92 call Shape -> outer::Shape@12 in outer::Shape::make
            33:98 read n -> outer::Shape::make::n@33 in outer::Shape::make
            35:6 read far free in outer
            35:11 read Away of far in outer
            35:33 write q -> outer::far::Away::method::q@35 in outer::far::Away::method
            36:1 read Away free in outer
            38:34 call hidden -> outer::hidden@6 in outer::again
            38:44 type Fwd -> outer::v1::Fwd@8 in outer::again
            40:13 read std free
            40:18 type vector of std
            41:32 read std free
            41:37 type unique_ptr of std
            41:48 type T -> T@41
            42:45 type T -> T@42 in Sized
            42:52 read t -> Sized::t@42 in Sized
            42:54 call size of t in Sized
            43:11 type Sized -> Sized@42
            43:37 type T -> T@43 in total
            45:29 read t -> total::t@43 in total
            45:32 write sum -> total::sum@44 in total
            45:39 read item -> total::item@45 in total
            45:44 call size of item in total
            46:24 read t -> total::t@43 in total
            46:27 call use free in total
            46:31 read k -> total::k@46 in total
            46:34 read v -> total::v@46 in total
            47:26 read sum -> total::sum@44 in total
            47:62 read a -> total::a@47 in total
            47:66 read extra -> total::extra@47 in total
            47:74 read sum -> total::sum@44 in total
            48:5 type Ptr -> Ptr@41 in total
            48:9 read outer -> outer@5 in total
            48:16 type Shape of outer in total
            48:32 read std free in total
            48:37 call make_unique of std in total
            48:49 read outer -> outer@5 in total
            48:56 type Shape of outer in total
            49:5 read p -> total::p@48 in total
            49:8 call value of p? in total
            49:19 read p -> total::p@48 in total
            49:22 call area of p? in total
            49:42 type Base free in total
            49:49 read p -> total::p@48 in total
            49:51 call get of p in total
            49:59 call go of as Base? in total
            50:5 type Widget free in total
            50:14 read sum -> total::sum@44 in total
            50:20 type Widget free in total
            50:30 read sum -> total::sum@44 in total
            50:36 type Widget free in total
            50:48 call Widget free in total
            51:19 read t -> total::t@43 in total
            51:21 call find of t in total
            51:30 read it -> total::it@51 in total
            51:36 read t -> total::t@43 in total
            51:38 call end of t in total
            51:47 read it -> total::it@51 in total
            51:51 read second of it? in total
            51:58 call run of it?.second in total
            52:17 call Error free in total
            52:44 type Error free in total
            52:56 read e -> total::e@52 in total
            52:58 call what of e in total
            53:25 call global free in total
            53:32 read x -> total::x@53 in total
            53:43 read f -> total::f@47 in total
            53:46 read std free in total
            53:51 call sort of std in total
            53:56 read t -> total::t@43 in total
            53:58 call begin of t in total
            53:67 read t -> total::t@43 in total
            53:69 call end of t in total
            53:104 read l -> total::l@53 in total
            53:108 read r -> total::r@53 in total
            54:12 call f -> total::f@47 in total
            58:1 read std free
            58:6 type ostream of std
            58:26 read std free in operator<<
            58:31 type ostream of std in operator<<
            58:50 type Vec -> Vec@40 in operator<<
            58:67 read os -> operator<<::os@58 in operator<<
            59:5 read Shape free
            60:81 read std free in POD
            60:86 type string of std in POD
        "#]],
    );
}

#[test]
fn broken_code_keeps_what_it_can() {
    check_symbols(
        "c",
        "int good(void) { return 1; }\nint = ;\nAPI(int) macro_made(int a)\n{ }\nint last(int a) { if (a { }\n",
        expect![[r#"
            function good 1-1 public : Number
            function macro_made 3-4 public : Number
            local parameter macro_made.a 3-3 public : Number
            function last 5-5 public
        "#]],
    );
    check_symbols(
        "cpp",
        "class A { void good(); void (; int x; };\nvoid A::good() { }\n",
        expect![[r#"
            class A 1-1 public
            method A::good 1-1 private declaration : Nothing
            field A::x 1-1 private : Number
            method A::good 2-2 private : Nothing
        "#]],
    );
}

#[test]
fn deep_nesting_is_cut_not_fatal() {
    for language in ["c", "cpp"] {
        let text = format!("int x = {}1{};", "(".repeat(50_000), ")".repeat(50_000));
        let facts = facts_of(language, &text);
        assert!(facts.flags.has(clew_model::FileFlags::CUT), "{language}");
        facts_of(language, &"struct A { ".repeat(5_000));
        facts_of(language, &format!("int x = a{};", "->b".repeat(20_000)));
        facts_of(language, &format!("int {}x{};", "(*".repeat(10_000), ")(int)".repeat(10_000)));
        facts_of(language, &"#if A\n".repeat(3_000));
    }
    facts_of("cpp", &"namespace a { ".repeat(5_000));
    facts_of("cpp", &format!("int x = {}c;", "a::".repeat(20_000)));
    facts_of("cpp", &"template <class T> ".repeat(3_000));
    facts_of("cpp", &"x<".repeat(3_000));
}

proptest! {
    #[test]
    fn any_text_gives_facts(
        text in "(struct |enum |class |namespace |template |using |typedef |operator|static |#if |#define |int |[a-z]{1,3}|[A-Z]|->|::|[ \n:;(){},.=<>*&~\\[\\]'\"]){0,60}"
    ) {
        facts_of("c", &text);
        facts_of("cpp", &text);
    }
}

#[test]
fn blocks_that_a_macro_heads_are_no_functions() {
    check_facts(
        "c",
        "\
#define vmcase(op) case op:
#define PUSH(L, v) (push_value(L, v), L->top++, LIMIT)
void run(int code) {
  dispatch (kind(code)) {
    vmcase(OP_MOVE) {
      int moved = step(code);
    }
  }
}
",
        expect![[r#"
            macro vmcase 1-1 public
            macro PUSH 2-2 public
            function run 3-9 public : Nothing
            local parameter run.code 3-3 public : Number
            local variable run.moved 6-6 public : Number = step()
            2:21 call push_value free in PUSH
            2:42 read top unsure in PUSH
            2:49 read LIMIT free in PUSH
            4:3 call dispatch free in run
            4:13 call kind free in run
            4:18 read code -> run.code@3 in run
            5:5 call vmcase -> vmcase@1 in run
            5:12 read OP_MOVE free in run
            6:19 call step free in run
            6:24 read code -> run.code@3 in run
        "#]],
    );
}

#[test]
fn initialisers_name_bases_and_fields() {
    check_facts(
        "cpp",
        "\
struct Node : Base, other::List<int> {
  Node(int a) : Base(a), List(a), size(a) {}
  Node() : Node(1) {}
  int size;
};
",
        expect![[r#"
            struct Node 1-5 public
            constructor Node::Node 2-2 public
            local parameter Node::Node::a 2-2 public : Number
            constructor Node::Node 3-3 public
            field Node::size 4-4 public : Number
            heritage Node Extends Base
            heritage Node Extends other.List<Number>
            1:15 inherit Base free in Node
            1:21 read other free in Node
            1:28 inherit List of other in Node
            2:17 call Base free in Node::Node
            2:22 read a -> Node::Node::a@2 in Node::Node
            2:26 call List of other in Node::Node
            2:31 read a -> Node::Node::a@2 in Node::Node
            2:35 write size of self<Node> in Node::Node
            2:40 read a -> Node::Node::a@2 in Node::Node
            3:12 call Node -> Node@1 in Node::Node
        "#]],
    );
}

#[test]
fn macros_without_arguments_and_without_a_body_are_told_apart() {
    let facts =
        facts_of("c", "#define guard_h\n#define LIMIT 10\n#define TWICE(x) x x\n#define NONE(x)\n");
    let flags = |name: &str| {
        let symbol = facts.symbols.iter().find(|symbol| facts.name(symbol.name) == name);
        symbol.map(|symbol| {
            let has = |flag| symbol.flags.has(flag);
            (has(SymbolFlags::PLAIN_MACRO), has(SymbolFlags::EMPTY_MACRO))
        })
    };
    assert_eq!(flags("guard_h"), Some((true, true)));
    assert_eq!(flags("LIMIT"), Some((true, false)));
    assert_eq!(flags("TWICE"), Some((false, false)));
    assert_eq!(flags("NONE"), Some((false, true)));
}

#[test]
fn types_of_functions_with_calling_conventions_have_their_names() {
    let facts = facts_of(
        "c",
        "typedef BOOL (WINAPI *finish_fn)(HANDLE h, int a);\ntypedef int CALLBACK(my_cb)(int size, void *p);\n\
         typedef int (*plain_fn)(int);\ntypedef int whole(my_type);\n",
    );
    let types: Vec<&str> = facts
        .symbols
        .iter()
        .filter(|symbol| symbol.kind == SymbolKind::Type)
        .map(|symbol| facts.name(symbol.name))
        .collect();
    assert_eq!(types, ["finish_fn", "my_cb", "plain_fn", "whole"]);
}

#[test]
fn blocks_of_test_macros_are_functions() {
    check_symbols(
        "cpp",
        "namespace k { int f(); }\nTEST_CASE(\"adds two\", \"[x]\") { int local = k::f(); }\nTEST(Sums, carry) { }\nBOOST_AUTO_TEST_CASE(alpha) { }\nclass FOO { FOO(int a) { } };\n",
        expect![[r#"
            namespace k 1-1 public
            function k::f 1-1 public declaration : Number
            function adds two 2-2 public
            local variable adds two::local 2-2 public : Number = k.f()
            function Sums.carry 3-3 public
            function alpha 4-4 public
            class FOO 5-5 public
            constructor FOO::FOO 5-5 private
            local parameter FOO::FOO::a 5-5 public : Number
        "#]],
    );
    check_symbols(
        "c",
        "DEFINE_CALL3(read, int fd) { int local; }\n",
        expect![[r#"
        function read 1-1 public
        local variable read.local 1-1 public : Number
    "#]],
    );
}

#[test]
fn macros_leave_names_where_they_belong() {
    check_symbols(
        "cpp",
        "extern \"C\" __declspec(dllimport) int __stdcall is_dbg();\nnamespace k {\nINL pool::pool(int a) : q_(a) { TRY { run(); } CATCH(loc()) }\nvoid INL pool::stop() { }\n}\n",
        expect![[r#"
            function is_dbg 1-1 public declaration : Number
            namespace k 2-5 public
            constructor k::pool::pool 3-3 public
            local parameter k::pool::pool::a 3-3 public : Number
            method k::pool::stop 4-4 public : Nothing
        "#]],
    );
}
