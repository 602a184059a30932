//! `clew daemon run`: this process is the daemon.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use clew_daemon::{Endpoint, Server, ServerError, ServerOptions};
use clew_engine::{EngineOptions, Following, InProcessEngine, LoggedEngine};

use crate::cli::GlobalOptions;
use crate::environment::{self, IdleExit};
use crate::exit::Exit;
use crate::remote;
use crate::report::Report;
use crate::wiring;

/// Clients at once.
const MOST_CLIENTS: usize = 512;
/// Time between two looks at the endpoint and the program's file.
const LOOK: Duration = Duration::from_secs(5);
/// How long running requests may go on when the daemon stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// Be the daemon, in this process, for supervisors such as systemd
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew daemon run\n  clew daemon run --idle-exit never")]
pub(crate) struct Run {
    /// Seconds without any client after which it ends, or `never`; default 1800
    #[arg(long, value_name = "SECONDS")]
    idle_exit: Option<IdleExit>,
    /// Socket to listen at; else CLEW_ENDPOINT, else by the data folder
    #[arg(long, value_name = "PATH")]
    endpoint: Option<PathBuf>,
    /// Log to this file instead of standard error
    #[arg(long, value_name = "FILE")]
    log_file: Option<PathBuf>,
    /// Seconds after which a connection that has sent no whole line is ended
    #[arg(long, value_name = "SECONDS", default_value_t = 30,
        value_parser = clap::value_parser!(u64).range(1..=86_400))]
    first_line: u64,
    /// Leave the terminal and session of whoever started it
    #[arg(long, hide = true)]
    detach: bool,
}

impl Run {
    /// Where this process logs; standard error when none.
    pub(crate) fn log_file(&self) -> Option<PathBuf> {
        self.log_file.clone()
    }

    /// Serves until it is stopped or nobody has been there for long.
    pub(crate) fn run(self, global: &GlobalOptions) -> anyhow::Result<Report> {
        if self.detach {
            clew_daemon::detach_from_terminal();
        }
        let place = remote::place(global)?;
        let endpoint = match &self.endpoint {
            Some(path) => Endpoint::at(path)?,
            None => place.endpoint,
        };
        clew_vfs::make_private(&place.data)
            .with_context(|| format!("cannot make the data folder {}", place.data.display()))?;
        let idle_exit = self.idle_exit.or_else(environment::idle_exit).unwrap_or_default();
        let engine = InProcessEngine::new(EngineOptions {
            // No client's questions are about the daemon's own root.
            start: place.data.clone(),
            project_root: Some(place.data.clone()),
            environment: wiring::user_folders(Some(place.data.clone())),
            following: Following::Continuous,
            memory_budget: environment::memory_budget(),
            setup: crate::set_up::service(global),
            ..EngineOptions::default()
        })?;
        let options = ServerOptions {
            endpoint,
            idle_exit: idle_exit.0,
            look: LOOK,
            most_clients: MOST_CLIENTS,
            version: env!("CARGO_PKG_VERSION").into(),
            store_format: clew_engine::STORE_FORMAT,
            config: None,
            settings: environment::settings_of_a_daemon(),
            log_file: self.log_file,
            first_line: Duration::from_secs(self.first_line),
            farewell: FAREWELL,
            program: std::env::current_exe().ok(),
        };
        let server = match Server::bind(Arc::new(LoggedEngine(engine)), options) {
            Ok(server) => server,
            // Another one was faster, which serves the same clients.
            Err(ServerError::Running { endpoint }) if self.detach => {
                tracing::info!("a daemon runs at {} already", endpoint.display());
                return Ok(Report::new(String::new(), Exit::Found));
            }
            Err(error) => return Err(error.into()),
        };
        let stopper = server.stopper();
        ctrlc::set_handler(move || stopper.stop()).context("cannot watch for signals")?;
        server.run();
        Ok(Report::new(String::new(), Exit::Found))
    }
}
