//! INI files and their kin: sections and keys.

#[cfg(test)]
mod tests;

use clew_model::{SymbolId, SymbolKind};

use crate::builder::FactsBuilder;
use crate::scanned::{Entry, Lines, Sheet};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["cfg", "systemd", "editorconfig", "gitconfig"],
    #[rustfmt::skip]
    extensions: &[
        "ini", "cfg", "desktop", "service", "timer", "socket", "mount", "target", "network",
        "toolbox", "inf", "reg",
    ],
    #[rustfmt::skip]
    file_names: &[
        ".editorconfig", ".gitconfig", ".gitmodules", ".npmrc", ".pypirc", ".pylintrc", ".flake8",
        ".coveragerc", ".hgrc", "pylintrc", "mypy.ini",
    ],
    depth: Depth::Outline,
    guessed: false,
    extracts: "sections, keys",
    extractor_version: 2,
    outline: Some(read),
    ..LanguageDefinition::words("ini", "INI")
};

fn read(builder: &mut FactsBuilder<'_>) {
    let mut sheet = Sheet::new(builder);
    let mut section: Option<SymbolId> = None;
    let mut last_end = 0;
    // How far the last key is indented: what is further in goes on with its value.
    let mut indent = usize::MAX;
    for line in Lines::new(sheet.text(), &["#", ";"], None) {
        let text = line.text.trim();
        let own = line.text.len() - line.trimmed().len();
        let inner = text.strip_prefix('[').and_then(|rest| Some(rest.split_once(']')?.0));
        let inner = inner.filter(|_| own <= indent);
        if text.is_empty() {
            continue;
        }
        if let Some(name) = inner {
            if let Some(open) = section.take() {
                sheet.close(open, last_end);
            }
            indent = usize::MAX;
            let name = line.place(name.trim());
            let entry = Entry::new(SymbolKind::Namespace, name, line.range()).doc(line.doc);
            section = sheet.declare(entry);
            if let Some(open) = section {
                sheet.open(open);
            }
        } else if let Some(key) = key(line.text).filter(|_| own <= indent) {
            indent = own;
            let range = line.place(text);
            let entry = Entry::member(SymbolKind::Key, line.place(key), range).doc(line.doc);
            sheet.declare(entry);
        }
        last_end = line.end();
    }
    if let Some(open) = section {
        sheet.close(open, last_end);
    }
}

/// The key of `key = value` or `key: value`; a line that is indented goes on with the
/// value above, unless it says so itself.
fn key(line: &str) -> Option<&str> {
    let at = line.find(['=', ':'])?;
    let key = line[..at].trim();
    let is_indented = line.starts_with([' ', '\t']);
    let is_plain = !key.is_empty() && !key.contains(['"', '\'', '(', '{', '<', '>', ',']);
    (is_plain && (!is_indented || !key.contains(char::is_whitespace))).then_some(key)
}
