//! status, scan and scan_status of the contract: the active project.

use std::path::{Path, PathBuf};

use clew_protocol::{
    DaemonStatus, ScanRefusal, ScanRequest, ScanStatus, ScanWait, StatusAnswer, StatusRequest,
};
use serde_json::{Value, json};

use super::Asked;
use crate::server::desk::{Answer, write};
use crate::server::greeting::session_at;
use crate::wire::error::{BUSY, RpcError};

pub(super) fn status(asked: &Asked<'_>) -> Answer {
    if asked.desk.session(asked.caller).is_err() {
        return write(&json!({
            "status": "Idle", "project_root": "", "files": 0, "declarations": 0,
            "functions": 0, "members": 0, "dependencies": 0, "edges": 0,
        }));
    }
    let answer = state(asked)?;
    let stats = &answer.stats;
    write(&json!({
        "status": match answer.daemon_status {
            DaemonStatus::Idle => "Idle",
            DaemonStatus::Scanning => "Scanning",
            DaemonStatus::Monitoring => "Monitoring",
            DaemonStatus::Error => "Error",
        },
        "project_root": answer.daemon_project,
        "files": stats.files,
        "declarations": stats.declarations,
        "functions": stats.functions,
        "members": stats.members,
        "dependencies": stats.dependencies,
        "edges": stats.edges,
    }))
}

pub(super) fn scan_status(asked: &Asked<'_>) -> Answer {
    if asked.desk.session(asked.caller).is_err() {
        return write(&clew_protocol::ScanProgress::default());
    }
    write(&state(asked)?.scan)
}

fn state(asked: &Asked<'_>) -> Result<StatusAnswer, RpcError> {
    let context = asked.context()?;
    Ok(asked.desk.engine.status(StatusRequest::default(), &context)?)
}

/// Makes a folder the active project and starts its scan.
pub(super) fn scan(asked: &Asked<'_>) -> Answer {
    let language = language(asked)?;
    let given = asked.arguments.text(&["file_path", "path"])?.unwrap_or_else(|| ".".into());
    let folder = folder(asked, &given)?;
    let restart = asked.arguments.flag(&["restart"])?;
    let session = session_at(&folder)?;
    let context = asked.desk.contract_context(session.clone(), asked.caller, asked.ticket);
    let request = ScanRequest { restart, wait: ScanWait::Detached, ..ScanRequest::default() };
    let answer = asked.desk.engine.scan(request, &context)?;
    if answer.reason == Some(ScanRefusal::ScanInProgress) && answer.status == ScanStatus::Scanning {
        let message = "a scan of this project is running; `scan_status` tells how far it is";
        return Err(RpcError::new(BUSY, message));
    }
    asked.caller.lock().session = Some(session.clone());
    *asked.desk.active() = Some(session);
    write(&json!({
        "scan_id": answer.scan_id,
        "status": "scanning",
        "message": answer.message,
        "path": answer.path,
        "language": language,
    }))
}

/// The folder that is meant; relative ones count from the project there is.
fn folder(asked: &Asked<'_>, given: &str) -> Result<PathBuf, RpcError> {
    let path = Path::new(given);
    let folder = match asked.desk.session(asked.caller) {
        _ if path.is_absolute() => path.to_path_buf(),
        Ok(session) => session.root().join(path),
        Err(_) => {
            let message =
                format!("file_path `{given}` is not absolute and there is no project yet");
            return Err(RpcError::params(message));
        }
    };
    if folder.is_file() {
        let message = format!("file_path {} is a file; name a folder", folder.display());
        return Err(RpcError::params(message));
    }
    Ok(folder)
}

/// All languages are read whichever is named, but an unknown name is a mistake.
fn language(asked: &Asked<'_>) -> Result<String, RpcError> {
    let named = asked.arguments.text(&["language", "lang"])?.unwrap_or_else(|| "auto".into());
    let named = named.trim().to_ascii_lowercase();
    if named == "auto" || named == "resource" {
        return Ok(named);
    }
    let context = clew_engine::RequestContext::new("socket");
    let known = asked.desk.engine.languages(&context)?.languages;
    if known.iter().any(|entry| entry.id == named || entry.name.eq_ignore_ascii_case(&named)) {
        return Ok(named);
    }
    let ids: Vec<Value> = known.into_iter().map(|entry| Value::String(entry.id)).collect();
    let message = format!("unknown language `{named}`; use auto or one of the known ones");
    Err(RpcError::params(message).with("languages", ids))
}
