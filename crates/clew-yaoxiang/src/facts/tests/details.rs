//! Docs, scopes, chunks and expressions.

use clew_model::{FileFacts, ScopeId};
use clew_text::{LineIndex, TextRange};
use expect_test::{Expect, expect};

use super::super::facts;
use super::Listing;

/// The doc comment of every symbol that has one.
fn check_docs(source: &str, expected: Expect) {
    let facts = facts(source);
    let documented = facts.symbols.iter().filter_map(|symbol| {
        let doc = symbol.doc_range?.slice(source);
        Some(format!("{}: {doc:?}\n", facts.name(symbol.name)))
    });
    expected.assert_eq(&documented.collect::<String>());
}

/// Scopes with parent and owner.
fn check_scopes(source: &str, expected: Expect) {
    let facts = facts(source);
    let lines = facts.scopes.iter().enumerate().map(|(index, scope)| {
        let parent = scope.parent.map_or("-".to_owned(), |ScopeId(parent)| parent.to_string());
        let owner = scope.owner.map_or("-", |owner| facts.symbol_name(owner));
        let first = scope.range.slice(source).lines().next().unwrap_or("");
        format!("{index} {:?} in {parent} of {owner}: {first}\n", scope.kind)
    });
    expected.assert_eq(&lines.collect::<String>());
}

/// Type and value of every symbol that has one.
fn check_values(source: &str, expected: Expect) {
    let facts = facts(source);
    let listing = Listing { source, lines: LineIndex::new(source), facts: &facts };
    let lines = facts.symbols.iter().filter_map(|symbol| {
        let shown = [symbol.declared_type, symbol.value];
        let shown: Vec<_> = shown.into_iter().flatten().map(|id| listing.expression(id)).collect();
        (!shown.is_empty()).then(|| format!("{} {}\n", facts.name(symbol.name), shown.join(" = ")))
    });
    expected.assert_eq(&lines.collect::<String>());
}

fn chunk_lines(facts: &FileFacts, source: &str) -> Vec<(usize, usize)> {
    let lines = LineIndex::new(source);
    let line = |offset: usize| lines.line_of(offset.into()) + 1;
    let ends = |range: TextRange| (line(range.start.to_usize()), line(range.end.to_usize() - 1));
    facts.chunks.iter().map(|chunk| ends(chunk.range)).collect()
}

#[test]
fn docs_stand_right_above() {
    check_docs(
        "// header\n\n// of a\n/* more */\na = 1 // behind\nb = 2\n// far\n\nc = 3\n/// of T\nT: Type = {\n    // of x\n    x: Int,\n    y: Int, // behind y\n    z: Int\n}\nd = 4 /* same line */\n/* of e */ e = 5\n",
        expect![[r#"
            a: "// of a\n/* more */"
            T: "/// of T"
            x: "// of x"
            e: "/* of e */"
        "#]],
    );
}

#[test]
fn scopes_know_their_owners() {
    check_scopes(
        "T: Type = { x: Int }\nT.m: (self: &T) -> Int = (self) => {\n    for i in xs { a = i }\n    return [b for b in c]\n}\nmain = {\n    f = x => x\n}\n",
        expect![[r#"
            0 File in - of -: T: Type = { x: Int }
            1 Type in 0 of T: T: Type = { x: Int }
            2 Function in 0 of m: T.m: (self: &T) -> Int = (self) => {
            3 Block in 2 of -: for i in xs { a = i }
            4 Block in 2 of -: [b for b in c]
            5 Function in 0 of main: {
            6 Function in 5 of f: x => x
        "#]],
    );
}

#[test]
fn values_become_expressions() {
    check_values(
        "a = f(1).g[0]?\nb = (1, \"x\", true)\nc = -d + 1\ne = x as Int\nf = [1]\ng = {\"k\": 1}\nh = &i\nj = a == b\nk = 1..2\nl = (m)\nn: (Int) -> List(Int) = o\np: (Int, &T) = q\nr = if s { 1 } else { 2 }\nt = void\nu, v = w\n",
        expect![[r#"
            a g[]?
            b TupleOf([ExpressionId(6), ExpressionId(7), ExpressionId(8)])
            c d
            e TypeOf(ExpressionId(13))
            f list
            g map
            h i
            j boolean
            k ListOf(ExpressionId(20))
            l m
            n List(Int)
            p TupleOf([ExpressionId(27), ExpressionId(29)])
            t nothing
            u w.0
            v w.1
        "#]],
    );
}

#[test]
fn long_functions_are_cut_in_parts() {
    let body = "    a = 1\n".repeat(200);
    let source = format!("x = 1\n\nlong: () -> Void = {{\n{body}}}\n\ny = {{\n    1\n}}\n");
    let facts = facts(&source);
    let lines = chunk_lines(&facts, &source);
    assert_eq!(lines.first(), Some(&(1, 1)));
    assert!(lines.iter().all(|(first, last)| last - first < 81), "{lines:?}");
    let covered = |line: usize| lines.iter().any(|(first, last)| (*first..=*last).contains(&line));
    let mut missing = (1..=source.lines().count()).filter(|line| !covered(*line));
    assert!(missing.all(|line| source.lines().nth(line - 1).is_some_and(str::is_empty)));
}

#[test]
fn facts_are_in_source_order() {
    for source in
        [include_str!("../../samples/shapes.yx"), include_str!("../../samples/control.yx")]
    {
        let facts = facts(source);
        assert!(facts.symbols.is_sorted_by_key(|symbol| symbol.range.start));
        assert!(facts.occurrences.is_sorted_by_key(|occurrence| occurrence.range.start));
        assert_eq!(facts.lines as usize, source.lines().count());
        for symbol in &facts.symbols {
            assert!(symbol.range.contains_range(symbol.name_range));
            assert!(symbol.range.contains_range(symbol.signature_range));
        }
    }
}

#[test]
fn patterns_take_fields_and_parts() {
    check_values(
        "P: Type = { x: Int }\nmain = {\n    a = match p { { x } => x }\n    b = match q { c => c }\n    d = match r { (e, some(f)) => e }\n}\n",
        expect![[r#"
            x Int
            x x
            c q
            e r.0
            f r.1?
        "#]],
    );
}
