//! Across languages: what one language defines and another uses under the same name.

#[cfg(test)]
mod tests;

use clew_model::{Role, SymbolFlags, SymbolId};

use crate::{Binder, FileId, SymbolRef, Target};

/// Endings of the files that compilers of protocol buffers write for `name.proto`.
const GENERATED: &[&str] = &[
    ".pb.go",
    "_grpc.pb.go",
    "_pb2.py",
    "_pb2.pyi",
    "_pb2_grpc.py",
    ".pb.h",
    ".pb.cc",
    "_pb.d.ts",
    "_pb.ts",
    "_pb.js",
    "_pb.rb",
];

impl Binder<'_> {
    /// The symbols that a compiler wrote for a message, enum or service of a `.proto`
    /// file: those of its name in the files that go by the file's name. They are looked
    /// for beside the file; elsewhere only where no other `.proto` has the file's name.
    pub fn generated_for(&self, target: SymbolRef) -> Vec<SymbolRef> {
        let path = self.path(target.file);
        let Some(stem) = path.strip_suffix(".proto") else { return Vec::new() };
        let (Some(facts), name) =
            (self.facts(target.file), stem.rsplit('/').next().unwrap_or(stem))
        else {
            return Vec::new();
        };
        let wanted = facts.symbol_name(target.symbol);
        let is_only = self.source().files_called(&format!("{name}.proto")).len() == 1;
        let folder =
            |path: &str| path.rsplit_once('/').map_or("", |(folder, _)| folder).to_string();
        let mut found = Vec::new();
        for ending in GENERATED {
            for file in self.source().files_called(&format!("{name}{ending}")) {
                if is_only || folder(&self.path(file)) == folder(&path) {
                    found.extend(self.top_symbols(file, wanted));
                }
            }
        }
        found
    }

    fn top_symbols(&self, file: FileId, name: &str) -> Vec<SymbolRef> {
        let Some(facts) = self.facts(file) else { return Vec::new() };
        let of_name = facts.symbols.iter().enumerate().filter(|(_, symbol)| {
            !symbol.is_local() && symbol.container.is_none() && facts.name(symbol.name) == name
        });
        of_name.map(|(index, _)| SymbolRef { file, symbol: SymbolId(index as u32) }).collect()
    }

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
