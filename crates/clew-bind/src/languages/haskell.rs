//! Haskell: files name their modules, imports show what those export. A name that
//! two of them could mean would not compile, so that what is found is meant.

use clew_model::{
    FileFacts, Import, ImportForm, Occurrence, Role, SymbolId, SymbolKind, Visibility,
};

use super::{ModuleTarget, Rules};
use crate::{Binder, FileId, Resolution, SymbolRef, Target};

pub(crate) struct Haskell;

impl Rules for Haskell {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        let path = module.replace('.', "/");
        let name = path.rsplit('/').next().unwrap_or(&path);
        let mut found: Vec<FileId> = Vec::new();
        for ending in ["hs", "hsc"] {
            let wanted = format!("{path}.{ending}");
            found.extend(
                binder.source().files_called(&format!("{name}.{ending}")).into_iter().filter(
                    |candidate| {
                        let path = binder.path(*candidate);
                        *candidate != file
                            && (path == wanted || path.ends_with(&format!("/{wanted}")))
                    },
                ),
            );
        }
        match found.as_slice() {
            [one] => vec![ModuleTarget::File(*one)],
            [] => vec![ModuleTarget::Package(module.to_string())],
            // The same module in several packages: the one of this package.
            _ => match nearest(binder, file, &found) {
                Some(one) => vec![ModuleTarget::File(one)],
                None => vec![ModuleTarget::Unknown],
            },
        }
    }

    fn free_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        name: &str,
        occurrence: &Occurrence,
    ) -> Resolution {
        let found = imported(binder, file, facts, name, |_| true);
        Resolution::from_targets(self.refine(binder, occurrence, found))
    }

    fn exported(
        &self,
        binder: &Binder<'_>,
        module: FileId,
        facts: &FileFacts,
        name: &str,
    ) -> Vec<Target> {
        let own: Vec<Target> = exported(facts, module, name).map(Target::Symbol).collect();
        if !own.is_empty() || facts.exports.is_empty() {
            return own;
        }
        // What is given on: names that are listed, and all names of listed modules.
        let given = |wanted: &str, local: &str| {
            facts.exports.iter().any(|(exported, known)| {
                facts.name(*exported) == wanted && facts.name(*known) == local
            })
        };
        let is_listed = given(name, name);
        imported(binder, module, facts, name, |import| {
            let is_alias = |other: &Import| {
                other.range == import.range
                    && other.form == ImportForm::Module
                    && other.local.is_some_and(|local| given("module", facts.name(local)))
            };
            is_listed
                || given("module", facts.name(import.module))
                || facts.imports.iter().any(is_alias)
        })
    }

    /// Types, constructors and values have names of their own.
    fn refine(
        &self,
        binder: &Binder<'_>,
        occurrence: &Occurrence,
        targets: Vec<Target>,
    ) -> Vec<Target> {
        let wants_type = match occurrence.role {
            Role::Type | Role::Inherit => true,
            Role::Import => return targets,
            _ => false,
        };
        let fits = |target: &Target| match target {
            Target::Symbol(symbol) => binder.facts(symbol.file).is_some_and(|facts| {
                facts.symbol(symbol.symbol).is_some_and(|found| found.kind.is_type() == wants_type)
            }),
            _ => true,
        };
        targets.into_iter().filter(fits).collect()
    }
}

/// What the imports of a file that are looked at show under a name.
fn imported(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    name: &str,
    looks_at: impl Fn(&Import) -> bool,
) -> Vec<Target> {
    let mut found: Vec<Target> = Vec::new();
    let imports = facts.imports.iter();
    for import in imports.filter(|one| one.form != ImportForm::Module) {
        if !looks_at(import) || hides(facts, import, name) {
            continue;
        }
        let modules = binder.modules(file, facts.name(import.module));
        let Some(ModuleTarget::File(module)) = modules.first() else { continue };
        let owner = import.item.map(|item| facts.name(item));
        for target in binder.exported(*module, name) {
            let is_shown = match (owner, &target) {
                (Some(owner), _) if owner == name => true,
                // `Type (..)` shows the members of the type.
                (Some(owner), Target::Symbol(symbol)) => binder
                    .facts(symbol.file)
                    .is_some_and(|other| container_of(&other, *symbol) == Some(owner)),
                (Some(_), _) => false,
                (None, _) => true,
            };
            if is_shown && !found.contains(&target) {
                found.push(target);
            }
        }
    }
    found
}

/// Whether an import of a whole module leaves a name out.
fn hides(facts: &FileFacts, import: &Import, name: &str) -> bool {
    facts.exports.iter().any(|(module, hidden)| {
        facts.name(*module) == facts.name(import.module) && facts.name(*hidden) == name
    })
}

/// What a module shows under a name: its own, and the members of its types.
fn exported<'facts>(
    facts: &'facts FileFacts,
    file: FileId,
    name: &'facts str,
) -> impl Iterator<Item = SymbolRef> + 'facts {
    facts.symbols.iter().enumerate().filter_map(move |(index, symbol)| {
        let is_shown = !symbol.is_local()
            && symbol.owner.is_none()
            && symbol.visibility != Visibility::Private
            && symbol.kind != SymbolKind::Module
            && facts.name(symbol.name) == name;
        is_shown.then_some(SymbolRef { file, symbol: SymbolId(index as u32) })
    })
}

/// The type that a constructor, field or method belongs to.
fn container_of(facts: &FileFacts, symbol: SymbolRef) -> Option<&str> {
    Some(facts.symbol_name(facts.symbol(symbol.symbol)?.container?))
}

/// The file that has most folders in common with the asking one, if there is one such.
fn nearest(binder: &Binder<'_>, file: FileId, found: &[FileId]) -> Option<FileId> {
    let asking = binder.path(file);
    let shared = |other: FileId| {
        let path = binder.path(other);
        asking.split('/').zip(path.split('/')).take_while(|(a, b)| a == b).count()
    };
    let best = found.iter().map(|file| shared(*file)).max()?;
    let mut near = found.iter().filter(|file| shared(**file) == best);
    let first = near.next().copied();
    first.filter(|_| near.next().is_none())
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_references;

    const FILES: &str = "\
//- src/Acme/Shop.hs
module Acme.Shop (Item(..), total) where
data Item = Book { price :: Int }
total x = hidden x
hidden x = price x
//- src/Main.hs
module Main where
import Acme.Shop
import qualified Acme.Shop as S
main = print (total (Book 1) + S.total (S.Book 2) + hidden 3)
//- src/Listed.hs
module Listed where
import Acme.Shop (Item(..))
f :: Item -> Int
f (Book p) = p + total 1
g x = price x
//- src/Other.hs
module Other where
total x = x
h = total 1
";

    #[test]
    fn what_modules_export() {
        check_references(
            FILES,
            "total",
            expect![[r#"
            src/Acme/Shop.hs:1:29 read bound 
            src/Listed.hs:4:18 call name f
            src/Main.hs:4:15 call bound main
            src/Main.hs:4:34 call bound main
            src/Other.hs:3:5 call bound h
        "#]],
        );
        check_references(
            FILES,
            "Item.Book",
            expect![[r#"
            src/Listed.hs:4:4 read bound f
            src/Main.hs:4:22 call bound main
            src/Main.hs:4:43 call bound main
        "#]],
        );
        check_references(
            FILES,
            "hidden",
            expect![[r#"
            src/Acme/Shop.hs:3:11 call bound total
            src/Main.hs:4:53 call name main
        "#]],
        );
    }

    #[test]
    fn what_modules_hide_and_give_on() {
        let files = "\
//- src/Inner.hs
module Inner (Item(..), total, helper) where
data Item = Book { price :: Int }
total x = x
helper x = x
//- src/Outer.hs
module Outer (module Inner, module O, Item, shown, own) where
import Inner hiding (helper)
import Other as O
import Listed (shown, kept)
own x = secret x
secret x = x
//- src/Other.hs
module Other where
far x = x
//- src/Listed.hs
module Listed (shown, kept) where
shown x = x
kept x = x
//- src/Main.hs
module Main where
import Outer
import qualified Outer as W
main = total (Book 1) + helper 2 + far 3 + shown 4 + kept 5 + secret 6 + W.total 7 + W.own 8
";
        check_references(
            files,
            "total",
            expect![[r#"
            src/Inner.hs:1:25 read bound 
            src/Main.hs:4:8 call bound main
            src/Main.hs:4:76 call bound main
        "#]],
        );
        check_references(
            files,
            "helper",
            expect![[r#"
                src/Inner.hs:1:32 read bound 
                src/Main.hs:4:25 call name main
            "#]],
        );
        check_references(
            files,
            "far",
            expect![[r#"
            src/Main.hs:4:36 call bound main
        "#]],
        );
        check_references(
            files,
            "shown",
            expect![[r#"
            src/Listed.hs:1:16 read bound 
            src/Main.hs:4:44 call bound main
            src/Outer.hs:1:45 read bound 
            src/Outer.hs:4:16 import bound 
        "#]],
        );
        check_references(
            files,
            "kept",
            expect![[r#"
            src/Listed.hs:1:23 read bound 
            src/Main.hs:4:54 call name main
            src/Outer.hs:4:23 import bound 
        "#]],
        );
        check_references(
            files,
            "secret",
            expect![[r#"
            src/Main.hs:4:63 call name main
            src/Outer.hs:5:9 call bound own
        "#]],
        );
        check_references(
            files,
            "own",
            expect![[r#"
            src/Main.hs:4:88 call bound main
            src/Outer.hs:1:52 read bound 
        "#]],
        );
        check_references(
            files,
            "Item.Book",
            expect![[r#"
            src/Main.hs:4:15 call bound main
        "#]],
        );
    }
}
