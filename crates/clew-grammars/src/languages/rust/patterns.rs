//! Parameters, `let` and patterns: what binds names.

use clew_model::{Binding, Expression, ExpressionId, Role, ScopeKind, SymbolFlags, SymbolKind};
use clew_text::ByteOffset;
use tree_sitter::Node;

use super::{Kind, Receiver, Walk, kind};
use crate::builder::{Declaration, Namespace, Visible, named_children, range_of};

use super::fields::{Field, FieldAccess};

/// How the names of a pattern are declared.
#[derive(Clone, Copy)]
pub(super) struct Bound<'tree> {
    pub(super) kind: SymbolKind,
    pub(super) visible: Visible,
    /// The whole declaration; `None`: each name alone.
    pub(super) whole: Option<Node<'tree>>,
    /// The type written next to the pattern.
    pub(super) declared: Option<ExpressionId>,
}

impl<'text> Walk<'_, 'text> {
    /// Declares the parameters of a function.
    pub(super) fn parameters(&mut self, list: Node<'_>) {
        for parameter in named_children(list) {
            match kind(parameter) {
                Kind::SelfParameter => {
                    let mut cursor = parameter.walk();
                    let name = parameter
                        .named_children(&mut cursor)
                        .find(|child| kind(*child) == Kind::SelfKeyword);
                    if let Some(name) = name {
                        self.self_parameter(name, parameter);
                    }
                }
                Kind::Parameter => {
                    let declared = parameter.field(Field::Type);
                    let declared = declared.map(|node| self.type_expression(node, Role::Type));
                    let Some(pattern) = parameter.field(Field::Pattern) else { continue };
                    if kind(pattern) == Kind::SelfKeyword {
                        self.self_parameter(pattern, parameter);
                        continue;
                    }
                    self.parameter(pattern, Some(parameter), declared, None);
                }
                _ => {}
            }
        }
    }

    /// Declares what the pattern of a parameter binds.
    pub(super) fn parameter(
        &mut self,
        pattern: Node<'_>,
        whole: Option<Node<'_>>,
        declared: Option<ExpressionId>,
        value: Option<ExpressionId>,
    ) {
        let bound = Bound { kind: SymbolKind::Parameter, visible: Visible::Whole, whole, declared };
        self.pattern(pattern, value, bound);
    }

    fn self_parameter(&mut self, name: Node<'_>, whole: Node<'_>) {
        let mut declaration = Declaration::new(self.builder, SymbolKind::Parameter, name, whole);
        declaration.flags = SymbolFlags::LOCAL;
        let symbol = self.builder.declare(declaration);
        match self.receiver {
            Some(Receiver::Named(owner)) => self.builder.set_type(symbol, owner),
            Some(Receiver::Declared(declared)) => {
                let value = self.builder.expression(Expression::SelfValue(declared));
                self.builder.add_value(symbol, value);
            }
            None => {}
        }
    }

    pub(super) fn let_declaration(&mut self, node: Node<'_>) {
        let declared =
            node.field(Field::Type).map(|declared| self.type_expression(declared, Role::Type));
        let value = node.field(Field::Value).map(|value| self.expression(value, Role::Read));
        if let Some(alternative) = node.field(Field::Alternative) {
            self.expression(alternative, Role::Read);
        }
        if let Some(pattern) = node.field(Field::Pattern) {
            let bound = Bound {
                kind: SymbolKind::Variable,
                visible: Visible::From(ByteOffset::from(node.end_byte())),
                whole: Some(node),
                declared,
            };
            self.pattern(pattern, value, bound);
        }
    }

    /// Binds the names of a pattern to the parts of a value.
    pub(super) fn pattern(
        &mut self,
        node: Node<'_>,
        value: Option<ExpressionId>,
        bound: Bound<'_>,
    ) {
        self.pattern_names.clear();
        self.sub_pattern(node, value, bound);
        self.pattern_names.clear();
    }

    fn sub_pattern(&mut self, node: Node<'_>, value: Option<ExpressionId>, bound: Bound<'_>) {
        self.deeper((), |walk| walk.pattern_inner(node, value, bound));
    }

    fn pattern_inner(&mut self, node: Node<'_>, value: Option<ExpressionId>, bound: Bound<'_>) {
        let inner = Bound { whole: None, declared: None, ..bound };
        match kind(node) {
            Kind::Identifier => self.bind_or_read(node, value, bound),
            Kind::Scoped => {
                self.path(node, Role::Read, Namespace::Expression);
            }
            Kind::TuplePattern => {
                let value = match bound.declared {
                    Some(declared) => Some(self.builder.expression(Expression::TypeOf(declared))),
                    None => value,
                };
                self.parts(node, inner, |walk, index| {
                    let index = index?;
                    Some(walk.builder.expression(Expression::Item(value?, index)))
                });
            }
            Kind::SlicePattern => {
                let element = value.map(|v| self.builder.expression(Expression::Element(v)));
                self.parts(node, inner, |_, _| element);
            }
            Kind::TupleStructPattern => self.tuple_struct(node, value, inner),
            Kind::StructPattern => self.struct_pattern(node, inner),
            Kind::CapturedPattern => {
                for (index, part) in named_children(node).into_iter().enumerate() {
                    let bound = if index == 0 { bound } else { inner };
                    self.sub_pattern(part, value, bound);
                }
            }
            Kind::RangePattern => {
                for part in named_children(node) {
                    self.expression(part, Role::Read);
                }
            }
            Kind::GenericType => {
                self.type_expression(node, Role::Read);
            }
            Kind::MacroInvocation => {
                self.macro_invocation(node);
            }
            Kind::AsyncBlock | Kind::Closure => {
                self.expression(node, Role::Read);
            }
            Kind::SelfKeyword | Kind::Label | Kind::Comment => {}
            // `mut x`, `ref x`, `&x`, `a | b`: each part sees the same value.
            _ => {
                for part in named_children(node) {
                    self.sub_pattern(part, value, bound);
                }
            }
        }
    }

    /// Visits the parts of a tuple or slice with their indexes, which are
    /// unknown behind `..`. Commas are counted since `_` is no node of its own.
    fn parts(
        &mut self,
        node: Node<'_>,
        bound: Bound<'_>,
        mut value_of: impl FnMut(&mut Self, Option<u32>) -> Option<ExpressionId>,
    ) {
        let mut index = Some(0);
        let mut cursor = node.walk();
        let children: Vec<_> = node
            .children(&mut cursor)
            .skip_while(|child| !matches!(child.kind(), "(" | "["))
            .collect();
        for part in children {
            match kind(part) {
                Kind::RemainingPattern => index = None,
                Kind::Comment | Kind::Attribute => {}
                _ if part.kind() == "," => index = index.map(|index| index + 1),
                _ if part.is_named() => {
                    let value = value_of(self, index);
                    self.sub_pattern(part, value, bound);
                }
                _ => {}
            }
        }
    }

    /// `Some(x)` and `Ok(x)` take the wrapper off; other constructors give their
    /// numbered fields.
    fn tuple_struct(&mut self, node: Node<'_>, value: Option<ExpressionId>, bound: Bound<'_>) {
        let Some(name) = node.field(Field::Type) else { return };
        let constructor = self.path(name, Role::Read, Namespace::Expression);
        match self.builder.node_text(name) {
            "Some" | "Ok" => {
                let inner = value.map(|v| self.builder.expression(Expression::Unwrap(v)));
                self.parts(node, bound, |_, _| inner);
            }
            "Err" => self.parts(node, bound, |_, _| None),
            _ => {
                let whole = self.builder.expression(Expression::Instance(constructor));
                self.parts(node, bound, |walk, index| {
                    Some(walk.builder.expression(Expression::Item(whole, index?)))
                });
            }
        }
    }

    fn struct_pattern(&mut self, node: Node<'_>, bound: Bound<'_>) {
        let Some(name) = node.field(Field::Type) else { return };
        let named = self.path(name, Role::Type, Namespace::Path);
        let whole = self.builder.expression(Expression::Instance(named));
        for field in named_children(node) {
            if kind(field) != Kind::FieldPattern {
                continue;
            }
            let Some(name) = field.field(Field::Name) else { continue };
            let occurrence = self.builder.member(whole, name, Role::Read);
            let value = self.builder.occurrence_expression(occurrence);
            match field.field(Field::Pattern) {
                Some(pattern) => self.sub_pattern(pattern, Some(value), bound),
                None => self.bind(name, Some(value), bound),
            }
        }
    }

    /// A plain name in a pattern: a constant, unit struct or variant if it is
    /// written like one, else a new variable.
    fn bind_or_read(&mut self, node: Node<'_>, value: Option<ExpressionId>, bound: Bound<'_>) {
        let text = self.builder.node_text(node);
        let is_constant = text.starts_with(|c: char| c.is_uppercase());
        if is_constant {
            self.builder.reference_in(node, Role::Read, Namespace::Expression);
        } else {
            self.bind(node, value, bound);
        }
    }

    fn bind(&mut self, name: Node<'_>, value: Option<ExpressionId>, bound: Bound<'_>) {
        let text = self.builder.node_text(name);
        if let Some((_, known)) = self.pattern_names.iter().find(|(known, _)| *known == text) {
            let known = *known;
            self.builder.occurrence(name, Role::Write, Binding::Symbol(known));
            return;
        }
        let mut declaration =
            Declaration::new(self.builder, bound.kind, name, bound.whole.unwrap_or(name));
        declaration.visible = bound.visible;
        declaration.flags = SymbolFlags::LOCAL;
        let symbol = self.builder.declare(declaration);
        if self.pattern_names.len() < 64 {
            self.pattern_names.push((text, symbol));
        }
        match (bound.declared, value) {
            (Some(declared), _) => self.builder.set_type(symbol, declared),
            (None, Some(value)) => self.builder.add_value(symbol, value),
            _ => {}
        }
    }

    /// Binds a pattern whose names are visible from the end of `from` on.
    pub(super) fn pattern_from(
        &mut self,
        pattern: Node<'_>,
        value: Option<ExpressionId>,
        from: Node<'_>,
    ) {
        let bound = Bound {
            kind: SymbolKind::Variable,
            visible: Visible::From(ByteOffset::from(from.end_byte())),
            whole: None,
            declared: None,
        };
        self.pattern(pattern, value, bound);
    }

    pub(super) fn match_arm(
        &mut self,
        node: Node<'_>,
        value: Option<ExpressionId>,
    ) -> ExpressionId {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        if let Some(outer) = node.field(Field::Pattern) {
            if let Some(pattern) = outer.named_child(0) {
                let bound = Bound {
                    kind: SymbolKind::Variable,
                    visible: Visible::Whole,
                    whole: None,
                    declared: None,
                };
                self.pattern(pattern, value, bound);
            }
            if let Some(condition) = outer.field(Field::Condition) {
                self.expression(condition, Role::Read);
            }
        }
        let result = match node.field(Field::Value) {
            Some(value) => self.expression(value, Role::Read),
            None => self.builder.unknown(),
        };
        self.builder.close_scope();
        result
    }
}
