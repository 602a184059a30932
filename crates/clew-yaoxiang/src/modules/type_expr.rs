//! Types as they are written, owned and free of any tree.
//!
//! Interfaces of modules, of std and of the file at hand are all made of
//! these, so that a checker needs no tree of another file.

/// A type expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeExpr {
    /// `Name` or `Name(args)`.
    Name(Box<str>, Vec<TypeExpr>),
    /// `&T`, or `&mut T` if the flag is [`Borrow::Exclusive`].
    Ref(Box<TypeExpr>, Borrow),
    /// `*T`.
    Pointer(Box<TypeExpr>),
    /// `(A, B)`; empty for `()`.
    Tuple(Vec<TypeExpr>),
    /// `(A, B) -> R`.
    Fn(Vec<TypeExpr>, Box<TypeExpr>),
    /// A literal argument such as `5`.
    Int(i128),
    /// Anything at all: nothing is known.
    Any,
}

/// How a borrow may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Borrow {
    /// `&T`: reading, any number at a time.
    Shared,
    /// `&mut T`: writing, one at a time.
    Exclusive,
}

impl TypeExpr {
    /// A name without arguments.
    pub fn name(name: &str) -> TypeExpr {
        TypeExpr::Name(name.into(), Vec::new())
    }
}

/// One parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ParamSig {
    /// Its name.
    pub name: Box<str>,
    /// Its type; `Any` where none is written.
    pub ty: TypeExpr,
    /// Whether a call must give it.
    pub need: Need,
}

/// How often a call gives a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// Exactly once.
    Required,
    /// Once or not at all.
    Optional,
    /// Any number of times.
    Variadic,
}

/// The signature of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FnSig {
    /// Names of type parameters, bound to fresh types at each call.
    pub type_params: Vec<Box<str>>,
    /// Groups of value parameters; several when curried.
    pub groups: Vec<Vec<ParamSig>>,
    /// The result.
    pub result: TypeExpr,
}

impl FnSig {
    /// The parameters that the first call gives.
    pub fn first_group(&self) -> &[ParamSig] {
        self.groups.first().map_or(&[], Vec::as_slice)
    }

    /// All value parameters of all groups.
    pub fn all_params(&self) -> impl Iterator<Item = &ParamSig> {
        self.groups.iter().flatten()
    }
}
