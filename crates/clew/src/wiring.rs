//! Building the engine from arguments and environment.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use clew_daemon::{Connector, DaemonInfo, MakeEngine, RemoteEngine, RemoteError};
use clew_engine::{
    Engine, EngineOptions, Following, InProcessEngine, LoggedEngine, Session, SessionOptions,
    StartError,
};
use clew_protocol::{ErrorCode, ToolError};
use clew_vfs::{Environment, PathGuard};

use crate::cli::GlobalOptions;
use crate::environment;
use crate::remote::{self, Start};

/// What an engine is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// One question about a workspace.
    Workspace,
    /// One question about a text, for which no daemon is started.
    Fragment,
    /// Questions of others for as long as this process lives.
    Serving,
}

/// The engine for these options; reads no source file yet.
///
/// That is the daemon, which is started if need be. With `--standalone`, and
/// while no daemon can be had, it runs inside this process; the latter is told
/// on standard error, since such answers cost more time.
pub(crate) fn engine(global: &GlobalOptions, purpose: Purpose) -> anyhow::Result<Arc<dyn Engine>> {
    if global.standalone || environment::standalone() {
        return in_process(global, purpose, None);
    }
    match through_daemon(global, purpose) {
        Ok(engine) => Ok(Arc::new(engine.with_own(standby(global, purpose)))),
        Err(Reached::Refused(error)) => Err(error.into()),
        Err(Reached::NotWanted) => in_process(global, purpose, None),
        Err(Reached::Failed(error)) => {
            tracing::warn!("no daemon: {error:#}; answering in this process, as --standalone does");
            in_process(global, purpose, None)
        }
    }
}

/// Why the daemon does not answer.
enum Reached {
    /// It does not take this client, say for a root that is not there.
    Refused(ToolError),
    /// None runs and none is started for this.
    NotWanted,
    /// It cannot be had.
    Failed(anyhow::Error),
}

fn through_daemon(global: &GlobalOptions, purpose: Purpose) -> Result<RemoteEngine, Reached> {
    let failed = Reached::Failed;
    let session = session(global).map_err(failed)?;
    let place = remote::place(global).map_err(failed)?;
    let start = match purpose {
        Purpose::Fragment => Start::Never,
        Purpose::Workspace | Purpose::Serving => Start::Always(None),
    };
    let client = if purpose == Purpose::Serving { "mcp" } else { "cli" };
    let options = place.options(client, Some(session.clone()), start).map_err(failed)?;
    let connector = Connector::new(options);
    if purpose == Purpose::Serving {
        // Whoever starts a server waits for its first words, and not for a daemon.
        Session::open(session).map_err(|error| Reached::Refused(no_root(&error)))?;
        return Ok(RemoteEngine::connect_later(connector, warn_of_differences));
    }
    let engine = match RemoteEngine::connect(connector) {
        Ok(engine) => engine,
        Err(RemoteError::NotRunning { .. }) => return Err(Reached::NotWanted),
        Err(RemoteError::Refused(error)) if error.code == ErrorCode::ProjectNotFound => {
            return Err(Reached::Refused(error));
        }
        Err(error) => return Err(failed(error.into())),
    };
    warn_of_differences(&engine.daemon().unwrap_or_default());
    Ok(engine)
}

/// Tells in what the running daemon is not what this client would have started.
fn warn_of_differences(info: &DaemonInfo) {
    for name in environment::settings_not_heeded(&info.settings) {
        // A daemon serves many projects, and takes no file of settings from one.
        let way = match name.as_str() {
            "CLEW_CONFIG" => "--standalone heeds it",
            _ => "`clew daemon stop` has the next call start one with it",
        };
        tracing::warn!("the running daemon was started without this {name}; {way}");
    }
    if !info.lacks.is_empty() {
        tracing::warn!(
            "the running daemon is older and lacks {}; `clew daemon stop` ends it",
            info.lacks.join(", ")
        );
    }
}

/// What answers while no daemon does.
fn standby(global: &GlobalOptions, purpose: Purpose) -> MakeEngine {
    let global = global.clone();
    Box::new(move || {
        let note = "no daemon answers, so this process answers by itself, as --standalone does";
        in_process(&global, purpose, Some(note.into())).map_err(|error| {
            error.downcast::<ToolError>().unwrap_or_else(|error| {
                ToolError::new(ErrorCode::Internal, format!("{error:#}"), "see `clew doctor`")
            })
        })
    })
}

fn no_root(error: &dyn std::error::Error) -> ToolError {
    let next = "give --project-root an existing folder";
    ToolError::new(ErrorCode::ProjectNotFound, error.to_string(), next)
}

/// What holds path arguments inside the project and the folders that are allowed.
pub(crate) fn path_guard(global: &GlobalOptions) -> anyhow::Result<PathGuard> {
    let options = session(global)?;
    let allowed = options.allowed_roots.clone();
    let session = Session::open(options).map_err(|error| no_root(&error))?;
    PathGuard::new(session.root(), &allowed).map_err(|error| no_root(&error).into())
}

/// Where this process stands.
fn session(global: &GlobalOptions) -> anyhow::Result<SessionOptions> {
    let start = std::env::current_dir().context("the current folder is gone")?;
    let project_root = global.project_root.clone().or_else(environment::project_root);
    Ok(SessionOptions {
        project_root: project_root.map(|root| start.join(root)),
        allowed_roots: global.allow_root.iter().map(|root| start.join(root)).collect(),
        metrics_file: environment::metrics_file().map(|file| start.join(file)),
        start,
        ..SessionOptions::default()
    })
}

fn in_process(
    global: &GlobalOptions,
    purpose: Purpose,
    note: Option<String>,
) -> anyhow::Result<Arc<dyn Engine>> {
    let session = session(global)?;
    let data_dir = global.data_dir.as_ref().map(|dir| session.start.join(dir));
    let options = EngineOptions {
        project_root: global.project_root.clone().or_else(environment::project_root),
        allowed_roots: session.allowed_roots,
        environment: user_folders(data_dir),
        metrics_file: session.metrics_file,
        start: session.start,
        following: match purpose {
            Purpose::Serving => Following::Continuous,
            Purpose::Workspace | Purpose::Fragment => Following::OnQuestion,
        },
        memory_budget: environment::memory_budget(),
        setup: crate::set_up::service(global),
        note,
        ..EngineOptions::default()
    };
    tracing::info!(start = %options.start.display(), "answering in this process");
    match InProcessEngine::new(options) {
        Ok(engine) => Ok(Arc::new(LoggedEngine(engine))),
        Err(StartError::Root(error)) => Err(no_root(&error).into()),
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
