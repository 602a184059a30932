//! Names of one text: what declares them, where they are used, and which
//! declaration each use means. No types, no other file.
//!
//! A name that is assigned in a function belongs to the nearest declaration
//! around it; one that is declared nowhere is free: built in, or unknown.

mod collect;
mod declare;
mod definitions;
mod members;
#[cfg(test)]
mod tests;

use clew_text::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};

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

/// A name in a record pattern: it names a field of what is matched, and
/// declares a variable that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldPattern {
    /// Its bytes.
    pub range: TextRange,
    /// The variable.
    pub variable: SymbolId,
    /// The innermost scope.
    pub scope: ScopeId,
}

/// The name of an argument where a member is called, or what may be the bare
/// name of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemberArgument {
    /// Bytes of the argument's name.
    pub(crate) range: TextRange,
    /// Bytes of the called name.
    pub(crate) called: TextRange,
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
    /// Names in record patterns in reading order; each is an occurrence of its
    /// variable as well.
    pub field_patterns: Vec<FieldPattern>,
    /// Members by type and name: fields, methods, and the `pub` functions that
    /// are methods of their first parameter's type.
    pub(crate) members: FxHashMap<(String, String), SymbolId>,
    /// Parameters of functions and methods, in order.
    pub(crate) params: FxHashMap<SymbolId, Vec<SymbolId>>,
    /// Names of arguments in calls of members.
    pub(crate) member_arguments: Vec<MemberArgument>,
    /// Members that no type of the text declares: items of modules, and names
    /// of arguments.
    pub(crate) foreign: FxHashSet<TextRange>,
}

/// Resolves the names of a parsed text.
pub fn resolve_names(tree: &SyntaxTree) -> Names {
    let mut names = collect::collect(tree);
    names.occurrences.sort_by(|one, other| {
        crate::stop::step();
        one.range.cmp(&other.range)
    });
    names.occurrences.dedup_by_key(|occurrence| occurrence.range);
    names.field_patterns.sort_by_key(|pattern| pattern.range);
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

    /// The parameter of this name of a function or method.
    pub(crate) fn parameter(&self, function: SymbolId, name: &str) -> Option<SymbolId> {
        let params = self.params.get(&function)?;
        params.iter().copied().find(|param| self.symbol(*param).name == name)
    }

    /// Whether the symbol is a member of some type.
    pub fn is_member(&self, id: SymbolId) -> bool {
        matches!(self.symbol(id).kind, SymbolKind::Field | SymbolKind::Method)
            || self.members.values().any(|member| *member == id)
    }

    /// Whether `scope` lies in the function of this name or is it.
    pub fn is_in_function(&self, scope: ScopeId, function: &str) -> bool {
        self.scopes_from(scope).any(|id| {
            matches!(&self.scope(id).kind, ScopeKind::Function(Some(name)) if name == function)
        })
    }
}
