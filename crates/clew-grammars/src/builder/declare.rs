//! Declaring symbols.

use clew_model::{
    Binding, ExpressionId, NameId, Occurrence, OccurrenceId, Role, ScopeId, ScopeKind, Symbol,
    SymbolFlags, SymbolId, SymbolKind, Visibility,
};
use clew_text::{ByteOffset, TextRange};
use tree_sitter::Node;

use super::resolve::Target;
use super::{FactsBuilder, range_of};

/// Where in its scope a declared name is visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visible {
    /// In the whole scope, before its declaration too (functions, hoisted names).
    Whole,
    /// From the given byte on; a later declaration of the same name shadows it.
    From(ByteOffset),
    /// Nowhere by its plain name (fields, methods, keys): only as a member.
    MemberOnly,
}

/// What a walker says of a declaration. Start with [`Declaration::new`] and
/// set what differs.
pub(crate) struct Declaration<'text> {
    pub(crate) name: &'text str,
    pub(crate) name_range: TextRange,
    pub(crate) kind: SymbolKind,
    pub(crate) range: TextRange,
    /// `None`: the first line of `range`.
    pub(crate) signature_range: Option<TextRange>,
    pub(crate) doc_range: Option<TextRange>,
    pub(crate) visible: Visible,
    pub(crate) visibility: Visibility,
    pub(crate) flags: SymbolFlags,
    pub(crate) owner: Option<ExpressionId>,
    /// `None`: the current scope.
    pub(crate) scope: Option<ScopeId>,
}

impl<'text> Declaration<'text> {
    /// A public declaration named by `name_node`, spanning `node`, visible in
    /// the whole current scope.
    pub(crate) fn new(
        builder: &FactsBuilder<'text>,
        kind: SymbolKind,
        name_node: Node<'_>,
        node: Node<'_>,
    ) -> Self {
        let name = builder.node_text(name_node);
        Declaration::at(kind, name, range_of(name_node), range_of(node))
    }

    /// A public declaration of `name`, written at `name_range` in `range`, visible in
    /// the whole current scope.
    pub(crate) fn at(
        kind: SymbolKind,
        name: &'text str,
        name_range: TextRange,
        range: TextRange,
    ) -> Self {
        Declaration {
            name,
            name_range,
            kind,
            range,
            signature_range: None,
            doc_range: None,
            visible: Visible::Whole,
            visibility: Visibility::Public,
            flags: SymbolFlags::default(),
            owner: None,
            scope: None,
        }
    }

    /// As [`Declaration::at`], seen as a member only.
    pub(crate) fn member_at(
        kind: SymbolKind,
        name: &'text str,
        name_range: TextRange,
        range: TextRange,
    ) -> Self {
        let visible = Visible::MemberOnly;
        Declaration { visible, ..Declaration::at(kind, name, name_range, range) }
    }

    /// Ends the signature where `body` begins.
    pub(crate) fn signature_until(&mut self, body: Option<Node<'_>>) {
        let end = body.map_or(self.range.end.to_usize(), |body| body.start_byte());
        let start = self.signature_range.map_or(self.range.start, |range| range.start);
        self.signature_range = Some(TextRange::new(start.to_usize(), end));
    }
}

impl<'text> FactsBuilder<'text> {
    /// Adds a symbol with its definition occurrence (declaration occurrence for
    /// [`SymbolFlags::DECLARATION`]). Names declared inside a function become
    /// local on their own, except members of local types.
    pub(crate) fn declare(&mut self, declaration: Declaration<'text>) -> SymbolId {
        let name = self.name(declaration.name);
        self.declare_under(declaration, name)
    }

    /// As [`Self::declare`], under a name put together by the walker.
    pub(crate) fn declare_joined(
        &mut self,
        declaration: Declaration<'text>,
        name: &str,
    ) -> SymbolId {
        let name = self.owned_name(name);
        self.declare_under(declaration, name)
    }

    fn declare_under(&mut self, declaration: Declaration<'text>, name: NameId) -> SymbolId {
        let id = SymbolId(self.facts.symbols.len() as u32);
        let scope = declaration.scope.unwrap_or_else(|| self.scope());
        let mut flags = declaration.flags;
        if self.is_function_inside(scope) {
            flags.set(SymbolFlags::LOCAL);
        }
        let enclosing = self.enclosing();
        let signature_range =
            declaration.signature_range.unwrap_or_else(|| self.first_line(declaration.range));
        self.facts.symbols.push(Symbol {
            name,
            kind: declaration.kind,
            container: self.container(),
            owner: declaration.owner,
            name_range: declaration.name_range,
            range: declaration.range,
            signature_range,
            doc_range: declaration.doc_range,
            scope,
            body: None,
            visibility: declaration.visibility,
            flags,
            declared_type: None,
            value: None,
        });
        if let Some(container) = self.container()
            && !flags.has(SymbolFlags::LOCAL)
        {
            self.members.entry((container, name)).or_insert(id);
        }
        if !flags.has(SymbolFlags::ANONYMOUS) {
            let role = if flags.has(SymbolFlags::DECLARATION) {
                Role::Declaration
            } else {
                Role::Definition
            };
            self.push_occurrence(Occurrence {
                name,
                range: declaration.name_range,
                role,
                enclosing: if flags.has(SymbolFlags::LOCAL) { enclosing } else { Some(id) },
                binding: Binding::Symbol(id),
            });
            self.make_visible(scope, name, Target::Symbol(id), declaration.visible);
        }
        id
    }

    /// Declares something of the whole file, wherever it is met.
    #[cfg_attr(not(feature = "described"), allow(dead_code, reason = "used by tables alone"))]
    pub(crate) fn declare_in_file(&mut self, mut declaration: Declaration<'text>) -> SymbolId {
        declaration.scope = Some(ScopeId(0));
        let containers = std::mem::take(&mut self.containers);
        let id = self.declare(declaration);
        self.containers = containers;
        id
    }

    /// As [`Self::declare_in_file`], under a name put together by the walker.
    #[cfg_attr(not(feature = "described"), allow(dead_code, reason = "used by tables alone"))]
    pub(crate) fn declare_joined_in_file(
        &mut self,
        mut declaration: Declaration<'text>,
        name: &str,
    ) -> SymbolId {
        declaration.scope = Some(ScopeId(0));
        let containers = std::mem::take(&mut self.containers);
        let id = self.declare_joined(declaration, name);
        self.containers = containers;
        id
    }

    /// Makes an existing symbol visible under its name in a further scope.
    pub(crate) fn make_visible(
        &mut self,
        scope: ScopeId,
        name: NameId,
        target: Target,
        visible: Visible,
    ) {
        match visible {
            Visible::MemberOnly => {}
            Visible::Whole => self.declarations.add(scope, name, target, None),
            Visible::From(offset) => self.declarations.add(scope, name, target, Some(offset)),
        }
    }

    /// The number of symbols declared so far.
    #[cfg_attr(not(feature = "described"), allow(dead_code, reason = "used by tables alone"))]
    pub(crate) fn symbol_count(&self) -> u32 {
        self.facts.symbols.len() as u32
    }

    /// Makes a symbol visible in the whole of the current scope, under its name.
    pub(crate) fn see_here(&mut self, symbol: SymbolId) {
        let Some(name) = self.symbol(symbol).map(|symbol| symbol.name) else { return };
        let scope = self.scope();
        self.declarations.add(scope, name, Target::Symbol(symbol), None);
    }

    /// The symbol that `name` already means in exactly the given scope.
    pub(crate) fn declared_in(&mut self, scope: ScopeId, name: &'text str) -> Option<SymbolId> {
        let name = self.name(name);
        match self.declarations.first(scope, name)? {
            Target::Symbol(id) => Some(id),
            Target::Import(_) => None,
        }
    }

    /// Whether `name` means anything in exactly the given scope.
    pub(crate) fn is_declared_in(&mut self, scope: ScopeId, name: &'text str) -> bool {
        let name = self.name(name);
        self.declarations.first(scope, name).is_some()
    }

    pub(crate) fn push_occurrence(&mut self, occurrence: Occurrence) -> OccurrenceId {
        self.facts.occurrences.push(occurrence);
        OccurrenceId(self.facts.occurrences.len() as u32 - 1)
    }

    fn is_function_inside(&self, scope: ScopeId) -> bool {
        let mut current = Some(scope);
        while let Some(id) = current {
            let Some(scope) = self.facts.scope(id) else { return false };
            match scope.kind {
                ScopeKind::Function => return true,
                ScopeKind::Type => {
                    // Members of a local class are reachable through its values.
                    return false;
                }
                ScopeKind::File | ScopeKind::Module => return false,
                ScopeKind::Block => current = scope.parent,
            }
        }
        false
    }

    fn first_line(&self, range: TextRange) -> TextRange {
        let text = range.slice(self.text);
        let length = text.find(['\n', '\r']).unwrap_or(text.len());
        TextRange::new(range.start.to_usize(), range.start.to_usize() + length)
    }
}

impl<'text> FactsBuilder<'text> {
    /// The member of `class` that is already declared under `name` in this file.
    pub(crate) fn member_of(&mut self, class: SymbolId, name: &'text str) -> Option<SymbolId> {
        let name = self.name(name);
        self.members.get(&(class, name)).copied()
    }

    /// Declares a member of `class` from inside one of its methods.
    pub(crate) fn declare_member(
        &mut self,
        class: SymbolId,
        mut declaration: Declaration<'text>,
    ) -> SymbolId {
        declaration.scope = self.symbol(class).and_then(|class| class.body).or(declaration.scope);
        self.enter(class);
        let id = self.declare(declaration);
        self.leave();
        id
    }
}

impl<'text> FactsBuilder<'text> {
    /// The symbol that a plain name means at the current place, as far as declared yet.
    pub(crate) fn visible_symbol(&mut self, name: &'text str) -> Option<SymbolId> {
        let name = self.name(name);
        for scope in self.scopes.iter().rev() {
            match self.declarations.first(*scope, name) {
                Some(Target::Symbol(id)) => return Some(id),
                Some(Target::Import(_)) => return None,
                None => {}
            }
        }
        None
    }

    /// The symbol that a plain name means at the current place without leaving the
    /// function around it, as far as declared yet.
    #[cfg_attr(not(feature = "described"), allow(dead_code, reason = "used by tables alone"))]
    pub(crate) fn visible_in_function(&mut self, name: &'text str) -> Option<SymbolId> {
        let name = self.name(name);
        for scope in self.scopes.iter().rev() {
            match self.declarations.first(*scope, name) {
                Some(Target::Symbol(id)) => return Some(id),
                Some(Target::Import(_)) => return None,
                None => {}
            }
            if self.facts.scope(*scope).is_none_or(|scope| scope.kind != ScopeKind::Block) {
                return None;
            }
        }
        None
    }

    /// Makes `symbol` visible under `name` in the whole current scope.
    pub(crate) fn make_symbol_visible(&mut self, name: &'text str, symbol: SymbolId) {
        let name = self.name(name);
        let scope = self.scope();
        self.make_visible(scope, name, Target::Symbol(symbol), Visible::Whole);
    }

    /// Turns an announced symbol into a definition that ends at `end`.
    pub(crate) fn make_definition(&mut self, symbol: SymbolId, end: usize) {
        let Some(announced) = self.facts.symbols.get_mut(symbol.0 as usize) else { return };
        announced.flags.clear(SymbolFlags::DECLARATION);
        announced.range = TextRange::new(announced.range.start.to_usize(), end);
        let place = announced.name_range;
        let announcement =
            self.facts.occurrences.iter_mut().rev().find(|occurrence| {
                occurrence.range == place && occurrence.role == Role::Declaration
            });
        if let Some(announcement) = announcement {
            announcement.role = Role::Definition;
        }
    }

    /// The name of a declared symbol.
    pub(crate) fn symbol_name(&self, id: SymbolId) -> &str {
        self.facts.symbol_name(id)
    }

    /// All symbols declared so far, in order.
    pub(crate) fn symbol_ids(&self) -> impl Iterator<Item = SymbolId> + use<> {
        (0..self.facts.symbols.len() as u32).map(SymbolId)
    }
}
