//! What is known of a name where a test of its type holds: `if (x is Foo) x.bar()`.
//!
//! Before the parts of a condition are visited, each test in it is told where it holds:
//! in the branch, in what follows `&&`, behind a branch that leaves. When the test itself
//! is visited, its type is known, and the name has it there.

use clew_model::{Expression, ExpressionId, LiteralKind, Role, ScopeKind};
use clew_text::TextRange;
use tree_sitter::Node;

use super::rule::Position;
use super::{Walk, child_of_kind, field, last_named};
use crate::builder::range_of;

/// Most parts of one condition that are looked at.
const MOST_PARTS: usize = 64;

/// Most places that are remembered.
const MOST_PLACES: usize = 64;

/// How a language names what tests types, beside the kinds that all of them share.
#[derive(Clone, Copy)]
pub(crate) struct Narrowing {
    /// `name is Type` as a value.
    pub(crate) test: &'static str,
}

/// A test of a name, and where it holds.
pub(super) struct Test<'text> {
    name: &'text str,
    places: Vec<TextRange>,
}

/// What a name is in a place.
pub(super) struct Narrowed<'text> {
    name: &'text str,
    place: TextRange,
    ty: ExpressionId,
}

/// What connects the parts of a condition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Connective {
    And,
    Or,
    Not,
}

impl<'text> Walk<'_, 'text> {
    /// Notes where the tests of a condition hold that `node` is or has.
    pub(super) fn note_conditions(&mut self, node: Node<'_>) {
        let Some(narrowing) = self.table.description.narrowing else { return };
        match node.kind() {
            "if_expression" | "if_statement" | "conditional_expression" | "while_statement" => {
                self.note_branches(narrowing, node);
            }
            "when_expression" => self.note_cases(narrowing, node),
            _ => match connective(node) {
                Some(Connective::Not) | None => {}
                Some(kind) => self.note_operands(narrowing, node, kind == Connective::And),
            },
        }
    }

    fn note_branches(&mut self, narrowing: Narrowing, node: Node<'_>) {
        let condition = field(node, "condition").or_else(|| node.named_child(0));
        let Some(condition) = condition else { return };
        let mut cursor = node.walk();
        let mut rest = node.children(&mut cursor).skip_while(|one| *one != condition).skip(1);
        let (mut branch, mut otherwise) = (None, None);
        for child in rest.by_ref() {
            match child.kind() {
                "else" | ":" => otherwise = Some(TextRange::new(child.end_byte(), node.end_byte())),
                _ if otherwise.is_none() && child.is_named() && !child.is_extra() => {
                    branch = branch.or(Some(child));
                }
                _ => {}
            }
        }
        let leaves = branch.is_some_and(|branch| self.leaves(branch));
        let behind = (leaves && otherwise.is_none()).then(|| self.rest_of_scope(node)).flatten();
        let holds: Vec<TextRange> = branch.map(range_of).into_iter().collect();
        let fails: Vec<TextRange> = otherwise.into_iter().chain(behind).collect();
        self.note(narrowing, condition, true, &holds);
        self.note(narrowing, condition, false, &fails);
    }

    /// `a && b`: a test in `a` that makes it true holds in what follows.
    fn note_operands(&mut self, narrowing: Narrowing, node: Node<'_>, truth: bool) {
        let mut cursor = node.walk();
        let operands = node.named_children(&mut cursor).take(MOST_PARTS);
        for operand in operands.filter(|one| !one.kind().ends_with("_operator")) {
            let rest = TextRange::new(operand.end_byte(), node.end_byte());
            self.note(narrowing, operand, truth, &[rest]);
        }
    }

    /// `when (name) { is Type -> … }`, `when { name is Type -> … }`
    fn note_cases(&mut self, narrowing: Narrowing, node: Node<'_>) {
        let subject = child_of_kind(node, "when_subject");
        let name = subject.and_then(|subject| {
            let declared = child_of_kind(subject, "variable_declaration");
            child_of_kind(declared.unwrap_or(subject), "identifier")
        });
        let name = name.map(|name| self.text(name));
        let mut cursor = node.walk();
        for case in node.named_children(&mut cursor).filter(|one| one.kind() == "when_entry") {
            let mut cursor = case.walk();
            let mut conditions = case.children_by_field_name("condition", &mut cursor);
            let (Some(test), None) = (conditions.next(), conditions.next()) else { continue };
            let place = TextRange::new(test.end_byte(), case.end_byte());
            match (test.kind(), name) {
                ("type_test", Some(name)) if !is_denied(test, self.builder.text()) => {
                    self.tests.insert(test.id(), Test { name, places: vec![place] });
                }
                _ if subject.is_none() => self.note(narrowing, test, true, &[place]),
                _ => {}
            }
        }
    }

    /// Notes the places where a condition has a truth for the tests that must have one, too.
    fn note(&mut self, narrowing: Narrowing, condition: Node<'_>, truth: bool, at: &[TextRange]) {
        if at.is_empty() {
            return;
        }
        let mut pending = vec![(condition, truth)];
        for _ in 0..MOST_PARTS {
            let Some((part, truth)) = pending.pop() else { break };
            let mut cursor = part.walk();
            let inner = part.named_children(&mut cursor);
            match connective(part) {
                Some(Connective::Not) => pending.extend(last_named(part).map(|one| (one, !truth))),
                Some(kind) if (kind == Connective::And) == truth => {
                    pending.extend(inner.map(|one| (one, truth)));
                }
                Some(_) => {}
                None if part.kind() == "parenthesized_expression" => {
                    pending.extend(inner.map(|one| (one, truth)));
                }
                None if part.kind() == narrowing.test => self.note_test(part, truth, at),
                None => {}
            }
        }
    }

    fn note_test(&mut self, test: Node<'_>, truth: bool, at: &[TextRange]) {
        let tested = test.named_child(0).filter(|one| one.kind() == "identifier");
        let Some(name) = tested.map(|one| self.text(one)) else { return };
        if is_denied(test, self.builder.text()) != truth {
            let noted = self.tests.entry(test.id()).or_insert(Test { name, places: Vec::new() });
            noted.places.extend_from_slice(at);
        }
    }

    /// From behind a node to the end of the block around.
    fn rest_of_scope(&self, node: Node<'_>) -> Option<TextRange> {
        let end = self.builder.scope_range().end.to_usize();
        (self.builder.scope_kind(self.builder.scope()) != ScopeKind::File && end > node.end_byte())
            .then(|| TextRange::new(node.end_byte(), end))
    }

    /// Whether what comes after a branch is never reached from it.
    fn leaves(&self, branch: Node<'_>) -> bool {
        let mut last = branch;
        for _ in 0..4 {
            let text = self.text(last);
            let word = text.split(|c: char| !c.is_alphanumeric() && c != '_').next();
            if matches!(word, Some("return" | "throw" | "break" | "continue" | "rethrow")) {
                return true;
            }
            match last_named(last) {
                Some(inner) if text.starts_with('{') || inner.start_byte() == last.start_byte() => {
                    last = inner;
                }
                _ => return false,
            }
        }
        false
    }

    /// What a name is here beyond its declaration.
    pub(super) fn narrowed(&self, node: Node<'_>) -> Option<ExpressionId> {
        if self.narrowed.is_empty() {
            return None;
        }
        let name = self.text(node);
        let at = range_of(node);
        let holds = |one: &&Narrowed<'_>| {
            one.name == name && one.place.start <= at.start && at.end <= one.place.end
        };
        self.narrowed.iter().rev().find(holds).map(|one| one.ty)
    }

    /// A name that is written or declared anew is what it was declared to be.
    pub(super) fn forget(&mut self, name: &str) {
        self.narrowed.retain(|one| one.name != name);
    }
}

/// `name is Type`, `is Type`
pub(crate) fn test(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let inner = child_of_kind(node, "type_test").unwrap_or(node);
    let tested = last_named(inner);
    let mut ty = walk.builder.unknown();
    for (child, _) in walk.parts(node) {
        if child == inner {
            continue;
        }
        if Some(child) != tested {
            walk.visit(child, Position::Value);
        }
    }
    if let Some(tested) = tested {
        ty = walk.visit(tested, Position::Type(Role::Type));
    }
    if let Some(noted) = walk.tests.remove(&node.id()) {
        let ty = walk.builder.expression(Expression::TypeOf(ty));
        let from = range_of(node).start;
        walk.narrowed.retain(|one| one.place.end > from);
        for place in noted.places.into_iter().take(MOST_PLACES) {
            walk.narrowed.push(Narrowed { name: noted.name, place, ty });
        }
        let more = walk.narrowed.len().saturating_sub(MOST_PLACES);
        walk.narrowed.drain(..more);
    }
    walk.literal(LiteralKind::Boolean)
}

/// Whether a test asks that the type be another: `!is`, `is!`.
fn is_denied(test: Node<'_>, text: &str) -> bool {
    let inner = child_of_kind(test, "type_test").unwrap_or(test);
    let Some(tested) = last_named(inner) else { return false };
    let from = match inner == test {
        true => test
            .named_child(0)
            .filter(|first| *first != tested)
            .map_or(test.start_byte(), |one| one.end_byte()),
        false => inner.start_byte(),
    };
    text.get(from..tested.start_byte()).is_some_and(|words| words.contains('!'))
}

fn connective(node: Node<'_>) -> Option<Connective> {
    let mark = node.child(1).map_or("", |one| one.kind());
    match mark {
        "&&" | "logical_and_operator" => return Some(Connective::And),
        "||" | "logical_or_operator" => return Some(Connective::Or),
        _ => {}
    }
    let first = node.child(0).filter(|_| node.kind() == "unary_expression")?;
    let is_not = first.kind() == "!"
        || first.kind() == "prefix_operator" && child_of_kind(first, "negation_operator").is_some();
    is_not.then_some(Connective::Not)
}
