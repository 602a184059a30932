//! `use Command::*;` inside a function: the variants of an enum of the file hide what
//! the file imports or declares under their names.

use clew_model::{ScopeId, SymbolId, SymbolKind};

use super::{Receiver, Walk};
use crate::builder::{Target, Visible};

/// A glob import inside a function.
pub(super) struct LocalGlob {
    scope: ScopeId,
    /// The name of what is opened.
    opened: String,
}

impl Walk<'_, '_> {
    /// Notes a glob of `path`, whose variants are known when the whole file is read.
    pub(super) fn note_glob(&mut self, path: &str) {
        if !self.builder.in_function() {
            return;
        }
        let named = match (path.strip_prefix("self::").unwrap_or(path), self.receiver) {
            ("Self", Some(Receiver::Named(owner))) => self.builder.last_name(owner),
            ("Self", Some(Receiver::Declared(owner))) => Some(self.builder.symbol_name(owner)),
            (path, _) => (!path.contains(':')).then_some(path),
        };
        let Some(opened) = named.map(str::to_string) else { return };
        let scope = self.builder.scope();
        self.globs.push(LocalGlob { scope, opened });
    }

    /// Shows the variants of the enums that were opened.
    pub(super) fn open_globs(&mut self) {
        for glob in std::mem::take(&mut self.globs) {
            let Some(opened) = self.only_enum(&glob.opened) else { continue };
            for variant in self.builder.symbol_ids() {
                let Some(symbol) = self.builder.symbol(variant) else { continue };
                if symbol.kind == SymbolKind::EnumMember && symbol.container == Some(opened) {
                    let name = symbol.name;
                    let target = Target::Symbol(variant);
                    self.builder.make_visible(glob.scope, name, target, Visible::Whole);
                }
            }
        }
    }

    /// The enum of the file with that name, if there is one alone.
    fn only_enum(&self, name: &str) -> Option<SymbolId> {
        let mut found = self.builder.symbol_ids().filter(|id| {
            let is_enum = self.builder.symbol(*id).is_some_and(|s| s.kind == SymbolKind::Enum);
            is_enum && self.builder.symbol_name(*id) == name
        });
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }
}
