//! Names, calls, members and other values.

use clew_model::{Binding, Expression, ExpressionId, Role};
use tree_sitter::Node;

use super::Walk;
use super::rule::{Assigning, Part, Position, Rule};
use crate::builder::Namespace;

impl Walk<'_, '_> {
    /// A plain name in its position.
    pub(crate) fn name(&mut self, node: Node<'_>, position: Position) -> ExpressionId {
        if node.start_byte() == node.end_byte() {
            return self.builder.unknown();
        }
        if let Some(known) = self.table.description.name.and_then(|name| name(self, node, position))
        {
            return known;
        }
        let apart = self.table.description.functions_apart;
        let occurrence = match position {
            Position::Bind => {
                self.bind_name(node);
                return self.builder.unknown();
            }
            Position::Type(role) => self.builder.reference_in(node, role, Namespace::Type),
            Position::Qualifier => {
                let is_type = self.text(node).starts_with(char::is_uppercase);
                let role = if is_type { Role::Type } else { Role::Read };
                self.builder.reference(node, role)
            }
            Position::Write if self.table.description.assigning != Assigning::Writes => {
                return self.assign_name(node);
            }
            // What is called on another object means a method of that.
            Position::Callee if apart && self.this.is_some() => {
                self.builder.occurrence(node, Role::Call, Binding::Unsure)
            }
            Position::Callee if apart => {
                self.builder.reference_in(node, Role::Call, Namespace::Callable)
            }
            _ => self.builder.reference(node, position.role()),
        };
        match position {
            Position::Write => self.forget(self.text(node)),
            Position::Value | Position::Qualifier => {
                if let Some(narrowed) = self.narrowed(node) {
                    return narrowed;
                }
            }
            _ => {}
        }
        self.builder.occurrence_expression(occurrence)
    }

    /// `this`, where there is a type around.
    pub(crate) fn self_value(&mut self) -> ExpressionId {
        if let Some(this) = self.this {
            return this;
        }
        match (self.builder.container_type(), self.extended) {
            (_, Some(extended)) => self.builder.expression(Expression::TypeOf(extended)),
            (Some(class), None) => self.builder.expression(Expression::SelfValue(class)),
            (None, None) => self.builder.unknown(),
        }
    }

    /// Whether `this` is something else than the object of the type around.
    pub(crate) fn has_own_this(&self) -> bool {
        self.this.is_some()
    }

    /// Runs `inside` where `this` is a value that is not known.
    pub(crate) fn on_another<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        let unknown = self.builder.unknown();
        let outer = self.this.replace(unknown);
        let result = inside(self);
        self.this = outer;
        result
    }

    /// The type around as a value.
    pub(crate) fn self_type(&mut self) -> ExpressionId {
        if let Some(this) = self.this {
            return self.builder.expression(Expression::TypeOf(this));
        }
        match self.builder.container_type() {
            Some(class) => self.builder.expression(Expression::SelfType(class)),
            None => self.builder.unknown(),
        }
    }

    /// The bases of the type around.
    pub(crate) fn super_value(&mut self) -> ExpressionId {
        match self.builder.container_type() {
            Some(class) => self.builder.expression(Expression::Super(class)),
            None => self.builder.unknown(),
        }
    }

    /// Rules that make one value of several children.
    pub(super) fn compound(
        &mut self,
        rule: Rule,
        node: Node<'_>,
        position: Position,
    ) -> ExpressionId {
        match rule {
            Rule::Call => self.call(node),
            Rule::MethodCall => self.method_call(node, position),
            Rule::Applied => self.applied(node, position),
            Rule::New => self.new_instance(node),
            Rule::Member => self.member(node, position),
            Rule::Assign => self.assign(node),
            Rule::Generic => self.generic(node, position),
            Rule::TypePath => self.type_path(node, position),
            Rule::Cast => self.cast(node),
            Rule::Union => {
                let parts: Vec<_> = self
                    .parts(node)
                    .into_iter()
                    .filter(|(_, part)| *part != Part::Skip)
                    .map(|(child, part)| self.visit_part(child, part, position))
                    .collect();
                match parts.as_slice() {
                    [] => self.builder.unknown(),
                    [one] => *one,
                    _ if parts.len() > 8 => self.builder.unknown(),
                    _ => self.builder.expression(Expression::Union(parts)),
                }
            }
            Rule::FunctionType => {
                let result = self.each(node, Position::Type(Role::Type));
                self.builder.expression(Expression::FunctionOf(result))
            }
            _ => {
                let position = match rule {
                    Rule::ListOf => Position::Type(Role::Type),
                    _ => Position::Value,
                };
                let Some(inner) = self.first_and_rest(node, position) else {
                    return self.builder.unknown();
                };
                self.builder.expression(match rule {
                    Rule::ListOf => Expression::ListOf(inner),
                    Rule::Element => Expression::Element(inner),
                    Rule::Await => Expression::Await(inner),
                    Rule::Unwrap => Expression::Unwrap(inner),
                    _ => Expression::Unknown,
                })
            }
        }
    }

    /// Visits all children; the value of the first.
    pub(crate) fn first_and_rest(
        &mut self,
        node: Node<'_>,
        position: Position,
    ) -> Option<ExpressionId> {
        let mut first = None;
        for (child, part) in self.parts(node) {
            if part == Part::Skip {
                continue;
            }
            let value = self.visit_part(child, part, position);
            first.get_or_insert(value);
        }
        first
    }

    /// `callee(arguments)`
    pub(crate) fn call(&mut self, node: Node<'_>) -> ExpressionId {
        let parts = self.parts(node);
        let callee = parts.iter().position(|(_, part)| *part == Part::Callee).unwrap_or(0);
        let Some((callee_node, _)) = parts.get(callee) else { return self.builder.unknown() };
        let called = self.visit(*callee_node, Position::Callee);
        self.count_arguments(node, called);
        for (index, (child, part)) in parts.iter().enumerate() {
            if index != callee && *part != Part::Skip {
                self.visit_part(*child, *part, Position::Value);
            }
        }
        if !self.is_known(called) {
            return called;
        }
        self.builder.expression(Expression::Call(called))
    }

    /// `object.method(arguments)` or `method(arguments)` as one node.
    pub(crate) fn method_call(&mut self, node: Node<'_>, position: Position) -> ExpressionId {
        let mut object = None;
        let mut called = self.builder.unknown();
        let role = if position == Position::Write { Position::Write } else { Position::Callee };
        self.children(node, |walk, child, part| match part {
            Part::Skip => {}
            _ if walk.is_comment(child) => {}
            Part::Object | Part::Scope => {
                object = Some(walk.visit_part(child, part, Position::Value))
            }
            Part::Member | Part::Name | Part::Callee => {
                called = match object {
                    Some(object) => walk.member_of(object, child, role),
                    None => walk.visit(child, Position::Callee),
                };
            }
            _ => {
                walk.visit_part(child, part, Position::Value);
            }
        });
        match self.is_known(called) {
            true => self.builder.expression(Expression::Call(called)),
            false => called,
        }
    }

    fn applied(&mut self, node: Node<'_>, position: Position) -> ExpressionId {
        let mut first = None;
        for (child, part) in self.parts(node) {
            if part == Part::Skip {
                continue;
            }
            match first {
                None => first = Some(self.visit(child, position)),
                Some(_) => {
                    self.visit_part(child, part, Position::Value);
                }
            }
        }
        first.unwrap_or_else(|| self.builder.unknown())
    }

    /// `new Type(arguments)`
    pub(crate) fn new_instance(&mut self, node: Node<'_>) -> ExpressionId {
        let parts = self.parts(node);
        let made = parts.iter().position(|(_, part)| *part == Part::Type).unwrap_or(0);
        let Some((made_node, _)) = parts.get(made) else { return self.builder.unknown() };
        let created = self.visit(*made_node, Position::Type(Role::Call));
        for (index, (child, part)) in parts.iter().enumerate() {
            if index != made && *part != Part::Skip {
                self.visit_part(*child, *part, Position::Value);
            }
        }
        self.builder.expression(Expression::Instance(created))
    }

    /// `object.member`
    pub(crate) fn member(&mut self, node: Node<'_>, position: Position) -> ExpressionId {
        let parts = self.parts(node);
        let object = parts.iter().position(|(_, part)| *part == Part::Object).unwrap_or(0);
        let member = parts
            .iter()
            .position(|(_, part)| matches!(part, Part::Member | Part::Name))
            .unwrap_or(parts.len().saturating_sub(1));
        let Some((object_node, _)) = parts.get(object) else { return self.builder.unknown() };
        let before = match position {
            Position::Type(_) | Position::Qualifier => Position::Qualifier,
            _ => Position::Value,
        };
        if object == member {
            return self.visit(*object_node, position);
        }
        let base = self.visit(*object_node, before);
        for (index, (child, part)) in parts.iter().enumerate() {
            if index != object && index != member && *part != Part::Skip {
                self.visit_part(*child, *part, Position::Value);
            }
        }
        self.member_of(base, parts[member].0, position)
    }

    /// The name `member` after a dot of `base`; other nodes are visited.
    pub(crate) fn member_of(
        &mut self,
        base: ExpressionId,
        member: Node<'_>,
        position: Position,
    ) -> ExpressionId {
        match self.rule(member) {
            Rule::Name | Rule::TypeName => {
                let role = match position {
                    Position::Qualifier if self.text(member).starts_with(char::is_uppercase) => {
                        Role::Type
                    }
                    other => other.role(),
                };
                let occurrence = self.builder.member(base, member, role);
                self.builder.occurrence_expression(occurrence)
            }
            Rule::Generic => {
                let parts = self.parts(member);
                let Some(((name, _), arguments)) = parts.split_first() else { return base };
                let found = self.member_of(base, *name, position);
                let mut types = Vec::new();
                for (argument, _) in arguments {
                    types.push(self.visit(*argument, Position::Type(Role::Type)));
                }
                self.builder.expression(Expression::Generic(found, types))
            }
            _ => {
                self.visit(member, Position::Value);
                self.builder.unknown()
            }
        }
    }

    /// `Base<Arguments>`
    pub(crate) fn generic(&mut self, node: Node<'_>, position: Position) -> ExpressionId {
        let parts = self.parts(node);
        let Some(((first, _), rest)) = parts.split_first() else { return self.builder.unknown() };
        let base = self.visit(*first, position);
        let mut arguments = Vec::new();
        for (list, part) in rest {
            if *part == Part::Skip {
                continue;
            }
            for (argument, _) in self.parts(*list) {
                arguments.push(self.visit(argument, Position::Type(Role::Type)));
            }
        }
        if arguments.is_empty() {
            return base;
        }
        self.builder.expression(Expression::Generic(base, arguments))
    }

    /// `a.b.Name<Arguments>`
    fn type_path(&mut self, node: Node<'_>, position: Position) -> ExpressionId {
        let last = match position {
            Position::Type(_) | Position::Qualifier => position,
            Position::Callee => Position::Type(Role::Call),
            _ => Position::Type(Role::Type),
        };
        let parts = self.parts(node);
        let is_name =
            |walk: &Self, child: Node<'_>| matches!(walk.rule(child), Rule::Name | Rule::TypeName);
        let names = parts.iter().filter(|(child, _)| is_name(self, *child)).count();
        let mut seen = 0;
        let mut result: Option<ExpressionId> = None;
        for (child, part) in parts {
            if part == Part::Skip {
                continue;
            }
            if is_name(self, child) {
                seen += 1;
                let position = if seen == names { last } else { Position::Qualifier };
                result = Some(match result {
                    None => self.visit(child, position),
                    Some(base) => self.member_of(base, child, position),
                });
                continue;
            }
            let Some(base) = result else {
                result = Some(self.visit(child, last));
                continue;
            };
            let mut arguments = Vec::new();
            for (argument, _) in self.parts(child) {
                arguments.push(self.visit(argument, Position::Type(Role::Type)));
            }
            result = Some(self.builder.expression(Expression::Generic(base, arguments)));
        }
        result.unwrap_or_else(|| self.builder.unknown())
    }

    fn cast(&mut self, node: Node<'_>) -> ExpressionId {
        let parts = self.parts(node);
        let named = parts.iter().position(|(_, part)| *part == Part::Type);
        let to = named.unwrap_or(parts.len().saturating_sub(1));
        let mut written = self.builder.unknown();
        for (index, (child, part)) in parts.iter().enumerate() {
            if index == to {
                written = self.visit(*child, Position::Type(Role::Type));
            } else {
                self.visit_part(*child, *part, Position::Value);
            }
        }
        match self.is_known(written) {
            true => self.builder.expression(Expression::TypeOf(written)),
            false => written,
        }
    }
}
