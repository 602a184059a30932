//! OCaml: a file is a module under its capitalised name, `open` shows its names.

use clew_model::{FileFacts, ImportForm, Occurrence, Role, SymbolKind};

use super::paths::parent;
use super::{ModuleTarget, Rules};
use crate::resolve::file_symbols;
use crate::{Binder, FileId, Resolution, SymbolRef, Target};

pub(crate) struct Ocaml;

impl Rules for Ocaml {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        let mut parts = module.split('.').map(str::trim);
        let first = parts.next().unwrap_or("");
        let own = binder.facts(file).and_then(|facts| module_in(&facts, file, first));
        let mut target = match (own, file_of(binder, file, first)) {
            (Some(own), _) => ModuleTarget::Symbol(own),
            (None, Some(found)) => ModuleTarget::File(found),
            (None, None) => return vec![ModuleTarget::Package(module.to_string())],
        };
        for part in parts {
            let inner = match &target {
                ModuleTarget::File(found) => {
                    binder.facts(*found).and_then(|facts| module_in(&facts, *found, part))
                }
                ModuleTarget::Symbol(symbol) => {
                    let members = binder.members_of(*symbol, part);
                    members.into_iter().find(|member| is_module(binder, *member))
                }
                _ => None,
            };
            match inner {
                Some(inner) => target = ModuleTarget::Symbol(inner),
                None => return vec![ModuleTarget::Unknown],
            }
        }
        vec![target]
    }

    fn free_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        name: &str,
        occurrence: &Occurrence,
    ) -> Resolution {
        // What is opened last is looked up first; a module that is not here may
        // have any name.
        let opened = facts.imports.iter().rev().filter(|import| {
            import.form == ImportForm::Glob && import.range.end <= occurrence.range.start
        });
        for import in opened {
            let scope = facts.scope(import.scope);
            if !scope.is_some_and(|scope| scope.range.contains_range(occurrence.range)) {
                continue;
            }
            let found = match binder.modules(file, facts.name(import.module)).first() {
                Some(ModuleTarget::File(module)) => match binder.facts(*module) {
                    Some(other) => self.exported(binder, *module, &other, name),
                    None => Vec::new(),
                },
                Some(ModuleTarget::Symbol(module)) => {
                    binder.members_of(*module, name).into_iter().map(Target::Symbol).collect()
                }
                _ => return Resolution::Unknown,
            };
            let found = self.refine(binder, occurrence, found);
            if !found.is_empty() {
                return Resolution::Bound(found);
            }
        }
        let is_module = occurrence.role == Role::Type && name.starts_with(char::is_uppercase);
        match is_module.then(|| file_of(binder, file, name)).flatten() {
            Some(module) => Resolution::Bound(vec![Target::Module(module)]),
            None => Resolution::Unknown,
        }
    }

    /// Types and values have names of their own; of several the last one counts.
    fn refine(
        &self,
        binder: &Binder<'_>,
        occurrence: &Occurrence,
        targets: Vec<Target>,
    ) -> Vec<Target> {
        let wants_type = matches!(occurrence.role, Role::Type | Role::Inherit);
        let fits = |target: &Target| match target {
            Target::Symbol(symbol) => kind_of(binder, *symbol).is_none_or(|kind| match kind {
                SymbolKind::Module => true,
                // Exceptions and classes are made.
                SymbolKind::Class => true,
                kind => kind.is_type() == wants_type,
            }),
            _ => true,
        };
        let fitting: Vec<Target> = targets.into_iter().filter(fits).collect();
        let mut kept: Vec<Target> = Vec::new();
        for target in fitting {
            let file = |target: &Target| match target {
                Target::Symbol(symbol) => Some(symbol.file),
                _ => None,
            };
            match kept
                .iter_mut()
                .find(|known| file(known).is_some() && file(known) == file(&target))
            {
                Some(earlier) => *earlier = target,
                None => kept.push(target),
            }
        }
        kept
    }
}

fn kind_of(binder: &Binder<'_>, symbol: SymbolRef) -> Option<SymbolKind> {
    Some(binder.facts(symbol.file)?.symbol(symbol.symbol)?.kind)
}

fn is_module(binder: &Binder<'_>, symbol: SymbolRef) -> bool {
    kind_of(binder, symbol) == Some(SymbolKind::Module)
}

/// The module of this name that a file declares.
fn module_in(facts: &FileFacts, file: FileId, name: &str) -> Option<SymbolRef> {
    file_symbols(facts, file).find(|symbol| {
        facts
            .symbol(symbol.symbol)
            .is_some_and(|found| found.kind == SymbolKind::Module && facts.name(found.name) == name)
    })
}

/// The file that is the module `name`: beside this one, else the only one. The
/// interface counts where there is no implementation.
fn file_of(binder: &Binder<'_>, file: FileId, name: &str) -> Option<FileId> {
    let own = binder.path(file);
    let folder = parent(&own);
    let mut letters = name.chars();
    let first = letters.next()?;
    if !first.is_uppercase() {
        return None;
    }
    let small: String = first.to_lowercase().chain(letters).collect();
    for ending in ["ml", "mli"] {
        let mut found: Vec<FileId> = Vec::new();
        for stem in [small.as_str(), name] {
            found.extend(binder.source().files_called(&format!("{stem}.{ending}")));
        }
        found.retain(|candidate| *candidate != file);
        let beside = found.iter().find(|one| parent(&binder.path(**one)) == folder);
        match (beside, found.as_slice()) {
            (Some(beside), _) => return Some(*beside),
            (None, [one]) => return Some(*one),
            (None, []) => {}
            (None, _) => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_references;

    const FILES: &str = "\
//- lib/shop.ml
type t = { price : int }
let t = 1
let total x = x.price
module Inner = struct let deep x = x end
exception Empty
//- lib/shop.mli
type t
val total : t -> int
//- bin/main.ml
let a = Shop.total 1
let b = Shop.Inner.deep 2
let c : Shop.t = Shop.t
let d = total 3
//- bin/opened.ml
let a = total 0
open Shop
let a = total 1
let b = let open Inner in deep 2
let c = Other.total 3
//- bin/outside.ml
open Shop
open Core
let a = total 1
";

    #[test]
    fn values_of_other_files() {
        check_references(
            FILES,
            "total",
            expect![[r#"
            bin/main.ml:1:14 call bound a
            bin/main.ml:4:9 call name d
            bin/opened.ml:1:9 call name a
            bin/opened.ml:3:9 call bound a
            bin/opened.ml:5:15 call name c
            bin/outside.ml:3:9 call name a
        "#]],
        );
        check_references(
            FILES,
            "Inner.deep",
            expect![[r#"
            bin/main.ml:2:20 call bound b
            bin/opened.ml:4:27 call name b
        "#]],
        );
    }

    #[test]
    fn types_and_values_do_not_meet() {
        check_references(
            FILES,
            "t",
            expect![[r#"
            bin/main.ml:3:14 type bound c
            bin/main.ml:3:23 read bound c
            lib/shop.mli:2:13 type bound total
        "#]],
        );
    }
}
