//! semantic_search of the contract.

use clew_protocol::{CodeRole, SearchMode, SearchRequest, SearchScope, SymbolType};
use serde_json::Value;

use super::Asked;
use crate::server::arguments::Arguments;
use crate::server::desk::{Answer, write};
use crate::wire::error::RpcError;

pub(super) fn search(asked: &Asked<'_>) -> Answer {
    let arguments = &asked.arguments;
    let request = SearchRequest {
        query: arguments.needed(&["query", "q"])?,
        mode: mode(arguments)?,
        scope: scope(arguments)?,
        limit: Some(arguments.number(&["limit"], 1)?.unwrap_or(10)),
        callers_level: arguments.number(&["callers_level"], 0)?.unwrap_or(0),
        callees_level: arguments.number(&["callees_level"], 0)?.unwrap_or(0),
        compact: arguments.flag(&["compact"])?,
        include_code: arguments.flag(&["include_code"])?,
        max_code_lines: Some(arguments.number(&["max_code_lines"], 1)?.unwrap_or(30)),
        role_boost: role(arguments)?,
        type_boost: symbol_type(arguments)?,
        file_pattern: arguments.text(&["file_path", "file_pattern", "path"])?,
        ..SearchRequest::default()
    };
    let context = asked.context()?;
    write(&asked.desk.engine.search(request, &context)?.hits)
}

/// The mode is checked strictly: a text, and one of three.
fn mode(arguments: &Arguments) -> Result<SearchMode, RpcError> {
    match arguments.strict(&["mode"]) {
        None => Ok(SearchMode::Hybrid),
        Some(Value::String(mode)) => match mode.trim() {
            "hybrid" | "" => Ok(SearchMode::Hybrid),
            "lexical" => Ok(SearchMode::Lexical),
            "vector" => Ok(SearchMode::Vector),
            other => Err(unknown_mode(other)),
        },
        Some(other) => Err(unknown_mode(&other.to_string())),
    }
}

fn unknown_mode(mode: &str) -> RpcError {
    let shown: String = mode.chars().take(40).collect();
    RpcError::params(format!("mode must be lexical, vector or hybrid, not `{shown}`"))
}

/// None where nothing is given: the files, as before there were scopes.
fn scope(arguments: &Arguments) -> Result<Option<SearchScope>, RpcError> {
    let Some(given) = arguments.text(&["scope"])? else { return Ok(None) };
    SearchScope::parse(&given).map(Some).ok_or_else(|| {
        let known = SearchScope::ALL.map(SearchScope::as_str).join(", ");
        RpcError::params(format!("unknown scope `{given}`; use {known}"))
    })
}

pub(super) fn role(arguments: &Arguments) -> Result<Option<CodeRole>, RpcError> {
    let Some(given) = arguments.text(&["role", "role_boost"])? else { return Ok(None) };
    CodeRole::parse(&given).map(Some).ok_or_else(|| {
        let known = CodeRole::ALL.map(CodeRole::as_str).join(", ");
        RpcError::params(format!("unknown role `{given}`; use {known}"))
    })
}

pub(super) fn symbol_type(arguments: &Arguments) -> Result<Option<SymbolType>, RpcError> {
    let Some(given) = arguments.text(&["type", "type_boost"])? else { return Ok(None) };
    SymbolType::parse(&given).map(Some).ok_or_else(|| {
        let known = SymbolType::ALL.map(SymbolType::as_str).join(", ");
        RpcError::params(format!("unknown type `{given}`; use {known}"))
    })
}
