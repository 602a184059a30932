//! `match`: patterns, bodies, and whether all cases are there.

use rustc_hash::FxHashSet;

use super::scope::Mutability;
use super::span::expr_range;
use super::ty::{Kind, Prim, Ty};
use super::{Checker, Stage};
use crate::diagnostic::Diagnostic;
use crate::stack::with_room;
use crate::syntax::ast::{AstNode, Expr, MatchArm, MatchExpr, Pattern};

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

    /// Binds the names of a pattern and compares its literals with the subject.
    fn check_pattern(&mut self, pattern: Pattern<'tree>, subject: Ty) {
        with_room(|| match pattern {
            Pattern::WildcardPat(_) => {}
            Pattern::BindPat(bind) => {
                if let Some(name) = bind.name() {
                    self.declare_name(name, subject, Mutability::Immutable);
                }
            }
            Pattern::LiteralPat(literal) => {
                let Some(expr) = literal.expr() else { return };
                let found = self.infer(expr, None);
                let subject = self.types.peel(subject);
                if !self.types.unify(subject, found) {
                    self.mismatch(expr_range(expr), subject, found);
                }
            }
            Pattern::RangePat(range) => {
                for bound in [range.from(), range.to()].into_iter().flatten() {
                    self.infer(bound, None);
                }
            }
            Pattern::TuplePat(tuple) => {
                let base = self.types.peel(subject);
                let types = match self.types.kind(base).clone() {
                    Kind::Tuple(types) => types,
                    _ => Vec::new(),
                };
                let items: Vec<_> = tuple.items().collect();
                for (index, item) in items.iter().enumerate() {
                    let known = types.len() == items.len();
                    let ty = if known { types[index] } else { Ty::UNKNOWN };
                    self.check_pattern(*item, ty);
                }
            }
            Pattern::RecordPat(record) => {
                self.note_field_patterns(record, subject);
                for item in record.items() {
                    self.check_pattern(item, Ty::UNKNOWN);
                }
            }
            Pattern::CtorPat(ctor) => {
                for item in ctor.items() {
                    self.check_pattern(item, Ty::UNKNOWN);
                }
            }
            Pattern::OrPat(either) => {
                for item in either.items() {
                    self.check_pattern(item, subject);
                }
            }
        });
    }

    /// Warns of arms behind one that takes everything, and of repeated literals.
    fn check_reachable(&mut self, arms: &[MatchArm<'tree>]) {
        let mut taken = FxHashSet::default();
        let mut all_taken = false;
        for arm in arms {
            let Some(pattern) = arm.pattern() else { continue };
            let repeated =
                matches!(pattern, Pattern::LiteralPat(_)) && taken.contains(pattern.text());
            if all_taken || repeated {
                let diagnostic = Diagnostic::warning("E1031", pattern.range())
                    .with_arg("pattern", pattern.text());
                self.report(Stage::Types, diagnostic);
            }
            if arm.guard().is_none() {
                taken.insert(pattern.text());
                all_taken |= takes_all(pattern);
            }
        }
    }

    fn check_exhaustive(
        &mut self,
        matching: MatchExpr<'tree>,
        arms: &[MatchArm<'tree>],
        subject: Ty,
    ) {
        let patterns: Vec<Pattern<'tree>> = arms
            .iter()
            .filter(|arm| arm.guard().is_none())
            .filter_map(|arm| arm.pattern())
            .collect();
        if patterns.iter().any(|pattern| takes_all(*pattern)) {
            return;
        }
        let base = self.types.peel(subject);
        let missing = match self.types.kind(base) {
            Kind::Prim(Prim::Bool) => {
                let absent = |value: &str| patterns.iter().all(|pattern| pattern.text() != value);
                let parts = patterns.iter().all(|p| matches!(p, Pattern::LiteralPat(_)));
                let absent: Vec<&str> =
                    ["true", "false"].into_iter().filter(|value| absent(value)).collect();
                if absent.is_empty() || !parts {
                    return;
                }
                absent.join(", ")
            }
            Kind::Prim(Prim::Int(_) | Prim::Float(_) | Prim::String | Prim::Char) => "_".to_owned(),
            _ => return,
        };
        let range = super::span::node_start(matching.syntax());
        let diagnostic = Diagnostic::warning("E1030", range).with_arg("patterns", missing);
        self.report(Stage::Types, diagnostic);
    }
}

/// Whether a pattern fits every value.
fn takes_all(pattern: Pattern<'_>) -> bool {
    with_room(|| match pattern {
        Pattern::WildcardPat(_) | Pattern::BindPat(_) => true,
        Pattern::TuplePat(tuple) => tuple.items().all(takes_all),
        Pattern::RecordPat(record) => record.items().all(takes_all),
        Pattern::OrPat(either) => either.items().any(takes_all),
        Pattern::LiteralPat(_) | Pattern::CtorPat(_) | Pattern::RangePat(_) => false,
    })
}
