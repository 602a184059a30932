//! C: one name space of linked names, includes, and what is private to a file.

pub(crate) mod cpp;
mod includes;
mod linked;
pub(crate) mod spaces;
#[cfg(test)]
mod tests;

use clew_model::{FileFacts, Occurrence, Role, SymbolId};

use super::{ModuleTarget, Rules};
use crate::types::Types;
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

pub(crate) use includes::{included_file, is_c_family, is_header};

pub(crate) struct C;

impl Rules for C {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        vec![included(binder, file, module)]
    }

    fn free_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        _facts: &FileFacts,
        name: &str,
        occurrence: &Occurrence,
    ) -> Resolution {
        Resolution::from_targets(linked::names(binder, file, name, occurrence.role))
    }

    fn declared_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        symbol: SymbolId,
        occurrence: &Occurrence,
    ) -> Option<Resolution> {
        let found = facts.symbol(symbol)?;
        let is_linked = found.container.is_none() && !found.is_local();
        if !is_linked || matches!(occurrence.role, Role::Definition | Role::Declaration) {
            return None;
        }
        let own = Target::Symbol(SymbolRef { file, symbol });
        let mut targets = linked::names(binder, file, facts.name(found.name), occurrence.role);
        if !targets.contains(&own) && !found.kind.is_type() {
            targets.insert(0, own);
        }
        if targets.is_empty() { None } else { Some(Resolution::Bound(targets)) }
    }

    fn element(&self, _binder: &Binder<'_>, of: &Type) -> Types {
        vec![of.clone()]
    }

    fn unwrapped(&self, _binder: &Binder<'_>, of: &Type) -> Types {
        vec![of.clone()]
    }
}

/// Where an include leads.
pub(crate) fn included(binder: &Binder<'_>, file: FileId, module: &str) -> ModuleTarget {
    match included_file(binder, file, module) {
        Some(found) => ModuleTarget::File(found),
        None if module.starts_with('<') => {
            ModuleTarget::Std(module.trim_matches(['<', '>']).to_string())
        }
        None => ModuleTarget::Unknown,
    }
}
