//! What can go wrong with a provider.

use clew_door::DoorError;

/// A provider did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// No usable answer.
    #[error(transparent)]
    Door(#[from] DoorError),
    /// An answer of another shape.
    #[error("the answer of {host} lacks {what}; check that the address is that of its API")]
    Shape {
        /// Host of the endpoint.
        host: String,
        /// What was looked for.
        what: &'static str,
    },
    /// Vectors that do not belong together.
    #[error("{host} answered {found} where {wanted} {what} belong; check the model")]
    Count {
        /// Host of the endpoint.
        host: String,
        /// What is counted.
        what: &'static str,
        /// How many there should be.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// A vector that points nowhere, so that nothing can be compared with it.
    #[error("{host} answered a vector without a direction, all zeros; check the model")]
    NoDirection {
        /// Host of the endpoint.
        host: String,
    },
}

impl ProviderError {
    /// Whether the same request may succeed later.
    pub fn is_passing(&self) -> bool {
        matches!(self, ProviderError::Door(error) if error.is_passing())
    }

    /// Whether it is the texts that have no vectors, say because one is too long.
    pub(crate) fn is_about_texts(&self) -> bool {
        match self {
            ProviderError::Door(DoorError::Status { status, .. }) => {
                matches!(status, 400 | 413 | 422)
            }
            ProviderError::NoDirection { .. } => true,
            _ => false,
        }
    }

    /// What failed in a few words, without anything that the provider wrote.
    pub fn summary(&self) -> String {
        match self {
            ProviderError::Door(DoorError::Status { host, status, .. }) => {
                format!("{host} answered with status {status}")
            }
            ProviderError::Door(DoorError::Unreadable { host, .. }) => {
                format!("the answer of {host} cannot be read")
            }
            other => other.to_string(),
        }
    }
}
