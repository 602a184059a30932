//! Types written in JSDoc comments, which JavaScript's own tools read.

use clew_model::{Expression, ExpressionId, ImportForm};
use clew_text::TextRange;
use tree_sitter::Node;

use super::Walk;
use super::jsdoc_types::DocType;
use crate::builder::ImportDraft;

/// One tag of a comment, by places in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag<'text> {
    pub(super) name: &'text str,
    /// What stands between the braces.
    pub(super) ty: Option<TextRange>,
    /// The first word after the braces.
    pub(super) word: Option<TextRange>,
}

/// The types that a function's comment gives.
#[derive(Default)]
pub(super) struct DocumentedTypes<'text> {
    pub(super) parameters: Vec<(&'text str, ExpressionId)>,
    pub(super) result: Option<ExpressionId>,
}

impl<'tree, 'text> Walk<'_, 'tree, 'text> {
    /// Declares the types that a comment imports:
    /// `@typedef {import("./module").Item} Item`.
    pub(super) fn comment_imports(&mut self, comment: Node<'tree>) {
        let range = crate::builder::range_of(comment);
        if !self.reads_comments || !range.slice(self.builder.text()).contains("import(") {
            return;
        }
        for tag in tags(self.builder.text(), range) {
            if let ("typedef", Some(ty), Some(local)) = (tag.name, tag.ty, tag.word) {
                self.import_type(range, ty, local);
            }
        }
    }

    fn import_type(&mut self, comment: TextRange, ty: TextRange, local: TextRange) {
        let text = self.builder.text();
        let Some((module, rest)) = imported_module(ty.slice(text)) else { return };
        let item = rest.trim_start_matches('.');
        if !item.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$') {
            return;
        }
        let form = match item {
            "" => ImportForm::Module,
            "default" => ImportForm::Default,
            _ => ImportForm::Item,
        };
        let mut draft = ImportDraft::new(module, form, comment);
        draft.type_only = true;
        let local = (local.slice(text), local);
        if item.is_empty() {
            draft.item = Some(local);
        } else {
            let end = ty.start.to_usize() + ty.slice(text).trim_end().len();
            draft.item = Some((item, TextRange::new(end - item.len(), end)));
            draft.alias = Some(local);
        }
        self.builder.import(draft);
    }

    /// Reads the types in the comment of a function.
    pub(super) fn documented_types(&mut self, doc: Option<TextRange>) -> DocumentedTypes<'text> {
        let mut documented = DocumentedTypes::default();
        let Some(doc) = doc.filter(|doc| self.is_typed_comment(*doc)) else { return documented };
        let text = self.builder.text();
        for tag in tags(text, doc) {
            let Some(ty) = tag.ty else { continue };
            match (tag.name, tag.word) {
                ("param" | "arg" | "argument", Some(word)) => {
                    let ty = self.document_type(ty);
                    documented.parameters.push((word.slice(text), ty));
                }
                ("returns" | "return", _) => documented.result = Some(self.document_type(ty)),
                _ => {}
            }
        }
        documented
    }

    /// The type that `@type {T}` in a comment gives to what follows.
    pub(super) fn documented_type(&mut self, doc: Option<TextRange>) -> Option<ExpressionId> {
        let doc = doc.filter(|doc| self.is_typed_comment(*doc))?;
        let tag = tags(self.builder.text(), doc).into_iter().find(|tag| tag.name == "type")?;
        let ty = self.document_type(tag.ty?);
        (ty != self.builder.unknown()).then_some(ty)
    }

    /// The value of `/** @type {T} */ (…)`.
    pub(super) fn documented_cast(&mut self, node: Node<'tree>) -> Option<ExpressionId> {
        let ty = self.documented_type(self.comment_before(node))?;
        Some(self.builder.expression(Expression::TypeOf(ty)))
    }

    /// The comment that ends right before a node.
    pub(super) fn comment_before(&self, node: Node<'tree>) -> Option<TextRange> {
        if !self.reads_comments {
            return None;
        }
        let before = self.builder.text().get(..node.start_byte())?;
        let end = before.trim_end().len();
        if !before[..end].ends_with("*/") {
            return None;
        }
        let start = before[..end].rfind("/**")?;
        Some(TextRange::new(start, end))
    }

    fn is_typed_comment(&self, doc: TextRange) -> bool {
        let text = doc.slice(self.builder.text());
        self.reads_comments && text.starts_with("/**") && text.contains('{')
    }

    fn document_type(&mut self, range: TextRange) -> ExpressionId {
        DocType::new(self, range).read()
    }
}

/// `import("module").rest` as module and rest.
pub(super) fn imported_module(ty: &str) -> Option<(&str, &str)> {
    let inside = ty.trim().strip_prefix("import(")?;
    let (argument, rest) = inside.split_once(')')?;
    let module = argument.trim();
    let quote = module.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    Some((module.strip_prefix(quote)?.strip_suffix(quote)?, rest.trim()))
}

/// The tags of a comment.
fn tags(text: &str, comment: TextRange) -> Vec<Tag<'_>> {
    let body = comment.slice(text);
    let base = comment.start.to_usize();
    let mut tags = Vec::new();
    for (at, _) in body.match_indices('@') {
        let is_first = body[..at].ends_with([' ', '*', '\t', '\n']);
        let rest = &body[at + 1..];
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        if !is_first || length == 0 {
            continue;
        }
        let mut tag = Tag { name: &rest[..length], ty: None, word: None };
        let mut next = at + 1 + length;
        next += spaces(&body[next..]);
        if body[next..].starts_with('{')
            && let Some(end) = closing(&body[next..])
        {
            tag.ty = Some(TextRange::new(base + next + 1, base + next + end));
            next += end + 1;
            next += spaces(&body[next..]);
        }
        next += body[next..].len() - body[next..].trim_start_matches('[').len();
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let word = body[next..].find(|c| !is_name(c)).unwrap_or(body.len() - next);
        if word > 0 && !body[next + word..].starts_with('.') {
            tag.word = Some(TextRange::new(base + next, base + next + word));
        }
        tags.push(tag);
    }
    tags
}

fn spaces(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

/// Where the brace that opens `text` is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}
