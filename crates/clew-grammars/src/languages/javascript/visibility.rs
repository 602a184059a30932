//! Who sees what a file declares, once all its exports are known.

use clew_model::{SymbolFlags, SymbolKind, Visibility};
use rustc_hash::FxHashSet;

use super::Walk;

impl Walk<'_, '_, '_> {
    /// Marks listed names as exported and, in modules, what is not exported as private.
    pub(super) fn settle_visibility(&mut self) {
        let listed: FxHashSet<&str> = self.listed.drain(..).collect();
        for id in self.builder.symbol_ids() {
            let Some(symbol) = self.builder.symbol(id) else { continue };
            if symbol.container.is_some() || symbol.is_local() {
                continue;
            }
            let is_listed = listed.contains(self.builder.symbol_name(id));
            let is_exported = is_listed || symbol.flags.has(SymbolFlags::EXPORTED);
            let is_private = self.is_module
                && !is_exported
                && !matches!(symbol.kind, SymbolKind::Module | SymbolKind::Method);
            let Some(symbol) = self.builder.symbol_mut(id) else { continue };
            if is_listed {
                symbol.flags.set(SymbolFlags::EXPORTED);
            }
            if is_private {
                symbol.visibility = Visibility::Private;
            }
        }
    }
}
