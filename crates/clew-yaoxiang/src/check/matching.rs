//! `match`: bodies, and whether all cases are there.

use super::cases::{Case, is_reached, left_out};
use super::span::expr_range;
use super::ty::{Kind, Ty};
use super::{Checker, Stage};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{AstNode, Expr, MatchArm, MatchExpr};

/// Values that one message names as left out.
const MOST_SHOWN: usize = 3;

impl<'tree> Checker<'tree> {
    pub(super) fn infer_match(&mut self, matching: MatchExpr<'tree>) -> Ty {
        let subject = self.infer_optional(matching.scrutinee());
        let mut values = Vec::new();
        for arm in matching.arms() {
            self.scopes.open();
            if let Some(pattern) = arm.pattern() {
                self.check_pattern(pattern, subject);
            }
            if let Some(guard) = arm.guard().and_then(|guard| guard.condition()) {
                let found = self.infer(guard, Some(Ty::BOOL));
                if !self.types.is_bool(found) && !matches!(self.types.kind(found), Kind::Var(_)) {
                    self.mismatch(expr_range(guard), Ty::BOOL, found);
                }
            }
            values.push(match arm.body() {
                Some(Expr::Block(block)) => self.value_block(block),
                other => self.infer_optional(other),
            });
            self.scopes.close();
        }
        let arms: Vec<MatchArm<'tree>> = matching.arms().collect();
        self.check_reachable(&arms);
        self.check_exhaustive(matching, &arms, subject);
        self.join_all(&values)
    }

    /// Warns of arms that take nothing which the arms before them leave.
    fn check_reachable(&mut self, arms: &[MatchArm<'tree>]) {
        let mut taken = Vec::new();
        for arm in arms {
            let Some(pattern) = arm.pattern() else { continue };
            let case = Case::of(pattern);
            if !is_reached(&taken, &case) {
                let diagnostic = Diagnostic::warning("E1031", pattern.range())
                    .with_arg("pattern", pattern.text());
                self.report(Stage::Types, diagnostic);
            }
            if arm.guard().is_none() {
                taken.push(case);
            }
        }
    }

    /// Warns of values that no arm takes. Types whose forms are not known here
    /// are left alone.
    fn check_exhaustive(
        &mut self,
        matching: MatchExpr<'tree>,
        arms: &[MatchArm<'tree>],
        subject: Ty,
    ) {
        let cases: Vec<Case> = arms
            .iter()
            .filter(|arm| arm.guard().is_none())
            .filter_map(|arm| arm.pattern())
            .map(Case::of)
            .collect();
        if cases.iter().any(Case::has_form) {
            return;
        }
        let base = self.types.peel(subject);
        if !matches!(self.types.kind(base), Kind::Prim(_) | Kind::Tuple(_)) {
            return;
        }
        let missing = left_out(&cases, MOST_SHOWN);
        if missing.is_empty() {
            return;
        }
        let range = super::span::node_start(matching.syntax());
        let diagnostic =
            Diagnostic::warning("E1030", range).with_arg("patterns", missing.join(", "));
        self.report(Stage::Types, diagnostic);
    }
}
