//! outline: the symbols of one file, in source order.

use std::sync::Arc;

use clew_index::DocumentId;
use clew_model::{FileFacts, SymbolFlags, SymbolId, SymbolKind};
use clew_protocol::{ErrorCode, OutlineAnswer, OutlineItem, OutlineRequest, ToolError};

use clew_vfs::LeftOutReason;

use super::render;
use crate::api::RequestContext;
use crate::cursor::Page;
use crate::workspace::{DocumentText, View, Workspace, left_out_reason, store_error};

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
        // A type inside a function stands there with its members.
        let is_inside = symbol.is_local() && !(symbol.is_findable() && symbol.kind.is_type());
        if is_inside
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

/// The document that a path argument names.
pub(super) fn document(
    workspace: &Workspace,
    view: &View,
    argument: &str,
) -> Result<(DocumentId, String), ToolError> {
    let contained = match workspace.contained(argument) {
        Ok(contained) if contained.absolute.exists() => contained,
        // Answers write `path:line`, which is then given as a path.
        other => match without_position(argument).map(|path| workspace.contained(path)) {
            Some(Ok(file)) if file.absolute.is_file() => file,
            _ => other?,
        },
    };
    let path = contained.relative.as_str().to_string();
    if let Some(id) = view.document_at(&path) {
        let path = view.snapshot.path(id).unwrap_or(&path).to_string();
        return match view.snapshot.document(id).and_then(|found| left_out_reason(&found)) {
            None => Ok((id, path)),
            Some(reason) => Err(left_out(&path, &told(workspace, &contained, reason))),
        };
    }
    if contained.absolute.is_dir() {
        let shown = if path.is_empty() { "." } else { path.as_str() };
        return Err(ToolError::invalid_input(
            format!("`{shown}` is a folder, and this is about one file"),
            "name a file inside it; a map of the folder (repo_map) shows its files and symbols",
        ));
    }
    let file_name = path.rsplit('/').next().unwrap_or(&path).to_string();
    let nearest: Vec<String> = view
        .documents()
        .filter(|document| document.path.rsplit('/').next() == Some(file_name.as_str()))
        .map(|document| document.path)
        .take(5)
        .collect();
    if contained.absolute.exists()
        && let Some(reason) = workspace.left_out_by_size(&contained)
    {
        return Err(left_out(&path, &reason));
    }
    let message = if contained.absolute.exists() {
        format!("{path} exists but is not in the index (ignored, binary or too large)")
    } else {
        format!("there is no file {path}")
    };
    let next = "scan says what was left out and why; check the path";
    Err(ToolError::not_found(message, next, nearest))
}

/// A reason with what decides, where that can be changed.
fn told(workspace: &Workspace, file: &clew_vfs::ContainedPath, reason: LeftOutReason) -> String {
    let by_size = match reason {
        LeftOutReason::TooLarge => workspace.left_out_by_size(file),
        _ => None,
    };
    by_size.unwrap_or_else(|| reason.describe().to_string())
}

/// The error for a file that is there, but not in the index.
fn left_out(path: &str, reason: &str) -> ToolError {
    let next = "search finds it by its words, or read the file itself; scan lists what was left out, with the reasons";
    ToolError::not_found(format!("{path} is not in the index: {reason}"), next, Vec::new())
}

/// `path` of `path:line` and `path:line:column`.
fn without_position(argument: &str) -> Option<&str> {
    let cut = |text: &str| {
        let (path, number) = text.rsplit_once(':')?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        (is_number && !path.is_empty()).then_some(path.len())
    };
    let once = cut(argument)?;
    let twice = cut(&argument[..once]).unwrap_or(once);
    Some(&argument[..twice])
}

/// The error for a file that changed between the look at it and the answer.
pub(super) fn just_changed(path: &str) -> ToolError {
    ToolError::new(ErrorCode::Busy, format!("{path} changed while it was being read"), "ask again")
}
