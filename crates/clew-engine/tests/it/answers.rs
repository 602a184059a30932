//! What questions answer on a small workspace.

use clew_engine::Engine;
use clew_protocol::{
    Direction, EdgeKind, ErrorCode, FindReferencesRequest, FindSimilarRequest, GraphFormat,
    GraphRequest, ListImportsRequest, LookupSymbolRequest, OutlineRequest, RepoMapRequest,
    SearchRequest,
};

use crate::support::{SHOP, Stage};

#[test]
fn definitions_are_found_exact_before_prefix_before_fuzzy() {
    let asker = Stage::new(SHOP).engine();
    assert_eq!(asker.symbols("Cart.total"), ["shop/cart.py:9 method Cart.total"]);
    assert_eq!(asker.symbols("shop.price.pay"), ["shop/price.py:9 function pay"]);
    assert_eq!(asker.symbols("Cart")[0], "shop/cart.py:3 class Cart");
    assert_eq!(asker.symbols("retry_pay")[0], "shop/price.py:5 method Price.retry_payment");
    assert_eq!(asker.symbols("GfitCart")[0], "shop/cart.py:13 class GiftCart");
    assert_eq!(asker.symbols("shop/price.py::Price")[0], "shop/price.py:1 class Price");
}

#[test]
fn functions_inside_functions_are_found_behind_their_like() {
    let stage = Stage::new(
        "//- a.py\ndef outer():\n    def helper(): pass\n    count = 1\n    return helper\n\
         //- b.py\ndef run():\n    def helper(): pass\ndef flush(): pass\n\
         //- c.py\ndef other():\n    def flush(): pass\n",
    );
    let asker = stage.engine();
    assert_eq!(
        asker.symbols("helper"),
        ["a.py:2 function outer.helper", "b.py:2 function run.helper"]
    );
    assert_eq!(asker.symbols("run.helper"), ["b.py:2 function run.helper"]);
    assert_eq!(asker.symbols("flush"), ["b.py:3 function flush", "c.py:2 function other.flush"]);
    assert_eq!(asker.symbols("count"), Vec::<String>::new());
    assert_eq!(asker.search("helper")[0], "a.py:2 outer.helper");
    assert_eq!(asker.search("flush")[0], "b.py:3 flush");
    assert_eq!(asker.references("outer.helper"), ["a.py:2 definition bound", "a.py:4 read bound"]);
    // Whoever names a function without more means the one that others can see.
    assert_eq!(asker.references("flush"), ["b.py:3 definition bound"]);
}

#[test]
fn members_of_a_class_are_told_from_what_its_module_holds() {
    let stage = Stage::new(
        "//- Cart.py\nclass Cart:\n    def total(self): return total(self)\n\
         def total(cart): return 1\n//- b.py\nimport Cart\nCart.total(1)\nCart.Cart().total()\n",
    );
    let asker = stage.engine();
    assert_eq!(asker.references("Cart.total"), ["Cart.py:2 definition bound", "b.py:3 call bound"]);
    assert_eq!(asker.symbols("Cart.total").len(), 2);
}

#[test]
fn qualifiers_that_stand_in_no_text_are_passed_over() {
    let stage = Stage::new(
        "//- a.h\nOPEN_NAMESPACE\nnamespace detail { inline int join(int a) { return a; } }\n",
    );
    let asker = stage.engine();
    assert_eq!(asker.symbols("lib::v9::detail::join"), ["a.h:2 function detail::join"]);
    assert_eq!(asker.symbols("lib::v9::detail::split"), Vec::<String>::new());
}

#[test]
fn namespaces_that_macros_open_are_followed_to_their_definition() {
    let stage = Stage::new(
        "//- a.h\n#define LIB_BEGIN_NAMESPACE namespace lib { inline namespace v9 {\n\
         #define LIB_END_NAMESPACE }}\n#define LIB_BEGIN_DETAIL_NAMESPACE namespace detail {\n\
         #define LIB_END_DETAIL_NAMESPACE }\n\
         //- b.hpp\n#include \"a.h\"\nLIB_BEGIN_NAMESPACE\ntemplate <class T> struct Text {\n\
         \u{20} int compare(T a) { return 1; }\n};\nLIB_BEGIN_DETAIL_NAMESPACE\n\
         inline int compare(int a) { return a; }\nLIB_END_DETAIL_NAMESPACE\n\
         inline int compare(char a) { return a; }\nLIB_END_NAMESPACE\n\
         inline int compare(long a) { return 0; }\n",
    );
    let asker = stage.engine();
    let detail = ["b.hpp:7 function compare"];
    assert_eq!(asker.symbols("lib::v9::detail::compare"), detail);
    assert_eq!(asker.symbols("detail::compare"), detail);
    assert_eq!(asker.symbols("v9::compare")[0], "b.hpp:9 function compare");
    assert_eq!(asker.search("lib::v9::detail::compare")[0], "b.hpp:7 compare");
}

#[test]
fn a_qualifier_is_a_type_before_it_is_a_file_or_another_case() {
    let mut fixture = String::from(
        "//- zoo/cage.py\nclass Cage:\n    def open(self): pass\n    def shut(self): pass\n\
         //- cage.py\nshut = 1\nclass cage:\n    def shut(self): pass\n",
    );
    for other in 0..40 {
        fixture.push_str(&format!("//- a{other}.py\nclass A{other}:\n    def open(self): pass\n"));
    }
    let asker = Stage::new(&fixture).engine();
    assert_eq!(asker.search("Cage.open")[0], "zoo/cage.py:2 Cage.open");
    assert_eq!(asker.search("Cage.shut")[0], "zoo/cage.py:3 Cage.shut");
    assert_eq!(asker.search("cage.shut")[0], "cage.py:3 cage.shut");
}

#[test]
fn a_definition_comes_before_what_renames_or_only_demands_it() {
    let stage = Stage::new(
        "//- a.h\n#define align z_align\nvoid align(int);\n//- b.c\n#include \"a.h\"\n\
         void align(int a) {}\n//- env.h\nclass Env { virtual void wait() = 0; };\n\
         class Posix : public Env { void wait() override {} };\n",
    );
    let asker = stage.engine();
    assert_eq!(asker.symbols("align")[0], "b.c:2 function align");
    assert_eq!(asker.search("align")[0], "b.c:2 align");
    assert_eq!(asker.symbols("wait")[0], "env.h:2 method Posix::wait");
}

#[test]
fn an_unknown_name_is_an_empty_answer_with_nearest_names() {
    let asker = Stage::new(SHOP).engine();
    asker.scan();
    let request = LookupSymbolRequest { query: "zzzqqq".into(), ..Default::default() };
    let answer = asker.engine.lookup_symbol(request, &asker.context).unwrap();
    assert_eq!((answer.total, answer.symbols.len()), (0, 0));
    let request = FindReferencesRequest::new("Crat");
    let answer = asker.engine.find_references(request, &asker.context).unwrap();
    assert!(answer.locations.is_empty());
    assert!(answer.stamp.nearest.contains(&"Cart".to_string()), "{:?}", answer.stamp.nearest);
}

#[test]
fn references_have_role_and_certainty() {
    let asker = Stage::new(SHOP).engine();
    assert_eq!(
        asker.references("Cart.total"),
        [
            "shop/cart.py:9 definition bound",
            "shop/cart.py:15 call bound",
            "tests/test_cart.py:5 call bound",
        ]
    );
    assert_eq!(
        asker.references("Price"),
        [
            "shop/price.py:1 definition bound",
            "shop/cart.py:1 import bound",
            "shop/cart.py:9 type bound",
            "shop/cart.py:11 call bound",
        ]
    );
}

#[test]
fn an_ambiguous_name_is_answered_for_all_and_marked() {
    let stage = Stage::new("//- a.py\ndef go(): pass\ngo()\n//- b.py\ndef go(): pass\ngo()\n");
    let asker = stage.engine();
    asker.scan();
    let request = FindReferencesRequest::new("go");
    let answer = asker.engine.find_references(request, &asker.context).unwrap();
    assert_eq!(answer.total, 4);
    assert_eq!(answer.candidates, ["a.py::go", "b.py::go"]);
    let error = asker.engine.graph(GraphRequest::new("go"), &asker.context).unwrap_err();
    assert_eq!(error.code, ErrorCode::Ambiguous);
    assert_eq!(error.candidates, ["a.py::go", "b.py::go"]);
}

#[test]
fn lists_are_paged_without_gap_or_overlap() {
    let mut fixture = String::from("//- a.py\ndef target(): pass\n");
    for _ in 0..25 {
        fixture.push_str("target()\n");
    }
    let asker = Stage::new(&fixture).engine();
    asker.scan();
    let mut lines = Vec::new();
    let mut cursor = None;
    loop {
        let request = FindReferencesRequest {
            limit: Some(10),
            cursor: cursor.take(),
            ..FindReferencesRequest::new("target")
        };
        let answer = asker.engine.find_references(request, &asker.context).unwrap();
        assert_eq!(answer.total, 26);
        lines.extend(answer.locations.iter().map(|location| location.span.start_line));
        match answer.cursor {
            Some(next) => cursor = Some(next),
            None => break,
        }
    }
    assert_eq!(lines, (1..=26).collect::<Vec<u32>>());
}

#[test]
fn graphs_go_down_up_and_along_a_path() {
    let asker = Stage::new(SHOP).engine();
    let up = GraphRequest { direction: Direction::Up, ..GraphRequest::new("Cart.total") };
    let text = asker.graph(up);
    assert!(text.contains("GiftCart.wrap (shop/cart.py:14)"), "{text}");
    assert!(text.contains("test_total (tests/test_cart.py:3)"), "{text}");
    let path = GraphRequest { to: Some("pay".into()), ..GraphRequest::new("Price.retry_payment") };
    let text = asker.graph(path);
    assert!(text.contains("-call-> pay (shop/price.py:9)"), "{text}");
    let down =
        GraphRequest { edge_types: vec![EdgeKind::Inherits], ..GraphRequest::new("GiftCart") };
    assert!(asker.graph(down).contains("-inherits-> Cart (shop/cart.py:3)"));
}

#[test]
fn a_prototype_and_its_definition_are_one_node() {
    let stage = Stage::new(
        "//- a.h\nvoid work(int);\nclass Box { void open(); void shut(); };\n//- a.cc\n\
         #include \"a.h\"\nvoid work(int a) {}\nvoid Box::open() { shut(); work(1); }\n\
         void Box::shut() { work(2); }\n//- b.cc\n#include \"a.h\"\nvoid run() { work(3); }\n",
    );
    let asker = stage.engine();
    let text = asker.graph(GraphRequest::new("Box::open"));
    assert!(text.contains("-call-> Box::shut (a.cc:4)"), "{text}");
    assert!(text.contains("-call-> work (a.cc:2)"), "{text}");
    assert!(!text.contains("a.h:1") && !text.contains("a.h:2"), "{text}");
    let up = GraphRequest { direction: Direction::Up, ..GraphRequest::new("work") };
    let text = asker.graph(up);
    for caller in ["Box::open (a.cc:3)", "Box::shut (a.cc:4)", "run (b.cc:2)"] {
        assert!(text.contains(caller), "{text}");
    }
}

#[test]
fn the_map_of_a_c_program_shows_what_is_used_where_it_is_defined() {
    let stage = Stage::new(
        "//- a.h\nvoid rare(int);\nvoid busy(int);\nvoid outside(int);\n//- a.c\n\
         #include \"a.h\"\nvoid rare(int a) {}\nvoid busy(int a) {}\n//- b.c\n\
         #include \"a.h\"\nstatic void b(void) { busy(1); }\n//- c.c\n\
         #include \"a.h\"\nstatic void c(void) { busy(2); outside(1); }\n",
    );
    let asker = stage.engine();
    asker.scan();
    let answer = asker.engine.repo_map(RepoMapRequest::default(), &asker.context).unwrap();
    let mut shown: Vec<(f32, String)> = Vec::new();
    for file in &answer.files {
        for symbol in &file.symbols {
            shown.push((symbol.rank, format!("{}:{} {}", file.file, symbol.line, symbol.name)));
        }
    }
    shown.sort_by(|a, b| b.0.total_cmp(&a.0));
    let names: Vec<&str> = shown.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["a.c:3 busy", "a.h:3 outside"]);
}

#[test]
fn mermaid_quotes_every_name() {
    let asker = Stage::new(SHOP).engine();
    let request = GraphRequest { format: GraphFormat::Mermaid, ..GraphRequest::new("Cart.total") };
    let text = asker.graph(request);
    assert!(text.starts_with("flowchart LR\n"), "{text}");
    assert!(text.contains("n0[\"Cart.total\"]"), "{text}");
    assert!(text.contains("n0 -->|call| n1"), "{text}");
}

#[test]
fn a_graph_refuses_what_it_cannot_mean() {
    let asker = Stage::new(SHOP).engine();
    asker.scan();
    let mut request = GraphRequest::new("nothing_like_this");
    let error = asker.engine.graph(request.clone(), &asker.context).unwrap_err();
    assert_eq!(error.code, ErrorCode::NotFound);
    request.depth = 0;
    let error = asker.engine.graph(request, &asker.context).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidInput);
}

#[test]
fn searches_find_the_definition_and_the_place() {
    let asker = Stage::new(SHOP).engine();
    assert!(asker.search("GiftCart")[0].ends_with("GiftCart"));
    assert_eq!(
        asker.search("where are payments retried")[0],
        "shop/price.py:5 Price.retry_payment"
    );
    let request = SearchRequest {
        query: "total".into(),
        include_code: true,
        callers_level: 1,
        ..Default::default()
    };
    let answer = asker.engine.search(request, &asker.context).unwrap();
    let hit = answer.hits.iter().find(|hit| hit.name == "Cart.total").unwrap();
    assert!(hit.code.as_deref().unwrap_or("").contains("return Price("));
    assert!(hit.callers.iter().any(|caller| caller.name == "GiftCart.wrap"));
}

#[test]
fn a_file_is_outlined_and_its_imports_resolved() {
    let asker = Stage::new(SHOP).engine();
    asker.scan();
    let request = OutlineRequest { file_path: "shop/cart.py".into(), ..Default::default() };
    let answer = asker.engine.outline(request, &asker.context).unwrap();
    let names: Vec<String> = answer
        .symbols
        .iter()
        .map(|item| format!("{}{}", "-".repeat(item.depth as usize), item.name))
        .collect();
    assert_eq!(names, ["Cart", "-__init__", "-items", "-total", "GiftCart", "-wrap"]);
    let request = ListImportsRequest { file_path: "shop/cart.py".into(), ..Default::default() };
    let answer = asker.engine.list_imports(request, &asker.context).unwrap();
    assert_eq!(answer.imports.len(), 1);
    assert_eq!(answer.imports[0].source_file.as_deref(), Some("shop/price.py"));
    assert_eq!(answer.imports[0].items[0].name, "Price");
}

#[test]
fn types_inside_functions_stand_above_their_members() {
    let text = "//- a.scala\ndef f(x: Int): Int = {\n  class Inner { def m(): Int = 1 }\n  x\n}\n";
    let asker = Stage::new(text).engine();
    asker.scan();
    let request = OutlineRequest { file_path: "a.scala".into(), ..Default::default() };
    let answer = asker.engine.outline(request, &asker.context).unwrap();
    let names: Vec<String> = answer
        .symbols
        .iter()
        .map(|item| format!("{}{}", "-".repeat(item.depth as usize), item.name))
        .collect();
    assert_eq!(names, ["f", "-Inner", "--m"]);
}

#[test]
fn methods_of_ruby_are_asked_for_by_their_sort() {
    let text = "//- a.rb\nclass Base\n  def self.call\n    1\n  end\n  def call\n    2\n  end\nend\n\
                Base.call\nBase.new.call\n";
    let asker = Stage::new(text).engine();
    asker.scan();
    for (asked, line) in [("Base#call", 10), ("Base.self.call", 9)] {
        let request = FindReferencesRequest::new(asked);
        let answer = asker.engine.find_references(request, &asker.context).unwrap();
        let lines = answer.locations.iter().map(|one| one.span.start_line);
        assert_eq!(lines.filter(|line| *line > 8).collect::<Vec<_>>(), [line], "{asked}");
    }
}

#[test]
fn the_map_shows_central_symbols_within_its_budget() {
    let asker = Stage::new(SHOP).engine();
    asker.scan();
    let request = RepoMapRequest { max_tokens: Some(60), ..Default::default() };
    let answer = asker.engine.repo_map(request, &asker.context).unwrap();
    assert!(answer.tokens <= 60);
    let names: Vec<&str> =
        answer.files.iter().flat_map(|file| &file.symbols).map(|one| one.name.as_str()).collect();
    assert!(names.contains(&"Cart"), "{names:?}");
}

#[test]
fn names_from_outside_are_listed_by_name_when_asked() {
    let asker =
        Stage::new("//- a.py\nimport json\nx = json.dumps(1)\ny = json.dumps(2)\n").engine();
    asker.scan();
    let mut request = FindReferencesRequest::new("dumps");
    let answer = asker.engine.find_references(request.clone(), &asker.context).unwrap();
    assert_eq!(answer.total, 0);
    assert!(answer.stamp.notes.iter().any(|note| note.starts_with("2 more places")));
    request.certainty = Some(clew_protocol::Certainty::Name);
    let answer = asker.engine.find_references(request, &asker.context).unwrap();
    assert_eq!(answer.total, 2);
}

#[test]
fn overloads_are_one_node_and_a_class_does_not_call_its_methods() {
    let fixture = "\
//- A.java
class A {
    A() { start(); }
    void start() {}
    void go(int a) { one(); }
    void go(String b) { two(); }
    void one() {}
    void two() {}
}
class B {
    void use() { new A(); }
}
";
    let asker = Stage::new(fixture).engine();
    let text = asker.graph(GraphRequest::new("A.go"));
    assert!(text.contains("A.one") && text.contains("A.two"), "{text}");
    let text = asker.graph(GraphRequest { depth: 3, ..GraphRequest::new("B.use") });
    assert!(text.contains("A.start") && !text.contains("A.one"), "{text}");
    let inherits = GraphRequest { edge_types: vec![EdgeKind::Inherits], ..GraphRequest::new("A") };
    assert!(asker.graph(inherits).contains("no inherits edges"));
}

#[test]
fn a_wrong_qualifier_names_those_that_exist() {
    let asker = Stage::new(SHOP).engine();
    asker.scan();
    let error = asker.engine.graph(GraphRequest::new("Basket.total"), &asker.context).unwrap_err();
    assert_eq!(error.code, ErrorCode::NotFound);
    assert_eq!(error.nearest, ["shop/cart.py::Cart.total"]);
}

#[test]
fn a_query_of_megabytes_is_refused_at_once() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    let long = "word ".repeat(1 << 20);
    let search = SearchRequest { query: long.clone(), ..Default::default() };
    let lookup = LookupSymbolRequest { query: long.clone(), ..Default::default() };
    let similar = FindSimilarRequest { query: Some(long.clone()), ..Default::default() };
    let errors = [
        asker.engine.search(search, &asker.context).unwrap_err(),
        asker.engine.find_similar(similar, &asker.context).unwrap_err(),
        asker.engine.lookup_symbol(lookup, &asker.context).unwrap_err(),
        asker
            .engine
            .find_references(FindReferencesRequest::new(&long), &asker.context)
            .unwrap_err(),
        asker.engine.graph(GraphRequest::new(&long), &asker.context).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.code, ErrorCode::InvalidInput);
        assert!(error.message.len() < 200, "{}", error.message);
    }
}

#[test]
fn pages_of_references_repeat_nothing_and_know_their_total() {
    let mut fixture = String::from("//- a.py\ndef pay(): pass\n");
    for file in 0..12 {
        fixture.push_str(&format!("//- b{file:02}.py\nfrom a import pay\npay()\npay()\n"));
    }
    let asker = Stage::new(&fixture).engine();
    asker.scan();
    let mut seen = Vec::new();
    let mut cursor = None;
    loop {
        let request = FindReferencesRequest {
            limit: Some(7),
            cursor: cursor.take(),
            ..FindReferencesRequest::new("pay")
        };
        let answer = asker.engine.find_references(request, &asker.context).unwrap();
        assert_eq!(answer.total, 37);
        seen.extend(answer.locations.iter().map(|one| (one.file.clone(), one.span)));
        match answer.cursor {
            Some(next) => cursor = Some(next),
            None => break,
        }
    }
    assert_eq!(seen.len(), 37);
    seen.sort_by(|a, b| {
        (&a.0, a.1.start_line, a.1.start_column).cmp(&(&b.0, b.1.start_line, b.1.start_column))
    });
    seen.dedup();
    assert_eq!(seen.len(), 37);
}

#[test]
fn a_beginning_of_many_names_tells_how_many_there_are() {
    let text: String = (0..60).map(|index| format!("def pay_{index:02}(): pass\n")).collect();
    let asker = Stage::new(&format!("//- a.py\n{text}")).engine();
    asker.scan();
    let request = LookupSymbolRequest { query: "pay".into(), limit: Some(5), ..Default::default() };
    let answer = asker.engine.lookup_symbol(request, &asker.context).unwrap();
    assert_eq!((answer.symbols.len(), answer.total), (5, 60));
    assert!(answer.cursor.is_some());
}

#[test]
fn a_function_that_calls_itself_is_its_own_caller() {
    let asker = Stage::new("//- a.py\ndef fact(n): return n * fact(n - 1)\n").engine();
    for direction in [Direction::Down, Direction::Up] {
        let text = asker.graph(GraphRequest { direction, ..GraphRequest::new("fact") });
        assert!(text.contains("also: fact -call-> fact"), "{text}");
    }
}

#[test]
fn unbound_places_are_counted_by_the_roles_that_are_asked_for() {
    let asker = Stage::new("//- a.py\nclass A:\n    def go(self): ...\ndef f(x):\n    x.go()\n    y = x.go\n    z = x.go\n").engine();
    asker.scan();
    let noted = |roles: Vec<clew_model::Role>| {
        let request = FindReferencesRequest { roles, ..FindReferencesRequest::new("A.go") };
        let notes = asker.engine.find_references(request, &asker.context).unwrap().stamp.notes;
        notes.first().and_then(|note| note.split(' ').next().map(str::to_string))
    };
    assert_eq!(noted(vec![]).as_deref(), Some("3"));
    assert_eq!(noted(vec![clew_model::Role::Call]).as_deref(), Some("1"));
    assert_eq!(noted(vec![clew_model::Role::Write]), None);
}
