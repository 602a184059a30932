//! Members of interfaces and object types.

use clew_model::{Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind};
use clew_text::TextRange;
use tree_sitter::Node;

use super::comments::CommentRun;
use super::functions::Plan;
use super::{Field, Kind, This, Walk};
use crate::builder::{Declaration, Visible, range_of};

impl<'tree> Walk<'_, 'tree, '_> {
    /// Declares the members of a type as members of `owner`.
    pub(super) fn named_type_members(&mut self, node: Node<'tree>, owner: SymbolId) {
        self.builder.open_scope(ScopeKind::Type, range_of(node), Some(owner));
        let outer = std::mem::replace(&mut self.this, This::Instance(owner));
        let mut comments = CommentRun::default();
        for child in self.children_and_comments(node) {
            if self.kind(child) == Kind::Comment {
                comments.comment(child, self.text(child));
                continue;
            }
            let doc = comments.take(child);
            self.deeper((), |walk| walk.type_member(child, owner, doc));
        }
        self.this = outer;
        self.builder.close_scope();
    }

    fn type_member(&mut self, node: Node<'tree>, owner: SymbolId, doc: Option<TextRange>) {
        match self.kind(node) {
            Kind::MethodSignature => self.method(node, Some(owner), range_of(node), doc),
            Kind::PropertySignature => self.property_signature(node, doc),
            _ => self.anonymous_member(node),
        }
    }

    fn property_signature(&mut self, node: Node<'tree>, doc: Option<TextRange>) {
        let Some(key) = self.field(node, Field::Name) else { return };
        let name = self.key_name(key);
        let mut declaration = Declaration::new(self.builder, SymbolKind::Field, name, node);
        declaration.visible = Visible::MemberOnly;
        declaration.signature_range = Some(range_of(node));
        self.document(&mut declaration, doc);
        let field = self.builder.declare(declaration);
        if let Some(ty) = self.field(node, Field::Type) {
            let ty = self.type_expression(ty);
            self.builder.set_type(field, ty);
        }
    }

    /// Reads the members of a type that has no name.
    pub(super) fn type_members(&mut self, node: Node<'tree>) {
        for child in self.children(node) {
            self.deeper((), |walk| walk.anonymous_member(child));
        }
    }

    fn anonymous_member(&mut self, node: Node<'tree>) {
        match self.kind(node) {
            Kind::MethodSignature | Kind::CallSignature => {
                self.builder.open_scope(ScopeKind::Function, range_of(node), None);
                self.type_parameters(node);
                self.parameter_types(node);
                let result =
                    self.field(node, Field::ReturnType).or_else(|| self.field(node, Field::Type));
                if let Some(result) = result {
                    self.type_expression(result);
                }
                self.builder.close_scope();
            }
            Kind::PropertySignature => {
                if let Some(ty) = self.field(node, Field::Type) {
                    self.type_expression(ty);
                }
            }
            Kind::IndexSignature => self.index_signature(node),
            Kind::Method => {
                self.function_parts(node, Plan::anonymous());
            }
            _ => {}
        }
    }

    /// `[key: string]: T`, `[K in keyof T]: U`
    fn index_signature(&mut self, node: Node<'tree>) {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        for child in self.children(node) {
            match self.kind(child) {
                Kind::MappedType => {
                    let name = self.field(child, Field::Name);
                    if let Some(name) = name {
                        self.declare_type_parameter(name, child);
                    }
                    for part in self.children(child) {
                        if Some(part) != name {
                            self.type_expression(part);
                        }
                    }
                }
                Kind::Identifier => {}
                _ => {
                    self.type_expression(child);
                }
            }
        }
        self.builder.close_scope();
    }

    /// The members of an enumeration.
    pub(super) fn enum_members(&mut self, body: Node<'tree>) {
        let mut comments = CommentRun::default();
        for child in self.children_and_comments(body) {
            if self.kind(child) == Kind::Comment {
                comments.comment(child, self.text(child));
                continue;
            }
            let doc = comments.take(child);
            let key = match self.kind(child) {
                Kind::EnumAssignment => self.field(child, Field::Name),
                _ => Some(child),
            };
            let Some(key) = key else { continue };
            let name = self.key_name(key);
            let mut declaration =
                Declaration::new(self.builder, SymbolKind::EnumMember, name, child);
            declaration.flags = SymbolFlags::STATIC;
            self.document(&mut declaration, doc);
            self.builder.declare(declaration);
            if let Some(value) = self.field(child, Field::Value) {
                self.expression(value, Role::Read);
            }
        }
    }
}
