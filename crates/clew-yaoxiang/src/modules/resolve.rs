//! From the path of a `use` line to a module.

use std::sync::Arc;

use super::std_modules::{StdModule, std_module};

/// Where the files of a project come from. Paths are relative to the project
/// root, with `/` between their parts.
pub trait FileProvider {
    /// A value that changes whenever the file's text does; `None` if there is
    /// no such file.
    fn stamp(&self, path: &str) -> Option<u64>;

    /// The text of a file; `None` if there is no such file or it is no UTF-8.
    fn read(&self, path: &str) -> Option<Arc<str>>;

    /// Paths of all source files of the project, in any order.
    fn list(&self) -> Vec<String>;

    /// Told when a check comes to another file: how many it has behind it, of
    /// how many.
    fn checking(&self, _done: usize, _total: usize) {}
}

/// A project without any file.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl FileProvider for NoFiles {
    fn stamp(&self, _: &str) -> Option<u64> {
        None
    }

    fn read(&self, _: &str) -> Option<Arc<str>> {
        None
    }

    fn list(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What a module path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModuleTarget {
    /// `std` itself, the record of the built-in modules.
    StdRoot,
    /// A built-in module.
    Std(&'static StdModule),
    /// A file of the project.
    File(String),
    /// Nothing.
    Unknown,
}

/// Resolves `module` as used in the file `from`.
///
/// Built-in modules come first, then `a/b.yx` and `a/b/mod.yx` beside the
/// file, then the same two below the project root.
pub fn resolve_module(module: &str, from: &str, files: &dyn FileProvider) -> ModuleTarget {
    if module == "std" {
        return ModuleTarget::StdRoot;
    }
    if module.starts_with("std.") {
        return std_module(module).map_or(ModuleTarget::Unknown, ModuleTarget::Std);
    }
    candidates(module, from)
        .into_iter()
        .find(|path| files.stamp(path).is_some())
        .map_or(ModuleTarget::Unknown, ModuleTarget::File)
}

/// The files that `module` may mean in the file `from`, in order of preference.
pub fn candidates(module: &str, from: &str) -> Vec<String> {
    let relative = module.replace('.', "/");
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut found = Vec::with_capacity(4);
    for base in [folder, ""] {
        let prefix = if base.is_empty() { String::new() } else { format!("{base}/") };
        for path in [format!("{prefix}{relative}.yx"), format!("{prefix}{relative}/mod.yx")] {
            if !found.contains(&path) {
                found.push(path);
            }
        }
    }
    found
}
