//! Rename of one name inside a text.
//!
//! The edits are made, the new text is resolved again, and the rename is
//! refused unless every name means what it meant before. So neither a capture
//! nor a clash can slip through, whichever rule of the language causes it.

mod edits;
#[cfg(test)]
mod properties;
mod target;
#[cfg(test)]
mod tests;
mod verify;

use clew_text::{TextEdit, apply_edits};

use crate::diagnostic::Diagnostic;
use crate::names::resolve_names;
use crate::parse;
use crate::syntax::SyntaxKind;

/// Where the renamed name is looked for.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum RenameScope {
    /// The whole text: its top-level name, else the local ones of that name.
    #[default]
    Module,
    /// The parameters and variables of one function; `T.m` for a method.
    Function(String),
}

impl RenameScope {
    /// Reads `module` or `function:NAME`; `None` for anything else.
    pub fn parse(text: &str) -> Option<RenameScope> {
        let text = text.trim();
        if text == "module" {
            return Some(RenameScope::Module);
        }
        let name = text.strip_prefix("function:")?.trim();
        (!name.is_empty()).then(|| RenameScope::Function(name.to_owned()))
    }
}

/// The result of a rename. Where it was refused the text is the old one,
/// there are no edits, and a diagnostic says why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// The text afterwards.
    pub source: String,
    /// What was changed, in order.
    pub edits: Vec<TextEdit>,
    /// Why it was refused; places are of the old text.
    pub diagnostics: Vec<Diagnostic>,
    /// How many places were renamed.
    pub occurrences: usize,
}

/// Renames `old_name` to `new_name`; strings and comments stay as they are.
///
/// Refused with one of the codes `RENAME-SYNTAX` (the text does not parse),
/// `RENAME-NAME` (the new name is none), `RENAME-KEYWORD`, `RENAME-UNKNOWN`
/// (nothing of the old name is declared there), `RENAME-AMBIGUOUS`,
/// `RENAME-CLASH` (the new name is taken) and `RENAME-CAPTURE` (some name
/// would mean something else).
pub fn rename_symbol(source: &str, old_name: &str, new_name: &str, scope: &RenameScope) -> Renamed {
    match try_rename(source, old_name, new_name, scope) {
        Ok(renamed) => renamed,
        Err(diagnostics) => {
            Renamed { source: source.to_owned(), edits: Vec::new(), diagnostics, occurrences: 0 }
        }
    }
}

fn try_rename(
    source: &str,
    old_name: &str,
    new_name: &str,
    scope: &RenameScope,
) -> Result<Renamed, Vec<Diagnostic>> {
    let parsed = parse(source);
    if let Some(error) = parsed.diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
        let mut all = vec![Diagnostic::error("RENAME-SYNTAX", error.range)];
        all.extend(parsed.diagnostics.iter().cloned());
        return Err(all);
    }
    let names = resolve_names(&parsed.tree);
    let targets = target::find_targets(&names, old_name, scope)?;
    let first = names.symbol(targets[0]).range;
    check_name(new_name, first)?;
    let edits = edits::edits_for(&parsed.tree, &names, &targets, new_name);
    if old_name == new_name {
        return Ok(Renamed {
            source: source.to_owned(),
            edits: Vec::new(),
            diagnostics: Vec::new(),
            occurrences: edits.len(),
        });
    }
    let Ok(renamed) = apply_edits(source, &edits) else {
        return Err(vec![Diagnostic::error("RENAME-SYNTAX", first)]);
    };
    verify::verify(&verify::Trial {
        source,
        old: &names,
        targets: &targets,
        edits: &edits,
        renamed: &renamed,
        new_name,
    })?;
    let occurrences = edits.len();
    Ok(Renamed { source: renamed, edits, diagnostics: Vec::new(), occurrences })
}

/// Whether `name` can be the name of something.
fn check_name(name: &str, at: clew_text::TextRange) -> Result<(), Vec<Diagnostic>> {
    let code = if SyntaxKind::keyword(name).is_some() {
        "RENAME-KEYWORD"
    } else if is_identifier(name) {
        return Ok(());
    } else {
        "RENAME-NAME"
    };
    Err(vec![Diagnostic::error(code, at).with_arg("name", name)])
}

fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    let starts = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    starts && name != "_" && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
