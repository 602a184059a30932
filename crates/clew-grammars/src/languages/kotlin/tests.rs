use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "kotlin",
        include_str!("fixture.kt"),
        expect![[r#"
            class Shop 9-42 public abstract "A shop."
            local typeparameter Shop.T 10-10 public : Item
            property Shop.name 10-10 private : String
            property Shop.items 10-10 public : MutableList<T>
            local parameter Shop.n 10-10 public : Whole
            property Shop.count 12-12 public : Whole "Count."
            property Shop.total 13-14 public = Whole
            property Shop.late 15-15 public : Other
            property Shop.lazyOne 16-16 private = fn -> Foo()()
            constructor Shop.constructor 18-18 public
            local parameter Shop.constructor.n 18-18 private : Whole
            property Shop.MAX 19-19 public = Whole
            method Shop.create 19-19 public : Shop<Item>
            method Shop.close 20-20 protected abstract
            method Shop.find 21-39 public : T
            local parameter Shop.find.test 21-21 private : fn -> Boolean
            local parameter Shop.find.ids 21-21 private : Whole
            local variable Shop.find.item 22-22 private = each items
            local variable Shop.find.k 23-23 private
            local variable Shop.find.v 23-23 private
            local variable Shop.find.a 24-24 private
            local variable Shop.find.b 24-24 private
            local variable Shop.find.x 25-25 private = items.map().filter()
            local parameter Shop.find.p 25-25 private = each items.map()
            local variable Shop.find.y 26-26 private = Nothing
            local variable Shop.find.s 26-26 private = state()
            local variable Shop.find.e 27-27 private : IOException
            local variable Shop.find.o 29-29 private = new Self<Shop.find.<anonymous>>
            local class Shop.find.<anonymous> 29-29 private anonymous
            method Shop.find.<anonymous>.on 29-29 private
            local parameter Shop.find.<anonymous>.on.e 29-29 private : Event
            local function Shop.find.local 30-30 private
            local parameter Shop.find.local.z 30-30 private : Whole
            local variable Shop.find.c 33-33 private = Other.class
            local variable Shop.find.f 34-34 private = local
            local variable Shop.find.cast 35-35 private = as List<T>
            local parameter Shop.find.q 36-36 private : Whole
            class Shop.Inner 40-40 public
            property Shop.Inner.z 40-40 public = as Shop.count
            method Shop.plus 41-41 public = self<Shop>
            local parameter Shop.plus.o 41-41 private : Shop<T>
            enum Color 43-47 public
            property Color.rgb 43-43 public : Whole
            enummember Color.RED 44-44 public static
            enummember Color.GREEN 45-45 public static
            method Color.GREEN.f 45-45 public = Whole
            method Color.f 46-46 public = Whole
            function shout 48-48 public : String
            local parameter shout.n 48-48 private : Whole
            type Handler 49-49 public : fn -> Nothing
            class Single 50-52 public
            method Single.go 51-51 public
            property TOP 53-53 public = Whole
            function List.größe 54-54 public : Whole
            local typeparameter List.größe.T 54-54 private
            class Ann 55-55 public
            property Ann.x 55-55 public : Whole
            interface Shape 56-59 public
            class Shape.Circle 57-57 public
            class Shape.Sq 58-58 public
            property Shape.Sq.s 58-58 public : Whole
            function main 60-74 public
            local variable main.p 61-61 private = a.to()
            local parameter main.q 62-62 private : Whole
            local variable main.f 63-63 private = Other.run
            local parameter main.k 64-64 private
            local parameter main.v 64-64 private
            local variable main.z 65-65 private = (b | c)
            local variable main.q 67-67 private = Whole
            local variable main.m 71-71 private
            local variable main.n 71-71 private
            local variable main.h 72-72 private : a.b.Foo<Whole>
            local class main.Local 73-73 private
            import 4 java.util Item Date as Date
            import 5 com.acme.util Glob
            import 6 com.acme Item Thing as Other
            heritage Shop Extends Base<T>
            heritage Shop Extends Sells
            heritage Shop.find.<anonymous> Extends Listener
            heritage Single Extends Base
            heritage Shape.Circle Extends Shape
            heritage Shape.Sq Extends Shape
            heritage main.Local Extends A
            1:7 call JvmName free
            9:2 call Serializable free in Shop
            10:25 type Item free in Shop
            10:68 type MutableList free in Shop
            10:80 type T -> Shop.T@10 in Shop
            10:85 call mutableListOf free in Shop
            10:112 inherit Base free in Shop
            10:117 type T -> Shop.T@10 in Shop
            10:120 read name -> Shop.name@10 in Shop
            10:127 inherit Sells free in Shop
            10:136 read delegate free in Shop
            12:28 read items -> Shop.items@10 in Shop.count
            12:34 read size of items in Shop.count
            15:24 type Other -> import com.acme in Shop.late
            16:28 call lazy free in Shop.lazyOne
            16:35 call Foo free in Shop.lazyOne
            17:12 write total -> Shop.total@13 in Shop
            17:20 read count -> Shop.count@12 in Shop
            18:41 read n -> Shop.constructor.n@18 in Shop.constructor
            18:46 call run free in Shop.constructor
            19:57 type Shop -> Shop@10 in Shop.create
            19:62 type Item free in Shop.create
            19:70 call TODO free in Shop.create
            21:38 type T -> Shop.T@10 in Shop.find
            21:71 type T -> Shop.T@10 in Shop.find
            22:22 read items -> Shop.items@10 in Shop.find
            22:35 call test -> Shop.find.test@21 in Shop.find
            22:40 read item -> Shop.find.item@22 in Shop.find
            22:54 read item -> Shop.find.item@22 in Shop.find
            23:24 read map free in Shop.find
            23:29 call println free in Shop.find
            23:39 read k -> Shop.find.k@23 in Shop.find
            23:43 read v -> Shop.find.v@23 in Shop.find
            23:45 read name of v in Shop.find
            24:22 call pair free in Shop.find
            25:17 read items -> Shop.items@10 in Shop.find
            25:23 call map of items in Shop.find
            25:32 read price of each items in Shop.find
            25:40 call filter of items.map() in Shop.find
            25:54 read p -> Shop.find.p@25 in Shop.find
            26:31 call state free in Shop.find
            26:45 type Open free in Shop.find
            26:53 read s -> Shop.find.s@26 in Shop.find
            26:55 read value of as Open in Shop.find
            27:15 call risky free in Shop.find
            27:35 type IOException free in Shop.find
            27:56 call ShopException free in Shop.find
            27:70 read e -> Shop.find.e@27 in Shop.find
            27:85 call close -> Shop.close@20 in Shop.find
            28:9 read items -> Shop.items@10 in Shop.find
            28:16 call first of items in Shop.find
            28:26 call run of items.first() in Shop.find
            29:26 type Listener free in Shop.find
            29:56 type Event free in Shop.find.<anonymous>.on
            29:65 call handle free in Shop.find.<anonymous>.on
            29:72 read e -> Shop.find.<anonymous>.on.e@29 in Shop.find.<anonymous>.on
            30:29 read z -> Shop.find.local.z@30 in Shop.find
            30:33 read count -> Shop.count@12 in Shop.find
            31:14 write total of self<Shop> in Shop.find
            31:22 call local -> Shop.find.local@30 in Shop.find
            32:15 call find of super<Shop> in Shop.find
            32:20 read test -> Shop.find.test@21 in Shop.find
            33:17 read Other -> import com.acme in Shop.find
            33:24 read class of Other in Shop.find
            34:19 read local -> Shop.find.local@30 in Shop.find
            35:20 read x -> Shop.find.x@25 in Shop.find
            35:25 type List free in Shop.find
            35:30 type T -> Shop.T@10 in Shop.find
            36:9 read x -> Shop.find.x@25 in Shop.find
            36:11 call forEach of x in Shop.find
            36:33 read q -> Shop.find.q@36 in Shop.find
            36:35 call go of q in Shop.find
            37:37 read label free in Shop.find
            38:16 read items -> Shop.items@10 in Shop.find
            40:38 type Shop -> Shop@10 in Shop.Inner.z
            40:43 read count of as Shop in Shop.Inner.z
            41:26 type Shop -> Shop@10 in Shop.plus
            41:31 type T -> Shop.T@10 in Shop.plus
            48:41 call uppercase of as String in shout
            48:55 read n -> shout.n@48 in shout
            49:22 type Event free
            50:17 inherit Base free in Single
            54:9 type List free
            54:14 type T free
            54:36 read T -> List.größe.T@54 in List.größe
            54:40 type Any free in List.größe
            54:46 read size free in List.größe
            57:21 type Shape -> Shape@56 in Shape.Circle
            58:33 type Shape -> Shape@56 in Shape.Sq
            61:13 read a free in main
            61:15 call to of a in main
            61:18 read b free in main
            62:5 read x free in main
            62:7 call forEach of x in main
            62:29 read q -> main.q@62 in main
            62:31 call go of q in main
            63:13 read Other -> import com.acme in main
            63:20 read run of Other in main
            64:5 read items free in main
            64:11 call map of items in main
            64:27 read k -> main.k@64 in main
            65:17 read a free in main
            65:20 read b free in main
            65:27 read c free in main
            66:5 call foo free in main
            66:20 read n free in main
            67:6 call Suppress free in main
            68:5 read x free in main
            68:8 call let of x in main
            68:17 call go of x in main
            70:5 write x free in main
            71:18 read pair free in main
            72:12 read a free in main
            72:14 read b of a in main
            72:16 type Foo of a.b in main
            73:19 inherit A free in main
            73:24 read b free in main
        "#]],
    );
}

#[test]
fn every_name_of_the_description_is_in_the_grammar() {
    let unknown = crate::described::unknown_names(
        &tree_sitter_kotlin_ng::LANGUAGE.into(),
        &super::DESCRIPTION,
    );
    assert_eq!(unknown, Vec::<String>::new());
}

#[test]
fn templates_blocks_after_types_and_modifiers_as_names() {
    check_facts(
        "kotlin",
        "fun f(final: Int, name: String) {\n  val r = fails<IOException> { g(name) }\n  \
         a.b<T> { it }\n  p(\"$name: \\$no ${final + 1} $r$\")\n  open = name < r\n}\n",
        expect![[r#"
            function f 1-6 public
            local parameter f.final 1-1 private : Whole
            local parameter f.name 1-1 private : String
            local variable f.r 2-2 private = fails()
            2:11 call fails free in f
            2:17 type IOException free in f
            2:32 call g free in f
            2:34 read name -> f.name@1 in f
            3:3 read a free in f
            3:5 call b of a in f
            3:7 type T free in f
            4:3 call p free in f
            4:7 read name -> f.name@1 in f
            4:20 read final -> f.final@1 in f
            4:32 read r -> f.r@2 in f
            5:3 write open free in f
            5:10 read name -> f.name@1 in f
            5:17 read r -> f.r@2 in f
        "#]],
    );
}

/// The names of the symbols of a text, each behind those that it stands in.
fn outline(text: &str) -> String {
    let facts = crate::testing::facts_of("kotlin", text);
    let names = (0..facts.symbols.len())
        .map(|index| clew_model::SymbolId(index as u32))
        .filter(|id| facts.symbol(*id).is_some_and(|symbol| !symbol.is_local()))
        .map(|id| facts.qualified_name(id));
    let names: Vec<String> = names.collect();
    let broken = facts.flags.has(clew_model::FileFlags::BROKEN);
    format!("{}{}", names.join(" "), if broken { " broken" } else { "" })
}

#[test]
fn types_on_one_line_stand_side_by_side() {
    let forms = [
        ("class ? { fun m() {} }", "? ?.m"),
        ("class ? { fun m() = 1 }", "? ?.m"),
        ("class ? { val m = 1 }", "? ?.m"),
        ("class ? { val m: List<Int> }", "? ?.m"),
        ("class ?(val n: Int) : Z(n) { override fun m() = n }", "? ?.n ?.m"),
        ("class ? { init { run() } }", "?"),
        ("class ? { class m { fun n() {} } }", "? ?.m ?.m.n"),
        ("class ? { companion object { const val m = 3 } }", "? ?.m"),
        ("class ? { fun m() { n { it } } fun o() {} }", "? ?.m ?.o"),
        ("class ? { val m = \"} ${ n { it } }\" }", "? ?.m"),
        ("data class ?(val m: Int)", "? ?.m"),
        ("interface ? { fun m() }", "? ?.m"),
        ("fun interface ? { fun m(): Int }", "? ?.m"),
        ("sealed interface ? { object m : ? }", "? ?.m"),
        ("object ? { fun m() {} }", "? ?.m"),
        ("object ? : Z() { override fun m() = 1 }", "? ?.m"),
        ("enum class ? { m, n }", "? ?.m ?.n"),
        ("enum class ? { m; fun n() = 1 }", "? ?.m ?.n"),
        ("enum class ? { m { override fun n() = 1 }; abstract fun n(): Int }", "? ?.m ?.m.n ?.n"),
    ];
    for (first, first_names) in forms {
        for (second, second_names) in forms {
            for between in ["\n", "\n\n", "\n// }\n"] {
                let text = format!(
                    "package p\n{}{between}{}\n",
                    first.replace('?', "A"),
                    second.replace('?', "B")
                );
                let wanted =
                    format!("{} {}", first_names.replace('?', "A"), second_names.replace('?', "B"));
                assert_eq!(outline(&text), wanted, "{text}");
            }
        }
    }
}

#[test]
fn platform_modifiers_annotated_accessors_and_by_as_a_name() {
    let text = "actual open class A\ninternal actual constructor(\n  internal actual val d: Int,\n\
                ) : B, C<A> {\n  @T internal actual var h: Int = 0 // Lazily\n  \
                @T internal actual var u: String? = null\n\n  actual val size\n    \
                @JvmName(\"size\")\n    get() = g()\n\n  actual fun f() = g(expect, actual)\n}\n\
                fun t() {\n  val by = b / \"by\"\n  val cx = 1\n  by.go()\n}\n";
    assert_eq!(outline(text), "A A.d A.h A.u A.size A.f t");
}

/// Annotations, and the names in them.
const ANNOTATIONS: &[(&[&str], &str)] = &[
    (&[], ""),
    (&["@A"], "A"),
    (&["@A(1)"], "A"),
    (&["@a.A"], "a A"),
    (&["@A<N>(\"s)\")"], "A N"),
    (&["@[A B(1)]"], "A B"),
    (&["@A", "@B"], "A B"),
    (&["@A(X::class)", "@B(y = [N, 2])"], "A X B N"),
    (&["@A", "@B /* @Z */", "@C(N.M)"], "A B C N M"),
    (&["@get:A", "@field:[B C(n = 2)]"], "A B C"),
];

const ANNOTATED: &[(&str, &str)] = &[
    ("class ?", "?"),
    ("class ? {}", "?"),
    ("class ? {\n  fun m() = 1\n}", "? ?.m"),
    ("class ?(val n: Int)", "? ?.n"),
    ("class ?<T : U>(val n: Int) : U(n), V {\n  val m = 1\n}", "? ?.n ?.m"),
    ("class ? : U, V { }", "?"),
    ("interface ?", "?"),
    ("interface ? { }", "?"),
    ("fun interface ? {\n  fun m()\n}", "? ?.m"),
    ("object ?", "?"),
    ("object ? : U() {\n  val m = 1\n}", "? ?.m"),
    ("fun ?() {}", "?"),
    ("fun ?(n: Int): Int", "?"),
    ("fun <T> ?(n: T): T = n", "?"),
    ("fun List.?() {}", "List.?"),
    ("val ? = 1", "?"),
    ("var ?: Int", "?"),
    ("val List.?: Int\n  get() = 1", "List.?"),
    ("val ? by lazy { 1 }", "?"),
    ("typealias ? = Int", "?"),
];

/// Modifiers for classes, then those for anything.
const CLASS_WORDS: &[&str] = &[
    "data",
    "enum",
    "annotation",
    "inner",
    "value",
    "sealed",
    "private data",
    "public actual enum",
];
const WORDS: &[&str] = &[
    "",
    "public",
    "private",
    "internal",
    "protected",
    "open",
    "final",
    "abstract",
    "expect",
    "actual",
    "const",
    "lateinit",
    "override",
    "operator",
    "infix",
    "inline",
    "tailrec",
    "external",
    "suspend",
    "internal expect",
    "public open",
    "inline operator",
    "protected abstract",
    "override suspend",
];

#[test]
fn annotated_declarations_are_all_there() {
    let mut wrong = Vec::new();
    for (annotations, used) in ANNOTATIONS {
        for (form, names) in ANNOTATED {
            let is_class = form.starts_with("class");
            let words = CLASS_WORDS.iter().filter(|_| is_class).chain(WORDS);
            for word in words {
                for between in ["\n", " "] {
                    let form = format!("{word} {form}").trim_start().replace('?', "Thing");
                    let declared = [*annotations, &[form.as_str()]].concat().join(between);
                    wrong.extend(lost_names(&declared, used, &names.replace('?', "Thing")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
}

/// What is not as it should be where a declaration stands alone, among others and in a
/// class.
fn lost_names(declared: &str, used: &str, names: &str) -> Vec<String> {
    let inside = names.replace("List.", "").replace("Thing", "Z.Thing");
    let among = format!("package p\n\nclass Y\n\n{declared}\n\nfun z() {{}}\n");
    let within = format!("class Z {{\n  val q: Int = 1\n  {declared}\n}}\n");
    let found = [
        (outline(&among), format!("Y {names} z"), &among),
        (uses_before(&among, "Thing"), used.to_string(), &among),
        (outline(declared), names.to_string(), &among),
        (outline(&within), format!("Z Z.q {inside}"), &within),
    ];
    let is_wrong = found.iter().filter(|(found, wanted, _)| found != wanted);
    is_wrong.map(|(found, wanted, text)| format!("{found} for {wanted} in\n{text}")).collect()
}

/// The names used before that of a declaration, which encloses them.
fn uses_before(text: &str, name: &str) -> String {
    let facts = crate::testing::facts_of("kotlin", text);
    let Some(symbol) = facts.symbols.iter().find(|symbol| facts.name(symbol.name) == name) else {
        return "lost".to_string();
    };
    let before = facts.occurrences.iter().filter(|used| {
        used.role != clew_model::Role::Definition
            && symbol.range.start <= used.range.start
            && used.range.end <= symbol.name_range.start
            && text[used.range.end.to_usize()..symbol.name_range.start.to_usize()] != *"."
    });
    let before = before.filter(|used| !matches!(facts.name(used.name), "T" | "U" | "List"));
    before.map(|used| facts.name(used.name)).collect::<Vec<_>>().join(" ")
}
