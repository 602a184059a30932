//! Across languages: what one language defines and another uses under the same name.

mod proto;
#[cfg(test)]
mod tests;

use clew_model::{Role, SymbolFlags};

use crate::{Binder, FileId, SymbolRef, Target};

impl Binder<'_> {
    /// Whether an occurrence that means one of `targets` may, by its name, mean a symbol
    /// of another language: an `extern` declaration in Rust of what C defines, or what
    /// Python takes from a module that is written in C, C++ or Rust.
    pub(crate) fn may_cross(
        &self,
        file: FileId,
        role: Role,
        targets: &[Target],
        asked: &[SymbolRef],
    ) -> bool {
        let Some(facts) = self.facts(file) else { return false };
        let user = facts.language.as_str();
        let is_native = asked.iter().any(|asked| {
            self.facts(asked.file).is_some_and(|facts| {
                let language = facts.language.as_str();
                let is_callable =
                    facts.symbol(asked.symbol).is_some_and(|symbol| symbol.kind.is_callable());
                is_callable && matches!(language, "c" | "cpp" | "rust") && language != user
            })
        });
        if !is_native || targets.is_empty() {
            return false;
        }
        targets.iter().all(|target| match target {
            Target::Symbol(symbol) => {
                user == "rust"
                    && self.facts(symbol.file).is_some_and(|facts| {
                        facts.language.as_str() == "rust"
                            && facts
                                .symbol(symbol.symbol)
                                .is_some_and(|one| one.flags.has(SymbolFlags::DECLARATION))
                    })
            }
            Target::External(_) => {
                matches!(user, "python" | "jupyter") && matches!(role, Role::Call | Role::Import)
            }
            _ => false,
        })
    }
}
