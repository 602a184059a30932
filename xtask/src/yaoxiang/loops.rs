//! Loops that the reference recognises as ending.

use clew_yaoxiang::syntax::{Field, Node, SyntaxKind};

/// Whether the condition is one comparison of a variable with a number or a
/// variable, and the body steps such a variable towards its bound.
pub fn is_recognised_loop(each: Node<'_>) -> bool {
    let (Some(condition), Some(body)) = (each.child(Field::Condition), each.child(Field::Body))
    else {
        return false;
    };
    if condition.kind() != SyntaxKind::BinaryExpr {
        return false;
    }
    let operator = condition.child(Field::Operator).map(|token| token.kind());
    let grows = match operator {
        Some(SyntaxKind::Lt | SyntaxKind::Le) => true,
        Some(SyntaxKind::Gt | SyntaxKind::Ge) => false,
        _ => return false,
    };
    let side = |field| condition.child(field).filter(|side| is_bound(*side));
    let (Some(left), Some(right)) = (side(Field::Left), side(Field::Right)) else { return false };
    steps(body, left.text(), grows) || steps(body, right.text(), !grows)
}

fn is_bound(side: Node<'_>) -> bool {
    match side.kind() {
        SyntaxKind::NameRef => true,
        SyntaxKind::Literal => side.first_token().is_some_and(|t| t.kind() == SyntaxKind::Int),
        _ => false,
    }
}

/// Whether the body holds `v = v + c` and its like in this direction.
fn steps(body: Node<'_>, name: &str, up: bool) -> bool {
    body.descendants().filter(|node| node.kind() == SyntaxKind::Binding).any(|binding| {
        let target = binding.child(Field::Target).is_some_and(|target| target.text() == name);
        let Some(value) = binding.child(Field::Value) else { return false };
        if !target || value.kind() != SyntaxKind::BinaryExpr {
            return false;
        }
        let part = |field| value.child(field);
        let (Some(left), Some(right)) = (part(Field::Left), part(Field::Right)) else {
            return false;
        };
        let operator = part(Field::Operator).map(|token| token.kind());
        let constant = |node: Node<'_>| node.kind() == SyntaxKind::Literal;
        let ahead = left.text() == name && constant(right);
        let behind = right.text() == name && constant(left);
        match operator {
            Some(SyntaxKind::Plus) => up && (ahead || behind),
            Some(SyntaxKind::Minus) => !up && ahead,
            Some(SyntaxKind::Star) => up && ahead,
            _ => false,
        }
    })
}
