//! What comes first: definitions before prototypes, code before keys of data; and what
//! answers say of the place and number of hits.

use clew_engine::Engine;
use clew_protocol::{
    Direction, ErrorCode, FindReferencesRequest, FindSimilarRequest, GraphRequest,
    LookupSymbolRequest, Role, SearchAnswer, SearchRequest,
};

use crate::support::{Asker, Stage};

/// A library in C whose header holds all comments.
const LIBRARY: &str = "\
//- include/queue.h
#ifndef queue_h
#define queue_h
#define QUEUE_LIMIT 100
#define QUEUE_PUSH(q) queue_push(q, 0)
typedef struct queue queue;
/* Puts an item behind the others of the queue and wakes up whoever waits. */
int queue_push(queue *q, int item);
/* Takes the oldest item off. */
int queue_take(queue *q);
/* Nobody has written this yet. */
int queue_peek(queue *q);
#endif
//- src/queue.c
#include \"queue.h\"
struct queue { int items[QUEUE_LIMIT]; int first; };
int queue_push(queue *q, int item) {
  q->items[q->first++] = item;
  return 1;
}
int queue_take(queue *q) { return q->items[--q->first]; }
//- tests/stand_in.c
#include \"queue.h\"
int queue_peek(queue *q) { return 0; }
";

fn search(asker: &Asker, request: SearchRequest) -> SearchAnswer {
    asker.scan();
    asker.engine.search(request, &asker.context).unwrap()
}

/// `path:line name`, with a mark where a hit only announces something.
fn marked(asker: &Asker, query: &str) -> Vec<String> {
    let answer = search(asker, SearchRequest { query: query.into(), ..Default::default() });
    let mark = |announces: bool| if announces { " declaration" } else { "" };
    let shown = answer.hits.iter().map(|hit| {
        format!("{}:{} {}{}", hit.file, hit.start_line, hit.name, mark(hit.is_declaration))
    });
    shown.collect()
}

#[test]
fn a_definition_comes_before_its_prototype_which_is_marked() {
    let asker = Stage::new(LIBRARY).engine();
    let expected = ["src/queue.c:3 queue_push", "include/queue.h:7 queue_push declaration"];
    assert_eq!(marked(&asker, "queue_push")[..2], expected);
    assert_eq!(marked(&asker, "who wakes up whoever waits")[..2], expected);
    let request = LookupSymbolRequest { query: "queue_push".into(), ..Default::default() };
    let answer = asker.engine.lookup_symbol(request, &asker.context).unwrap();
    let found: Vec<(&str, bool)> =
        answer.symbols.iter().map(|one| (one.file.as_str(), one.is_declaration)).collect();
    assert_eq!(found[..2], [("src/queue.c", false), ("include/queue.h", true)]);
}

#[test]
fn a_stand_in_of_a_test_is_not_what_a_prototype_announces() {
    let asker = Stage::new(LIBRARY).engine();
    assert_eq!(marked(&asker, "queue_peek")[0], "include/queue.h:11 queue_peek declaration");
    assert_eq!(asker.symbols("queue_peek")[0], "include/queue.h:11 function queue_peek");
}

#[test]
fn definitions_in_code_of_others_come_before_prototypes_too() {
    let stage = Stage::new(
        "//- api.h\n/* Opens the door wide for all who come by. */\nint open_door(int wide);\n\
         //- vendor/door.c\nint open_door(int wide) { return wide; }\n",
    );
    let asker = stage.engine();
    assert_eq!(asker.symbols("open_door")[0], "vendor/door.c:1 function open_door");
    assert_eq!(asker.search("open_door")[0], "vendor/door.c:1 open_door");
}

#[test]
fn a_struct_comes_before_the_typedef_of_its_name() {
    let asker = Stage::new(LIBRARY).engine();
    assert_eq!(
        asker.symbols("queue")[..2],
        ["src/queue.c:2 struct queue", "include/queue.h:5 type queue"]
    );
    assert_eq!(asker.search("queue")[0], "src/queue.c:2 queue");
    let graph = GraphRequest::new("queue");
    assert!(asker.engine.graph(graph, &asker.context).is_ok());
}

#[test]
fn include_guards_and_switches_say_nothing() {
    let mut fixture = String::new();
    for name in ["parse", "print", "store"] {
        fixture.push_str(&format!(
            "//- {name}_json.h\n#ifndef {name}_json_h\n#define {name}_json_h\nint {name}_value(int v);\n#endif\n\
             //- {name}_json.c\n#include \"{name}_json.h\"\n/* Works on JSON. */\nint {name}_value(int v) {{ return v; }}\n",
        ));
    }
    let asker = Stage::new(&fixture).engine();
    let found = asker.search("parse json text");
    assert_eq!(found[0], "parse_json.c:3 parse_value");
    let guard = found.iter().position(|hit| hit.ends_with("_json_h"));
    let last = found.iter().rposition(|hit| hit.ends_with("_value"));
    assert!(guard.is_none_or(|guard| last.is_some_and(|last| guard > last)), "{found:?}");
    // Whoever asks for a guard by its name still finds it.
    assert_eq!(asker.search("parse_json_h")[0], "parse_json.h:2 parse_json_h");
}

#[test]
fn code_comes_before_keys_of_data() {
    let keys: String = (0..30)
        .map(|number| {
            format!("//- locales/l{number}.json\n{{\"exportToSvg\": \"text {number}\"}}\n")
        })
        .collect();
    let code = "//- src/export.ts\nexport const exportToSvg = async (a: number) => { return helper(a); };\n\
        function helper(a: number) { return a; }\n//- docs/api.md\n# exportToSvg\n\ntext\n";
    let asker = Stage::new(&format!("{keys}{code}")).engine();
    assert_eq!(asker.symbols("exportToSvg")[0], "src/export.ts:1 function exportToSvg");
    assert_eq!(asker.search("exportToSvg")[0], "src/export.ts:1 exportToSvg");
    let graph = GraphRequest::new("exportToSvg");
    assert!(asker.graph(graph).contains("helper"));
    // Keys are found where nothing else is called so, and then they are many.
    let keys_alone = Stage::new(&keys).engine();
    keys_alone.scan();
    let graph = GraphRequest::new("exportToSvg");
    let error = keys_alone.engine.graph(graph, &keys_alone.context).unwrap_err();
    assert_eq!(error.code, ErrorCode::Ambiguous);
}

/// A function of 300 lines; the words asked for stand near its end.
fn long_function() -> Stage {
    let mut text = String::from("//- long.py\ndef start(): pass\n\ndef handle(request):\n");
    for line in 0..300 {
        let words = if line == 250 { "drain_the_pipeline(flush)" } else { "step(request)" };
        text.push_str(&format!("    {words}\n"));
    }
    Stage::new(&text)
}

#[test]
fn a_part_of_a_long_function_is_shown_beside_the_whole_of_it() {
    let asker = long_function().engine();
    let request = SearchRequest {
        query: "where is the pipeline drained".into(),
        include_code: true,
        ..Default::default()
    };
    let hit = search(&asker, request).hits.remove(0);
    assert_eq!((hit.name.as_str(), hit.start_line, hit.end_line), ("handle", 3, 303));
    let passage = hit.passage.unwrap();
    assert!(passage.start_line > 3 && passage.start_line <= 254 && passage.end_line >= 254);
    let code = hit.code.unwrap();
    assert!(code.contains("step") && !code.contains("def handle"), "{code}");
}

#[test]
fn a_definition_read_from_its_head_has_no_passage() {
    let asker = long_function().engine();
    let request =
        SearchRequest { query: "handle".into(), include_code: true, ..Default::default() };
    let hit = search(&asker, request).hits.remove(0);
    assert_eq!((hit.start_line, hit.end_line, hit.passage), (3, 303, None));
    assert!(hit.code.unwrap().starts_with("def handle"));
    let request = FindSimilarRequest { target: Some("start".into()), ..Default::default() };
    let similar = asker.engine.find_similar(request, &asker.context).unwrap();
    let long = similar.hits.iter().find(|hit| hit.name == "handle");
    assert!(long.is_none_or(|hit| (hit.start_line, hit.end_line) == (3, 303)));
}

#[test]
fn a_total_that_may_be_more_is_marked() {
    let files: String = (0..12)
        .map(|number| format!("//- m{number}.py\ndef send_{number}(): 'Sends mail.'\n"))
        .collect();
    let asker = Stage::new(&files).engine();
    let ask = |limit, cursor| {
        let query = "sends mail".into();
        search(&asker, SearchRequest { query, limit: Some(limit), cursor, ..Default::default() })
    };
    let first = ask(5, None);
    assert_eq!((first.hits.len(), first.total, first.total_is_lower_bound), (5, 6, true));
    let second = ask(5, first.cursor);
    assert!(second.total_is_lower_bound);
    let last = ask(5, second.cursor);
    assert_eq!((last.hits.len(), last.total, last.total_is_lower_bound), (2, 12, false));
    let request =
        LookupSymbolRequest { query: "send_".into(), limit: Some(4), ..Default::default() };
    let found = asker.engine.lookup_symbol(request, &asker.context).unwrap();
    assert!(found.total_is_lower_bound && found.total >= 12);
    let request = LookupSymbolRequest { query: "send_3".into(), ..Default::default() };
    let found = asker.engine.lookup_symbol(request, &asker.context).unwrap();
    assert_eq!((found.total, found.total_is_lower_bound), (1, false));
}

/// Symbols whose names are alike, in files that are called alike.
const ALIKE: &str = "\
//- m.py
class A:
    def area(self):
        return 1
    def x(self):
        return self.area()
def area():
    return 2
def y():
    return area()
//- src/m.py
def area():
    return 3
def z():
    return area()
//- ops.hs
module Ops where
a <+> b = a
b .:? c = c
use p = p <+> p
//- lib/conn.ex
defmodule Plug.Conn do
  def put(conn), do: conn
  def area(conn), do: put(conn)
end
//- app.ts
namespace Shop.Cart { export function area() { return 4; } }
export class Shelf { area() { return 5; } }
";

#[test]
fn a_name_written_out_means_just_that_symbol() {
    let asker = Stage::new(ALIKE).engine();
    asker.scan();
    for query in ["area", "<+>", ".:?", "put", "Shelf", "x"] {
        let request = LookupSymbolRequest { query: query.into(), ..Default::default() };
        let answer = asker.engine.lookup_symbol(request, &asker.context).unwrap();
        let exact = answer.symbols.iter().filter(|found| found.name == query);
        let exact: Vec<_> = exact.collect();
        assert!(!exact.is_empty(), "{query}");
        for found in exact {
            let written = format!("{}::{}", found.file, found.qualified_name);
            let request = FindReferencesRequest::new(&written);
            let answer = asker.engine.find_references(request, &asker.context).unwrap();
            let of_it = answer.locations.iter().filter(|one| one.role == Role::Definition);
            let places: Vec<_> =
                of_it.map(|one| (one.file.as_str(), one.span.start_line)).collect();
            assert_eq!(places, [(found.file.as_str(), found.line)], "{written}");
        }
    }
    let up = |from: &str| {
        asker.graph(GraphRequest { direction: Direction::Up, ..GraphRequest::new(from) })
    };
    assert!(up("m.py::area").contains("<-call- y "), "{}", up("m.py::area"));
    assert!(up("src/m.py::area").contains("<-call- z "), "{}", up("src/m.py::area"));
    assert!(up("m.py::A.area").contains("<-call- A.x "), "{}", up("m.py::A.area"));
}

#[test]
fn a_name_that_is_only_elsewhere_is_told() {
    let asker = Stage::new(ALIKE).engine();
    asker.scan();
    let request = FindReferencesRequest::new("Nope.put");
    let answer = asker.engine.find_references(request, &asker.context).unwrap();
    let notes = answer.stamp.notes.join("; ");
    assert!(notes.contains("lib/conn.ex::Plug.Conn.put, but not in \"Nope\""), "{notes}");
}

/// Names with a colon: a method of a table as Lua calls it, and scripts named so.
const COLONS: &str = "\
//- package.json
{\"name\": \"x\", \"scripts\": {\"build:prod\": \"vite build\"}}
//- cells.ts
export class Cells { draw() {} }
";

#[test]
fn a_colon_joins_a_method_to_its_table_unless_a_name_holds_it() {
    let asker = Stage::new(COLONS).engine();
    asker.scan();
    let places = |query: &str| {
        let request = FindReferencesRequest::new(query);
        let answer = asker.engine.find_references(request, &asker.context).unwrap();
        let of_it = answer.locations.into_iter().filter(|one| one.role == Role::Definition);
        of_it.map(|one| (one.file, one.span.start_line)).collect::<Vec<_>>()
    };
    let of = |file: &str, line: u32| vec![(file.to_string(), line)];
    for query in ["Cells:draw", "Cells:draw()", "Cells.draw"] {
        assert_eq!(places(query), of("cells.ts", 1), "{query}");
    }
    assert_eq!(places("build:prod"), of("package.json", 1));
}

#[test]
fn a_name_that_only_files_without_grammar_hold_comes_before_near_names() {
    let near: String = (0..60)
        .map(|n| format!("//- e{n}.py\ndef exact_name_{n}():\n    return exact_names(name, {n})\n"))
        .collect();
    let lines = |word: &str| format!("{word}_ENTRY(other, 1)\n").repeat(400);
    let files = format!(
        "{near}//- big.def\n{}ENTRY(exact_name, 1)\n{}//- c.tcl\nproc exact_name {{a}} {{ return $a }}\n",
        lines("FIRST"),
        lines("LAST")
    );
    let asker = Stage::new(&files).engine();
    let mut first: Vec<String> = marked(&asker, "exact_name").into_iter().take(2).collect();
    first.sort();
    assert!(first[0].starts_with("big.def:") && first[1].starts_with("c.tcl:"), "{first:?}");
}
