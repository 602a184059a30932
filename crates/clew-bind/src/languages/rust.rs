//! Rust: crates, modules in files and inside files, globs, the prelude.

use std::borrow::Cow;

use clew_model::{
    FileFacts, Import, ImportForm, ImportId, Occurrence, Role, ScopeId, ScopeKind, SymbolId,
    SymbolKind,
};

use super::rust_std::{builtin_type, is_prelude, is_std, method_result};
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
            "crate" => return modules(binder, crate_root(binder, file)),
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
        if let Some(root) = workspace_crate(binder, name) {
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
        // `impl Iterator for Type { type Item = … }`, or a method that gives one.
        if let Some(item) = binder.members_of(*class, "Item").first() {
            return binder.instances_of(*item, crate::types::no_arguments());
        }
        Vec::new()
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

    fn has_outside_members(&self) -> bool {
        true
    }
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

/// The nearest scope of a module, from `scope` outwards; the file's own is 0.
fn module_scope(facts: &FileFacts, scope: ScopeId) -> ScopeId {
    let mut current = scope;
    for _ in 0..256 {
        match facts.scope(current) {
            Some(scope) if scope.kind != ScopeKind::Module => match scope.parent {
                Some(parent) => current = parent,
                None => return ScopeId(0),
            },
            Some(_) => return current,
            None => return ScopeId(0),
        }
    }
    ScopeId(0)
}

/// The innermost module scope that covers a place.
fn module_at(facts: &FileFacts, occurrence: &Occurrence) -> ScopeId {
    let at = occurrence.range.start;
    let inside = facts.scopes.iter().enumerate().filter(|(_, scope)| {
        scope.kind == ScopeKind::Module && scope.range.start <= at && at < scope.range.end
    });
    // Inner scopes are opened after outer ones.
    inside.last().map_or(ScopeId(0), |(index, _)| ScopeId(index as u32))
}

/// The names of the modules inside the file around a scope; `None` at file level.
fn module_path(facts: &FileFacts, scope: ScopeId) -> Option<Vec<String>> {
    let mut names = Vec::new();
    let mut current = scope;
    while current != ScopeId(0) && names.len() < 64 {
        let found = facts.scope(current)?;
        let owner = found.owner?;
        names.push(facts.symbol_name(owner).to_string());
        current = module_scope(facts, found.parent?);
    }
    names.reverse();
    (!names.is_empty()).then_some(names)
}

/// A path written inside the modules `inside` of a file, as seen from the file.
fn absolute(inside: &[String], text: &str) -> String {
    let mut depth = inside.len();
    let mut rest = text;
    let mut is_relative = false;
    loop {
        let (first, more) = rest.split_once("::").unwrap_or((rest, ""));
        match first {
            "self" if !is_relative => {}
            "super" if depth > 0 => depth -= 1,
            _ => break,
        }
        is_relative = true;
        rest = more;
    }
    if !is_relative {
        return text.to_string();
    }
    let mut path = String::from("self");
    for name in inside[..depth].iter().map(String::as_str).chain([rest]) {
        if !name.is_empty() {
            path.push_str("::");
            path.push_str(name);
        }
    }
    path
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

fn modules(binder: &Binder<'_>, file: Option<FileId>) -> Resolution {
    let _ = binder;
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
            return modules(binder, parent_module(binder, file));
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

/// Where the first name of a path leads.
fn first_segment(binder: &Binder<'_>, file: FileId, first: &str) -> Vec<ModuleTarget> {
    let as_file = |file: Option<FileId>| file.map(ModuleTarget::File).into_iter().collect();
    match first {
        "crate" | "$crate" => return as_file(crate_root(binder, file)),
        "self" => return vec![ModuleTarget::File(file)],
        "super" => return as_file(parent_module(binder, file)),
        _ => {}
    }
    let local: Vec<ModuleTarget> =
        binder.exported(file, first).into_iter().filter_map(|t| as_module(binder, t)).collect();
    if !local.is_empty() {
        return local;
    }
    if is_std(first) {
        return vec![ModuleTarget::Std(first.to_string())];
    }
    match workspace_crate(binder, first) {
        Some(root) => vec![ModuleTarget::File(root)],
        None => vec![ModuleTarget::Package(first.to_string())],
    }
}

/// What a name leads to inside a module, type or outside path.
fn child(binder: &Binder<'_>, at: &ModuleTarget, name: &str) -> Vec<ModuleTarget> {
    let targets = match at {
        ModuleTarget::File(file) if name == "super" => {
            return parent_module(binder, *file).map(ModuleTarget::File).into_iter().collect();
        }
        // `self::name` of a `mod name;` asks for the file itself.
        ModuleTarget::File(file) => match module_file(binder, *file, name) {
            Some(found) if declares_module(binder, *file, name) => {
                return vec![ModuleTarget::File(found)];
            }
            _ => binder.exported(*file, name),
        },
        ModuleTarget::Symbol(symbol) => binder.static_targets(*symbol, name),
        ModuleTarget::Std(path) | ModuleTarget::Package(path) => {
            return vec![ModuleTarget::Package(format!("{path}::{name}"))];
        }
        ModuleTarget::Folder(_) | ModuleTarget::Unknown => Vec::new(),
    };
    targets.into_iter().filter_map(|target| as_module(binder, target)).collect()
}

/// A target that can have items of its own.
fn as_module(binder: &Binder<'_>, target: Target) -> Option<ModuleTarget> {
    match target {
        Target::Module(file) => Some(ModuleTarget::File(file)),
        Target::Folder(folder) => Some(ModuleTarget::Folder(folder.to_string())),
        Target::External(name) => Some(ModuleTarget::Package(name.to_string())),
        Target::Symbol(symbol) => {
            let facts = binder.facts(symbol.file)?;
            let kind = facts.symbol(symbol.symbol)?.kind;
            let holds = kind.is_type() || kind == SymbolKind::Module;
            holds.then_some(ModuleTarget::Symbol(symbol))
        }
    }
}

/// Whether a file says `mod name;`.
fn declares_module(binder: &Binder<'_>, file: FileId, name: &str) -> bool {
    let Some(facts) = binder.facts(file) else { return false };
    facts.imports.iter().any(|import| {
        import.form == ImportForm::Module
            && import.local.is_some_and(|local| facts.name(local) == name)
            && facts.name(import.module).starts_with("self::")
    })
}

/// The file of the module `name` declared in `file`.
fn module_file(binder: &Binder<'_>, file: FileId, name: &str) -> Option<FileId> {
    let path = binder.path(file);
    let source = binder.source();
    let folder = parent(&path);
    let stem = path.rsplit('/').next().unwrap_or("").trim_end_matches(".rs");
    let own = if is_folder_module(stem) { folder.to_string() } else { join(folder, stem) };
    let mut folders = vec![own];
    // The root of a binary, test or example keeps its modules beside it.
    folders.push(folder.to_string());
    folders.iter().find_map(|folder| {
        source
            .file_at(&join(folder, &format!("{name}.rs")))
            .or_else(|| source.file_at(&join(folder, &format!("{name}/mod.rs"))))
            .filter(|found| *found != file)
    })
}

fn is_folder_module(stem: &str) -> bool {
    matches!(stem, "mod" | "lib" | "main")
}

/// The module that a file's module is declared in.
fn parent_module(binder: &Binder<'_>, file: FileId) -> Option<FileId> {
    let path = binder.path(file);
    let source = binder.source();
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
    let stem = name.trim_end_matches(".rs");
    if matches!(stem, "lib" | "main") {
        return None;
    }
    let (folder, own) = match stem {
        "mod" => folder.rsplit_once('/').unwrap_or(("", folder)),
        _ => (folder, stem),
    };
    let mut candidates =
        vec![join(folder, "mod.rs"), join(folder, "lib.rs"), join(folder, "main.rs")];
    if !folder.is_empty() {
        candidates.push(format!("{folder}.rs"));
    }
    let found: Vec<FileId> =
        candidates.iter().filter_map(|path| source.file_at(path)).filter(|f| *f != file).collect();
    found
        .iter()
        .copied()
        .find(|parent| declares_module(binder, *parent, own))
        .or_else(|| found.first().copied())
}

/// The root file of the crate that a file belongs to.
fn crate_root(binder: &Binder<'_>, file: FileId) -> Option<FileId> {
    let mut current = file;
    for _ in 0..64 {
        match parent_module(binder, current) {
            Some(parent) => current = parent,
            None => break,
        }
    }
    Some(current)
}

/// The library root of a crate of the workspace with this name.
fn workspace_crate(binder: &Binder<'_>, name: &str) -> Option<FileId> {
    if name.starts_with(char::is_uppercase) {
        return None;
    }
    binder.source().files_called("lib.rs").into_iter().find(|root| {
        let path = binder.path(*root);
        let Some(folder) = path.strip_suffix("src/lib.rs") else { return false };
        let manifest = binder.source().config_text(&format!("{folder}Cargo.toml"));
        manifest.is_some_and(|manifest| crate_name(&manifest).as_deref() == Some(name))
    })
}

/// The name of a crate in code, by its manifest.
fn crate_name(manifest: &str) -> Option<String> {
    let mut section = "";
    let mut package = None;
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
        } else if let Some(value) = line.strip_prefix("name").map(str::trim_start)
            && let Some(value) = value.strip_prefix('=')
        {
            let value = value.trim().trim_matches('"').replace('-', "_");
            match section {
                "[lib]" => return Some(value),
                "[package]" => package = Some(value),
                _ => {}
            }
        }
    }
    package
}

/// Whether the manifest above a file names the crate as a dependency.
fn depends_on(binder: &Binder<'_>, file: FileId, name: &str) -> bool {
    let path = binder.path(file);
    let mut folder = parent(&path);
    loop {
        if let Some(manifest) = binder.source().config_text(&join(folder, "Cargo.toml")) {
            let wanted = name.replace('_', "-");
            return manifest.lines().any(|line| {
                let key = line.trim_start_matches("[dependencies.").split(['=', '.', ']', ' ']);
                key.into_iter().next().is_some_and(|key| key == name || key == wanted)
            });
        }
        if folder.is_empty() {
            return false;
        }
        folder = parent(folder);
    }
}

/// A macro seen everywhere below its definition: the only one of its name.
fn only_macro(binder: &Binder<'_>, file: FileId, name: &str) -> Option<SymbolRef> {
    let mut found = None;
    for other in binder.source().files_defining(name) {
        let Some(facts) = binder.facts(other) else { continue };
        for (index, symbol) in facts.symbols.iter().enumerate() {
            if symbol.kind != SymbolKind::Macro || facts.name(symbol.name) != name {
                continue;
            }
            if found.is_some() || crate_root(binder, other) != crate_root(binder, file) {
                return None;
            }
            found = Some(SymbolRef { file: other, symbol: SymbolId(index as u32) });
        }
    }
    found
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_string() } else { format!("{folder}/{name}") }
}
