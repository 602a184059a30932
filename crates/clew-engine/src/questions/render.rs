//! Symbols as answers show them.

use clew_model::{FileFacts, SymbolFlags, SymbolId, SymbolKind};
use clew_protocol::{CodeRole, Symbol};
use clew_text::{ByteOffset, TextRange};

use crate::names::shown_name;
use crate::workspace::DocumentText;

/// Longest signature shown, in characters.
const MAX_SIGNATURE: usize = 200;

/// A symbol of a file whose text is at hand.
pub(super) fn symbol(
    facts: &FileFacts,
    id: SymbolId,
    path: &str,
    text: &DocumentText,
    score: f32,
) -> Option<Symbol> {
    let found = facts.symbol(id)?;
    Some(Symbol {
        name: match found.flags.has(SymbolFlags::ANONYMOUS) {
            true => shown_name(facts, id, path),
            false => facts.name(found.name).to_string(),
        },
        qualified_name: shown_name(facts, id, path),
        kind: found.kind,
        is_declaration: found.flags.has(SymbolFlags::DECLARATION),
        file: path.to_string(),
        line: text.span(found.name_range).start_line,
        span: text.span(found.range),
        signature: signature(facts, id, text),
        doc: doc(facts, id, text),
        container: container(facts, id),
        visibility: Some(found.visibility),
        score,
    })
}

/// The signature on one line.
pub(super) fn signature(facts: &FileFacts, id: SymbolId, text: &DocumentText) -> Option<String> {
    let range = facts.symbol(id)?.signature_range;
    let line = text.one_line(range, MAX_SIGNATURE);
    let line = line.trim_end_matches([' ', '{', ':', ';', '=']).to_string();
    (!line.is_empty()).then_some(line)
}

/// The first sentence of the doc comment.
pub(super) fn doc(facts: &FileFacts, id: SymbolId, text: &DocumentText) -> Option<String> {
    let range = facts.symbol(id)?.doc_range?;
    let summary = clew_grammars::doc_summary(range.slice(&text.text));
    (!summary.is_empty()).then_some(summary)
}

/// The qualified name of what a symbol is in.
pub(super) fn container(facts: &FileFacts, id: SymbolId) -> Option<String> {
    let parts = facts.qualified_parts(id);
    let (_, outer) = parts.split_last()?;
    (!outer.is_empty()).then(|| outer.join(facts.separator.as_str()))
}

/// First and last line, 1-based, of a range.
pub(super) fn lines(text: &DocumentText, range: TextRange) -> (u32, u32) {
    let last = ByteOffset(range.end.0.saturating_sub(1).max(range.start.0));
    let line = |offset| text.lines.line_of(offset) as u32 + 1;
    (line(range.start), line(last))
}

/// What part a symbol plays, told from its names and place.
pub(super) fn role(facts: &FileFacts, id: Option<SymbolId>, path: &str) -> CodeRole {
    let is_test_path = clew_vfs::role_of_path(path) == clew_vfs::PathRole::Test;
    let Some((id, symbol)) = id.and_then(|id| Some((id, facts.symbol(id)?))) else {
        return if is_test_path { CodeRole::Test } else { CodeRole::Generic };
    };
    if is_test_path || symbol.flags.has(SymbolFlags::TEST) {
        return CodeRole::Test;
    }
    let names = facts.qualified_parts(id).join(" ").to_ascii_lowercase();
    let file = path.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| names.contains(word));
    let lies = |words: &[&str]| words.iter().any(|word| file.contains(word));
    match symbol.kind {
        SymbolKind::Function if facts.symbol_name(id) == "main" => CodeRole::Entrypoint,
        SymbolKind::Interface => CodeRole::Contract,
        SymbolKind::Variable | SymbolKind::Field | SymbolKind::Constant | SymbolKind::Property => {
            CodeRole::State
        }
        _ if says(&["controller", "viewset"]) || lies(&["controllers/"]) => CodeRole::Controller,
        _ if says(&["repository", "dao"]) || lies(&["repositories/"]) => CodeRole::Repository,
        _ if says(&["factory", "builder"]) => CodeRole::Factory,
        _ if says(&["adapter", "wrapper"]) => CodeRole::Adapter,
        _ if says(&["handler", "listener", "middleware"]) => CodeRole::Handler,
        _ if says(&["service", "manager"]) || lies(&["services/"]) => CodeRole::Service,
        _ if says(&["util", "helper"]) || lies(&["utils", "helpers"]) => CodeRole::Utility,
        kind if kind.is_type() && lies(&["models", "entities", "schema"]) => CodeRole::Model,
        _ => CodeRole::Generic,
    }
}
