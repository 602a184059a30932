//! Types, signatures and record bodies.

use super::{AstNode, Expr, Name, ast_enum, ast_node};
use crate::syntax::kind::{Field, SyntaxKind};
use crate::syntax::tree::Node;

ast_node! {
    /// `(a: T) -> R` after a declaration's colon; the result may be another one.
    Signature {
        /// The parameters.
        params: ParamList = Parameters,
        /// The result, a [`Signature`] when curried.
        result: Type = Result,
    }
    /// Parameters of a signature or a lambda.
    ParamList { ; /// The parameters.
        params: [Param] = Items, }
    /// `[mut] name: Bound + Bound`.
    Param {
        /// The name.
        name: Name = Name,
        /// The type, or the first of several bounds.
        ty: Type = Type,
        ;
        /// All bounds.
        bounds: [Type] = Type,
    }
    /// `Name`, `Name(args)`; also `Type`.
    NamedType {
        /// The name.
        name: Name = Name,
        /// The arguments with their brackets.
        arg_list: TypeArgs = Arguments,
    }
    /// `(T, U)`.
    TypeArgs { ; /// The arguments.
        args: [TypeArg] = Items, }
    /// `name: T`.
    NamedTypeArg {
        /// The name.
        name: Name = Name,
        /// The type.
        ty: Type = Type,
    }
    /// `*T`.
    PointerType { /// What it points to.
        target: Type = Operand, }
    /// `&T`, `&mut T`.
    RefType { /// What it borrows.
        target: Type = Operand, }
    /// `(T)`.
    ParenType { /// The type inside.
        inner: Type = Type, }
    /// `()`, `(T, U)`.
    TupleType { ; /// The elements.
        items: [TypeArg] = Items, }
    /// `(T, x: U) -> R`.
    FnType {
        /// The result.
        result: Type = Result,
        ;
        /// The parameters.
        params: [TypeArg] = Items,
    }
    /// `5`, `-5`.
    LiteralType {}
    /// An expression where a type is due.
    ExprType { /// The expression.
        expr: Expr = Value, }
    /// `{ items }`.
    RecordType { ; /// The items.
        items: [RecordItem] = Items, }
    /// `name: T [positions] = default`.
    RecordField {
        /// The name.
        name: Name = Name,
        /// The type.
        ty: Type = Type,
        /// The default value, or the function of an anonymous bound method.
        default: Expr = Default,
        /// Positions of the receiver.
        positions: Positions = Index,
    }
    /// `[0, -1]`.
    Positions {}
    /// `name = function [positions]`.
    RecordBinding {
        /// The name.
        name: Name = Name,
        /// The function.
        value: Name = Value,
        /// Positions of the receiver.
        positions: Positions = Index,
    }
    /// `Assert(N > 0)`.
    RecordAssert { /// The call.
        expr: Expr = Value, }
    /// `x < 100`.
    RecordConstraint { /// The comparison.
        expr: Expr = Value, }
    /// `Shape`.
    RecordInterface { /// The interface.
        name: Name = Name, }
}

ast_enum! {
    /// A type.
    Type {
        /// A signature with named parameters.
        Signature,
        /// A name with or without arguments.
        NamedType,
        /// A raw pointer.
        PointerType,
        /// A borrow.
        RefType,
        /// A type in brackets.
        ParenType,
        /// A tuple.
        TupleType,
        /// A function.
        FnType,
        /// A literal argument.
        LiteralType,
        /// A compile-time expression.
        ExprType,
        /// A record body.
        RecordType,
    }
}

ast_enum! {
    /// A type argument, a parameter of a function type or an element of a tuple type.
    TypeArg {
        /// With a name.
        NamedTypeArg,
        /// A signature.
        Signature,
        /// A name.
        NamedType,
        /// A raw pointer.
        PointerType,
        /// A borrow.
        RefType,
        /// A type in brackets.
        ParenType,
        /// A tuple.
        TupleType,
        /// A function.
        FnType,
        /// A literal argument.
        LiteralType,
        /// A compile-time expression.
        ExprType,
        /// A record body.
        RecordType,
    }
}

ast_enum! {
    /// An item of a record body.
    RecordItem {
        /// A field.
        RecordField,
        /// A bound function.
        RecordBinding,
        /// An assertion.
        RecordAssert,
        /// A refinement.
        RecordConstraint,
        /// An interface.
        RecordInterface,
    }
}

impl<'tree> TypeArg<'tree> {
    /// The argument's type, without its name.
    pub fn ty(self) -> Option<Type<'tree>> {
        match self {
            TypeArg::NamedTypeArg(named) => named.ty(),
            other => Type::cast(other.syntax()),
        }
    }
}

impl<'tree> RefType<'tree> {
    /// Whether it is `&mut T`.
    pub fn is_mut(self) -> bool {
        self.syntax().token(SyntaxKind::MutRef).is_some()
    }
}

impl<'tree> Param<'tree> {
    /// The token `mut`.
    pub fn mut_token(self) -> Option<Node<'tree>> {
        self.syntax().token(SyntaxKind::MutKw)
    }
}

impl<'tree> RecordField<'tree> {
    /// The token `mut`.
    pub fn mut_token(self) -> Option<Node<'tree>> {
        self.syntax().token(SyntaxKind::MutKw)
    }
}

impl<'tree> RecordConstraint<'tree> {
    /// The comparison's operator token.
    pub fn operator(self) -> Option<Node<'tree>> {
        self.expr()?.syntax().child(Field::Operator)
    }
}
