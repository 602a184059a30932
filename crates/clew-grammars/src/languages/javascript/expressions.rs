//! Expressions: the references in them and the values that they give.

use clew_model::{Expression, ExpressionId, LiteralKind, Role};
use tree_sitter::Node;

use super::functions::Plan;
use super::objects::Shape;
use super::{Field, Kind, Outer, This, Walk};
use crate::builder::Namespace;

/// Longer array literals are lists.
const MAX_TUPLE: usize = 8;

impl<'tree> Walk<'_, 'tree, '_> {
    /// Reads an expression: reports its references and gives its value.
    ///
    /// `role` is what happens to its last name.
    pub(super) fn expression(&mut self, node: Node<'tree>, role: Role) -> ExpressionId {
        match self.kind(node) {
            Kind::Identifier => self.name(node, role),
            Kind::Number => self.literal(LiteralKind::Number),
            Kind::String => self.literal(LiteralKind::String),
            Kind::Boolean => self.literal(LiteralKind::Boolean),
            Kind::Nothing => self.literal(LiteralKind::Nothing),
            Kind::Regex => self.literal(LiteralKind::Regex),
            Kind::This => self.this_value(),
            Kind::Super => match self.this {
                This::Instance(class) | This::Static(class) => {
                    self.builder.expression(Expression::Super(class))
                }
                This::Unknown => self.builder.unknown(),
            },
            Kind::Skipped | Kind::Comment => self.builder.unknown(),
            kind => {
                let unknown = self.builder.unknown();
                self.deeper(unknown, |walk| walk.compound(kind, node, role))
            }
        }
    }

    fn compound(&mut self, kind: Kind, node: Node<'tree>, role: Role) -> ExpressionId {
        match kind {
            Kind::Member => self.member(node, role),
            Kind::Call => self.call(node),
            Kind::New => self.new_instance(node),
            Kind::Subscript => self.subscript(node, role),
            Kind::Assignment => self.assignment(node, Outer::plain(node, None)),
            Kind::AugmentedAssignment => self.augmented_assignment(node),
            Kind::Update => {
                if let Some(argument) = self.field(node, Field::Argument) {
                    self.expression(argument, Role::Write);
                }
                self.literal(LiteralKind::Number)
            }
            Kind::ArrowFunction | Kind::FunctionExpression => {
                self.function_value(node, Plan::anonymous())
            }
            Kind::Class => self.class_value(node),
            Kind::Object => self.object(node, None, Shape::Value),
            Kind::Array => self.array(node),
            Kind::Template => {
                self.parts(node);
                self.literal(LiteralKind::String)
            }
            Kind::Parenthesized => {
                let cast = self.documented_cast(node);
                let value = self.last_of(node, role);
                cast.unwrap_or(value)
            }
            Kind::Sequence => self.last_of(node, role),
            Kind::Await => self.wrapped(node, role, Expression::Await),
            Kind::NonNull => self.wrapped(node, role, Expression::Unwrap),
            Kind::As => self.cast(node),
            Kind::Instantiation => self.instantiation(node, role),
            Kind::Ternary => self.ternary(node),
            Kind::Binary => self.binary(node),
            Kind::Unary => {
                self.parts(node);
                self.builder.unknown()
            }
            Kind::Yield => self.yielded(node),
            Kind::JsxElement | Kind::JsxSelfClosing => self.jsx(node),
            Kind::ArrayPattern | Kind::ObjectPattern | Kind::AssignmentPattern => {
                self.assign_pattern(node, None);
                self.builder.unknown()
            }
            Kind::ShorthandPattern | Kind::Shorthand => self.name(node, role),
            Kind::TypeArguments => {
                self.type_list(node);
                self.builder.unknown()
            }
            Kind::ParenthesizedType => self.type_expression(node),
            _ => {
                self.parts(node);
                self.builder.unknown()
            }
        }
    }

    pub(super) fn literal(&mut self, kind: LiteralKind) -> ExpressionId {
        self.builder.expression(Expression::Literal(kind))
    }

    /// A plain name where a value is wanted.
    pub(super) fn name(&mut self, node: Node<'tree>, role: Role) -> ExpressionId {
        let occurrence = self.builder.reference_in(node, role, Namespace::Runtime);
        self.builder.occurrence_expression(occurrence)
    }

    fn this_value(&mut self) -> ExpressionId {
        match self.this {
            This::Instance(symbol) => self.builder.expression(Expression::SelfValue(symbol)),
            This::Static(symbol) => self.builder.expression(Expression::SelfType(symbol)),
            This::Unknown => self.builder.unknown(),
        }
    }

    fn member(&mut self, node: Node<'tree>, role: Role) -> ExpressionId {
        let (Some(object), Some(name)) =
            (self.field(node, Field::Object), self.field(node, Field::Property))
        else {
            self.parts(node);
            return self.builder.unknown();
        };
        let base = self.expression(object, Role::Read);
        if self.text(name) == "prototype" {
            // The prototype has what instances have.
            return self.builder.expression(Expression::Instance(base));
        }
        let occurrence = self.builder.member(base, name, role);
        self.builder.occurrence_expression(occurrence)
    }

    /// `a["name"]` is the member, `a[i]` an element.
    fn subscript(&mut self, node: Node<'tree>, role: Role) -> ExpressionId {
        let (Some(object), Some(index)) =
            (self.field(node, Field::Object), self.field(node, Field::Index))
        else {
            self.parts(node);
            return self.builder.unknown();
        };
        let base = self.expression(object, Role::Read);
        if self.kind(index) == Kind::String
            && let Some(name) = self.name_inside(index)
        {
            let occurrence = self.builder.member(base, name, role);
            return self.builder.occurrence_expression(occurrence);
        }
        self.expression(index, Role::Read);
        if self.kind(index) == Kind::Number
            && let Ok(position) = self.text(index).parse::<u32>()
        {
            return self.builder.expression(Expression::Item(base, position));
        }
        self.builder.expression(Expression::Element(base))
    }

    fn augmented_assignment(&mut self, node: Node<'tree>) -> ExpressionId {
        let left = self.field(node, Field::Left).map(|left| self.expression(left, Role::Write));
        let right = self.field(node, Field::Right).map(|right| self.expression(right, Role::Read));
        let alternatives: Vec<_> = left.into_iter().chain(right).collect();
        self.builder.expression(Expression::Union(alternatives))
    }

    /// Short literals may be tuples; what lists hold is told by their elements.
    fn array(&mut self, node: Node<'tree>) -> ExpressionId {
        let mut parts = Vec::new();
        let mut is_plain = true;
        for child in self.children(node) {
            let value = self.expression(child, Role::Read);
            match self.kind(child) {
                Kind::Spread => is_plain = false,
                _ => parts.push(value),
            }
        }
        let unknown = self.builder.unknown();
        if parts.iter().all(|part| *part == unknown) {
            return self.literal(LiteralKind::List);
        }
        match parts.as_slice() {
            [only] => self.builder.expression(Expression::ListOf(*only)),
            _ if is_plain && parts.len() <= MAX_TUPLE => {
                self.builder.expression(Expression::TupleOf(parts))
            }
            _ => {
                parts.truncate(MAX_TUPLE);
                let element = self.builder.expression(Expression::Union(parts));
                self.builder.expression(Expression::ListOf(element))
            }
        }
    }

    fn last_of(&mut self, node: Node<'tree>, role: Role) -> ExpressionId {
        let children = self.children(node);
        let mut value = self.builder.unknown();
        let last = children.len().saturating_sub(1);
        for (index, child) in children.into_iter().enumerate() {
            value = if self.kind(child) == Kind::ParenthesizedType {
                self.type_expression(child);
                value
            } else {
                self.expression(child, if index == last { role } else { Role::Read })
            };
        }
        value
    }

    fn wrapped(
        &mut self,
        node: Node<'tree>,
        role: Role,
        wrap: fn(ExpressionId) -> Expression,
    ) -> ExpressionId {
        let inner = self.last_of(node, role);
        if inner == self.builder.unknown() {
            return inner;
        }
        self.builder.expression(wrap(inner))
    }

    /// `value as T`, `value satisfies T`
    fn cast(&mut self, node: Node<'tree>) -> ExpressionId {
        let mut children = self.children(node).into_iter();
        let value = children.next().map(|value| self.expression(value, Role::Read));
        let target = children.next().map(|ty| self.type_expression(ty));
        let is_satisfies = node.kind().starts_with("satisfies");
        match (value, target) {
            (Some(value), Some(target)) => {
                // `as const` and `satisfies` leave the value's own type.
                if is_satisfies || target == self.builder.unknown() {
                    return value;
                }
                self.builder.expression(Expression::TypeOf(target))
            }
            (Some(value), None) => value,
            _ => self.builder.unknown(),
        }
    }

    fn instantiation(&mut self, node: Node<'tree>, role: Role) -> ExpressionId {
        let mut value = self.builder.unknown();
        for child in self.children(node) {
            if self.kind(child) == Kind::TypeArguments {
                let arguments = self.type_list(child);
                value = self.builder.expression(Expression::Generic(value, arguments));
            } else {
                value = self.expression(child, role);
            }
        }
        value
    }

    fn ternary(&mut self, node: Node<'tree>) -> ExpressionId {
        let children = self.children(node);
        let values: Vec<_> =
            children.iter().map(|child| self.expression(*child, Role::Read)).collect();
        match values.as_slice() {
            [_, first, second] => self.builder.expression(Expression::Union(vec![*first, *second])),
            _ => self.builder.unknown(),
        }
    }

    /// Binary operators; chains of them lean left and are followed in a loop.
    fn binary(&mut self, node: Node<'tree>) -> ExpressionId {
        let mut rights = Vec::new();
        let mut current = node;
        while self.kind(current) == Kind::Binary {
            rights.push(current);
            match self.field(current, Field::Left) {
                Some(left) => current = left,
                None => break,
            }
        }
        let mut value = self.expression(current, Role::Read);
        while let Some(step) = rights.pop() {
            let right = self.field(step, Field::Right);
            let right = right.map(|right| self.expression(right, Role::Read));
            let operator = self.field(step, Field::Operator).map_or("", |node| node.kind());
            value = match (operator, right) {
                ("||" | "??" | "&&", Some(right)) => {
                    self.builder.expression(Expression::Union(vec![value, right]))
                }
                ("+", Some(_)) => self.builder.unknown(),
                ("-" | "*" | "/" | "%" | "**" | "|" | "&" | "^" | "<<" | ">>" | ">>>", _) => {
                    self.literal(LiteralKind::Number)
                }
                _ => self.literal(LiteralKind::Boolean),
            };
        }
        value
    }

    /// `yield value`: whoever iterates over the call gets the value.
    fn yielded(&mut self, node: Node<'tree>) -> ExpressionId {
        let mut cursor = node.walk();
        let is_delegate = node.children(&mut cursor).any(|child| child.kind() == "*");
        let value = self.last_of(node, Role::Read);
        if value != self.builder.unknown() {
            let yielded = if is_delegate {
                value
            } else {
                self.builder.expression(Expression::ListOf(value))
            };
            self.returned.push(yielded);
        }
        self.builder.unknown()
    }
}
