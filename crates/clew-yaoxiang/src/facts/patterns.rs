//! What patterns take apart.

use clew_model::{Expression, ExpressionId};

use super::Builder;
use crate::syntax::{Field, Node, SyntaxKind};

impl<'a> Builder<'a> {
    /// The value that a pattern is compared with, as far as its place in the
    /// patterns around it tells.
    pub(super) fn matched(&mut self, pattern: Node<'a>) -> ExpressionId {
        let Some(around) = pattern.parent() else { return ExpressionId(0) };
        match around.kind() {
            SyntaxKind::MatchArm => {
                let matching = around.parent();
                let scrutinee = matching.and_then(|matching| matching.child(Field::Scrutinee));
                scrutinee.map_or(ExpressionId(0), |value| self.expression(value))
            }
            SyntaxKind::OrPat => self.matched(around),
            SyntaxKind::TuplePat => {
                let mut items = around.children_of(Field::Items);
                let place = items.position(|item| item == pattern).unwrap_or(0);
                let tuple = self.matched(around);
                self.known(tuple, Expression::Item(tuple, place as u32))
            }
            SyntaxKind::CtorPat => {
                let wrapper = self.matched(around);
                self.known(wrapper, Expression::Unwrap(wrapper))
            }
            _ => ExpressionId(0),
        }
    }

    fn known(&mut self, of: ExpressionId, expression: Expression) -> ExpressionId {
        match of {
            ExpressionId(0) => of,
            _ => self.push(expression),
        }
    }

    /// What the field is taken from that a name in a record pattern names.
    pub(super) fn field_base(&mut self, name: Node<'a>) -> Option<ExpressionId> {
        let bind = name.parent().filter(|bind| bind.kind() == SyntaxKind::BindPat)?;
        let record = bind.parent().filter(|record| record.kind() == SyntaxKind::RecordPat)?;
        Some(self.matched(record))
    }

    /// The value of a variable that a pattern binds.
    pub(super) fn bound_value(&mut self, name: Node<'a>) -> Option<ExpressionId> {
        let bind = name.parent().filter(|bind| bind.kind() == SyntaxKind::BindPat)?;
        match self.field_at.get(&name.range().start.0).copied() {
            Some(field) => Some(self.push(Expression::Occurrence(field))),
            None => Some(self.matched(bind)),
        }
    }
}
