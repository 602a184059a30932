//! find_similar of the contract: code that means the same as a symbol or text.

use clew_protocol::{LookupSymbolRequest, RelatedHit, SearchHit, SearchMode, SearchRequest};
use serde::Serialize;

use super::Asked;
use super::search::{role, symbol_type};
use crate::server::desk::{Answer, write};
use crate::wire::error::RpcError;

/// Hits that are looked at before filters are applied.
const LOOKED_AT: u32 = 200;

/// One place that is alike.
#[derive(Serialize)]
struct Similar {
    name: String,
    #[serde(rename = "type")]
    symbol_type: clew_protocol::SymbolType,
    file: String,
    start_line: u32,
    end_line: u32,
    /// From 0 to 1.
    score: f32,
    similarity_reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    relations: Relations,
}

#[derive(Serialize)]
struct Relations {
    callers_count: usize,
    callees_count: usize,
    internal_callees_count: usize,
    external_callees_count: usize,
}

/// Empty where the index holds no vectors: words that are alike are no likeness.
pub(super) fn similar(asked: &Asked<'_>) -> Answer {
    let arguments = &asked.arguments;
    let limit = arguments.number(&["limit"], 1)?.unwrap_or(10);
    let (role, symbol_type) = (role(arguments)?, symbol_type(arguments)?);
    let include_code = arguments.flag(&["include_code"])?;
    let (query, target) = wanted(asked)?;
    let request = SearchRequest {
        query,
        mode: SearchMode::Vector,
        limit: Some(LOOKED_AT),
        callers_level: 1,
        callees_level: 1,
        include_code,
        max_code_lines: Some(arguments.number(&["max_code_lines"], 1)?.unwrap_or(30)),
        file_pattern: arguments.text(&["file_path"])?,
        ..SearchRequest::default()
    };
    let context = asked.context()?;
    let hits = asked.desk.engine.search(request, &context)?.hits;
    let best = hits.iter().map(|hit| hit.score).fold(f32::MIN_POSITIVE, f32::max);
    let alike: Vec<Similar> = hits
        .into_iter()
        .filter(|hit| target.as_ref() != Some(&hit.name))
        .filter(|hit| role.is_none_or(|role| role == hit.role))
        .filter(|hit| symbol_type.is_none_or(|wanted| wanted == hit.symbol_type))
        .take(limit as usize)
        .map(|hit| shape(hit, best, target.as_deref()))
        .collect();
    write(&alike)
}

/// The text to compare with and, for a symbol, its name, which is left out.
fn wanted(asked: &Asked<'_>) -> Result<(String, Option<String>), RpcError> {
    if let Some(query) = asked.arguments.text(&["query", "q"])? {
        return Ok((query, None));
    }
    let name = asked
        .arguments
        .text(&["target", "name", "symbol"])?
        .ok_or_else(|| RpcError::params("target or query is missing or empty"))?;
    let request = LookupSymbolRequest { query: name.clone(), limit: Some(1), ..Default::default() };
    let found = asked.desk.engine.lookup_symbol(request, &asked.context()?)?;
    let Some(symbol) = found.symbols.into_iter().next() else {
        return Err(RpcError::new(-32004, format!("there is no symbol `{name}`"))
            .with("target", name)
            .with("nearest", found.stamp.nearest));
    };
    let parts = [Some(symbol.name), symbol.signature, symbol.doc];
    let text: Vec<String> = parts.into_iter().flatten().collect();
    Ok((text.join(" "), Some(symbol.qualified_name)))
}

fn shape(hit: SearchHit, best: f32, target: Option<&str>) -> Similar {
    let external = |callee: &&RelatedHit| callee.file.is_empty();
    let outside = hit.callees.iter().filter(external).count();
    let reason = match target {
        Some(target) => format!("its meaning is near that of {target}"),
        None => "its meaning is near the query".to_string(),
    };
    Similar {
        name: hit.name,
        symbol_type: hit.symbol_type,
        file: hit.file,
        start_line: hit.start_line,
        end_line: hit.end_line,
        score: (hit.score / best.max(1.0)).clamp(0.0, 1.0),
        similarity_reason: reason,
        code: hit.code,
        relations: Relations {
            callers_count: hit.callers.len(),
            callees_count: hit.callees.len(),
            internal_callees_count: hit.callees.len() - outside,
            external_callees_count: outside,
        },
    }
}
