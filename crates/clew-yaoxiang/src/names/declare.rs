//! Scopes and declarations while names are collected.

use clew_text::TextRange;
use rustc_hash::FxHashMap;

use super::{Names, Occurrence, Role, Scope, ScopeId, ScopeKind, Symbol, SymbolId, SymbolKind};
use crate::syntax::Node;

/// The names found so far and the scopes around the place being read.
pub(super) struct Collector {
    pub(super) names: Names,
    tables: Vec<FxHashMap<String, SymbolId>>,
    current: ScopeId,
    /// Parameters of functions, for the names of arguments.
    pub(super) params: FxHashMap<SymbolId, Vec<SymbolId>>,
    /// Members by owner and name.
    pub(super) members: FxHashMap<(String, String), SymbolId>,
}

impl Collector {
    pub(super) fn new(range: TextRange) -> Collector {
        let module = Scope { kind: ScopeKind::Module, parent: None, range };
        Collector {
            names: Names { scopes: vec![module], ..Names::default() },
            tables: vec![FxHashMap::default()],
            current: ScopeId(0),
            params: FxHashMap::default(),
            members: FxHashMap::default(),
        }
    }

    pub(super) fn current(&self) -> ScopeId {
        self.current
    }

    /// Opens a scope; gives the one around it, for [`Collector::close`].
    pub(super) fn open(&mut self, kind: ScopeKind, range: TextRange) -> ScopeId {
        let outer = self.current;
        self.names.scopes.push(Scope { kind, parent: Some(outer), range });
        self.tables.push(FxHashMap::default());
        self.current = ScopeId(u32::try_from(self.names.scopes.len() - 1).unwrap_or(u32::MAX));
        outer
    }

    /// Goes back to the scope `outer`.
    pub(super) fn close(&mut self, outer: ScopeId) {
        self.current = outer;
    }

    /// The symbol that `name` means here.
    pub(super) fn find(&self, name: &str) -> Option<SymbolId> {
        self.names
            .scopes_from(self.current)
            .find_map(|scope| self.tables[scope.0 as usize].get(name))
            .copied()
    }

    /// The symbol of this name that the innermost scope declares.
    pub(super) fn find_here(&self, name: &str) -> Option<SymbolId> {
        self.tables[self.current.0 as usize].get(name).copied()
    }

    /// The symbol that an assignment to this name inside a function means: one
    /// that a local scope declares, else a `mut` variable of the module.
    pub(super) fn find_assignable(&self, name: &str) -> Option<SymbolId> {
        let found = self.find(name)?;
        let symbol = self.names.symbol(found);
        let local = self
            .names
            .scopes_from(self.current)
            .filter(|scope| *scope != ScopeId(0))
            .any(|scope| self.tables[scope.0 as usize].contains_key(name));
        let global = symbol.kind == SymbolKind::Variable && symbol.is_mutable;
        (local || global).then_some(found)
    }

    /// Declares the name of a node, or names again what the scope has already.
    pub(super) fn declare(&mut self, name: Node<'_>, kind: SymbolKind, full: Node<'_>) -> SymbolId {
        let id = match self.find_here(name.text()) {
            Some(id) => id,
            None => self.new_symbol(name, kind, full, None),
        };
        self.tables[self.current.0 as usize].insert(name.text().to_owned(), id);
        self.occur(name, Role::Declaration, Some(id));
        id
    }

    /// Declares a member of a type; it is in no scope.
    pub(super) fn declare_member(
        &mut self,
        name: Node<'_>,
        kind: SymbolKind,
        full: Node<'_>,
        owner: &str,
    ) -> SymbolId {
        let key = (owner.to_owned(), name.text().to_owned());
        let id = match self.members.get(&key) {
            Some(id) => *id,
            None => self.new_symbol(name, kind, full, Some(owner.to_owned())),
        };
        self.members.insert(key, id);
        self.member(name, Role::Declaration, Some(id));
        id
    }

    fn new_symbol(
        &mut self,
        name: Node<'_>,
        kind: SymbolKind,
        full: Node<'_>,
        owner: Option<String>,
    ) -> SymbolId {
        let id = SymbolId(u32::try_from(self.names.symbols.len()).unwrap_or(u32::MAX));
        self.names.symbols.push(Symbol {
            name: name.text().to_owned(),
            kind,
            scope: self.current,
            range: name.range(),
            full_range: full.range(),
            owner,
            is_mutable: full.token(crate::syntax::SyntaxKind::MutKw).is_some(),
        });
        id
    }

    /// Notes that a name stands here.
    pub(super) fn occur(&mut self, name: Node<'_>, role: Role, symbol: Option<SymbolId>) {
        self.note(name, role, symbol, false);
    }

    /// Notes that a member's name stands here.
    pub(super) fn member(&mut self, name: Node<'_>, role: Role, symbol: Option<SymbolId>) {
        self.note(name, role, symbol, true);
    }

    fn note(&mut self, name: Node<'_>, role: Role, symbol: Option<SymbolId>, is_member: bool) {
        if name.range().is_empty() {
            return;
        }
        let (range, scope) = (name.range(), self.current);
        self.names.occurrences.push(Occurrence { range, role, symbol, is_member, scope });
    }
}
