//! The places that diagnostics point at.
//!
//! A compound expression is shown by the one token that makes it: the
//! operator, the opening bracket, the member's name or the keyword.

use clew_text::TextRange;

use crate::syntax::ast::{AstNode, Expr, Stmt};
use crate::syntax::{Field, Node, SyntaxKind};

/// The token that stands for `expr`.
pub(super) fn expr_range(expr: Expr<'_>) -> TextRange {
    let expr = expr.unparenthesised();
    let node = expr.syntax();
    let token = |kind: SyntaxKind| node.token(kind);
    let shown = match expr {
        Expr::BinaryExpr(_) | Expr::PrefixExpr(_) => node.child(Field::Operator),
        Expr::AssignExpr(_) => token(SyntaxKind::Eq),
        Expr::CallExpr(call) => call.open_paren(),
        Expr::IndexExpr(_) => token(SyntaxKind::LBracket),
        Expr::FieldExpr(field) => field.name().map(|name| name.syntax()),
        Expr::TryExpr(try_expr) => try_expr.question(),
        Expr::CastExpr(_) => token(SyntaxKind::AsKw),
        Expr::NameRef(_) | Expr::WildcardExpr(_) | Expr::Literal(_) | Expr::FString(_) => None,
        _ => node.first_token(),
    };
    shown.unwrap_or(node).range()
}

/// The first token of a statement.
pub(super) fn stmt_start(stmt: Stmt<'_>) -> TextRange {
    node_start(stmt.syntax())
}

/// The first token of a node.
pub(super) fn node_start(node: Node<'_>) -> TextRange {
    node.first_token().unwrap_or(node).range()
}
