//! Calls, and those builtins whose result follows from their arguments.

use clew_model::{Expression, ExpressionId, LiteralKind, Role};
use tree_sitter::Node;

use super::{Kind, Walk, kind};
use crate::builder::named_children;

use super::fields::{Field, FieldAccess};

impl<'text> Walk<'_, 'text> {
    pub(super) fn call(&mut self, node: Node<'_>) -> ExpressionId {
        let Some(function) = node.field(Field::Function) else {
            return self.builder.unknown();
        };
        let callee = self.expression(function, Role::Call);
        let text = self.builder.node_text(function);
        let arguments = node.field(Field::Arguments);
        let mut values = Vec::new();
        match arguments {
            Some(list) if list.kind() == "generator_expression" => {
                values.push(self.expression(list, Role::Read));
            }
            Some(list) => {
                let is_cast = matches!(text, "cast" | "t.cast" | "typing.cast");
                for (index, argument) in named_children(list).into_iter().enumerate() {
                    values.push(match index {
                        0 if is_cast => self.type_expression(argument),
                        _ => self.argument(argument, text),
                    });
                }
            }
            None => {}
        }
        if text == "isinstance" {
            self.test = arguments.and_then(|list| self.isinstance(list, &values));
        }
        self.known_call(node, text, &values)
            .unwrap_or_else(|| self.builder.expression(Expression::Call(callee)))
    }

    /// `bound="Type"` of a type variable names a type; all else is a value.
    fn argument(&mut self, node: Node<'_>, callee: &str) -> ExpressionId {
        let is_bound = kind(node) == Kind::KeywordArgument
            && callee.rsplit('.').next() == Some("TypeVar")
            && node.field(Field::Name).is_some_and(|name| self.builder.node_text(name) == "bound");
        match node.field(Field::Value).filter(|_| is_bound) {
            Some(value) => self.type_expression(value),
            None => self.expression(node, Role::Read),
        }
    }

    fn isinstance(
        &mut self,
        list: Node<'_>,
        values: &[ExpressionId],
    ) -> Option<(&'text str, ExpressionId)> {
        let first = list.named_child(0).filter(|first| kind(*first) == Kind::Identifier)?;
        let name = self.builder.node_text(first);
        let given = *values.get(1).filter(|_| name != "self" && name != "cls")?;
        Some((name, self.tested_type(given)))
    }

    /// The value of a call whose callee is known by its name.
    fn known_call(
        &mut self,
        node: Node<'_>,
        text: &'text str,
        values: &[ExpressionId],
    ) -> Option<ExpressionId> {
        let first = values.first().copied();
        let expression = match text {
            "super" => Expression::Super(self.builder.container_type()?),
            "cast" | "t.cast" | "typing.cast" => Expression::TypeOf(first?),
            "TypeVar" | "t.TypeVar" | "typing.TypeVar" => {
                return self.bound_of(node, values);
            }
            "copy.copy" | "copy.deepcopy" | "deepcopy" | "partial" | "functools.partial" => {
                return first;
            }
            "next" => Expression::Iterated(self.of_builtin(text, first)?),
            "list" | "sorted" | "reversed" | "iter" | "set" | "tuple" | "frozenset" => {
                let of = self.of_builtin(text, first)?;
                Expression::ListOf(self.builder.expression(Expression::Iterated(of)))
            }
            "enumerate" => {
                let of = self.of_builtin(text, first)?;
                let number = self.builder.expression(Expression::Literal(LiteralKind::Number));
                let element = self.builder.expression(Expression::Iterated(of));
                let pair = Expression::TupleOf(vec![number, element]);
                Expression::ListOf(self.builder.expression(pair))
            }
            "zip" => {
                self.of_builtin(text, first)?;
                let parts = values
                    .iter()
                    .map(|value| self.builder.expression(Expression::Iterated(*value)))
                    .collect();
                Expression::ListOf(self.builder.expression(Expression::TupleOf(parts)))
            }
            "property" => Expression::Call(self.of_builtin(text, first)?),
            "staticmethod" | "classmethod" => return self.of_builtin(text, first),
            "type" => {
                let list = node.field(Field::Arguments)?;
                let only = list.named_child(0).filter(|_| list.named_child_count() == 1)?;
                let is_receiver = self.builder.node_text(only) == "self";
                Expression::SelfType(self.builder.container_type().filter(|_| is_receiver)?)
            }
            text if text.ends_with(".__new__") => Expression::Call(first?),
            _ => return None,
        };
        Some(self.builder.expression(expression))
    }

    /// The argument, unless the file gives the builtin's name another meaning.
    fn of_builtin(
        &mut self,
        name: &'text str,
        argument: Option<ExpressionId>,
    ) -> Option<ExpressionId> {
        argument.filter(|_| self.builder.visible_symbol(name).is_none())
    }

    /// A type variable stands for its bound.
    fn bound_of(&mut self, node: Node<'_>, values: &[ExpressionId]) -> Option<ExpressionId> {
        let list = node.field(Field::Arguments)?;
        let index = named_children(list).into_iter().position(|argument| {
            argument.field(Field::Name).is_some_and(|name| self.builder.node_text(name) == "bound")
        })?;
        values.get(index).copied()
    }
}
