//! Every place where a name stands.

use clew_model::{
    Binding, ExpressionId, Heritage, HeritageKind, HeritageSubject, NameId, Occurrence,
    OccurrenceId, Role, ScopeId, SymbolId,
};
use clew_text::TextRange;

use super::{Builder, Target};
use crate::names;
use crate::syntax::{Field, Node, SyntaxKind};

impl<'a> Builder<'a> {
    /// Copies the occurrences, which are in reading order already.
    pub(super) fn occurrences(&mut self) {
        let names = self.names;
        for occurrence in &names.occurrences {
            let node = self.node_at.get(&occurrence.range.start.0).copied();
            let name = self.name(self.text(occurrence.range));
            let binding = self.binding(occurrence, node);
            let role = self.role(occurrence, node, binding);
            let enclosing = match (role, binding) {
                (Role::Definition, Binding::Symbol(id)) if !self.is_local_symbol(id) => Some(id),
                _ => self.enclosing(ScopeId(occurrence.scope.0)),
            };
            let id = OccurrenceId(self.facts.occurrences.len() as u32);
            let range = occurrence.range;
            self.occurrence_at.insert(range.start.0, id);
            self.facts.occurrences.push(Occurrence { name, range, role, enclosing, binding });
            self.field_pattern(name, occurrence);
        }
    }

    /// The field that a name in a record pattern reads.
    fn field_pattern(&mut self, name: NameId, variable: &names::Occurrence) {
        let range = variable.range;
        let patterns = &self.names.field_patterns;
        if patterns.binary_search_by_key(&range, |pattern| pattern.range).is_err() {
            return;
        }
        let id = OccurrenceId(self.facts.occurrences.len() as u32);
        self.field_at.insert(range.start.0, id);
        let enclosing = self.enclosing(ScopeId(variable.scope.0));
        let (role, binding) = (Role::Read, Binding::Member(ExpressionId(0)));
        self.facts.occurrences.push(Occurrence { name, range, role, enclosing, binding });
    }

    fn is_local_symbol(&self, id: SymbolId) -> bool {
        self.facts.symbol(id).is_some_and(clew_model::Symbol::is_local)
    }

    fn binding(&self, occurrence: &names::Occurrence, node: Option<Node<'a>>) -> Binding {
        let declares = occurrence.role == names::Role::Declaration;
        if occurrence.is_member && !declares {
            if occurrence.role == names::Role::Import {
                return self.import_at(occurrence.range).map_or(Binding::Free, Binding::Import);
            }
            let is_argument = parent_kind(node) == Some(SyntaxKind::Arg);
            if !is_argument {
                return Binding::Member(ExpressionId(0));
            }
        }
        match occurrence.symbol.and_then(|id| self.target(id)) {
            Some(Target::Symbol(id)) => Binding::Symbol(id),
            Some(Target::Import(id)) => Binding::Import(id),
            None if occurrence.is_member => Binding::Opaque,
            None => Binding::Free,
        }
    }

    fn role(
        &self,
        occurrence: &names::Occurrence,
        node: Option<Node<'a>>,
        binding: Binding,
    ) -> Role {
        match occurrence.role {
            names::Role::Declaration => self.declaring_role(occurrence.range, node, binding),
            names::Role::Write => Role::Write,
            names::Role::Read if is_assigned_member(node) => Role::Write,
            names::Role::Read => Role::Read,
            names::Role::Call => Role::Call,
            names::Role::Type => match parent_kind(node) {
                Some(SyntaxKind::RecordInterface) => Role::Inherit,
                _ => Role::Type,
            },
            names::Role::Import => Role::Import,
        }
    }

    /// A name that its scope knows already is written, not defined again; the
    /// parameters of a lambda repeat those of its signature.
    fn declaring_role(&self, range: TextRange, node: Option<Node<'a>>, binding: Binding) -> Role {
        match binding {
            Binding::Import(_) => Role::Import,
            Binding::Symbol(id)
                if self.facts.symbol(id).is_some_and(|symbol| symbol.name_range != range) =>
            {
                match parent_kind(node) {
                    Some(SyntaxKind::Param) => Role::Declaration,
                    _ => Role::Write,
                }
            }
            _ => Role::Definition,
        }
    }

    /// Gives members what stands before their dot, and types their interfaces.
    pub(super) fn bind_members(&mut self) {
        for index in 0..self.facts.occurrences.len() {
            let range = self.facts.occurrences[index].range;
            let Some(node) = self.node_at.get(&range.start.0).copied() else { continue };
            if matches!(self.facts.occurrences[index].binding, Binding::Member(_)) {
                let receiver = node.parent().and_then(|parent| parent.child(Field::Receiver));
                let base = match receiver {
                    Some(receiver) => self.expression(receiver),
                    None => self.field_base(node).unwrap_or_default(),
                };
                self.facts.occurrences[index].binding = Binding::Member(base);
            }
            if self.facts.occurrences[index].role == Role::Inherit {
                self.heritage(node);
            }
        }
    }

    fn heritage(&mut self, name: Node<'a>) {
        let binding = name.ancestors().find(|node| node.kind() == SyntaxKind::Binding);
        let target = binding.and_then(|binding| binding.child(Field::Target));
        let occurrence = target.and_then(|target| self.occurrence_at.get(&target.range().start.0));
        let Some(occurrence) = occurrence.and_then(|id| self.facts.occurrence(*id)) else { return };
        let Binding::Symbol(subject) = occurrence.binding else { return };
        let base = self.name_expression(name);
        let subject = HeritageSubject::Symbol(subject);
        self.facts.heritage.push(Heritage { subject, base, kind: HeritageKind::Implements });
    }
}

fn parent_kind(node: Option<Node<'_>>) -> Option<SyntaxKind> {
    node?.parent().map(|parent| parent.kind())
}

/// Whether the name is the last one of `a.b = …`.
fn is_assigned_member(node: Option<Node<'_>>) -> bool {
    let member_name = node.filter(|node| node.field() == Field::Name);
    member_name.and_then(|node| node.parent()).is_some_and(|member| {
        member.kind() == SyntaxKind::FieldExpr
            && (member.field() == Field::Target
                || (member.field() == Field::Left
                    && parent_kind(Some(member)) == Some(SyntaxKind::AssignExpr)))
    })
}
