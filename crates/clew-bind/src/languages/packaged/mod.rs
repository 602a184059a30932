//! Rules shared by languages whose files name their package or namespace, and in
//! which names of one package see each other: C#, Kotlin, PHP, Scala, Swift.
//!
//! A language gives a [`Packaged`] with what differs. What is not certain stays
//! unknown: a name that several packages could mean is bound to none of them.

#[cfg(test)]
mod argument_tests;
#[cfg(test)]
mod attribute_tests;
mod attributes;
#[cfg(test)]
mod block_tests;
mod extensions;
mod lookup;
pub(super) mod members;
#[cfg(test)]
mod overload_tests;
pub(super) mod project;
#[cfg(test)]
mod project_tests;
#[cfg(test)]
mod receiver_tests;
mod receivers;
#[cfg(test)]
mod scope_tests;
#[cfg(test)]
mod tests;

use clew_model::{FileFacts, ImportForm, ImportId, Occurrence, OccurrenceId, Role, SymbolId};

use self::lookup::{in_package, type_at};
use self::members::{fitting_inherited, fitting_own};
use super::members::{apart, enclosing_types, written_in};
use super::{ModuleTarget, OtherName, Rules, plain_element};
use crate::resolve::external_name;
use crate::types::{Types, no_arguments};
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

/// What differs between languages with packages.
pub(crate) struct Packaged {
    /// The language's id.
    pub(crate) language: &'static str,
    /// Between the parts of a package's name.
    pub(crate) separator: &'static str,
    /// Whether plain names see the members of the types around.
    pub(crate) members_in_scope: bool,
    /// Whether functions and values may stand in a package, outside types.
    pub(crate) has_functions: bool,
    /// Whether a namespace sees what its parents declare.
    pub(crate) sees_parents: bool,
    /// Whether functions that the own package does not have are looked up in the
    /// package without name (PHP).
    pub(crate) falls_back: bool,
    /// Whether one type may be declared in several parts.
    pub(crate) has_parts: bool,
    /// Whether members may be declared outside of their type (extensions).
    pub(crate) has_extensions: bool,
    /// First parts of package names that belong to the language itself.
    pub(crate) std_packages: &'static [&'static str],
}

impl Packaged {
    /// What a package member named alone means: the package around, then its parents
    /// or the package without name, where the language looks there.
    fn in_packages(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        name: &str,
        occurrence: &Occurrence,
    ) -> Vec<Target> {
        let Some(facts) = binder.facts(file) else { return Vec::new() };
        let role = occurrence.role;
        let own = lookup::package_at(self, &facts, occurrence.enclosing);
        let found = in_package(self, binder, file, &own, name, role);
        if !found.is_empty() {
            return found;
        }
        for outer in lookup::blocks_around(self, &facts, occurrence.enclosing) {
            let found = in_package(self, binder, file, &outer, name, role);
            if !found.is_empty() {
                return found;
            }
        }
        for outer in lookup::packages_around(&facts) {
            let found = in_package(self, binder, file, outer, name, role);
            if !found.is_empty() {
                return found;
            }
        }
        let mut rest = own.as_str();
        while self.sees_parents
            && let Some((parent, _)) = rest.rsplit_once(self.separator)
        {
            let found = in_package(self, binder, file, parent, name, role);
            if !found.is_empty() {
                return found;
            }
            rest = parent;
        }
        let falls_back = self.falls_back && !matches!(role, Role::Type | Role::Inherit);
        if (self.sees_parents || falls_back) && !own.is_empty() {
            return in_package(self, binder, file, "", name, role);
        }
        Vec::new()
    }

    /// Members of the types that the functions around a name extend: a plain name means
    /// them before anything of the file.
    fn of_extended(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        name: &str,
        occurrence: &Occurrence,
    ) -> Vec<Target> {
        let role = occurrence.role;
        let sees_members = matches!(self.language, "kotlin" | "swift");
        if !sees_members || !matches!(role, Role::Call | Role::Read | Role::Write) {
            return Vec::new();
        }
        let mut current = occurrence.enclosing;
        for _ in 0..64 {
            let Some((id, around)) = current.and_then(|id| Some((id, facts.symbol(id)?))) else {
                break;
            };
            if around.owner.is_some() {
                for class in binder.owner_of(SymbolRef { file, symbol: id }) {
                    let found = fitting_inherited(binder, class, name, role);
                    if !found.is_empty() {
                        return found;
                    }
                }
            }
            current = around.container;
        }
        Vec::new()
    }

    /// What the imports of one name show.
    fn in_imports(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        name: &str,
    ) -> Vec<Target> {
        let imports = facts.imports.iter().enumerate();
        let named =
            imports.filter(|(_, import)| import.local.map(|one| facts.name(one)) == Some(name));
        named.flat_map(|(index, _)| binder.import_target(file, ImportId(index as u32))).collect()
    }

    /// What the imports of whole packages or types show.
    fn in_globs(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        name: &str,
        occurrence: &Occurrence,
    ) -> Vec<Target> {
        let Some(facts) = binder.facts(file) else { return Vec::new() };
        let (at, role) = (occurrence.range.start, occurrence.role);
        let mut found: Vec<Target> = Vec::new();
        for import in facts.imports.iter().filter(|import| import.form == ImportForm::Glob) {
            let is_seen = facts
                .scope(import.scope)
                .is_none_or(|scope| scope.range.start <= at && at <= scope.range.end);
            if !is_seen {
                continue;
            }
            let around = lookup::package_of_import(self, &facts, import);
            let module = (facts.name(import.module), around.as_deref());
            for target in self.in_opened(binder, file, module, name, role) {
                if !found.contains(&target) {
                    found.push(target);
                }
            }
        }
        if self.language == "csharp" {
            for global in project::globals(binder, file).iter().filter(|one| one.is_open()) {
                for target in self.in_opened(binder, file, (&global.module, None), name, role) {
                    if !found.contains(&target) {
                        found.push(target);
                    }
                }
            }
        }
        found
    }

    /// What a package or type that is opened in a package shows.
    fn in_opened(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        (module, around): (&str, Option<&str>),
        name: &str,
        role: Role,
    ) -> Vec<Target> {
        let places = lookup::places_of(self, binder, file, module, around);
        let found = places.iter().map(|module| {
            let found = in_package(self, binder, file, module, name, role);
            match type_at(self, binder, file, module) {
                Some(owner) if found.is_empty() => fitting_own(binder, owner, name, role),
                _ => found,
            }
        });
        found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }
}

impl Rules for Packaged {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        if let Some(symbol) = type_at(self, binder, file, module) {
            return vec![ModuleTarget::Symbol(symbol)];
        }
        if let Some(found) = lookup::included_file(binder, file, module) {
            return vec![ModuleTarget::File(found)];
        }
        let first = module.split(self.separator).next().unwrap_or("");
        vec![match self.std_packages.contains(&first) {
            true => ModuleTarget::Std(module.to_string()),
            false => ModuleTarget::Package(module.to_string()),
        }]
    }

    fn imported_item(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        module: &str,
        item: &str,
    ) -> Option<Vec<Target>> {
        let facts = binder.facts(file)?;
        let imports = facts.imports.iter().filter(|import| {
            import.form == ImportForm::Item && facts.name(import.module) == module
        });
        let around = imports.filter_map(|one| lookup::package_of_import(self, &facts, one)).next();
        for module in lookup::places_of(self, binder, file, module, around.as_deref()) {
            let found = in_package(self, binder, file, &module, item, Role::Import);
            if !found.is_empty() {
                return Some(found);
            }
            if let Some(owner) = type_at(self, binder, file, &module) {
                let members = binder.members_of(owner, item);
                if !members.is_empty() {
                    return Some(members.into_iter().map(Target::Symbol).collect());
                }
            }
        }
        Some(match lookup::is_ours(self, binder, item) {
            // A name of ours somewhere else: it cannot be told.
            true => Vec::new(),
            false => vec![Target::External(external_name(module, item))],
        })
    }

    fn named(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        id: OccurrenceId,
    ) -> Option<Resolution> {
        if self.language != "kotlin" {
            return None;
        }
        let occurrence = facts.occurrence(id)?;
        match receivers::in_receivers(binder, file, facts, occurrence)? {
            Resolution::Bound(targets) if occurrence.role == Role::Call => {
                Some(binder.fitting_arguments(file, id, apart(binder, targets, Role::Call)))
            }
            other => Some(other),
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
        let role = occurrence.role;
        if self.language == "csharp"
            && let Some(whole) = attributes::whole_name(binder, facts, name, occurrence)
            && let found @ Resolution::Bound(_) =
                self.free_name(binder, file, facts, &whole, occurrence)
        {
            return found;
        }
        let found = self.of_extended(binder, file, facts, name, occurrence);
        if !found.is_empty() {
            return Resolution::Bound(found);
        }
        if self.members_in_scope {
            for class in enclosing_types(facts, occurrence) {
                let class = SymbolRef { file, symbol: class };
                let found = fitting_inherited(binder, class, name, role);
                if !found.is_empty() {
                    return Resolution::Bound(found);
                }
            }
        }
        let is_type_name = name.starts_with(char::is_uppercase);
        let is_type_role = matches!(role, Role::Type | Role::Inherit);
        if !self.has_functions && !is_type_name && !is_type_role {
            return Resolution::Unknown;
        }
        let in_package = || self.in_packages(binder, file, name, occurrence);
        let in_globs = || self.in_globs(binder, file, name, occurrence);
        // In Scala imports go before what other files of the package declare.
        let (first, then): (&dyn Fn() -> Vec<Target>, &dyn Fn() -> Vec<Target>) =
            match self.language {
                "scala" => (&in_globs, &in_package),
                _ => (&in_package, &in_globs),
            };
        let mut found = first();
        if found.is_empty() {
            found = then();
        }
        if found.is_empty() && self.language == "csharp" {
            found = project::aliased(binder, file, name);
        }
        Resolution::from_targets(found)
    }

    fn other_names(
        &self,
        _binder: &Binder<'_>,
        symbol: SymbolRef,
        facts: &FileFacts,
    ) -> Vec<OtherName> {
        match self.language {
            "csharp" => attributes::short_name(facts, symbol.symbol).into_iter().collect(),
            _ => Vec::new(),
        }
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
        if self.has_parts && found.kind.is_type() && !found.is_local() {
            let parts = lookup::parts_of(self, binder, SymbolRef { file, symbol });
            if parts.len() > 1 {
                return Some(Resolution::Bound(parts.into_iter().map(Target::Symbol).collect()));
            }
        }
        let is_outside = found.container.is_none() && !found.is_local();
        if is_outside && !found.kind.is_type() {
            let name = facts.name(found.name);
            let members = self.of_extended(binder, file, facts, name, occurrence);
            if !members.is_empty() {
                return Some(Resolution::Bound(members));
            }
        }
        if !found.kind.is_callable() || found.is_local() {
            return None;
        }
        // Overloads: all of the name that stand in the same place.
        let name = facts.name(found.name);
        let owner = found.container?;
        let members = fitting_own(binder, SymbolRef { file, symbol: owner }, name, occurrence.role);
        (members.len() > 1).then_some(Resolution::Bound(members))
    }

    fn spread_members(
        &self,
        binder: &Binder<'_>,
        owner: SymbolRef,
        name: &str,
    ) -> Option<Vec<SymbolRef>> {
        if !self.has_parts {
            return None;
        }
        let parts = lookup::parts_of(self, binder, owner);
        (parts.len() > 1)
            .then(|| parts.into_iter().flat_map(|part| written_in(binder, part, name)).collect())
    }

    fn builtin_type(&self, name: &str, arguments: &[Type]) -> Types {
        extensions::well_known(self.language, name, arguments)
    }

    fn builtin_member(&self, binder: &Binder<'_>, of: &Type, name: &str) -> Vec<SymbolRef> {
        match self.has_extensions {
            true => extensions::of_builtin(self, binder, of, name),
            false => Vec::new(),
        }
    }

    fn iterated(&self, binder: &Binder<'_>, of: &Type) -> Types {
        match of {
            Type::Map(value) => {
                vec![Type::Tuple(std::rc::Rc::from([Type::Unknown, value.as_ref().clone()]))]
            }
            _ => self.element(binder, of),
        }
    }

    fn element(&self, _binder: &Binder<'_>, of: &Type) -> Types {
        match of {
            Type::External(_, arguments) if arguments.len() == 1 => vec![arguments[0].clone()],
            other => plain_element(other),
        }
    }

    fn awaited(&self, _binder: &Binder<'_>, of: &Type) -> Types {
        match of {
            Type::External(name, arguments) => {
                let short = name.rsplit('.').next().unwrap_or(name);
                match (short, arguments.first()) {
                    ("Task" | "ValueTask" | "Future", Some(result)) => vec![result.clone()],
                    _ => Vec::new(),
                }
            }
            // Where the language awaits calls themselves, the call has the value.
            other if self.language == "swift" => vec![other.clone()],
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

    fn refine(
        &self,
        binder: &Binder<'_>,
        occurrence: &Occurrence,
        targets: Vec<Target>,
    ) -> Vec<Target> {
        apart(binder, targets, occurrence.role)
    }

    fn chooses_by_arguments(&self) -> bool {
        true
    }

    fn needs_fitting_arguments(&self) -> bool {
        true
    }

    fn converts_arguments(&self) -> bool {
        true
    }

    fn leaves_arguments_out(&self) -> bool {
        self.language == "swift"
    }

    fn further_meanings(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        occurrence: &Occurrence,
    ) -> Option<Vec<Vec<Target>>> {
        let (name, role) = (facts.name(occurrence.name), occurrence.role);
        let mut places = Vec::new();
        if self.members_in_scope {
            for class in enclosing_types(facts, occurrence) {
                let class = SymbolRef { file, symbol: class };
                for ancestor in binder.ancestors(class) {
                    places.push(fitting_own(binder, ancestor, name, role));
                }
            }
        }
        if self.has_functions {
            places.push(self.in_imports(binder, file, facts, name));
            places.push(self.in_packages(binder, file, name, occurrence));
            places.push(self.in_globs(binder, file, name, occurrence));
        }
        Some(places)
    }

    fn has_outside_members(&self) -> bool {
        self.has_extensions
    }
}
