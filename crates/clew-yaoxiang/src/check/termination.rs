//! Loops that can never end.
//!
//! Reported only where it is certain: the condition compares a variable with
//! a number or another variable, nothing leaves the loop, and what the body
//! does to the counter leads away from the bound, or does nothing.

use super::span::node_start;
use super::{ArgMode, Checker, Stage};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{AstNode, BinaryExpr, Binding, Expr, Literal, WhileExpr};
use crate::syntax::{Field, Node, SyntaxKind};

/// Which way a counter moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

impl<'tree> Checker<'tree> {
    pub(super) fn check_termination(&mut self, each: WhileExpr<'tree>) {
        let (Some(condition), Some(body)) = (each.condition(), each.body()) else { return };
        let Some(comparison) = Comparison::read(condition) else { return };
        let body = body.syntax();
        if leaves(body) {
            return;
        }
        let mut moves = Vec::new();
        for name in &comparison.names {
            match self.changes(body, name) {
                Changes::None => {}
                Changes::Steps(steps) => moves.extend(steps.into_iter().map(|step| (*name, step))),
                Changes::Anything => return,
            }
        }
        let message = if moves.is_empty() {
            if self.value_may_change_elsewhere(&comparison) {
                return;
            }
            format!("@counter_stands_still:{}", comparison.names.join(", "))
        } else if moves.iter().all(|(name, step)| comparison.moves_away(name, *step)) {
            format!("@counter_moves_away:{}", moves[0].0)
        } else {
            return;
        };
        let diagnostic =
            Diagnostic::error("E8001", node_start(each.syntax())).with_arg("message", message);
        self.report(Stage::Types, diagnostic);
    }

    /// A name that is no local value may be changed by what the body calls.
    fn value_may_change_elsewhere(&self, comparison: &Comparison<'tree>) -> bool {
        comparison.names.iter().any(|name| self.scopes.find(name).is_none())
    }

    /// What a loop body does to the variable `name`.
    fn changes(&self, body: Node<'_>, name: &str) -> Changes {
        let mut steps = Vec::new();
        for node in body.descendants() {
            let is_use = matches!(node.kind(), SyntaxKind::NameRef | SyntaxKind::Name);
            if !is_use || node.text() != name {
                continue;
            }
            match role(node, name) {
                Role::Read => {}
                Role::Step(step) => steps.push(step),
                Role::Argument if !self.may_change_argument(node) => {}
                Role::Argument | Role::Changed => return Changes::Anything,
            }
        }
        if steps.is_empty() { Changes::None } else { Changes::Steps(steps) }
    }

    /// Whether the call that takes this argument borrows it for writing, or
    /// may do so for all that is known.
    fn may_change_argument(&self, name: Node<'_>) -> bool {
        let Some(arg) = name.parent() else { return true };
        let Some(list) = arg.parent() else { return true };
        let modes = list.parent().and_then(|call| self.flow.calls.get(&call.index()));
        let position = list.children().position(|other| other.index() == arg.index());
        match (modes, position) {
            (Some(modes), Some(position)) => !matches!(
                modes.get(position),
                Some(ArgMode::ByValue | ArgMode::Shared | ArgMode::Read)
            ),
            _ => true,
        }
    }
}

/// `v < bound` in either order.
struct Comparison<'tree> {
    operator: SyntaxKind,
    left: Option<&'tree str>,
    names: Vec<&'tree str>,
}

impl<'tree> Comparison<'tree> {
    fn read(condition: Expr<'tree>) -> Option<Self> {
        let Expr::BinaryExpr(binary) = condition.unparenthesised() else { return None };
        let operator = binary.operator()?.kind();
        use SyntaxKind::{Ge, Gt, Le, Lt};
        if !matches!(operator, Lt | Le | Gt | Ge) {
            return None;
        }
        let left = bound(binary.left()?)?;
        let right = bound(binary.right()?)?;
        let names: Vec<&str> = [left, right].into_iter().flatten().collect();
        (!names.is_empty() && left != right).then_some(Comparison { operator, left, names })
    }

    /// Whether moving `name` this way keeps the condition true.
    fn moves_away(&self, name: &str, step: Direction) -> bool {
        let wants_small = matches!(self.operator, SyntaxKind::Lt | SyntaxKind::Le);
        let on_left = self.left == Some(name);
        let harmless = if wants_small == on_left { Direction::Down } else { Direction::Up };
        step == harmless
    }
}

/// A name, a number (`None`), or nothing usable.
fn bound(expr: Expr<'_>) -> Option<Option<&str>> {
    match expr.unparenthesised() {
        Expr::NameRef(name) => Some(Some(name.text())),
        Expr::Literal(literal) if literal.token_kind() == Some(SyntaxKind::Int) => Some(None),
        _ => None,
    }
}

/// Whether anything in the body may leave the loop.
fn leaves(body: Node<'_>) -> bool {
    body.descendants().any(|node| {
        matches!(node.kind(), SyntaxKind::BreakKw | SyntaxKind::ReturnKw | SyntaxKind::Question)
            || never_returns(node)
    })
}

/// A call of something that may stop the program.
fn never_returns(node: Node<'_>) -> bool {
    node.kind() == SyntaxKind::NameRef && matches!(node.text(), "exit" | "panic" | "abort")
}

/// What a loop body does to a variable.
enum Changes {
    None,
    Steps(Vec<Direction>),
    Anything,
}

enum Role {
    Read,
    Step(Direction),
    Argument,
    Changed,
}

fn role(node: Node<'_>, name: &str) -> Role {
    let Some(parent) = node.parent() else { return Role::Read };
    match parent.kind() {
        SyntaxKind::Binding if node.field() == Field::Target => {
            match Binding::cast(parent).and_then(|binding| step(binding, name)) {
                Some(direction) => Role::Step(direction),
                None => Role::Changed,
            }
        }
        SyntaxKind::Arg => Role::Argument,
        SyntaxKind::AssignExpr if node.field() == Field::Left => Role::Changed,
        SyntaxKind::PrefixExpr if parent.token(SyntaxKind::MutRef).is_some() => Role::Changed,
        SyntaxKind::FieldExpr if node.field() == Field::Receiver => Role::Changed,
        SyntaxKind::Destructure | SyntaxKind::ForExpr | SyntaxKind::Param | SyntaxKind::BindPat => {
            if node.kind() == SyntaxKind::Name {
                Role::Changed
            } else {
                Role::Read
            }
        }
        _ => Role::Read,
    }
}

/// `v = v + c` and its like, with `c` a positive number.
fn step(binding: Binding<'_>, name: &str) -> Option<Direction> {
    let Expr::BinaryExpr(binary) = binding.value()?.unparenthesised() else { return None };
    let operator = binary.operator()?.kind();
    let is_name = |expr: Option<Expr<'_>>| matches!(expr.map(|expr| expr.unparenthesised()), Some(Expr::NameRef(found)) if found.text() == name);
    match operator {
        SyntaxKind::Plus if is_name(binary.left()) => {
            constant(binary.right()).then_some(Direction::Up)
        }
        SyntaxKind::Plus if is_name(binary.right()) => {
            constant(binary.left()).then_some(Direction::Up)
        }
        SyntaxKind::Minus if is_name(binary.left()) => {
            constant(binary.right()).then_some(Direction::Down)
        }
        _ => None,
    }
    .filter(|_| plain(binary))
}

/// Whether the literal of a step is above zero.
fn constant(expr: Option<Expr<'_>>) -> bool {
    let Some(Expr::Literal(literal)) = expr.map(|expr| expr.unparenthesised()) else {
        return false;
    };
    is_positive(literal)
}

fn is_positive(literal: Literal<'_>) -> bool {
    literal.token_kind() == Some(SyntaxKind::Int)
        && crate::modules::parse_int(literal.text()).is_some_and(|value| value > 0)
}

fn plain(binary: BinaryExpr<'_>) -> bool {
    binary.left().is_some() && binary.right().is_some()
}
