//! Where the daemon of these options is, and how it is reached and started.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clew_daemon::{ConnectorOptions, Endpoint, Launch};
use clew_engine::SessionOptions;

use crate::cli::GlobalOptions;
use crate::environment::{self, IdleExit};
use crate::folders;

/// How long the start of a daemon may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where a daemon is.
pub(crate) struct Place {
    /// Its data folder.
    pub(crate) data: PathBuf,
    /// Where it is reached.
    pub(crate) endpoint: Endpoint,
    /// Where it logs.
    pub(crate) log: PathBuf,
}

/// Whether a daemon is started where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// If need be, to stay for this time without clients.
    Always(Option<IdleExit>),
    /// Not for this.
    Never,
}

/// The place of the daemon for these options; nothing is made.
pub(crate) fn place(global: &GlobalOptions) -> anyhow::Result<Place> {
    let data = folders::data(global)?;
    let folder = environment::runtime_dir();
    let endpoint = match environment::endpoint() {
        Some(path) => Endpoint::at(&path)?,
        None => Endpoint::of_data_folder(&data, clew_engine::STORE_FORMAT, folder.as_deref())?,
    };
    let stem = endpoint.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let log = folder.unwrap_or_else(|| data.join("logs")).join(format!("{stem}.log"));
    Ok(Place { data, endpoint, log })
}

impl Place {
    /// How to connect, as a client with this session or with none.
    pub(crate) fn options(
        &self,
        client: &str,
        session: Option<SessionOptions>,
        start: Start,
    ) -> anyhow::Result<ConnectorOptions> {
        let launch = match start {
            Start::Always(idle_exit) => Some(self.launch(idle_exit)?),
            Start::Never => None,
        };
        Ok(ConnectorOptions {
            endpoint: self.endpoint.clone(),
            client: client.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            session,
            launch,
            patience: PATIENCE,
            pulse: clew_daemon::PULSE,
        })
    }

    /// The daemon gets what it needs as arguments, and nothing of the settings
    /// of the client that happens to start it.
    fn launch(&self, idle_exit: Option<IdleExit>) -> anyhow::Result<Launch> {
        let program = std::env::current_exe().context("the path of this program is unknown")?;
        let idle_exit = idle_exit.or_else(environment::idle_exit).unwrap_or_default();
        let mut arguments: Vec<OsString> = vec!["--data-dir".into(), self.data.clone().into()];
        arguments.extend(["daemon", "run", "--detach", "--endpoint"].map(OsString::from));
        arguments.push(self.endpoint.path().into());
        arguments.extend(["--log-file".into(), self.log.clone().into()]);
        arguments.extend(["--idle-exit".into(), idle_exit.to_string().into()]);
        Ok(Launch {
            program,
            arguments,
            hidden_variables: environment::settings_of_a_client(),
            log: self.log.clone(),
        })
    }
}
