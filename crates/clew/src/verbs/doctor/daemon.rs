//! What the running daemon says of itself; none is started for that.

use clew_daemon::{Connector, DaemonState, RemoteEngine, RemoteError};
use clew_engine::{Engine, RequestContext};
use clew_protocol::{OpenWorkspace, ToolError, WatchMode, WorkspacesAnswer};
use serde::Serialize;

use crate::cli::GlobalOptions;
use crate::environment;
use crate::remote::{self, Start};

/// The daemon, if one runs.
#[derive(Debug, Default, Serialize)]
pub(super) struct Daemon {
    endpoint: String,
    state: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    running: Option<DaemonState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    workspaces: Option<WorkspacesAnswer>,
}

/// Asks the daemon; what is wrong is added to `problems`.
pub(super) fn examine(global: &GlobalOptions, problems: &mut Vec<String>) -> Daemon {
    let mut daemon = Daemon::default();
    if let Err(error) = ask(global, &mut daemon, problems) {
        daemon.state = "cannot be asked".into();
        problems.push(format!("the daemon: {}; {}", error.message, error.next));
    }
    daemon
}

fn ask(
    global: &GlobalOptions,
    daemon: &mut Daemon,
    problems: &mut Vec<String>,
) -> Result<(), ToolError> {
    let failed = |error: anyhow::Error| ToolError::internal(format!("{error:#}"));
    let place = remote::place(global).map_err(failed)?;
    daemon.endpoint = place.endpoint.path().display().to_string();
    let options = place.options("cli", None, Start::Never).map_err(failed)?;
    let engine = match RemoteEngine::connect(Connector::new(options)) {
        Ok(engine) => engine,
        Err(RemoteError::NotRunning { .. }) => {
            daemon.state = "not running".into();
            return Ok(());
        }
        Err(error) => return Err(error.into()),
    };
    let state = engine.state()?;
    daemon.state = "running".into();
    let own = env!("CARGO_PKG_VERSION");
    if state.server_version != own {
        let version = &state.server_version;
        problems.push(format!(
            "the daemon has version {version}, this program {own}; `clew daemon stop` ends it"
        ));
    }
    let settings = engine.daemon().unwrap_or_default().settings;
    for name in environment::settings_not_heeded(&settings) {
        problems.push(format!("the daemon was started without this {name}"));
    }
    daemon.running = Some(state);
    let open = engine.workspaces(&RequestContext::new("cli"))?;
    problems.extend(open.workspaces.iter().filter_map(unwatched));
    daemon.workspaces = Some(open);
    Ok(())
}

/// A workspace whose changes the system does not report.
fn unwatched(open: &OpenWorkspace) -> Option<String> {
    let reason = open.watch.reason.as_deref().unwrap_or("for an unknown reason");
    let is_polled = open.watch.mode == WatchMode::Polling && open.watch.reason.is_some();
    is_polled.then(|| format!("{} is looked at in intervals: {reason}", open.root))
}
