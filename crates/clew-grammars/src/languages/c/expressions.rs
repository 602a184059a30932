//! Expressions.

use clew_model::{Binding, Expression, ExpressionId, LiteralKind, Role, ScopeKind};
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::Walk;
use super::kinds::Kind;
use crate::builder::{named_children, range_of};

impl<'text> Walk<'_, 'text> {
    /// Reads an expression: reports its references and gives its value.
    pub(super) fn expression(&mut self, node: Node<'_>) -> ExpressionId {
        self.expression_as(node, Role::Read)
    }

    /// Reads every child; gives the value of the last.
    pub(super) fn expressions(&mut self, node: Node<'_>) -> ExpressionId {
        let mut last = self.builder.unknown();
        for child in named_children(node) {
            if self.kind(child) != Kind::Comment {
                last = self.expression(child);
            }
        }
        last
    }

    /// `role` is what happens to the last name of the expression.
    fn expression_as(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let unknown = self.builder.unknown();
        self.deeper(unknown, |walk| walk.expression_inner(node, role))
    }

    fn expression_inner(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        match self.kind(node) {
            Kind::Identifier
            | Kind::QualifiedIdentifier
            | Kind::TemplateFunction
            | Kind::TemplateType
            | Kind::DependentName => self.value_name(node, role),
            Kind::FieldExpression => self.field_expression(node, role),
            Kind::Call => self.call(node),
            Kind::Assignment => self.assignment(node),
            Kind::Update => {
                if let Some(argument) = node.field(Field::Argument) {
                    self.expression_as(argument, Role::Write);
                }
                self.literal(LiteralKind::Number)
            }
            Kind::PointerExpression => self.pointer_expression(node, role),
            Kind::Parenthesized => self.parenthesized(node, role),
            Kind::Subscript => self.subscript(node),
            Kind::Conditional => self.conditional(node),
            Kind::Cast => self.cast(node),
            Kind::CompoundLiteral => self.compound_literal(node),
            Kind::InitializerList => self.initializer(node, None),
            Kind::Sizeof => self.sizeof(node),
            Kind::New => self.new_expression(node),
            Kind::Lambda => self.lambda(node),
            Kind::This => {
                let this = self.this.clone().unwrap_or(Expression::Unknown);
                self.builder.expression(this)
            }
            Kind::RequiresExpression => self.requires_expression(node),
            Kind::TypeDescriptor | Kind::TypeIdentifier => {
                self.type_descriptor(node).unwrap_or_else(|| self.builder.unknown())
            }
            Kind::StringLiteral => self.string(node),
            Kind::CharLiteral | Kind::NumberLiteral => self.literal(LiteralKind::Number),
            Kind::BooleanLiteral => self.literal(LiteralKind::Boolean),
            Kind::Null => self.literal(LiteralKind::Nothing),
            Kind::Comment | Kind::PrimitiveType | Kind::Attribute => self.builder.unknown(),
            Kind::FieldIdentifier | Kind::OperatorName | Kind::DestructorName => {
                self.builder.unknown()
            }
            Kind::Binary | Kind::Unary | Kind::ArgumentList => {
                self.expressions(node);
                self.builder.unknown()
            }
            Kind::Compound
            | Kind::Declaration
            | Kind::ExpressionStatement
            | Kind::PreprocIf
            | Kind::FunctionDefinition => {
                self.statement(node);
                self.builder.unknown()
            }
            _ => self.other(node),
        }
    }

    fn other(&mut self, node: Node<'_>) -> ExpressionId {
        match node.kind() {
            "co_await_expression" => {
                let value = self.expressions(node);
                self.builder.expression(Expression::Await(value))
            }
            kind if kind.ends_with("_statement") => {
                self.statement(node);
                self.builder.unknown()
            }
            _ => self.expressions(node),
        }
    }

    fn literal(&mut self, literal: LiteralKind) -> ExpressionId {
        self.builder.expression(Expression::Literal(literal))
    }

    fn string(&mut self, node: Node<'_>) -> ExpressionId {
        if node.kind() == "concatenated_string" {
            self.expressions(node);
        }
        self.literal(LiteralKind::String)
    }

    /// `a.b`, `a->b`
    fn field_expression(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let Some(argument) = node.field(Field::Argument) else {
            return self.expressions(node);
        };
        let mut base = self.expression(argument);
        let is_arrow = node.field(Field::Operator).is_some_and(|operator| operator.kind() == "->");
        if is_arrow && self.is_cpp() && self.kind(argument) != Kind::This {
            base = self.builder.expression(Expression::Unwrap(base));
        }
        let Some(field) = node.field(Field::Field) else { return base };
        match self.kind(field) {
            Kind::FieldIdentifier => self.member_name(base, field, role),
            Kind::TemplateFunction => {
                let Some(name) = field.field(Field::Name) else { return base };
                let member = self.member_name(base, name, role);
                if let Some(arguments) = field.field(Field::Arguments) {
                    self.template_arguments(arguments);
                }
                member
            }
            Kind::DependentName => {
                let inner = field.named_child(0);
                let name = inner.and_then(|inner| inner.field(Field::Name));
                match name {
                    Some(name) => self.member_name(base, name, role),
                    None => self.builder.unknown(),
                }
            }
            Kind::QualifiedIdentifier => self.value_name(field, role),
            _ => self.builder.unknown(),
        }
    }

    fn member_name(&mut self, base: ExpressionId, name: Node<'_>, role: Role) -> ExpressionId {
        let occurrence = self.builder.member(base, name, role);
        self.builder.occurrence_expression(occurrence)
    }

    fn call(&mut self, node: Node<'_>) -> ExpressionId {
        let Some(function) = node.field(Field::Function) else {
            return self.expressions(node);
        };
        let cast = self.named_cast(function);
        let callee = match cast {
            Some(_) => self.builder.unknown(),
            None => self.expression_as(function, Role::Call),
        };
        if let Some(arguments) = node.field(Field::Arguments) {
            self.expressions(arguments);
        }
        if let Expression::Generic(_, arguments) = self.builder.expression_at(callee)
            && let Some(made) = arguments.first().copied()
            && is_maker(self.builder.node_text(function))
        {
            return self.builder.expression(Expression::Instance(made));
        }
        match cast {
            Some(target) => self.builder.expression(Expression::TypeOf(target)),
            None => self.builder.expression(Expression::Call(callee)),
        }
    }

    /// The type in `static_cast<T>` and its kin.
    fn named_cast(&mut self, function: Node<'_>) -> Option<ExpressionId> {
        if self.kind(function) != Kind::TemplateFunction {
            return None;
        }
        let name = function.field(Field::Name)?;
        let is_cast = matches!(
            self.builder.node_text(name),
            "static_cast" | "dynamic_cast" | "const_cast" | "reinterpret_cast"
        );
        if !is_cast {
            return None;
        }
        let arguments = function.field(Field::Arguments)?;
        let unknown = self.builder.unknown();
        Some(self.template_arguments(arguments).first().copied().unwrap_or(unknown))
    }

    fn assignment(&mut self, node: Node<'_>) -> ExpressionId {
        if let Some(left) = node.field(Field::Left) {
            self.expression_as(left, Role::Write);
        }
        match node.field(Field::Right) {
            Some(right) => self.expression(right),
            None => self.builder.unknown(),
        }
    }

    /// `*p`, `&x`
    fn pointer_expression(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let Some(argument) = node.field(Field::Argument) else {
            return self.builder.unknown();
        };
        let is_star = node.field(Field::Operator).is_some_and(|operator| operator.kind() == "*");
        let role = if role == Role::Call { role } else { Role::Read };
        let value = self.expression_as(argument, role);
        if is_star && self.is_cpp() {
            return self.builder.expression(Expression::Unwrap(value));
        }
        value
    }

    fn parenthesized(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let mut last = self.builder.unknown();
        for child in named_children(node) {
            if self.kind(child) != Kind::Comment {
                last = self.expression_as(child, role);
            }
        }
        last
    }

    fn subscript(&mut self, node: Node<'_>) -> ExpressionId {
        let mut base = None;
        for child in named_children(node) {
            let value = self.expression(child);
            base.get_or_insert(value);
        }
        match base {
            Some(base) => self.builder.expression(Expression::Element(base)),
            None => self.builder.unknown(),
        }
    }

    fn conditional(&mut self, node: Node<'_>) -> ExpressionId {
        let mut values = Vec::new();
        for field in ["condition", "consequence", "alternative"] {
            if let Some(part) = node.child_by_field_name(field) {
                let value = self.expression(part);
                if field != "condition" {
                    values.push(value);
                }
            }
        }
        self.builder.expression(Expression::Union(values))
    }

    fn cast(&mut self, node: Node<'_>) -> ExpressionId {
        let target = node.field(Field::Type).and_then(|target| self.type_descriptor(target));
        if let Some(value) = node.field(Field::Value) {
            self.expression(value);
        }
        match target {
            Some(target) => self.builder.expression(Expression::TypeOf(target)),
            None => self.builder.unknown(),
        }
    }

    /// `(T){ … }`, and in C++ `T{ … }`
    fn compound_literal(&mut self, node: Node<'_>) -> ExpressionId {
        let declared = node.field(Field::Type);
        let role = if self.is_cpp() { Role::Call } else { Role::Type };
        let declared = match declared {
            Some(declared) if self.kind(declared) == Kind::TypeDescriptor => {
                self.type_descriptor(declared).unwrap_or_else(|| self.builder.unknown())
            }
            Some(declared) => self.type_as(declared, role),
            None => self.builder.unknown(),
        };
        if let Some(value) = node.field(Field::Value) {
            self.initializer(value, Some(declared));
        }
        self.builder.expression(Expression::Instance(declared))
    }

    /// `{ a, .field = b, [0] = { … } }` as the value of something of type `expected`.
    pub(super) fn initializer(
        &mut self,
        node: Node<'_>,
        expected: Option<ExpressionId>,
    ) -> ExpressionId {
        for child in named_children(node) {
            self.deeper((), |walk| match walk.kind(child) {
                Kind::InitializerList => {
                    walk.initializer(child, expected);
                }
                Kind::InitializerPair => walk.initializer_pair(child, expected),
                Kind::Comment => {}
                _ => {
                    walk.expression(child);
                }
            });
        }
        self.literal(LiteralKind::List)
    }

    fn initializer_pair(&mut self, node: Node<'_>, expected: Option<ExpressionId>) {
        let value = node.field(Field::Value);
        let mut inner = expected;
        for child in named_children(node) {
            if Some(child) == value {
                continue;
            }
            let field = match child.kind() {
                "field_designator" => child.named_child(0),
                "field_identifier" => Some(child),
                _ => {
                    self.expressions(child);
                    continue;
                }
            };
            let Some(field) = field else { continue };
            let binding = inner.map_or(Binding::Opaque, Binding::Member);
            let occurrence = self.builder.occurrence(field, Role::Write, binding);
            inner = inner.map(|_| self.builder.occurrence_expression(occurrence));
        }
        match value {
            Some(value) if self.kind(value) == Kind::InitializerList => {
                self.initializer(value, inner);
            }
            Some(value) => {
                self.expression(value);
            }
            None => {}
        }
    }

    fn sizeof(&mut self, node: Node<'_>) -> ExpressionId {
        let declared = node.field(Field::Type).and_then(|declared| self.type_descriptor(declared));
        if let Some(value) = node.field(Field::Value) {
            self.expression(value);
        }
        if let (Some(declared), Some(member)) = (declared, node.field(Field::Member)) {
            self.builder.member(declared, member, Role::Read);
        }
        self.literal(LiteralKind::Number)
    }

    fn new_expression(&mut self, node: Node<'_>) -> ExpressionId {
        if let Some(placement) = node.field(Field::Placement) {
            self.expressions(placement);
        }
        let created = match node.field(Field::Type) {
            Some(created) => self.type_as(created, Role::Call),
            None => self.builder.unknown(),
        };
        for field in ["declarator", "arguments"] {
            if let Some(part) = node.child_by_field_name(field) {
                self.expressions(part);
            }
        }
        self.builder.expression(Expression::Instance(created))
    }

    fn requires_expression(&mut self, node: Node<'_>) -> ExpressionId {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        if let Some(parameters) = node.field(Field::Parameters) {
            self.parameters(parameters, node);
        }
        for child in named_children(node) {
            if self.kind(child) != Kind::ParameterList {
                self.expression(child);
            }
        }
        self.builder.close_scope();
        self.literal(LiteralKind::Boolean)
    }
}

/// Whether a function makes what its first template argument says.
fn is_maker(function: &str) -> bool {
    let head = function.split('<').next().unwrap_or(function);
    matches!(head.rsplit("::").next().unwrap_or(head), "make_unique" | "make_shared")
}
