//! `clew doctor`: what a report of a fault needs, without secrets.

mod daemon;
mod redact;

use std::path::{Path, PathBuf};

use clap::Args;
use clew_protocol::{LogEntry, LogsRequest, StatusAnswer, StatusRequest, ToolError};
use clew_vfs::watch::Watch;
use clew_vfs::{RealFs, config};
use serde::Serialize;
use serde_json::Value;

use crate::cli::{GlobalOptions, OutputOptions};
use crate::exit::Exit;
use crate::folders;
use crate::palette::{name, plain};
use crate::report::Report;
use crate::session::Session;
use crate::wiring::Purpose;

/// Variables shown beside those of clew itself.
const VARIABLES: [&str; 5] =
    ["NO_COLOR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "LANG", "RUST_BACKTRACE"];

/// Show what a report of a fault needs
///
/// Versions, folders, settings, watching and the state of the index. Secrets are
/// removed and the home folder is written as `~`. Nothing is sent anywhere.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew doctor\n  clew doctor --json > report.json")]
pub(crate) struct Doctor {
    #[command(flatten)]
    output: OutputOptions,
}

/// Everything that is told.
#[derive(Debug, Default, Serialize)]
struct Findings {
    version: String,
    platform: String,
    folders: Folders,
    settings: Settings,
    environment: Vec<(String, String)>,
    watching: Watching,
    daemon: daemon::Daemon,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<StatusAnswer>,
    logs: Vec<LogEntry>,
    usage: Usage,
    problems: Vec<String>,
}

#[derive(Debug, Default, Serialize)]
struct Folders {
    current: String,
    root: String,
    data: String,
    data_state: String,
}

#[derive(Debug, Default, Serialize)]
struct Settings {
    file: String,
    notes: Vec<String>,
}

#[derive(Debug, Default, Serialize)]
struct Watching {
    works: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    mount: Option<String>,
    limits: Vec<(String, String)>,
}

#[derive(Debug, Default, Serialize)]
struct Usage {
    calls: u64,
    log: String,
}

impl Doctor {
    /// Looks at everything and prints it; exit code 1 when there are problems.
    pub(crate) fn run(self, global: &GlobalOptions) -> anyhow::Result<Report> {
        let findings = examine(global);
        let exit = if findings.problems.is_empty() { Exit::Found } else { Exit::Nothing };
        let home = std::env::var("HOME").or_else(|_| std::env::var("USERPROFILE")).ok();
        let mut value = serde_json::to_value(&findings)?;
        redact::redact(&mut value, home.as_deref());
        if self.output.json {
            return Report::json(&value, exit);
        }
        let mut text = String::new();
        write_value(&mut text, &value, 0);
        Ok(Report::new(text, exit))
    }
}

fn examine(global: &GlobalOptions) -> Findings {
    let mut findings = Findings {
        version: env!("CARGO_PKG_VERSION").to_string(),
        platform: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        environment: variables(),
        ..Findings::default()
    };
    let current = std::env::current_dir().map(|path| path.display().to_string());
    findings.folders.current = current.unwrap_or_else(|error| error.to_string());
    match folders::data(global) {
        Ok(data) => {
            findings.folders.data = data.display().to_string();
            findings.folders.data_state = data_state(&data, &mut findings.problems);
        }
        Err(error) => findings.problems.push(format!("{error:#}")),
    }
    match folders::project(global) {
        Ok(root) => examine_root(&root, &mut findings),
        Err(error) => findings.problems.push(format!("{error:#}")),
    }
    findings.daemon = daemon::examine(global, &mut findings.problems);
    match Session::start(global, Purpose::Fragment) {
        Ok(session) => examine_index(&session, &mut findings),
        Err(error) => findings.problems.push(message(&error)),
    }
    findings.problems.dedup();
    findings
}

fn message(error: &anyhow::Error) -> String {
    match error.downcast_ref::<ToolError>() {
        Some(error) => format!("{}; {}", error.message, error.next),
        None => format!("{error:#}"),
    }
}

fn variables() -> Vec<(String, String)> {
    let mut shown: Vec<(String, String)> = std::env::vars_os()
        .filter_map(|(key, value)| {
            let key = key.to_string_lossy().into_owned();
            let is_own = key.starts_with("CLEW_") || key.starts_with("ZNT_");
            let is_shown = is_own || VARIABLES.contains(&key.as_str());
            let value = match redact::is_secret_name(&key) {
                true => "set".to_string(),
                false => value.to_string_lossy().into_owned(),
            };
            is_shown.then_some((key, value))
        })
        .collect();
    shown.sort();
    shown
}

fn data_state(data: &Path, problems: &mut Vec<String>) -> String {
    if !data.exists() {
        return "not there yet".to_string();
    }
    // A file is made and removed: rights alone do not tell of full or read-only disks.
    let tried = tempfile::NamedTempFile::new_in(data)
        .and_then(|mut file| std::io::Write::write_all(&mut file, &[0; 4096]));
    match tried {
        Ok(()) => "writable".to_string(),
        Err(error) => {
            problems.push(format!("the data folder cannot be written: {error}"));
            format!("not writable: {error}")
        }
    }
}

fn examine_root(root: &Path, findings: &mut Findings) {
    findings.folders.root = root.display().to_string();
    let loaded = config::load_config(&RealFs, root);
    for message in loaded.brief(root) {
        findings.problems.push(format!("settings: {message}"));
        findings.settings.notes.push(message);
    }
    findings.settings.file =
        loaded.path.map_or_else(|| "none".to_string(), |path| path.display().to_string());
    findings.watching = watching(root, &mut findings.problems);
}

fn watching(root: &Path, problems: &mut Vec<String>) -> Watching {
    let started = tempfile::tempdir().map_err(|error| error.to_string()).and_then(|folder| {
        let watched = folder.path().join("root");
        std::fs::create_dir(&watched).map_err(|error| error.to_string())?;
        let fence = folder.path().join("fence");
        Watch::start(&watched, &fence, Box::new(|_| {})).map_err(|error| error.to_string())?;
        Ok(())
    });
    if let Err(error) = &started {
        problems.push(format!("changes of files are not reported: {error}"));
    }
    let limit = |name: &str| {
        let path = PathBuf::from("/proc/sys/fs/inotify").join(name);
        let text = std::fs::read_to_string(path).ok()?;
        Some((name.to_string(), text.trim().to_string()))
    };
    let limits = ["max_user_watches", "max_user_instances", "max_queued_events"];
    Watching {
        works: started.is_ok(),
        mount: clew_vfs::mounts::remote_kind(root),
        limits: limits.into_iter().filter_map(limit).collect(),
    }
}

fn examine_index(session: &Session, findings: &mut Findings) {
    let status = session.ask(|engine, context| engine.status(StatusRequest::default(), context));
    match status {
        Ok(status) => {
            if let Some(error) = &status.scan.last_error {
                findings.problems.push(format!("the last scan failed: {error}"));
            }
            let counted: u64 = status.languages.iter().map(|(_, files)| files).sum();
            if counted != status.stats.files {
                let read = status.stats.files;
                let problem = format!("of {counted} files in the index {read} can be read");
                findings.problems.push(problem);
            }
            findings.index = Some(status);
        }
        Err(error) => findings.problems.push(format!("{}; {}", error.message, error.next)),
    }
    let logs = session.ask(|engine, context| engine.logs(LogsRequest::default(), context));
    match logs {
        Ok(logs) => findings.logs = logs.entries,
        Err(error) => findings.problems.push(error.message),
    }
    match session.ask(|engine, context| engine.stats(context)) {
        Ok(stats) => {
            findings.usage = Usage { calls: stats.lifetime_calls, log: stats.persistence };
        }
        Err(error) => findings.problems.push(error.message),
    }
}

/// A value as indented lines.
fn write_value(out: &mut String, value: &Value, depth: usize) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Object(map) => {
            for (key, item) in map {
                write_entry(out, &indent, key, item, depth);
            }
        }
        Value::Array(items) => {
            for item in items {
                match item {
                    // Pairs are names with their values.
                    Value::Array(pair) if pair.len() == 2 && pair[0].is_string() => {
                        let key = pair[0].as_str().unwrap_or_default();
                        write_entry(out, &indent, key, &pair[1], depth);
                    }
                    Value::Object(_) | Value::Array(_) => {
                        write_value(out, item, depth);
                    }
                    _ => out.push_str(&format!("{indent}{}\n", scalar(item))),
                }
            }
        }
        _ => out.push_str(&format!("{indent}{}\n", scalar(value))),
    }
}

fn write_entry(out: &mut String, indent: &str, key: &str, item: &Value, depth: usize) {
    match item {
        Value::Array(items) if items.is_empty() => {
            out.push_str(&format!("{indent}{}: none\n", name(&plain(key))));
        }
        Value::Object(_) | Value::Array(_) => {
            out.push_str(&format!("{indent}{}:\n", name(&plain(key))));
            write_value(out, item, depth + 1);
        }
        _ => out.push_str(&format!("{indent}{}: {}\n", name(&plain(key)), scalar(item))),
    }
}

fn scalar(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| plain(text).to_string())
}
