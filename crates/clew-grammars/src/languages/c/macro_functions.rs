//! Functions that a macro makes of the block behind it: `TEST_CASE("adds") { … }`,
//! `TEST(Suite, name) { … }`. They are named after the macro's arguments.

use clew_model::{Role, ScopeKind, SymbolKind};
use clew_text::TextRange;
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::Walk;
use crate::builder::{Declaration, range_of};

impl Walk<'_, '_> {
    /// Reads such a function; tells whether `node` is one. Its head was prepared:
    /// its type is the first letter of the macro, its name the last.
    pub(super) fn macro_function(&mut self, node: Node<'_>) -> bool {
        let Some(head) = self.prepared_head(node) else { return false };
        let doc = self.take_doc(node);
        self.builder.reference_at(head.macro_name, Role::Call);
        let text = self.builder.text();
        let arguments = arguments(text, head.arguments);
        let Some((name, named)) = name(text, head.macro_name.slice(text), &arguments) else {
            self.macro_body_of(node, None);
            return true;
        };
        for argument in arguments.iter().filter(|argument| !named.contains_range(**argument)) {
            if is_word(argument.slice(text)) {
                self.builder.reference_at_file(*argument, Role::Read);
            }
        }
        let written = named.slice(text);
        let mut declaration = Declaration::at(SymbolKind::Function, written, named, range_of(node));
        declaration.doc_range = doc;
        declaration.signature_range =
            Some(TextRange::new(node.start_byte(), head.arguments.end.to_usize() + 1));
        declaration.visibility = self.default_visibility();
        let symbol = match name == written {
            true => self.builder.declare(declaration),
            false => self.builder.declare_joined(declaration, &name),
        };
        self.builder.enter(symbol);
        self.macro_body_of(node, Some(symbol));
        self.builder.leave();
        true
    }

    fn macro_body_of(&mut self, node: Node<'_>, symbol: Option<clew_model::SymbolId>) {
        let Some(body) = node.field(Field::Body) else { return };
        self.builder.open_scope(ScopeKind::Function, range_of(body), symbol);
        self.statements(body);
        self.builder.close_scope();
    }

    fn prepared_head(&self, node: Node<'_>) -> Option<Head> {
        let (first, function) = (node.field(Field::Type)?, node.field(Field::Declarator)?);
        let last = function.field(Field::Declarator)?;
        let list = function.field(Field::Parameters)?;
        let text = self.builder.text().as_bytes();
        let before = text.get(last.start_byte().checked_sub(1)?)?;
        let is_split = last.end_byte() == last.start_byte() + 1
            && (before.is_ascii_alphanumeric() || *before == b'_')
            && list.end_byte() >= list.start_byte() + 2;
        is_split.then(|| Head {
            macro_name: TextRange::new(first.start_byte(), last.end_byte()),
            arguments: TextRange::new(list.start_byte() + 1, list.end_byte() - 1),
        })
    }
}

/// Where the parts of a macro before a block stand.
struct Head {
    macro_name: TextRange,
    /// What is between its parentheses.
    arguments: TextRange,
}

/// The arguments of a macro, without the blanks around them.
fn arguments(text: &str, all: TextRange) -> Vec<TextRange> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut depth, mut quote) = (0_i32, None);
    let (mut start, mut at) = (all.start.to_usize(), all.start.to_usize());
    while at < all.end.to_usize() {
        let byte = bytes[at];
        match quote {
            Some(mark) if byte == mark => quote = None,
            Some(_) if byte == b'\\' => at += 1,
            Some(_) => {}
            None => match byte {
                b'"' | b'\'' => quote = Some(byte),
                b'(' | b'[' | b'{' | b'<' => depth += 1,
                b')' | b']' | b'}' | b'>' => depth -= 1,
                b',' if depth == 0 => {
                    found.extend(trimmed(text, start, at));
                    start = at + 1;
                }
                _ => {}
            },
        }
        at += 1;
    }
    found.extend(trimmed(text, start, all.end.to_usize()));
    found
}

fn trimmed(text: &str, start: usize, end: usize) -> Option<TextRange> {
    let part = text.get(start..end)?;
    let from = start + (part.len() - part.trim_start().len());
    let to = from + part.trim().len();
    (from < to).then(|| TextRange::new(from, to))
}

/// The name of the function, and where what names it is written: the text of the
/// first string, `Suite.name` of a test, or else the first word.
fn name(text: &str, macro_name: &str, arguments: &[TextRange]) -> Option<(String, TextRange)> {
    let string = arguments.iter().find_map(|argument| {
        let inner = argument.slice(text).strip_prefix('"')?.strip_suffix('"')?;
        let is_plain = !inner.is_empty() && !inner.contains(['"', '\n']);
        let start = argument.start.to_usize() + 1;
        is_plain.then(|| (inner.to_string(), TextRange::new(start, start + inner.len())))
    });
    if string.is_some() {
        return string;
    }
    let first = *arguments.first()?;
    let suite = first.slice(text);
    if !is_word(suite) {
        return None;
    }
    let is_suite = macro_name.contains("TEST") && !macro_name.starts_with("BOOST");
    match arguments.get(1).filter(|second| is_suite && is_word(second.slice(text))) {
        Some(second) => Some((format!("{suite}.{}", second.slice(text)), *second)),
        None => Some((suite.to_string(), first)),
    }
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80)
        && text.bytes().next().is_some_and(|byte| !byte.is_ascii_digit())
}
