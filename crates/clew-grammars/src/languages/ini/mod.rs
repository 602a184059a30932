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
    outline: Some(read),
    ..LanguageDefinition::words("ini", "INI")
};

fn read(builder: &mut FactsBuilder<'_>) {
    let mut sheet = Sheet::new(builder);
    let mut section: Option<SymbolId> = None;
    let mut last_end = 0;
    for line in Lines::new(sheet.text(), &["#", ";"], None) {
        let text = line.text.trim();
        let inner = text.strip_prefix('[').and_then(|rest| Some(rest.split_once(']')?.0));
        if let Some(name) = inner {
            if let Some(open) = section.take() {
                sheet.close(open, last_end);
            }
            let name = line.place(name.trim());
            let entry = Entry::new(SymbolKind::Namespace, name, line.range()).doc(line.doc);
            section = sheet.declare(entry);
            if let Some(open) = section {
                sheet.open(open);
            }
        } else if let Some(key) = key(line.text) {
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
