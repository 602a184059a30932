//! The project's and the user's folders, for verbs that ask no engine.

use std::path::PathBuf;

use anyhow::Context;
use clew_protocol::{ErrorCode, ToolError};
use clew_vfs::RealFs;

use crate::cli::GlobalOptions;
use crate::environment;
use crate::wiring;

/// The root of the project, found as the engine finds it.
pub(crate) fn project(global: &GlobalOptions) -> anyhow::Result<PathBuf> {
    let start = std::env::current_dir().context("the current folder is gone")?;
    let named = global.project_root.clone().or_else(environment::project_root);
    match clew_vfs::find_root(&RealFs, &start, named.as_deref()) {
        Ok(root) => Ok(root.path),
        Err(error) => {
            let next = "give --project-root an existing folder";
            Err(ToolError::new(ErrorCode::ProjectNotFound, error.to_string(), next).into())
        }
    }
}

/// The user's data folder; it need not be there yet.
pub(crate) fn data(global: &GlobalOptions) -> anyhow::Result<PathBuf> {
    let start = std::env::current_dir().context("the current folder is gone")?;
    let named = global.data_dir.as_ref().map(|dir| start.join(dir));
    clew_vfs::data_dir(&wiring::user_folders(named))
        .context("there is no data folder; set CLEW_DATA_DIR")
}
