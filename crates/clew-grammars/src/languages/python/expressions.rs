//! Expressions and type annotations.

use clew_model::{Expression, ExpressionId, LiteralKind, Role, ScopeKind, SymbolFlags, SymbolKind};
use tree_sitter::Node;

use super::flow::Cause;
use super::{Kind, Walk, kind};
use crate::builder::{Declaration, named_children, range_of};

use super::fields::{Field, FieldAccess};

impl<'text> Walk<'_, 'text> {
    /// Reads an expression: reports its references and gives its value.
    ///
    /// `role` is what happens to its last name.
    pub(super) fn expression(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let unknown = self.builder.unknown();
        self.deeper(unknown, |walk| walk.expression_inner(node, role))
    }

    fn expression_inner(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        match kind(node) {
            Kind::Identifier => {
                let occurrence = self.builder.reference(node, role);
                let known = match role {
                    Role::Read | Role::Call => self.flow.known(self.builder.node_text(node)),
                    _ => None,
                };
                known.unwrap_or_else(|| self.builder.occurrence_expression(occurrence))
            }
            Kind::Attribute => self.attribute(node, role),
            Kind::Call => self.call(node),
            Kind::Subscript => self.subscript(node, role),
            Kind::Assignment => self.assignment(node),
            Kind::AugmentedAssignment => self.augmented_assignment(node),
            Kind::NamedExpression => self.named_expression(node),
            Kind::AsPattern => self.as_pattern(node),
            Kind::Lambda => self.lambda(node),
            Kind::Comprehension => self.comprehension(node),
            Kind::Await => self.wrapped(node, Expression::Await),
            Kind::Parenthesized => match node.named_child(0) {
                Some(inner) => self.expression(inner, role),
                None => self.builder.unknown(),
            },
            Kind::ConditionalExpression => self.conditional(node),
            Kind::BooleanOperator => self.condition(node).value,
            Kind::KeywordArgument => {
                if let Some(name) = node.field(Field::Name) {
                    self.builder.occurrence(name, Role::Read, clew_model::Binding::Opaque);
                }
                match node.field(Field::Value) {
                    Some(value) => self.expression(value, Role::Read),
                    None => self.builder.unknown(),
                }
            }
            Kind::Type => self.type_expression(node),
            Kind::ExpressionList => self.tuple(node, role),
            Kind::Yield => self.yielded(node),
            Kind::List => self.list(node),
            Kind::Set => self.literal(node, LiteralKind::Set),
            Kind::Dictionary => self.literal(node, LiteralKind::Map),
            Kind::String | Kind::Bytes => self.string(node),
            Kind::Number => self.literal(node, LiteralKind::Number),
            Kind::NoneLiteral => self.literal(node, LiteralKind::Nothing),
            Kind::ComparisonOperator => self.literal(node, LiteralKind::Boolean),
            _ => {
                for child in named_children(node) {
                    self.expression(child, Role::Read);
                }
                self.builder.unknown()
            }
        }
    }

    fn attribute(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let (Some(object), Some(name)) = (node.field(Field::Object), node.field(Field::Attribute))
        else {
            return self.builder.unknown();
        };
        let base = self.expression(object, Role::Read);
        let occurrence = self.builder.member(base, name, role);
        if self.builder.node_text(name) == "__class__"
            && self.builder.node_text(object) == "self"
            && let Some(class) = self.builder.container_type()
        {
            return self.builder.expression(Expression::SelfType(class));
        }
        self.builder.occurrence_expression(occurrence)
    }

    fn subscript(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let Some(value) = node.field(Field::Value) else {
            return self.builder.unknown();
        };
        let heads_type = matches!(role, Role::Type | Role::Inherit);
        let base = self.expression(value, if heads_type { role } else { Role::Read });
        let arguments: Vec<_> = named_children(node)
            .into_iter()
            .skip(1)
            .map(|argument| {
                let role = if heads_type { Role::Type } else { Role::Read };
                self.expression(argument, role)
            })
            .collect();
        if heads_type {
            return self.builder.expression(Expression::Generic(base, arguments));
        }
        let index = node.field(Field::Subscript).filter(|_| arguments.len() == 1);
        match index.map(|index| (index.kind(), self.builder.node_text(index))) {
            Some(("slice", _)) => base,
            Some(("integer", text)) if text.parse::<u32>().is_ok() => {
                let index = text.parse().unwrap_or_default();
                self.builder.expression(Expression::Item(base, index))
            }
            _ => self.builder.expression(Expression::Element(base)),
        }
    }

    fn lambda(&mut self, node: Node<'_>) -> ExpressionId {
        self.builder.open_scope(ScopeKind::Function, range_of(node), None);
        let mark = self.flow.mark();
        if let Some(parameters) = node.field(Field::Parameters) {
            for parameter in named_children(parameters) {
                if let Some(default) = parameter.field(Field::Value) {
                    self.expression(default, Role::Read);
                }
                if let Some(name) = super::statements::first_identifier(parameter) {
                    let mut declaration =
                        Declaration::new(self.builder, SymbolKind::Parameter, name, parameter);
                    declaration.flags = SymbolFlags::LOCAL;
                    self.flow.set(declaration.name, None, Cause::Tested);
                    self.builder.declare(declaration);
                }
            }
        }
        let outer = self.function.take();
        let value = node.field(Field::Body).map(|body| self.expression(body, Role::Read));
        self.function = outer;
        self.flow.end_branch(mark, false);
        self.builder.close_scope();
        match value {
            Some(value) => self.builder.expression(Expression::FunctionOf(value)),
            None => self.builder.unknown(),
        }
    }

    fn comprehension(&mut self, node: Node<'_>) -> ExpressionId {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        let mark = self.flow.mark();
        let children = named_children(node);
        for child in children.iter().skip(1) {
            match child.kind() {
                "for_in_clause" => self.for_in(*child),
                "if_clause" => {
                    for test in named_children(*child) {
                        let tested = self.condition(test);
                        self.assume(&tested.yes);
                    }
                }
                _ => {
                    self.expression(*child, Role::Read);
                }
            }
        }
        let pair = children.first().filter(|body| body.kind() == "pair");
        let (key, body) = match pair {
            Some(pair) => (pair.field(Field::Key), pair.field(Field::Value)),
            None => (None, children.first().copied()),
        };
        if let Some(key) = key {
            self.expression(key, Role::Read);
        }
        let element = body.map(|body| self.expression(body, Role::Read));
        self.flow.end_branch(mark, false);
        self.builder.close_scope();
        match element {
            Some(value) if pair.is_some() => self.builder.expression(Expression::MapOf(value)),
            Some(element) => self.builder.expression(Expression::ListOf(element)),
            None => self.builder.unknown(),
        }
    }

    fn for_in(&mut self, node: Node<'_>) {
        let iterated = node.field(Field::Right).map(|right| self.expression(right, Role::Read));
        if let Some(left) = node.field(Field::Left) {
            let element =
                iterated.map(|iterated| self.builder.expression(Expression::Iterated(iterated)));
            self.bind_comprehension_target(left, element);
        }
    }

    /// `a if test else b`
    fn conditional(&mut self, node: Node<'_>) -> ExpressionId {
        let parts = named_children(node);
        let [first, test, last] = parts.as_slice() else {
            for part in parts {
                self.expression(part, Role::Read);
            }
            return self.builder.unknown();
        };
        let tested = self.condition(*test);
        let mut values = Vec::new();
        for (part, known) in [(first, &tested.yes), (last, &tested.no)] {
            let mark = self.flow.mark();
            self.assume(known);
            values.push(self.expression(*part, Role::Read));
            self.flow.end_branch(mark, false);
        }
        self.builder.expression(Expression::Union(values))
    }

    /// A tuple, as a value or as the arguments of a type.
    fn tuple(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let role = if role == Role::Type { role } else { Role::Read };
        let children = named_children(node);
        let starred = children.iter().any(|child| child.kind() == "list_splat");
        let parts = children.into_iter().map(|child| self.expression(child, role)).collect();
        match starred {
            true => self.builder.expression(Expression::Literal(LiteralKind::Tuple)),
            false => self.builder.expression(Expression::TupleOf(parts)),
        }
    }

    /// A function that yields gives a sequence of what it yields.
    fn yielded(&mut self, node: Node<'_>) -> ExpressionId {
        let mut cursor = node.walk();
        let is_from = node.children(&mut cursor).any(|child| child.kind() == "from");
        for child in named_children(node) {
            let value = self.expression(child, Role::Read);
            let Some(function) = self.function else { continue };
            let sequence = match is_from {
                true => value,
                false => self.builder.expression(Expression::ListOf(value)),
            };
            self.builder.add_value(function, sequence);
        }
        self.builder.unknown()
    }

    fn wrapped(&mut self, node: Node<'_>, wrap: fn(ExpressionId) -> Expression) -> ExpressionId {
        match node.named_child(0) {
            Some(inner) => {
                let inner = self.expression(inner, Role::Read);
                self.builder.expression(wrap(inner))
            }
            None => self.builder.unknown(),
        }
    }

    fn list(&mut self, node: Node<'_>) -> ExpressionId {
        let mut first = None;
        for child in named_children(node) {
            let value = self.expression(child, Role::Read);
            first.get_or_insert(value);
        }
        match first {
            Some(first) => self.builder.expression(Expression::ListOf(first)),
            None => self.builder.expression(Expression::Literal(LiteralKind::List)),
        }
    }

    fn literal(&mut self, node: Node<'_>, literal: LiteralKind) -> ExpressionId {
        for child in named_children(node) {
            self.expression(child, Role::Read);
        }
        self.builder.expression(Expression::Literal(literal))
    }

    /// Reads the interpolations of a string.
    fn string(&mut self, node: Node<'_>) -> ExpressionId {
        for child in named_children(node) {
            match child.kind() {
                "interpolation" => {
                    for part in named_children(child) {
                        self.expression(part, Role::Read);
                    }
                }
                "string" => {
                    self.expression(child, Role::Read);
                }
                _ => {}
            }
        }
        let start = self.builder.node_text(node);
        let is_bytes = start.starts_with(['b', 'B']);
        let literal = if is_bytes { LiteralKind::Bytes } else { LiteralKind::String };
        self.builder.expression(Expression::Literal(literal))
    }

    /// Reads an annotation.
    pub(super) fn type_expression(&mut self, node: Node<'_>) -> ExpressionId {
        let unknown = self.builder.unknown();
        self.deeper(unknown, |walk| walk.type_inner(node))
    }

    fn type_inner(&mut self, node: Node<'_>) -> ExpressionId {
        match node.kind() {
            "type" | "parenthesized_expression" => match node.named_child(0) {
                Some(inner) => self.type_expression(inner),
                None => self.builder.unknown(),
            },
            "generic_type" | "subscript" => self.generic_type(node),
            "union_type" | "binary_operator" => {
                let parts = named_children(node)
                    .into_iter()
                    .map(|part| self.type_expression(part))
                    .collect();
                self.builder.expression(Expression::Union(parts))
            }
            "member_type" => {
                let (Some(object), Some(name)) = (node.named_child(0), node.named_child(1)) else {
                    return self.builder.unknown();
                };
                let base = self.type_expression(object);
                let occurrence = self.builder.member(base, name, Role::Type);
                self.builder.occurrence_expression(occurrence)
            }
            "none" => self.builder.expression(Expression::Literal(LiteralKind::Nothing)),
            "string" => self.quoted_type(node),
            "identifier" | "attribute" if self.is_named(node, "Self") => {
                let name = self.expression(node, Role::Type);
                match self.builder.container_type() {
                    Some(class) => self.builder.expression(Expression::SelfValue(class)),
                    None => name,
                }
            }
            _ => self.expression(node, Role::Type),
        }
    }

    /// `List[T]`; the values in `Literal[...]` are no types.
    fn generic_type(&mut self, node: Node<'_>) -> ExpressionId {
        let children = named_children(node);
        let Some((head, rest)) = children.split_first() else {
            return self.builder.unknown();
        };
        let base = self.type_expression(*head);
        if self.is_named(*head, "Literal") {
            return self.builder.unknown();
        }
        let arguments: Vec<Node<'_>> = match node.kind() {
            "subscript" => rest.to_vec(),
            _ => rest.iter().flat_map(|list| named_children(*list)).collect(),
        };
        let arguments =
            arguments.into_iter().map(|argument| self.type_expression(argument)).collect();
        self.builder.expression(Expression::Generic(base, arguments))
    }

    /// Whether the last part of a dotted name is `name`.
    fn is_named(&self, node: Node<'_>, name: &str) -> bool {
        self.builder.node_text(node).rsplit('.').next() == Some(name)
    }
}
