//! From a declaration to what it announces.

use clew_model::{Binding, Occurrence, Role, SymbolFlags};

use crate::{Binder, SymbolRef, Target};

impl Binder<'_> {
    /// What a mere declaration announces (a C prototype, a C++ member in its class),
    /// where the workspace defines it.
    pub fn definition(&self, declaration: SymbolRef) -> Option<SymbolRef> {
        let facts = self.facts(declaration.file)?;
        let symbol = facts.symbol(declaration.symbol)?;
        if !symbol.flags.has(SymbolFlags::DECLARATION) || symbol.is_local() {
            return None;
        }
        let role = if symbol.kind.is_type() { Role::Type } else { Role::Call };
        let used = Occurrence {
            name: symbol.name,
            range: symbol.name_range,
            role,
            enclosing: None,
            binding: Binding::Symbol(declaration.symbol),
        };
        let (file, id) = (declaration.file, declaration.symbol);
        let meant = self.rules(&facts).declared_name(self, file, &facts, id, &used)?;
        meant.targets().iter().find_map(|target| match target {
            Target::Symbol(found) => {
                let facts = self.facts(found.file)?;
                let is_announced = facts.symbol(found.symbol)?.flags.has(SymbolFlags::DECLARATION);
                (!is_announced).then_some(*found)
            }
            _ => None,
        })
    }
}
