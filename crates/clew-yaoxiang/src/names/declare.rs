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
    /// Names of loop bodies that have ended, by the scope they ended in.
    ended: Vec<FxHashMap<String, SymbolId>>,
}

impl Collector {
    pub(super) fn new(range: TextRange) -> Collector {
        let module = Scope { kind: ScopeKind::Module, parent: None, range };
        Collector {
            names: Names { scopes: vec![module], ..Names::default() },
            tables: vec![FxHashMap::default()],
            current: ScopeId(0),
            ended: vec![FxHashMap::default()],
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
        self.ended.push(FxHashMap::default());
        self.current = ScopeId(u32::try_from(self.names.scopes.len() - 1).unwrap_or(u32::MAX));
        outer
    }

    /// Goes back to the scope `outer`.
    pub(super) fn close(&mut self, outer: ScopeId) {
        self.current = outer;
    }

    /// Goes back to the scope `outer` from a loop body, whose names can still be
    /// seen there until others hide them.
    pub(super) fn close_loop(&mut self, outer: ScopeId) {
        let body = self.current.0 as usize;
        let ended = std::mem::take(&mut self.ended[body]);
        let names = self.tables[body].iter().map(|(name, id)| (name.clone(), *id));
        let leaked: Vec<(String, SymbolId)> = ended.into_iter().chain(names).collect();
        self.ended[outer.0 as usize].extend(leaked);
        self.close(outer);
    }

    /// The symbol that `name` means here: a local one, one of a loop body of
    /// the same function that has ended, or one of the module.
    pub(super) fn find(&self, name: &str) -> Option<SymbolId> {
        let module = ScopeId(0);
        let locals = self.names.scopes_from(self.current).filter(|scope| *scope != module);
        let local = locals.into_iter().find_map(|scope| self.tables[scope.0 as usize].get(name));
        let found = local.or_else(|| self.find_ended(name));
        found.or_else(|| self.tables[0].get(name)).copied()
    }

    fn find_ended(&self, name: &str) -> Option<&SymbolId> {
        for scope in self.names.scopes_from(self.current) {
            if let Some(ended) = self.ended[scope.0 as usize].get(name) {
                return Some(ended);
            }
            if matches!(self.names.scope(scope).kind, ScopeKind::Function(_)) {
                break;
            }
        }
        None
    }

    /// The symbol of this name that the innermost scope declares.
    pub(super) fn find_here(&self, name: &str) -> Option<SymbolId> {
        self.tables[self.current.0 as usize].get(name).copied()
    }

    /// The symbol that an assignment to this name inside a function means: one
    /// that a local scope declares, else a `mut` variable of the module.
    pub(super) fn find_assignable(&self, name: &str) -> Option<SymbolId> {
        let scopes = self.names.scopes_from(self.current);
        let found = scopes
            .filter_map(|scope| Some((scope, *self.tables[scope.0 as usize].get(name)?)))
            .next();
        let (scope, found) = found?;
        let symbol = self.names.symbol(found);
        let global = symbol.kind == SymbolKind::Variable && symbol.is_mutable;
        (scope != ScopeId(0) || global).then_some(found)
    }

    /// Declares the name of a node, or names again what the scope has already.
    pub(super) fn declare(&mut self, name: Node<'_>, kind: SymbolKind, full: Node<'_>) -> SymbolId {
        let id = match self.find_here(name.text()) {
            Some(id) => id,
            None => self.new_symbol(name, kind, full, None),
        };
        self.tables[self.current.0 as usize].insert(name.text().to_owned(), id);
        self.ended[self.current.0 as usize].remove(name.text());
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
        let id = match self.names.members.get(&key) {
            Some(id) => *id,
            None => self.new_symbol(name, kind, full, Some(owner.to_owned())),
        };
        self.names.members.insert(key, id);
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
