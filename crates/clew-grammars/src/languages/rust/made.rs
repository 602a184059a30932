//! Items that macros of the file make of names they are given:
//! `macro_rules! make { ($name:ident) => { fn $name() {} } } make!(run);`

use clew_model::{Role, SymbolKind};
use clew_text::TextRange;
use tree_sitter::Node;

use super::{Walk, fields::Field, fields::FieldAccess};
use crate::builder::{Declaration, named_children, range_of};

/// What a macro makes of its arguments.
pub(super) struct Maker<'text> {
    /// The macro's name.
    name: &'text str,
    /// Whether its arguments are a list of any length.
    repeats: bool,
    /// Per argument, the kind of item that bears its name.
    kinds: Vec<Option<SymbolKind>>,
}

impl<'text> Walk<'_, 'text> {
    /// Notes a macro whose only rule makes items of plain arguments.
    pub(super) fn note_maker(&mut self, name: &'text str, definition: Node<'_>) {
        let rules: Vec<_> = named_children(definition)
            .into_iter()
            .filter(|rule| rule.kind() == "macro_rule")
            .collect();
        let [rule] = rules.as_slice() else { return };
        let (Some(left), Some(right)) = (rule.field(Field::Left), rule.field(Field::Right)) else {
            return;
        };
        let (left, right) = (self.builder.node_text(left), self.builder.node_text(right));
        let Some((parameters, repeats)) = parameters(left) else { return };
        let kinds: Vec<_> = parameters.iter().map(|name| made_kind(right, name)).collect();
        if kinds.iter().any(Option::is_some) {
            self.makers.push(Maker { name, repeats, kinds });
        }
    }

    /// Declares what the macro `name` makes of `tokens`, where all they hold is words;
    /// tells whether it did.
    pub(super) fn made_items(&mut self, name: &str, tokens: Node<'_>, whole: Node<'_>) -> bool {
        // In an `impl` they would be members of its type.
        if self.receiver.is_some() {
            return false;
        }
        let Some(maker) = self.makers.iter().rev().find(|maker| maker.name == name) else {
            return false;
        };
        let text = self.builder.text();
        let Some(arguments) = words(text, range_of(tokens)) else { return false };
        let kind_of = |index: usize| match maker.repeats {
            true => maker.kinds.first().copied().flatten(),
            false => maker.kinds.get(index).copied().flatten(),
        };
        let fits = maker.repeats || arguments.len() == maker.kinds.len();
        let kinds: Vec<_> = (0..arguments.len()).map(kind_of).collect();
        if !fits || kinds.iter().all(Option::is_none) {
            return false;
        }
        for (range, kind) in arguments.into_iter().zip(kinds) {
            let Some(kind) = kind else {
                self.builder.reference_at(range, Role::Read);
                continue;
            };
            let declaration = Declaration::at(kind, range.slice(text), range, range_of(whole));
            self.builder.declare(declaration);
        }
        true
    }
}

/// The names in `($a:ident, $b:ty)` or `($($a:ident),*)`, and whether they repeat.
fn parameters(left: &str) -> Option<(Vec<&str>, bool)> {
    let inner = left.get(1..left.len().checked_sub(1)?)?.trim();
    if let Some(rest) = inner.strip_prefix("$(") {
        let (repeated, behind) = rest.split_once(')')?;
        let is_list =
            behind.trim_start().trim_start_matches(',').trim_start().starts_with(['*', '+']);
        return is_list.then(|| Some((vec![parameter(repeated)?], true)))?;
    }
    let inner = inner.trim_end_matches("$(,)?").trim_end().trim_end_matches(',');
    let names: Option<Vec<_>> = inner.split(',').map(parameter).collect();
    Some((names?, false))
}

/// `$name:ident`
fn parameter(text: &str) -> Option<&str> {
    let (name, fragment) = text.trim().strip_prefix('$')?.split_once(':')?;
    let is_plain = is_word(name.trim()) && is_word(fragment.trim());
    is_plain.then_some(name.trim())
}

/// The kind of the item that bears `$name` at the top of a macro's body.
fn made_kind(body: &str, name: &str) -> Option<SymbolKind> {
    // A repetition is a bracket of its own.
    let top = if body.contains("$(") { 2 } else { 1 };
    let mut depth = 0;
    for (at, byte) in body.bytes().enumerate() {
        match byte {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => depth -= 1,
            b'$' if depth <= top => {
                let behind = body.get(at + 1..).unwrap_or("");
                let is_name = behind.strip_prefix(name).is_some_and(|rest| {
                    !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
                });
                let before = body.get(..at).unwrap_or("").trim_end();
                let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
                if let Some(kind) = word.filter(|_| is_name).and_then(item_kind) {
                    return Some(kind);
                }
            }
            _ => {}
        }
    }
    None
}

fn item_kind(word: &str) -> Option<SymbolKind> {
    Some(match word {
        "fn" => SymbolKind::Function,
        "struct" => SymbolKind::Struct,
        "enum" => SymbolKind::Enum,
        "trait" => SymbolKind::Interface,
        "const" | "static" => SymbolKind::Constant,
        _ => return None,
    })
}

/// The words between commas in brackets; `None` if anything else stands there.
fn words(text: &str, brackets: TextRange) -> Option<Vec<TextRange>> {
    let (start, end) = (brackets.start.to_usize() + 1, brackets.end.to_usize().checked_sub(1)?);
    let inner = text.get(start..end)?;
    let mut found = Vec::new();
    let mut at = start;
    for part in inner.split(',') {
        let from = at + (part.len() - part.trim_start().len());
        let word = part.trim();
        at += part.len() + 1;
        match is_word(word) {
            true => found.push(TextRange::new(from, from + word.len())),
            // A comma may end the list.
            false if word.is_empty() && at > end => {}
            false => return None,
        }
    }
    Some(found)
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
