//! Crates of the workspace and the names that manifests give to them.

use std::rc::Rc;

use toml::{Table, Value};

use super::modules::{join, parent};
use crate::languages::paths::normal;
use crate::{Binder, FileId};

/// The library root of the crate that a name means in a file: what the file's manifest
/// depends on under that name, else the crate of the workspace that is called so.
pub(super) fn crate_named(binder: &Binder<'_>, file: FileId, name: &str) -> Option<FileId> {
    if name.starts_with(char::is_uppercase) {
        return None;
    }
    match dependency(binder, &binder.path(file), name) {
        Some(Dependency::Folder(folder)) => library(binder, &folder).map(|(_, root)| root),
        Some(Dependency::Package(package)) => named(binder, |known| *known == package),
        None => {
            let wanted = |manifest: &Table| crate_name(manifest).as_deref() == Some(name);
            crates(binder).iter().find(|one| wanted(&one.manifest)).map(|one| one.root)
        }
    }
}

/// Whether the manifest above a file names the crate as a dependency.
pub(super) fn depends_on(binder: &Binder<'_>, file: FileId, name: &str) -> bool {
    let path = binder.path(file);
    manifest_above(binder, &path).is_some_and(|(_, manifest)| entry(&manifest, name).is_some())
}

/// What a manifest says that a dependency is.
enum Dependency {
    /// The package in a folder of the workspace.
    Folder(String),
    /// A package under another name than its own.
    Package(String),
}

/// A package of the workspace that has a library.
pub(crate) struct Crate {
    manifest: Rc<Table>,
    root: FileId,
}

/// What the manifest above a file says of a dependency; `None` if no more than its name.
fn dependency(binder: &Binder<'_>, path: &str, name: &str) -> Option<Dependency> {
    let (mut folder, manifest) = manifest_above(binder, path)?;
    let (key, mut found) = entry(&manifest, name)?;
    if found.get("workspace").and_then(Value::as_bool) == Some(true) {
        let (root, shared) = workspace_above(binder, &folder)?;
        found = shared.get(&key)?.clone();
        folder = root;
    }
    let inside = found.get("path").and_then(Value::as_str);
    if let Some(inside) = inside.and_then(|inside| normal(&folder, inside))
        && manifest_in(binder, &inside).is_some()
    {
        return Some(Dependency::Folder(inside));
    }
    let package = found.get("package").and_then(Value::as_str)?;
    Some(Dependency::Package(package.to_string()))
}

/// The entry of a dependency that code calls `name`, in whatever table of the manifest.
fn entry(manifest: &Table, name: &str) -> Option<(String, Value)> {
    let targets = manifest.get("target").and_then(Value::as_table);
    let targets = targets.into_iter().flat_map(Table::values).filter_map(Value::as_table);
    let mut tables = std::iter::once(manifest).chain(targets).flat_map(|table| {
        ["dependencies", "dev-dependencies", "build-dependencies"]
            .into_iter()
            .filter_map(|kind| table.get(kind)?.as_table())
    });
    tables.find_map(|table| {
        let (key, value) = table.iter().find(|(key, _)| key.replace('-', "_") == name)?;
        Some((key.clone(), value.clone()))
    })
}

/// The dependencies that a workspace shares, with its folder: that of the nearest
/// manifest at or above a folder that is one.
fn workspace_above(binder: &Binder<'_>, folder: &str) -> Option<(String, Table)> {
    let mut folder = folder;
    loop {
        let workspace = manifest_in(binder, folder)
            .and_then(|manifest| manifest.get("workspace")?.as_table().cloned());
        if let Some(workspace) = workspace {
            let shared = workspace.get("dependencies")?.as_table()?.clone();
            return Some((folder.to_string(), shared));
        }
        if folder.is_empty() {
            return None;
        }
        folder = parent(folder);
    }
}

/// The nearest manifest above a path, with its folder.
fn manifest_above(binder: &Binder<'_>, path: &str) -> Option<(String, Rc<Table>)> {
    let mut folder = parent(path);
    loop {
        if let Some(manifest) = manifest_in(binder, folder) {
            return Some((folder.to_string(), manifest));
        }
        if folder.is_empty() {
            return None;
        }
        folder = parent(folder);
    }
}

/// The manifest of a folder, read once.
fn manifest_in(binder: &Binder<'_>, folder: &str) -> Option<Rc<Table>> {
    if let Some(known) = binder.memo.manifests.borrow().get(folder) {
        return known.clone();
    }
    let text = binder.source().config_text(&join(folder, "Cargo.toml"));
    let parsed = text.and_then(|text| text.parse::<Table>().ok()).map(Rc::new);
    binder.memo.manifests.borrow_mut().insert(folder.to_string(), parsed.clone());
    parsed
}

/// The library of the package in a folder.
fn library(binder: &Binder<'_>, folder: &str) -> Option<(Rc<Table>, FileId)> {
    let manifest = manifest_in(binder, folder)?;
    let written = manifest.get("lib").and_then(|lib| lib.get("path")?.as_str());
    let path = normal(folder, written.unwrap_or("src/lib.rs"))?;
    let root = binder.source().file_at(&path)?;
    Some((manifest, root))
}

/// The library root of the package of the workspace whose name fits.
fn named(binder: &Binder<'_>, is_wanted: impl Fn(&str) -> bool) -> Option<FileId> {
    let crates = crates(binder);
    let found = crates.iter().find(|one| package_name(&one.manifest).is_some_and(&is_wanted));
    found.map(|one| one.root)
}

/// The packages of the workspace that have a library, ordered by path.
fn crates(binder: &Binder<'_>) -> Rc<Vec<Crate>> {
    if let Some(known) = binder.memo.crates.borrow().as_ref() {
        return known.clone();
    }
    let mut found = Vec::new();
    for file in binder.source().files_called("Cargo.toml") {
        if let Some((manifest, root)) = library(binder, parent(&binder.path(file))) {
            found.push(Crate { manifest, root });
        }
    }
    let found = Rc::new(found);
    *binder.memo.crates.borrow_mut() = Some(found.clone());
    found
}

fn package_name(manifest: &Table) -> Option<&str> {
    manifest.get("package")?.get("name")?.as_str()
}

/// The name of a crate in code, by its manifest.
fn crate_name(manifest: &Table) -> Option<String> {
    let library = manifest.get("lib").and_then(|lib| lib.get("name")?.as_str());
    Some(library.or_else(|| package_name(manifest))?.replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::crate_name;

    #[test]
    fn the_library_names_the_crate() {
        let name = |text: &str| crate_name(&text.parse().expect("a manifest"));
        let manifest = "[package]\nname = \"a-b\"\n";
        assert_eq!(name(manifest).as_deref(), Some("a_b"));
        let manifest = format!("{manifest}[lib]\nname = \"c\"\n");
        assert_eq!(name(&manifest).as_deref(), Some("c"));
    }
}
