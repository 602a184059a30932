//! Expressions that are evaluated while checking: assertions of const-generic
//! types and predicates of refined types.

use crate::stack::with_room;
use crate::syntax::SyntaxKind;
use crate::syntax::ast::{AstNode, Expr};

/// A compile-time expression, free of any tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstExpr {
    /// An integer.
    Int(i128),
    /// A truth value.
    Bool(bool),
    /// A parameter.
    Name(Box<str>),
    /// `-e`.
    Negate(Box<ConstExpr>),
    /// `!e`.
    Not(Box<ConstExpr>),
    /// `a op b`.
    Binary(ConstOp, Box<ConstExpr>, Box<ConstExpr>),
    /// Anything that has no value while compiling.
    Unknown,
}

/// A binary operator of compile-time expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are those of the operators")]
pub enum ConstOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    And,
    Or,
}

/// The value of a compile-time expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstValue {
    /// An integer.
    Int(i128),
    /// A truth value.
    Bool(bool),
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstFailure {
    /// A name without a known value.
    NotConstant(Box<str>),
    /// Division by zero.
    DivisionByZero,
    /// A kind of expression or a mix of types without meaning, or overflow.
    Unsupported,
}

impl ConstExpr {
    /// Reads an expression of a tree.
    pub fn from_ast(expr: Expr<'_>) -> ConstExpr {
        with_room(|| ConstExpr::read(expr))
    }

    fn read(expr: Expr<'_>) -> ConstExpr {
        match expr {
            Expr::ParenExpr(paren) => paren.expr().map_or(ConstExpr::Unknown, ConstExpr::from_ast),
            Expr::NameRef(name) => ConstExpr::Name(name.text().into()),
            Expr::Literal(literal) => match literal.token_kind() {
                Some(SyntaxKind::Int) => {
                    parse_int(literal.text()).map_or(ConstExpr::Unknown, ConstExpr::Int)
                }
                Some(SyntaxKind::TrueKw) => ConstExpr::Bool(true),
                Some(SyntaxKind::FalseKw) => ConstExpr::Bool(false),
                _ => ConstExpr::Unknown,
            },
            Expr::PrefixExpr(prefix) => {
                let Some(operand) = prefix.operand() else { return ConstExpr::Unknown };
                let operand = Box::new(ConstExpr::from_ast(operand));
                match prefix.operator().map(|token| token.kind()) {
                    Some(SyntaxKind::Minus) => ConstExpr::Negate(operand),
                    Some(SyntaxKind::Plus) => *operand,
                    Some(SyntaxKind::Bang) => ConstExpr::Not(operand),
                    _ => ConstExpr::Unknown,
                }
            }
            Expr::BinaryExpr(binary) => {
                let op = binary.operator().and_then(|token| ConstOp::from_token(token.kind()));
                match (op, binary.left(), binary.right()) {
                    (Some(op), Some(left), Some(right)) => ConstExpr::Binary(
                        op,
                        Box::new(ConstExpr::from_ast(left)),
                        Box::new(ConstExpr::from_ast(right)),
                    ),
                    _ => ConstExpr::Unknown,
                }
            }
            _ => ConstExpr::Unknown,
        }
    }

    /// The value, with `value_of` giving the values of names.
    pub fn evaluate(
        &self,
        value_of: &dyn Fn(&str) -> Option<ConstValue>,
    ) -> Result<ConstValue, ConstFailure> {
        with_room(|| match self {
            ConstExpr::Int(value) => Ok(ConstValue::Int(*value)),
            ConstExpr::Bool(value) => Ok(ConstValue::Bool(*value)),
            ConstExpr::Name(name) => {
                value_of(name).ok_or_else(|| ConstFailure::NotConstant(name.clone()))
            }
            ConstExpr::Negate(operand) => match operand.evaluate(value_of)? {
                ConstValue::Int(value) => {
                    value.checked_neg().map(ConstValue::Int).ok_or(ConstFailure::Unsupported)
                }
                ConstValue::Bool(_) => Err(ConstFailure::Unsupported),
            },
            ConstExpr::Not(operand) => match operand.evaluate(value_of)? {
                ConstValue::Bool(value) => Ok(ConstValue::Bool(!value)),
                ConstValue::Int(_) => Err(ConstFailure::Unsupported),
            },
            ConstExpr::Binary(op, left, right) => {
                op.apply(left.evaluate(value_of)?, right.evaluate(value_of)?)
            }
            ConstExpr::Unknown => Err(ConstFailure::Unsupported),
        })
    }
}

impl ConstOp {
    fn from_token(kind: SyntaxKind) -> Option<ConstOp> {
        Some(match kind {
            SyntaxKind::Plus => ConstOp::Add,
            SyntaxKind::Minus => ConstOp::Subtract,
            SyntaxKind::Star => ConstOp::Multiply,
            SyntaxKind::Slash => ConstOp::Divide,
            SyntaxKind::Percent => ConstOp::Remainder,
            SyntaxKind::EqEq => ConstOp::Equal,
            SyntaxKind::Neq => ConstOp::NotEqual,
            SyntaxKind::Lt => ConstOp::Less,
            SyntaxKind::Le => ConstOp::LessEqual,
            SyntaxKind::Gt => ConstOp::Greater,
            SyntaxKind::Ge => ConstOp::GreaterEqual,
            SyntaxKind::AndKw => ConstOp::And,
            SyntaxKind::OrKw => ConstOp::Or,
            _ => return None,
        })
    }

    fn apply(self, left: ConstValue, right: ConstValue) -> Result<ConstValue, ConstFailure> {
        match (left, right) {
            (ConstValue::Int(left), ConstValue::Int(right)) => self.apply_ints(left, right),
            (ConstValue::Bool(left), ConstValue::Bool(right)) => match self {
                ConstOp::And => Ok(ConstValue::Bool(left && right)),
                ConstOp::Or => Ok(ConstValue::Bool(left || right)),
                ConstOp::Equal => Ok(ConstValue::Bool(left == right)),
                ConstOp::NotEqual => Ok(ConstValue::Bool(left != right)),
                _ => Err(ConstFailure::Unsupported),
            },
            _ => Err(ConstFailure::Unsupported),
        }
    }

    fn apply_ints(self, left: i128, right: i128) -> Result<ConstValue, ConstFailure> {
        let number =
            |value: Option<i128>| value.map(ConstValue::Int).ok_or(ConstFailure::Unsupported);
        match self {
            ConstOp::Add => number(left.checked_add(right)),
            ConstOp::Subtract => number(left.checked_sub(right)),
            ConstOp::Multiply => number(left.checked_mul(right)),
            ConstOp::Divide | ConstOp::Remainder if right == 0 => Err(ConstFailure::DivisionByZero),
            ConstOp::Divide => number(left.checked_div(right)),
            ConstOp::Remainder => number(left.checked_rem(right)),
            ConstOp::Equal => Ok(ConstValue::Bool(left == right)),
            ConstOp::NotEqual => Ok(ConstValue::Bool(left != right)),
            ConstOp::Less => Ok(ConstValue::Bool(left < right)),
            ConstOp::LessEqual => Ok(ConstValue::Bool(left <= right)),
            ConstOp::Greater => Ok(ConstValue::Bool(left > right)),
            ConstOp::GreaterEqual => Ok(ConstValue::Bool(left >= right)),
            ConstOp::And | ConstOp::Or => Err(ConstFailure::Unsupported),
        }
    }
}

/// The value of an integer literal in any base, with underscores.
pub fn parse_int(text: &str) -> Option<i128> {
    let digits: String = text.chars().filter(|letter| *letter != '_').collect();
    let lower = digits.to_ascii_lowercase();
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(rest) = lower.strip_prefix(prefix) {
            return i128::from_str_radix(rest, radix).ok();
        }
    }
    lower.parse().ok()
}
