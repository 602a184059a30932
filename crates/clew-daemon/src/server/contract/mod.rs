//! The methods of the older daemon's contract, so that its clients work.

mod outline;
mod project;
mod search;
mod similar;
mod subgraph;

use clew_protocol::LogsRequest;
use serde_json::{Map, Value};

use super::arguments::Arguments;
use super::desk::{Answer, Caller, Desk, Ticket, write};
use crate::wire::error::RpcError;

/// A method of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Status,
    Logs,
    Scan,
    ScanStatus,
    SemanticSearch,
    FindSimilar,
    Subgraph,
    FileOutline,
}

impl Method {
    /// The method of a name or alias.
    pub(super) fn find(name: &str) -> Option<Self> {
        Some(match name {
            "status" => Method::Status,
            "logs" => Method::Logs,
            "scan" => Method::Scan,
            "scan_status" | "znatok_scan_status" => Method::ScanStatus,
            "semantic_search" | "znatok_semantic_search" => Method::SemanticSearch,
            "find_similar" | "znatok_find_similar" => Method::FindSimilar,
            "subgraph" | "get_subgraph" | "znatok_get_subgraph" => Method::Subgraph,
            "file_outline" | "znatok_file_outline" => Method::FileOutline,
            _ => return None,
        })
    }
}

/// One request of the contract, taken apart.
pub(super) struct Asked<'asked> {
    desk: &'asked Desk,
    arguments: Arguments,
    caller: &'asked Caller,
    ticket: &'asked Ticket,
}

/// Answers a request of the contract.
pub(super) fn answer(
    desk: &Desk,
    method: Method,
    params: Map<String, Value>,
    caller: &Caller,
    ticket: &Ticket,
) -> Answer {
    let asked = Asked { desk, arguments: Arguments::new(params), caller, ticket };
    match method {
        Method::Status => project::status(&asked),
        Method::Logs => logs(&asked),
        Method::Scan => project::scan(&asked),
        Method::ScanStatus => project::scan_status(&asked),
        Method::SemanticSearch => search::search(&asked),
        Method::FindSimilar => similar::similar(&asked),
        Method::Subgraph => subgraph::subgraph(&asked),
        Method::FileOutline => outline::outline(&asked),
    }
}

impl Asked<'_> {
    fn context(&self) -> Result<clew_engine::RequestContext, RpcError> {
        let session = self.desk.session(self.caller)?;
        Ok(self.desk.contract_context(session, self.caller, self.ticket))
    }
}

/// The largest cursor of the contract: the integers that a double holds exactly.
const MAX_CURSOR: u64 = 9_007_199_254_740_991;

/// The cursor is one of the few things that are checked strictly.
fn logs(asked: &Asked<'_>) -> Answer {
    let refuse = |what: &str| Err(RpcError::params(what.to_string()));
    let stream = asked.arguments.strict(&["stream_id"]);
    let after = asked.arguments.strict(&["after_id"]);
    let request = match (stream, after) {
        (None, None) => LogsRequest::default(),
        (Some(Value::String(stream)), Some(after)) if !stream.is_empty() => {
            match after.as_u64().filter(|after| *after <= MAX_CURSOR) {
                Some(after) => {
                    LogsRequest { stream_id: Some(stream.clone()), after_id: Some(after) }
                }
                None => return refuse("after_id must be an integer from 0 to 9007199254740991"),
            }
        }
        (Some(_), Some(_)) => return refuse("stream_id must be a text that is not empty"),
        _ => return refuse("stream_id and after_id belong together"),
    };
    let context = clew_engine::RequestContext::new("socket");
    write(&asked.desk.engine.logs(request, &context)?)
}
