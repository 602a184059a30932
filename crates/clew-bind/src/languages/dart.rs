//! Dart: libraries are files, `package:` leads into the `lib` folder of a package.

use clew_model::{FileFacts, ImportForm, Occurrence, Role, SymbolFlags, SymbolId, SymbolKind};

use super::members::enclosing_types;
use super::packaged::members::{fits, fitting_inherited};
use super::paths::{normal, parent};
use super::{ModuleTarget, Rules, plain_element};
use crate::members::Side;
use crate::types::{Types, no_arguments};
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

pub(crate) struct Dart;

impl Rules for Dart {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        if module.starts_with("dart:") {
            return vec![ModuleTarget::Std(module.to_string())];
        }
        let found = match module.strip_prefix("package:") {
            Some(path) => in_package(binder, path),
            None => beside(binder, file, module),
        };
        vec![match found {
            Some(file) => ModuleTarget::File(file),
            None if module.starts_with("package:") => ModuleTarget::Package(module.to_string()),
            None => ModuleTarget::Unknown,
        }]
    }

    fn free_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        name: &str,
        occurrence: &Occurrence,
    ) -> Resolution {
        for class in enclosing_types(facts, occurrence) {
            let class = SymbolRef { file, symbol: class };
            let mut found = fitting_inherited(binder, class, name, occurrence.role);
            let own = binder.own_members(class, name);
            found.retain(|one| match one {
                Target::Symbol(one) => own.contains(one) || !is_static(binder, *one),
                _ => true,
            });
            if !found.is_empty() {
                return Resolution::Bound(found);
            }
        }
        let mut found = Vec::new();
        for import in facts.imports.iter().filter(|import| import.form == ImportForm::Glob) {
            for module in binder.modules(file, facts.name(import.module)) {
                let ModuleTarget::File(module) = module else { continue };
                for target in binder.exported(module, name) {
                    let fits = fitting(binder, &target, name, occurrence.role);
                    if fits && !found.contains(&target) {
                        found.push(target);
                    }
                }
            }
        }
        Resolution::from_targets(found)
    }

    fn declared_name(
        &self,
        _binder: &Binder<'_>,
        _file: FileId,
        _facts: &FileFacts,
        _symbol: SymbolId,
        _occurrence: &Occurrence,
    ) -> Option<Resolution> {
        None
    }

    /// Objects have no statics, and a type has those alone that it declares itself.
    fn members_on(
        &self,
        binder: &Binder<'_>,
        class: SymbolRef,
        name: &str,
        side: Side,
    ) -> Option<Vec<SymbolRef>> {
        let mut members = match side {
            Side::Instance => binder.members_of(class, name),
            Side::Class => binder.own_members(class, name),
        };
        members.retain(|one| match side {
            Side::Instance => !is_static(binder, *one),
            Side::Class => is_static(binder, *one) || !is_of_objects(binder, *one),
        });
        Some(members)
    }

    fn namespace_member(
        &self,
        binder: &Binder<'_>,
        namespace: SymbolRef,
        name: &str,
    ) -> Option<Vec<Target>> {
        let members = self.members_on(binder, namespace, name, Side::Class)?;
        Some(members.into_iter().map(Target::Symbol).collect())
    }

    fn implicit_receiver(
        &self,
        file: FileId,
        facts: &FileFacts,
        occurrence: &Occurrence,
    ) -> Option<Type> {
        let class = *enclosing_types(facts, occurrence).first()?;
        Some(Type::Instance(SymbolRef { file, symbol: class }, no_arguments()))
    }

    fn element(&self, _binder: &Binder<'_>, of: &Type) -> Types {
        match of {
            Type::External(_, arguments) if arguments.len() == 1 => vec![arguments[0].clone()],
            other => plain_element(other),
        }
    }

    fn awaited(&self, _binder: &Binder<'_>, of: &Type) -> Types {
        match of {
            Type::External(_, arguments) if arguments.len() == 1 => vec![arguments[0].clone()],
            _ => Vec::new(),
        }
    }

    fn has_outside_members(&self) -> bool {
        true
    }
}

fn is_static(binder: &Binder<'_>, member: SymbolRef) -> bool {
    let facts = binder.facts(member.file);
    let symbol = facts.as_ref().and_then(|facts| facts.symbol(member.symbol));
    symbol.is_some_and(|symbol| symbol.flags.has(SymbolFlags::STATIC))
}

/// Whether a member is one that objects have unless it is marked as static; constructors
/// and values of enums are the type's own.
fn is_of_objects(binder: &Binder<'_>, member: SymbolRef) -> bool {
    let facts = binder.facts(member.file);
    let symbol = facts.as_ref().and_then(|facts| facts.symbol(member.symbol));
    symbol.is_some_and(|symbol| {
        matches!(symbol.kind, SymbolKind::Method | SymbolKind::Field | SymbolKind::Property)
    })
}

fn fitting(binder: &Binder<'_>, target: &Target, name: &str, role: Role) -> bool {
    let Target::Symbol(symbol) = target else { return true };
    binder.facts(symbol.file).is_some_and(|facts| {
        facts.symbol(symbol.symbol).is_some_and(|symbol| fits(symbol, name, role))
    })
}

/// `name/path.dart` in the `lib` folder of the workspace's package of that name.
fn in_package(binder: &Binder<'_>, path: &str) -> Option<FileId> {
    let (package, inner) = path.split_once('/')?;
    let file_name = inner.rsplit('/').next()?;
    let ending = format!("lib/{inner}");
    binder.source().files_called(file_name).into_iter().find(|candidate| {
        let path = binder.path(*candidate);
        let Some(root) = path.strip_suffix(&ending) else { return false };
        let manifest = binder.source().config_text(&format!("{root}pubspec.yaml"));
        manifest.is_some_and(|text| {
            text.lines()
                .any(|line| line.strip_prefix("name:").is_some_and(|name| name.trim() == package))
        })
    })
}

fn beside(binder: &Binder<'_>, file: FileId, module: &str) -> Option<FileId> {
    binder.source().file_at(&normal(parent(&binder.path(file)), module)?)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_references;

    const SHOP: &str = "\
//- pubspec.yaml
name: acme
//- lib/item.dart
class Item {
  void run() {}
  Item next() => this;
}
void helper() {}
//- lib/shop.dart
import 'package:acme/item.dart';
class Shop extends Item {
  Item first = Item();
  void go(Item item) {
    item.run();
    first.next().run();
    run();
    helper();
    unknown.run();
  }
}
//- lib/other.dart
void go() {
  helper();
}
";

    #[test]
    fn members_and_functions_of_imported_libraries() {
        check_references(
            SHOP,
            "Item.run",
            expect![[r#"
            lib/shop.dart:5:10 call bound Shop.go
            lib/shop.dart:6:18 call bound Shop.go
            lib/shop.dart:7:5 call bound Shop.go
            lib/shop.dart:9:13 call name Shop.go
        "#]],
        );
        check_references(
            SHOP,
            "helper",
            expect![[r#"
            lib/other.dart:2:3 call name go
            lib/shop.dart:8:5 call bound Shop.go
        "#]],
        );
        check_references(
            SHOP,
            "Item",
            expect![[r#"
            lib/item.dart:3:3 type bound Item.next
            lib/shop.dart:2:20 inherit bound Shop
            lib/shop.dart:3:3 type bound Shop
            lib/shop.dart:3:16 call bound Shop
            lib/shop.dart:4:11 type bound Shop.go
        "#]],
        );
    }

    /// Statics are not inherited, objects have none, and types have no members of objects.
    const SIDES: &str = "\
//- lib/a.dart
class Store {
  static int count() => 0;
  static Store open() => Store();
  Store.named();
  factory Store.made() => Store.named();
  void save() {}
  int size() => 1;
}
//- lib/b.dart
import 'a.dart';
import 'c.dart';
class Sub extends Store {
  void run() {
    count();
    save();
    this.count();
  }
}
void main() {
  final s = Store.named();
  s.count();
  Store.save();
  Sub.count();
  Store.count();
  Store.open().save();
  Store.made().size();
  s.save();
}
//- lib/c.dart
int count() => 1;
";

    #[test]
    fn statics_are_kept_apart_from_what_objects_have() {
        check_references(
            SIDES,
            "Store.count",
            expect![[r#"
                lib/b.dart:7:10 call name Sub.run
                lib/b.dart:12:5 call name main
                lib/b.dart:14:7 call name main
                lib/b.dart:15:9 call bound main
            "#]],
        );
        check_references(
            SIDES,
            "lib/c.dart count",
            expect![[r#"
                lib/b.dart:5:5 call bound Sub.run
                lib/b.dart:7:10 call name Sub.run
                lib/b.dart:12:5 call name main
                lib/b.dart:14:7 call name main
            "#]],
        );
        check_references(
            SIDES,
            "Store.save",
            expect![[r#"
                lib/b.dart:6:5 call bound Sub.run
                lib/b.dart:13:9 call name main
                lib/b.dart:16:16 call bound main
                lib/b.dart:18:5 call bound main
            "#]],
        );
        check_references(
            SIDES,
            "Store.size",
            expect![[r#"
            lib/b.dart:17:16 call bound main
        "#]],
        );
        check_references(
            SIDES,
            "Store.named",
            expect![[r#"
            lib/a.dart:5:33 call bound Store.made
            lib/b.dart:11:19 call bound main
        "#]],
        );
    }
}
