//! The engine: workspaces, scans and the answers to questions.
//!
//! [`InProcessEngine`] implements [`Engine`] over the index in the user's data
//! folder. Each workspace keeps one immutable view; a question first brings the
//! view up to date with the files (a walk and what changed), then answers from it.
//!
//! The engine is synchronous, prints nothing and reads no environment variable.

pub mod api;
mod cursor;
mod front_ends;
mod in_process;
mod language;
mod log_ring;
mod logged;
mod meaning;
mod named_folder;
mod names;
mod questions;
mod registry;
mod session;
mod unsaved;
mod usage;
mod workspace;

pub use clew_index::STORE_FORMAT;

pub use api::{
    CancelToken, ConnectionId, Engine, Progress, ProgressSink, RequestContext, Silent,
    WorkspaceRight,
};
pub use in_process::{
    DEFAULT_MEMORY_BUDGET, EngineOptions, Following, InProcessEngine, StartError,
};
pub use logged::LoggedEngine;
pub use session::{Session, SessionOptions};
