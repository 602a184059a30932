//! Borrows and the conflicts between them.

use clew_text::TextRange;

use super::{LiveBorrow, Walk};
use crate::check::ArgMode;
use crate::check::scope::LocalId;
use crate::check::span::expr_range;
use crate::diagnostic::Diagnostic;
use crate::modules::Borrow;
use crate::syntax::SyntaxKind;
use crate::syntax::ast::{AstNode, CallExpr, Expr, NameRef, PrefixExpr};

/// A borrow that an expression writes: `&p`, `&mut p.x`, `&mut xs[0]`.
pub(super) struct Borrowed<'tree> {
    pub(super) mode: Borrow,
    pub(super) root: NameRef<'tree>,
    pub(super) range: TextRange,
}

/// The borrow that an expression writes.
pub(super) fn borrowed(expr: Expr<'_>) -> Option<Borrowed<'_>> {
    let Expr::PrefixExpr(prefix) = expr.unparenthesised() else { return None };
    let mode = borrow_mode(prefix)?;
    let operand = prefix.operand()?;
    Some(Borrowed { mode, root: root_name(operand)?, range: shown_range(operand) })
}

pub(super) fn borrow_mode(prefix: PrefixExpr<'_>) -> Option<Borrow> {
    match prefix.operator()?.kind() {
        SyntaxKind::Amp => Some(Borrow::Shared),
        SyntaxKind::MutRef => Some(Borrow::Exclusive),
        _ => None,
    }
}

/// The variable at the root of a path of fields and indexes.
fn root_name(expr: Expr<'_>) -> Option<NameRef<'_>> {
    let mut current = expr;
    loop {
        current = match current.unparenthesised() {
            Expr::NameRef(name) => return Some(name),
            Expr::FieldExpr(field) => field.receiver()?,
            Expr::IndexExpr(index) => index.receiver()?,
            _ => return None,
        };
    }
}

/// The place a borrow is shown at: the innermost part of the path.
fn shown_range(operand: Expr<'_>) -> TextRange {
    match operand.unparenthesised() {
        Expr::IndexExpr(index) => index.indexes().next().map_or(index.range(), expr_range),
        other => expr_range(other),
    }
}

impl<'tree> Walk<'_, 'tree> {
    /// `v = &p` or `v = &mut p`: checks the borrow and keeps it alive.
    pub(super) fn hold_borrow(&mut self, borrow: &Borrowed<'tree>, holder: Option<LocalId>) {
        let Some(owner) = self.local_of(borrow.root) else { return };
        self.check_mutable(borrow, owner);
        let rival = self
            .borrows
            .iter()
            .find(|live| live.owner == owner && excludes(live.mode, borrow.mode))
            .map(|live| live.range);
        if let Some(first) = rival {
            self.conflict(borrow.root.text(), borrow.range, first);
        }
        if let Some(holder) = holder {
            let live = LiveBorrow { owner, mode: borrow.mode, holder, range: borrow.range };
            self.borrows.push(live);
        }
    }

    /// `&mut v` needs a mutable `v`.
    pub(super) fn check_mutable(&mut self, borrow: &Borrowed<'tree>, owner: LocalId) {
        if borrow.mode == Borrow::Exclusive
            && !self.is_mutable(owner)
            && self.class(owner) != super::Class::Exclusive
        {
            let diagnostic =
                Diagnostic::error("E2016", borrow.range).with_arg("name", borrow.root.text());
            self.report(diagnostic);
        }
    }

    /// `w = v` where `v` holds a shared borrow: `w` holds it as well.
    pub(super) fn share_borrows(&mut self, from: LocalId, to: LocalId) {
        let shared: Vec<LiveBorrow> = self
            .borrows
            .iter()
            .filter(|live| live.holder == from && live.mode == Borrow::Shared)
            .map(|live| LiveBorrow { holder: to, ..live.clone() })
            .collect();
        self.borrows.extend(shared);
    }

    /// The borrows that one call makes of its arguments must agree.
    pub(super) fn check_call_borrows(&mut self, call: CallExpr<'tree>, modes: &[ArgMode]) {
        let mut made: Vec<(LocalId, Borrow, TextRange)> = Vec::new();
        let args = call.arg_list().into_iter().flat_map(|list| list.args());
        for (index, arg) in args.enumerate() {
            let Some(value) = arg.value() else { continue };
            let Some((root, mode, range)) = argument_borrow(value, modes.get(index)) else {
                continue;
            };
            let Some(owner) = self.local_of(root) else { continue };
            let rival = made
                .iter()
                .find(|(other, other_mode, _)| *other == owner && excludes(*other_mode, mode))
                .map(|(_, _, first)| *first);
            if let Some(first) = rival {
                self.conflict(root.text(), first, range);
            } else {
                self.check_held_elsewhere(call, root, owner, mode, range);
            }
            made.push((owner, mode, range));
        }
    }

    /// An automatic borrow while another variable, used again later, holds
    /// one that excludes it.
    fn check_held_elsewhere(
        &mut self,
        call: CallExpr<'tree>,
        root: NameRef<'tree>,
        owner: LocalId,
        mode: Borrow,
        range: TextRange,
    ) {
        let end = call.syntax().end_index();
        let rival = self
            .borrows
            .iter()
            .find(|live| {
                live.owner == owner
                    && excludes(live.mode, mode)
                    && self.last_use.get(&live.holder).is_some_and(|last| *last >= end)
            })
            .map(|live| live.range);
        if let Some(first) = rival {
            self.conflict(root.text(), range, first);
        }
    }

    fn conflict(&mut self, name: &str, range: TextRange, other: TextRange) {
        let diagnostic = Diagnostic::error("E2018", range)
            .with_arg("name", name)
            .with_related(other, "other_borrow");
        self.report(diagnostic);
    }

    pub(super) fn local_of(&self, name: NameRef<'tree>) -> Option<LocalId> {
        self.checker.flow.uses.get(&name.syntax().index()).copied()
    }
}

/// Whether two borrows of one value cannot be alive together.
fn excludes(one: Borrow, other: Borrow) -> bool {
    one == Borrow::Exclusive || other == Borrow::Exclusive
}

/// The borrow that a call makes of an argument: written, or by the parameter.
fn argument_borrow<'tree>(
    value: Expr<'tree>,
    mode: Option<&ArgMode>,
) -> Option<(NameRef<'tree>, Borrow, TextRange)> {
    if let Some(borrow) = borrowed(value) {
        return Some((borrow.root, borrow.mode, borrow.range));
    }
    let Expr::NameRef(name) = value.unparenthesised() else { return None };
    let mode = match mode? {
        ArgMode::Shared => Borrow::Shared,
        ArgMode::Exclusive => Borrow::Exclusive,
        ArgMode::ByValue | ArgMode::Read => return None,
    };
    Some((name, mode, name.range()))
}
