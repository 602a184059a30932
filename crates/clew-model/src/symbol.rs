//! Symbols: what a file declares.

use clew_text::TextRange;
use serde::{Deserialize, Serialize};

use crate::{ExpressionId, NameId, ScopeId};

/// Index of a symbol in its file's facts.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct SymbolId(pub u32);

/// What a symbol is: the kinds of LSP's `SymbolKind` that occur in source, plus
/// those that only exist inside a file.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum SymbolKind {
    /// A module or file-like unit inside a file (`mod x`, TS `declare module`).
    Module,
    /// A namespace (C++, TS, C#).
    Namespace,
    /// A declared package.
    Package,
    /// A class, record or actor.
    Class,
    /// A struct or union.
    Struct,
    /// An interface, trait or protocol.
    Interface,
    /// An enumeration.
    Enum,
    /// A member of an enumeration.
    EnumMember,
    /// A type alias or associated type.
    Type,
    /// A type parameter.
    TypeParameter,
    /// A free function.
    Function,
    /// A function that belongs to a type.
    Method,
    /// A constructor.
    Constructor,
    /// A property with accessors.
    Property,
    /// A field of a type.
    Field,
    /// A variable.
    #[default]
    Variable,
    /// A constant.
    Constant,
    /// A parameter.
    Parameter,
    /// A macro.
    Macro,
    /// A label.
    Label,
    /// A key of a data file.
    Key,
    /// A heading of a document.
    Heading,
    /// An event.
    Event,
    /// An overloaded operator.
    Operator,
}

impl SymbolKind {
    /// The name in tool results: LSP's name in lower case, macros as `macro`.
    pub fn as_str(self) -> &'static str {
        match self {
            SymbolKind::Module => "module",
            SymbolKind::Namespace => "namespace",
            SymbolKind::Package => "package",
            SymbolKind::Class => "class",
            SymbolKind::Struct => "struct",
            SymbolKind::Interface => "interface",
            SymbolKind::Enum => "enum",
            SymbolKind::EnumMember => "enummember",
            SymbolKind::Type => "type",
            SymbolKind::TypeParameter => "typeparameter",
            SymbolKind::Function => "function",
            SymbolKind::Method => "method",
            SymbolKind::Constructor => "constructor",
            SymbolKind::Property => "property",
            SymbolKind::Field => "field",
            SymbolKind::Variable => "variable",
            SymbolKind::Constant => "constant",
            SymbolKind::Parameter => "parameter",
            SymbolKind::Macro => "macro",
            SymbolKind::Label => "label",
            SymbolKind::Key => "key",
            SymbolKind::Heading => "heading",
            SymbolKind::Event => "event",
            SymbolKind::Operator => "operator",
        }
    }

    /// Whether the symbol can be called as a function.
    pub fn is_callable(self) -> bool {
        matches!(
            self,
            SymbolKind::Function
                | SymbolKind::Method
                | SymbolKind::Constructor
                | SymbolKind::Macro
                | SymbolKind::Operator
        )
    }

    /// Whether the symbol names a type.
    pub fn is_type(self) -> bool {
        matches!(
            self,
            SymbolKind::Class
                | SymbolKind::Struct
                | SymbolKind::Interface
                | SymbolKind::Enum
                | SymbolKind::Type
                | SymbolKind::TypeParameter
        )
    }

    /// Whether the symbol is part of data or of a document, not of code.
    pub fn is_data(self) -> bool {
        matches!(self, SymbolKind::Key | SymbolKind::Heading)
    }
}

/// Who may see a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Everyone.
    #[default]
    Public,
    /// The package, crate or module (Java's default, Rust's `pub(crate)`, Go's lower case).
    Internal,
    /// The type and its subtypes.
    Protected,
    /// The file, module or type alone.
    Private,
}

impl Visibility {
    /// The name in tool results.
    pub fn as_str(self) -> &'static str {
        match self {
            Visibility::Public => "public",
            Visibility::Internal => "internal",
            Visibility::Protected => "protected",
            Visibility::Private => "private",
        }
    }
}

/// Yes/no properties of a symbol, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SymbolFlags(pub u16);

impl SymbolFlags {
    /// Visible only inside a function body or a parameter list.
    pub const LOCAL: SymbolFlags = SymbolFlags(1);
    /// Exported from its module by an explicit mark.
    pub const EXPORTED: SymbolFlags = SymbolFlags(1 << 1);
    /// Belongs to the type, not to an instance.
    pub const STATIC: SymbolFlags = SymbolFlags(1 << 2);
    /// Announces something defined elsewhere (C prototypes, `extern`, overload signatures).
    pub const DECLARATION: SymbolFlags = SymbolFlags(1 << 3);
    /// Has no body on purpose (abstract and interface methods).
    pub const ABSTRACT: SymbolFlags = SymbolFlags(1 << 4);
    /// Asynchronous: a call gives a future of the return type.
    pub const ASYNC: SymbolFlags = SymbolFlags(1 << 5);
    /// The name was made up by us (`<lambda>`, `<anonymous>`).
    pub const ANONYMOUS: SymbolFlags = SymbolFlags(1 << 6);
    /// The default export of its module.
    pub const DEFAULT_EXPORT: SymbolFlags = SymbolFlags(1 << 7);
    /// A test function or class.
    pub const TEST: SymbolFlags = SymbolFlags(1 << 8);
    /// Marked as deprecated.
    pub const DEPRECATED: SymbolFlags = SymbolFlags(1 << 9);
    /// Read like a field though written as a function (Python `@property`, JS getters).
    pub const ACCESSOR: SymbolFlags = SymbolFlags(1 << 10);
    /// Binds the type itself as first parameter (Python `@classmethod`).
    pub const CLASS_METHOD: SymbolFlags = SymbolFlags(1 << 11);
    /// Stands in an example: code in documentation.
    pub const EXAMPLE: SymbolFlags = SymbolFlags(1 << 12);
    /// A macro that takes no arguments and so stands for a value or a piece of text.
    pub const PLAIN_MACRO: SymbolFlags = SymbolFlags(1 << 13);
    /// A macro without a body: an include guard or a switch.
    pub const EMPTY_MACRO: SymbolFlags = SymbolFlags(1 << 14);
    /// A block that says the package of what stands in it, as a line at the top of the
    /// file does elsewhere (C#, PHP): no part of the names inside.
    pub const PACKAGE: SymbolFlags = SymbolFlags(1 << 15);

    /// Whether all bits of `other` are set.
    pub fn has(self, other: SymbolFlags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Sets the bits of `other`.
    pub fn set(&mut self, other: SymbolFlags) {
        self.0 |= other.0;
    }

    /// Clears the bits of `other`.
    pub fn clear(&mut self, other: SymbolFlags) {
        self.0 &= !other.0;
    }

    /// Both sets of bits.
    pub fn with(self, other: SymbolFlags) -> SymbolFlags {
        SymbolFlags(self.0 | other.0)
    }
}

/// One declaration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    /// Its simple name.
    pub name: NameId,
    /// What it is.
    pub kind: SymbolKind,
    /// The symbol that it is written in or belongs to, when that is in this file.
    pub container: Option<SymbolId>,
    /// The owning type where that is named, not enclosing: Go receivers, Rust
    /// `impl` headers, C++ `Type::member` definitions.
    pub owner: Option<ExpressionId>,
    /// Where the name stands.
    pub name_range: TextRange,
    /// The whole declaration with decorators, without its leading comment.
    pub range: TextRange,
    /// From the declaration's start to its body: what a reader calls the signature.
    pub signature_range: TextRange,
    /// The raw doc comment or docstring, with its marks.
    pub doc_range: Option<TextRange>,
    /// The scope that it is declared in.
    pub scope: ScopeId,
    /// The scope that its members, parameters or statements live in.
    pub body: Option<ScopeId>,
    /// Who may see it.
    pub visibility: Visibility,
    /// Its yes/no properties.
    pub flags: SymbolFlags,
    /// Declared type of a variable, field or parameter; return type of a callable;
    /// target of a type alias.
    pub declared_type: Option<ExpressionId>,
    /// Initial value, for inference where no type is declared; returned value of
    /// a callable without declared return type, where it is one plain expression.
    pub value: Option<ExpressionId>,
}

impl Symbol {
    /// Whether it can only be seen inside its function.
    pub fn is_local(&self) -> bool {
        self.flags.has(SymbolFlags::LOCAL)
    }

    /// Whether questions by name find it: what a file declares under a name of its
    /// own, and the named functions and types inside functions; not their
    /// variables, parameters and type parameters.
    pub fn is_findable(&self) -> bool {
        let is_inner = self.kind.is_callable()
            || self.kind.is_type() && self.kind != SymbolKind::TypeParameter;
        !self.flags.has(SymbolFlags::ANONYMOUS) && (!self.is_local() || is_inner)
    }
}
