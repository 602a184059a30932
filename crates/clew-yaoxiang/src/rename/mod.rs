//! Rename of one name inside a text.
//!
//! The edits are made, the new text is resolved again, and the rename is
//! refused unless every name means what it meant before. So neither a capture
//! nor a clash can slip through, whichever rule of the language causes it.
//!
//! Members are told apart by the types that the checker finds. What is one
//! thing is renamed as one: a field and the patterns that take it, the method
//! of an interface and those of the types that claim it, a `pub` function and
//! the calls of it as a method.

mod edits;
mod family;
mod locals;
mod meaning;
#[cfg(test)]
mod properties;
mod target;
#[cfg(test)]
mod tests;
mod verify;

use clew_text::{TextEdit, TextRange, apply_edits};

use crate::diagnostic::Diagnostic;
use crate::names::{Names, Role, SymbolId, SymbolKind};
use crate::parse;
use crate::syntax::{Field, SyntaxKind, SyntaxTree};
use meaning::Meaning;

/// Where the renamed name is looked for.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum RenameScope {
    /// The whole text: its top-level name, else the only thing of that name,
    /// or the member that a qualified name `T.m` means.
    #[default]
    Module,
    /// What belongs to one function itself: its parameters and variables, not
    /// those of named functions inside it. `T.m` for a method, `T` for the
    /// parameters of a type, `f.g` for a function inside another.
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
/// A member may be named `T.m`, its new name with or without `T.`.
///
/// Refused with one of the codes `RENAME-SYNTAX` (the text does not parse),
/// `RENAME-NAME` (the new name is none), `RENAME-KEYWORD`, `RENAME-OWNER` (the
/// new name belongs to another type), `RENAME-UNKNOWN` (nothing of the old
/// name is declared there), `RENAME-AMBIGUOUS` (several things are),
/// `RENAME-UNCERTAIN` (a place may or may not mean it), `RENAME-PATTERN` (a
/// variable that a record pattern takes from a field), `RENAME-CLASH` (the new
/// name is taken), `RENAME-CAPTURE` (some name would mean something else) and
/// `RENAME-CHANGES` (the checker would find something else).
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
    let old = Meaning::of(&parsed);
    let targets = target::find_targets(&old, old_name, scope)?;
    let first = old.names.symbol(targets[0]).range;
    let (plain_name, new_name) = unqualified(old_name, new_name, first)?;
    check_name(new_name, first)?;
    target::refuse_doubtful(&old, &claims_of_others(&parsed.tree, &old.names), &targets)?;
    let edits = edits::edits_for(&parsed.tree, &old.names, &targets, new_name);
    if plain_name == new_name {
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
        old: &old,
        targets: &targets,
        edits: &edits,
        renamed: &renamed,
        new_name,
    })?;
    let occurrences = edits.len();
    Ok(Renamed { source: renamed, edits, diagnostics: Vec::new(), occurrences })
}

/// Both names without the type they belong to, which must be the same.
fn unqualified<'a>(
    old_name: &'a str,
    new_name: &'a str,
    at: TextRange,
) -> Result<(&'a str, &'a str), Vec<Diagnostic>> {
    let Some((owner, plain)) = old_name.rsplit_once('.') else { return Ok((old_name, new_name)) };
    match new_name.rsplit_once('.') {
        None => Ok((plain, new_name)),
        Some((new_owner, new_plain)) if new_owner == owner => Ok((plain, new_plain)),
        Some(_) => Err(vec![
            Diagnostic::error("RENAME-OWNER", at)
                .with_arg("name", new_name)
                .with_arg("owner", owner),
        ]),
    }
}

/// Types that claim an interface of another file, with the place.
fn claims_of_others(tree: &SyntaxTree, names: &Names) -> Vec<(String, TextRange)> {
    let is_import = |id: SymbolId| names.symbol(id).kind == SymbolKind::Import;
    let imported = names
        .occurrences
        .iter()
        .filter(|found| found.role == Role::Type && found.symbol.is_some_and(is_import));
    let claim = |range: TextRange| {
        let node = tree.covering(range);
        let mut around = node.ancestors();
        let item = around.find(|node| node.kind() == SyntaxKind::RecordInterface)?;
        let name = item.child(Field::Name).filter(|name| name.range() == range)?;
        let binding = name.ancestors().find(|node| node.kind() == SyntaxKind::Binding)?;
        Some((binding.child(Field::Target)?.text().to_owned(), range))
    };
    imported.filter_map(|found| claim(found.range)).collect()
}

/// Whether `name` can be the name of something.
fn check_name(name: &str, at: TextRange) -> Result<(), Vec<Diagnostic>> {
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
