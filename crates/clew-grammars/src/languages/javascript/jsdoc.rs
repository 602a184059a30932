//! Types written in JSDoc comments, which JavaScript's own tools read.

use clew_model::{
    Expression, ExpressionId, ImportForm, ScopeKind, SymbolFlags, SymbolId, SymbolKind, Visibility,
};
use clew_text::TextRange;
use tree_sitter::Node;

use super::Walk;
use super::jsdoc_types::DocType;
use crate::builder::{Declaration, ImportDraft, Visible};

/// How far back the comment before a node may begin, and how far the braces of a
/// tag may reach, in bytes.
const MAX_COMMENT: usize = 4096;

/// Most tags read of one comment.
const MAX_TAGS: usize = 500;

/// One tag of a comment, by places in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag<'text> {
    pub(super) name: &'text str,
    /// What stands between the braces.
    pub(super) ty: Option<TextRange>,
    /// The first word after the braces.
    pub(super) word: Option<TextRange>,
    /// Where the tag's name ends.
    end: usize,
}

/// The function type that `@callback` defines, as far as read.
#[derive(Default)]
struct Callback {
    symbol: Option<SymbolId>,
    parameters: Vec<ExpressionId>,
    result: Option<ExpressionId>,
}

impl Callback {
    fn new(symbol: SymbolId) -> Callback {
        Callback { symbol: Some(symbol), ..Callback::default() }
    }

    fn finish(&mut self, walk: &mut Walk<'_, '_, '_>) {
        let Some(symbol) = self.symbol.take() else { return };
        let result = self.result.take().unwrap_or_else(|| walk.builder.unknown());
        let ty = walk.function_with(std::mem::take(&mut self.parameters), result);
        walk.builder.set_type(symbol, ty);
    }
}

/// Whether a comment imports or defines types.
pub(super) fn declares_types(comment: &str) -> bool {
    ["@typedef", "@import", "@callback"].iter().any(|tag| comment.contains(tag))
}

/// The types that a function's comment gives.
#[derive(Default)]
pub(super) struct DocumentedTypes<'text> {
    pub(super) parameters: Vec<(&'text str, ExpressionId)>,
    pub(super) result: Option<ExpressionId>,
}

impl<'tree, 'text> Walk<'_, 'tree, 'text> {
    /// Declares the types that a comment imports or defines: `@import`, `@typedef`,
    /// `@callback`.
    pub(super) fn comment_types(&mut self, comment: Node<'tree>) {
        let range = crate::builder::range_of(comment);
        if !self.reads_comments || !declares_types(range.slice(self.builder.text())) {
            return;
        }
        let tags = tags(self.builder.text(), range);
        let mut current = None;
        let mut callback = Callback::default();
        for tag in &tags {
            match (tag.name, tag.ty, tag.word) {
                ("import", ..) => self.import_tag(range, tag),
                ("typedef", ty, Some(name)) => current = self.type_definition(range, ty, name),
                ("callback", _, Some(name)) => {
                    current = None;
                    callback.finish(self);
                    callback = Callback::new(self.declare_comment_type(range, name));
                }
                ("property" | "prop", Some(ty), Some(name)) => {
                    if let Some(owner) = current {
                        self.comment_property(owner, ty, name);
                    }
                }
                ("param", Some(ty), _) if callback.symbol.is_some() => {
                    let ty = self.document_type(ty);
                    callback.parameters.push(ty);
                }
                ("returns" | "return", Some(ty), _) if callback.symbol.is_some() => {
                    callback.result = Some(self.document_type(ty));
                }
                _ => {}
            }
        }
        callback.finish(self);
    }

    /// `@typedef {T} Name`; gives the symbol that properties may follow for.
    fn type_definition(
        &mut self,
        comment: TextRange,
        ty: Option<TextRange>,
        name: TextRange,
    ) -> Option<SymbolId> {
        let text = self.builder.text();
        if let Some(ty) = ty.filter(|ty| ty.slice(text).trim_start().starts_with("import("))
            && self.import_type(comment, ty, name)
        {
            return None;
        }
        let symbol = self.declare_comment_type(comment, name);
        if let Some(ty) = ty.filter(|ty| !matches!(ty.slice(text).trim(), "Object" | "object")) {
            self.builder.enter(symbol);
            let target = DocType::new(self, ty).definition(symbol);
            self.builder.leave();
            if target != self.builder.unknown() {
                self.builder.set_type(symbol, target);
            }
        }
        Some(symbol)
    }

    fn declare_comment_type(&mut self, comment: TextRange, name: TextRange) -> SymbolId {
        let scope = self.builder.scope();
        let symbol = self.builder.declare(Declaration {
            name: name.slice(self.builder.text()),
            name_range: name,
            kind: SymbolKind::Type,
            range: comment,
            signature_range: None,
            doc_range: Some(comment),
            visible: Visible::Whole,
            visibility: Visibility::Public,
            flags: SymbolFlags::EXPORTED,
            owner: None,
            scope: Some(scope),
        });
        self.builder.open_scope(ScopeKind::Type, comment, Some(symbol));
        self.builder.close_scope();
        symbol
    }

    /// Declares a field of a type that a comment defines.
    pub(super) fn comment_field(
        &mut self,
        owner: SymbolId,
        name: TextRange,
        ty: Option<ExpressionId>,
    ) {
        let field = Declaration {
            name: name.slice(self.builder.text()),
            name_range: name,
            kind: SymbolKind::Field,
            range: name,
            signature_range: None,
            doc_range: None,
            visible: Visible::MemberOnly,
            visibility: Visibility::Public,
            flags: SymbolFlags::default(),
            owner: None,
            scope: None,
        };
        let field = self.builder.declare_member(owner, field);
        if let Some(ty) = ty {
            self.builder.set_type(field, ty);
        }
    }

    fn comment_property(&mut self, owner: SymbolId, ty: TextRange, name: TextRange) {
        let ty = self.document_type(ty);
        self.comment_field(owner, name, Some(ty));
    }

    /// `@import Default, { A, B as C } from "module"`, `@import * as ns from "module"`
    fn import_tag(&mut self, comment: TextRange, tag: &Tag<'text>) {
        let text = self.builder.text();
        let after = TextRange::new(tag.end, comment.end.to_usize()).slice(text);
        let Some((clause, rest)) = after.split_once("from") else { return };
        let Some(quote) = rest.trim_start().chars().next().filter(|c| matches!(c, '"' | '\''))
        else {
            return;
        };
        let Some(module) = rest.trim_start()[1..].split(quote).next() else { return };
        let is_space = |c: char| c.is_whitespace() || c == '*';
        let (outer, inner) = match clause.split_once('{') {
            Some((outer, inner)) => (outer, inner.split('}').next().unwrap_or("")),
            None => (clause, ""),
        };
        let outer = outer.trim_end_matches(|c: char| c.is_whitespace() || c == ',');
        let named = outer.rsplit(is_space).next().unwrap_or("").trim_matches(',');
        if !named.is_empty() {
            let is_whole = outer.contains(" as ");
            let form = if is_whole { ImportForm::Module } else { ImportForm::Default };
            self.import_name(comment, module, form, named, named);
        }
        for item in inner.split(',') {
            let mut words = item.split(is_space).filter(|word| !word.is_empty());
            let Some(name) = words.next() else { continue };
            let local = words.next_back().unwrap_or(name);
            self.import_name(comment, module, ImportForm::Item, name, local);
        }
    }

    /// Imports one name; `name` and `local` are parts of the text.
    fn import_name(
        &mut self,
        comment: TextRange,
        module: &'text str,
        form: ImportForm,
        name: &'text str,
        local: &'text str,
    ) {
        let base = self.builder.text().as_ptr() as usize;
        let place = |part: &'text str| {
            let start = part.as_ptr() as usize - base;
            (part, TextRange::new(start, start + part.len()))
        };
        let mut draft = ImportDraft::new(module, form, comment);
        draft.item = Some(place(name));
        draft.alias = (name != local).then(|| place(local));
        draft.type_only = true;
        self.builder.import(draft);
    }

    /// `@typedef {import("./module").Item} Item`; `false` if it is more than that.
    fn import_type(&mut self, comment: TextRange, ty: TextRange, local: TextRange) -> bool {
        let text = self.builder.text();
        let Some((module, rest)) = imported_module(ty.slice(text)) else { return false };
        let item = rest.trim_start_matches('.');
        if !item.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$') {
            return false;
        }
        let form = match item {
            "" => ImportForm::Module,
            "default" => ImportForm::Default,
            _ => ImportForm::Item,
        };
        let mut draft = ImportDraft::new(module, form, comment);
        draft.type_only = true;
        draft.reexport = true;
        let local = (local.slice(text), local);
        if item.is_empty() {
            draft.item = Some(local);
        } else {
            let end = ty.start.to_usize() + ty.slice(text).trim_end().len();
            draft.item = Some((item, TextRange::new(end - item.len(), end)));
            draft.alias = Some(local);
        }
        self.builder.import(draft);
        true
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
        let mut floor = end.saturating_sub(MAX_COMMENT);
        while !before.is_char_boundary(floor) {
            floor += 1;
        }
        let start = floor + before[floor..end].rfind("/*")?;
        before[start..].starts_with("/**").then(|| TextRange::new(start, end))
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
    for (at, _) in body.match_indices('@').take(MAX_TAGS) {
        let is_first = body[..at].ends_with([' ', '*', '\t', '\n']);
        let rest = &body[at + 1..];
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        if !is_first || length == 0 {
            continue;
        }
        let mut tag =
            Tag { name: &rest[..length], ty: None, word: None, end: base + at + 1 + length };
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
    for (at, c) in text.char_indices().take(MAX_COMMENT) {
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
