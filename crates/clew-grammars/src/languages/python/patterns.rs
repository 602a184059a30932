//! Assignment targets and patterns: what binds names.

use clew_model::{
    Binding, Expression, ExpressionId, Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind,
};
use tree_sitter::Node;

use super::flow::Cause;
use super::{Kind, Walk, kind};
use crate::builder::{Declaration, named_children};

use super::fields::{Field, FieldAccess};

impl<'text> Walk<'_, 'text> {
    pub(super) fn assignment(&mut self, node: Node<'_>) -> ExpressionId {
        let declared = node.field(Field::Type).map(|declared| self.type_expression(declared));
        let value = node.field(Field::Right).map(|right| self.expression(right, Role::Read));
        if let Some(left) = node.field(Field::Left) {
            self.read_exports(left, node.field(Field::Right));
            let typed =
                declared.map(|declared| self.builder.expression(Expression::TypeOf(declared)));
            self.bind_assigned(left, node, typed.or(value));
        }
        value.unwrap_or_else(|| self.builder.unknown())
    }

    pub(super) fn augmented_assignment(&mut self, node: Node<'_>) -> ExpressionId {
        if let Some(left) = node.field(Field::Left) {
            self.flow.set(self.builder.node_text(left), None, Cause::Assigned);
        }
        if let Some(right) = node.field(Field::Right) {
            self.expression(right, Role::Read);
        }
        if let Some(left) = node.field(Field::Left) {
            self.read_exports(left, node.field(Field::Right));
            self.expression(left, Role::Write);
        }
        self.builder.unknown()
    }

    pub(super) fn named_expression(&mut self, node: Node<'_>) -> ExpressionId {
        let value = node.field(Field::Value).map(|value| self.expression(value, Role::Read));
        if let Some(name) = node.field(Field::Name) {
            self.bind_target(name, value);
        }
        value.unwrap_or_else(|| self.builder.unknown())
    }

    /// `with x as y`, `except E as e`.
    pub(super) fn as_pattern(&mut self, node: Node<'_>) -> ExpressionId {
        let value = node.named_child(0).map(|value| self.expression(value, Role::Read));
        let parent = node.parent().map_or("", |parent| parent.kind());
        let (in_except, in_with) = (parent.starts_with("except"), parent == "with_item");
        if let Some(alias) = node.field(Field::Alias) {
            let target = alias.named_child(0).unwrap_or(alias);
            let bound = value.map(|value| match (in_except, in_with) {
                (true, _) => self.tested_type(value),
                (_, true) => self.builder.expression(Expression::Unwrap(value)),
                _ => value,
            });
            self.bind_target(target, bound);
        }
        value.unwrap_or_else(|| self.builder.unknown())
    }

    /// Binds an assignment or loop target to a value.
    pub(super) fn bind_target(&mut self, target: Node<'_>, value: Option<ExpressionId>) {
        self.bind_assigned(target, target, value);
    }

    fn bind_assigned(&mut self, target: Node<'_>, whole: Node<'_>, value: Option<ExpressionId>) {
        match kind(target) {
            Kind::Identifier => self.bind_name(target, whole, value),
            Kind::Attribute => self.bind_attribute(target, whole, value),
            Kind::Subscript => {
                self.expression(target, Role::Read);
            }
            _ => {
                for (index, part) in named_children(target).into_iter().enumerate() {
                    let item = value.map(|value| {
                        self.builder.expression(Expression::Item(value, index as u32))
                    });
                    self.deeper((), |walk| walk.bind_assigned(part, part, item));
                }
            }
        }
    }

    fn bind_name(&mut self, name: Node<'_>, whole: Node<'_>, value: Option<ExpressionId>) {
        let scope = self.builder.nearest_non_block();
        let text = self.builder.node_text(name);
        if self.outer_names.contains(&(scope, text)) {
            self.builder.reference(name, Role::Write);
            return;
        }
        self.flow.set(text, None, Cause::Assigned);
        let symbol = match self.builder.declared_in(scope, text) {
            Some(known) => {
                self.builder.bound(name, Role::Write, known);
                known
            }
            None if self.builder.is_declared_in(scope, text) => {
                self.builder.reference_from(scope, name, Role::Write);
                return;
            }
            None => {
                let in_type = self.builder.scope_kind(scope) == ScopeKind::Type;
                let is_constant =
                    text.chars().any(char::is_alphabetic) && !text.chars().any(char::is_lowercase);
                let symbol_kind = match (in_type, is_constant) {
                    (true, _) => SymbolKind::Field,
                    (false, true) => SymbolKind::Constant,
                    _ => SymbolKind::Variable,
                };
                let mut declaration = Declaration::new(self.builder, symbol_kind, name, whole);
                declaration.visibility = super::statements::visibility(text);
                declaration.scope = Some(scope);
                self.builder.declare(declaration)
            }
        };
        let Some(value) = value else { return };
        if !self.has_declared_type(symbol)
            && !matches!(self.builder.expression_at(value), Expression::TypeOf(_))
        {
            self.flow.set(text, Some(value), Cause::Assigned);
        }
        self.add_value(symbol, value);
    }

    /// Whether an annotation tells the type of a name, whatever is assigned.
    fn has_declared_type(&self, symbol: SymbolId) -> bool {
        let Some(found) = self.builder.symbol(symbol) else { return false };
        let first = found.value.map(|value| match self.builder.expression_at(value) {
            Expression::Union(parts) => parts.first().copied().unwrap_or(value),
            _ => value,
        });
        let is_typed =
            |id: ExpressionId| matches!(self.builder.expression_at(id), Expression::TypeOf(_));
        found.declared_type.is_some() || first.is_some_and(is_typed)
    }

    /// Notes a value; an alternative of its own keeps the list of a symbol's
    /// values apart from what was written.
    fn add_value(&mut self, symbol: SymbolId, value: ExpressionId) {
        let is_first = self.builder.symbol(symbol).is_some_and(|symbol| symbol.value.is_none());
        let is_union = matches!(self.builder.expression_at(value), Expression::Union(_));
        let value = match is_first && is_union {
            true => self.builder.expression(Expression::Union(vec![value])),
            false => value,
        };
        self.builder.add_value(symbol, value);
    }

    /// `self.name = value` in a method declares a field of the class, once.
    fn bind_attribute(&mut self, target: Node<'_>, whole: Node<'_>, value: Option<ExpressionId>) {
        let fields = (target.field(Field::Object), target.field(Field::Attribute));
        let (Some(object), Some(name)) = fields else { return };
        let class = self
            .builder
            .container_type()
            .filter(|_| kind(object) == Kind::Identifier && self.is_receiver(object));
        let Some(class) = class else {
            self.expression(target, Role::Write);
            return;
        };
        let base = self.expression(object, Role::Read);
        let text = self.builder.node_text(name);
        let known = self.builder.member_of(class, text);
        let symbol = match known {
            Some(known) => {
                self.builder.occurrence(name, Role::Write, Binding::Member(base));
                known
            }
            None => {
                let mut declaration =
                    Declaration::new(self.builder, SymbolKind::Field, name, whole);
                declaration.visible = crate::builder::Visible::MemberOnly;
                declaration.visibility = super::statements::visibility(text);
                self.builder.declare_member(class, declaration)
            }
        };
        if let Some(value) = value {
            self.add_value(symbol, value);
        }
    }

    /// Whether an identifier is the first parameter of the enclosing method.
    fn is_receiver(&mut self, object: Node<'_>) -> bool {
        let text = self.builder.node_text(object);
        text == "self" || text == "cls"
    }

    pub(super) fn bind_comprehension_target(
        &mut self,
        target: Node<'_>,
        value: Option<ExpressionId>,
    ) {
        if kind(target) != Kind::Identifier {
            for (index, part) in named_children(target).into_iter().enumerate() {
                let item = value
                    .map(|value| self.builder.expression(Expression::Item(value, index as u32)));
                self.deeper((), |walk| walk.bind_comprehension_target(part, item));
            }
            return;
        }
        let mut declaration = Declaration::new(self.builder, SymbolKind::Variable, target, target);
        declaration.flags = SymbolFlags::LOCAL;
        self.flow.set(declaration.name, None, Cause::Tested);
        let symbol = self.builder.declare(declaration);
        if let Some(value) = value {
            self.builder.add_value(symbol, value);
        }
    }

    /// `case Pattern if guard:`: names in a pattern bind, dotted and called ones are read.
    pub(super) fn case_clause(&mut self, node: Node<'_>) {
        for child in named_children(node) {
            match child.kind() {
                "case_pattern" => self.case_pattern(child),
                "block" => self.branch(child, |walk| walk.statements(child)),
                _ => {
                    self.expression(child, Role::Read);
                }
            }
        }
    }

    fn case_pattern(&mut self, node: Node<'_>) {
        self.deeper((), |walk| {
            for child in named_children(node) {
                match child.kind() {
                    "dotted_name" if child.named_child_count() == 1 => {
                        if let Some(name) = child.named_child(0) {
                            walk.bind_target(name, None);
                        }
                    }
                    "dotted_name" => {
                        walk.dotted_name(child, Role::Read);
                    }
                    "class_pattern" => {
                        if let Some(name) = child.named_child(0) {
                            walk.dotted_name(name, Role::Type);
                        }
                        for part in named_children(child).into_iter().skip(1) {
                            walk.case_pattern(part);
                        }
                    }
                    "keyword_pattern" => {
                        for part in named_children(child).into_iter().skip(1) {
                            walk.case_part(part);
                        }
                    }
                    "identifier" => walk.bind_target(child, None),
                    _ => walk.case_pattern(child),
                }
            }
        });
    }

    fn case_part(&mut self, node: Node<'_>) {
        match node.kind() {
            "dotted_name" if node.named_child_count() == 1 => {
                if let Some(name) = node.named_child(0) {
                    self.bind_target(name, None);
                }
            }
            "identifier" => self.bind_target(node, None),
            _ => self.case_pattern(node),
        }
    }

    /// `a.b.c` written as a dotted name.
    fn dotted_name(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let parts = named_children(node);
        let mut base: Option<ExpressionId> = None;
        let last = parts.len().saturating_sub(1);
        for (index, part) in parts.into_iter().enumerate() {
            let role = if index == last { role } else { Role::Read };
            let occurrence = match base {
                None => self.builder.reference(part, role),
                Some(base) => self.builder.member(base, part, role),
            };
            base = Some(self.builder.occurrence_expression(occurrence));
        }
        base.unwrap_or_else(|| self.builder.unknown())
    }

    /// `__all__ = [...]` and `__all__ += [...]`.
    fn read_exports(&mut self, left: Node<'_>, right: Option<Node<'_>>) {
        if self.builder.node_text(left) != "__all__" {
            return;
        }
        let Some(right) = right else { return };
        for item in named_children(right) {
            let mut cursor = item.walk();
            let content =
                item.named_children(&mut cursor).find(|child| child.kind() == "string_content");
            if let Some(content) = content {
                let text = self.builder.node_text(content);
                self.builder.export(text, text);
            }
        }
    }
}
