//! Expressions.

use clew_model::{
    Binding, Expression, ExpressionId, LiteralKind, Role, ScopeKind, SymbolFlags, SymbolKind,
};
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::{Kind, Walk, kind};
use crate::builder::{Declaration, Namespace, named_children, range_of};

impl<'text> Walk<'_, 'text> {
    /// Reads an expression: reports its references and gives its value.
    pub(super) fn expression(&mut self, node: Node<'_>) -> ExpressionId {
        let unknown = self.builder.unknown();
        self.deeper(unknown, |walk| walk.expression_inner(node))
    }

    fn expression_inner(&mut self, node: Node<'_>) -> ExpressionId {
        match kind(node) {
            Kind::Identifier => self.name(node, Role::Read),
            Kind::FieldAccess => self.field_access(node, Role::Read),
            Kind::ScopedIdentifier => self.scoped_name(node),
            Kind::MethodInvocation => self.method_invocation(node),
            Kind::ObjectCreation => self.object_creation(node),
            Kind::MethodReference => self.method_reference(node),
            Kind::Assignment => self.assignment(node),
            Kind::Update => self.update(node),
            Kind::Binary | Kind::Unary => self.operation(node),
            Kind::InstanceOf => self.instance_of(node),
            Kind::Lambda => self.lambda(node),
            Kind::Ternary => self.ternary(node),
            Kind::Cast => self.cast(node),
            Kind::ArrayAccess => self.array_access(node),
            Kind::ArrayCreation => self.array_creation(node),
            Kind::ArrayInitializer => {
                self.each(node);
                self.builder.expression(Expression::Literal(LiteralKind::List))
            }
            Kind::Parenthesized => self.each(node),
            Kind::SwitchExpression => self.switch_expression(node),
            Kind::This => self.self_value(),
            Kind::Super => self.super_value(),
            Kind::ClassLiteral => {
                if let Some(named) = node.named_child(0) {
                    self.type_expression(named, Role::Type);
                }
                self.builder.unknown()
            }
            Kind::StringLiteral => {
                if node.named_child_count() > 1 {
                    self.interpolations(node);
                }
                self.literal(LiteralKind::String)
            }
            Kind::WholeLiteral => self.literal(LiteralKind::Whole),
            Kind::FractionLiteral | Kind::CharacterLiteral => self.other_number(node),
            Kind::BooleanLiteral => self.literal(LiteralKind::Boolean),
            Kind::Null => self.literal(LiteralKind::Nothing),
            Kind::Annotation => {
                self.annotation(node);
                self.builder.unknown()
            }
            Kind::Block => {
                self.in_block(node);
                self.builder.unknown()
            }
            Kind::LocalVariable | Kind::Statement | Kind::Return => {
                self.statement(node);
                self.builder.unknown()
            }
            Kind::Comment => self.builder.unknown(),
            Kind::GenericType | Kind::ScopedType | Kind::ArrayType | Kind::TypeIdentifier => {
                self.type_expression(node, Role::Type)
            }
            _ => self.each(node),
        }
    }

    /// Reads every child; gives the value of the last.
    fn each(&mut self, node: Node<'_>) -> ExpressionId {
        let mut last = self.builder.unknown();
        for child in named_children(node) {
            if kind(child) != Kind::Comment {
                last = self.expression(child);
            }
        }
        last
    }

    /// A number with a fraction, or a character, which is one, too.
    fn other_number(&mut self, node: Node<'_>) -> ExpressionId {
        self.literal(match kind(node) {
            Kind::FractionLiteral => LiteralKind::Fraction,
            _ => LiteralKind::Character,
        })
    }

    pub(super) fn literal(&mut self, literal: LiteralKind) -> ExpressionId {
        self.builder.expression(Expression::Literal(literal))
    }

    fn interpolations(&mut self, node: Node<'_>) {
        for child in named_children(node) {
            if child.kind() == "string_interpolation" {
                self.each(child);
            }
        }
    }

    fn self_value(&mut self) -> ExpressionId {
        match self.builder.container_type() {
            Some(class) => self.builder.expression(Expression::SelfValue(class)),
            None => self.builder.unknown(),
        }
    }

    fn super_value(&mut self) -> ExpressionId {
        match self.builder.container_type() {
            Some(class) => self.builder.expression(Expression::Super(class)),
            None => self.builder.unknown(),
        }
    }

    fn name(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let occurrence = self.builder.reference_in(node, role, Namespace::Value);
        self.builder.occurrence_expression(occurrence)
    }

    /// A target that is assigned or changed.
    fn written(&mut self, node: Node<'_>) -> ExpressionId {
        match kind(node) {
            Kind::Identifier => self.name(node, Role::Write),
            Kind::FieldAccess => self.field_access(node, Role::Write),
            _ => self.expression(node),
        }
    }

    /// `object.field`, `Outer.this`, `Outer.super.field`
    fn field_access(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let (Some(object), Some(field)) = (node.field(Field::Object), node.field(Field::Field))
        else {
            return self.each(node);
        };
        let base = self.expression(object);
        match kind(field) {
            Kind::This => self.builder.expression(Expression::Instance(base)),
            _ => {
                let occurrence = self.builder.member(base, field, role);
                self.builder.occurrence_expression(occurrence)
            }
        }
    }

    /// `a.b.c` where the grammar knows only a dotted name.
    fn scoped_name(&mut self, node: Node<'_>) -> ExpressionId {
        let (Some(scope), Some(name)) = (node.field(Field::Scope), node.field(Field::Name)) else {
            return self.builder.unknown();
        };
        let base = self.expression(scope);
        let occurrence = self.builder.member(base, name, Role::Read);
        self.builder.occurrence_expression(occurrence)
    }

    fn method_invocation(&mut self, node: Node<'_>) -> ExpressionId {
        let Some(name) = node.field(Field::Name) else { return self.each(node) };
        let occurrence = match node.field(Field::Object) {
            None => self.builder.reference_in(name, Role::Call, Namespace::Callable),
            Some(object) => {
                let base = self.expression(object);
                self.builder.member(base, name, Role::Call)
            }
        };
        let callee = self.builder.occurrence_expression(occurrence);
        if let Some(arguments) = node.field(Field::TypeArguments) {
            self.type_arguments(arguments);
        }
        if let Some(arguments) = node.field(Field::Arguments) {
            let given = named_children(arguments).into_iter();
            let given: Vec<Node<'_>> = given.filter(|one| kind(*one) != Kind::Comment).collect();
            let values = given.into_iter().map(|argument| self.expression(argument)).collect();
            self.builder.set_arguments(callee, values);
        }
        self.builder.expression(Expression::Call(callee))
    }

    pub(super) fn arguments(&mut self, list: Node<'_>) {
        self.each(list);
    }

    /// `new T(…)`, `outer.new Inner(…)`, with the class body that may follow.
    fn object_creation(&mut self, node: Node<'_>) -> ExpressionId {
        let created = node.field(Field::Type);
        let mut outer = None;
        let mut body = None;
        for child in named_children(node) {
            match kind(child) {
                Kind::ClassBody => body = Some(child),
                Kind::TypeArguments => {
                    self.type_arguments(child);
                }
                Kind::Annotation => {
                    self.annotation(child);
                }
                _ if created.is_some_and(|created| child.start_byte() < created.start_byte()) => {
                    outer = Some(self.expression(child));
                }
                _ => {}
            }
        }
        let Some(created) = created else { return self.builder.unknown() };
        let created = match (outer, kind(created)) {
            (Some(outer), Kind::TypeIdentifier) => {
                let occurrence = self.builder.member(outer, created, Role::Call);
                self.builder.occurrence_expression(occurrence)
            }
            _ => self.type_expression(created, Role::Call),
        };
        if let Some(arguments) = node.field(Field::Arguments) {
            self.arguments(arguments);
        }
        if let Some(body) = body {
            self.anonymous_class(body, created);
        }
        self.builder.expression(Expression::Instance(created))
    }

    /// `Type::method`, `value::method`, `Type::new`
    fn method_reference(&mut self, node: Node<'_>) -> ExpressionId {
        let children: Vec<_> = named_children(node)
            .into_iter()
            .filter(|child| kind(*child) != Kind::Comment)
            .collect();
        let Some((object, rest)) = children.split_first() else { return self.builder.unknown() };
        let base = self.expression(*object);
        let mut name = None;
        for child in rest {
            match kind(*child) {
                Kind::TypeArguments => {
                    self.type_arguments(*child);
                }
                _ => name = Some(*child),
            }
        }
        let Some(name) = name else {
            let instance = self.builder.expression(Expression::Instance(base));
            self.builder.set_expression_role(base, Role::Call);
            return self.builder.expression(Expression::FunctionOf(instance));
        };
        let occurrence = self.builder.member(base, name, Role::Read);
        self.builder.occurrence_expression(occurrence)
    }

    fn assignment(&mut self, node: Node<'_>) -> ExpressionId {
        if let Some(left) = node.field(Field::Left) {
            self.written(left);
        }
        match node.field(Field::Right) {
            Some(right) => self.expression(right),
            None => self.builder.unknown(),
        }
    }

    fn update(&mut self, node: Node<'_>) -> ExpressionId {
        for child in named_children(node) {
            self.written(child);
        }
        self.literal(LiteralKind::Number)
    }

    fn operation(&mut self, node: Node<'_>) -> ExpressionId {
        let mut is_text = false;
        for child in named_children(node) {
            let value = self.expression(child);
            is_text |= matches!(
                self.builder.expression_at(value),
                Expression::Literal(LiteralKind::String)
            );
        }
        let operator = node.field(Field::Operator).map_or("", |node| node.kind());
        match operator {
            "+" if is_text => self.literal(LiteralKind::String),
            "+" => self.builder.unknown(),
            "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" | "!" => {
                self.literal(LiteralKind::Boolean)
            }
            "&" | "|" | "^" => self.builder.unknown(),
            _ => self.literal(LiteralKind::Number),
        }
    }

    fn lambda(&mut self, node: Node<'_>) -> ExpressionId {
        self.builder.open_scope(ScopeKind::Function, range_of(node), None);
        if let Some(parameters) = node.field(Field::Parameters) {
            match kind(parameters) {
                Kind::Identifier => self.lambda_parameter(parameters),
                _ if parameters.kind() == "inferred_parameters" => {
                    for parameter in named_children(parameters) {
                        self.lambda_parameter(parameter);
                    }
                }
                _ => self.parameters(parameters),
            }
        }
        let value = match node.field(Field::Body) {
            Some(body) if kind(body) == Kind::Block => {
                self.statements(body);
                None
            }
            Some(body) => Some(self.expression(body)),
            None => None,
        };
        self.builder.close_scope();
        match value {
            Some(value) => self.builder.expression(Expression::FunctionOf(value)),
            None => self.literal(LiteralKind::Function),
        }
    }

    fn lambda_parameter(&mut self, name: Node<'_>) {
        if kind(name) != Kind::Identifier {
            return;
        }
        let mut declaration = Declaration::new(self.builder, SymbolKind::Parameter, name, name);
        declaration.flags = SymbolFlags::LOCAL;
        self.builder.declare(declaration);
    }

    fn ternary(&mut self, node: Node<'_>) -> ExpressionId {
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
        let mut cursor = node.walk();
        let types: Vec<_> = node.children_by_field_name("type", &mut cursor).collect();
        let mut first = None;
        for target in types {
            let target = self.type_expression(target, Role::Type);
            first.get_or_insert(target);
        }
        if let Some(value) = node.field(Field::Value) {
            self.expression(value);
        }
        match first {
            Some(first) => self.builder.expression(Expression::TypeOf(first)),
            None => self.builder.unknown(),
        }
    }

    fn array_access(&mut self, node: Node<'_>) -> ExpressionId {
        let array = node.field(Field::Array).map(|array| self.expression(array));
        if let Some(index) = node.field(Field::Index) {
            self.expression(index);
        }
        match array {
            Some(array) => self.builder.expression(Expression::Element(array)),
            None => self.builder.unknown(),
        }
    }

    fn array_creation(&mut self, node: Node<'_>) -> ExpressionId {
        let Some(element) = node.field(Field::Type) else { return self.each(node) };
        let mut value = self.type_expression(element, Role::Type);
        for child in named_children(node) {
            match child.kind() {
                "dimensions_expr" => {
                    self.each(child);
                    value = self.builder.expression(Expression::ListOf(value));
                }
                "dimensions" => {
                    let count = self.builder.node_text(child).matches('[').count().min(255);
                    for _ in 0..count {
                        value = self.builder.expression(Expression::ListOf(value));
                    }
                }
                "array_initializer" => {
                    self.each(child);
                }
                _ => {}
            }
        }
        self.builder.expression(Expression::TypeOf(value))
    }

    /// `@Name(key = value)`: applies the annotation type; gives its simple name.
    pub(super) fn annotation(&mut self, node: Node<'_>) -> &'text str {
        let Some(name) = node.field(Field::Name) else { return "" };
        let applied = self.type_expression(name, Role::Call);
        if let Some(arguments) = node.field(Field::Arguments) {
            for argument in named_children(arguments) {
                if kind(argument) != Kind::ElementValuePair {
                    self.expression(argument);
                    continue;
                }
                if let Some(key) = argument.field(Field::Key) {
                    self.builder.occurrence(key, Role::Read, Binding::Member(applied));
                }
                if let Some(value) = argument.field(Field::Value) {
                    self.expression(value);
                }
            }
        }
        let text = self.builder.node_text(name);
        text.rsplit('.').next().unwrap_or(text)
    }
}
