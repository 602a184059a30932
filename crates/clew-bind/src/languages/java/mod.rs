//! Java: packages are named in the text, types are found by package and name,
//! methods and values have name spaces of their own.

mod members;
mod packages;
mod std_types;
#[cfg(test)]
mod tests;

use clew_model::{FileFacts, ImportForm, Occurrence, Role, SymbolId, SymbolKind};

use self::members::{fitting, fitting_members, own_and_fitting};
use self::packages::{folder_of_package, type_at, type_from_outside, type_in_package};
use super::members::enclosing_types;
use super::{ModuleTarget, Rules, plain_element};
use crate::resolve::external_name;
use crate::types::{Types, no_arguments};
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

pub(crate) struct Java;

impl Rules for Java {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        if let Some(symbol) = type_at(binder, module) {
            return vec![ModuleTarget::Symbol(symbol)];
        }
        if let Some(folder) = folder_of_package(binder, file, module) {
            return vec![ModuleTarget::Folder(folder)];
        }
        let is_std =
            module.split('.').next().is_some_and(|first| matches!(first, "java" | "javax"));
        vec![match is_std {
            true => ModuleTarget::Std(module.to_string()),
            false => ModuleTarget::Package(module.to_string()),
        }]
    }

    fn imported_item(
        &self,
        binder: &Binder<'_>,
        _file: FileId,
        module: &str,
        item: &str,
    ) -> Option<Vec<Target>> {
        if let Some(symbol) = type_in_package(binder, module, item) {
            return Some(vec![Target::Symbol(symbol)]);
        }
        if let Some(owner) = type_at(binder, module) {
            let members = binder.members_of(owner, item);
            if !members.is_empty() {
                return Some(members.into_iter().map(Target::Symbol).collect());
            }
        }
        Some(vec![Target::External(external_name(module, item))])
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
            let found = fitting_members(binder, class, name, occurrence.role);
            if !found.is_empty() {
                return Resolution::Bound(found);
            }
        }
        let is_type_name = name.starts_with(char::is_uppercase);
        if occurrence.role != Role::Call || is_type_name {
            let found = type_from_outside(binder, facts, name);
            if !found.is_empty() {
                return Resolution::Bound(found);
            }
        }
        let found = static_glob_members(binder, facts, name, occurrence.role);
        if !found.is_empty() {
            return Resolution::Bound(found);
        }
        if std_types::is_java_lang(name) && occurrence.role != Role::Write {
            return super::outside("java.lang", name);
        }
        if matches!(name, "java" | "javax") {
            return Resolution::Bound(vec![Target::External(name.into())]);
        }
        if is_type_name && occurrence.role != Role::Write && has_outside_glob(binder, facts) {
            return super::outside("?", name);
        }
        Resolution::Unknown
    }

    fn declared_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        symbol: SymbolId,
        occurrence: &Occurrence,
    ) -> Option<Resolution> {
        if matches!(occurrence.role, Role::Definition | Role::Declaration) {
            return None;
        }
        let found = facts.symbol(symbol)?;
        let owner = found.container.filter(|_| !found.is_local())?;
        if !facts.symbol(owner)?.kind.is_type() {
            return None;
        }
        let name = facts.name(found.name);
        for class in enclosing_types(facts, occurrence) {
            let reference = SymbolRef { file, symbol: class };
            let members = match class == owner {
                true => own_and_fitting(binder, reference, name, occurrence.role),
                false => fitting_members(binder, reference, name, occurrence.role),
            };
            if !members.is_empty() {
                return Some(Resolution::Bound(members));
            }
            if class == owner {
                break;
            }
        }
        None
    }

    fn folder_member(&self, binder: &Binder<'_>, folder: &str, name: &str) -> Vec<Target> {
        let package = binder.source().files_in(folder).into_iter().find_map(|file| {
            let facts = binder.facts(file)?;
            facts.package.map(|package| facts.name(package).to_string())
        });
        let Some(package) = package else { return Vec::new() };
        type_in_package(binder, &package, name).map(Target::Symbol).into_iter().collect()
    }

    fn builtin_type(&self, name: &str, _arguments: &[Type]) -> Types {
        match std_types::is_java_lang(name) {
            true => vec![Type::External(external_name("java.lang", name), no_arguments())],
            false => Vec::new(),
        }
    }

    fn element(&self, binder: &Binder<'_>, of: &Type) -> Types {
        match of {
            Type::External(_, arguments) if arguments.len() == 1 => vec![arguments[0].clone()],
            Type::Instance(class, arguments) => members::iterated(binder, *class, arguments),
            other => plain_element(other),
        }
    }

    fn member_call(&self, binder: &Binder<'_>, receiver: &Type, name: &str) -> Types {
        match receiver {
            Type::External(owner, arguments) => std_types::call(owner, arguments, name),
            Type::Class(class) => enum_call(binder, *class, name),
            Type::Instance(class, _) => {
                if !binder.members_of(*class, name).is_empty() {
                    return Vec::new();
                }
                let bases = members::outside_bases(binder, *class);
                binder.flat_map(&bases, |base| match base {
                    Type::External(owner, arguments) => std_types::call(owner, arguments, name),
                    _ => Vec::new(),
                })
            }
            _ => Vec::new(),
        }
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

    fn chooses_by_arguments(&self) -> bool {
        true
    }

    fn refine(
        &self,
        binder: &Binder<'_>,
        occurrence: &Occurrence,
        targets: Vec<Target>,
    ) -> Vec<Target> {
        fitting(binder, targets, occurrence.role)
    }
}

/// Members that `import static a.b.C.*` shows.
fn static_glob_members(
    binder: &Binder<'_>,
    facts: &FileFacts,
    name: &str,
    role: Role,
) -> Vec<Target> {
    facts
        .imports
        .iter()
        .filter(|import| import.form == ImportForm::Glob && !import.type_only)
        .filter_map(|import| type_at(binder, facts.name(import.module)))
        .map(|owner| fitting_members(binder, owner, name, role))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

fn has_outside_glob(binder: &Binder<'_>, facts: &FileFacts) -> bool {
    facts.imports.iter().any(|import| {
        import.form == ImportForm::Glob && type_at(binder, facts.name(import.module)).is_none()
    })
}

/// `Color.values()`, `Color.valueOf(name)`
fn enum_call(binder: &Binder<'_>, class: SymbolRef, name: &str) -> Types {
    let is_enum = binder.facts(class.file).is_some_and(|facts| {
        facts.symbol(class.symbol).is_some_and(|symbol| symbol.kind == SymbolKind::Enum)
    });
    let instance = Type::Instance(class, no_arguments());
    match name {
        "values" if is_enum => vec![Type::List(std::rc::Rc::new(instance))],
        "valueOf" if is_enum => vec![instance],
        _ => Vec::new(),
    }
}
