//! The subgraph of the contract.

use clew_protocol::{Direction, EdgeKind, GraphFormat, GraphRequest, MAX_GRAPH_DEPTH};
use serde_json::Value;

use super::Asked;
use crate::server::arguments::Arguments;
use crate::server::desk::{Answer, write};
use crate::wire::error::RpcError;

pub(super) fn subgraph(asked: &Asked<'_>) -> Answer {
    let arguments = &asked.arguments;
    if arguments.strict(&["target"]).is_some() {
        return Err(RpcError::params(
            "target is no parameter of subgraph; name the symbol in from",
        ));
    }
    let request = GraphRequest {
        from: arguments.needed(&["from"])?,
        to: arguments.text(&["to"])?,
        root: None,
        depth: depth(arguments)?,
        format: format(arguments)?,
        edge_types: edge_types(arguments)?,
        direction: direction(arguments)?,
        internal_only: arguments.flag(&["internal_only"])?,
        limit: None,
        cursor: None,
    };
    let from = request.from.clone();
    let context = asked.context()?;
    match asked.desk.engine.graph(request, &context) {
        Ok(answer) => write(&answer),
        Err(error) => Err(RpcError::from(error).with("target", from)),
    }
}

/// The depth is checked strictly: an integer from 1 on.
fn depth(arguments: &Arguments) -> Result<u32, RpcError> {
    match arguments.strict(&["depth"]) {
        None => Ok(1),
        Some(Value::Number(number)) => match number.as_u64() {
            Some(depth @ 1..) => Ok(depth.min(u64::from(MAX_GRAPH_DEPTH)) as u32),
            _ => Err(RpcError::params("depth must be an integer from 1 on")),
        },
        Some(_) => Err(RpcError::params("depth must be an integer from 1 on")),
    }
}

fn format(arguments: &Arguments) -> Result<GraphFormat, RpcError> {
    let given = arguments.text(&["format"])?.unwrap_or_else(|| "text".into());
    match given.trim().to_ascii_lowercase().as_str() {
        "text" => Ok(GraphFormat::Text),
        "json" => Ok(GraphFormat::Json),
        "mermaid" => Ok(GraphFormat::Mermaid),
        _ => Err(RpcError::params(format!("format must be text, json or mermaid, not `{given}`"))),
    }
}

fn direction(arguments: &Arguments) -> Result<Direction, RpcError> {
    let given = arguments.text(&["direction"])?.unwrap_or_else(|| "both".into());
    match given.trim().to_ascii_lowercase().as_str() {
        "down" => Ok(Direction::Down),
        "up" => Ok(Direction::Up),
        "both" => Ok(Direction::Both),
        _ => Err(RpcError::params(format!("direction must be down, up or both, not `{given}`"))),
    }
}

/// A list of names, or one text with commas between them.
fn edge_types(arguments: &Arguments) -> Result<Vec<EdgeKind>, RpcError> {
    let names: Vec<String> = match arguments.strict(&["edge_types"]) {
        Some(Value::Array(names)) => {
            names.iter().map(|name| name.as_str().unwrap_or_default().to_string()).collect()
        }
        _ => {
            let text = arguments.text(&["edge_types"])?.unwrap_or_default();
            text.split(',').map(String::from).collect()
        }
    };
    let mut kinds = Vec::new();
    for name in names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()) {
        let lower = name.to_ascii_lowercase();
        match EdgeKind::ALL.into_iter().find(|kind| kind.as_str() == lower) {
            Some(kind) => kinds.push(kind),
            None => {
                let known = EdgeKind::ALL.map(EdgeKind::as_str).join(", ");
                return Err(RpcError::params(format!("unknown edge type `{name}`; use {known}")));
            }
        }
    }
    Ok(if kinds.is_empty() { EdgeKind::DEFAULT.to_vec() } else { kinds })
}
