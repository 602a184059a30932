//! Members of the types of a text, and the uses that mean them.

use rustc_hash::FxHashMap;

use super::collect::Walk;
use super::{Occurrence, Role, SymbolId, SymbolKind};
use crate::modules::method_owner;
use crate::syntax::ast::{AstNode, Binding};
use crate::syntax::{Field, Node, SyntaxKind, SyntaxTree};

impl<'tree> Walk<'tree> {
    /// `pub f: (a: T, …)` is a method of `T` as well if the text defines `T`
    /// and gives it no other member of that name.
    pub(super) fn add_pub_methods(&mut self, root: Node<'tree>) {
        for binding in root.children().filter_map(Binding::cast) {
            let target = binding.syntax().child(Field::Target);
            let Some(name) = target.filter(|target| target.kind() == SyntaxKind::NameRef) else {
                continue;
            };
            let Some(owner) = method_owner(binding) else { continue };
            let (owner_symbol, function) =
                (self.collector.find(&owner), self.collector.find(name.text()));
            let names = &mut self.collector.names;
            let is = |id: Option<SymbolId>, kind: SymbolKind| {
                id.filter(|id| names.symbols[id.0 as usize].kind == kind)
            };
            let Some(function) = is(function, SymbolKind::Function) else { continue };
            if is(owner_symbol, SymbolKind::Type).is_some() {
                let key = (owner.into_string(), name.text().to_owned());
                names.members.entry(key).or_insert(function);
            }
        }
    }

    /// The name of an argument means the parameter or field of what is called.
    pub(super) fn link_arguments(&mut self) {
        for (name, called, scope) in std::mem::take(&mut self.arguments) {
            let param = called.and_then(|called| self.parameter(called, name.text()));
            let range = name.range();
            let names = &mut self.collector.names;
            names.foreign.insert(range);
            names.occurrences.push(Occurrence {
                range,
                role: Role::Write,
                symbol: param,
                is_member: true,
                scope,
            });
        }
    }

    fn parameter(&self, called: SymbolId, name: &str) -> Option<SymbolId> {
        let names = &self.collector.names;
        let called_symbol = names.symbol(called);
        if called_symbol.kind == SymbolKind::Type {
            let key = (called_symbol.name.clone(), name.to_owned());
            return names.members.get(&key).copied();
        }
        names.parameter(called, name)
    }

    /// Members behind a dot whose name only one type of the text declares, and
    /// uses of a method by its bare name.
    pub(super) fn link_members(&mut self, tree: &SyntaxTree) {
        let names = &mut self.collector.names;
        let mut owners: FxHashMap<&str, Vec<SymbolId>> = FxHashMap::default();
        for ((_, name), symbol) in &names.members {
            owners.entry(name).or_default().push(*symbol);
        }
        for occurrence in names.occurrences.iter_mut().filter(|found| found.symbol.is_none()) {
            let text = occurrence.range.slice(tree.text());
            let Some([only]) = owners.get(text).map(Vec::as_slice) else { continue };
            let is_method = names.symbols[only.0 as usize].kind == SymbolKind::Method;
            let ours = if occurrence.is_member {
                occurrence.role != Role::Import && !names.foreign.contains(&occurrence.range)
            } else {
                is_method && matches!(occurrence.role, Role::Call | Role::Read)
            };
            if ours {
                occurrence.symbol = Some(*only);
            }
        }
        let called: FxHashMap<_, _> = names
            .occurrences
            .iter()
            .filter_map(|found| Some((found.range, found.symbol?)))
            .filter(|(_, symbol)| names.symbol(*symbol).kind != SymbolKind::Field)
            .collect();
        let arguments: FxHashMap<_, _> = names
            .member_arguments
            .iter()
            .filter_map(|argument| Some((argument.range, *called.get(&argument.called)?)))
            .collect();
        for index in 0..names.occurrences.len() {
            let range = names.occurrences[index].range;
            if let Some(method) = arguments.get(&range) {
                let param = names.parameter(*method, range.slice(tree.text()));
                names.occurrences[index].symbol = param;
            }
        }
    }
}
