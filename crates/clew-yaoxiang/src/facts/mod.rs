//! Facts of one file in the common vocabulary of all languages.
//!
//! Names and scopes come from [`crate::names`]; this module adds what other
//! files and questions need: kinds, signatures, docs, types and values as
//! expressions, imports and chunks.

mod chunks;
mod docs;
mod expressions;
mod imports;
mod occurrences;
mod patterns;
mod symbols;
#[cfg(test)]
mod tests;

use clew_model::{
    Expression, ExpressionId, FileFacts, FileFlags, ImportId, LanguageId, NameId, OccurrenceId,
    Scope, ScopeId, ScopeKind, Separator, SymbolId,
};
use clew_text::TextRange;
use rustc_hash::FxHashMap;

use crate::names::{self, Names, resolve_names};
use crate::syntax::{Node, Parse, SyntaxTree, parse};

/// Identifier of the language.
pub const LANGUAGE: &str = "yaoxiang";

/// Number to raise when the facts of an unchanged text change.
pub const FACTS_VERSION: u32 = 2;

/// The facts of a text; partial and flagged where it has errors.
pub fn facts(source: &str) -> FileFacts {
    facts_of(&parse(source))
}

/// The facts of a parsed text.
pub fn facts_of(parsed: &Parse) -> FileFacts {
    let names = resolve_names(&parsed.tree);
    let mut builder = Builder::new(&parsed.tree, &names);
    builder.imports();
    builder.symbols();
    builder.scopes();
    builder.occurrences();
    builder.bind_members();
    builder.types_and_values();
    let mut facts = builder.facts;
    facts.lines = u32::try_from(parsed.tree.text().lines().count()).unwrap_or(u32::MAX);
    if !parsed.is_clean() {
        facts.flags.set(FileFlags::BROKEN);
    }
    facts.chunks = chunks::chunks(&parsed.tree, &facts);
    facts
}

/// What a resolved symbol has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Symbol(SymbolId),
    Import(ImportId),
}

/// The facts while they are put together.
struct Builder<'a> {
    tree: &'a SyntaxTree,
    names: &'a Names,
    facts: FileFacts,
    name_ids: FxHashMap<&'a str, NameId>,
    /// What the symbols of [`Names`] have become, by their number.
    targets: Vec<Option<Target>>,
    /// Imports by the first byte of the item's or module's name.
    imported_at: FxHashMap<u32, ImportId>,
    /// Symbols by what they span: their declarations, and values without signature.
    owner_of: FxHashMap<TextRange, SymbolId>,
    /// The name node of every symbol, by the symbol's number in the facts.
    declared_at: Vec<Node<'a>>,
    /// Occurrences by the first byte of the name.
    occurrence_at: FxHashMap<u32, OccurrenceId>,
    /// Fields that record patterns name, by the first byte of the name.
    field_at: FxHashMap<u32, OccurrenceId>,
    /// Name nodes by their first byte.
    node_at: FxHashMap<u32, Node<'a>>,
    /// Expressions by the node that they stand for.
    expression_of: FxHashMap<u32, ExpressionId>,
}

impl<'a> Builder<'a> {
    fn new(tree: &'a SyntaxTree, names: &'a Names) -> Self {
        let name_nodes = tree.elements().filter(|node| {
            use crate::syntax::SyntaxKind::{Name, NameRef};
            matches!(node.kind(), Name | NameRef)
        });
        Builder {
            tree,
            names,
            facts: FileFacts {
                language: LanguageId::new(LANGUAGE),
                separator: Separator::Dot,
                expressions: vec![Expression::Unknown],
                ..FileFacts::default()
            },
            name_ids: FxHashMap::default(),
            targets: vec![None; names.symbols.len()],
            imported_at: FxHashMap::default(),
            owner_of: FxHashMap::default(),
            declared_at: Vec::new(),
            occurrence_at: FxHashMap::default(),
            field_at: FxHashMap::default(),
            node_at: name_nodes.map(|node| (node.range().start.0, node)).collect(),
            expression_of: FxHashMap::default(),
        }
    }

    /// The number of a name.
    fn name(&mut self, name: &'a str) -> NameId {
        let table = &mut self.facts.names;
        *self.name_ids.entry(name).or_insert_with(|| table.push(name))
    }

    fn text(&self, range: TextRange) -> &'a str {
        range.slice(self.tree.text())
    }

    fn target(&self, id: names::SymbolId) -> Option<Target> {
        self.targets.get(id.0 as usize).copied().flatten()
    }

    /// Copies the scopes; a scope belongs to the symbol whose declaration it spans.
    fn scopes(&mut self) {
        for (index, scope) in self.names.scopes.iter().enumerate() {
            let kind = match scope.kind {
                names::ScopeKind::Module => ScopeKind::File,
                names::ScopeKind::Function(_) => ScopeKind::Function,
                names::ScopeKind::Block => ScopeKind::Block,
                names::ScopeKind::Type(_) => ScopeKind::Type,
            };
            let owned = matches!(kind, ScopeKind::Function | ScopeKind::Type);
            let owner = self.owner_of.get(&scope.range).copied().filter(|_| owned);
            if let Some(symbol) = owner.and_then(|id| self.facts.symbols.get_mut(id.0 as usize)) {
                symbol.body.get_or_insert(ScopeId(index as u32));
            }
            let parent = scope.parent.map(|parent| ScopeId(parent.0));
            self.facts.scopes.push(Scope { kind, parent, range: scope.range, owner });
        }
        if let Some(file) = self.facts.scopes.first_mut() {
            file.range = TextRange::new(0, self.tree.text().len());
        }
    }

    /// The innermost symbol that is not local around a scope, the scope's own included.
    fn enclosing(&self, scope: ScopeId) -> Option<SymbolId> {
        let scopes = std::iter::successors(Some(scope), |id| self.facts.scope(*id)?.parent);
        scopes
            .filter_map(|id| self.facts.scope(id)?.owner)
            .find(|owner| self.facts.symbol(*owner).is_some_and(|symbol| !symbol.is_local()))
    }
}
