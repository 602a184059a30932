//! Annotations in quotes: `"Node"`, `"t.Optional[nodes.Template]"`, `"A | None"`.

use clew_model::{Binding, Expression, ExpressionId, LiteralKind, Occurrence, Role};
use clew_text::TextRange;
use tree_sitter::Node;

use super::Walk;

/// Deepest nesting of brackets read.
const MAX_DEPTH: usize = 16;

/// Longest text read as a type.
const MAX_LENGTH: usize = 400;

/// Reads the text of one annotation from left to right.
struct Reader<'text> {
    text: &'text str,
    /// Where the text begins in the file.
    start: usize,
    at: usize,
}

impl<'text> Walk<'_, 'text> {
    /// Reads the text of a string as a type. Text that is no type gives nothing
    /// known and no references.
    pub(super) fn quoted_type(&mut self, node: Node<'_>) -> ExpressionId {
        let mut cursor = node.walk();
        let content =
            node.named_children(&mut cursor).find(|child| child.kind() == "string_content");
        let Some(content) = content else { return self.builder.unknown() };
        let text = self.builder.node_text(content);
        if text.len() > MAX_LENGTH || !is_type(text) {
            return self.builder.unknown();
        }
        let mut reader = Reader { text, start: content.start_byte(), at: 0 };
        self.quoted_union(&mut reader, 0)
    }

    fn quoted_union(&mut self, reader: &mut Reader<'text>, depth: usize) -> ExpressionId {
        let mut parts = vec![self.quoted_part(reader, depth)];
        while reader.take('|') {
            parts.push(self.quoted_part(reader, depth));
        }
        match parts.as_slice() {
            [only] => *only,
            _ => self.builder.expression(Expression::Union(parts)),
        }
    }

    fn quoted_part(&mut self, reader: &mut Reader<'text>, depth: usize) -> ExpressionId {
        let mut base = match reader.word() {
            Some((_, "None")) => {
                return self.builder.expression(Expression::Literal(LiteralKind::Nothing));
            }
            Some((range, _)) => {
                let occurrence = self.builder.reference_at(range, Role::Type);
                self.builder.occurrence_expression(occurrence)
            }
            // The parameter list of `Callable[[A], B]`, or `...`.
            None => {
                if reader.take('[') {
                    self.quoted_arguments(reader, depth);
                }
                return self.builder.unknown();
            }
        };
        while reader.take('.') {
            let Some((range, text)) = reader.word() else { break };
            let name = self.builder.name(text);
            let enclosing = self.builder.enclosing();
            let (role, binding) = (Role::Type, Binding::Member(base));
            let member = Occurrence { name, range, role, enclosing, binding };
            let occurrence = self.builder.push_occurrence(member);
            base = self.builder.occurrence_expression(occurrence);
        }
        if reader.take('[') {
            let arguments = self.quoted_arguments(reader, depth);
            base = self.builder.expression(Expression::Generic(base, arguments));
        }
        base
    }

    /// Up to and with the closing bracket.
    fn quoted_arguments(&mut self, reader: &mut Reader<'text>, depth: usize) -> Vec<ExpressionId> {
        let mut arguments = Vec::new();
        if depth >= MAX_DEPTH {
            reader.at = reader.text.len();
            return arguments;
        }
        loop {
            if reader.take(']') || reader.is_done() {
                return arguments;
            }
            let before = reader.at;
            arguments.push(self.quoted_union(reader, depth + 1));
            reader.take(',');
            if reader.at == before {
                reader.skip();
            }
        }
    }
}

impl<'text> Reader<'text> {
    fn rest(&self) -> &'text str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn is_done(&self) -> bool {
        self.rest().is_empty()
    }

    fn skip(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn take(&mut self, wanted: char) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// The identifier here, with its place in the file.
    fn word(&mut self) -> Option<(TextRange, &'text str)> {
        self.skip_blanks();
        let rest = self.rest();
        if rest.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        if length == 0 {
            return None;
        }
        let start = self.start + self.at;
        self.at += length;
        Some((TextRange::new(start, start + length), &rest[..length]))
    }
}

/// Whether a text may be a type: names, dots, brackets that match, unions.
fn is_type(text: &str) -> bool {
    let mut depth = 0i32;
    let mut follows_word = false;
    for c in text.chars() {
        let is_word = c.is_alphanumeric() || c == '_';
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            '.' | '|' | ',' | ' ' | '\n' => {}
            _ if is_word => {}
            _ => return false,
        }
        if depth < 0 {
            return false;
        }
        follows_word |= is_word;
    }
    // Words side by side are prose.
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_prose = words.windows(2).any(|pair| {
        pair[0].ends_with(|c: char| c.is_alphanumeric())
            && pair[1].starts_with(|c: char| c.is_alphanumeric())
    });
    depth == 0 && follows_word && !is_prose
}
