//! Type parameters, their bounds and where clauses.

use clew_model::{ExpressionId, Role, ScopeKind, SymbolFlags, SymbolKind};
use tree_sitter::Node;

use super::{Kind, Walk, kind};
use crate::builder::{Declaration, named_children, range_of};

use super::fields::{Field, FieldAccess};

impl<'text> Walk<'_, 'text> {
    /// Declares the type parameters of an item in a scope of their own, bounds
    /// included; tells whether the scope was opened.
    pub(super) fn open_generics(&mut self, item: Node<'_>) -> bool {
        let list = item.field(Field::TypeParameters);
        let clause = where_clause(item);
        if list.is_none() && clause.is_none() {
            return false;
        }
        self.builder.open_scope(ScopeKind::Block, range_of(item), None);
        if let Some(list) = list {
            for parameter in named_children(list) {
                self.type_parameter(parameter);
            }
        }
        if let Some(clause) = clause {
            for predicate in named_children(clause) {
                self.where_predicate(predicate);
            }
        }
        true
    }

    fn type_parameter(&mut self, node: Node<'_>) {
        let symbol_kind = match kind(node) {
            Kind::TypeParameter => SymbolKind::TypeParameter,
            Kind::ConstParameter => SymbolKind::Constant,
            _ => return,
        };
        let Some(name) = node.field(Field::Name) else { return };
        let mut declaration = Declaration::new(self.builder, symbol_kind, name, node);
        declaration.flags = SymbolFlags::LOCAL;
        let symbol = self.builder.declare(declaration);
        for field in ["bounds", "type", "default_type"] {
            let Some(declared) = node.child_by_field_name(field) else { continue };
            let declared = self.type_expression(declared, Role::Type);
            if field != "default_type" {
                self.builder.set_type(symbol, declared);
            }
        }
        if let Some(value) = node.field(Field::Value) {
            self.expression(value, Role::Read);
        }
    }

    /// `T: Bound`: a further bound of a parameter, or just names.
    fn where_predicate(&mut self, node: Node<'_>) {
        let left = node.field(Field::Left);
        if let Some(left) = left.filter(|left| kind(*left) != Kind::Label) {
            self.type_expression(left, Role::Type);
        }
        let Some(bounds) = node.field(Field::Bounds) else { return };
        let bounds = self.type_expression(bounds, Role::Type);
        let name = left.filter(|left| kind(*left) == Kind::Identifier);
        if let Some(name) = name {
            self.add_bound(self.builder.node_text(name), bounds);
        }
    }

    fn add_bound(&mut self, name: &'text str, bound: ExpressionId) {
        let scope = self.builder.scope();
        let Some(parameter) = self.builder.declared_in(scope, name) else { return };
        let known = self.builder.symbol(parameter).and_then(|symbol| symbol.declared_type);
        let bound = match known {
            Some(known) => {
                self.builder.expression(clew_model::Expression::Union(vec![known, bound]))
            }
            None => bound,
        };
        self.builder.set_type(parameter, bound);
    }
}

fn where_clause(item: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = item.walk();
    item.named_children(&mut cursor).find(|child| kind(*child) == Kind::WhereClause)
}
