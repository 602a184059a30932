//! Reporting references.

use clew_model::{
    Arity, Binding, Expression, ExpressionId, Occurrence, OccurrenceId, Role, ScopeId, SymbolId,
};
use clew_text::TextRange;
use tree_sitter::Node;

use super::resolve::{Namespace, PendingReference};
use super::{FactsBuilder, range_of};

impl<'text> FactsBuilder<'text> {
    /// Notes the arguments that the callee gets, where it has a name; gives the number of
    /// the call.
    pub(crate) fn set_arguments(
        &mut self,
        callee: ExpressionId,
        values: Vec<ExpressionId>,
    ) -> Option<usize> {
        let mut current = callee;
        if let Expression::Generic(base, _) = self.expression_at(current) {
            current = *base;
        }
        let Expression::Occurrence(occurrence) = self.expression_at(current) else { return None };
        self.calls.push((*occurrence, values));
        Some(self.calls.len() - 1)
    }

    /// Notes how many parameters the item has that was imported last, where the import
    /// tells functions of one name apart by that.
    #[cfg_attr(not(feature = "functional"), allow(dead_code, reason = "Elixir alone"))]
    pub(crate) fn set_item_arity(&mut self, arity: u8) {
        let Some(last) = self.facts.occurrences.len().checked_sub(1) else { return };
        let unknown = self.unknown();
        self.calls.push((OccurrenceId(last as u32), vec![unknown; arity.into()]));
    }

    /// Says what an argument of a call is.
    pub(crate) fn set_argument(&mut self, call: usize, index: usize, value: ExpressionId) {
        if let Some(argument) = self.calls.get_mut(call).and_then(|(_, all)| all.get_mut(index)) {
            *argument = value;
        }
    }

    /// Notes what a callable takes.
    pub(crate) fn set_arity(&mut self, callable: SymbolId, arity: Arity) {
        self.facts.parameters.push((callable, arity));
    }

    /// A plain name, bound through the scopes when the walk is done.
    pub(crate) fn reference(&mut self, node: Node<'_>, role: Role) -> OccurrenceId {
        let scope = self.scope();
        self.reference_from(scope, node, role)
    }

    /// A plain name looked up from the given scope.
    pub(crate) fn reference_from(
        &mut self,
        scope: ScopeId,
        node: Node<'_>,
        role: Role,
    ) -> OccurrenceId {
        let occurrence = self.occurrence(node, role, Binding::Free);
        let namespace = Namespace::Any;
        self.pending.push(PendingReference { occurrence, scope, namespace });
        occurrence
    }

    /// A plain name that can only mean what `namespace` admits.
    pub(crate) fn reference_in(
        &mut self,
        node: Node<'_>,
        role: Role,
        namespace: Namespace,
    ) -> OccurrenceId {
        let scope = self.scope();
        let occurrence = self.occurrence(node, role, Binding::Free);
        self.pending.push(PendingReference { occurrence, scope, namespace });
        occurrence
    }

    /// A plain name that means a member of `base` unless the scopes know it
    /// (Java's case labels).
    pub(crate) fn reference_or_member(
        &mut self,
        base: ExpressionId,
        node: Node<'_>,
        namespace: Namespace,
    ) -> OccurrenceId {
        let occurrence = self.occurrence(node, Role::Read, Binding::Member(base));
        let scope = self.scope();
        self.pending.push(PendingReference { occurrence, scope, namespace });
        occurrence
    }

    /// What stands before the dot of a reported member.
    pub(crate) fn receiver_of(&self, id: OccurrenceId) -> Option<ExpressionId> {
        match self.facts.occurrence(id)?.binding {
            Binding::Member(base) => Some(base),
            _ => None,
        }
    }

    /// A plain name inside a leaf of the tree (a format string, say).
    pub(crate) fn reference_at(&mut self, range: TextRange, role: Role) -> OccurrenceId {
        let scope = self.scope();
        self.reference_in_scope(scope, range, role)
    }

    /// As [`Self::reference_at`], for a name that can only mean what `namespace` admits.
    #[cfg_attr(not(feature = "described"), allow(dead_code, reason = "used by tables alone"))]
    pub(crate) fn reference_at_in(
        &mut self,
        range: TextRange,
        role: Role,
        namespace: Namespace,
    ) -> OccurrenceId {
        let occurrence = self.occurrence_at(range, role, Binding::Free);
        let scope = self.scope();
        self.pending.push(PendingReference { occurrence, scope, namespace });
        occurrence
    }

    /// As [`Self::reference_at`], looked up in the scope of the file alone.
    pub(crate) fn reference_at_file(&mut self, range: TextRange, role: Role) -> OccurrenceId {
        self.reference_in_scope(ScopeId(0), range, role)
    }

    fn reference_in_scope(&mut self, scope: ScopeId, range: TextRange, role: Role) -> OccurrenceId {
        let name = self.name(range.slice(self.text));
        let enclosing = self.enclosing();
        let binding = Binding::Free;
        let occurrence = self.push_occurrence(Occurrence { name, range, role, enclosing, binding });
        let namespace = Namespace::Any;
        self.pending.push(PendingReference { occurrence, scope, namespace });
        occurrence
    }

    /// A name at a range, whose binding the walker knows.
    pub(crate) fn occurrence_at(
        &mut self,
        range: TextRange,
        role: Role,
        binding: Binding,
    ) -> OccurrenceId {
        let name = self.name(range.slice(self.text));
        let enclosing = self.enclosing();
        self.push_occurrence(Occurrence { name, range, role, enclosing, binding })
    }

    /// The name after a dot (or arrow, or double colon) of `base`.
    pub(crate) fn member(
        &mut self,
        base: ExpressionId,
        node: Node<'_>,
        role: Role,
    ) -> OccurrenceId {
        self.occurrence(node, role, Binding::Member(base))
    }

    /// A mark at a range that names something without being a use of it, for the binding
    /// of the names of the file.
    #[cfg_attr(not(feature = "described"), allow(dead_code, reason = "used by tables alone"))]
    pub(crate) fn mark(&mut self, name: &str, range: TextRange) {
        let (name, enclosing) = (self.owned_name(name), self.enclosing());
        let (role, binding) = (Role::Import, Binding::Opaque);
        self.push_occurrence(Occurrence { name, range, role, enclosing, binding });
    }

    /// A word that stands for a member of `base` under the member's name (`super` alone in
    /// a method of Ruby).
    #[cfg_attr(not(feature = "described"), allow(dead_code, reason = "used by tables alone"))]
    pub(crate) fn member_called(
        &mut self,
        base: ExpressionId,
        name: clew_model::NameId,
        range: TextRange,
    ) -> OccurrenceId {
        let (enclosing, binding) = (self.enclosing(), Binding::Member(base));
        self.push_occurrence(Occurrence { name, range, role: Role::Call, enclosing, binding })
    }

    /// A name whose binding the walker knows.
    pub(crate) fn occurrence(
        &mut self,
        node: Node<'_>,
        role: Role,
        binding: Binding,
    ) -> OccurrenceId {
        let name = self.name(self.node_text(node));
        let enclosing = self.enclosing();
        self.push_occurrence(Occurrence { name, range: range_of(node), role, enclosing, binding })
    }

    /// A name bound to a known symbol.
    pub(crate) fn bound(&mut self, node: Node<'_>, role: Role, symbol: SymbolId) -> OccurrenceId {
        self.occurrence(node, role, Binding::Symbol(symbol))
    }

    /// A word that stands for the type `symbol` (`this(…)` and `Self(…)` for their
    /// own type), under that type's name.
    pub(crate) fn stand_in(&mut self, node: Node<'_>, role: Role, symbol: SymbolId) {
        let Some(name) = self.symbol(symbol).map(|symbol| symbol.name) else { return };
        let (range, enclosing) = (range_of(node), self.enclosing());
        let binding = Binding::Symbol(symbol);
        self.push_occurrence(Occurrence { name, range, role, enclosing, binding });
    }

    /// A word that stands for what a reported name means (`super(…)` for the base
    /// class), under that name and looked up as a type. Gives the occurrence, if
    /// `named` is a name.
    pub(crate) fn stand_in_for(
        &mut self,
        node: Node<'_>,
        role: Role,
        named: ExpressionId,
    ) -> Option<OccurrenceId> {
        let mut named = named;
        while let Expression::Generic(base, _) = self.expression_at(named) {
            named = *base;
        }
        let Expression::Occurrence(named) = self.expression_at(named) else { return None };
        let known = self.facts.occurrence(*named)?.clone();
        let (name, range, enclosing) = (known.name, range_of(node), self.enclosing());
        let binding = known.binding;
        let occurrence = self.push_occurrence(Occurrence { name, range, role, enclosing, binding });
        if binding == Binding::Free {
            let (scope, namespace) = (self.scope(), Namespace::Type);
            self.pending.push(PendingReference { occurrence, scope, namespace });
        }
        Some(occurrence)
    }

    /// Changes the role of a reported occurrence (a name turned out to be called).
    pub(crate) fn set_role(&mut self, id: OccurrenceId, role: Role) {
        if let Some(occurrence) = self.facts.occurrences.get_mut(id.0 as usize) {
            occurrence.role = role;
        }
    }

    /// Sets the role of the last name of an expression, if it is a name.
    pub(crate) fn set_expression_role(&mut self, id: ExpressionId, role: Role) {
        let mut current = id;
        loop {
            match self.expression_at(current) {
                Expression::Occurrence(occurrence) => {
                    let occurrence = *occurrence;
                    self.set_role(occurrence, role);
                    return;
                }
                Expression::Generic(base, _) => current = *base,
                _ => return,
            }
        }
    }

    /// The expression of a reported occurrence.
    pub(crate) fn occurrence_expression(&mut self, id: OccurrenceId) -> ExpressionId {
        self.expression(Expression::Occurrence(id))
    }
}

/// Most alternatives kept for a value that is assigned often.
const MAX_ALTERNATIVES: usize = 8;

impl FactsBuilder<'_> {
    /// Notes a further value that a symbol may hold (or a callable may return).
    pub(crate) fn add_value(&mut self, symbol: SymbolId, value: ExpressionId) {
        if matches!(self.expression_at(value), Expression::Unknown) {
            return;
        }
        let Some(known) = self.symbol(symbol).map(|symbol| symbol.value) else { return };
        let merged = match known {
            None => value,
            Some(first) => match self.facts.expressions.get_mut(first.0 as usize) {
                Some(Expression::Union(parts)) => {
                    if parts.len() < MAX_ALTERNATIVES {
                        parts.push(value);
                    }
                    first
                }
                _ => self.expression(Expression::Union(vec![first, value])),
            },
        };
        if let Some(symbol) = self.symbol_mut(symbol) {
            symbol.value = Some(merged);
        }
    }

    /// Sets the declared type (or return type) of a symbol.
    pub(crate) fn set_type(&mut self, symbol: SymbolId, declared_type: ExpressionId) {
        if let Some(symbol) = self.symbol_mut(symbol) {
            symbol.declared_type = Some(declared_type);
        }
    }
}
