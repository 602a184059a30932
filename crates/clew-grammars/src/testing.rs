//! Facts as text, for the fixtures of all languages.

use std::fmt::Write as _;

use clew_model::{
    Binding, Expression, ExpressionId, FileFacts, HeritageSubject, OccurrenceId, Role, SymbolFlags,
    SymbolId,
};
use clew_text::{LineIndex, TextRange};
use expect_test::Expect;

use crate::{Extractor, language_by_id};

/// Compares the facts of `text` with the expected listing.
#[track_caller]
pub(crate) fn check_facts(language: &str, text: &str, expected: Expect) {
    expected.assert_eq(&listing(&facts_of(language, text), text));
}

/// Compares only the symbols.
#[track_caller]
pub(crate) fn check_symbols(language: &str, text: &str, expected: Expect) {
    let facts = facts_of(language, text);
    let mut out = String::new();
    symbols(&mut out, &facts, text);
    expected.assert_eq(&out);
}

/// The facts of a text.
pub(crate) fn facts_of(language: &str, text: &str) -> FileFacts {
    let facts = Extractor::default().facts(language_by_id(language), text);
    check_invariants(&facts, text);
    facts
}

/// What must hold of the facts of any text.
#[track_caller]
pub(crate) fn check_invariants(facts: &FileFacts, text: &str) {
    let fits = |range: TextRange| text.get(range.to_usize()).is_some();
    for symbol in &facts.symbols {
        assert!(fits(symbol.range) && fits(symbol.name_range) && fits(symbol.signature_range));
        assert!(symbol.doc_range.is_none_or(fits));
        assert!((symbol.scope.0 as usize) < facts.scopes.len());
        if let Some(container) = symbol.container {
            assert!((container.0 as usize) < facts.symbols.len());
        }
    }
    for pair in facts.occurrences.windows(2) {
        assert!(pair[0].range.start <= pair[1].range.start, "occurrences are in order");
    }
    for occurrence in &facts.occurrences {
        assert!(fits(occurrence.range));
        match occurrence.binding {
            Binding::Symbol(id) => assert!(facts.symbol(id).is_some()),
            Binding::Import(id) => assert!(facts.import(id).is_some()),
            Binding::Member(id) => assert!(facts.expression(id).is_some()),
            _ => {}
        }
    }
    for chunk in &facts.chunks {
        assert!(fits(chunk.range));
    }
}

/// The whole listing: symbols, imports, heritage, references.
pub(crate) fn listing(facts: &FileFacts, text: &str) -> String {
    let mut out = String::new();
    symbols(&mut out, facts, text);
    imports(&mut out, facts, text);
    heritage(&mut out, facts);
    references(&mut out, facts, text);
    out
}

fn symbols(out: &mut String, facts: &FileFacts, text: &str) {
    let lines = LineIndex::new(text);
    for (index, symbol) in facts.symbols.iter().enumerate() {
        let id = SymbolId(index as u32);
        let first = lines.line_of(symbol.range.start) + 1;
        let last = lines.line_of(symbol.range.end) + 1;
        let local = if symbol.is_local() { "local " } else { "" };
        let _ = write!(
            out,
            "{local}{} {} {first}-{last} {}",
            symbol.kind.as_str(),
            facts.qualified_name(id),
            symbol.visibility.as_str()
        );
        for (flag, name) in FLAG_NAMES {
            if symbol.flags.has(*flag) {
                let _ = write!(out, " {name}");
            }
        }
        if let Some(declared) = symbol.declared_type {
            let _ = write!(out, " : {}", expression(facts, declared));
        }
        if let Some(value) = symbol.value {
            let _ = write!(out, " = {}", expression(facts, value));
        }
        if let Some(doc) = symbol.doc_range {
            let _ = write!(out, " \"{}\"", crate::doc_summary(doc.slice(text)));
        }
        out.push('\n');
    }
}

const FLAG_NAMES: &[(SymbolFlags, &str)] = &[
    (SymbolFlags::EXPORTED, "exported"),
    (SymbolFlags::STATIC, "static"),
    (SymbolFlags::DECLARATION, "declaration"),
    (SymbolFlags::ABSTRACT, "abstract"),
    (SymbolFlags::ASYNC, "async"),
    (SymbolFlags::ANONYMOUS, "anonymous"),
    (SymbolFlags::DEFAULT_EXPORT, "default"),
    (SymbolFlags::TEST, "test"),
    (SymbolFlags::DEPRECATED, "deprecated"),
    (SymbolFlags::ACCESSOR, "accessor"),
    (SymbolFlags::CLASS_METHOD, "classmethod"),
    (SymbolFlags::EXAMPLE, "example"),
];

fn imports(out: &mut String, facts: &FileFacts, text: &str) {
    let lines = LineIndex::new(text);
    for import in &facts.imports {
        let line = lines.line_of(import.range.start) + 1;
        let _ = write!(out, "import {line} {} {:?}", facts.name(import.module), import.form);
        if let Some(item) = import.item {
            let _ = write!(out, " {}", facts.name(item));
        }
        if let Some(local) = import.local {
            let _ = write!(out, " as {}", facts.name(local));
        }
        if import.reexport {
            out.push_str(" reexport");
        }
        out.push('\n');
    }
    for (exported, local) in &facts.exports {
        let _ = writeln!(out, "export {} as {}", facts.name(*local), facts.name(*exported));
    }
}

fn heritage(out: &mut String, facts: &FileFacts) {
    for heritage in &facts.heritage {
        let subject = match heritage.subject {
            HeritageSubject::Symbol(id) => facts.qualified_name(id),
            HeritageSubject::Named(id) => expression(facts, id),
        };
        let base = expression(facts, heritage.base);
        let _ = writeln!(out, "heritage {subject} {:?} {base}", heritage.kind);
    }
}

fn references(out: &mut String, facts: &FileFacts, text: &str) {
    let lines = LineIndex::new(text);
    for occurrence in &facts.occurrences {
        if matches!(occurrence.role, Role::Definition | Role::Declaration | Role::Import) {
            continue;
        }
        let span = lines.span(text, occurrence.range);
        let _ = write!(
            out,
            "{}:{} {} {}",
            span.start_line,
            span.start_column,
            occurrence.role.as_str(),
            facts.name(occurrence.name)
        );
        match occurrence.binding {
            Binding::Free => out.push_str(" free"),
            Binding::Symbol(id) => {
                let at = facts.symbol(id).map_or(0, |s| lines.line_of(s.name_range.start) + 1);
                let _ = write!(out, " -> {}@{at}", facts.qualified_name(id));
            }
            Binding::Import(id) => {
                let module = facts.import(id).map_or("", |import| facts.name(import.module));
                let _ = write!(out, " -> import {module}");
            }
            Binding::Member(base) => {
                let _ = write!(out, " of {}", expression(facts, base));
            }
            Binding::Opaque => out.push_str(" opaque"),
            Binding::Unsure => out.push_str(" unsure"),
        }
        if let Some(enclosing) = occurrence.enclosing {
            let _ = write!(out, " in {}", facts.qualified_name(enclosing));
        }
        out.push('\n');
    }
}

/// An expression as text.
pub(crate) fn expression(facts: &FileFacts, id: ExpressionId) -> String {
    let show = |id: &ExpressionId| expression(facts, *id);
    match facts.expression(id).unwrap_or(&Expression::Unknown) {
        Expression::Unknown => "?".into(),
        Expression::Occurrence(id) => occurrence(facts, *id),
        Expression::Call(callee) => format!("{}()", show(callee)),
        Expression::Instance(ty) => format!("new {}", show(ty)),
        Expression::SelfValue(id) => format!("self<{}>", facts.qualified_name(*id)),
        Expression::SelfType(id) => format!("Self<{}>", facts.qualified_name(*id)),
        Expression::Super(id) => format!("super<{}>", facts.qualified_name(*id)),
        Expression::Literal(kind) => format!("{kind:?}"),
        Expression::Element(of) => format!("{}[]", show(of)),
        Expression::Iterated(of) => format!("each {}", show(of)),
        Expression::Item(of, index) => format!("{}.{index}", show(of)),
        Expression::Await(inner) => format!("await {}", show(inner)),
        Expression::Unwrap(inner) => format!("{}?", show(inner)),
        Expression::Generic(base, arguments) => {
            let arguments: Vec<_> = arguments.iter().map(show).collect();
            let arguments = arguments.join(", ");
            match facts.expression(*base) {
                Some(Expression::FunctionOf(result)) => {
                    format!("fn({arguments}) -> {}", show(result))
                }
                _ => format!("{}<{arguments}>", show(base)),
            }
        }
        Expression::Union(parts) => {
            let parts: Vec<_> = parts.iter().map(show).collect();
            format!("({})", parts.join(" | "))
        }
        Expression::TupleOf(parts) => {
            let parts: Vec<_> = parts.iter().map(show).collect();
            format!("({})", parts.join(", "))
        }
        Expression::ListOf(element) => format!("list<{}>", show(element)),
        Expression::MapOf(value) => format!("map<{}>", show(value)),
        Expression::FunctionOf(result) => format!("fn -> {}", show(result)),
        Expression::TypeOf(ty) => format!("as {}", show(ty)),
    }
}

fn occurrence(facts: &FileFacts, id: OccurrenceId) -> String {
    let Some(occurrence) = facts.occurrence(id) else { return "!".into() };
    let name = facts.name(occurrence.name);
    match occurrence.binding {
        Binding::Member(base) => format!("{}.{name}", expression(facts, base)),
        _ => name.to_string(),
    }
}
