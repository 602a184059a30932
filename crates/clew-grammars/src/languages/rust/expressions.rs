//! Expressions.

use clew_model::{Expression, ExpressionId, LiteralKind, Role, ScopeKind};
use tree_sitter::Node;

use super::{Kind, Walk, kind};
use crate::builder::{Namespace, named_children, range_of};

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
            Kind::Identifier | Kind::Scoped => self.path(node, role, Namespace::Expression),
            Kind::SelfKeyword => {
                let occurrence = self.builder.reference(node, role);
                self.builder.occurrence_expression(occurrence)
            }
            Kind::Field => self.field(node, role),
            Kind::Call => self.call(node),
            Kind::GenericFunction => self.generic_function(node, role),
            Kind::StructExpression => self.struct_expression(node),
            Kind::MacroInvocation => self.macro_invocation(node),
            Kind::Closure => self.closure(node, None),
            Kind::Block => self.block(node),
            Kind::If => self.if_expression(node),
            Kind::Match => self.match_expression(node),
            Kind::For => self.for_expression(node),
            Kind::While => self.while_expression(node),
            Kind::LetCondition => self.let_condition(node),
            Kind::Let => {
                self.let_declaration(node);
                self.builder.unknown()
            }
            Kind::Try => self.wrapped(node, Expression::Unwrap),
            Kind::Await => self.wrapped(node, Expression::Await),
            Kind::Index => self.index(node),
            Kind::Parenthesized | Kind::Reference | Kind::Unary | Kind::AsyncBlock => {
                self.looked_through(node, role)
            }
            Kind::Cast => self.cast(node),
            Kind::Assignment | Kind::CompoundAssignment => self.assignment(node),
            Kind::Binary => self.binary(node),
            Kind::Array => self.array(node),
            Kind::Tuple => {
                let parts = self.values(node);
                self.builder.expression(Expression::TupleOf(parts))
            }
            Kind::StringLiteral => self.literal(LiteralKind::String),
            Kind::Character => self.literal(LiteralKind::String),
            Kind::Number => self.literal(LiteralKind::Number),
            Kind::Boolean => self.literal(LiteralKind::Boolean),
            Kind::Unit => self.literal(LiteralKind::Nothing),
            Kind::Label | Kind::Comment | Kind::Attribute => self.builder.unknown(),
            Kind::TokenTree => self.builder.unknown(),
            Kind::ExpressionStatement => match node.named_child(0) {
                Some(inner) => self.expression(inner, role),
                None => self.builder.unknown(),
            },
            _ => {
                self.values(node);
                self.builder.unknown()
            }
        }
    }

    fn literal(&mut self, literal: LiteralKind) -> ExpressionId {
        self.builder.expression(Expression::Literal(literal))
    }

    /// Reads every part of a node; gives their values.
    fn values(&mut self, node: Node<'_>) -> Vec<ExpressionId> {
        let mut values = Vec::new();
        for child in named_children(node) {
            if !matches!(kind(child), Kind::Attribute | Kind::Comment | Kind::Label) {
                values.push(self.expression(child, Role::Read));
            }
        }
        values
    }

    fn field(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let (Some(value), Some(name)) = (node.field(Field::Value), node.field(Field::Field)) else {
            return self.builder.unknown();
        };
        let base = self.expression(value, Role::Read);
        if kind(name) == Kind::Number {
            let index = self.builder.node_text(name).parse().unwrap_or(u32::MAX);
            return self.builder.expression(Expression::Item(base, index));
        }
        let occurrence = self.builder.member(base, name, role);
        self.builder.occurrence_expression(occurrence)
    }

    fn call(&mut self, node: Node<'_>) -> ExpressionId {
        let Some(function) = node.field(Field::Function) else {
            return self.builder.unknown();
        };
        let callee = self.expression(function, Role::Call);
        if let Some(arguments) = node.field(Field::Arguments) {
            let element = self.closure_element(function, callee);
            for argument in named_children(arguments) {
                match kind(argument) {
                    Kind::Closure => {
                        self.deeper((), |walk| {
                            walk.closure(argument, element);
                        });
                    }
                    Kind::Attribute | Kind::Comment => {}
                    _ => {
                        self.expression(argument, Role::Read);
                    }
                }
            }
        }
        self.builder.expression(Expression::Call(callee))
    }

    /// What a closure given to a method of iterators or optional values gets:
    /// an element of the receiver, or what is inside it.
    fn closure_element(
        &mut self,
        function: Node<'_>,
        callee: ExpressionId,
    ) -> Option<ExpressionId> {
        if kind(function) != Kind::Field {
            return None;
        }
        let name = function.field(Field::Field)?;
        let takes_element = matches!(
            self.builder.node_text(name),
            "all"
                | "any"
                | "and_then"
                | "filter"
                | "filter_map"
                | "find"
                | "find_map"
                | "flat_map"
                | "for_each"
                | "inspect"
                | "is_some_and"
                | "map"
                | "map_or"
                | "map_or_else"
                | "map_while"
                | "max_by_key"
                | "min_by_key"
                | "partition"
                | "position"
                | "retain"
                | "skip_while"
                | "sort_by_key"
                | "take_while"
        );
        let Expression::Occurrence(occurrence) = self.builder.expression_at(callee) else {
            return None;
        };
        let receiver = self.builder.receiver_of(*occurrence).filter(|_| takes_element)?;
        let element = self.builder.expression(Expression::Element(receiver));
        let inner = self.builder.expression(Expression::Unwrap(receiver));
        Some(self.builder.expression(Expression::Union(vec![element, inner])))
    }

    fn generic_function(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let function = match node.field(Field::Function) {
            Some(function) => self.expression(function, role),
            None => self.builder.unknown(),
        };
        match node.field(Field::TypeArguments) {
            Some(list) => self.apply_arguments(function, list),
            None => function,
        }
    }

    /// `Name { field: value, shorthand, ..base }`
    fn struct_expression(&mut self, node: Node<'_>) -> ExpressionId {
        let Some(name) = node.field(Field::Name) else { return self.builder.unknown() };
        let named = self.path(name, Role::Call, Namespace::Path);
        let instance = self.builder.expression(Expression::Instance(named));
        for part in node.field(Field::Body).map(named_children).unwrap_or_default() {
            match kind(part) {
                Kind::FieldInitializer => {
                    let name = part.field(Field::Field);
                    if let Some(name) = name.filter(|name| kind(*name) != Kind::Number) {
                        self.builder.member(instance, name, Role::Write);
                    }
                    if let Some(value) = part.field(Field::Value) {
                        self.expression(value, Role::Read);
                    }
                }
                Kind::ShorthandInitializer => {
                    let mut cursor = part.walk();
                    let name = part
                        .named_children(&mut cursor)
                        .find(|child| kind(*child) == Kind::Identifier);
                    if let Some(name) = name {
                        self.builder.member(instance, name, Role::Write);
                        self.expression(name, Role::Read);
                    }
                }
                Kind::Comment => {}
                _ => {
                    self.values(part);
                }
            }
        }
        instance
    }

    /// A closure; `element` is what its first parameter is known to be.
    fn closure(&mut self, node: Node<'_>, element: Option<ExpressionId>) -> ExpressionId {
        self.builder.open_scope(ScopeKind::Function, range_of(node), None);
        if let Some(parameters) = node.field(Field::Parameters) {
            for (index, parameter) in named_children(parameters).into_iter().enumerate() {
                let value = element.filter(|_| index == 0);
                if kind(parameter) == Kind::Parameter {
                    let declared = parameter.field(Field::Type);
                    let declared = declared.map(|node| self.type_expression(node, Role::Type));
                    if let Some(pattern) = parameter.field(Field::Pattern) {
                        self.parameter(pattern, Some(parameter), declared, value);
                    }
                } else {
                    self.parameter(parameter, None, None, value);
                }
            }
        }
        let result =
            node.field(Field::ReturnType).map(|result| self.type_expression(result, Role::Type));
        let body = node.field(Field::Body).map(|body| self.expression(body, Role::Read));
        self.builder.close_scope();
        let typed = result.map(|result| self.builder.expression(Expression::TypeOf(result)));
        match typed.or(body) {
            Some(value) => self.builder.expression(Expression::FunctionOf(value)),
            None => self.builder.unknown(),
        }
    }

    pub(super) fn block(&mut self, node: Node<'_>) -> ExpressionId {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        let tail = self.items(node);
        self.builder.close_scope();
        tail.unwrap_or_else(|| self.builder.unknown())
    }

    fn if_expression(&mut self, node: Node<'_>) -> ExpressionId {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        if let Some(condition) = node.field(Field::Condition) {
            self.expression(condition, Role::Read);
        }
        let mut values = Vec::new();
        if let Some(consequence) = node.field(Field::Consequence) {
            values.push(self.expression(consequence, Role::Read));
        }
        self.builder.close_scope();
        let alternative = node.field(Field::Alternative).and_then(|part| part.named_child(0));
        if let Some(alternative) = alternative {
            values.push(self.expression(alternative, Role::Read));
        }
        self.union(values)
    }

    fn union(&mut self, values: Vec<ExpressionId>) -> ExpressionId {
        let unknown = self.builder.unknown();
        let mut known: Vec<_> = values.into_iter().filter(|value| *value != unknown).collect();
        match known.as_slice() {
            [] => unknown,
            [one] => *one,
            _ => {
                known.truncate(8);
                self.builder.expression(Expression::Union(known))
            }
        }
    }

    fn let_condition(&mut self, node: Node<'_>) -> ExpressionId {
        let value = node.field(Field::Value).map(|value| self.expression(value, Role::Read));
        if let Some(pattern) = node.field(Field::Pattern) {
            self.pattern_from(pattern, value, node);
        }
        self.builder.unknown()
    }

    fn match_expression(&mut self, node: Node<'_>) -> ExpressionId {
        let value = node.field(Field::Value).map(|value| self.expression(value, Role::Read));
        let mut values = Vec::new();
        for arm in node.field(Field::Body).map(named_children).unwrap_or_default() {
            if kind(arm) == Kind::MatchArm {
                let unknown = self.builder.unknown();
                values.push(self.deeper(unknown, |walk| walk.match_arm(arm, value)));
            }
        }
        self.union(values)
    }

    fn for_expression(&mut self, node: Node<'_>) -> ExpressionId {
        let iterated = node.field(Field::Value).map(|value| self.expression(value, Role::Read));
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        if let Some(pattern) = node.field(Field::Pattern) {
            let element = iterated.map(|all| self.builder.expression(Expression::Element(all)));
            self.pattern_from(pattern, element, pattern);
        }
        if let Some(body) = node.field(Field::Body) {
            self.expression(body, Role::Read);
        }
        self.builder.close_scope();
        self.builder.unknown()
    }

    fn while_expression(&mut self, node: Node<'_>) -> ExpressionId {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        for field in ["condition", "body"] {
            if let Some(part) = node.child_by_field_name(field) {
                self.expression(part, Role::Read);
            }
        }
        self.builder.close_scope();
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

    /// References, dereferences, parentheses and blocks with a keyword have the
    /// value of what is inside.
    fn looked_through(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let mut value = self.builder.unknown();
        for child in named_children(node) {
            if !matches!(kind(child), Kind::Comment | Kind::Attribute | Kind::Label) {
                value = self.expression(child, role);
            }
        }
        value
    }

    fn index(&mut self, node: Node<'_>) -> ExpressionId {
        match self.values(node).first() {
            Some(base) => self.builder.expression(Expression::Element(*base)),
            None => self.builder.unknown(),
        }
    }

    fn cast(&mut self, node: Node<'_>) -> ExpressionId {
        if let Some(value) = node.field(Field::Value) {
            self.expression(value, Role::Read);
        }
        match node.field(Field::Type) {
            Some(target) => {
                let target = self.type_expression(target, Role::Type);
                self.builder.expression(Expression::TypeOf(target))
            }
            None => self.builder.unknown(),
        }
    }

    fn assignment(&mut self, node: Node<'_>) -> ExpressionId {
        if let Some(left) = node.field(Field::Left) {
            self.expression(left, Role::Write);
        }
        if let Some(right) = node.field(Field::Right) {
            self.expression(right, Role::Read);
        }
        self.builder.unknown()
    }

    fn binary(&mut self, node: Node<'_>) -> ExpressionId {
        let operator = node.field(Field::Operator);
        for field in ["left", "right"] {
            if let Some(side) = node.child_by_field_name(field) {
                self.expression(side, Role::Read);
            }
        }
        match operator.map(|operator| operator.kind()) {
            Some("==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||") => {
                self.literal(LiteralKind::Boolean)
            }
            _ => self.builder.unknown(),
        }
    }

    fn array(&mut self, node: Node<'_>) -> ExpressionId {
        match self.values(node).first() {
            Some(first) => self.builder.expression(Expression::ListOf(*first)),
            None => self.literal(LiteralKind::List),
        }
    }
}
