//! Rust: crates, modules in files and inside files, globs, the prelude.

mod crates;
#[cfg(test)]
mod crates_tests;
mod modules;
mod std_types;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::rc::Rc;

use clew_model::{
    FileFacts, HeritageSubject, Import, ImportForm, ImportId, Occurrence, Role, ScopeId, SymbolKind,
};

pub(crate) use self::crates::Crate;
use self::crates::{crate_named, depends_on};
use self::modules::{
    absolute, child, crate_root, first_segment, join, module_at, module_path, module_scope,
    only_macro, parent, parent_module,
};
use self::std_types::{builtin_type, is_prelude, is_std, method_result};
use super::{ModuleTarget, Rules, outside, plain_element};
use crate::resolve::file_symbols;
use crate::types::Types;
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

pub(crate) struct Rust;

impl Rules for Rust {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        if let Some(quoted) = module.strip_prefix('"') {
            let path = join(parent(&binder.path(file)), quoted.trim_end_matches('"'));
            let found = binder.source().file_at(&path);
            return vec![found.map_or(ModuleTarget::Unknown, ModuleTarget::File)];
        }
        let mut segments = module.split("::");
        let first = segments.next().unwrap_or("");
        let mut current = first_segment(binder, file, first);
        for segment in segments {
            current = current.iter().flat_map(|at| child(binder, at, segment)).collect();
        }
        if current.is_empty() { vec![ModuleTarget::Unknown] } else { current }
    }

    fn import_module<'facts>(&self, facts: &'facts FileFacts, import: &Import) -> Cow<'facts, str> {
        let text = facts.name(import.module);
        match module_path(facts, module_scope(facts, import.scope)) {
            Some(inside) => Cow::Owned(absolute(&inside, text)),
            None => Cow::Borrowed(text),
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
        let module = module_at(facts, occurrence);
        match name {
            "crate" => return module_of(crate_root(binder, file)),
            "self" | "super" => return module_keyword(binder, file, facts, module, name),
            _ => {}
        }
        let found = visible_names(binder, file, facts, module, occurrence, name);
        if !found.is_empty() {
            return Resolution::Bound(found);
        }
        if is_prelude(name) || is_std(name) {
            return outside("std", name);
        }
        if let Some(root) = crate_named(binder, file, name) {
            return Resolution::Bound(vec![Target::Module(root)]);
        }
        if let Some(found) = only_macro(binder, file, name) {
            return Resolution::Bound(vec![Target::Symbol(found)]);
        }
        if depends_on(binder, file, name) {
            return outside(name, "");
        }
        Resolution::Unknown
    }

    fn exported(
        &self,
        binder: &Binder<'_>,
        module: FileId,
        facts: &FileFacts,
        name: &str,
    ) -> Vec<Target> {
        let own: Vec<Target> = file_symbols(facts, module)
            .filter(|symbol| facts.symbol_name(symbol.symbol) == name)
            .map(Target::Symbol)
            .collect();
        if !own.is_empty() {
            return own;
        }
        imported(binder, module, facts, ScopeId(0), name)
    }

    fn namespace_member(
        &self,
        binder: &Binder<'_>,
        namespace: SymbolRef,
        name: &str,
    ) -> Option<Vec<Target>> {
        let facts = binder.facts(namespace.file)?;
        let symbol = facts.symbol(namespace.symbol)?;
        if symbol.kind != SymbolKind::Module {
            return None;
        }
        let own = binder.static_members(namespace, name);
        if !own.is_empty() {
            return Some(own.into_iter().map(Target::Symbol).collect());
        }
        Some(imported(binder, namespace.file, &facts, symbol.body?, name))
    }

    fn refine(
        &self,
        binder: &Binder<'_>,
        occurrence: &Occurrence,
        targets: Vec<Target>,
    ) -> Vec<Target> {
        let kind = |target: &Target| match target {
            Target::Symbol(symbol) => binder
                .facts(symbol.file)
                .and_then(|facts| facts.symbol(symbol.symbol).map(|symbol| symbol.kind)),
            Target::Module(_) => Some(SymbolKind::Module),
            _ => None,
        };
        let is_called = occurrence.role == Role::Call;
        let fits = |target: &Target| match kind(target) {
            Some(SymbolKind::Field) => !is_called,
            Some(SymbolKind::Method) => is_called,
            Some(SymbolKind::Module) => !is_called,
            _ => true,
        };
        if targets.iter().any(fits) { targets.into_iter().filter(fits).collect() } else { targets }
    }

    fn builtin_type(&self, name: &str, arguments: &[Type]) -> Types {
        builtin_type(name, arguments)
    }

    fn element(&self, binder: &Binder<'_>, of: &Type) -> Types {
        let Type::Instance(class, _) = of else { return plain_element(of) };
        // `impl Index` gives one, or `impl Iterator` says `type Item = …`.
        if let Some(index) = binder.members_of(*class, "index").first() {
            return binder.call_result(&Type::Callable(*index, Some(Rc::new(of.clone()))));
        }
        let items = binder.members_of(*class, "Item");
        items.first().map_or_else(Vec::new, |item| associated_type(binder, *item, of))
    }

    fn member_call(&self, binder: &Binder<'_>, receiver: &Type, name: &str) -> Types {
        if let Type::Instance(class, _) | Type::Class(class) = receiver
            && !binder.members_of(*class, name).is_empty()
        {
            return Vec::new();
        }
        match receiver {
            Type::Class(class) => made_by(*class, name),
            _ => method_result(receiver, name),
        }
    }

    fn awaited(&self, _binder: &Binder<'_>, of: &Type) -> Types {
        vec![of.clone()]
    }

    fn called_instance(&self, of: &Type) -> Types {
        // A variant with values is called to make one.
        vec![of.clone()]
    }

    fn certain(&self, binder: &Binder<'_>, targets: &[Target]) -> Vec<Target> {
        certain(binder, targets)
    }

    fn has_outside_members(&self) -> bool {
        true
    }
}

/// What an associated type of an `impl` stands for in a receiver.
fn associated_type(binder: &Binder<'_>, item: SymbolRef, receiver: &Type) -> Types {
    let Some(facts) = binder.facts(item.file) else { return Vec::new() };
    let Some(found) = facts.symbol(item.symbol) else { return Vec::new() };
    let Some(declared) = found.declared_type else { return Vec::new() };
    let types = binder.annotated_types(item.file, declared);
    binder.with_owner(types, item, found, receiver)
}

/// Methods that a type has of its own win over those of traits; of several
/// traits' (`From<A>`, `From<B>`), nothing tells which one is meant.
fn certain(binder: &Binder<'_>, targets: &[Target]) -> Vec<Target> {
    let mut rest: Vec<Target> = Vec::new();
    let mut implemented: Vec<(Target, Vec<SymbolRef>)> = Vec::new();
    for target in targets {
        match target {
            Target::Symbol(symbol) if is_of_trait(binder, *symbol) => {
                implemented.push((target.clone(), binder.owner_of(*symbol)));
            }
            _ => rest.push(target.clone()),
        }
    }
    for (target, owners) in &implemented {
        let is_alone = implemented.iter().filter(|(_, others)| others == owners).count() == 1;
        if is_alone {
            rest.push(target.clone());
        }
    }
    rest
}

/// Whether a member stands in an `impl Trait for Type`.
fn is_of_trait(binder: &Binder<'_>, member: SymbolRef) -> bool {
    let Some(facts) = binder.facts(member.file) else { return false };
    let Some(owner) = facts.symbol(member.symbol).and_then(|symbol| symbol.owner) else {
        return false;
    };
    facts.heritage.iter().any(|heritage| heritage.subject == HeritageSubject::Named(owner))
}

/// What a derived or blanket constructor of a type gives.
fn made_by(class: SymbolRef, name: &str) -> Types {
    let made = Type::Instance(class, crate::types::no_arguments());
    match name {
        "default" | "from" | "from_iter" | "clone" => vec![made],
        "try_from" | "from_str" | "deserialize" => {
            vec![Type::External("Result".into(), [made].into())]
        }
        _ => Vec::new(),
    }
}

/// Names that the imports of one module scope bind: by name, then by glob.
fn imported(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    scope: ScopeId,
    name: &str,
) -> Vec<Target> {
    let of_scope = || facts.imports.iter().enumerate().filter(|(_, import)| import.scope == scope);
    // A module and a function may share a name.
    let mut named = Vec::new();
    for (index, import) in of_scope() {
        if import.local.is_some_and(|local| facts.name(local) == name) {
            named.extend(binder.import_target(file, ImportId(index as u32)));
        }
    }
    if !named.is_empty() {
        return named;
    }
    for (_, import) in of_scope().filter(|(_, import)| import.form == ImportForm::Glob) {
        let found = from_glob(binder, file, facts, import, name);
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

fn from_glob(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    import: &Import,
    name: &str,
) -> Vec<Target> {
    let module = Rust.import_module(facts, import);
    let targets = binder.items_of(file, &module, name);
    targets.into_iter().filter(|target| !matches!(target, Target::External(_))).collect()
}

/// What a plain name means at a place through globs of the scopes around it, in
/// the same module.
fn visible_names(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    module: ScopeId,
    occurrence: &Occurrence,
    name: &str,
) -> Vec<Target> {
    let at = occurrence.range.start;
    for import in facts.imports.iter().filter(|import| import.form == ImportForm::Glob) {
        let covers = facts
            .scope(import.scope)
            .is_some_and(|scope| scope.range.start <= at && at <= scope.range.end);
        if covers && module_scope(facts, import.scope) == module {
            let found = from_glob(binder, file, facts, import, name);
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}

fn module_of(file: Option<FileId>) -> Resolution {
    Resolution::from_targets(file.map(Target::Module).into_iter().collect())
}

/// `self` and `super` at the head of a path.
fn module_keyword(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    module: ScopeId,
    name: &str,
) -> Resolution {
    let mut scope = module;
    if name == "super" {
        if scope == ScopeId(0) {
            return module_of(parent_module(binder, file));
        }
        let outer = facts.scope(scope).and_then(|scope| scope.parent).unwrap_or_default();
        scope = module_scope(facts, outer);
    }
    let owner = facts.scope(scope).and_then(|scope| scope.owner);
    let target = match owner {
        Some(symbol) if scope != ScopeId(0) => Target::Symbol(SymbolRef { file, symbol }),
        _ => Target::Module(file),
    };
    Resolution::Bound(vec![target])
}
