//! The hits of one search in their order.

use clew_index::{Copies, Query, QueryKind, TextHit, TextQuery, parse_query};
use clew_protocol::ToolError;

use super::frames;
use super::phrase::Phrase;
use crate::api::RequestContext;
use crate::workspace::{View, Workspace, store_error};

/// The hits of a page and one more, the best raised by the order of their words, places
/// that the query names before them.
pub(super) fn ranked(
    workspace: &Workspace,
    view: &View,
    query: &mut TextQuery,
    context: &RequestContext,
) -> Result<Vec<TextHit>, ToolError> {
    let parsed = parse_query(&query.text);
    let placed = frames::hits(workspace, view, query, &parsed);
    let phrase = Phrase::of(query, &parsed);
    if phrase.is_none() && placed.is_empty() {
        return found_by(view, query, context);
    }
    let (offset, limit) = (query.offset, query.limit);
    let looked_at = phrase.as_ref().map_or(0, Phrase::looked_at);
    (query.offset, query.limit) = (0, (offset + limit).max(looked_at));
    // Of copies the one that holds the phrase stays, which the index cannot tell.
    let chooses = phrase.is_some() && parsed.phrases.is_empty() && !is_message(&parsed);
    query.copies = if chooses { Copies::Listed } else { Copies::LeftOut };
    let mut found = found_by(view, query, context)?;
    if let Some(phrase) = phrase {
        let looked_at = if chooses { with_copies(&found, looked_at) } else { looked_at };
        let looked_at = found.len().min(looked_at);
        phrase.raise(workspace, view, &mut found[..looked_at]);
    }
    if chooses {
        found = without_copies(found);
    }
    frames::put_first(&mut found, placed, query.explain);
    Ok(found.into_iter().skip(offset).take(limit).collect())
}

/// Whether every place that prints the same is wanted.
fn is_message(parsed: &Query) -> bool {
    matches!(parsed.kind, QueryKind::ErrorMessage)
}

/// How many hits hold so many of different text.
fn with_copies(found: &[TextHit], different: usize) -> usize {
    let mut left = different;
    let is_copy =
        |at: usize| found[..at].iter().any(|better| found[at].likeness.repeats(&better.likeness));
    let beyond = (0..found.len().min(2 * different)).find(|at| {
        let counts = !is_copy(*at);
        if counts && left > 0 {
            left -= 1;
            return false;
        }
        counts
    });
    beyond.unwrap_or(found.len().min(2 * different))
}

/// The hits without near copies of better ones, which count them.
fn without_copies(found: Vec<TextHit>) -> Vec<TextHit> {
    let mut kept: Vec<TextHit> = Vec::with_capacity(found.len());
    for hit in found {
        match kept.iter_mut().find(|better| hit.likeness.repeats(&better.likeness)) {
            Some(better) => better.copies += 1 + hit.copies,
            None => kept.push(hit),
        }
    }
    kept
}

/// The hits of the index; where none holds all that stands in quotes, those that hold
/// some of it.
fn found_by(
    view: &View,
    query: &mut TextQuery,
    context: &RequestContext,
) -> Result<Vec<TextHit>, ToolError> {
    let look = |query: &TextQuery| {
        let stop = || context.check().is_err();
        let found = view.snapshot.search_unless(query, &stop).map_err(store_error)?;
        context.check().map(|()| found)
    };
    let found = look(query)?;
    if !found.is_empty() || query.offset > 0 || parse_query(&query.text).phrases.is_empty() {
        return Ok(found);
    }
    query.loose_phrases = true;
    look(query)
}
