//! A toy language for tests: `def name` defines, `use name` calls, lines that
//! begin with `#` document the next definition, an empty line ends a chunk.

use std::collections::BTreeMap;
use std::sync::Arc;

use clew_model::{
    Binding, Chunk, ChunkKind, FileFacts, LanguageId, NameId, Occurrence, Role, ScopeId, Symbol,
    SymbolFlags, SymbolId, SymbolKind, Visibility,
};
use clew_text::TextRange;

use crate::{DocumentInput, FactsInput, FileStat};

/// Texts by path.
pub(crate) type Files<'text> = BTreeMap<&'text str, &'text str>;

/// A document with its facts.
pub(crate) fn input(path: &str, text: &str) -> DocumentInput {
    DocumentInput {
        path: path.to_owned(),
        stat: FileStat { size: text.len() as u64, times: 7 },
        hash: *blake3::hash(text.as_bytes()).as_bytes(),
        language: LanguageId::new("toy"),
        extractor: 1,
        facts: FactsInput::New(Arc::new(facts(text))),
        text: text.into(),
    }
}

/// The facts of a text in the toy language.
pub(crate) fn facts(text: &str) -> FileFacts {
    let mut facts = FileFacts { language: LanguageId::new("toy"), ..FileFacts::default() };
    let mut at = 0;
    let mut chunk_start = 0;
    let mut doc: Option<TextRange> = None;
    let mut symbol = None;
    for line in text.split_inclusive('\n') {
        facts.lines += 1;
        let end = at + line.len();
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("def"), Some(name)) => {
                push_chunk(
                    &mut facts,
                    chunk_start,
                    doc.map_or(at, |doc| doc.start.to_usize()),
                    symbol,
                );
                chunk_start = doc.map_or(at, |doc| doc.start.to_usize());
                symbol = Some(define(&mut facts, name, TextRange::new(at, end), doc.take()));
            }
            (Some("use"), Some(name)) => {
                let name = name_id(&mut facts, name);
                facts.occurrences.push(Occurrence {
                    name,
                    range: TextRange::new(at + 4, end),
                    role: Role::Call,
                    enclosing: symbol,
                    binding: Binding::Free,
                });
            }
            (Some("#"), _) => {
                let start = doc.map_or(at, |doc| doc.start.to_usize());
                doc = Some(TextRange::new(start, end));
            }
            _ => {}
        }
        at = end;
    }
    push_chunk(&mut facts, chunk_start, at, symbol);
    facts
}

fn name_id(facts: &mut FileFacts, name: &str) -> NameId {
    facts.names.find(name).unwrap_or_else(|| facts.names.push(name))
}

fn push_chunk(facts: &mut FileFacts, start: usize, end: usize, symbol: Option<SymbolId>) {
    if start < end {
        let kind = if symbol.is_some() { ChunkKind::Callable } else { ChunkKind::TopLevel };
        facts.chunks.push(Chunk { kind, symbol, range: TextRange::new(start, end) });
    }
}

/// Capital letters define classes, others functions; `Type.name` a method.
fn define(facts: &mut FileFacts, name: &str, line: TextRange, doc: Option<TextRange>) -> SymbolId {
    let (owner, simple) = name.rsplit_once('.').map_or((None, name), |(o, n)| (Some(o), n));
    let container = owner.and_then(|owner| {
        let index = facts.symbols.iter().position(|s| facts.name(s.name) == owner)?;
        Some(SymbolId(index as u32))
    });
    let kind = match (simple.chars().next().is_some_and(char::is_uppercase), container) {
        (true, _) => SymbolKind::Class,
        (false, Some(_)) => SymbolKind::Method,
        (false, None) => SymbolKind::Function,
    };
    let name = name_id(facts, simple);
    facts.symbols.push(Symbol {
        name,
        kind,
        container,
        owner: None,
        name_range: TextRange::new(line.start.to_usize() + 4, line.end.to_usize()),
        range: line,
        signature_range: line,
        doc_range: doc,
        scope: ScopeId(0),
        body: None,
        visibility: Visibility::Public,
        flags: SymbolFlags::default(),
        declared_type: None,
        value: None,
    });
    SymbolId(facts.symbols.len() as u32 - 1)
}
