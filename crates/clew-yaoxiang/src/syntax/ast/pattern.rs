//! Patterns of match arms.

use super::{Expr, Name, ast_enum, ast_node};

ast_node! {
    /// A literal, perhaps negative.
    LiteralPat { /// The literal, or the minus with its literal.
        expr: Expr = Value, }
    /// `_`.
    WildcardPat {}
    /// A name that the pattern binds.
    BindPat { /// The name.
        name: Name = Name, }
    /// `(p, q)`.
    TuplePat { ; /// The elements.
        items: [Pattern] = Items, }
    /// `{ a, b }`.
    RecordPat { ; /// The fields.
        items: [Pattern] = Items, }
    /// `some(p)`.
    CtorPat {
        /// The constructor.
        name: Name = Name,
        ;
        /// The arguments.
        items: [Pattern] = Items,
    }
    /// `p | q`.
    OrPat { ; /// The alternatives.
        items: [Pattern] = Items, }
    /// `1..5`.
    RangePat {
        /// The first value.
        from: Expr = Left,
        /// The end.
        to: Expr = Right,
    }
}

ast_enum! {
    /// A pattern.
    Pattern {
        /// A literal.
        LiteralPat,
        /// `_`.
        WildcardPat,
        /// A name.
        BindPat,
        /// A tuple.
        TuplePat,
        /// A record.
        RecordPat,
        /// A constructor.
        CtorPat,
        /// Alternatives.
        OrPat,
        /// A range.
        RangePat,
    }
}
