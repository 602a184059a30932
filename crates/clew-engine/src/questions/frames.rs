//! Places that a query names, as hits: the functions of a stack trace, the symbol at
//! `main.rs:12`.

use std::sync::Arc;

use clew_index::{DocumentId, Frame, Likeness, Query, QueryKind, ScorePart, TextHit, TextQuery};
use clew_model::{FileFacts, Symbol, SymbolId};

use crate::workspace::{DocumentText, View, Workspace};

/// Places that are looked up; what lies further out tells little.
const MOST_PLACES: usize = 8;

/// The symbols at the places of a query, where the program was last first.
pub(super) fn hits(
    workspace: &Workspace,
    view: &View,
    query: &TextQuery,
    parsed: &Query,
) -> Vec<TextHit> {
    // In other texts a place is an aside.
    let is_place = matches!(parsed.kind, QueryKind::StackTrace | QueryKind::Path);
    if parsed.frames.is_empty() || !is_place && parsed.kind != QueryKind::ErrorMessage {
        return Vec::new();
    }
    let mut hits: Vec<TextHit> = Vec::new();
    let mut places = Vec::new();
    for file in view.snapshot.files_of(query, &parsed.frames) {
        let frame = &parsed.frames[file.frame];
        let Some((chunk, symbol)) = at(workspace, view, file.document, frame, file.is_whole) else {
            continue;
        };
        let known = |hit: &TextHit| (hit.document, hit.symbol) == (file.document, symbol);
        if hits.iter().any(known) {
            continue;
        }
        if !places.contains(&file.frame) {
            places.push(file.frame);
        }
        if places.len() > MOST_PLACES {
            break;
        }
        hits.push(TextHit {
            document: file.document,
            chunk,
            symbol,
            score: 0.0,
            likeness: Likeness::default(),
            copies: 0,
            parts: Vec::new(),
        });
    }
    hits
}

/// Puts the hits at places before all others, in their order.
pub(super) fn put_first(found: &mut Vec<TextHit>, placed: Vec<TextHit>, explain: bool) {
    if placed.is_empty() {
        return;
    }
    let what: Arc<str> = "place named in the query".into();
    found.retain(|hit| {
        placed.iter().all(|place| (place.document, place.symbol) != (hit.document, hit.symbol))
    });
    let top = found.iter().map(|hit| hit.score).fold(1.0, f32::max);
    let count = placed.len();
    let placed = placed.into_iter().enumerate().map(|(index, mut hit)| {
        hit.score = top + (count - index) as f32;
        if explain {
            hit.parts.push(ScorePart { what: what.clone(), value: hit.score });
        }
        hit
    });
    found.splice(..0, placed);
}

/// The chunk and symbol at a place in a file. A path that fits only in part, such as
/// that of another project, needs the function's name to fit, too.
fn at(
    workspace: &Workspace,
    view: &View,
    document: DocumentId,
    frame: &Frame,
    is_whole: bool,
) -> Option<(u32, Option<SymbolId>)> {
    let facts = view.snapshot.facts(document).ok()?;
    let text = workspace.text(view, document)?;
    let offset = offset_of(&text, frame.line);
    let around = offset.and_then(|offset| innermost(&facts, offset));
    let is_named =
        |symbol: &Symbol| frame.name.as_deref().is_some_and(|name| facts.name(symbol.name) == name);
    let fits = around.is_some_and(|id| facts.symbol(id).is_some_and(is_named));
    let named = || nearest_named(&facts, offset.unwrap_or(usize::MAX), is_named);
    let symbol = match (fits, &frame.name) {
        (true, _) => around,
        // Code moves between the trace and today; its functions keep their names.
        (false, Some(_)) => named().or(around.filter(|_| is_whole)),
        (false, None) => around.filter(|_| is_whole),
    };
    if symbol.is_none() && !is_whole {
        return None;
    }
    let place = symbol
        .and_then(|id| facts.symbol(id))
        .map(|symbol| symbol.name_range.start.to_usize())
        .or(offset)?;
    let own = facts.chunks.iter().position(|chunk| symbol.is_some() && chunk.symbol == symbol);
    let holds = |offset: usize| {
        facts.chunks.iter().position(|chunk| chunk.range.to_usize().contains(&offset))
    };
    Some((own.or_else(|| holds(place))? as u32, symbol))
}

/// Where the code of a line, counted from 1, begins.
fn offset_of(text: &DocumentText, line: u32) -> Option<usize> {
    let index = (line as usize).checked_sub(1)?;
    let range = text.lines.line_range(index)?;
    let shown = text.lines.line_text(&text.text, index);
    Some(range.start.to_usize() + (shown.len() - shown.trim_start().len()))
}

/// The innermost function or type around a place.
fn innermost(facts: &FileFacts, offset: usize) -> Option<SymbolId> {
    let around = facts.symbols.iter().enumerate().filter(|(_, symbol)| {
        let range = symbol.range.to_usize();
        (symbol.kind.is_callable() || symbol.kind.is_type())
            && symbol.is_findable()
            && range.contains(&offset)
    });
    let innermost = around.min_by_key(|(_, symbol)| symbol.range.to_usize().len());
    innermost.map(|(index, _)| SymbolId(index as u32))
}

/// The function of a name that is nearest to a place.
fn nearest_named(
    facts: &FileFacts,
    offset: usize,
    is_named: impl Fn(&Symbol) -> bool,
) -> Option<SymbolId> {
    let named = facts.symbols.iter().enumerate();
    let named = named.filter(|(_, symbol)| symbol.kind.is_callable() && is_named(symbol));
    let nearest = named.min_by_key(|(_, symbol)| symbol.range.start.to_usize().abs_diff(offset));
    nearest.map(|(index, _)| SymbolId(index as u32))
}
