//! Which era a connection and each of its requests belong to.

use rmcp::model::ProtocolVersion;
use serde_json::{Map, Value};

use crate::result::Era;

const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";

/// What the handshake has settled so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Handshake {
    /// No `initialize` yet; requests must describe themselves.
    #[default]
    None,
    /// `initialize` was received; this revision will be agreed on.
    Agreed(String),
}

impl Handshake {
    /// The revision that `initialize` with these params leads to.
    pub(super) fn from_initialize(params: Option<&Value>) -> Self {
        let asked = params.and_then(|params| params.get("protocolVersion")).and_then(Value::as_str);
        let known = ProtocolVersion::KNOWN_VERSIONS
            .iter()
            .find(|version| Some(version.as_str()) == asked && version.has_initialize());
        let agreed = known.unwrap_or(&ProtocolVersion::LATEST_WITH_INITIALIZE);
        Handshake::Agreed(agreed.as_str().to_string())
    }

    /// Whether batches are part of the agreed revision.
    pub(super) fn allows_batches(&self) -> bool {
        matches!(self, Handshake::Agreed(version) if version == "2025-03-26")
    }

    /// The era of a request, or what its metadata lacks.
    ///
    /// A request with either of the two keys describes itself and needs both.
    /// One with neither needs a handshake, unless it is the handshake.
    pub(super) fn era(&self, method: &str, params: Option<&Value>) -> Result<Era, String> {
        let meta = params.and_then(|params| params.get("_meta")).and_then(Value::as_object);
        if !describes_itself(params) {
            return match (method, self) {
                ("initialize" | "ping", _) => Ok(Era::Legacy),
                ("server/discover", _) | (_, Handshake::None) => Err(lacking(meta)),
                (_, Handshake::Agreed(_)) => Ok(Era::Legacy),
            };
        }
        let version = meta.and_then(|meta| meta.get(VERSION_KEY)).and_then(Value::as_str);
        let capabilities = meta.and_then(|meta| meta.get(CAPABILITIES_KEY));
        if version.is_some() && capabilities.is_some_and(Value::is_object) {
            return Ok(Era::Modern);
        }
        Err(lacking(meta))
    }
}

/// Whether the metadata of a request has either of the two keys.
pub(crate) fn describes_itself(params: Option<&Value>) -> bool {
    let meta = params.and_then(|params| params.get("_meta")).and_then(Value::as_object);
    meta.is_some_and(|meta| is_description(meta.keys()))
}

/// Whether metadata with these keys says by which rules a request is served.
pub(super) fn is_description<'a>(mut keys: impl Iterator<Item = &'a String>) -> bool {
    keys.any(|key| key == VERSION_KEY || key == CAPABILITIES_KEY)
}

/// The revision that the metadata of a request names.
pub(crate) fn described_version(params: Option<&Value>) -> Option<&str> {
    params?.get("_meta")?.get(VERSION_KEY)?.as_str()
}

fn lacking(meta: Option<&Map<String, Value>>) -> String {
    let has =
        |key: &str, fits: fn(&Value) -> bool| meta.and_then(|meta| meta.get(key)).is_some_and(fits);
    let mut keys = Vec::new();
    if !has(VERSION_KEY, Value::is_string) {
        keys.push(VERSION_KEY);
    }
    if !has(CAPABILITIES_KEY, Value::is_object) {
        keys.push(CAPABILITIES_KEY);
    }
    format!(
        "params._meta lacks or has malformed {}; send it with every request, or send initialize \
         first",
        keys.join(" and ")
    )
}
