//! What is known of a local name at a place: the value that it was given last on
//! the way there, or the type that a test has just found.
//!
//! A name without such knowledge holds any of its symbol's values.

use clew_model::{Expression, ExpressionId, Role};
use rustc_hash::FxHashMap;
use tree_sitter::Node;

use super::{Kind, Walk, kind};
use crate::builder::named_children;

use super::fields::{Field, FieldAccess};

/// Most names followed at once; further ones keep all their values.
const MAX_NAMES: usize = 200;

/// Why a name's value is known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// It was assigned, which lasts beyond the branch.
    Assigned,
    /// It was tested or hidden, which ends with the branch.
    Tested,
}

/// Names, what they hold, and how to go back to an earlier state.
#[derive(Default)]
pub(super) struct Flow<'text> {
    values: FxHashMap<&'text str, Option<ExpressionId>>,
    /// Name, what it held before, and why that changed.
    log: Vec<(&'text str, Option<ExpressionId>, Cause)>,
}

/// A place in the log of a [`Flow`].
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

/// Names with the types that a test gives them.
pub(super) type Tests<'text> = Vec<(&'text str, ExpressionId)>;

/// A condition: its value, and what holds when it is true and when it is false.
pub(super) struct Condition<'text> {
    pub(super) value: ExpressionId,
    pub(super) yes: Tests<'text>,
    pub(super) no: Tests<'text>,
}

impl<'text> Flow<'text> {
    pub(super) fn known(&self, name: &str) -> Option<ExpressionId> {
        self.values.get(name).copied().flatten()
    }

    /// Notes what a name holds from here on; `None` for "any of its values".
    pub(super) fn set(&mut self, name: &'text str, value: Option<ExpressionId>, cause: Cause) {
        let is_new = !self.values.contains_key(name);
        if is_new && self.values.len() >= MAX_NAMES {
            return;
        }
        let before = self.values.insert(name, value).flatten();
        self.log.push((name, before, cause));
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.log.len())
    }

    /// Goes back to the state at `mark`; what was assigned since may hold either
    /// value, unless the branch never gets to its end.
    pub(super) fn end_branch(&mut self, mark: Mark, leaves: bool) {
        let mut assigned: Vec<&'text str> = Vec::new();
        while self.log.len() > mark.0 {
            let Some((name, before, cause)) = self.log.pop() else { break };
            self.values.insert(name, before);
            if cause == Cause::Assigned {
                assigned.push(name);
            }
        }
        if !leaves {
            assigned.sort_unstable();
            assigned.dedup();
            for name in assigned {
                self.set(name, None, Cause::Assigned);
            }
        }
    }

    /// Forgets all: a loop's body may run after any of its assignments.
    fn forget(&mut self) {
        let known: Vec<&'text str> = self
            .values
            .iter()
            .filter(|(_, value)| value.is_some())
            .map(|(name, _)| *name)
            .collect();
        for name in known {
            self.set(name, None, Cause::Tested);
        }
    }
}

impl<'text> Walk<'_, 'text> {
    pub(super) fn assume(&mut self, tests: &Tests<'text>) {
        for (name, value) in tests {
            self.flow.set(name, Some(*value), Cause::Tested);
        }
    }

    /// Runs `visit` as something that may not happen.
    pub(super) fn branch(&mut self, block: Node<'_>, visit: impl FnOnce(&mut Self)) {
        let mark = self.flow.mark();
        visit(self);
        self.flow.end_branch(mark, leaves(block));
    }

    /// Runs `visit` as something that may happen again and again.
    pub(super) fn repeated(&mut self, visit: impl FnOnce(&mut Self)) {
        let mark = self.flow.mark();
        self.flow.forget();
        visit(self);
        self.flow.end_branch(mark, false);
    }

    pub(super) fn if_statement(&mut self, node: Node<'_>) {
        let Some(condition) = node.field(Field::Condition) else {
            return self.statements(node);
        };
        let tested = self.condition(condition);
        let mut left = false;
        if let Some(block) = node.field(Field::Consequence) {
            self.branch(block, |walk| {
                walk.assume(&tested.yes);
                walk.statements(block);
            });
            left = leaves(block);
        }
        let mark = self.flow.mark();
        self.assume(&tested.no);
        let mut has_alternative = false;
        let mut cursor = node.walk();
        for alternative in node.children_by_field_name("alternative", &mut cursor) {
            has_alternative = true;
            self.alternative(alternative);
        }
        self.flow.end_branch(mark, false);
        if left && !has_alternative {
            self.assume(&tested.no);
        }
    }

    fn alternative(&mut self, node: Node<'_>) {
        let tested = node.field(Field::Condition).map(|one| self.condition(one));
        let block = node.field(Field::Consequence).or_else(|| node.field(Field::Body));
        if let Some(block) = block {
            self.branch(block, |walk| {
                if let Some(tested) = &tested {
                    walk.assume(&tested.yes);
                }
                walk.statements(block);
            });
        }
        if let Some(tested) = &tested {
            self.assume(&tested.no);
        }
    }

    pub(super) fn while_statement(&mut self, node: Node<'_>) {
        self.repeated(|walk| {
            let tested = node.field(Field::Condition).map(|one| walk.condition(one));
            if let Some(block) = node.field(Field::Body) {
                if let Some(tested) = &tested {
                    walk.assume(&tested.yes);
                }
                walk.statements(block);
            }
        });
        if let Some(block) = node.field(Field::Alternative) {
            self.branch(block, |walk| walk.statements(block));
        }
    }

    /// Each part of `try` may be left early or not be reached.
    pub(super) fn try_statement(&mut self, node: Node<'_>) {
        for part in named_children(node) {
            self.branch(part, |walk| walk.statement(part));
        }
    }

    pub(super) fn assert_statement(&mut self, node: Node<'_>) {
        let parts = named_children(node);
        let Some((first, rest)) = parts.split_first() else { return };
        let tested = self.condition(*first);
        for part in rest {
            self.expression(*part, Role::Read);
        }
        self.assume(&tested.yes);
    }

    /// Reads a condition.
    pub(super) fn condition(&mut self, node: Node<'_>) -> Condition<'text> {
        let value = self.builder.unknown();
        let nothing = Condition { value, yes: Vec::new(), no: Vec::new() };
        self.deeper(nothing, |walk| walk.condition_inner(node))
    }

    fn condition_inner(&mut self, node: Node<'_>) -> Condition<'text> {
        match kind(node) {
            Kind::Parenthesized if node.named_child_count() == 1 => match node.named_child(0) {
                Some(inner) => self.condition(inner),
                None => self.plain_condition(node),
            },
            Kind::BooleanOperator => self.boolean(node),
            Kind::Call => {
                self.test = None;
                let value = self.expression(node, Role::Read);
                let yes = self.test.take().into_iter().collect();
                Condition { value, yes, no: Vec::new() }
            }
            _ if node.kind() == "not_operator" => match node.field(Field::Argument) {
                Some(inner) => {
                    let Condition { yes, no, .. } = self.condition(inner);
                    let literal = Expression::Literal(clew_model::LiteralKind::Boolean);
                    let value = self.builder.expression(literal);
                    Condition { value, yes: no, no: yes }
                }
                None => self.plain_condition(node),
            },
            _ => self.plain_condition(node),
        }
    }

    fn plain_condition(&mut self, node: Node<'_>) -> Condition<'text> {
        let value = self.expression(node, Role::Read);
        Condition { value, yes: Vec::new(), no: Vec::new() }
    }

    /// `a and b`, `a or b`: the right side knows how the left one came out.
    fn boolean(&mut self, node: Node<'_>) -> Condition<'text> {
        let sides = (node.field(Field::Left), node.field(Field::Right));
        let (Some(left), Some(right)) = sides else { return self.plain_condition(node) };
        let is_and = node.field(Field::Operator).is_some_and(|operator| operator.kind() == "and");
        let first = self.condition(left);
        let mark = self.flow.mark();
        self.assume(if is_and { &first.yes } else { &first.no });
        let second = self.condition(right);
        self.flow.end_branch(mark, false);
        let parts = vec![first.value, second.value];
        let value = self.builder.expression(Expression::Union(parts));
        let both = |a: Tests<'text>, b: Tests<'text>| a.into_iter().chain(b).collect();
        match is_and {
            true => Condition { value, yes: both(first.yes, second.yes), no: Vec::new() },
            false => Condition { value, yes: Vec::new(), no: both(first.no, second.no) },
        }
    }

    /// The type that `isinstance(name, given)` finds.
    pub(super) fn tested_type(&mut self, given: ExpressionId) -> ExpressionId {
        let named = match self.builder.expression_at(given) {
            Expression::TupleOf(parts) => {
                let parts = parts.clone();
                self.builder.expression(Expression::Union(parts))
            }
            _ => given,
        };
        self.builder.expression(Expression::TypeOf(named))
    }
}

/// Whether control never gets past the end of a block.
fn leaves(block: Node<'_>) -> bool {
    let mut cursor = block.walk();
    let last = block.named_children(&mut cursor).filter(|child| child.kind() != "comment").last();
    last.is_some_and(|last| {
        matches!(
            last.kind(),
            "return_statement" | "raise_statement" | "continue_statement" | "break_statement"
        )
    })
}
