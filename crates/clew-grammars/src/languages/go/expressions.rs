//! Expressions.

use clew_model::{Binding, Expression, ExpressionId, LiteralKind, Role, ScopeKind};
use tree_sitter::Node;

use super::{Kind, Walk, kind};
use crate::builder::{named_children, range_of};

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
                if self.builder.node_text(node) == "_" {
                    return self.builder.unknown();
                }
                let occurrence = self.builder.reference(node, role);
                self.builder.occurrence_expression(occurrence)
            }
            Kind::Selector => self.selector(node, role),
            Kind::Call => self.call(node),
            Kind::CompositeLiteral => self.composite(node),
            Kind::FunctionLiteral => self.function_literal(node),
            Kind::Index => self.index(node),
            Kind::TypeAssertion => self.type_assertion(node),
            Kind::TypeInstantiation => self.instantiation(node, role),
            Kind::Unary => self.unary(node, role),
            Kind::Binary => self.binary(node),
            Kind::Parenthesized => match node.named_child(0) {
                Some(inner) => self.expression(inner, role),
                None => self.builder.unknown(),
            },
            Kind::StringLiteral => self.literal(LiteralKind::String),
            Kind::Number => self.literal(LiteralKind::Number),
            Kind::Truth => self.literal(LiteralKind::Boolean),
            Kind::Nil => self.literal(LiteralKind::Nothing),
            Kind::ArrayType
            | Kind::MapType
            | Kind::ChannelType
            | Kind::FunctionType
            | Kind::StructType
            | Kind::InterfaceType
            | Kind::PointerType
            | Kind::GenericType
            | Kind::QualifiedType => self.type_expression(node, Role::Type),
            Kind::Comment | Kind::Blank => self.builder.unknown(),
            _ => {
                self.expressions(node);
                self.builder.unknown()
            }
        }
    }

    fn literal(&mut self, literal: LiteralKind) -> ExpressionId {
        self.builder.expression(Expression::Literal(literal))
    }

    /// Reads every part of a node; gives their values.
    pub(super) fn expressions(&mut self, node: Node<'_>) -> Vec<ExpressionId> {
        named_children(node)
            .into_iter()
            .filter(|child| kind(*child) != Kind::Comment)
            .map(|child| self.expression(child, Role::Read))
            .collect()
    }

    fn selector(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let (Some(operand), Some(field)) = (node.field(Field::Operand), node.field(Field::Field))
        else {
            return self.builder.unknown();
        };
        let base = self.expression(operand, Role::Read);
        let occurrence = self.builder.member(base, field, role);
        self.builder.occurrence_expression(occurrence)
    }

    fn call(&mut self, node: Node<'_>) -> ExpressionId {
        let Some(function) = node.field(Field::Function) else {
            return self.builder.unknown();
        };
        let arguments = node.field(Field::Arguments);
        let name = self.builder.node_text(function);
        if matches!(name, "new" | "make") {
            return self.allocation(function, arguments);
        }
        let mut callee = match kind(function) {
            Kind::Index => self.generic_callee(function),
            _ => self.expression(function, Role::Call),
        };
        if let Some(list) = node.field(Field::TypeArguments) {
            callee = self.apply_arguments(callee, list);
        }
        let values = arguments.map(|arguments| self.expressions(arguments)).unwrap_or_default();
        if name == "append"
            && let Some(first) = values.first()
        {
            return *first;
        }
        self.builder.expression(Expression::Call(callee))
    }

    /// `f[T](x)` names a function where the index looks like a type; else it
    /// calls an element.
    fn generic_callee(&mut self, node: Node<'_>) -> ExpressionId {
        let (Some(operand), Some(index)) = (node.field(Field::Operand), node.field(Field::Index))
        else {
            return self.expression(node, Role::Call);
        };
        let text = self.builder.node_text(index);
        let is_type = text.starts_with(char::is_uppercase)
            || matches!(text, "int" | "string" | "bool" | "byte" | "any" | "error" | "float64")
            || !matches!(
                kind(index),
                Kind::Identifier
                    | Kind::Number
                    | Kind::Selector
                    | Kind::StringLiteral
                    | Kind::Binary
                    | Kind::Call
                    | Kind::Unary
                    | Kind::Index
            );
        if !is_type {
            return self.index(node);
        }
        let callee = self.expression(operand, Role::Call);
        let argument = self.type_expression(index, Role::Type);
        self.builder.expression(Expression::Generic(callee, vec![argument]))
    }

    /// `new(T)` and `make(T, n)` give a value of the type.
    fn allocation(&mut self, function: Node<'_>, arguments: Option<Node<'_>>) -> ExpressionId {
        self.expression(function, Role::Call);
        let arguments = arguments.map(named_children).unwrap_or_default();
        let mut arguments = arguments.into_iter().filter(|part| kind(*part) != Kind::Comment);
        let Some(first) = arguments.next() else { return self.builder.unknown() };
        let made = match kind(first) {
            Kind::Call | Kind::CompositeLiteral | Kind::Index => {
                self.expression(first, Role::Read);
                self.builder.unknown()
            }
            _ => self.type_expression(first, Role::Type),
        };
        for argument in arguments {
            self.expression(argument, Role::Read);
        }
        self.builder.expression(Expression::TypeOf(made))
    }

    fn composite(&mut self, node: Node<'_>) -> ExpressionId {
        let Some(named) = node.field(Field::Type) else { return self.builder.unknown() };
        let role = match kind(named) {
            Kind::Identifier | Kind::QualifiedType | Kind::GenericType => Role::Call,
            _ => Role::Type,
        };
        let made = self.type_expression(named, role);
        let value = match self.builder.expression_at(made) {
            Expression::Occurrence(_) | Expression::Generic(..) => {
                self.builder.expression(Expression::Instance(made))
            }
            _ => self.builder.expression(Expression::TypeOf(made)),
        };
        if let Some(body) = node.field(Field::Body) {
            self.literal_value(body, made, kind(named));
        }
        value
    }

    /// The elements of a literal of type `made`, which is written as `form`.
    fn literal_value(&mut self, body: Node<'_>, made: ExpressionId, form: Kind) {
        let element = match self.builder.expression_at(made) {
            Expression::ListOf(element) | Expression::MapOf(element) => Some(*element),
            _ => None,
        };
        let has_fields = !matches!(form, Kind::ArrayType | Kind::MapType);
        let instance = self.builder.expression(Expression::TypeOf(made));
        for part in named_children(body) {
            match kind(part) {
                Kind::KeyedElement => {
                    let (key, value) = (part.field(Field::Key), part.field(Field::Value));
                    if let Some(key) = key {
                        self.literal_key(key, instance, has_fields);
                    }
                    if let Some(value) = value {
                        self.literal_element(value, element);
                    }
                }
                Kind::LiteralElement => self.literal_element(part, element),
                _ => {}
            }
        }
    }

    fn literal_key(&mut self, key: Node<'_>, instance: ExpressionId, has_fields: bool) {
        let inner = key.named_child(0).unwrap_or(key);
        if has_fields && kind(inner) == Kind::Identifier {
            self.builder.occurrence(inner, Role::Write, Binding::Member(instance));
        } else {
            self.literal_element(key, None);
        }
    }

    /// An element; `{…}` without a type is of the type that the list says.
    fn literal_element(&mut self, node: Node<'_>, element: Option<ExpressionId>) {
        let inner = node.named_child(0).unwrap_or(node);
        if kind(inner) != Kind::LiteralValue {
            self.expression(inner, Role::Read);
            return;
        }
        let made = element.unwrap_or_else(|| self.builder.unknown());
        let form = match self.builder.expression_at(made) {
            Expression::ListOf(_) => Kind::ArrayType,
            Expression::MapOf(_) => Kind::MapType,
            _ => Kind::StructType,
        };
        self.deeper((), |walk| walk.literal_value(inner, made, form));
    }

    fn function_literal(&mut self, node: Node<'_>) -> ExpressionId {
        self.builder.open_scope(ScopeKind::Function, range_of(node), None);
        let result = self.signature(node, None);
        let outer = self.switched.take();
        if let Some(body) = node.field(Field::Body) {
            self.statements(body);
        }
        self.switched = outer;
        self.builder.close_scope();
        let result = self.builder.expression(Expression::TypeOf(result));
        self.builder.expression(Expression::FunctionOf(result))
    }

    fn index(&mut self, node: Node<'_>) -> ExpressionId {
        let values = self.expressions(node);
        let Some(base) = values.first().copied() else { return self.builder.unknown() };
        if node.kind() == "slice_expression" {
            return base;
        }
        self.builder.expression(Expression::Element(base))
    }

    fn type_assertion(&mut self, node: Node<'_>) -> ExpressionId {
        if let Some(operand) = node.field(Field::Operand) {
            self.expression(operand, Role::Read);
        }
        match node.field(Field::Type) {
            Some(target) => {
                let target = self.type_expression(target, Role::Type);
                self.builder.expression(Expression::TypeOf(target))
            }
            None => self.builder.unknown(),
        }
    }

    fn instantiation(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let parts = named_children(node);
        let Some((head, rest)) = parts.split_first() else { return self.builder.unknown() };
        let base = self.type_expression(*head, role);
        let arguments =
            rest.iter().map(|argument| self.type_expression(*argument, Role::Type)).collect();
        self.builder.expression(Expression::Generic(base, arguments))
    }

    /// `&x` and `*x` are looked through; `<-c` is an element.
    fn unary(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let Some(operand) = node.field(Field::Operand) else {
            return self.builder.unknown();
        };
        let operator = node.field(Field::Operator).map(|operator| operator.kind());
        let inner = if matches!(operator, Some("*" | "&")) { role } else { Role::Read };
        let value = self.expression(operand, inner);
        match operator {
            Some("*" | "&") => value,
            Some("<-") => self.builder.expression(Expression::Element(value)),
            Some("!") => self.literal(LiteralKind::Boolean),
            _ => self.literal(LiteralKind::Number),
        }
    }

    fn binary(&mut self, node: Node<'_>) -> ExpressionId {
        let operator = node.field(Field::Operator).map(|operator| operator.kind());
        let mut first = self.builder.unknown();
        for field in ["right", "left"] {
            if let Some(side) = node.child_by_field_name(field) {
                first = self.expression(side, Role::Read);
            }
        }
        match operator {
            Some("==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||") => {
                self.literal(LiteralKind::Boolean)
            }
            _ => first,
        }
    }
}
