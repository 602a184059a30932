//! Statements.

use clew_model::{Expression, ExpressionId, Role, ScopeKind, SymbolKind};
use clew_text::ByteOffset;
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::{Kind, Walk, kind};
use crate::builder::{Declaration, Visible, named_children, range_of};

impl<'text> Walk<'_, 'text> {
    /// Visits every child statement of a block.
    pub(super) fn statements(&mut self, block: Node<'_>) {
        for child in named_children(block) {
            self.deeper((), |walk| walk.statement(child));
        }
    }

    /// Reads a statement, or an expression used as one.
    pub(super) fn statement(&mut self, node: Node<'_>) {
        match kind(node) {
            Kind::Comment | Kind::Jump => {}
            Kind::Block | Kind::For | Kind::Try | Kind::SwitchGroup => self.in_block(node),
            Kind::Statement | Kind::Return => self.statements(node),
            Kind::LocalVariable => self.local_variable(node),
            Kind::EnhancedFor => self.enhanced_for(node),
            Kind::CatchClause => self.catch_clause(node),
            Kind::Resource => self.resource(node),
            Kind::Labeled => {
                if let Some(body) = named_children(node).last() {
                    self.deeper((), |walk| walk.statement(*body));
                }
            }
            Kind::SwitchLabel => self.switch_label(node, None),
            Kind::Method => self.method(node),
            Kind::ConstructorCall => self.constructor_call(node),
            _ if self.type_declaration(node) => {}
            _ if node.kind() == "resource_specification" || node.is_error() => {
                self.statements(node);
            }
            _ => {
                self.expression(node);
            }
        }
    }

    /// Statements with a scope of their own.
    pub(super) fn in_block(&mut self, node: Node<'_>) {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        self.statements(node);
        self.builder.close_scope();
    }

    fn local_variable(&mut self, node: Node<'_>) {
        self.modifiers(node);
        let declared = node
            .field(Field::Type)
            .filter(|declared| !self.is_var(*declared))
            .map(|declared| self.type_expression(declared, Role::Type));
        let mut cursor = node.walk();
        let declarators: Vec<_> = node.children_by_field_name("declarator", &mut cursor).collect();
        let alone = declarators.len() == 1;
        for declarator in declarators {
            let Some(name) = declarator.field(Field::Name) else { continue };
            let whole = if alone { node } else { declarator };
            let mut declaration = Declaration::new(self.builder, SymbolKind::Variable, name, whole);
            declaration.visible = Visible::From(ByteOffset::from(name.end_byte()));
            let symbol = self.builder.declare(declaration);
            if let Some(declared) = declared {
                let declared = self.with_dimensions(declared, declarator);
                self.builder.set_type(symbol, declared);
            }
            if let Some(value) = declarator.field(Field::Value) {
                let value = self.expression(value);
                self.builder.add_value(symbol, value);
            }
        }
    }

    /// Whether a written type is `var`.
    pub(super) fn is_var(&self, node: Node<'_>) -> bool {
        kind(node) == Kind::TypeIdentifier && self.builder.node_text(node) == "var"
    }

    fn enhanced_for(&mut self, node: Node<'_>) {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        let iterated = node.field(Field::Value).map(|value| self.expression(value));
        let symbol = self.variable(node, SymbolKind::Variable);
        if let (Some(symbol), Some(iterated)) = (symbol, iterated) {
            let element = self.builder.expression(Expression::Element(iterated));
            self.builder.add_value(symbol, element);
        }
        if let Some(body) = node.field(Field::Body) {
            self.statement(body);
        }
        self.builder.close_scope();
    }

    fn catch_clause(&mut self, node: Node<'_>) {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        for child in named_children(node) {
            if kind(child) == Kind::FormalParameter {
                self.catch_parameter(child);
            }
        }
        if let Some(body) = node.field(Field::Body) {
            self.statement(body);
        }
        self.builder.close_scope();
    }

    fn catch_parameter(&mut self, node: Node<'_>) {
        let mut types = Vec::new();
        for child in named_children(node) {
            if child.kind() == "catch_type" {
                types.extend(
                    named_children(child).into_iter().filter(|node| kind(*node) != Kind::Comment),
                );
            }
        }
        let mut types: Vec<_> =
            types.into_iter().map(|caught| self.type_expression(caught, Role::Type)).collect();
        let symbol = self.variable(node, SymbolKind::Parameter);
        let caught = if types.len() > 1 {
            Some(self.builder.expression(Expression::Union(types)))
        } else {
            types.pop()
        };
        if let (Some(symbol), Some(caught)) = (symbol, caught) {
            self.builder.set_type(symbol, caught);
        }
    }

    fn resource(&mut self, node: Node<'_>) {
        let Some(name) = node.field(Field::Name) else {
            for child in named_children(node) {
                self.expression(child);
            }
            return;
        };
        self.modifiers(node);
        let declared = node
            .field(Field::Type)
            .filter(|declared| !self.is_var(*declared))
            .map(|declared| self.type_expression(declared, Role::Type));
        let mut declaration = Declaration::new(self.builder, SymbolKind::Variable, name, node);
        declaration.visible = Visible::From(ByteOffset::from(name.end_byte()));
        let symbol = self.builder.declare(declaration);
        if let Some(declared) = declared {
            self.builder.set_type(symbol, declared);
        }
        if let Some(value) = node.field(Field::Value) {
            let value = self.expression(value);
            self.builder.add_value(symbol, value);
        }
    }

    /// `this(…)`, `super(…)`, `outer.super(…)`
    fn constructor_call(&mut self, node: Node<'_>) {
        if let (Some(word), Some(class)) =
            (node.field(Field::Constructor), self.builder.container_type())
        {
            let base = self.builder.extended_by(class).next();
            match base {
                _ if kind(word) == Kind::This => self.builder.stand_in(word, Role::Call, class),
                Some(base) => drop(self.builder.stand_in_for(word, Role::Call, base)),
                None => {}
            }
        }
        if let Some(object) = node.field(Field::Object) {
            self.expression(object);
        }
        if let Some(arguments) = node.field(Field::Arguments) {
            self.arguments(arguments);
        }
    }

    pub(super) fn switch_expression(&mut self, node: Node<'_>) -> ExpressionId {
        let condition = node.field(Field::Condition).map(|node| self.expression(node));
        let Some(body) = node.field(Field::Body) else { return self.builder.unknown() };
        self.builder.open_scope(ScopeKind::Block, range_of(body), None);
        let mut values = Vec::new();
        for arm in named_children(body) {
            let is_rule = arm.kind() == "switch_rule";
            if is_rule {
                self.builder.open_scope(ScopeKind::Block, range_of(arm), None);
            }
            for child in named_children(arm) {
                if kind(child) == Kind::SwitchLabel {
                    self.switch_label(child, condition);
                } else if is_rule && child.kind() == "expression_statement" {
                    if let Some(value) = child.named_child(0) {
                        values.push(self.expression(value));
                    }
                } else {
                    self.deeper((), |walk| walk.statement(child));
                }
            }
            if is_rule {
                self.builder.close_scope();
            }
        }
        self.builder.close_scope();
        if values.is_empty() || values.len() > 8 {
            return self.builder.unknown();
        }
        self.builder.expression(Expression::Union(values))
    }
}
