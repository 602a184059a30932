//! Parameters of our own typed methods.

use serde::{Deserialize, Serialize, Serializer};

/// A request with what accompanies it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Call<R> {
    /// The question's own fields.
    pub(crate) request: R,
    /// Milliseconds after which the answer is of no use; no bound when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) timeout_ms: Option<u64>,
    /// Whether progress is wanted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) progress: bool,
    /// Language of messages for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lang: Option<String>,
    /// Who asks, where it is not the client that said hello.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) client: Option<String>,
    /// Which of the client's own connections asks; unsaved documents end with it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) connection: u64,
    /// Which workspaces may be chosen.
    #[serde(default, skip_serializing_if = "Rights::is_any")]
    pub(crate) workspaces: Rights,
}

/// Which workspaces a request may choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Rights {
    /// Any existing folder.
    #[default]
    AnyFolder,
    /// The root and the folders allowed at hello.
    AllowedOnly,
}

impl Rights {
    fn is_any(&self) -> bool {
        *self == Rights::AnyFolder
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Parameters of `$/cancel`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cancel {
    /// Id of the request that is no longer wanted.
    pub(crate) id: serde_json::Value,
}

/// Parameters of `$/progress`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ProgressReport {
    /// Id of the request.
    #[serde(serialize_with = "as_sent")]
    pub(crate) id: serde_json::Value,
    /// Units done; never falls.
    pub(crate) done: u64,
    /// Units in all, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) total: Option<u64>,
    /// What is being done.
    pub(crate) message: String,
}

fn as_sent<S: Serializer>(id: &serde_json::Value, serializer: S) -> Result<S::Ok, S::Error> {
    clew_rpc::AsSent(id).serialize(serializer)
}
