//! `clew daemon`: the process that keeps workspaces open for all front ends.

use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};
use clew_daemon::{Connector, DaemonState, RemoteEngine, RemoteError};
use clew_protocol::{ToolError, WatchMode};

use super::daemon_run::Run;
use crate::cli::{GlobalOptions, OutputOptions};
use crate::exit::Exit;
use crate::palette::{name, plain};
use crate::remote::{self, Start};
use crate::report::Report;

/// Start, stop or look at the daemon
///
/// Every verb and `clew mcp` ask the daemon, which starts when it is needed and
/// ends when nobody has been there for half an hour. `--standalone` leaves it
/// out.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew daemon status\n  clew daemon stop\n  \
    clew daemon start --idle-exit never")]
pub(crate) struct Daemon {
    #[command(subcommand)]
    action: Action,
}

/// What to do with the daemon.
#[derive(Debug, Subcommand)]
enum Action {
    /// Start the daemon, unless it is running
    Start(StartOptions),
    /// End the daemon
    Stop(StopOptions),
    /// Show whether the daemon runs, and for whom
    Status(OutputOptions),
    /// Show the end of the daemon's log file
    Logs(LogOptions),
    /// Be the daemon, in this process, for supervisors such as systemd
    Run(Run),
}

/// How the daemon is started.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct StartOptions {
    /// Seconds without any client after which it ends, or `never`; default 1800
    #[arg(long, value_name = "SECONDS")]
    pub(crate) idle_exit: Option<crate::environment::IdleExit>,
}

/// How the daemon is ended.
#[derive(Clone, Copy, Debug, Args)]
struct StopOptions {
    /// End it also while a scan or another client's request runs
    #[arg(long)]
    force: bool,
}

/// What of the log is shown.
#[derive(Clone, Copy, Debug, Args)]
struct LogOptions {
    /// Lines to show
    #[arg(short = 'n', long, value_name = "N", default_value_t = 50)]
    lines: usize,
}

impl Daemon {
    /// Whether this process is to be the daemon, which logs to a file.
    pub(crate) fn log_file(&self) -> Option<PathBuf> {
        match &self.action {
            Action::Run(run) => run.log_file(),
            _ => None,
        }
    }

    pub(crate) fn run(self, global: &GlobalOptions) -> anyhow::Result<Report> {
        match self.action {
            Action::Start(options) => start(global, options),
            Action::Stop(options) => stop(global, options),
            Action::Status(output) => status(global, output),
            Action::Logs(options) => logs(global, options),
            Action::Run(run) => run.run(global),
        }
    }
}

fn start(global: &GlobalOptions, options: StartOptions) -> anyhow::Result<Report> {
    if let Some(engine) = running(global)? {
        return already_running(&engine.state()?, options);
    }
    let place = remote::place(global)?;
    let connector = Connector::new(place.options("cli", None, Start::Always(options.idle_exit))?);
    let engine = RemoteEngine::connect(connector).map_err(ToolError::from)?;
    let state = engine.state()?;
    let text = format!("daemon {} at {}\n", state.pid, plain(&state.endpoint.to_string_lossy()));
    Ok(Report::new(text, Exit::Found))
}

/// What is said of a daemon that was there before; it keeps its settings.
fn already_running(state: &DaemonState, options: StartOptions) -> anyhow::Result<Report> {
    let endpoint = plain(&state.endpoint.to_string_lossy());
    let idle_exit = shown_idle_exit(state);
    let text = format!("daemon {} runs already at {endpoint}, idle exit {idle_exit}\n", state.pid);
    let mut report = Report::new(text, Exit::Found);
    if options.idle_exit.is_some() {
        report.hints.push(format!(
            "--idle-exit was not applied, it stays {idle_exit}; run `clew daemon stop` first"
        ));
    }
    Ok(report)
}

fn shown_idle_exit(state: &DaemonState) -> String {
    state.idle_exit_seconds.map_or_else(|| "never".into(), |seconds| format!("{seconds} s"))
}

/// The running daemon, or none.
fn running(global: &GlobalOptions) -> anyhow::Result<Option<RemoteEngine>> {
    let place = remote::place(global)?;
    match RemoteEngine::connect(Connector::new(place.options("cli", None, Start::Never)?)) {
        Ok(engine) => Ok(Some(engine)),
        Err(RemoteError::NotRunning { .. }) => Ok(None),
        Err(error) => Err(ToolError::from(error).into()),
    }
}

fn not_running(global: &GlobalOptions) -> anyhow::Result<Report> {
    let endpoint = remote::place(global)?.endpoint;
    let mut report = Report::new("not running\n".into(), Exit::Nothing);
    report.hints.push(format!("no daemon at {}", endpoint.path().display()));
    Ok(report)
}

fn stop(global: &GlobalOptions, options: StopOptions) -> anyhow::Result<Report> {
    let place = remote::place(global)?;
    let connector = Connector::new(place.options("cli", None, Start::Never)?);
    let engine = match RemoteEngine::connect(connector.clone()) {
        Ok(engine) => engine,
        Err(RemoteError::NotRunning { .. }) => return not_running(global),
        Err(RemoteError::Silent { process: Some(process), .. }) if options.force => {
            connector.end_silent(process)?;
            let pid = process.pid();
            let text = format!("daemon {pid} did not answer; its process was ended\n");
            return Ok(Report::new(text, Exit::Found));
        }
        Err(error) => return Err(ToolError::from(error).into()),
    };
    let state = engine.state()?;
    engine.shut_down(options.force)?;
    Ok(Report::new(format!("daemon {} has ended\n", state.pid), Exit::Found))
}

/// A daemon that runs, as JSON.
#[derive(serde::Serialize)]
struct Present {
    running: bool,
    #[serde(flatten)]
    state: DaemonState,
}

/// That none runs, as JSON.
#[derive(serde::Serialize)]
struct Absent {
    running: bool,
    /// Where it would listen.
    endpoint: PathBuf,
}

impl Absent {
    fn of(global: &GlobalOptions) -> anyhow::Result<Self> {
        let endpoint = remote::place(global)?.endpoint.path().to_path_buf();
        Ok(Absent { running: false, endpoint })
    }
}

fn status(global: &GlobalOptions, output: OutputOptions) -> anyhow::Result<Report> {
    let Some(engine) = running(global)? else {
        return match output.json {
            true => Report::json(&Absent::of(global)?, Exit::Nothing),
            false => not_running(global),
        };
    };
    let mut state = engine.state()?;
    // The client that asks is one of them.
    if let Some(own) = state.clients.iter().position(|client| client == "cli") {
        state.clients.remove(own);
    }
    if output.json {
        return Report::json(&Present { running: true, state }, Exit::Found);
    }
    let mut text = format!("{}\n", name(&format!("daemon {}", state.pid)));
    let idle_exit = shown_idle_exit(&state);
    let mut line = |title: &str, value: String| {
        text.push_str(&format!("  {title:<12}{}\n", plain(&value)));
    };
    line("version", state.server_version);
    line("endpoint", state.endpoint.to_string_lossy().into_owned());
    line("running for", format!("{} s", state.uptime_seconds));
    line("idle exit", idle_exit);
    let clients = match state.clients.len() {
        0 => "none".to_string(),
        count => format!("{count} ({})", counted(&state.clients)),
    };
    line("clients", clients);
    line("requests", format!("{}, {} running", state.requests, state.running));
    if state.cut_off > 0 {
        line("cut off", format!("{} connections without a first line", state.cut_off));
    }
    if let Some(bytes) = state.memory {
        line("memory", format!("{} MiB", bytes >> 20));
    }
    if let Some(log) = state.log_file {
        line("log", log.to_string_lossy().into_owned());
    }
    let context = clew_engine::RequestContext::new("cli");
    for open in clew_engine::Engine::workspaces(&engine, &context)?.workspaces {
        let watch = match (open.watch.mode, open.watch.interval_ms) {
            (WatchMode::Native, _) => format!("{} folders watched", open.watch.folders),
            (WatchMode::Polling, Some(ms)) => format!("looked at every {ms} ms"),
            _ => "looked at when asked".to_string(),
        };
        let memory = open.memory >> 20;
        line("workspace", format!("{} ({} files, {memory} MiB, {watch})", open.root, open.files));
    }
    Ok(Report::new(text, Exit::Found))
}

/// Names in the order in which they come, each once with how often it does.
fn counted(names: &[String]) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match counts.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let shown = counts.into_iter().map(|(name, count)| match count {
        1 => name.to_string(),
        _ => format!("{count} × {name}"),
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// Bytes of the log's end that are looked at.
const TAIL: u64 = 256 << 10;

/// Works whether or not the daemon runs: its log matters most when it does not.
fn logs(global: &GlobalOptions, options: LogOptions) -> anyhow::Result<Report> {
    let log = remote::place(global)?.log;
    let mut file = match std::fs::File::open(&log) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let mut report = Report::new(String::new(), Exit::Nothing);
            report.hints.push(format!("there is no log yet at {}", log.display()));
            return Ok(report);
        }
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", log.display())),
    };
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut bytes = Vec::new();
    file.take(TAIL).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    let last = &lines[lines.len().saturating_sub(options.lines)..];
    let shown: String = last.iter().map(|line| format!("{}\n", plain(line))).collect();
    Ok(Report::new(shown, Exit::Found))
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn many_of_one_name_are_counted() {
        let names = ["mcp", "cli", "mcp", "mcp"].map(String::from);
        assert_eq!(counted(&names), "3 × mcp, cli");
        assert_eq!(counted(&names[1..2]), "cli");
    }
}
