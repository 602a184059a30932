//! From an occurrence to what it means.

use std::rc::Rc;

use clew_model::{Binding, FileFacts, ImportForm, ImportId, OccurrenceId, Role};

use crate::binder::memoised;
use crate::languages::{ModuleTarget, Rules};
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

impl Binder<'_> {
    /// What an occurrence means.
    pub fn resolve(&self, file: FileId, occurrence: OccurrenceId) -> Resolution {
        memoised(&self.memo.resolutions, (file, occurrence), Resolution::Unknown, || {
            self.step(Resolution::Unknown, || self.resolve_now(file, occurrence))
        })
    }

    fn resolve_now(&self, file: FileId, id: OccurrenceId) -> Resolution {
        let Some(facts) = self.facts(file) else { return Resolution::Unknown };
        let Some(occurrence) = facts.occurrence(id) else { return Resolution::Unknown };
        let name = facts.name(occurrence.name);
        let rules = self.rules(&facts);
        if let Some(resolution) = rules.named(self, file, &facts, id) {
            return resolution;
        }
        let resolution = match occurrence.binding {
            Binding::Symbol(symbol) => {
                rules.declared_name(self, file, &facts, symbol, occurrence).unwrap_or_else(|| {
                    let meant = self.as_inherited(vec![SymbolRef { file, symbol }]);
                    Resolution::Bound(meant.into_iter().map(Target::Symbol).collect())
                })
            }
            Binding::Import(import) => Resolution::from_targets(self.import_target(file, import)),
            Binding::Free => rules.free_name(self, file, &facts, name, occurrence),
            Binding::Member(base) => match self
                .variant_member(file, &facts, base, name)
                .map(|member| Resolution::Bound(vec![Target::Symbol(member)]))
                .or_else(|| self.super_member(file, &facts, base, name))
            {
                Some(resolution) => resolution,
                None => {
                    let types = self.value_types(file, base);
                    self.extension_of_builtin(rules, &types, name)
                        .unwrap_or_else(|| self.resolve_member(&types, name))
                }
            },
            Binding::Opaque | Binding::Unsure => Resolution::Unknown,
        };
        let resolution = match resolution {
            Resolution::Bound(targets) if targets.len() > 1 => {
                Resolution::from_targets(rules.refine(self, occurrence, targets))
            }
            other => other,
        };
        match resolution {
            Resolution::Bound(targets)
                if occurrence.role == Role::Call && rules.chooses_by_arguments() =>
            {
                self.fitting_arguments(file, id, targets)
            }
            other => other,
        }
    }

    /// What extensions of the language's own types a name means.
    fn extension_of_builtin(
        &self,
        rules: &dyn Rules,
        types: &[Type],
        name: &str,
    ) -> Option<Resolution> {
        let builtin = types.iter().filter(|one| {
            matches!(
                one,
                Type::Builtin(_)
                    | Type::List(_)
                    | Type::Map(_)
                    | Type::Tuple(_)
                    | Type::External(..)
            )
        });
        let found: Vec<Target> = builtin
            .flat_map(|one| rules.builtin_member(self, one, name))
            .map(Target::Symbol)
            .collect();
        (!found.is_empty()).then_some(Resolution::Bound(found))
    }

    /// What an import binds.
    pub fn import_target(&self, file: FileId, id: ImportId) -> Vec<Target> {
        self.step(Vec::new(), || {
            let Some(facts) = self.facts(file) else { return Vec::new() };
            let Some(import) = facts.import(id) else { return Vec::new() };
            let rules = self.rules(&facts);
            let module = rules.import_module(&facts, import);
            let module = module.as_ref();
            match import.form {
                ImportForm::ModuleRoot => {
                    let local = import.local.map_or(module, |local| facts.name(local));
                    rules.module_root(self, file, module, local)
                }
                ImportForm::Module => self.module_value(file, module),
                ImportForm::Item => {
                    let item = import.item.map_or("", |item| facts.name(item));
                    self.items_of(file, module, item)
                }
                ImportForm::Default => self.items_of(file, module, "default"),
                ImportForm::Glob | ImportForm::SideEffect => Vec::new(),
            }
        })
    }

    /// A module path as targets.
    pub(crate) fn module_targets(&self, file: FileId, module: &str) -> Vec<Target> {
        self.modules(file, module)
            .iter()
            .filter_map(|target| match target {
                ModuleTarget::File(file) => Some(Target::Module(*file)),
                ModuleTarget::Folder(folder) => Some(Target::Folder(folder.as_str().into())),
                ModuleTarget::Symbol(symbol) => Some(Target::Symbol(*symbol)),
                ModuleTarget::Std(name) | ModuleTarget::Package(name) => {
                    Some(Target::External(name.as_str().into()))
                }
                ModuleTarget::Unknown => None,
            })
            .collect()
    }

    /// A module path as what its module is as a value.
    fn module_value(&self, file: FileId, module: &str) -> Vec<Target> {
        let mut targets = Vec::new();
        for target in self.module_targets(file, module) {
            match target {
                Target::Module(module) => match self.facts(module) {
                    Some(facts) => targets.extend(self.rules(&facts).module_value(self, module)),
                    None => targets.push(target),
                },
                other => targets.push(other),
            }
        }
        targets
    }

    /// One item of a module named in `file`.
    pub(crate) fn items_of(&self, file: FileId, module: &str, item: &str) -> Vec<Target> {
        if let Some(facts) = self.facts(file)
            && let Some(known) = self.rules(&facts).imported_item(self, file, module, item)
        {
            return known;
        }
        let mut targets = Vec::new();
        for module in self.modules(file, module) {
            match module {
                ModuleTarget::File(module) => targets.extend(self.exported(module, item)),
                ModuleTarget::Folder(folder) => {
                    targets.extend(self.folder_member(file, &folder, item));
                }
                ModuleTarget::Symbol(symbol) => targets.extend(self.static_targets(symbol, item)),
                ModuleTarget::Std(name) | ModuleTarget::Package(name) => {
                    targets.push(Target::External(external_name(&name, item)));
                }
                ModuleTarget::Unknown => {}
            }
        }
        targets
    }

    /// Where the module of an import leads, its place in the file considered.
    pub fn modules_of_import(&self, file: FileId, id: ImportId) -> Vec<ModuleTarget> {
        let Some(facts) = self.facts(file) else { return Vec::new() };
        let Some(import) = facts.import(id) else { return Vec::new() };
        let module = self.rules(&facts).import_module(&facts, import);
        self.modules(file, &module)
    }

    /// Where a module path written in `file` leads.
    pub fn modules(&self, file: FileId, module: &str) -> Vec<ModuleTarget> {
        let key = (file, module.to_string());
        if let Some(known) = self.memo.modules.borrow().get(&key) {
            return known.clone();
        }
        let targets = match self.facts(file) {
            Some(facts) => self.rules(&facts).module(self, file, module),
            None => Vec::new(),
        };
        self.memo.modules.borrow_mut().insert(key, targets.clone());
        targets
    }

    /// What `name` means as an item of the module that `module` is: a symbol of
    /// its file scope, something it imports, or what its language adds.
    pub fn exported(&self, module: FileId, name: &str) -> Vec<Target> {
        let key = (module, name.to_string());
        memoised(&self.memo.exports, key, Vec::new(), || {
            self.step(Vec::new(), || {
                let Some(facts) = self.facts(module) else { return Vec::new() };
                self.rules(&facts).exported(self, module, &facts, name)
            })
        })
    }

    /// The usual meaning of [`Self::exported`]: own symbols first, then imported
    /// names, then glob imports.
    pub(crate) fn exported_plainly(
        &self,
        module: FileId,
        facts: &FileFacts,
        name: &str,
    ) -> Vec<Target> {
        let Some(name_id) = facts.names.find(name) else {
            return self.exported_by_globs(module, facts, name);
        };
        let own: Vec<Target> = file_symbols(facts, module)
            .filter(|symbol| facts.symbol(symbol.symbol).is_some_and(|found| found.name == name_id))
            .map(Target::Symbol)
            .collect();
        if !own.is_empty() {
            return prefer_definitions(facts, own);
        }
        for (index, import) in facts.imports.iter().enumerate() {
            if import.local == Some(name_id) && import.scope.0 == 0 {
                let targets = self.import_target(module, ImportId(index as u32));
                if !targets.is_empty() {
                    return targets;
                }
            }
        }
        self.exported_by_globs(module, facts, name)
    }

    fn exported_by_globs(&self, module: FileId, facts: &FileFacts, name: &str) -> Vec<Target> {
        for import in facts.imports.iter().filter(|import| import.form == ImportForm::Glob) {
            let targets = self.items_of(module, facts.name(import.module), name);
            let inside: Vec<Target> = targets
                .into_iter()
                .filter(|target| !matches!(target, Target::External(_)))
                .collect();
            if !inside.is_empty() {
                return inside;
            }
        }
        Vec::new()
    }

    /// What `name` means in a folder that is a package, asked from `file`.
    pub(crate) fn folder_member(&self, file: FileId, folder: &str, name: &str) -> Vec<Target> {
        match self.facts(file) {
            Some(facts) => self.rules(&facts).folder_member(self, folder, name),
            None => Vec::new(),
        }
    }
}

/// Symbols declared at file level.
pub(crate) fn file_symbols(
    facts: &FileFacts,
    file: FileId,
) -> impl Iterator<Item = SymbolRef> + '_ {
    facts.symbols.iter().enumerate().filter_map(move |(index, symbol)| {
        let at_top = symbol.container.is_none() && symbol.owner.is_none() && !symbol.is_local();
        at_top.then_some(SymbolRef { file, symbol: clew_model::SymbolId(index as u32) })
    })
}

/// Drops mere declarations where a definition is there as well.
pub(crate) fn prefer_definitions(facts: &FileFacts, targets: Vec<Target>) -> Vec<Target> {
    let is_definition = |target: &Target| match target {
        Target::Symbol(symbol) => facts
            .symbol(symbol.symbol)
            .is_some_and(|symbol| !symbol.flags.has(clew_model::SymbolFlags::DECLARATION)),
        _ => true,
    };
    if targets.len() > 1 && targets.iter().any(is_definition) {
        targets.into_iter().filter(is_definition).collect()
    } else {
        targets
    }
}

/// `module.item`, for names outside the workspace.
pub(crate) fn external_name(module: &str, item: &str) -> Rc<str> {
    format!("{module}.{item}").into()
}
