//! The coarse types and roles by which search ranks symbols.

use clew_model::SymbolKind;
use serde::{Deserialize, Serialize};

/// The five coarse types of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SymbolType {
    /// Classes, structs, interfaces, enums, type aliases.
    Declaration,
    /// Functions, methods, constructors, macros.
    Function,
    /// Fields, properties, variables, constants, keys.
    Member,
    /// Imports and manifest entries.
    Dependency,
    /// Modules, namespaces, packages, headings.
    Namespace,
}

impl SymbolType {
    /// All values, in the order of the contract.
    pub const ALL: [SymbolType; 5] = [
        SymbolType::Declaration,
        SymbolType::Function,
        SymbolType::Member,
        SymbolType::Dependency,
        SymbolType::Namespace,
    ];

    /// Name as written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            SymbolType::Declaration => "declaration",
            SymbolType::Function => "function",
            SymbolType::Member => "member",
            SymbolType::Dependency => "dependency",
            SymbolType::Namespace => "namespace",
        }
    }

    /// What [`SymbolType::parse`] reads, for people.
    pub const HINT: &str = "use declaration (class, struct, interface, trait, type, enum), \
        function (method, constructor, macro), member (field, property, variable, constant), \
        dependency (import) or namespace (module, package)";

    /// Reads a type or one of its synonyms, such as `class` or `method`.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text.trim().to_ascii_lowercase().as_str() {
            "declaration" | "class" | "struct" | "interface" | "trait" | "type" | "enum" => {
                SymbolType::Declaration
            }
            "function" | "method" | "constructor" | "macro" => SymbolType::Function,
            "member" | "field" | "property" | "variable" | "constant" => SymbolType::Member,
            "dependency" | "import" => SymbolType::Dependency,
            "namespace" | "module" | "package" => SymbolType::Namespace,
            _ => return None,
        })
    }

    /// The coarse type of a kind.
    pub fn of(kind: SymbolKind) -> Self {
        match kind {
            SymbolKind::Module
            | SymbolKind::Namespace
            | SymbolKind::Package
            | SymbolKind::Heading => SymbolType::Namespace,
            kind if kind.is_callable() => SymbolType::Function,
            kind if kind.is_type() => SymbolType::Declaration,
            _ => SymbolType::Member,
        }
    }
}

/// What [`parse_symbol_kind`] reads, for people.
pub const SYMBOL_KIND_HINT: &str = "use class, struct, interface (trait, protocol), enum, type \
    (alias), function (fn, func, def), method, constructor, field, property, variable (var, let), \
    constant (const), module, namespace, package, macro, event, operator, label, parameter, key or heading";

/// Reads an LSP kind or a common synonym of one, such as `trait` or `fn`.
pub fn parse_symbol_kind(word: &str) -> Option<SymbolKind> {
    let name = word.trim().to_ascii_lowercase().replace(['_', '-', ' '], "");
    let kind = match name.as_str() {
        "trait" | "protocol" => "interface",
        "typealias" | "alias" => "type",
        "func" | "fn" | "def" => "function",
        "const" => "constant",
        "var" | "let" => "variable",
        "mod" => "module",
        other => other,
    };
    serde_json::from_value(kind.into()).ok()
}

/// What part a symbol plays in an application; guessed from names and paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CodeRole {
    Controller,
    Repository,
    Service,
    Model,
    Utility,
    Contract,
    Factory,
    Adapter,
    Handler,
    Entrypoint,
    State,
    Dependency,
    Callsite,
    Test,
    #[default]
    Generic,
}

impl CodeRole {
    /// All values, in the order of the contract.
    pub const ALL: [CodeRole; 15] = [
        CodeRole::Controller,
        CodeRole::Repository,
        CodeRole::Service,
        CodeRole::Model,
        CodeRole::Utility,
        CodeRole::Contract,
        CodeRole::Factory,
        CodeRole::Adapter,
        CodeRole::Handler,
        CodeRole::Entrypoint,
        CodeRole::State,
        CodeRole::Dependency,
        CodeRole::Callsite,
        CodeRole::Test,
        CodeRole::Generic,
    ];

    /// Name as written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            CodeRole::Controller => "controller",
            CodeRole::Repository => "repository",
            CodeRole::Service => "service",
            CodeRole::Model => "model",
            CodeRole::Utility => "utility",
            CodeRole::Contract => "contract",
            CodeRole::Factory => "factory",
            CodeRole::Adapter => "adapter",
            CodeRole::Handler => "handler",
            CodeRole::Entrypoint => "entrypoint",
            CodeRole::State => "state",
            CodeRole::Dependency => "dependency",
            CodeRole::Callsite => "callsite",
            CodeRole::Test => "test",
            CodeRole::Generic => "generic",
        }
    }

    /// Reads a role by its name.
    pub fn parse(text: &str) -> Option<Self> {
        let wanted = text.trim().to_ascii_lowercase();
        CodeRole::ALL.into_iter().find(|role| role.as_str() == wanted)
    }
}
