//! find_similar of the contract: code that means the same as a symbol or text.

use clew_protocol::FindSimilarRequest;

use super::Asked;
use super::search::{role, symbol_type};
use crate::server::desk::{Answer, write};
use crate::wire::error::RpcError;

/// Empty where the index holds no vectors: words that are alike are no likeness.
pub(super) fn similar(asked: &Asked<'_>) -> Answer {
    let arguments = &asked.arguments;
    let query = arguments.text(&["query", "q"])?;
    let target = arguments.text(&["target", "name", "symbol"])?;
    if query.is_none() && target.is_none() {
        return Err(RpcError::params("target or query is missing or empty"));
    }
    let request = FindSimilarRequest {
        target: target.filter(|_| query.is_none()),
        query,
        root: None,
        limit: Some(arguments.number(&["limit"], 1)?.unwrap_or(10)),
        symbol_type: symbol_type(arguments)?,
        role: role(arguments)?,
        file_pattern: arguments.text(&["file_path"])?,
        include_code: arguments.flag(&["include_code"])?,
        max_code_lines: Some(arguments.number(&["max_code_lines"], 1)?.unwrap_or(30)),
        cursor: None,
    };
    let answer = asked.desk.engine.find_similar(request, &asked.context()?)?;
    write(&answer.hits)
}
