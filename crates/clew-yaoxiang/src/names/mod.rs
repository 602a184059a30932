//! Names of one text: what declares them, where they are used, and which
//! declaration each use means. No types, no other file.
//!
//! A name that is assigned in a function belongs to the nearest declaration
//! around it; one that is declared nowhere is free: built in, or unknown.

mod collect;
mod declare;
mod definitions;
#[cfg(test)]
mod tests;

use clew_text::TextRange;

use crate::syntax::SyntaxTree;

/// Number of a symbol in [`Names::symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub u32);

/// Number of a scope in [`Names::scopes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(pub u32);

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// A function, also one inside another.
    Function,
    /// A method `T.m`.
    Method,
    /// A type.
    Type,
    /// A parameter of a type or a generic function.
    TypeParameter,
    /// A value.
    Variable,
    /// A parameter.
    Parameter,
    /// A field of a record.
    Field,
    /// A name bound by `use`.
    Import,
}

/// A declared name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// The scope that declares it.
    pub scope: ScopeId,
    /// Bytes of the declaring name.
    pub range: TextRange,
    /// Bytes of the whole declaration.
    pub full_range: TextRange,
    /// The type that a field or method belongs to, the function that has a
    /// parameter.
    pub owner: Option<String>,
    /// Whether it is declared `mut`.
    pub is_mutable: bool,
}

/// What opened a scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    /// The file.
    Module,
    /// A function or lambda, with its name if it has one (`T.m` for methods).
    Function(Option<String>),
    /// A branch, loop body or other block.
    Block,
    /// The parameters of a type and its body.
    Type(String),
}

/// A scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// What opened it.
    pub kind: ScopeKind,
    /// The scope around it.
    pub parent: Option<ScopeId>,
    /// Its bytes.
    pub range: TextRange,
}

/// What an occurrence does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Declares the symbol.
    Declaration,
    /// Assigns it.
    Write,
    /// Reads it.
    Read,
    /// Calls it.
    Call,
    /// Names it as a type.
    Type,
    /// Names it in a `use` line.
    Import,
}

/// One place where a name stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Its bytes.
    pub range: TextRange,
    /// What it does.
    pub role: Role,
    /// The symbol it means; `None` if the text declares none.
    pub symbol: Option<SymbolId>,
    /// Whether it is a member behind a dot, a field or an argument's name,
    /// which means something only together with what it belongs to.
    pub is_member: bool,
    /// The innermost scope.
    pub scope: ScopeId,
}

/// All names of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Symbols in order of declaration.
    pub symbols: Vec<Symbol>,
    /// Scopes, the module first.
    pub scopes: Vec<Scope>,
    /// Occurrences in reading order.
    pub occurrences: Vec<Occurrence>,
}

/// Resolves the names of a parsed text.
pub fn resolve_names(tree: &SyntaxTree) -> Names {
    let mut names = collect::collect(tree);
    names.occurrences.sort_by_key(|occurrence| occurrence.range);
    names.occurrences.dedup_by_key(|occurrence| occurrence.range);
    names
}

impl Names {
    /// The symbol with this number.
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0 as usize]
    }

    /// The scope with this number.
    pub fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.0 as usize]
    }

    /// The scopes from `id` outwards.
    pub fn scopes_from(&self, id: ScopeId) -> impl Iterator<Item = ScopeId> + '_ {
        std::iter::successors(Some(id), |id| self.scope(*id).parent)
    }

    /// Whether `scope` lies in the function of this name or is it.
    pub fn is_in_function(&self, scope: ScopeId, function: &str) -> bool {
        self.scopes_from(scope).any(|id| {
            matches!(&self.scope(id).kind, ScopeKind::Function(Some(name)) if name == function)
        })
    }
}
