//! The hits of one search in their order.

use clew_index::{TextHit, TextQuery, parse_query};
use clew_protocol::ToolError;

use super::frames;
use super::phrase::Phrase;
use crate::workspace::{View, Workspace, store_error};

/// The hits of a page and one more, the best raised by the order of their words, places
/// that the query names before them.
pub(super) fn ranked(
    workspace: &Workspace,
    view: &View,
    query: &mut TextQuery,
) -> Result<Vec<TextHit>, ToolError> {
    let parsed = parse_query(&query.text);
    let placed = frames::hits(workspace, view, query, &parsed);
    let phrase = Phrase::of(query, &parsed);
    if phrase.is_none() && placed.is_empty() {
        return found_by(view, query);
    }
    let (offset, limit) = (query.offset, query.limit);
    let looked_at = phrase.as_ref().map_or(0, Phrase::looked_at);
    (query.offset, query.limit) = (0, (offset + limit).max(looked_at));
    let mut found = found_by(view, query)?;
    if let Some(phrase) = phrase {
        let looked_at = found.len().min(looked_at);
        phrase.raise(workspace, view, &mut found[..looked_at]);
    }
    frames::put_first(&mut found, placed, query.explain);
    Ok(found.into_iter().skip(offset).take(limit).collect())
}

/// The hits of the index; where none holds all that stands in quotes, those that hold
/// some of it.
fn found_by(view: &View, query: &mut TextQuery) -> Result<Vec<TextHit>, ToolError> {
    let found = view.snapshot.search(query).map_err(store_error)?;
    if !found.is_empty() || query.offset > 0 || parse_query(&query.text).phrases.is_empty() {
        return Ok(found);
    }
    query.loose_phrases = true;
    view.snapshot.search(query).map_err(store_error)
}
