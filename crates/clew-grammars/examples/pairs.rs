//! Prints what a model for search by meaning learns from: for every documented
//! symbol the first sentence of its doc comment and its code without comments.
//!
//! `cargo run --release -p clew-grammars --example pairs -- FOLDER…` prints one
//! JSON object a line: `language`, `package` (the folder's own name), `path`,
//! `name`, `container`, `doc`, `code`. The training script reads it.

use std::io::Write;
use std::path::{Path, PathBuf};

use clew_grammars::{Extractor, clean_doc, detect_language, doc_summary};
use clew_model::{FileFacts, FileFlags, SymbolId};

/// Longest code of one pair, in bytes.
const MAX_CODE: usize = 6_000;

/// Shortest code of one pair, in bytes.
const MIN_CODE: usize = 60;

/// Longest doc comment kept beside its first sentence, in characters.
const MAX_DOC: usize = 600;

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut extractor = Extractor::default();
    for folder in std::env::args().skip(1) {
        let folder = PathBuf::from(folder);
        let package = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let package = package.unwrap_or_default();
        let mut files = Vec::new();
        collect(&folder, &mut files)?;
        files.sort();
        for path in files {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let shown = path.strip_prefix(&folder).unwrap_or(&path).to_string_lossy().into_owned();
            let Some(language) = detect_language(&shown, &text) else { continue };
            if !language.has_grammar() {
                continue;
            }
            let facts = extractor.facts(Some(language), &text);
            if !facts.flags.has(FileFlags::GENERATED) {
                print_pairs(&mut out, [language.id, &package, &shown], &facts, &text)?;
            }
        }
    }
    out.flush()
}

fn print_pairs(
    out: &mut impl Write,
    [language, package, path]: [&str; 3],
    facts: &FileFacts,
    text: &str,
) -> std::io::Result<()> {
    for (index, symbol) in facts.symbols.iter().enumerate() {
        let Some(doc) = symbol.doc_range else { continue };
        let wanted = symbol.kind.is_callable() || symbol.kind.is_type();
        if symbol.is_local() || !wanted {
            continue;
        }
        let range = symbol.range.to_usize();
        let code = without(text, range, doc.to_usize());
        let raw = doc.slice(text);
        let summary = doc_summary(raw);
        if code.len() < MIN_CODE || summary.len() < 12 {
            continue;
        }
        let id = SymbolId(index as u32);
        let parts = facts.qualified_parts(id);
        let container = parts[..parts.len().saturating_sub(1)].join(".");
        let rest: String = clean_doc(raw).chars().take(MAX_DOC).collect();
        let values = [
            ("language", language),
            ("package", package),
            ("path", path),
            ("name", facts.symbol_name(id)),
            ("container", &container),
            ("doc", &summary),
            ("rest", &rest),
            ("code", &code),
        ];
        let fields: Vec<String> =
            values.iter().map(|(key, value)| format!("\"{key}\":{}", quoted(value))).collect();
        writeln!(out, "{{{}}}", fields.join(","))?;
    }
    Ok(())
}

/// The text of `range` without what of `hole` lies in it, cut to bounds.
fn without(text: &str, range: std::ops::Range<usize>, hole: std::ops::Range<usize>) -> String {
    let inside = hole.start >= range.start && hole.end <= range.end;
    let code = if inside {
        let parts = [text.get(range.start..hole.start), text.get(hole.end..range.end)];
        parts.into_iter().flatten().collect()
    } else {
        text.get(range).unwrap_or("").to_string()
    };
    let mut end = code.len().min(MAX_CODE);
    while !code.is_char_boundary(end) {
        end -= 1;
    }
    code[..end].to_string()
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            other if (other as u32) < 0x20 => quoted.push_str(&format!("\\u{:04x}", other as u32)),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&entry.path(), files)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}
