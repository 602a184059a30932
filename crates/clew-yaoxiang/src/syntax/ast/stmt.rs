//! The file, statements and imports.

use super::{AstNode, Expr, Type, ast_enum, ast_node};
use crate::syntax::kind::SyntaxKind;
use crate::syntax::tree::Node;

ast_node! {
    /// The whole file.
    SourceFile { ; /// Top-level statements.
        statements: [Stmt] = Items, }
    /// `use a.b.{c as d}`.
    UseStmt {
        /// The module's path.
        path: UsePath = Path,
        /// The braces with the items.
        list: UseList = Items,
        ;
        /// Names after `as`; more than one is an error.
        aliases: [Name] = Alias,
    }
    /// `a.b` after `use`.
    UsePath { ; /// The segments.
        segments: [Name] = Name, }
    /// `{c, d as e}`.
    UseList { ; /// The items.
        items: [UseItem] = Items, }
    /// `c as d`.
    UseItem {
        /// The exported name.
        name: Name = Name,
        /// The local name.
        alias: Name = Alias,
    }
    /// `[pub] [mut] target: type = value`; `target = value` is also how an
    /// existing variable is assigned.
    Binding {
        /// What is named: a [`NameRef`], [`FieldExpr`](super::FieldExpr),
        /// [`IndexExpr`](super::IndexExpr) or, wrongly, anything else.
        target: Expr = Target,
        /// What stands after the colon: a [`Signature`](super::Signature) or any other type.
        ty: Type = Type,
        /// The value; a [`RecordType`](super::RecordType) body is under [`Binding::type_value`].
        value: Expr = Value,
        /// The type on the right of `name: Type = …` or of a generic type.
        type_value: Type = Value,
    }
    /// `a, b = e` and `(a, b) = e`.
    Destructure {
        /// The tuple.
        value: Expr = Value,
        ;
        /// The names.
        names: [Name] = Target,
    }
    /// An expression as a statement.
    ExprStmt {
        /// The expression.
        expr: Expr = Value,
    }
    /// The place where a name is made.
    Name {}
}

ast_enum! {
    /// A statement.
    Stmt {
        /// An import.
        UseStmt,
        /// A declaration or an assignment.
        Binding,
        /// A destructuring.
        Destructure,
        /// An expression.
        ExprStmt,
    }
}

impl<'tree> UsePath<'tree> {
    /// The path with dots between the segments.
    pub fn dotted(self) -> String {
        self.segments().map(|name| name.text()).collect::<Vec<_>>().join(".")
    }
}

impl<'tree> Binding<'tree> {
    /// The token `pub`.
    pub fn pub_token(self) -> Option<Node<'tree>> {
        self.syntax().token(SyntaxKind::PubKw)
    }

    /// The token `mut`.
    pub fn mut_token(self) -> Option<Node<'tree>> {
        self.syntax().token(SyntaxKind::MutKw)
    }

    /// The token `=`.
    pub fn eq_token(self) -> Option<Node<'tree>> {
        self.syntax().token(SyntaxKind::Eq)
    }

    /// The token `:`.
    pub fn colon_token(self) -> Option<Node<'tree>> {
        self.syntax().token(SyntaxKind::Colon)
    }
}
