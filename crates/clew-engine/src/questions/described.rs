//! Descriptions by a model among the hits of a search.

use std::sync::Arc;

use clew_index::{Likeness, ScorePart, TextHit, TextQuery};
use clew_protocol::{SearchRequest, ToolError};

use super::history::Filter;
use super::search::index_mode;
use crate::workspace::{DescribedSymbol, View, Workspace, store_error};

/// Symbols whose descriptions fit, best first, at most `reach`.
pub(super) fn hits(
    workspace: &Arc<Workspace>,
    view: &View,
    request: &SearchRequest,
    reach: usize,
) -> Result<Vec<TextHit>, ToolError> {
    workspace.describe_soon();
    let mut query = TextQuery::new(&request.query);
    query.mode = index_mode(request.mode);
    query.limit = reach;
    let filter = Filter::new(request.file_pattern.as_deref(), "");
    let found = workspace.described_symbols(view, &query).map_err(store_error)?;
    let mut hits = Vec::new();
    for one in found {
        let fits = view.snapshot.path(one.document).is_some_and(|path| filter.fits(path));
        if fits && let Some(hit) = hit(view, &one)? {
            hits.push(hit);
        }
    }
    Ok(hits)
}

fn hit(view: &View, found: &DescribedSymbol) -> Result<Option<TextHit>, ToolError> {
    let facts = view.snapshot.facts(found.document).map_err(store_error)?;
    let range = facts.symbol(found.symbol).map(|symbol| symbol.range);
    let own = facts.chunks.iter().position(|chunk| chunk.symbol == Some(found.symbol));
    let around = || {
        let range = range?;
        facts.chunks.iter().position(|chunk| chunk.range.contains_range(range))
    };
    Ok(own.or_else(around).map(|chunk| TextHit {
        document: found.document,
        chunk: chunk as u32,
        symbol: Some(found.symbol),
        score: found.score,
        likeness: Likeness::default(),
        copies: 0,
        parts: Vec::new(),
    }))
}

/// The ranked hits as they are, and after every two of them one that only its
/// description found. Scores of the two cannot be compared, so such a hit takes the
/// score of the one before it.
pub(super) fn mixed(found: Vec<TextHit>, described: Vec<TextHit>) -> Vec<TextHit> {
    let is_known = |one: &TextHit| {
        found.iter().any(|other| other.document == one.document && other.symbol == one.symbol)
    };
    let mut others =
        described.into_iter().filter(|one| !is_known(one)).collect::<Vec<_>>().into_iter();
    let explain = found.iter().any(|one| !one.parts.is_empty());
    let mut found = found.into_iter();
    let mut all: Vec<TextHit> = Vec::new();
    loop {
        let before = all.len();
        all.extend(found.by_ref().take(2));
        if let Some(mut other) = others.next() {
            other.score = all.last().map_or(other.score, |last| last.score);
            if explain {
                let what = Arc::from("its description, written by a model");
                other.parts = vec![ScorePart { what, value: other.score }];
            }
            all.push(other);
        }
        if all.len() == before {
            return all;
        }
    }
}
