//! Type declarations and what stands beside them.

use clew_model::{
    HeritageKind, HeritageSubject, Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind, Visibility,
};
use clew_text::TextRange;
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::modifiers::Modifiers;
use super::{Kind, Walk, kind};
use crate::builder::{Declaration, named_children, range_of};

impl<'text> Walk<'_, 'text> {
    /// Visits every declaration of a file or type body.
    pub(super) fn declarations(&mut self, parent: Node<'_>) {
        self.doc = None;
        for child in named_children(parent) {
            if kind(child) == Kind::Comment {
                if self.builder.node_text(child).starts_with("/**") {
                    self.doc = Some(range_of(child));
                }
                continue;
            }
            self.deeper((), |walk| walk.declaration(child));
            self.doc = None;
        }
    }

    fn declaration(&mut self, node: Node<'_>) {
        match kind(node) {
            Kind::Package => self.package(node),
            Kind::Import => self.import(node),
            Kind::Module => self.module(node),
            Kind::ClassBody => self.declarations(node),
            Kind::Method | Kind::AnnotationElement => self.method(node),
            Kind::Constructor | Kind::CompactConstructor => self.constructor(node),
            Kind::Field => self.field(node),
            Kind::EnumConstant => self.enum_constant(node),
            Kind::Block | Kind::Statement => self.initializer(node),
            _ if self.type_declaration(node) => {}
            _ => self.statement(node),
        }
    }

    /// Declares a class, interface, enum, record or annotation type; tells
    /// whether `node` is one.
    pub(super) fn type_declaration(&mut self, node: Node<'_>) -> bool {
        let symbol_kind = match kind(node) {
            Kind::Class | Kind::Record => SymbolKind::Class,
            Kind::Interface | Kind::AnnotationType => SymbolKind::Interface,
            Kind::Enum => SymbolKind::Enum,
            _ => return false,
        };
        let Some(name) = node.field(Field::Name) else { return false };
        let modifiers = self.modifiers(node);
        let body = node.field(Field::Body);
        let mut declaration = Declaration::new(self.builder, symbol_kind, name, node);
        declaration.signature_range = Some(signature(node, body));
        declaration.doc_range = self.doc.take();
        declaration.visibility = modifiers.visibility_or(self.member_visibility());
        declaration.flags = self.type_flags(node, modifiers);
        let symbol = self.builder.declare(declaration);
        self.builder.enter(symbol);
        let parameters = node.field(Field::TypeParameters);
        if let Some(parameters) = parameters {
            self.builder.open_scope(ScopeKind::Block, range_of(node), None);
            self.type_parameters(parameters);
        }
        self.bases(node, symbol);
        self.builder.open_scope(ScopeKind::Type, range_of(node), Some(symbol));
        if let Some(components) = node.field(Field::Parameters) {
            self.record_components(components);
        }
        if let Some(body) = body {
            self.declarations(body);
        }
        self.builder.close_scope();
        if parameters.is_some() {
            self.builder.close_scope();
        }
        self.builder.leave();
        true
    }

    /// Types nested in interfaces, enums and records are static on their own.
    fn type_flags(&self, node: Node<'_>, modifiers: Modifiers) -> SymbolFlags {
        let mut flags = modifiers.flags;
        let nested = self.builder.container().is_some();
        if nested && kind(node) != Kind::Class {
            flags.set(SymbolFlags::STATIC);
        }
        flags
    }

    /// What a member without written visibility is.
    pub(super) fn member_visibility(&self) -> Visibility {
        let in_interface = self.builder.scope_kind(self.builder.scope()) == ScopeKind::Type
            && self
                .builder
                .container_type()
                .and_then(|id| self.builder.symbol(id))
                .is_some_and(|symbol| symbol.kind == SymbolKind::Interface);
        if in_interface { Visibility::Public } else { Visibility::Internal }
    }

    fn bases(&mut self, node: Node<'_>, symbol: SymbolId) {
        for child in named_children(node) {
            let heritage = match child.kind() {
                "superclass" | "extends_interfaces" => HeritageKind::Extends,
                "super_interfaces" => HeritageKind::Implements,
                "permits" => {
                    self.permitted(child);
                    continue;
                }
                _ => continue,
            };
            for base in base_types(child) {
                self.base(symbol, base, heritage);
            }
        }
    }

    pub(super) fn base(&mut self, symbol: SymbolId, base: Node<'_>, heritage: HeritageKind) {
        let base = self.type_expression(base, Role::Inherit);
        self.builder.heritage(HeritageSubject::Symbol(symbol), base, heritage);
    }

    fn permitted(&mut self, node: Node<'_>) {
        for permitted in base_types(node) {
            self.type_expression(permitted, Role::Type);
        }
    }

    /// Declares the class that `new T() { … }` or an enum constant's body makes.
    pub(super) fn anonymous_class(&mut self, body: Node<'_>, base: clew_model::ExpressionId) {
        let declaration = Declaration {
            name: "<anonymous>",
            name_range: TextRange::new(body.start_byte(), body.start_byte()),
            kind: SymbolKind::Class,
            range: range_of(body),
            signature_range: None,
            doc_range: None,
            visible: crate::builder::Visible::MemberOnly,
            visibility: Visibility::Private,
            flags: SymbolFlags::ANONYMOUS,
            owner: None,
            scope: None,
        };
        let symbol = self.builder.declare(declaration);
        self.builder.heritage(HeritageSubject::Symbol(symbol), base, HeritageKind::Extends);
        self.builder.enter(symbol);
        self.builder.open_scope(ScopeKind::Type, range_of(body), Some(symbol));
        self.declarations(body);
        self.builder.close_scope();
        self.builder.leave();
    }

    /// Static and instance initializer blocks. Their locals belong to no method.
    fn initializer(&mut self, node: Node<'_>) {
        self.builder.open_scope(ScopeKind::Function, range_of(node), None);
        self.statements(node);
        self.builder.close_scope();
    }
}

/// The types that a heritage clause lists.
fn base_types(clause: Node<'_>) -> Vec<Node<'_>> {
    named_children(clause)
        .into_iter()
        .flat_map(|child| match child.kind() {
            "type_list" => named_children(child),
            _ => vec![child],
        })
        .filter(|child| kind(*child) != Kind::Comment)
        .collect()
}

/// From the first modifier that is no annotation to the body.
pub(super) fn signature(node: Node<'_>, body: Option<Node<'_>>) -> TextRange {
    let end = body.map_or(node.end_byte(), |body| body.start_byte());
    let mut start = node.start_byte();
    let mut cursor = node.walk();
    if cursor.goto_first_child() && kind(cursor.node()) == Kind::Modifiers {
        let modifiers = cursor.node();
        let mut inner = modifiers.walk();
        let plain = modifiers.children(&mut inner).find(|child| kind(*child) != Kind::Annotation);
        let next = if cursor.goto_next_sibling() { Some(cursor.node()) } else { None };
        start = plain.or(next).map_or(start, |node| node.start_byte());
    }
    TextRange::new(start.min(end), end)
}
