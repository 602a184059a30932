//! hello and info: what the daemon is and can.

use std::path::Path;
use std::sync::Arc;

use clew_engine::{RequestContext, Session, SessionOptions};
use clew_protocol::{ErrorCode, Question, ToolError};
use serde_json::{Map, Value, json};

use super::desk::{Answer, Caller, Desk, write};
use super::typed::decode;
use crate::wire::error::RpcError;
use crate::wire::hello::{CAPABILITIES, DaemonInfo, Hello, HelloSession};
use crate::wire::{PROTOCOL_MAJOR, PROTOCOL_MINOR, method};

/// Takes note of the client and tells what the daemon is.
pub(super) fn hello(desk: &Desk, params: Map<String, Value>, caller: &Caller) -> Answer {
    let hello: Hello = decode(params)?;
    let session = hello.session.clone().map(open_session).transpose()?;
    let mut info = daemon_info(desk);
    info.lacks = hello.lacking(&info.capabilities, &info.questions);
    info.root = session.as_ref().map(|session| session.root().to_path_buf());
    let mut state = caller.lock();
    state.client = hello.client;
    if session.is_some() {
        state.session = session;
    }
    write(&info)
}

fn daemon_info(desk: &Desk) -> DaemonInfo {
    let offered = Question::ALL.into_iter().filter(|question| desk.engine.offers(*question));
    DaemonInfo {
        server_version: desk.facts.version.clone(),
        protocol: (PROTOCOL_MAJOR, PROTOCOL_MINOR),
        store_format: desk.facts.store_format,
        pid: std::process::id(),
        capabilities: CAPABILITIES.iter().map(ToString::to_string).collect(),
        questions: offered.collect(),
        settings: desk.facts.settings.clone(),
        lacks: Vec::new(),
        root: None,
    }
}

/// Opens the session of a client.
fn open_session(from: HelloSession) -> Result<Arc<Session>, RpcError> {
    if !from.start.is_absolute() {
        let message = format!("session.start {} is not absolute", from.start.display());
        return Err(RpcError::params(message));
    }
    session(SessionOptions {
        start: from.start,
        project_root: from.project_root,
        allowed_roots: from.allowed_roots,
        metrics_file: from.metrics_file,
        chosen: from.chosen,
        current: from.current,
    })
}

/// Opens the session of a folder, which becomes its root.
pub(super) fn session_at(folder: &Path) -> Result<Arc<Session>, RpcError> {
    session(SessionOptions {
        start: folder.to_path_buf(),
        // In full, so that an error names it.
        project_root: Some(folder.to_path_buf()),
        ..SessionOptions::default()
    })
}

fn session(options: SessionOptions) -> Result<Arc<Session>, RpcError> {
    let opened = Session::open(options).map_err(|error| {
        let next = "give --project-root an existing folder";
        ToolError::new(ErrorCode::ProjectNotFound, error.to_string(), next)
    })?;
    Ok(Arc::new(opened))
}

/// Answers `info`, the contract's handshake.
pub(super) fn info(desk: &Desk) -> Answer {
    let context = RequestContext::new("info");
    let languages: Vec<String> =
        desk.engine.languages(&context)?.languages.into_iter().map(|entry| entry.id).collect();
    write(&json!({
        "protocol_version": format!("{PROTOCOL_MAJOR}.{PROTOCOL_MINOR}"),
        "server_version": desk.facts.version,
        "store_format": desk.facts.store_format,
        "config": desk.facts.config,
        "endpoint": desk.facts.endpoint,
        "pid": std::process::id(),
        "methods": method::all(),
        "languages": languages,
        "capabilities": CAPABILITIES,
    }))
}
