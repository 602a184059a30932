//! What names and expressions can mean.

use std::rc::Rc;

use clew_model::LiteralKind;

use crate::{FileId, SymbolRef};

/// What an occurrence can mean.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A symbol of the workspace.
    Symbol(SymbolRef),
    /// A file as a module.
    Module(FileId),
    /// A folder as a package or namespace, by its path.
    Folder(Rc<str>),
    /// Something that is surely outside the workspace (standard library,
    /// installed packages, builtins), by its qualified name.
    External(Rc<str>),
}

/// What is known of an occurrence's target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// It means these; several for overloads and unions.
    Bound(Vec<Target>),
    /// It cannot be told.
    Unknown,
}

impl Resolution {
    /// The targets; none for [`Resolution::Unknown`].
    pub fn targets(&self) -> &[Target] {
        match self {
            Resolution::Bound(targets) => targets,
            Resolution::Unknown => &[],
        }
    }

    /// Bound if there is any target.
    pub(crate) fn from_targets(targets: Vec<Target>) -> Resolution {
        if targets.is_empty() { Resolution::Unknown } else { Resolution::Bound(targets) }
    }
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// An instance of a type of the workspace, with its type arguments.
    Instance(SymbolRef, Rc<[Type]>),
    /// A type of the workspace as a value.
    Class(SymbolRef),
    /// A callable of the workspace as a value, with the receiver's type arguments
    /// applied where they are known.
    Callable(SymbolRef, Option<Rc<Type>>),
    /// A callable that gives the given type.
    Function(Rc<Type>),
    /// A callable that takes values of the given types and gives one.
    Signature(Rc<[Type]>, Rc<Type>),
    /// A file as a module.
    Module(FileId),
    /// A folder as a package.
    Folder(Rc<str>),
    /// An instance of a type outside the workspace, with its arguments.
    External(Rc<str>, Rc<[Type]>),
    /// A type, function or module outside the workspace as a value.
    ExternalItem(Rc<str>),
    /// A value of a builtin type.
    Builtin(LiteralKind),
    /// A list, array or other sequence of the type.
    List(Rc<Type>),
    /// A map to values of the type.
    Map(Rc<Type>),
    /// A tuple.
    Tuple(Rc<[Type]>),
    /// A future or promise of the type.
    Future(Rc<Type>),
    /// A type parameter that is not known here.
    Parameter(SymbolRef),
    /// Nothing is known.
    Unknown,
}

/// The types that a value may have. Empty means that nothing is known.
pub(crate) type Types = Vec<Type>;

/// No type arguments.
pub(crate) fn no_arguments() -> Rc<[Type]> {
    Rc::from([])
}

/// Adds `more` without repeating what is there.
pub(crate) fn merge(types: &mut Types, more: impl IntoIterator<Item = Type>) {
    for one in more {
        if one != Type::Unknown && !types.contains(&one) {
            types.push(one);
        }
    }
}
