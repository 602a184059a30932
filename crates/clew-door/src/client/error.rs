//! What can go wrong on the way to a provider.

use std::time::Duration;

/// A request had no answer that can be used.
#[derive(Debug, thiserror::Error)]
pub enum DoorError {
    /// Nobody listens, or the name does not resolve.
    #[error("cannot reach {host}: {reason}; check that the provider runs")]
    Unreachable {
        /// Host of the endpoint.
        host: String,
        /// What the system said.
        reason: String,
    },
    /// No answer in time.
    #[error("{host} did not answer within {} s; raise the time-out or use a smaller batch", .after.as_secs_f32())]
    Timeout {
        /// Host of the endpoint.
        host: String,
        /// The time-out.
        after: Duration,
    },
    /// The key was refused.
    #[error("{host} refused the key (status {status}); set it again with `clew setup`")]
    Refused {
        /// Host of the endpoint.
        host: String,
        /// HTTP status.
        status: u16,
    },
    /// The provider asks to wait longer than the request may.
    #[error("{host} asks to wait {} s before the next request", .wait.as_secs())]
    Busy {
        /// Host of the endpoint.
        host: String,
        /// What it asked for.
        wait: Duration,
    },
    /// Another status.
    #[error("{host} answered with status {status}: {message}")]
    Status {
        /// Host of the endpoint.
        host: String,
        /// HTTP status.
        status: u16,
        /// The beginning of its message, without the key.
        message: String,
    },
    /// An answer that is not JSON, or too large.
    #[error("the answer of {host} cannot be read: {reason}")]
    Unreadable {
        /// Host of the endpoint.
        host: String,
        /// Why.
        reason: String,
    },
    /// The caller went away.
    #[error("the request to {host} was cancelled")]
    Cancelled {
        /// Host of the endpoint.
        host: String,
    },
}

impl DoorError {
    /// Whether the same request may succeed later.
    pub fn is_passing(&self) -> bool {
        match self {
            DoorError::Unreachable { .. } | DoorError::Timeout { .. } | DoorError::Busy { .. } => {
                true
            }
            DoorError::Status { status, .. } => matches!(status, 408 | 425 | 429 | 500..=599),
            DoorError::Refused { .. }
            | DoorError::Unreadable { .. }
            | DoorError::Cancelled { .. } => false,
        }
    }
}
