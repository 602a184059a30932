//! Includes, macros and conditions.

use clew_model::{Binding, ImportForm, Occurrence, Role, SymbolFlags, SymbolKind, Visibility};
use clew_text::TextRange;
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::Walk;
use super::kinds::Kind;
use crate::builder::{Declaration, ImportDraft, named_children, range_of};

impl<'text> Walk<'_, 'text> {
    /// Reads a directive between declarations or statements; tells whether `node` is one.
    pub(super) fn directive(&mut self, node: Node<'_>) -> bool {
        match self.kind(node) {
            Kind::PreprocInclude => self.include(node),
            Kind::PreprocDef | Kind::PreprocFunctionDef => self.define(node),
            Kind::PreprocCall => {}
            _ => return false,
        }
        true
    }

    /// `#include "x.h"`, `#include <x.h>`, `#include MACRO`
    fn include(&mut self, node: Node<'_>) {
        self.doc = None;
        let Some(path) = node.field(Field::Path) else { return };
        if !matches!(path.kind(), "string_literal" | "system_lib_string") {
            self.expression(path);
            return;
        }
        let module = self.builder.node_text(path);
        let range = range_of(node);
        let end = self.line_end(range);
        let range = TextRange::new(range.start.to_usize(), end);
        self.builder.import(ImportDraft::new(module, ImportForm::Glob, range));
    }

    /// `#define NAME body`, `#define NAME(parameters) body`
    fn define(&mut self, node: Node<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let mut declaration = Declaration::new(self.builder, SymbolKind::Macro, name, node);
        let end = self.line_end(declaration.range);
        declaration.range = TextRange::new(node.start_byte(), end);
        declaration.doc_range = self.take_doc(node);
        declaration.visibility = Visibility::Public;
        declaration.scope = Some(clew_model::ScopeId(0));
        if node.field(Field::Parameters).is_none() {
            declaration.flags.set(SymbolFlags::PLAIN_MACRO);
        }
        if node.field(Field::Value).is_none() {
            declaration.flags.set(SymbolFlags::EMPTY_MACRO);
        }
        let symbol = self.builder.declare(declaration);
        if let Some(symbol) = self.builder.symbol_mut(symbol) {
            symbol.container = None;
        }
        let Some(body) = node.field(Field::Value) else { return };
        let mut parameters = Vec::new();
        if let Some(list) = node.field(Field::Parameters) {
            for parameter in named_children(list) {
                parameters.push(self.builder.node_text(parameter));
            }
        }
        self.builder.enter(symbol);
        self.macro_body(range_of(body), &parameters);
        self.builder.leave();
    }

    /// Reports the words of a macro's body. They are looked up among what the file and
    /// its includes declare; what stands behind a dot or arrow depends on where the
    /// macro is used.
    fn macro_body(&mut self, body: TextRange, parameters: &[&str]) {
        let text = body.slice(self.builder.text());
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            if byte == b'"' || byte == b'\'' {
                at = skip_quoted(bytes, at);
            } else if is_word_byte(byte) {
                let start = at;
                while at < bytes.len() && is_word_byte(bytes[at]) {
                    at += 1;
                }
                let word = &text[start..at];
                if !byte.is_ascii_digit() && !is_keyword(word) && !parameters.contains(&word) {
                    let called = text[at..].trim_start().starts_with('(');
                    let before = text[..start].trim_end();
                    let is_member = before.ends_with("->") || before.ends_with(['.', '#']);
                    let offset = body.start.to_usize();
                    let range = TextRange::new(offset + start, offset + at);
                    let role = if called { Role::Call } else { Role::Read };
                    match is_member {
                        true => self.unsure_word(word, range, role),
                        false => {
                            self.builder.reference_at_file(range, role);
                        }
                    }
                }
            } else {
                at += 1;
            }
        }
    }

    fn unsure_word(&mut self, word: &'text str, range: TextRange, role: Role) {
        let name = self.builder.name(word);
        let enclosing = self.builder.enclosing();
        let binding = Binding::Unsure;
        self.builder.push_occurrence(Occurrence { name, range, role, enclosing, binding });
    }

    /// The branches of `#if`, whose contents are read where they stand.
    pub(super) fn condition(&mut self, node: Node<'_>, read: fn(&mut Self, Node<'_>)) {
        for child in named_children(node) {
            match self.kind(child) {
                Kind::PreprocIf => self.deeper((), |walk| walk.condition(child, read)),
                Kind::Identifier | Kind::Binary | Kind::Unary | Kind::Call => {
                    self.expression(child);
                }
                Kind::Parenthesized | Kind::NumberLiteral => {
                    self.expression(child);
                }
                _ if child.kind() == "preproc_defined" => {
                    self.expression(child);
                }
                _ => self.deeper((), |walk| read(walk, child)),
            }
        }
    }

    /// The end of `range` without its last line break.
    fn line_end(&self, range: TextRange) -> usize {
        let text = range.slice(self.builder.text());
        range.start.to_usize() + text.trim_end_matches(['\n', '\r']).len()
    }
}

fn skip_quoted(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Words of the languages that name nothing.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "if" | "else"
            | "do"
            | "while"
            | "for"
            | "return"
            | "break"
            | "continue"
            | "switch"
            | "case"
            | "default"
            | "goto"
            | "sizeof"
            | "struct"
            | "union"
            | "enum"
            | "static"
            | "const"
            | "void"
            | "int"
            | "char"
            | "long"
            | "short"
            | "unsigned"
            | "signed"
            | "float"
            | "double"
            | "volatile"
            | "extern"
            | "inline"
            | "typedef"
            | "register"
            | "class"
            | "typename"
            | "template"
            | "namespace"
            | "public"
            | "private"
            | "protected"
            | "virtual"
            | "operator"
            | "new"
            | "delete"
            | "this"
            | "using"
            | "true"
            | "false"
            | "auto"
            | "bool"
            | "throw"
            | "try"
            | "catch"
            | "constexpr"
            | "noexcept"
            | "nullptr"
            | "static_cast"
            | "reinterpret_cast"
            | "const_cast"
            | "dynamic_cast"
            | "decltype"
            | "explicit"
            | "friend"
            | "mutable"
            | "defined"
            | "NULL"
            | "asm"
            | "__asm__"
            | "__attribute__"
            | "__volatile__"
            | "__extension__"
            | "__VA_ARGS__"
            | "__func__"
            | "__FILE__"
            | "__LINE__"
            | "override"
            | "final"
    )
}
