//! YaoXiang: modules beside the file or below the project root, `std`.

use clew_model::{FileFacts, Occurrence};

use super::{ModuleTarget, Rules};
use crate::{Binder, FileId, Resolution};

pub(crate) struct YaoXiang;

impl Rules for YaoXiang {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        if module == "std" || module.starts_with("std.") {
            return vec![ModuleTarget::Std(module.to_string())];
        }
        let path = binder.path(file);
        let relative = module.replace('.', "/");
        let found = folders_above(&path).into_iter().find_map(|folder| {
            let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
            [format!("{prefix}{relative}.yx"), format!("{prefix}{relative}/mod.yx")]
                .iter()
                .find_map(|candidate| binder.source().file_at(candidate))
        });
        vec![found.map_or(ModuleTarget::Unknown, ModuleTarget::File)]
    }

    fn free_name(
        &self,
        _binder: &Binder<'_>,
        _file: FileId,
        _facts: &FileFacts,
        _name: &str,
        _occurrence: &Occurrence,
    ) -> Resolution {
        Resolution::Unknown
    }
}

/// The file's own folder, then the folders above it: the project root is one of
/// them, and nearer folders are only reached by projects nested in a workspace.
fn folders_above(path: &str) -> Vec<&str> {
    let mut folders = Vec::new();
    let mut folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    loop {
        folders.push(folder);
        if folder.is_empty() {
            return folders;
        }
        folder = folder.rsplit_once('/').map_or("", |(parent, _)| parent);
    }
}
