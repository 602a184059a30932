//! Where module paths lead: relative paths, packages of the workspace,
//! `paths` of `tsconfig.json`, aliases of bundlers, Node's own modules.

use serde_json::Value;

use super::aliases::by_alias;
use super::builtins::is_node_module;
use super::config;
use crate::languages::ModuleTarget;
use crate::languages::paths::{normal, parent};
use crate::{Binder, FileId};

/// Endings tried after a path without one, in the order that counts.
const ENDINGS: &[&str] = &[
    ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".d.mts", ".d.cts",
    ".json", ".vue", ".svelte",
];

/// Written endings and the source endings that they may stand for.
const REWRITTEN: &[(&str, &[&str])] = &[
    (".js", &[".ts", ".tsx", ".js", ".jsx", ".d.ts"]),
    (".jsx", &[".tsx", ".jsx"]),
    (".mjs", &[".mts", ".mjs", ".d.mts"]),
    (".cjs", &[".cts", ".cjs", ".d.cts"]),
];

/// Where `module`, as written in `file`, leads.
pub(super) fn resolve(binder: &Binder<'_>, file: FileId, module: &str) -> ModuleTarget {
    let path = binder.path(file);
    let folder = parent(&path);
    let module = module.split(['?', '!']).next().unwrap_or(module);
    if is_relative(module) {
        let found = normal(folder, module).and_then(|base| module_at(binder, &base));
        return found.map_or(ModuleTarget::Unknown, ModuleTarget::File);
    }
    if let Some(rest) = module.strip_prefix('/') {
        let found = module_at(binder, rest);
        return found.map_or(ModuleTarget::Unknown, ModuleTarget::File);
    }
    if module.starts_with("node:") || is_node_module(module) {
        return ModuleTarget::Std(module.trim_start_matches("node:").to_string());
    }
    let inside = by_config(binder, folder, module)
        .or_else(|| by_alias(binder, folder, module))
        .or_else(|| by_import_map(binder, folder, module))
        .or_else(|| by_convention(binder, folder, module))
        .or_else(|| by_package(binder, folder, module));
    match inside {
        Some(file) => ModuleTarget::File(file),
        None => ModuleTarget::Package(module.to_string()),
    }
}

fn is_relative(module: &str) -> bool {
    module == "." || module == ".." || module.starts_with("./") || module.starts_with("../")
}

/// The module file at a path without or with an ending, or inside a folder.
pub(super) fn module_at(binder: &Binder<'_>, base: &str) -> Option<FileId> {
    let source = binder.source();
    for (written, endings) in REWRITTEN {
        if let Some(stem) = base.strip_suffix(written) {
            let found =
                endings.iter().find_map(|ending| source.file_at(&format!("{stem}{ending}")));
            if found.is_some() {
                return found;
            }
        }
    }
    let with_ending =
        |base: &str| ENDINGS.iter().find_map(|ending| source.file_at(&format!("{base}{ending}")));
    if let Some(found) = source.file_at(base).filter(|_| base.contains('.')) {
        return Some(found);
    }
    with_ending(base)
        .or_else(|| entry_of(binder, base))
        .or_else(|| with_ending(join(base, "index").as_str()))
}

/// The entry that a folder's `package.json` names.
pub(super) fn entry_of(binder: &Binder<'_>, folder: &str) -> Option<FileId> {
    let package = config::json(binder, &join(folder, "package.json"))?;
    entry_named(binder, folder, &package)
}

fn entry_named(binder: &Binder<'_>, folder: &str, package: &Value) -> Option<FileId> {
    let mut names: Vec<&str> = Vec::new();
    names.extend(package.get("source").and_then(Value::as_str));
    if let Some(exports) = package.get("exports") {
        let main = exports.get(".").unwrap_or(exports);
        names.extend(conditions(main));
    }
    for field in ["module", "main"] {
        names.extend(package.get(field).and_then(Value::as_str));
    }
    names.iter().find_map(|name| {
        let base = normal(folder, name)?;
        (base != folder).then(|| plain_module_at(binder, &base)).flatten()
    })
}

/// As [`module_at`], without looking into `package.json` again.
fn plain_module_at(binder: &Binder<'_>, base: &str) -> Option<FileId> {
    let source = binder.source();
    if let Some(found) = source.file_at(base).filter(|_| base.contains('.')) {
        return Some(found);
    }
    ENDINGS.iter().find_map(|ending| source.file_at(&format!("{base}{ending}"))).or_else(|| {
        ENDINGS.iter().find_map(|ending| source.file_at(&format!("{base}/index{ending}")))
    })
}

/// The paths in a value of `exports`, whatever condition they stand under.
pub(super) fn conditions(value: &Value) -> Vec<&str> {
    match value {
        Value::String(path) => vec![path.as_str()],
        Value::Object(parts) => parts
            .iter()
            .filter(|(key, _)| !key.starts_with('.') && *key != "types")
            .flat_map(|(_, part)| conditions(part))
            .collect(),
        Value::Array(parts) => parts.iter().flat_map(conditions).collect(),
        _ => Vec::new(),
    }
}

/// `paths` and `baseUrl` of the nearest `tsconfig.json` or `jsconfig.json`.
fn by_config(binder: &Binder<'_>, folder: &str, module: &str) -> Option<FileId> {
    let (root, options) = config::compiler_options(binder, folder)?;
    let base = options.get("baseUrl").and_then(Value::as_str);
    let base_folder = normal(&root, base.unwrap_or("."))?;
    if let Some(paths) = options.get("paths").and_then(Value::as_object) {
        for (pattern, targets) in paths {
            let Some(rest) = matched(pattern, module) else { continue };
            let targets = targets.as_array().into_iter().flatten().filter_map(Value::as_str);
            for target in targets {
                let target = normal(&base_folder, &target.replacen('*', rest, 1));
                if let Some(found) = target.and_then(|target| module_at(binder, &target)) {
                    return Some(found);
                }
            }
        }
    }
    base.and_then(|_| module_at(binder, &join(&base_folder, module)))
}

/// What the star of a pattern stands for in `module`, if it matches.
fn matched<'module>(pattern: &str, module: &'module str) -> Option<&'module str> {
    match pattern.split_once('*') {
        Some((before, after)) => module.strip_prefix(before)?.strip_suffix(after),
        None => (pattern == module).then_some(""),
    }
}

/// `#name` of the `imports` of the nearest `package.json`.
fn by_import_map(binder: &Binder<'_>, folder: &str, module: &str) -> Option<FileId> {
    if !module.starts_with('#') {
        return None;
    }
    let (root, package) = config::nearest(binder, folder, &["package.json"])?;
    let imports = package.get("imports")?.as_object()?;
    for (pattern, target) in imports {
        let Some(rest) = matched(pattern, module) else { continue };
        for path in conditions(target) {
            let target = normal(&root, &path.replacen('*', rest, 1));
            if let Some(found) = target.and_then(|target| module_at(binder, &target)) {
                return Some(found);
            }
        }
    }
    None
}

/// Prefixes that no package can have, and the folder of a project that frameworks
/// and bundlers let them stand for unless its configuration says otherwise.
const CONVENTIONS: &[(&str, &str)] = &[("$lib", "src/lib"), ("@/", "src"), ("~/", "src")];

/// `$lib/name` of SvelteKit, `@/name` and `~/name` of bundlers' aliases, below the
/// folder of the nearest `package.json`.
fn by_convention(binder: &Binder<'_>, folder: &str, module: &str) -> Option<FileId> {
    let (rest, target) = CONVENTIONS.iter().find_map(|(prefix, target)| {
        let rest = module.strip_prefix(prefix)?;
        let is_whole = rest.is_empty() || prefix.ends_with('/') || rest.starts_with('/');
        is_whole.then(|| (rest.trim_start_matches('/'), *target))
    })?;
    let (root, _) = config::nearest(binder, folder, &["package.json"])?;
    let base = normal(&root, &join(target, rest))?;
    module_at(binder, base.trim_end_matches('/'))
}

/// A package that is part of the workspace.
fn by_package(binder: &Binder<'_>, folder: &str, module: &str) -> Option<FileId> {
    let cut = match module.strip_prefix('@') {
        Some(scoped) => 1 + scoped.match_indices('/').nth(1).map_or(scoped.len(), |(at, _)| at),
        None => module.find('/').unwrap_or(module.len()),
    };
    let (name, rest) = module.split_at(cut);
    let folder = config::dependency_folder(binder, folder, name)?;
    let rest = rest.trim_start_matches('/');
    if rest.is_empty() {
        return entry_of(binder, &folder)
            .or_else(|| plain_module_at(binder, &join(&folder, "index")))
            .or_else(|| plain_module_at(binder, &join(&folder, "src/index")));
    }
    module_at(binder, &join(&folder, rest))
        .or_else(|| module_at(binder, &join(&folder, &format!("src/{rest}"))))
}

/// The last parts of the paths that importers write for a module file.
pub(super) fn module_names(path: &str) -> Vec<String> {
    let stem = path.rsplit('/').next().and_then(|file| file.split('.').next());
    let folder = parent(path).rsplit('/').next().filter(|_| stem == Some("index"));
    stem.into_iter().chain(folder).map(str::to_string).collect()
}

pub(super) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_string() } else { format!("{folder}/{name}") }
}
