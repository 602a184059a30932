//! Errors as they travel: a number, a sentence, data.

use clew_protocol::{ErrorCode, ToolError};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Not JSON, or no request object.
pub(crate) const PARSE_ERROR: i32 = -32700;
/// Not a request of JSON-RPC 2.0.
pub(crate) const INVALID_REQUEST: i32 = -32600;
/// There is no such method.
pub(crate) const UNKNOWN_METHOD: i32 = -32601;
/// Wrong parameters.
pub(crate) const INVALID_PARAMS: i32 = -32602;
/// A fault of the daemon, or a service that is not there yet.
pub(crate) const INTERNAL: i32 = -32603;
/// A scan or too many requests are running; worth asking again.
pub(crate) const BUSY: i32 = -32001;

/// The error of a reply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RpcError {
    /// Kind, as JSON-RPC and the contract number them.
    pub(crate) code: i32,
    /// What failed, on what.
    pub(crate) message: String,
    /// More, for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) data: Option<Value>,
}

impl RpcError {
    /// An error without data.
    pub(crate) fn new(code: i32, message: impl Into<String>) -> Self {
        RpcError { code, message: message.into(), data: None }
    }

    /// Wrong parameters.
    pub(crate) fn params(message: impl Into<String>) -> Self {
        RpcError::new(INVALID_PARAMS, message)
    }

    /// Adds a field to the data.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        let data = self.data.get_or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(fields) = data {
            fields.insert(name.into(), value.into());
        }
        self
    }

    /// The error as the engine's trait has it.
    pub(crate) fn into_tool_error(self) -> ToolError {
        if let Some(error) = self.data.and_then(|data| serde_json::from_value(data).ok()) {
            return error;
        }
        let code = match self.code {
            INVALID_PARAMS => ErrorCode::InvalidInput,
            BUSY => ErrorCode::Busy,
            -32004 => ErrorCode::NotFound,
            -32009 => ErrorCode::Ambiguous,
            _ => ErrorCode::Internal,
        };
        let next = match code {
            ErrorCode::Busy => "ask again in a moment",
            _ if self.code == UNKNOWN_METHOD => {
                "the running daemon is older than this program; run `clew daemon stop` and ask \
                 again"
            }
            _ => "`clew daemon logs` has details",
        };
        ToolError::new(code, self.message, next)
    }
}

impl From<ToolError> for RpcError {
    fn from(error: ToolError) -> Self {
        RpcError {
            code: error.code.numeric(),
            message: error.message.clone(),
            data: serde_json::to_value(&error).ok().or_else(|| Some(json!({}))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_engine_arrive_as_they_were() {
        let mut error = ToolError::ambiguous("`total` has two owners", vec!["a.total".into()]);
        error.nearest.push("b".into());
        let sent = RpcError::from(error.clone());
        assert_eq!(sent.code, -32009);
        let text = serde_json::to_string(&sent).unwrap();
        let received: RpcError = serde_json::from_str(&text).unwrap();
        assert_eq!(received.into_tool_error(), error);
    }

    #[test]
    fn other_errors_get_a_way_out() {
        let error = RpcError::new(UNKNOWN_METHOD, "unknown method").into_tool_error();
        assert_eq!(error.code, ErrorCode::Internal);
        assert!(error.next.contains("daemon stop"), "{}", error.next);
        assert_eq!(RpcError::new(BUSY, "").into_tool_error().code, ErrorCode::Busy);
    }
}
