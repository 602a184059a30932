mod details;

use clew_model::{Binding, Expression, ExpressionId, FileFacts, FileFlags, SymbolId};
use clew_text::{LineIndex, TextRange};
use expect_test::{Expect, expect};

use super::facts;

/// Symbols, imports, occurrences and bases of a text, one a line.
fn check_facts(source: &str, expected: Expect) {
    let facts = facts(source);
    let show = Listing { source, lines: LineIndex::new(source), facts: &facts };
    expected.assert_eq(&show.all());
}

struct Listing<'a> {
    source: &'a str,
    lines: LineIndex,
    facts: &'a FileFacts,
}

impl Listing<'_> {
    fn all(&self) -> String {
        let facts = self.facts;
        let mut out = String::new();
        for (index, symbol) in facts.symbols.iter().enumerate() {
            let local = if symbol.is_local() { "local " } else { "" };
            let name = facts.qualified_name(SymbolId(index as u32));
            let signature = symbol.signature_range.slice(self.source);
            out += &format!("{local}{} {name} `{signature}`", symbol.kind.as_str());
            for (label, id) in [("type", symbol.declared_type), ("value", symbol.value)] {
                if let Some(id) = id {
                    out += &format!(" {label} {}", self.expression(id));
                }
            }
            if let Some(doc) = symbol.doc_range {
                out += &format!(" doc {:?}", doc.slice(self.source));
            }
            out.push('\n');
        }
        for import in &facts.imports {
            let name = |id: Option<_>| id.map_or("-", |id| facts.name(id));
            let (module, item) = (facts.name(import.module), name(import.item));
            out += &format!("{:?} {module} {item} as {}\n", import.form, name(import.local));
        }
        for occurrence in &facts.occurrences {
            let enclosing =
                occurrence.enclosing.map_or(String::new(), |id| facts.qualified_name(id));
            let (at, role) = (self.at(occurrence.range), occurrence.role.as_str());
            let name = facts.name(occurrence.name);
            out += &format!(
                "{at} {role} {name} -> {} in {enclosing}\n",
                self.binding(occurrence.binding)
            );
        }
        for heritage in &facts.heritage {
            out += &format!("{:?} {}\n", heritage.kind, self.expression(heritage.base));
        }
        out
    }

    fn at(&self, range: TextRange) -> String {
        let span = self.lines.span(self.source, range);
        format!("{}:{}", span.start_line, span.start_column)
    }

    fn binding(&self, binding: Binding) -> String {
        match binding {
            Binding::Symbol(id) => self.facts.qualified_name(id),
            Binding::Import(id) => format!("import {}", id.0),
            Binding::Member(base) => format!("member of {}", self.expression(base)),
            other => format!("{other:?}").to_lowercase(),
        }
    }

    fn expression(&self, id: ExpressionId) -> String {
        let list = |ids: &[ExpressionId]| {
            ids.iter().map(|id| self.expression(*id)).collect::<Vec<_>>().join(", ")
        };
        match self.facts.expression(id) {
            Some(Expression::Occurrence(id)) => {
                let occurrence = self.facts.occurrence(*id);
                occurrence.map_or("?".to_owned(), |o| self.facts.name(o.name).to_owned())
            }
            Some(Expression::Call(callee)) => format!("{}()", self.expression(*callee)),
            Some(Expression::Element(of)) => format!("{}[]", self.expression(*of)),
            Some(Expression::Item(of, n)) => format!("{}.{n}", self.expression(*of)),
            Some(Expression::Unwrap(of)) => format!("{}?", self.expression(*of)),
            Some(Expression::Generic(base, args)) => {
                format!("{}({})", self.expression(*base), list(args))
            }
            Some(Expression::Literal(kind)) => format!("{kind:?}").to_lowercase(),
            Some(other) => format!("{other:?}"),
            None => "none".to_owned(),
        }
    }
}

#[test]
fn types_and_methods() {
    check_facts(
        "// A point.\n// In the plane.\nPoint: Type = { x: Int, y mut: Float = 0.0, Shape }\nShape: Type = { area: (self: &Shape) -> Float }\n\nPoint.sum: (self: &Point, by: Int) -> Int = {\n    total = self.x + by\n    return total\n}\n",
        expect![[r#"
            struct Point `Point: Type = { x: Int, y mut: Float = 0.0, Shape }` doc "// A point.\n// In the plane."
            field Point.x `x: Int` type Int
            field Point.y `y mut: Float = 0.0` type Float
            interface Shape `Shape: Type = { area: (self: &Shape) -> Float }`
            field Shape.area `area: (self: &Shape) -> Float` type FunctionOf(ExpressionId(5))
            method Point.sum `Point.sum: (self: &Point, by: Int) -> Int` type Int
            local parameter Point.sum.self `self: &Point` type Point
            local parameter Point.sum.by `by: Int` type Int
            local variable Point.sum.total `total = self.x + by` value x
            3:1 definition Point -> Point in Point
            3:17 definition x -> Point.x in Point.x
            3:20 type Int -> free in Point
            3:25 definition y -> Point.y in Point.y
            3:32 type Float -> free in Point
            3:45 inherit Shape -> Shape in Point
            4:1 definition Shape -> Shape in Shape
            4:17 definition area -> Shape.area in Shape.area
            4:31 type Shape -> Shape in Shape
            4:41 type Float -> free in Shape
            6:1 type Point -> Point in 
            6:7 definition sum -> Point.sum in Point.sum
            6:13 definition self -> Point.sum.self in Point.sum
            6:20 type Point -> Point in Point.sum
            6:27 definition by -> Point.sum.by in Point.sum
            6:31 type Int -> free in Point.sum
            6:39 type Int -> free in Point.sum
            7:5 definition total -> Point.sum.total in Point.sum
            7:13 read self -> Point.sum.self in Point.sum
            7:18 read x -> member of self in Point.sum
            7:22 read by -> Point.sum.by in Point.sum
            8:12 read total -> Point.sum.total in Point.sum
            Implements Shape
        "#]],
    );
}

#[test]
fn imports_and_calls() {
    check_facts(
        "use std.io\nuse a.b as c\nuse std.{list, string as text}\nmain = {\n    io.println(text.upper(\"a\"))\n    p = Point(x = 1)\n    for i in p.items { c.run(i) }\n    a, b = list.split(p)?\n}\n",
        expect![[r#"
            function main `main`
            local variable main.p `p = Point(x = 1)` value Point()
            local variable main.i `for i in p.items { c.run(i) }` value items[]
            local variable main.a `a, b = list.split(p)?` value split()?.0
            local variable main.b `a, b = list.split(p)?` value split()?.1
            Module std.io - as io
            Module a.b - as c
            Item std list as list
            Item std string as text
            1:9 import io -> import 0 in 
            2:12 import c -> import 1 in 
            3:10 import list -> import 2 in 
            3:16 import string -> import 3 in 
            3:26 import text -> import 3 in 
            4:1 definition main -> main in main
            5:5 read io -> import 0 in main
            5:8 call println -> member of io in main
            5:16 read text -> import 3 in main
            5:21 call upper -> member of text in main
            6:5 definition p -> main.p in main
            6:9 call Point -> free in main
            6:15 write x -> opaque in main
            7:9 definition i -> main.i in main
            7:14 read p -> main.p in main
            7:16 read items -> member of p in main
            7:24 read c -> import 1 in main
            7:26 call run -> member of c in main
            7:30 read i -> main.i in main
            8:5 definition a -> main.a in main
            8:8 definition b -> main.b in main
            8:12 read list -> import 2 in main
            8:17 call split -> member of list in main
            8:23 read p -> main.p in main
        "#]],
    );
}

#[test]
fn generics_and_lambdas() {
    check_facts(
        "pub pick: (T: Type) -> (a: T, b: List(T)) -> T = (a, b) => a\nlimit: Int = 10\nmut count = 0\nmain = {\n    twice = (f) => f(limit)\n    count = count + 1\n    r.field = f\"{count}\"\n}\n",
        expect![[r#"
            function pick `pub pick: (T: Type) -> (a: T, b: List(T)) -> T` type T value a
            local typeparameter pick.T `T: Type` type Type
            local parameter pick.a `a: T` type T
            local parameter pick.b `b: List(T)` type List(T)
            constant limit `limit: Int = 10` type Int
            variable count `mut count = 0` value number
            function main `main`
            local function main.twice `twice = (f)` value f()
            local parameter main.twice.f `f`
            1:5 definition pick -> pick in pick
            1:12 definition T -> pick.T in pick
            1:15 type Type -> free in pick
            1:25 definition a -> pick.a in pick
            1:28 type T -> pick.T in pick
            1:31 definition b -> pick.b in pick
            1:34 type List -> free in pick
            1:39 type T -> pick.T in pick
            1:46 type T -> pick.T in pick
            1:51 declaration a -> pick.a in pick
            1:54 declaration b -> pick.b in pick
            1:60 read a -> pick.a in pick
            2:1 definition limit -> limit in limit
            2:8 type Int -> free in 
            3:5 definition count -> count in count
            4:1 definition main -> main in main
            5:5 definition twice -> main.twice in main
            5:14 definition f -> main.twice.f in main
            5:20 call f -> main.twice.f in main
            5:22 read limit -> limit in main
            6:5 write count -> count in main
            6:13 read count -> count in main
            7:5 read r -> free in main
            7:7 write field -> member of r in main
            7:18 read count -> count in main
        "#]],
    );
}

#[test]
fn broken_text_has_partial_facts() {
    let facts = facts("f: (a: Int) -> Int = {\n  return = a\n}\ng = ");
    assert!(facts.flags.has(FileFlags::BROKEN));
    assert!(facts.symbols.iter().any(|symbol| facts.name(symbol.name) == "f"));
}

#[test]
fn chunks_cover_declarations_with_their_docs() {
    let source = "use std.io\n\n// adds\nadd: (a: Int) -> Int = {\n    return a\n}\n\nx = 1\ny = 2\n\nmain = {\n    add(x)\n}\n";
    let facts = facts(source);
    let show = |chunk: &clew_model::Chunk| {
        let first = chunk.range.slice(source).lines().next().unwrap_or("").to_owned();
        format!(
            "{:?} {} {first}\n",
            chunk.kind,
            chunk.symbol.map_or("-", |id| facts.symbol_name(id))
        )
    };
    let shown: String = facts.chunks.iter().map(show).collect();
    expect![[r#"
        TopLevel - use std.io
        Callable add // adds
        TopLevel - x = 1
        Callable main main = {
    "#]]
    .assert_eq(&shown);
}

#[test]
fn facts_survive_any_nesting() {
    for (open, close) in [("f(", ")"), ("a.", ""), ("(x) => ", ""), ("1 + ", "")] {
        let source = format!("x = {}1{}", open.repeat(20_000), close.repeat(20_000));
        assert!(!facts(&source).symbols.is_empty());
    }
}

#[test]
fn a_record_pattern_reads_the_field_and_defines_the_variable() {
    check_facts(
        "P: Type = { x: Int }\nf: (p: P) -> Int = (p) => {\n    return match p { { x } => x }\n}\n",
        expect![[r#"
            struct P `P: Type = { x: Int }`
            field P.x `x: Int` type Int
            function f `f: (p: P) -> Int` type Int
            local parameter f.p `p: P` type P
            local variable f.x `x` value x
            1:1 definition P -> P in P
            1:13 definition x -> P.x in P.x
            1:16 type Int -> free in P
            2:1 definition f -> f in f
            2:5 definition p -> f.p in f
            2:8 type P -> P in f
            2:14 type Int -> free in f
            2:21 declaration p -> f.p in f
            3:18 read p -> f.p in f
            3:24 definition x -> f.x in f
            3:24 read x -> member of p in f
            3:31 read x -> f.x in f
        "#]],
    );
}

#[test]
fn a_name_of_a_loop_body_is_read_behind_the_loop() {
    check_facts(
        "f = (n) => {\n    while n > 0 { last = n }\n    return last\n}\n",
        expect![[r#"
            function f `f = (n)`
            local parameter f.n `n`
            local variable f.last `last = n` value n
            1:1 definition f -> f in f
            1:6 definition n -> f.n in f
            2:11 read n -> f.n in f
            2:19 definition last -> f.last in f
            2:26 read n -> f.n in f
            3:12 read last -> f.last in f
        "#]],
    );
}
