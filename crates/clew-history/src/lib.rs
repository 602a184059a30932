//! The history of a git repository as text: what each commit says and what it changed.
//!
//! [`Log`] opens the repository of a working copy (a main one, a linked worktree, a
//! submodule, a shallow clone) and lists the commits that its head reaches, the newest
//! first. Only git's own files are read: no program is run, nothing is written, and the
//! configuration of the user and of the system has no say.
//!
//! This crate knows no index and no search.

#![deny(missing_docs)]

mod commit;
mod log;
#[cfg(test)]
mod tests;

pub use commit::{Commit, CommitId};
pub use log::{HistoryError, Log};
