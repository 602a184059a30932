//! The builder: what walkers report to, and what binds names inside one file.
//!
//! A walker visits a syntax tree once, opens and closes scopes, declares
//! symbols and reports references. When it is done, [`FactsBuilder::finish`]
//! binds every plain name through the scopes and cuts the file into chunks.

mod declare;
mod import;
mod kinds;
mod reference;
mod resolve;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clew_model::{
    Expression, ExpressionId, FileFacts, FileFlags, Heritage, HeritageKind, HeritageSubject,
    NameId, OccurrenceId, Scope, ScopeId, ScopeKind, SymbolId,
};
use clew_text::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;

pub(crate) use crate::depth::with_stack;
pub(crate) use declare::{Declaration, Visible};
pub(crate) use import::ImportDraft;
pub(crate) use kinds::{FieldTable, KindTable, fields, kinds};
pub(crate) use resolve::{Namespace, Target};

use crate::LanguageDefinition;
use resolve::{Declarations, PendingReference};

/// Deepest tree that walkers follow; deeper parts are left out and the file is
/// flagged [`FileFlags::CUT`].
const MAX_DEPTH: u32 = 3_000;

/// Collects the facts of one file.
pub(crate) struct FactsBuilder<'text> {
    text: &'text str,
    definition: &'static LanguageDefinition,
    facts: FileFacts,
    name_ids: FxHashMap<&'text str, NameId>,
    /// Names that were put together, and stand nowhere in the text.
    joined_ids: FxHashMap<Box<str>, NameId>,
    scopes: Vec<ScopeId>,
    containers: Vec<SymbolId>,
    declarations: Declarations,
    members: FxHashMap<(SymbolId, NameId), SymbolId>,
    pending: Vec<PendingReference>,
    /// Calls whose arguments tell overloads apart.
    calls: Vec<(OccurrenceId, Vec<ExpressionId>)>,
    open_modules: FxHashSet<ScopeId>,
    depth: u32,
    stop: Option<Arc<AtomicBool>>,
}

impl<'text> FactsBuilder<'text> {
    pub(crate) fn new(text: &'text str, definition: &'static LanguageDefinition) -> Self {
        let mut builder = FactsBuilder {
            text,
            definition,
            facts: FileFacts {
                language: definition.language_id(),
                separator: definition.separator,
                ..FileFacts::default()
            },
            name_ids: FxHashMap::default(),
            joined_ids: FxHashMap::default(),
            scopes: Vec::new(),
            containers: Vec::new(),
            declarations: Declarations::default(),
            members: FxHashMap::default(),
            pending: Vec::new(),
            calls: Vec::new(),
            open_modules: FxHashSet::default(),
            depth: 0,
            stop: None,
        };
        builder.facts.expressions.push(Expression::Unknown);
        builder.open_scope(ScopeKind::File, TextRange::new(0, text.len()), None);
        builder
    }

    /// The same, following the tree no further once `stop` is set.
    pub(crate) fn stopped_by(self, stop: Option<Arc<AtomicBool>>) -> Self {
        FactsBuilder { stop, ..self }
    }

    /// Binds what can be bound, cuts chunks and gives the facts.
    pub(crate) fn finish(self) -> FileFacts {
        let (text, rest) = (self.text, crate::chunks::kind_of_rest(self.definition.depth));
        let mut facts = self.finish_unranked();
        facts.lines = line_count(text);
        facts.chunks = crate::chunks::chunks(text, &facts, rest);
        facts
    }

    /// As [`Self::finish`], without what only whole files have.
    pub(crate) fn finish_unranked(mut self) -> FileFacts {
        self.resolve_pending();
        self.adopt_owned();
        self.sort_occurrences();
        self.facts.parameters.sort_unstable_by_key(|(symbol, _)| *symbol);
        self.find_embedded();
        self.facts
    }

    /// Finds what strings of the file say: routes and tables.
    fn find_embedded(&mut self) {
        let language = self.definition.id;
        if crate::sql_strings::has_sql_strings(language) {
            crate::sql_strings::declare(self.text, &mut self.facts);
        }
        crate::table_names::declare(self.text, &mut self.facts);
        let names = &self.name_ids;
        if crate::routes::may_have_routes(language, |name| names.contains_key(name)) {
            crate::routes::declare(self.text, &mut self.facts);
        }
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &'text str {
        self.text
    }

    /// The identifier of the language that is read.
    pub(crate) fn language(&self) -> &'static str {
        self.definition.id
    }

    /// The text of a node.
    pub(crate) fn node_text(&self, node: Node<'_>) -> &'text str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    /// Goes one level deeper; `false` (and the file is flagged as cut) where the
    /// tree is too deep to follow. Each `true` is matched by [`Self::pop_depth`].
    pub(crate) fn push_depth(&mut self) -> bool {
        let is_stopped = || self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        if self.depth >= MAX_DEPTH || is_stopped() {
            self.facts.flags.set(FileFlags::CUT);
            return false;
        }
        self.depth += 1;
        true
    }

    /// Comes back from a [`Self::push_depth`].
    pub(crate) fn pop_depth(&mut self) {
        self.depth -= 1;
    }

    /// The index of a name, which must be a slice of the text or a constant. Names that
    /// the language holds for one share it.
    pub(crate) fn name(&mut self, name: &'text str) -> NameId {
        if let Some(formed) = self.definition.name_form.of(name) {
            return self.owned_name(&formed);
        }
        let (names, joined) = (&mut self.facts.names, &self.joined_ids);
        *self.name_ids.entry(name).or_insert_with(|| match joined.get(name) {
            Some(known) => *known,
            None => names.push(name),
        })
    }

    /// The index of a name made at run time (a module path put together, say).
    pub(crate) fn owned_name(&mut self, name: &str) -> NameId {
        if let Some(id) = self.name_ids.get(name).or_else(|| self.joined_ids.get(name)) {
            return *id;
        }
        let id = self.facts.names.push(name);
        self.joined_ids.insert(name.into(), id);
        id
    }

    /// Opens a scope inside the current one and makes it current.
    pub(crate) fn open_scope(
        &mut self,
        kind: ScopeKind,
        range: TextRange,
        owner: Option<SymbolId>,
    ) -> ScopeId {
        let id = ScopeId(self.facts.scopes.len() as u32);
        let parent = self.scopes.last().copied();
        self.facts.scopes.push(Scope { kind, parent, range, owner });
        if let Some(symbol) = owner.and_then(|owner| self.facts.symbols.get_mut(owner.0 as usize)) {
            symbol.body = Some(id);
        }
        self.scopes.push(id);
        id
    }

    /// Lets a scope cover another range: known only when its end is met.
    pub(crate) fn set_scope_range(&mut self, scope: ScopeId, range: TextRange) {
        if let Some(scope) = self.facts.scopes.get_mut(scope.0 as usize) {
            scope.range = range;
        }
    }

    /// Makes an earlier scope current again (a namespace opened twice, a member
    /// defined outside its class); ended by [`Self::close_scope`].
    pub(crate) fn reopen_scope(&mut self, scope: ScopeId) {
        self.scopes.push(scope);
    }

    /// Leaves the current scope.
    pub(crate) fn close_scope(&mut self) {
        if self.scopes.len() > 1 {
            self.scopes.pop();
        }
    }

    /// The current scope.
    pub(crate) fn scope(&self) -> ScopeId {
        self.scopes.last().copied().unwrap_or_default()
    }

    /// Where the names of the current scope are seen.
    #[cfg_attr(not(feature = "described"), allow(dead_code, reason = "used by tables alone"))]
    pub(crate) fn scope_range(&self) -> TextRange {
        self.facts.scope(self.scope()).map_or_else(TextRange::default, |scope| scope.range)
    }

    /// The symbol whose scope the current one is.
    #[cfg_attr(not(feature = "described"), allow(dead_code, reason = "used by tables alone"))]
    pub(crate) fn scope_owner(&self) -> Option<SymbolId> {
        self.facts.scope(self.scope()).and_then(|scope| scope.owner)
    }

    /// Lets names in the current module see what its parent declares (Rust's
    /// `use super::*`).
    pub(crate) fn open_to_parent(&mut self) {
        let scope = self.scope();
        self.open_modules.insert(scope);
    }

    /// The nearest scope, from the current one outwards, that is not a block.
    pub(crate) fn nearest_non_block(&self) -> ScopeId {
        self.scopes
            .iter()
            .rev()
            .copied()
            .find(|id| self.facts.scope(*id).is_some_and(|scope| scope.kind != ScopeKind::Block))
            .unwrap_or_default()
    }

    /// What opened a scope.
    pub(crate) fn scope_kind(&self, id: ScopeId) -> ScopeKind {
        self.facts.scope(id).map_or(ScopeKind::File, |scope| scope.kind)
    }

    /// Whether the current place is inside a function body or parameter list.
    pub(crate) fn in_function(&self) -> bool {
        self.scopes.iter().any(|id| self.scope_kind(*id) == ScopeKind::Function)
    }

    /// Makes `symbol` the container of what is declared until [`Self::leave`].
    pub(crate) fn enter(&mut self, symbol: SymbolId) {
        self.containers.push(symbol);
    }

    /// Ends the innermost [`Self::enter`].
    pub(crate) fn leave(&mut self) {
        self.containers.pop();
    }

    /// The innermost entered symbol.
    pub(crate) fn container(&self) -> Option<SymbolId> {
        self.containers.last().copied()
    }

    /// The innermost entered symbol that is a type (class, struct, trait, enum, …).
    pub(crate) fn container_type(&self) -> Option<SymbolId> {
        self.containers
            .iter()
            .rev()
            .copied()
            .find(|id| self.facts.symbol(*id).is_some_and(|symbol| symbol.kind.is_type()))
    }

    /// The innermost entered symbol that is not local: who "does" what is found here.
    pub(crate) fn enclosing(&self) -> Option<SymbolId> {
        self.containers
            .iter()
            .rev()
            .copied()
            .find(|id| self.facts.symbol(*id).is_some_and(|symbol| !symbol.is_local()))
    }

    /// Adds an expression to the arena.
    pub(crate) fn expression(&mut self, expression: Expression) -> ExpressionId {
        self.facts.expressions.push(expression);
        ExpressionId(self.facts.expressions.len() as u32 - 1)
    }

    /// The expression that says nothing; it is always the first of the arena.
    pub(crate) fn unknown(&self) -> ExpressionId {
        ExpressionId(0)
    }

    /// Reads back an expression.
    pub(crate) fn expression_at(&self, id: ExpressionId) -> &Expression {
        self.facts.expression(id).unwrap_or(&Expression::Unknown)
    }

    /// Notes a base of a type.
    pub(crate) fn heritage(
        &mut self,
        subject: HeritageSubject,
        base: ExpressionId,
        kind: HeritageKind,
    ) {
        self.facts.heritage.push(Heritage { subject, base, kind });
    }

    /// What a type extends, in source order.
    pub(crate) fn extended_by(&self, symbol: SymbolId) -> impl Iterator<Item = ExpressionId> + '_ {
        let of_symbol = move |one: &&Heritage| {
            one.subject == HeritageSubject::Symbol(symbol) && one.kind == HeritageKind::Extends
        };
        self.facts.heritage.iter().filter(of_symbol).map(|one| one.base)
    }

    /// The last name of an expression that is a name, type arguments aside.
    pub(crate) fn last_name(&self, named: ExpressionId) -> Option<&str> {
        let mut named = named;
        while let Expression::Generic(base, _) = self.expression_at(named) {
            named = *base;
        }
        let Expression::Occurrence(occurrence) = self.expression_at(named) else { return None };
        Some(self.facts.name(self.facts.occurrence(*occurrence)?.name))
    }

    /// Notes that the file lists `local` as exported under `exported`.
    pub(crate) fn export(&mut self, exported: &'text str, local: &'text str) {
        let pair = (self.name(exported), self.name(local));
        self.facts.exports.push(pair);
    }

    /// As [`Self::export`], for names that do not stand in the text.
    #[cfg_attr(not(feature = "scripts"), allow(dead_code, reason = "Perl alone"))]
    pub(crate) fn export_under(&mut self, list: &str, name: &str) {
        let pair = (self.owned_name(list), self.owned_name(name));
        self.facts.exports.push(pair);
    }

    /// Sets the declared package of the file.
    pub(crate) fn set_package(&mut self, package: &'text str) {
        self.facts.package = Some(self.name(package));
    }

    /// As [`Self::set_package`], for a name put together by the walker.
    #[cfg_attr(not(feature = "described"), allow(dead_code, reason = "used by tables alone"))]
    pub(crate) fn set_joined_package(&mut self, package: &str) {
        self.facts.package = Some(self.owned_name(package));
    }

    /// The package that was set.
    #[cfg_attr(not(feature = "described"), allow(dead_code, reason = "used by tables alone"))]
    pub(crate) fn package(&self) -> &str {
        self.facts.package.map_or("", |package| self.facts.name(package))
    }

    /// Sets flags of the file.
    pub(crate) fn flag(&mut self, flags: FileFlags) {
        self.facts.flags.set(flags);
    }

    /// Read access to a declared symbol.
    pub(crate) fn symbol(&self, id: SymbolId) -> Option<&clew_model::Symbol> {
        self.facts.symbol(id)
    }

    /// Write access to a declared symbol, to add what is learnt later.
    pub(crate) fn symbol_mut(&mut self, id: SymbolId) -> Option<&mut clew_model::Symbol> {
        self.facts.symbols.get_mut(id.0 as usize)
    }
}

/// The named children of a node, collected so that the caller may recurse.
pub(crate) fn named_children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).collect()
}

/// Lines of a text; an empty last line does not count.
fn line_count(text: &str) -> u32 {
    let ends = text.bytes().filter(|byte| *byte == b'\n').count();
    (ends + usize::from(!text.is_empty() && !text.ends_with('\n'))) as u32
}

/// The bytes of a node.
pub(crate) fn range_of(node: Node<'_>) -> TextRange {
    TextRange::new(node.start_byte(), node.end_byte())
}
