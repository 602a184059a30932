//! Set-up: from arguments to a configuration that is in use.
//!
//! Whoever asks over MCP may be repeating what an injected text told it. Such a caller
//! ([`Asker::Program`]) can switch providers off and choose one on this machine; what
//! would send code or a key to a new place is kept aside as pending, is not used and is
//! not even contacted, until a person has seen it and confirmed exactly that. Files of
//! a workspace have no say at all. The crate opens no page and asks nobody; it knows
//! files of the user's configuration folder, and keys by reference.

mod choice;
mod desk;
mod error;
mod guard;
mod keys;
mod models;
mod places;
mod service;
mod status;
#[cfg(test)]
mod tests;
mod variables;
mod words;

pub use choice::{Asker, choose};
pub use desk::{Desk, Effective, Outcome, Pending, SettingsOf, judge};
pub use error::SetupError;
pub use guard::{Reason, differences, reasons};
pub use keys::{FileKeys, KeyError, KeyRef, KeyRefError, KeyStore, NoKeys};
pub use models::{Embedders, Vectors, describing_model};
pub use places::{Places, StoreError};
pub use service::{OpenPage, Page, SetupService};
pub use variables::{KEY_VARIABLES, Variables, is_key_variable};
