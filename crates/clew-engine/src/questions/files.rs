//! Text of files, and their paths by what was typed of them.
//!
//! Only files of the index are read, so what is ignored, binary or outside
//! the root is never given out.

use std::sync::Arc;

use clew_index::DocumentId;
use clew_model::{FileFacts, SymbolId};
use clew_protocol::{
    FilePart, ListFilesAnswer, ListFilesRequest, MAX_FILE_PART_BYTES, ReadFileAnswer,
    ReadFileRequest, ToolError,
};
use clew_text::{ByteOffset, TextRange};

use super::named_file::document;
use super::outline::just_changed;
use crate::api::RequestContext;
use crate::cursor::Page;
use crate::names::{NamePath, document_of, resolve_name};
use crate::workspace::{DocumentText, View, Workspace, store_error};

/// Most definitions of one name that are shown.
const MAX_PARTS: usize = 10;
/// Most names offered when a file has no such symbol.
const NEAREST: usize = 5;

pub(crate) fn read(
    workspace: &Arc<Workspace>,
    request: &ReadFileRequest,
    context: &RequestContext,
) -> Result<ReadFileAnswer, ToolError> {
    let view = workspace.current(context)?;
    let (id, path) = document(workspace, &view, &request.file_path)?;
    let facts = view.snapshot.facts(id).map_err(store_error)?;
    let text = workspace.text(&view, id).ok_or_else(|| just_changed(&path))?;
    let most = request.max_bytes.unwrap_or(MAX_FILE_PART_BYTES).min(MAX_FILE_PART_BYTES) as usize;
    let mut stamp = workspace.stamp_of(&view);
    let parts = match request.symbol.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        None => vec![part(None, &text, whole(&text), most)],
        Some(name) => {
            let found = symbols(&view, (id, &facts), (&path, name), context)?;
            if found.len() > MAX_PARTS {
                stamp.notes.push(format!("{MAX_PARTS} of {} definitions are shown", found.len()));
            }
            let shown = found.len().min(MAX_PARTS);
            let parts = found.into_iter().take(MAX_PARTS).map(|symbol| {
                let name = facts.qualified_parts(symbol).join(facts.separator.as_str());
                let range = facts.symbols[symbol.0 as usize].range;
                part(Some(name), &text, range, most / shown)
            });
            parts.collect()
        }
    };
    let language = facts.language.as_str().to_string();
    Ok(ReadFileAnswer { file: path, language, parts, stamp })
}

pub(crate) fn list(
    workspace: &Arc<Workspace>,
    request: &ListFilesRequest,
    context: &RequestContext,
) -> Result<ListFilesAnswer, ToolError> {
    let page = Page::read(request.limit, None, "files")?;
    let view = workspace.current(context)?;
    let typed = request.typed.trim().replace('\\', "/").to_lowercase();
    let mut found: Vec<(u8, String)> = view
        .documents()
        .filter_map(|document| Some((fit(&document.path, &typed)?, document.path)))
        .collect();
    found.sort();
    let total = found.len() as u32;
    let files = found.into_iter().take(page.limit).map(|(_, path)| path).collect();
    Ok(ListFilesAnswer { files, total, stamp: workspace.stamp_of(&view) })
}

/// How well a path fits what was typed, best first.
fn fit(path: &str, typed: &str) -> Option<u8> {
    let path = path.to_lowercase();
    let name = path.rsplit('/').next().unwrap_or(&path);
    if path.starts_with(typed) {
        Some(0)
    } else if name.starts_with(typed) {
        Some(1)
    } else {
        path.contains(typed).then_some(2)
    }
}

fn whole(text: &DocumentText) -> TextRange {
    TextRange::new(0, text.text.len())
}

/// The definitions of that name in the file, in source order: those whose
/// qualified name is just so, else those that the name may mean.
fn symbols(
    view: &View,
    (id, facts): (DocumentId, &FileFacts),
    (path, name): (&str, &str),
    context: &RequestContext,
) -> Result<Vec<SymbolId>, ToolError> {
    let known = || (0..facts.symbols.len()).map(|index| SymbolId(index as u32));
    let qualified = |symbol| facts.qualified_parts(symbol).join(facts.separator.as_str());
    let exact: Vec<SymbolId> = known().filter(|symbol| qualified(*symbol) == name).collect();
    if !exact.is_empty() {
        return Ok(exact);
    }
    let query = NamePath { file: Some(path.to_string()), ..NamePath::parse(name) };
    let mut found: Vec<SymbolId> = resolve_name(view, &query, context)?
        .into_iter()
        .filter(|found| document_of(found.symbol) == id)
        .map(|found| found.symbol.symbol)
        .collect();
    found.sort_unstable();
    if !found.is_empty() {
        return Ok(found);
    }
    let start: String = name.chars().take(3).collect::<String>().to_lowercase();
    let mut near: Vec<String> = known()
        .filter(|symbol| !facts.symbols[symbol.0 as usize].is_local())
        .map(qualified)
        .filter(|known| known.to_lowercase().contains(&start))
        .collect();
    near.dedup();
    near.truncate(NEAREST);
    Err(ToolError::not_found(
        format!("{path} has no symbol {name:?}"),
        "outline lists the symbols of a file",
        near,
    ))
}

/// The lines of `range`, at most `most` bytes of whole lines, but at least
/// the beginning of the first.
fn part(symbol: Option<String>, text: &DocumentText, range: TextRange, most: usize) -> FilePart {
    let lines = &text.lines;
    let first = lines.line_of(range.start);
    let start = lines.line_range(first).map_or(0, |line| line.start.to_usize());
    let last_byte = ByteOffset(range.end.0.saturating_sub(1).max(range.start.0));
    let end = lines.line_range(lines.line_of(last_byte)).map_or(0, |line| line.end.to_usize());
    let all = text.text.get(start..end.max(start)).unwrap_or("");
    let kept = head(all, most);
    FilePart {
        symbol,
        start_line: first as u32 + 1,
        end_line: first as u32 + kept.lines().count().max(1) as u32,
        cut: kept.len() < all.len(),
        text: kept.to_string(),
    }
}

fn head(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let mut end = most;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    match text[..end].rfind('\n') {
        Some(newline) => &text[..=newline],
        None => &text[..end],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_at_whole_lines() {
        assert_eq!(head("ab\ncd\n", 5), "ab\n");
        assert_eq!(head("ab\ncd\n", 6), "ab\ncd\n");
        assert_eq!(head("éé", 3), "é");
    }

    #[test]
    fn the_beginning_counts_most() {
        assert_eq!(fit("src/Cart.py", "src/c"), Some(0));
        assert_eq!(fit("src/Cart.py", "cart"), Some(1));
        assert_eq!(fit("src/Cart.py", "art"), Some(2));
        assert_eq!(fit("src/Cart.py", "x"), None);
        assert_eq!(fit("src/Cart.py", ""), Some(0));
    }
}
