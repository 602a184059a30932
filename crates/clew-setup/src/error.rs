//! What can go wrong in set-up.

use std::path::PathBuf;

use clew_door::EndpointError;
use clew_protocol::{ErrorCode, ToolError};

use crate::keys::KeyError;
use crate::places::StoreError;
use crate::variables::KEY_VARIABLES;

/// A configuration was not written.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// A value that does not fit.
    #[error("{field} {shown:?} does not fit: give {wanted}")]
    Value {
        /// Name of the argument.
        field: &'static str,
        /// The beginning of what was given.
        shown: String,
        /// What it takes.
        wanted: &'static str,
    },
    /// An argument that another one needs.
    #[error("{field} is missing: {why}")]
    Missing {
        /// Name of the argument.
        field: &'static str,
        /// Why it is needed.
        why: &'static str,
    },
    /// Two arguments that contradict each other.
    #[error("{0}")]
    Contradiction(&'static str),
    /// The address cannot be used.
    #[error("provider_url: {0}")]
    Address(#[from] EndpointError),
    /// A variable that may hold something else than a provider's key.
    #[error("token_env {0:?} is not on the list of variables for provider keys")]
    Variable(String),
    /// `CLEW_CONFIG` names a file, which is only read.
    #[error("the configuration {0} is not ours to write")]
    External(PathBuf),
    /// The file holds a key in plain text, which would be lost or written again.
    #[error("{0} holds a key in plain text (llm.token), which set-up does not copy")]
    PlainKey(PathBuf),
    /// Nothing waits, or something else than what was shown.
    #[error("what waits for confirmation is not what was shown")]
    Changed,
    /// There is no page here.
    #[error("the set-up page cannot be opened: {0}")]
    Page(String),
    /// Files of the configuration folder.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The keyring.
    #[error(transparent)]
    Key(#[from] KeyError),
}

impl SetupError {
    /// What to do about it.
    pub fn next(&self) -> String {
        match self {
            SetupError::Value { .. } | SetupError::Missing { .. } => {
                "correct the argument; docs/setup.md lists all of them".into()
            }
            SetupError::Contradiction(_) => "leave one of them out".into(),
            SetupError::Address(_) => "give the base address, such as https://host/v1".into(),
            SetupError::Variable(_) => format!("use one of {}", KEY_VARIABLES.join(", ")),
            SetupError::External(_) => "edit that file, or unset CLEW_CONFIG and ZNT_CONFIG".into(),
            SetupError::PlainKey(_) => {
                "put the key into the keyring with `clew setup --key`, and remove llm.token".into()
            }
            SetupError::Changed => "look at it again with `clew setup --status`".into(),
            SetupError::Page(_) => "run `clew setup` in a terminal, or give interactive: false \
                with mode"
                .into(),
            SetupError::Store(_) => "check the folder and its permissions, then try again".into(),
            SetupError::Key(error) => error.next().into(),
        }
    }
}

impl From<SetupError> for ToolError {
    fn from(error: SetupError) -> Self {
        let code = match error {
            SetupError::Store(_) | SetupError::Key(_) | SetupError::Page(_) => ErrorCode::Internal,
            _ => ErrorCode::InvalidInput,
        };
        let (message, next) = (error.to_string(), error.next());
        ToolError::new(code, message, next)
    }
}
