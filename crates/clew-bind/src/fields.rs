//! Fields that types get by assignment (`self.x = …`), where a base has them already.

use clew_model::{FileFacts, Role, Symbol, SymbolFlags, SymbolKind};

use crate::types::Types;
use crate::{Binder, SymbolRef, Type};

/// Most types followed upwards for one field.
const MAX_STEPS: usize = 32;

impl Binder<'_> {
    /// The members of bases that a field means which its type merely assigns to; none
    /// where it is a field of its own.
    pub(crate) fn inherited_fields(&self, field: SymbolRef) -> Vec<SymbolRef> {
        let mut found = Vec::new();
        let mut current = field;
        for _ in 0..MAX_STEPS {
            let Some(members) = self.next_inherited(current) else { break };
            current = members[0];
            if members.contains(&field) {
                break;
            }
            found = members;
        }
        found
    }

    /// The members that the nearest base has in the place of an assigned field.
    fn next_inherited(&self, field: SymbolRef) -> Option<Vec<SymbolRef>> {
        let facts = self.facts(field.file)?;
        let symbol = facts.symbol(field.symbol)?;
        if !self.rules(&facts).makes_fields_by_assignment() || !is_assigned(&facts, symbol) {
            return None;
        }
        let class = SymbolRef { symbol: symbol.container?, ..field };
        let name = facts.name(symbol.name);
        let bases = self.ancestors(class).into_iter().skip(1);
        let members = bases.map(|base| self.own_members(base, name)).find(|one| !one.is_empty())?;
        // A method that an object hides is another thing.
        members.iter().all(|member| self.is_value(*member)).then_some(members)
    }

    fn is_value(&self, member: SymbolRef) -> bool {
        let Some(facts) = self.facts(member.file) else { return false };
        facts.symbol(member.symbol).is_some_and(|symbol| {
            symbol.flags.has(SymbolFlags::ACCESSOR)
                || matches!(
                    symbol.kind,
                    SymbolKind::Field | SymbolKind::Property | SymbolKind::Variable
                )
        })
    }

    /// Members as they are meant: fields of bases in the place of assignments to them.
    pub(crate) fn as_inherited(&self, members: Vec<SymbolRef>) -> Vec<SymbolRef> {
        let mut meant = Vec::with_capacity(members.len());
        for member in members {
            let mut inherited = self.inherited_fields(member);
            if inherited.is_empty() {
                inherited.push(member);
            }
            for one in inherited {
                if !meant.contains(&one) {
                    meant.push(one);
                }
            }
        }
        meant
    }

    /// What a variable or field holds: in a receiver, what its type assigns to it first.
    pub(crate) fn field_types(
        &self,
        field: SymbolRef,
        found: &Symbol,
        receiver: Option<&Type>,
    ) -> Types {
        let assigned = receiver.map(|one| self.assigned_types(field, one));
        let assigned = assigned.filter(|types| !types.is_empty());
        assigned.unwrap_or_else(|| self.variable_types(field, found))
    }

    /// What the nearest type of a receiver assigns to a field that a base declares.
    fn assigned_types(&self, field: SymbolRef, receiver: &Type) -> Types {
        let Type::Instance(class, _) = receiver else { return Vec::new() };
        let Some(facts) = self.facts(field.file) else { return Vec::new() };
        if !self.rules(&facts).makes_fields_by_assignment() {
            return Vec::new();
        }
        let name = facts.symbol_name(field.symbol);
        for class in self.ancestors(*class) {
            let members = self.own_members(class, name);
            if members.contains(&field) {
                break;
            }
            for member in members {
                let types = self.symbol_types(member, None);
                if !types.is_empty() {
                    return types;
                }
            }
        }
        Vec::new()
    }

    /// What an occurrence does with a symbol: where a field is declared that a base has,
    /// the base's is written.
    pub(crate) fn role_towards(&self, symbol: SymbolRef, role: Role) -> Role {
        match role {
            Role::Definition if !self.inherited_fields(symbol).is_empty() => Role::Write,
            role => role,
        }
    }
}

/// Whether a field stands in a method of its type, not in the type's body nor among the
/// parameters of its constructor.
fn is_assigned(facts: &FileFacts, field: &Symbol) -> bool {
    let at = field.name_range.start;
    let is_parameter = |symbol: &Symbol| {
        symbol.kind == SymbolKind::Parameter && symbol.name_range == field.name_range
    };
    field.kind == SymbolKind::Field
        && field.container.is_some()
        && !facts.symbols.iter().any(is_parameter)
        && facts.symbols.iter().any(|symbol| {
            symbol.kind.is_callable()
                && symbol.container == field.container
                && symbol.range.start <= at
                && at < symbol.range.end
        })
}
