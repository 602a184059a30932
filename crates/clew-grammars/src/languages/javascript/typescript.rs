//! Declarations that only TypeScript has.

use clew_model::{
    Expression, ExpressionId, HeritageKind, Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind,
};
use tree_sitter::Node;

use super::{Field, Kind, Outer, This, Walk};
use crate::builder::{Declaration, Visible, range_of};

impl<'tree, 'text> Walk<'_, 'tree, 'text> {
    fn declare_outer(
        &mut self,
        kind: SymbolKind,
        name: Node<'tree>,
        body: Option<Node<'tree>>,
        outer: Outer<'tree>,
    ) -> SymbolId {
        let mut declaration = Declaration::new(self.builder, kind, name, outer.whole);
        declaration.flags = outer.flags;
        declaration.signature_until(body);
        self.document(&mut declaration, outer.doc);
        self.builder.declare(declaration)
    }

    pub(super) fn interface(&mut self, node: Node<'tree>, outer: Outer<'tree>) {
        let Some(name) = self.field(node, Field::Name) else { return self.parts(node) };
        let body = self.field(node, Field::Body);
        let interface = self.declare_outer(SymbolKind::Interface, name, body, outer);
        self.builder.enter(interface);
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        self.type_parameters(node);
        for child in self.children(node) {
            if self.kind(child) == Kind::ExtendsTypeClause {
                for base in self.children(child) {
                    let base = self.type_with_role(base, Role::Inherit);
                    self.base(interface, base, HeritageKind::Extends);
                }
            }
        }
        if let Some(body) = body {
            self.named_type_members(body, interface);
        }
        self.builder.close_scope();
        self.builder.leave();
    }

    pub(super) fn type_alias(&mut self, node: Node<'tree>, outer: Outer<'tree>) {
        let Some(name) = self.field(node, Field::Name) else { return self.parts(node) };
        let value = self.field(node, Field::Value);
        let object = value.filter(|value| self.kind(*value) == Kind::ObjectType);
        let alias = self.declare_outer(SymbolKind::Type, name, object, outer);
        self.builder.enter(alias);
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        self.type_parameters(node);
        match (object, value) {
            (Some(object), _) => self.named_type_members(object, alias),
            (None, Some(value)) => {
                let target = match self.kind(value) {
                    Kind::IntersectionType => self.intersection(value, alias),
                    _ => self.type_expression(value),
                };
                self.builder.set_type(alias, target);
            }
            _ => {}
        }
        self.builder.close_scope();
        self.builder.leave();
    }

    /// `A & { … }`: the alias has the members that are written out, and those of
    /// the other parts.
    fn intersection(&mut self, node: Node<'tree>, alias: SymbolId) -> ExpressionId {
        let mut parts = Vec::new();
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            match self.kind(node) {
                Kind::IntersectionType => waiting.extend(self.children(node).into_iter().rev()),
                Kind::ObjectType => self.named_type_members(node, alias),
                _ => {
                    let part = self.type_expression(node);
                    parts.push(part);
                }
            }
        }
        self.builder.expression(Expression::Union(parts))
    }

    pub(super) fn enum_declaration(&mut self, node: Node<'tree>, outer: Outer<'tree>) {
        let Some(name) = self.field(node, Field::Name) else { return self.parts(node) };
        let body = self.field(node, Field::Body);
        let symbol = self.declare_outer(SymbolKind::Enum, name, body, outer);
        self.builder.enter(symbol);
        self.builder.open_scope(ScopeKind::Type, range_of(node), Some(symbol));
        if let Some(body) = body {
            self.enum_members(body);
        }
        self.builder.close_scope();
        self.builder.leave();
    }

    /// `namespace a.b { … }`, `declare module "name" { … }`
    pub(super) fn namespace(&mut self, node: Node<'tree>, outer: Outer<'tree>) {
        let Some(name) = self.field(node, Field::Name) else { return self.parts(node) };
        let body = self.field(node, Field::Body);
        let mut names = Vec::new();
        let kind = match self.kind(name) {
            Kind::String => {
                names.extend(self.name_inside(name));
                SymbolKind::Module
            }
            _ => {
                self.collect_names(name, &mut names);
                SymbolKind::Namespace
            }
        };
        let outer_this = std::mem::replace(&mut self.this, This::Unknown);
        let levels = names.len();
        for name in names {
            let namespace = self.declare_outer(kind, name, body, outer);
            self.builder.enter(namespace);
            self.builder.open_scope(ScopeKind::Module, range_of(node), Some(namespace));
        }
        if let Some(body) = body {
            self.statements(body);
        }
        for _ in 0..levels {
            self.builder.close_scope();
            self.builder.leave();
        }
        self.this = outer_this;
    }

    /// The names in `a.b.c`, in order.
    fn collect_names(&mut self, node: Node<'tree>, names: &mut Vec<Node<'tree>>) {
        let mut current = Some(node);
        while let Some(node) = current {
            if self.kind(node) == Kind::NestedIdentifier {
                names.extend(self.field(node, Field::Property));
                current = self.field(node, Field::Object);
            } else {
                names.push(node);
                current = None;
            }
        }
        names.reverse();
    }

    /// `declare …`: what it declares is announced, and is there at run time.
    pub(super) fn ambient(&mut self, node: Node<'tree>, outer: Outer<'tree>) {
        let whole = if outer.whole == node { node } else { outer.whole };
        for child in self.children(node) {
            if self.kind(child) == Kind::Block {
                self.statements(child);
            } else if self.kind(child) != Kind::PropertyName
                && !self.declaration(child, Outer { whole, ..outer })
            {
                self.expression(child, Role::Read);
            }
        }
    }

    /// `import name = a.b.c`
    pub(super) fn import_alias(&mut self, node: Node<'tree>, outer: Outer<'tree>) {
        let children = self.children(node);
        let [name, target] = children.as_slice() else { return };
        let value = self.nested_name(*target, Role::Read);
        let mut declaration =
            Declaration::new(self.builder, SymbolKind::Namespace, *name, outer.whole);
        declaration.flags = outer.flags.with(SymbolFlags::default());
        declaration.visible = Visible::Whole;
        let symbol = self.builder.declare(declaration);
        self.builder.add_value(symbol, value);
    }
}
