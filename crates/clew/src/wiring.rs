//! Building the engine from arguments and environment.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use clew_engine::{Engine, EngineOptions, Following, InProcessEngine, StartError};
use clew_protocol::{ErrorCode, ToolError};
use clew_vfs::Environment;

use crate::cli::GlobalOptions;
use crate::environment;

/// The engine for these options; reads no source file yet.
///
/// There is one kind of engine so far, so `--standalone` changes nothing: it
/// runs inside this process and shares no memory with others.
pub(crate) fn engine(
    global: &GlobalOptions,
    following: Following,
) -> anyhow::Result<Arc<dyn Engine>> {
    let start = std::env::current_dir().context("the current folder is gone")?;
    let options = EngineOptions {
        project_root: global.project_root.clone().or_else(environment::project_root),
        allowed_roots: global.allow_root.iter().map(|root| start.join(root)).collect(),
        environment: user_folders(global.data_dir.as_ref().map(|dir| start.join(dir))),
        metrics_file: environment::metrics_file(),
        following,
        memory_budget: environment::memory_budget(),
        start,
        ..EngineOptions::default()
    };
    match InProcessEngine::new(options) {
        Ok(engine) => Ok(Arc::new(engine)),
        Err(StartError::Root(error)) => {
            let next = "give --project-root an existing folder";
            Err(ToolError::new(ErrorCode::ProjectNotFound, error.to_string(), next).into())
        }
        Err(error @ StartError::DataFolder { .. }) => {
            let next = "name a folder with --data-dir or CLEW_DATA_DIR, or move the file away";
            Err(ToolError::invalid_input(error.to_string(), next).into())
        }
        Err(error) => Err(error.into()),
    }
}

/// The folders that the environment names.
pub(crate) fn user_folders(data_dir: Option<PathBuf>) -> Environment {
    let path =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    Environment {
        clew_data_dir: data_dir.or_else(environment::data_dir),
        home: path("HOME").or_else(|| path("USERPROFILE")),
        xdg_data_home: path("XDG_DATA_HOME"),
        xdg_config_home: path("XDG_CONFIG_HOME"),
        local_app_data: path("LOCALAPPDATA"),
    }
}
