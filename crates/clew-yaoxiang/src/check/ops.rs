//! Binary operators, and which types fit where.

use super::ty::{Kind, Prim, Ty};
use super::{Checker, Stage};
use crate::diagnostic::Diagnostic;
use crate::syntax::SyntaxKind;
use crate::syntax::ast::BinaryExpr;

impl<'tree> Checker<'tree> {
    pub(super) fn infer_binary(&mut self, binary: BinaryExpr<'tree>) -> Ty {
        let left = self.infer_optional(binary.left());
        let right = self.infer_optional(binary.right());
        let Some(operator) = binary.operator() else { return Ty::UNKNOWN };
        match operator.kind() {
            SyntaxKind::AndKw | SyntaxKind::OrKw => {
                if !(self.types.is_bool(left) && self.types.is_bool(right)) {
                    let diagnostic = Diagnostic::error("E1050", operator.range())
                        .with_arg("left", self.types.display(left))
                        .with_arg("right", self.types.display(right));
                    self.report(Stage::Types, diagnostic);
                }
                Ty::BOOL
            }
            SyntaxKind::EqEq
            | SyntaxKind::Neq
            | SyntaxKind::Lt
            | SyntaxKind::Le
            | SyntaxKind::Gt
            | SyntaxKind::Ge => {
                self.types.unify(left, right);
                Ty::BOOL
            }
            SyntaxKind::DotDot => {
                self.types.unify(left, right);
                self.types.named("Range", vec![left])
            }
            SyntaxKind::Percent => {
                self.types.unify(left, right);
                left
            }
            _ => {
                let (left, right) = (self.types.peel(left), self.types.peel(right));
                self.arithmetic(left, right).unwrap_or_else(|| {
                    self.warn_of_mixed_operands(operator, left, right);
                    self.types.var()
                })
            }
        }
    }

    /// The result of `+ - * /`; `None` where the language leaves it open.
    fn arithmetic(&mut self, left: Ty, right: Ty) -> Option<Ty> {
        match (self.types.kind(left), self.types.kind(right)) {
            (Kind::Unknown, _) | (_, Kind::Unknown) => Some(Ty::UNKNOWN),
            (Kind::Prim(one), Kind::Prim(other)) if one == other => {
                matches!(one, Prim::Int(_) | Prim::Float(_) | Prim::String).then_some(left)
            }
            (Kind::Named(one, _), Kind::Named(other, _))
                if one == other && self.types.name(*one) == "List" =>
            {
                self.types.unify(left, right);
                Some(left)
            }
            _ => None,
        }
    }

    /// Text, truth values and numbers do not mix.
    fn warn_of_mixed_operands(
        &mut self,
        operator: crate::syntax::Node<'tree>,
        left: Ty,
        right: Ty,
    ) {
        let number = |ty: Ty| match self.types.kind(ty) {
            Kind::Prim(Prim::Int(_) | Prim::Float(_)) => Some(true),
            Kind::Prim(_) => Some(false),
            _ => None,
        };
        let (Some(left_number), Some(right_number)) = (number(left), number(right)) else {
            return;
        };
        if left_number && right_number {
            return;
        }
        let pair = format!(
            "{} {} {}",
            self.types.display(left),
            operator.text(),
            self.types.display(right)
        );
        let diagnostic = Diagnostic::warning("E1040", operator.range())
            .with_arg("op", operator.text())
            .with_arg("type", pair);
        self.report(Stage::Types, diagnostic);
    }

    /// Whether a value of type `found` may be given where `expected` is
    /// annotated or a parameter asks for it.
    pub(super) fn assignable(&mut self, expected: Ty, found: Ty) -> bool {
        if self.widens(expected, found) || self.claims(expected, found) {
            return true;
        }
        if let Kind::Ref(wanted, _) = *self.types.kind(expected) {
            let (wanted, found) = (self.types.peel(wanted), self.types.peel(found));
            return self.types.unify(wanted, found) || self.claims(wanted, found);
        }
        self.types.unify(expected, found)
    }

    /// Whether a value of type `found` may be returned as `expected`.
    pub(super) fn returnable(&mut self, expected: Ty, found: Ty) -> bool {
        if let Kind::Ref(wanted, _) = *self.types.kind(expected) {
            let (wanted, found) = (self.types.peel(wanted), self.types.peel(found));
            return self.types.unify(wanted, found);
        }
        self.claims(expected, found) || self.types.unify(expected, found)
    }

    /// An integer fits a float and an integer of another width.
    fn widens(&self, expected: Ty, found: Ty) -> bool {
        matches!(
            (self.types.kind(expected), self.types.kind(found)),
            (Kind::Prim(Prim::Float(_) | Prim::Int(_)), Kind::Prim(Prim::Int(_)))
                | (Kind::Prim(Prim::Float(_)), Kind::Prim(Prim::Float(_)))
        )
    }

    /// A record fits an interface that it claims.
    fn claims(&self, expected: Ty, found: Ty) -> bool {
        let (Kind::Named(interface, _), Kind::Named(record, _)) =
            (self.types.kind(expected), self.types.kind(found))
        else {
            return false;
        };
        let wanted = self.types.name(*interface);
        self.record_of(*record)
            .is_some_and(|record| record.interfaces.iter().any(|claimed| &**claimed == wanted))
    }
}
