//! Reads the type language of JSDoc comments.

use clew_model::{
    Binding, Expression, ExpressionId, ImportForm, LiteralKind, Occurrence, Role, SymbolId,
};
use clew_text::TextRange;

use super::Walk;
use crate::builder::ImportDraft;

/// Deepest nesting followed.
const MAX_DEPTH: u32 = 32;

/// One type text being read.
pub(super) struct DocType<'walk, 'builder, 'tree, 'text> {
    walk: &'walk mut Walk<'builder, 'tree, 'text>,
    at: usize,
    end: usize,
    depth: u32,
    /// The type whose members the next braces write out.
    owner: Option<SymbolId>,
}

impl<'walk, 'builder, 'tree, 'text> DocType<'walk, 'builder, 'tree, 'text> {
    pub(super) fn new(walk: &'walk mut Walk<'builder, 'tree, 'text>, range: TextRange) -> Self {
        DocType {
            walk,
            at: range.start.to_usize(),
            end: range.end.to_usize(),
            depth: 0,
            owner: None,
        }
    }

    /// The type; unknown where it is not understood.
    pub(super) fn read(mut self) -> ExpressionId {
        self.union()
    }

    /// The type that defines `owner`, whose members it may write out.
    pub(super) fn definition(mut self, owner: SymbolId) -> ExpressionId {
        self.skip_space();
        self.owner = Some(owner);
        self.union()
    }

    fn rest(&self) -> &'text str {
        self.walk.builder.text().get(self.at..self.end).unwrap_or("")
    }

    /// Skips spaces and the stars that begin a comment's lines.
    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n', '*']).len();
    }

    fn eat(&mut self, mark: &str) -> bool {
        let found = self.rest().starts_with(mark);
        if found {
            self.at += mark.len();
        }
        found
    }

    fn union(&mut self) -> ExpressionId {
        let unknown = self.walk.builder.unknown();
        if self.depth >= MAX_DEPTH {
            self.at = self.end;
            return unknown;
        }
        self.depth += 1;
        let mut parts = Vec::new();
        loop {
            let part = self.postfix();
            if part != unknown {
                parts.push(part);
            }
            self.space_unless_any();
            if !(self.eat("|") || self.eat("&")) {
                break;
            }
        }
        self.depth -= 1;
        match parts.as_slice() {
            [] => unknown,
            [only] => *only,
            _ => self.walk.builder.expression(Expression::Union(parts)),
        }
    }

    /// A star alone is a type (`*`), so only line starts are skipped here.
    fn space_unless_any(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        if self.rest().starts_with('*') {
            self.skip_space();
        }
    }

    fn postfix(&mut self) -> ExpressionId {
        self.skip_space();
        while self.eat("?") || self.eat("!") || self.eat("...") || self.eat("readonly ") {
            self.skip_space();
        }
        let mut ty = self.primary();
        loop {
            if self.eat("[]") {
                ty = self.walk.builder.expression(Expression::ListOf(ty));
            } else if !(self.eat("?") || (self.rest().starts_with('=') && self.eat_default())) {
                return ty;
            }
        }
    }

    fn eat_default(&mut self) -> bool {
        !self.rest().starts_with("=>") && self.eat("=")
    }

    fn primary(&mut self) -> ExpressionId {
        match self.rest().chars().next() {
            Some('(') => self.parenthesized(),
            Some('{') => self.object(),
            Some('[') => self.skip_block('[', ']'),
            Some(quote @ ('"' | '\'' | '`')) => {
                let rest = &self.rest()[1..];
                self.at += rest.find(quote).map_or(rest.len() + 1, |end| end + 2);
                self.walk.literal(LiteralKind::String)
            }
            Some(first) if is_name(first) => self.named(),
            _ => self.walk.builder.unknown(),
        }
    }

    fn skip_block(&mut self, open: char, close: char) -> ExpressionId {
        let mut depth = 0usize;
        let rest = self.rest();
        let end = rest.char_indices().find(|(_, c)| {
            depth += usize::from(*c == open);
            depth -= usize::from(*c == close && depth > 0);
            depth == 0
        });
        self.at += end.map_or(rest.len(), |(at, _)| at + close.len_utf8());
        self.walk.builder.unknown()
    }

    /// `{ a: A, b?: B }`
    fn object(&mut self) -> ExpressionId {
        let owner = self.owner.take();
        let start = self.at;
        self.skip_block('{', '}');
        let after = self.at;
        self.at = start + 1;
        let whole = std::mem::replace(&mut self.end, after.saturating_sub(1).max(start + 1));
        loop {
            self.skip_space();
            self.eat("readonly ");
            let name = self.word();
            self.eat("?");
            self.skip_space();
            if name.is_empty() || !self.eat(":") {
                break;
            }
            let ty = self.union();
            if let Some(owner) = owner {
                self.walk.comment_field(owner, name, Some(ty));
            }
            self.space_unless_any();
            if !(self.eat(",") || self.eat(";")) {
                break;
            }
        }
        self.at = after;
        self.end = whole;
        self.walk.builder.unknown()
    }

    /// `(A | B)`, or the parameters of `(a: A) => B`.
    fn parenthesized(&mut self) -> ExpressionId {
        let start = self.at;
        self.skip_block('(', ')');
        let after = self.at;
        self.space_unless_any();
        let is_function = self.eat("=>");
        let behind = self.at;
        self.at = start + 1;
        if !is_function {
            let inner = self.union();
            self.at = after;
            return inner;
        }
        let parameters = self.parameters(after - 1);
        self.at = behind;
        let result = self.union();
        self.walk.function_with(parameters, result)
    }

    /// The types in `a: A, b?: B` up to `end`.
    fn parameters(&mut self, end: usize) -> Vec<ExpressionId> {
        let whole = std::mem::replace(&mut self.end, end.max(self.at));
        let mut types = Vec::new();
        loop {
            self.skip_space();
            self.eat("...");
            let name = self.word();
            self.eat("?");
            self.skip_space();
            if !self.eat(":") {
                break;
            }
            let ty = self.union();
            if name.slice(self.walk.builder.text()) != "this" {
                types.push(ty);
            }
            self.space_unless_any();
            if !self.eat(",") {
                break;
            }
        }
        self.end = whole;
        types
    }

    fn word(&mut self) -> TextRange {
        let rest = self.rest();
        let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        let range = TextRange::new(self.at, self.at + length);
        self.at += length;
        range
    }

    fn named(&mut self) -> ExpressionId {
        if self.rest().starts_with("import(") {
            return self.imported();
        }
        let word = self.word();
        let text = word.slice(self.walk.builder.text());
        let literal = match text {
            "string" => Some(LiteralKind::String),
            "number" | "bigint" => Some(LiteralKind::Number),
            "boolean" | "true" | "false" => Some(LiteralKind::Boolean),
            "void" | "undefined" | "null" => Some(LiteralKind::Nothing),
            _ => None,
        };
        if let Some(literal) = literal {
            return self.walk.literal(literal);
        }
        if text.starts_with(|first: char| first.is_ascii_digit()) {
            return self.walk.literal(LiteralKind::Number);
        }
        if matches!(text, "any" | "object" | "unknown" | "keyof" | "typeof" | "function") {
            self.at = self.end;
            return self.walk.builder.unknown();
        }
        let occurrence = self.walk.builder.reference_at(word, Role::Type);
        let base = self.walk.builder.occurrence_expression(occurrence);
        self.members_and_arguments(base)
    }

    /// `import("module").Item`
    fn imported(&mut self) -> ExpressionId {
        let text = self.walk.builder.text();
        let start = self.at;
        let Some((module, _)) = super::jsdoc::imported_module(self.rest()) else {
            self.at = self.end;
            return self.walk.builder.unknown();
        };
        let end = self.rest().find(')').map_or(self.end, |at| self.at + at + 1);
        let range = TextRange::new(start, end);
        let mut draft = ImportDraft::new(module, ImportForm::Module, range);
        draft.hidden = true;
        draft.type_only = true;
        let import = self.walk.builder.import(draft);
        let at = range.slice(text).find(module).map_or(start, |offset| start + offset);
        let place = TextRange::new(at, at + module.len());
        let base = self.occurrence(place, Role::Import, Binding::Import(import));
        self.at = end;
        self.members_and_arguments(base)
    }

    fn members_and_arguments(&mut self, mut base: ExpressionId) -> ExpressionId {
        loop {
            let is_member = self.rest().starts_with('.')
                && self.rest()[1..].starts_with(|first: char| is_name(first));
            if is_member {
                self.at += 1;
                let word = self.word();
                base = self.occurrence(word, Role::Type, Binding::Member(base));
            } else if self.eat("<") || self.eat(".<") {
                let mut arguments = vec![self.union()];
                while self.eat(",") {
                    arguments.push(self.union());
                }
                self.space_unless_any();
                self.eat(">");
                base = self.walk.builder.expression(Expression::Generic(base, arguments));
            } else {
                return base;
            }
        }
    }

    fn occurrence(&mut self, range: TextRange, role: Role, binding: Binding) -> ExpressionId {
        let builder = &mut self.walk.builder;
        let name = builder.name(range.slice(builder.text()));
        let enclosing = builder.enclosing();
        let occurrence =
            builder.push_occurrence(Occurrence { name, range, role, enclosing, binding });
        builder.occurrence_expression(occurrence)
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}
