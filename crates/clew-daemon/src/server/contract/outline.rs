//! file_outline of the contract: the top level of a file as text.

use std::fmt::Write as _;

use clew_protocol::{MAX_LIST_LIMIT, OutlineItem, OutlineRequest, SymbolType};
use serde_json::json;

use super::Asked;
use crate::server::desk::{Answer, write};
use crate::wire::error::RpcError;

/// Lines of source shown with one symbol.
const MAX_CODE_LINES: usize = 200;

pub(super) fn outline(asked: &Asked<'_>) -> Answer {
    let given = asked.arguments.needed(&["file_path", "path", "file", "filepath"])?;
    let include_code = asked.arguments.flag(&["include_code"])?;
    let request = OutlineRequest {
        file_path: given.clone(),
        max_depth: Some(1),
        limit: Some(MAX_LIST_LIMIT),
        ..OutlineRequest::default()
    };
    let context = asked.context()?;
    let answer = asked.desk.engine.outline(request, &context).map_err(|error| {
        let suggestion = error.nearest.first().cloned();
        let failed = RpcError::from(error).with("file_path", given);
        suggestion.into_iter().fold(failed, |failed, near| failed.with("suggestion", near))
    })?;
    // The engine has seen to it that the file lies inside the root.
    let file = std::path::Path::new(&answer.stamp.root.path).join(&answer.file);
    let source = if include_code { std::fs::read_to_string(file).ok() } else { None };
    let symbols: Vec<&OutlineItem> = answer
        .symbols
        .iter()
        .filter(|symbol| SymbolType::of(symbol.kind) != SymbolType::Member)
        .collect();
    let mut text = format!("[file_outline] {} ({} symbols)\n", answer.file, symbols.len());
    for symbol in &symbols {
        describe(&mut text, symbol);
        if let Some(source) = &source {
            quote(&mut text, symbol, source);
        }
    }
    write(&json!({
        "file": answer.file,
        "total_symbols": symbols.len(),
        "formatted_text": text,
    }))
}

fn describe(text: &mut String, symbol: &OutlineItem) {
    let (first, last) = (symbol.span.start_line, symbol.span.end_line);
    let head = symbol.signature.as_deref().unwrap_or(&symbol.name);
    // Writing to a string does not fail.
    let _ = writeln!(text, "{}-{} {} {head}", first, last, symbol.kind.as_str());
    if let Some(doc) = &symbol.doc {
        let _ = writeln!(text, "    {doc}");
    }
}

fn quote(text: &mut String, symbol: &OutlineItem, source: &str) {
    let first = symbol.span.start_line.saturating_sub(1) as usize;
    let count = (symbol.span.end_line as usize).saturating_sub(first);
    for line in source.lines().skip(first).take(count.min(MAX_CODE_LINES)) {
        let _ = writeln!(text, "    | {line}");
    }
    if count > MAX_CODE_LINES {
        let _ = writeln!(text, "    | ... {} lines more", count - MAX_CODE_LINES);
    }
}
