//! Members: methods, constructors, fields, enum constants, parameters.

use clew_model::{
    Arity, Expression, Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind, Visibility,
};
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::declarations::signature;
use super::{Kind, Walk, kind};
use crate::builder::{Declaration, Visible, named_children, range_of};

impl<'text> Walk<'_, 'text> {
    /// A method, or an element of an annotation type.
    pub(super) fn method(&mut self, node: Node<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let modifiers = self.modifiers(node);
        let body = node.field(Field::Body);
        let mut declaration = Declaration::new(self.builder, SymbolKind::Method, name, node);
        declaration.signature_range = Some(signature(node, body));
        declaration.doc_range = self.doc.take();
        declaration.visibility = modifiers.visibility_or(self.member_visibility());
        declaration.flags = modifiers.flags;
        let container = self.builder.container_type().and_then(|id| self.builder.symbol(id));
        match container.map(|symbol| symbol.kind) {
            None => declaration.kind = SymbolKind::Function,
            Some(SymbolKind::Interface) if body.is_none() => {
                declaration.flags.set(SymbolFlags::ABSTRACT);
            }
            _ => {}
        }
        let symbol = self.builder.declare(declaration);
        self.builder.enter(symbol);
        self.builder.open_scope(ScopeKind::Function, range_of(node), Some(symbol));
        if let Some(parameters) = node.field(Field::TypeParameters) {
            self.type_parameters(parameters);
        }
        if let Some(result) = node.field(Field::Type) {
            let result = self.type_expression(result, Role::Type);
            let result = self.with_dimensions(result, node);
            self.builder.set_type(symbol, result);
        }
        self.callable_rest(node, body, symbol);
        if let Some(value) = node.field(Field::Value) {
            self.expression(value);
        }
        self.builder.close_scope();
        self.builder.leave();
    }

    /// A constructor, or a record's compact one.
    pub(super) fn constructor(&mut self, node: Node<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let modifiers = self.modifiers(node);
        let class = self.builder.container_type();
        let in_enum = class
            .and_then(|id| self.builder.symbol(id))
            .is_some_and(|symbol| symbol.kind == SymbolKind::Enum);
        let default = if in_enum { Visibility::Private } else { Visibility::Internal };
        let body = node.field(Field::Body);
        let mut declaration = Declaration::new(self.builder, SymbolKind::Constructor, name, node);
        declaration.signature_range = Some(signature(node, body));
        declaration.doc_range = self.doc.take();
        declaration.visibility = modifiers.visibility_or(default);
        declaration.flags = modifiers.flags;
        declaration.visible = Visible::MemberOnly;
        let symbol = self.builder.declare(declaration);
        if let Some(class) = class {
            let instance = self.builder.expression(Expression::SelfValue(class));
            self.builder.add_value(symbol, instance);
        }
        self.builder.enter(symbol);
        self.builder.open_scope(ScopeKind::Function, range_of(node), Some(symbol));
        if let Some(parameters) = node.field(Field::TypeParameters) {
            self.type_parameters(parameters);
        }
        self.callable_rest(node, body, symbol);
        self.builder.close_scope();
        self.builder.leave();
    }

    /// Parameters, `throws` and body.
    fn callable_rest(&mut self, node: Node<'_>, body: Option<Node<'_>>, symbol: SymbolId) {
        if let Some(parameters) = node.field(Field::Parameters) {
            self.parameters(parameters);
            self.builder.set_arity(symbol, arity(parameters));
        }
        for child in named_children(node) {
            if child.kind() == "throws" {
                for thrown in named_children(child) {
                    self.type_expression(thrown, Role::Type);
                }
            }
        }
        if let Some(body) = body {
            self.statements(body);
        }
    }

    /// Declares formal parameters in the current scope.
    pub(super) fn parameters(&mut self, list: Node<'_>) {
        for parameter in named_children(list) {
            match kind(parameter) {
                Kind::FormalParameter => {
                    self.variable(parameter, SymbolKind::Parameter);
                }
                Kind::SpreadParameter => self.spread_parameter(parameter),
                _ => {}
            }
        }
    }

    /// Declares the one variable of a node with `type` and `name` fields, visible
    /// in the whole current scope.
    pub(super) fn variable(&mut self, node: Node<'_>, symbol_kind: SymbolKind) -> Option<SymbolId> {
        self.modifiers(node);
        let declared = node
            .field(Field::Type)
            .filter(|declared| !self.is_var(*declared))
            .map(|declared| self.type_expression(declared, Role::Type));
        let name = node.field(Field::Name)?;
        let mut declaration = Declaration::new(self.builder, symbol_kind, name, node);
        declaration.flags = SymbolFlags::LOCAL;
        let symbol = self.builder.declare(declaration);
        if let Some(declared) = declared {
            let declared = self.with_dimensions(declared, node);
            self.builder.set_type(symbol, declared);
        }
        Some(symbol)
    }

    fn spread_parameter(&mut self, node: Node<'_>) {
        self.modifiers(node);
        let mut element = self.builder.unknown();
        for child in named_children(node) {
            match kind(child) {
                Kind::Modifiers | Kind::Comment => {}
                Kind::Annotation => {
                    self.annotation(child);
                }
                Kind::VariableDeclarator => {
                    let Some(name) = child.field(Field::Name) else { continue };
                    let mut declaration =
                        Declaration::new(self.builder, SymbolKind::Parameter, name, node);
                    declaration.flags = SymbolFlags::LOCAL;
                    let symbol = self.builder.declare(declaration);
                    let list = self.builder.expression(Expression::ListOf(element));
                    self.builder.set_type(symbol, list);
                }
                _ => element = self.type_expression(child, Role::Type),
            }
        }
    }

    /// Record components: private fields that are read like methods.
    pub(super) fn record_components(&mut self, list: Node<'_>) {
        for component in named_children(list) {
            if kind(component) != Kind::FormalParameter {
                continue;
            }
            self.modifiers(component);
            let declared = component
                .field(Field::Type)
                .map(|declared| self.type_expression(declared, Role::Type));
            let Some(name) = component.field(Field::Name) else { continue };
            let mut declaration =
                Declaration::new(self.builder, SymbolKind::Field, name, component);
            declaration.visibility = Visibility::Private;
            declaration.flags = SymbolFlags::ACCESSOR;
            let symbol = self.builder.declare(declaration);
            if let Some(declared) = declared {
                self.builder.set_type(symbol, declared);
            }
        }
    }

    /// A field declaration, or constants of an interface.
    pub(super) fn field(&mut self, node: Node<'_>) {
        let mut modifiers = self.modifiers(node);
        let visibility = modifiers.visibility_or(self.member_visibility());
        let in_interface = node.kind() == "constant_declaration";
        if in_interface {
            modifiers.flags.set(SymbolFlags::STATIC);
        }
        let is_constant = modifiers.flags.has(SymbolFlags::STATIC)
            && (in_interface || self.has_modifier(node, "final"));
        let doc_range = self.doc.take();
        let declared =
            node.field(Field::Type).map(|declared| self.type_expression(declared, Role::Type));
        let mut cursor = node.walk();
        let declarators: Vec<_> = node.children_by_field_name("declarator", &mut cursor).collect();
        let alone = declarators.len() == 1;
        for declarator in declarators {
            let Some(name) = declarator.field(Field::Name) else { continue };
            let whole = if alone { node } else { declarator };
            let symbol_kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Field };
            let mut declaration = Declaration::new(self.builder, symbol_kind, name, whole);
            let value = declarator.field(Field::Value);
            if alone {
                declaration.signature_range = Some(signature(node, None));
            }
            declaration.doc_range = doc_range;
            declaration.visibility = visibility;
            declaration.flags = modifiers.flags;
            let symbol = self.builder.declare(declaration);
            if let Some(declared) = declared {
                let declared = self.with_dimensions(declared, declarator);
                self.builder.set_type(symbol, declared);
            }
            if let Some(value) = value {
                self.initial_value(symbol, value);
            }
        }
    }

    /// Reads the value that a variable or field starts with. What lambdas and
    /// anonymous classes in a field's value declare is inside that field.
    pub(super) fn initial_value(&mut self, symbol: SymbolId, value: Node<'_>) {
        let is_member = self.builder.scope_kind(self.builder.scope()) == ScopeKind::Type;
        if is_member {
            self.builder.enter(symbol);
        }
        let value = self.expression(value);
        if is_member {
            self.builder.leave();
        }
        self.builder.add_value(symbol, value);
    }

    fn has_modifier(&self, declaration: Node<'_>, wanted: &str) -> bool {
        let mut cursor = declaration.walk();
        let modifiers =
            declaration.children(&mut cursor).find(|child| kind(*child) == Kind::Modifiers);
        modifiers.is_some_and(|modifiers| {
            let mut cursor = modifiers.walk();
            modifiers.children(&mut cursor).any(|child| child.kind() == wanted)
        })
    }

    pub(super) fn enum_constant(&mut self, node: Node<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let modifiers = self.modifiers(node);
        let body = node.field(Field::Body);
        let class = self.builder.container_type();
        let mut declaration = Declaration::new(self.builder, SymbolKind::EnumMember, name, node);
        declaration.signature_range = Some(signature(node, body));
        declaration.doc_range = self.doc.take();
        declaration.flags = modifiers.flags.with(SymbolFlags::STATIC);
        let symbol = self.builder.declare(declaration);
        let base = match class {
            Some(class) => {
                let value = self.builder.expression(Expression::SelfValue(class));
                self.builder.add_value(symbol, value);
                self.builder.expression(Expression::SelfType(class))
            }
            None => self.builder.unknown(),
        };
        self.builder.enter(symbol);
        if let Some(arguments) = node.field(Field::Arguments) {
            self.arguments(arguments);
        }
        if let Some(body) = body {
            self.anonymous_class(body, base);
        }
        self.builder.leave();
    }
}

/// What a list of formal parameters takes.
fn arity(parameters: Node<'_>) -> Arity {
    let kinds: Vec<Kind> = named_children(parameters).into_iter().map(kind).collect();
    let is_spread = kinds.contains(&Kind::SpreadParameter);
    let is_parameter = |kind: &&Kind| matches!(kind, Kind::FormalParameter | Kind::SpreadParameter);
    Arity::of(kinds.iter().filter(is_parameter).count(), is_spread)
}
