//! Elixir: modules by their whole names and aliases, functions by name and arity.

use clew_model::{
    Binding, Expression, FileFacts, Import, ImportForm, ImportId, Occurrence, OccurrenceId, Role,
    SymbolId, SymbolKind,
};

use super::qualified::{endings, is_module, module_at, modules_at, whole_name};
use super::{ModuleTarget, OtherName, Rules};
use crate::{Binder, FileId, Resolution, SymbolRef, Target};

pub(crate) struct Elixir;

const LANGUAGE: &str = "elixir";

/// Most aliases followed one through another.
const MAX_ALIASES: usize = 16;

/// Most symbols around a place that are looked at.
const MAX_AROUND: usize = 64;

/// First parts of the modules that come with the language.
const STD: &[&str] = &[
    "Access",
    "Agent",
    "Application",
    "Atom",
    "Base",
    "Bitwise",
    "Calendar",
    "Code",
    "Collectable",
    "Config",
    "Date",
    "DateTime",
    "Duration",
    "DynamicSupervisor",
    "EEx",
    "Enum",
    "Enumerable",
    "ExUnit",
    "Exception",
    "File",
    "Float",
    "Function",
    "GenServer",
    "IEx",
    "IO",
    "Inspect",
    "Integer",
    "Kernel",
    "Keyword",
    "List",
    "Logger",
    "Macro",
    "Map",
    "MapSet",
    "Mix",
    "Module",
    "NaiveDateTime",
    "Node",
    "OptionParser",
    "PartitionSupervisor",
    "Path",
    "Port",
    "Process",
    "Protocol",
    "Range",
    "Record",
    "Regex",
    "Registry",
    "Stream",
    "String",
    "StringIO",
    "Supervisor",
    "System",
    "Task",
    "Time",
    "Tuple",
    "URI",
    "Version",
];

impl Rules for Elixir {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        let module = module.strip_prefix("Elixir.").unwrap_or(module);
        if let Some(found) = module_at(binder, file, LANGUAGE, ".", module) {
            return vec![ModuleTarget::Symbol(found)];
        }
        if !modules_at(binder, LANGUAGE, ".", module).is_empty() {
            return vec![ModuleTarget::Unknown];
        }
        let first = module.split('.').next().unwrap_or(module);
        vec![match STD.contains(&first) {
            true => ModuleTarget::Std(module.to_string()),
            false => ModuleTarget::Package(module.to_string()),
        }]
    }

    fn import_module<'facts>(
        &self,
        facts: &'facts FileFacts,
        import: &Import,
    ) -> std::borrow::Cow<'facts, str> {
        let module = facts.name(import.module);
        let start = import.range.start.to_usize();
        let at = Place { scope_at: start, before: start };
        expand(facts, module, at).into()
    }

    fn named(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        id: OccurrenceId,
    ) -> Option<Resolution> {
        let occurrence = facts.occurrence(id)?;
        let name = facts.name(occurrence.name);
        if matches!(occurrence.role, Role::Definition | Role::Declaration) {
            return None;
        }
        match occurrence.binding {
            Binding::Member(base) => {
                let module = base_module(binder, file, facts, base)?;
                let found = functions_in(binder, module, name);
                Some(fitting(binder, facts, id, found))
            }
            Binding::Free if is_alias(name) => Some(module_named(binder, file, facts, occurrence)),
            Binding::Import(import) => Some(imported(binder, file, facts, id, import)),
            Binding::Symbol(symbol) => {
                let found = facts.symbol(symbol)?;
                (found.kind.is_callable() && !found.is_local())
                    .then(|| function_named(binder, file, facts, id))
            }
            Binding::Free => Some(function_named(binder, file, facts, id)),
            _ => None,
        }
    }

    /// A module is named by the end of its name where an alias stands before.
    fn other_names(
        &self,
        _binder: &Binder<'_>,
        symbol: SymbolRef,
        facts: &FileFacts,
    ) -> Vec<OtherName> {
        if !facts.symbol(symbol.symbol).is_some_and(|found| is_module(found.kind)) {
            return Vec::new();
        }
        let whole = whole_name(facts, symbol.symbol, ".");
        endings(&whole, ".").map(|name| name.to_string().into()).collect()
    }
}

fn is_alias(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// Where a name is read.
#[derive(Clone, Copy)]
struct Place {
    scope_at: usize,
    /// Only aliases before this are known.
    before: usize,
}

/// A module's name with its first part put in full, as aliases before it say.
fn expand(facts: &FileFacts, module: &str, at: Place) -> String {
    let mut module = module.to_string();
    let mut at = at;
    for _ in 0..MAX_ALIASES {
        let (first, rest) = module.split_once('.').map_or((module.as_str(), ""), |parts| parts);
        let Some(alias) = alias_of(facts, first, at) else { break };
        let whole = facts.name(alias.module);
        module = if rest.is_empty() { whole.to_string() } else { format!("{whole}.{rest}") };
        at.before = alias.range.start.to_usize();
    }
    module
}

/// The last alias called so that is seen at a place.
fn alias_of<'facts>(facts: &'facts FileFacts, name: &str, at: Place) -> Option<&'facts Import> {
    let name = facts.names.find(name)?;
    facts.imports.iter().rfind(|import| {
        import.form == ImportForm::Module
            && import.local == Some(name)
            && import.range.start.to_usize() < at.before
            && sees(facts, import, at.scope_at)
    })
}

fn sees(facts: &FileFacts, import: &Import, at: usize) -> bool {
    facts
        .scope(import.scope)
        .is_some_and(|scope| scope.range.start.to_usize() <= at && at <= scope.range.end.to_usize())
}

/// The module that a name says: by an alias, inside the modules around, or whole.
fn module_named(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    occurrence: &Occurrence,
) -> Resolution {
    let name = facts.name(occurrence.name);
    let start = occurrence.range.start.to_usize();
    let path = expand(facts, name, Place { scope_at: start, before: start });
    if path == name {
        for around in around(facts, occurrence.enclosing) {
            let whole = format!("{}.{name}", whole_name(facts, around, "."));
            let found = modules_at(binder, LANGUAGE, ".", &whole).into_iter().find(|found| {
                let symbol = facts.symbol(found.symbol);
                found.file == file
                    && symbol.is_some_and(|found| found.name_range.start.to_usize() < start)
            });
            if let Some(found) = found {
                return Resolution::Bound(vec![Target::Symbol(found)]);
            }
        }
    }
    Resolution::from_targets(binder.module_targets(file, &path))
}

/// The modules around a place, innermost first.
fn around(facts: &FileFacts, enclosing: Option<SymbolId>) -> Vec<SymbolId> {
    let mut found = Vec::new();
    let mut current = enclosing;
    for _ in 0..MAX_AROUND {
        let Some(id) = current else { break };
        let Some(symbol) = facts.symbol(id) else { break };
        // Implementations of protocols are modules too.
        if is_module(symbol.kind) || symbol.kind == SymbolKind::Namespace {
            found.push(id);
        }
        current = symbol.container;
    }
    found
}

/// The module before a dot; `None` where something else stands there.
fn base_module(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    base: clew_model::ExpressionId,
) -> Option<SymbolRef> {
    match facts.expression(base)? {
        Expression::SelfType(module) => Some(SymbolRef { file, symbol: *module }),
        Expression::Occurrence(id) => {
            let Resolution::Bound(targets) = binder.resolve(file, *id) else { return None };
            match targets.as_slice() {
                [Target::Symbol(module)] => {
                    let facts = binder.facts(module.file)?;
                    is_module(facts.symbol(module.symbol)?.kind).then_some(*module)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// What an import or what it brought in means.
fn imported(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    id: OccurrenceId,
    import: ImportId,
) -> Resolution {
    let Some(found) = facts.import(import) else { return Resolution::Unknown };
    match (found.form, facts.occurrence(id).map(|one| one.role)) {
        (ImportForm::Item, Some(Role::Import)) => {
            let name = found.item.map_or("", |item| facts.name(item));
            fitting(binder, facts, id, brought_in(binder, file, facts, found, name))
        }
        (ImportForm::Item, _) => function_named(binder, file, facts, id),
        _ => {
            let path = Elixir.import_module(facts, found);
            Resolution::from_targets(binder.module_targets(file, &path))
        }
    }
}

/// What an import brings in under a name.
fn brought_in(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    import: &Import,
    name: &str,
) -> Vec<SymbolRef> {
    let path = Elixir.import_module(facts, import);
    let mut found = Vec::new();
    for target in binder.modules(file, &path) {
        if let ModuleTarget::Symbol(module) = target {
            found.extend(functions_in(binder, module, name));
        }
    }
    found
}

/// A function called by its name alone: one of the module around with as many
/// parameters, else one that is imported.
fn function_named(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    id: OccurrenceId,
) -> Resolution {
    let Some(occurrence) = facts.occurrence(id) else { return Resolution::Unknown };
    let name = facts.name(occurrence.name);
    let own = own_functions(file, facts, occurrence);
    if let Resolution::Bound(found) = fitting(binder, facts, id, own) {
        return Resolution::Bound(found);
    }
    let at = occurrence.range.start.to_usize();
    let mut meant: Vec<Target> = Vec::new();
    for import in facts.imports.iter().filter(|import| {
        let is_it = match import.form {
            ImportForm::Glob => true,
            ImportForm::Item => {
                import.local == Some(occurrence.name) && takes_as_many(facts, import, id)
            }
            _ => false,
        };
        is_it && import.range.start.to_usize() < at && sees(facts, import, at)
    }) {
        let found = brought_in(binder, file, facts, import, name);
        if let Resolution::Bound(found) = fitting(binder, facts, id, found) {
            // Two imports of one name: only its arity could tell.
            if !meant.is_empty() && meant != found {
                return Resolution::Unknown;
            }
            meant = found;
        }
    }
    Resolution::from_targets(meant)
}

/// Whether `only: [name: 1]` brings in what takes as many arguments as a call gives.
fn takes_as_many(facts: &FileFacts, import: &Import, call: OccurrenceId) -> bool {
    let start = import.item_range.start;
    let at = facts.occurrences.partition_point(|one| one.range.start < start);
    let brought = facts.argument_count(OccurrenceId(at as u32));
    let given = facts.argument_count(call);
    brought.is_none() || given.is_none() || brought == given
}

/// The functions of that name of the innermost module, or of the part of the file
/// where the name was found.
fn own_functions(file: FileId, facts: &FileFacts, occurrence: &Occurrence) -> Vec<SymbolRef> {
    let module = around(facts, occurrence.enclosing).first().copied();
    let near = match occurrence.binding {
        Binding::Symbol(symbol) => facts.symbol(symbol).map(|symbol| symbol.scope),
        _ => None,
    };
    let is_own = |symbol: &clew_model::Symbol| match near {
        Some(scope) if module.is_none() => symbol.scope == scope,
        _ => module.is_some() && symbol.container == module,
    };
    functions(file, facts, facts.name(occurrence.name), is_own)
}

/// The functions of a module that have a name.
fn functions_in(binder: &Binder<'_>, module: SymbolRef, name: &str) -> Vec<SymbolRef> {
    let Some(facts) = binder.facts(module.file) else { return Vec::new() };
    functions(module.file, &facts, name, |symbol| symbol.container == Some(module.symbol))
}

fn functions(
    file: FileId,
    facts: &FileFacts,
    name: &str,
    keep: impl Fn(&clew_model::Symbol) -> bool,
) -> Vec<SymbolRef> {
    let Some(name) = facts.names.find(name) else { return Vec::new() };
    let all = facts.symbols.iter().enumerate();
    all.filter(|(_, symbol)| symbol.name == name && symbol.kind.is_callable() && keep(symbol))
        .map(|(index, _)| SymbolRef { file, symbol: SymbolId(index as u32) })
        .collect()
}

/// Of functions those that take as many arguments as are given, where that is known.
fn fitting(
    binder: &Binder<'_>,
    facts: &FileFacts,
    id: OccurrenceId,
    found: Vec<SymbolRef>,
) -> Resolution {
    let count = facts.argument_count(id);
    let takes = |function: &SymbolRef| {
        let arity = binder.facts(function.file).and_then(|facts| facts.arity(function.symbol));
        match (arity, count) {
            (Some(arity), Some(count)) => arity.takes(count),
            _ => true,
        }
    };
    Resolution::from_targets(found.into_iter().filter(takes).map(Target::Symbol).collect())
}
