//! Expressions: just enough of values and types to find a receiver's type.
//!
//! One arena per file holds value and type expressions alike. Evaluation
//! (`clew-bind`) asks for the *type of the value* of an expression; a type
//! expression names that type itself.

use serde::{Deserialize, Serialize};

use crate::{OccurrenceId, SymbolId};

/// Index of an expression in its file's facts.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct ExpressionId(pub u32);

/// Builtin types of literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LiteralKind {
    /// Text.
    String,
    /// Bytes.
    Bytes,
    /// Any number.
    Number,
    /// True or false.
    Boolean,
    /// None, null, nil, undefined, unit.
    Nothing,
    /// List, array, slice or vector literal.
    List,
    /// Dictionary, object or map literal.
    Map,
    /// Set literal.
    Set,
    /// Tuple.
    Tuple,
    /// Regular expression.
    Regex,
    /// A lambda or function expression.
    Function,
    /// A number without fraction, where a language tells those apart.
    Whole,
    /// A number with a fraction, where a language tells those apart.
    Fraction,
    /// A single character, where that is no text.
    Character,
}

/// A value or type, as far as binding needs it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Expression {
    /// Something we do not model. Its members stay unbound.
    #[default]
    Unknown,
    /// An identifier or member access: the occurrence of its last name, whose
    /// binding tells the rest.
    Occurrence(OccurrenceId),
    /// The value that a call gives. Calling a type gives an instance of it.
    Call(ExpressionId),
    /// An instance of the named type (`new T`, `T {}`, `&T{}`), or in a type
    /// position of a pattern, what the pattern says it is.
    Instance(ExpressionId),
    /// `this`/`self`: an instance of the given type symbol of this file.
    SelfValue(SymbolId),
    /// The type symbol itself as a value (`cls`, `Self`).
    SelfType(SymbolId),
    /// `super`: an instance of the bases of the given type symbol.
    Super(SymbolId),
    /// A literal.
    Literal(LiteralKind),
    /// An element of the value: indexing, iteration, destructuring of a list.
    Element(ExpressionId),
    /// The n-th part of a tuple-like value; of a callable, what its n-th parameter takes
    /// ([`Expression::LAST`]: its last).
    Item(ExpressionId, u32),
    /// What awaiting the value gives.
    Await(ExpressionId),
    /// A value whose type is the given one wrapped in a success or optional
    /// wrapper that the operator removes (`?`, `!`, `unwrap`).
    Unwrap(ExpressionId),
    /// A type applied to arguments: `List[T]`, `Vec<T>`, `Map<K, V>`.
    Generic(ExpressionId, Vec<ExpressionId>),
    /// One of several: unions, optional types, branches of a conditional.
    Union(Vec<ExpressionId>),
    /// The list or array type of the given element type (`T[]`, `[]T`, `[T]`).
    ListOf(ExpressionId),
    /// The map type of the given value type, keys ignored (`map[K]V`).
    MapOf(ExpressionId),
    /// A tuple of the given parts: types in a type position, else values. Also
    /// the results of a function that returns several.
    TupleOf(Vec<ExpressionId>),
    /// A function type with the given result; [`Expression::Generic`] applies it to
    /// the types of its parameters where they are told.
    FunctionOf(ExpressionId),
    /// The type of `value` after `as`, a cast or a type guard: the given type.
    TypeOf(ExpressionId),
    /// What iterating the value gives, where that differs from indexing it (the
    /// keys of a map).
    Iterated(ExpressionId),
}

impl Expression {
    /// The index of a callable's last parameter.
    pub const LAST: u32 = u32::MAX;
}
