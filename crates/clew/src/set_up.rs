//! The desk of set-up for this user and project.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clew_setup::{Desk, Places, SetupService};
use clew_vfs::RealFs;

use crate::cli::GlobalOptions;
use crate::keys::Keys;
use crate::{environment, folders, wiring};

/// The desk over the user's configuration folder.
pub(crate) fn desk(global: &GlobalOptions) -> anyhow::Result<Arc<Desk>> {
    let start = std::env::current_dir().context("the current folder is gone")?;
    let data = global.data_dir.as_ref().map(|dir| start.join(dir));
    let folder = clew_vfs::config_dir(&wiring::user_folders(data))
        .context("there is no configuration folder; set HOME or CLEW_DATA_DIR")?;
    let external = environment::config_file().map(|path| start.join(path));
    let repository = external.as_deref().and_then(repository_of);
    let workspace = repository.or_else(|| folders::project(global).ok());
    let places = Places { folder, external, workspace };
    let keys = Keys::new(&places.folder);
    let variables = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    Ok(Arc::new(Desk::new(places, Arc::new(keys), Arc::new(variables))))
}

/// The repository that a file lies in. Whoever wrote the repository may have written
/// the file, and a daemon serves more projects than the one it was started in.
fn repository_of(file: &Path) -> Option<PathBuf> {
    let root = clew_vfs::find_root(&RealFs, file.parent()?, None).ok()?;
    (root.source == clew_vfs::RootSource::AutoDetected).then_some(root.path)
}

/// What answers programs that ask for set-up; nothing where no folder is known.
pub(crate) fn service(global: &GlobalOptions) -> Option<SetupService> {
    let desk = desk(global).ok()?;
    Some(SetupService::new(desk, crate::page::page()))
}
