//! The one way out of the machine.
//!
//! Everything that is sent to a model provider passes the [`Sanitizer`]: secrets
//! become typed and numbered placeholders, dumps of the environment go, addresses
//! off the allow-list become a mock address. Only [`Sanitized`] values can be given
//! to the [`Door`], and only the sanitizer makes them, so code that would send
//! anything else does not compile. The workspace's only HTTP client lives here.

mod client;
mod sanitizer;

pub use client::{Answer, Door, DoorError, Endpoint, EndpointError, Key, Limits, Method};
pub use sanitizer::{
    MOCK_ADDRESS, Restoration, RestoreError, Sanitized, Sanitizer, SecretKind, UrlPolicy,
};
