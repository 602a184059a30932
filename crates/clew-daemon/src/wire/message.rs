//! Messages: requests out of lines, replies into lines.

use clew_rpc::AsSent;
use serde::Serialize;
use serde_json::{Map, Value};

use super::error::{INVALID_REQUEST, PARSE_ERROR, RpcError};

/// The places of a message that hold an id, which comes back as it was sent.
const PLACES: [&[&str]; 2] = [&["id"], &["params", "id"]];

/// One request or notification.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Request {
    /// Matches the reply; absent for a notification.
    pub(crate) id: Option<Value>,
    /// What is asked.
    pub(crate) method: String,
    /// With which parameters; empty when missing or null.
    pub(crate) params: Map<String, Value>,
}

/// A line that is no request, with the id to answer under.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rejected {
    /// The request's id where it could be read, else null.
    pub(crate) id: Value,
    /// Why.
    pub(crate) error: RpcError,
}

/// Reads a request.
pub(crate) fn decode(line: &[u8]) -> Result<Request, Box<Rejected>> {
    let refuse = |id: &Value, code, message: &str| {
        Err(Box::new(Rejected { id: id.clone(), error: RpcError::new(code, message) }))
    };
    let mut object = match clew_rpc::read(line, &PLACES) {
        Ok(Value::Object(object)) => object,
        Ok(Value::Array(_)) => {
            return refuse(
                &Value::Null,
                PARSE_ERROR,
                "batches are not supported; one object a line",
            );
        }
        Ok(_) => return refuse(&Value::Null, PARSE_ERROR, "the line is no request object"),
        Err(error) => {
            return refuse(&Value::Null, PARSE_ERROR, &format!("the line is not JSON: {error}"));
        }
    };
    let id = match object.remove("id") {
        Some(id @ (Value::String(_) | Value::Number(_) | Value::Null)) => Some(id),
        Some(_) => {
            return refuse(&Value::Null, INVALID_REQUEST, "id must be a string or a number");
        }
        None => None,
    };
    let answer_to = id.clone().unwrap_or(Value::Null);
    if object.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return refuse(&answer_to, INVALID_REQUEST, "jsonrpc must be \"2.0\"");
    }
    let method = match object.remove("method") {
        Some(Value::String(method)) if !method.is_empty() => method,
        _ => return refuse(&answer_to, INVALID_REQUEST, "method must be a name"),
    };
    let params = match object.remove("params") {
        Some(Value::Object(params)) => params,
        None | Some(Value::Null) => Map::new(),
        Some(_) => {
            let error = RpcError::params("params must be an object");
            return Err(Box::new(Rejected { id: answer_to, error }));
        }
    };
    Ok(Request { id, method, params })
}

/// The line of a reply, with its end.
pub(crate) fn reply<T: Serialize>(id: &Value, result: &T) -> Vec<u8> {
    #[derive(Serialize)]
    struct Reply<'reply, T> {
        jsonrpc: &'static str,
        id: AsSent<'reply>,
        result: &'reply T,
    }
    match serde_json::to_vec(&Reply { jsonrpc: "2.0", id: AsSent(id), result }) {
        Ok(line) => ended(line),
        Err(error) => {
            let message = format!("the answer cannot be written: {error}");
            failure(id, &RpcError::new(super::error::INTERNAL, message))
        }
    }
}

/// The line of a failed request, with its end.
pub(crate) fn failure(id: &Value, error: &RpcError) -> Vec<u8> {
    #[derive(Serialize)]
    struct Failure<'failure> {
        jsonrpc: &'static str,
        id: AsSent<'failure>,
        error: &'failure RpcError,
    }
    ended(
        serde_json::to_vec(&Failure { jsonrpc: "2.0", id: AsSent(id), error }).unwrap_or_default(),
    )
}

/// The line of a request or, without id, of a notification.
pub(crate) fn request<T: Serialize>(
    id: Option<u64>,
    method: &str,
    params: &T,
) -> serde_json::Result<Vec<u8>> {
    #[derive(Serialize)]
    struct Outgoing<'request, T> {
        jsonrpc: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        method: &'request str,
        params: &'request T,
    }
    serde_json::to_vec(&Outgoing { jsonrpc: "2.0", id, method, params }).map(ended)
}

fn ended(mut line: Vec<u8>) -> Vec<u8> {
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check_refused(line: &str, id: Value, code: i32) {
        let rejected = decode(line.as_bytes()).unwrap_err();
        assert_eq!((rejected.id, rejected.error.code), (id, code), "{line}");
    }

    #[test]
    fn requests_are_read() {
        let request = decode(br#"{"jsonrpc":"2.0","id":"a","method":"info","params":null}"#);
        let request = request.unwrap();
        assert_eq!((request.id, request.method.as_str()), (Some(json!("a")), "info"));
        assert!(request.params.is_empty());
        let request = decode(br#"{"method":"x","jsonrpc":"2.0","params":{"a":1}}"#).unwrap();
        assert_eq!((request.id, request.params["a"].clone()), (None, json!(1)));
    }

    #[test]
    fn what_is_no_request_is_refused_with_its_kind() {
        check_refused("", Value::Null, PARSE_ERROR);
        check_refused("{", Value::Null, PARSE_ERROR);
        check_refused("[]", Value::Null, PARSE_ERROR);
        check_refused("3", Value::Null, PARSE_ERROR);
        check_refused(r#"{"id":1,"method":"info"}"#, json!(1), INVALID_REQUEST);
        check_refused(r#"{"jsonrpc":"1.0","id":1,"method":"info"}"#, json!(1), INVALID_REQUEST);
        check_refused(r#"{"jsonrpc":"2.0","id":1,"method":""}"#, json!(1), INVALID_REQUEST);
        check_refused(r#"{"jsonrpc":"2.0","id":{},"method":"a"}"#, Value::Null, INVALID_REQUEST);
        check_refused(
            r#"{"jsonrpc":"2.0","id":1,"method":"a","params":[]}"#,
            json!(1),
            super::super::error::INVALID_PARAMS,
        );
        let deep = "[".repeat(100_000);
        check_refused(&deep, Value::Null, PARSE_ERROR);
    }
}
