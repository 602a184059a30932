//! outline: the symbols of one file, in source order.

use std::sync::Arc;

use clew_model::{Expression, FileFacts, LiteralKind, Symbol, SymbolFlags, SymbolId, SymbolKind};
use clew_protocol::{ErrorCode, OutlineAnswer, OutlineItem, OutlineRequest, ToolError};

use super::named_file::document;
use super::render;
use crate::api::RequestContext;
use crate::cursor::Page;
use crate::workspace::{DocumentText, Workspace, store_error};

/// Symbols of an outline when no limit is given.
const DEFAULT_LIMIT: u32 = 200;

pub(crate) fn outline(
    workspace: &Arc<Workspace>,
    request: &OutlineRequest,
    context: &RequestContext,
) -> Result<OutlineAnswer, ToolError> {
    let question = format!("outline {} {:?}", request.file_path, request.max_depth);
    let limit = Some(request.limit.unwrap_or(DEFAULT_LIMIT));
    let page = Page::read(limit, request.cursor.as_deref(), &question)?;
    let view = workspace.current(context)?;
    let (id, path) = document(workspace, &view, &request.file_path)?;
    let facts = view.snapshot.facts(id).map_err(store_error)?;
    let text = workspace.text(&view, id).ok_or_else(|| just_changed(&path))?;
    let items = items(&facts, &text, request.max_depth.unwrap_or(u32::MAX));
    let mut stamp = workspace.stamp_of(&view);
    if facts.flags.has(clew_model::FileFlags::BROKEN) {
        stamp.notes.push("the file has syntax errors; the outline may be partial".into());
    }
    if facts.flags.has(clew_model::FileFlags::CUT) {
        stamp.notes.push("the file is beyond the parser's bounds; the outline is partial".into());
    }
    Ok(OutlineAnswer {
        file: path,
        language: facts.language.as_str().to_string(),
        symbols: page.slice(&items).to_vec(),
        total: items.len() as u32,
        cursor: page.next(items.len(), &question),
        stamp,
    })
}

fn items(facts: &FileFacts, text: &DocumentText, max_depth: u32) -> Vec<OutlineItem> {
    let mut items = Vec::new();
    for (index, symbol) in facts.symbols.iter().enumerate() {
        let id = SymbolId(index as u32);
        // Functions and types inside a function stand there with what they hold.
        let is_told = symbol.is_findable() || holds_function(facts, symbol);
        if symbol.is_local() && !is_told
            || symbol.flags.has(SymbolFlags::ANONYMOUS)
            || symbol.kind == SymbolKind::TypeParameter
        {
            continue;
        }
        // A function that extends a type stands wherever it was written.
        let extends = symbol.kind == SymbolKind::Function
            && symbol.owner.is_some()
            && symbol.container.is_none();
        let depth = match extends {
            true => 0,
            false => facts.qualified_parts(id).len().saturating_sub(1) as u32,
        };
        if depth < max_depth {
            items.push(OutlineItem {
                name: facts.name(symbol.name).to_string(),
                kind: symbol.kind,
                line: text.span(symbol.name_range).start_line,
                span: text.span(symbol.range),
                depth,
                signature: render::signature(facts, id, text),
                doc: render::doc(facts, id, text),
            });
        }
    }
    items
}

/// Whether a variable is the name that a function without one is given: `run = lambda: 1`.
fn holds_function(facts: &FileFacts, symbol: &Symbol) -> bool {
    let value = symbol.value.and_then(|value| facts.expression(value));
    let is_function = matches!(
        value,
        Some(Expression::Literal(LiteralKind::Function) | Expression::FunctionOf(_))
    );
    is_function && matches!(symbol.kind, SymbolKind::Variable | SymbolKind::Constant)
}

/// The error for a file that changed between the look at it and the answer.
pub(super) fn just_changed(path: &str) -> ToolError {
    ToolError::new(ErrorCode::Busy, format!("{path} changed while it was being read"), "ask again")
}
