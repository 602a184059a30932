//! The words in which a language is described: rules for node kinds, parts for
//! children, positions for names.

#![allow(dead_code, reason = "the vocabulary is whole; not every word has a language yet")]

use clew_model::{ExpressionId, HeritageKind, LiteralKind, ScopeKind, SymbolFlags, SymbolKind};
use clew_model::{Role, Visibility};
use tree_sitter::Node;

use super::Walk;
use crate::builder::Declaration;

/// A function of the language's own for what no rule tells. Gives the node's value.
pub(crate) type Hook = fn(&mut Walk<'_, '_>, Node<'_>, Position) -> ExpressionId;

/// Changes a declaration before it is made, from what its node shows.
pub(crate) type Adjust = for<'text> fn(&mut Walk<'_, 'text>, Node<'_>, &mut Declaration<'text>);

/// What a node kind is.
#[derive(Clone, Copy)]
pub(crate) enum Rule {
    /// Its children are visited one after the other; it has no value of its own.
    Each,
    /// Its children are visited in the position of the node; the value is the last child's.
    Pass,
    /// Nothing in it names anything.
    Skip,
    /// A comment, perhaps a doc comment.
    Comment,
    /// An identifier; what it does depends on its position.
    Name,
    /// An identifier that is always a type.
    TypeName,
    /// `this`, `self`
    SelfValue,
    /// `Self`, `static`, `self::`
    SelfType,
    /// `super`, `base`, `parent`
    Super,
    /// A literal or a builtin type; what is interpolated in it is visited.
    Literal(LiteralKind),
    /// A block with a scope of its own; the value is the last child's.
    Block,
    /// A function without name: scope, parameters, body.
    Lambda,
    /// Declares one thing, named by its [`Part::Name`].
    Declare(&'static Declare),
    /// Holds declarations that share its words, type and documentation.
    Group,
    /// Binds the names of its [`Part::Bind`] to its [`Part::Initial`].
    Let(&'static Let),
    /// Calls its [`Part::Callee`] (else its first child).
    Call,
    /// Calls the [`Part::Member`] of the [`Part::Object`] in one node, or without
    /// object the plain name.
    MethodCall,
    /// Its first child in the position of the node, the others as values.
    Applied,
    /// A parameter list: names in it are parameters.
    Parameters,
    /// Makes an instance of its [`Part::Type`] (else of its first child).
    New,
    /// Names the [`Part::Member`] (else the last child) of the [`Part::Object`] (else
    /// the first child).
    Member,
    /// Assigns to its [`Part::Target`] (else the first child).
    Assign,
    /// A type applied to arguments: the first child to those that follow.
    Generic,
    /// A type's name in parts with arguments behind: `a.b.Name<Arguments>`.
    TypePath,
    /// A list type of its first child.
    ListOf,
    /// A type or value out of several: all its children.
    Union,
    /// A function type: its last child is the result.
    FunctionType,
    /// A value cast to its [`Part::Type`] (else to its last child).
    Cast,
    /// An element of its first child.
    Element,
    /// Its first child awaited.
    Await,
    /// Its first child without the wrapper of a missing or failed value.
    Unwrap,
    /// A value returned by the function around it.
    Return,
    /// What the language itself knows to do.
    Hook(Hook),
}

/// How a child takes part in its parent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Part {
    /// Visited as a value.
    #[default]
    Value,
    /// Not visited.
    Skip,
    /// The declared name.
    Name,
    /// A pattern whose names are declared.
    Bind,
    /// A type: of what is declared, made or cast to.
    Type,
    /// The initial value; of a callable, what it returns.
    Initial,
    /// The body, before which the signature ends.
    Body,
    /// Types that the declared type derives from.
    Bases(HeritageKind),
    /// Words before a declaration.
    Modifiers,
    /// Visited as a value, and no part of the signature.
    Annotation,
    /// What is called.
    Callee,
    /// What stands before the dot.
    Object,
    /// What stands before a double colon: a type or a namespace.
    Scope,
    /// The name after the dot.
    Member,
    /// What is assigned to.
    Target,
}

/// What a visited name is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    /// A value is read.
    Value,
    /// Called.
    Callee,
    /// Assigned to.
    Write,
    /// A type, with what is done with it.
    Type(Role),
    /// Before the dot of a type's name: a type or a namespace.
    Qualifier,
    /// Declared, as the walk's current [`Let`] says.
    Bind,
}

impl Position {
    /// The role of a name in this position.
    pub(crate) fn role(self) -> Role {
        match self {
            Position::Value | Position::Qualifier | Position::Bind => Role::Read,
            Position::Callee => Role::Call,
            Position::Write => Role::Write,
            Position::Type(role) => role,
        }
    }
}

/// From where on a declared name is visible in its scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// Everywhere.
    Whole,
    /// After the end of its declaration.
    After,
    /// In types and files everywhere, in functions after its declaration.
    Ordered,
    /// Only as a member.
    Member,
}

/// A node kind that declares one thing.
#[derive(Clone, Copy)]
pub(crate) struct Declare {
    pub(crate) kind: SymbolKind,
    /// What it is where it stands directly in a type, if that differs.
    pub(crate) in_type: Option<SymbolKind>,
    /// The scope that it opens.
    pub(crate) scope: Option<ScopeKind>,
    pub(crate) sight: Sight,
    pub(crate) flags: SymbolFlags,
    pub(crate) adjust: Option<Adjust>,
}

impl Declare {
    const fn new(kind: SymbolKind, scope: Option<ScopeKind>) -> Declare {
        Declare {
            kind,
            in_type: None,
            scope,
            sight: Sight::Whole,
            flags: SymbolFlags(0),
            adjust: None,
        }
    }

    /// A type with members.
    pub(crate) const fn type_(kind: SymbolKind) -> Declare {
        Declare::new(kind, Some(ScopeKind::Type))
    }

    /// A function, which is a method where it stands in a type.
    pub(crate) const fn function() -> Declare {
        Declare {
            in_type: Some(SymbolKind::Method),
            ..Declare::new(SymbolKind::Function, Some(ScopeKind::Function))
        }
    }

    /// A constructor.
    pub(crate) const fn constructor() -> Declare {
        Declare::new(SymbolKind::Constructor, Some(ScopeKind::Function))
    }

    /// A variable, which is a field where it stands in a type.
    pub(crate) const fn variable() -> Declare {
        Declare {
            in_type: Some(SymbolKind::Field),
            sight: Sight::Ordered,
            ..Declare::new(SymbolKind::Variable, None)
        }
    }

    /// A parameter.
    pub(crate) const fn parameter() -> Declare {
        Declare { flags: SymbolFlags::LOCAL, ..Declare::new(SymbolKind::Parameter, None) }
    }

    /// A type parameter.
    pub(crate) const fn type_parameter() -> Declare {
        Declare { flags: SymbolFlags::LOCAL, ..Declare::new(SymbolKind::TypeParameter, None) }
    }

    /// Something of `kind` without a scope of its own.
    pub(crate) const fn plain(kind: SymbolKind) -> Declare {
        Declare::new(kind, None)
    }

    /// With a scope.
    pub(crate) const fn scope(mut self, scope: ScopeKind) -> Declare {
        self.scope = Some(scope);
        self
    }

    /// With another kind where it stands in a type.
    pub(crate) const fn in_type(mut self, kind: SymbolKind) -> Declare {
        self.in_type = Some(kind);
        self
    }

    /// With another sight.
    pub(crate) const fn sight(mut self, sight: Sight) -> Declare {
        self.sight = sight;
        self
    }

    /// With flags.
    pub(crate) const fn flags(mut self, flags: SymbolFlags) -> Declare {
        self.flags = flags;
        self
    }

    /// With a function that looks closer.
    pub(crate) const fn adjust(mut self, adjust: Adjust) -> Declare {
        self.adjust = Some(adjust);
        self
    }
}

/// How the value of a binding comes from the initial value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum From {
    /// It is that value.
    Whole,
    /// One of its elements (loops).
    Element,
    /// What it holds if it is there (`if let`).
    Unwrapped,
}

/// A node kind that binds the names of a pattern.
#[derive(Clone, Copy)]
pub(crate) struct Let {
    pub(crate) kind: SymbolKind,
    pub(crate) in_type: Option<SymbolKind>,
    pub(crate) sight: Sight,
    pub(crate) flags: SymbolFlags,
    pub(crate) from: From,
    /// Whether the names are visible in the node alone.
    pub(crate) own_scope: bool,
}

impl Let {
    /// A variable, which is a field where it stands in a type.
    pub(crate) const fn variable() -> Let {
        Let {
            kind: SymbolKind::Variable,
            in_type: Some(SymbolKind::Field),
            sight: Sight::Ordered,
            flags: SymbolFlags(0),
            from: From::Whole,
            own_scope: false,
        }
    }

    /// The variable of a loop over the elements of a value.
    pub(crate) const fn each() -> Let {
        Let {
            from: From::Element,
            own_scope: true,
            flags: SymbolFlags::LOCAL,
            in_type: None,
            ..Let::variable()
        }
    }

    /// Names bound inside a node with a scope of its own.
    pub(crate) const fn inner() -> Let {
        Let { own_scope: true, flags: SymbolFlags::LOCAL, in_type: None, ..Let::variable() }
    }

    /// With another kind, in types too.
    pub(crate) const fn kind(mut self, kind: SymbolKind) -> Let {
        self.kind = kind;
        self.in_type = Some(kind);
        self
    }

    /// With another way to the value.
    pub(crate) const fn from(mut self, from: From) -> Let {
        self.from = from;
        self
    }
}

/// What a word before a declaration says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Modifier {
    Visibility(Visibility),
    Flag(SymbolFlags),
}

/// What an assignment to a name does that nothing declares yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assigning {
    /// It only writes.
    Writes,
    /// It declares a variable in the current scope.
    DeclaresHere,
    /// It declares a variable in the function around it.
    DeclaresInFunction,
}
