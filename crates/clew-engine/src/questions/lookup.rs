//! lookup_symbol: exact before prefix before fuzzy.

use std::sync::Arc;

use clew_index::NameQuery;
use clew_model::SymbolKind;
use clew_protocol::{LookupSymbolAnswer, LookupSymbolRequest, Symbol, ToolError};
use rustc_hash::FxHashSet;

use super::{check_length, hint_nothing_found, in_file, render};
use crate::api::RequestContext;
use crate::cursor::Page;
use crate::names::{FoundSymbol, NamePath, case_note, document_of, every_definition, with_name};
use crate::workspace::{View, Workspace, store_error};

/// Names looked at beyond the exact one.
const MAX_NAMES: usize = 200;

/// Symbols collected for one question; more are counted as "at least".
const MAX_FOUND: usize = 5_000;

/// The best score of a symbol that is not called as asked, nor begins so.
const NEAR: f32 = 0.5;

/// What is said of routes of which only the end is known.
const NOT_WHOLE: &str = "where a path begins with … its router is mounted elsewhere, under a path that \
                         is not told here: the routes match by their ends alone";

pub(crate) fn lookup(
    workspace: &Arc<Workspace>,
    request: &LookupSymbolRequest,
    context: &RequestContext,
) -> Result<LookupSymbolAnswer, ToolError> {
    let query = request.query.trim();
    if query.is_empty() {
        return Err(ToolError::invalid_input("the query is empty", "give a name or its beginning"));
    }
    check_length(query)?;
    let question = format!("lookup {query} {:?}", request.kind);
    let page = Page::read(request.limit, request.cursor.as_deref(), &question)?;
    let view = workspace.current(context)?;
    let path = NamePath::parse(query);
    let Found { scored, further, is_cut } =
        find(&view, &path, &request.kind, page.offset + page.limit, context)?;
    let total = scored.len() + further;
    context.check()?;
    let mut stamp = workspace.stamp_of(&view);
    stamp.notes.extend(nearness(&path, &scored));
    let mut symbols = Vec::new();
    let mut changed = 0;
    for (found, score) in page.slice(&scored) {
        let id = document_of(found.symbol);
        let facts = view.snapshot.facts(id).map_err(store_error)?;
        match workspace.text(&view, id) {
            Some(text) => {
                let id = found.symbol.symbol;
                let shown = render::symbol(&facts, id, &found.path, &text, *score);
                symbols.extend(shown.map(|shown| whole_route(shown, found)));
            }
            None => changed += 1,
        }
    }
    if changed > 0 {
        stamp.notes.push(format!("{changed} symbols were left out: their files just changed"));
    }
    let is_open =
        |(one, _): &(FoundSymbol, f32)| one.route.is_none() && one.qualified.contains(" …/");
    if page.slice(&scored).iter().any(is_open) {
        stamp.notes.push(NOT_WHOLE.into());
    }
    if scored.is_empty() {
        hint_nothing_found(&mut stamp, &view, &path.name);
        stamp.notes.extend(in_file(workspace, &view, &path));
    }
    Ok(LookupSymbolAnswer {
        symbols,
        total: total as u32,
        total_is_lower_bound: further > 0 || is_cut,
        cursor: page.next(total, &question),
        stamp,
    })
}

/// Says where nothing is called as asked: the best found differs in case, or is but near.
fn nearness(path: &NamePath, scored: &[(FoundSymbol, f32)]) -> Option<String> {
    let best = scored.first()?.1;
    if best <= NEAR {
        let name = &path.name;
        return Some(format!(
            "no symbol is called {name:?} or begins so; shown are names that are near it"
        ));
    }
    if best < 0.9 {
        return None;
    }
    let found: Vec<FoundSymbol> =
        scored.iter().take_while(|(_, score)| *score >= 0.9).map(|(one, _)| one.clone()).collect();
    case_note(path, &found)
}

/// Shows a route by its whole path, where other files tell that.
fn whole_route(shown: Symbol, found: &FoundSymbol) -> Symbol {
    match &found.route {
        Some(route) => Symbol { qualified_name: route.clone(), ..shown },
        None => shown,
    }
}

/// What a name finds.
struct Found {
    /// Symbols with their scores, best first.
    scored: Vec<(FoundSymbol, f32)>,
    /// How many there are further at least: each document that defines a name counts
    /// as one.
    further: usize,
    /// Whether there may be more of which nothing is known.
    is_cut: bool,
}

/// Exact symbols, if there are none those that fit the inner qualifiers, then those
/// that begin so until more than `enough` are found, and only where there is none of
/// either those that are nearly so.
fn find(
    view: &View,
    path: &NamePath,
    kinds: &[SymbolKind],
    enough: usize,
    context: &RequestContext,
) -> Result<Found, ToolError> {
    let mut found: Vec<(FoundSymbol, f32)> = Vec::new();
    let mut further = 0;
    let mut is_cut = false;
    let mut seen = FxHashSet::default();
    let mut add = |symbols: Vec<FoundSymbol>, score: f32, found: &mut Vec<(FoundSymbol, f32)>| {
        for one in symbols {
            let wanted = kinds.is_empty() || kinds.contains(&one.kind);
            if wanted && found.len() < MAX_FOUND && seen.insert(one.symbol) {
                found.push((one, score));
            }
        }
    };
    add(every_definition(view, path, context)?, 1.0, &mut found);
    // Outer qualifiers may stand in no text: namespaces that macros open, modules
    // that are declared elsewhere.
    for shorter in path.shorter() {
        if !found.is_empty() {
            break;
        }
        add(every_definition(view, &shorter, context)?, 0.9, &mut found);
    }
    let queries = [
        (NameQuery::Prefix(path.name.clone()), 0.8, enough),
        (NameQuery::Fuzzy(path.name.clone()), NEAR, 0),
    ];
    for (query, ceiling, few) in queries {
        if found.len() > few || path.name.is_empty() {
            break;
        }
        let names = view.snapshot.names_matching(&query, MAX_NAMES).map_err(store_error)?;
        is_cut |= names.len() >= MAX_NAMES;
        for name in names {
            // What a name means costs a look into each file that defines it.
            if found.len() > enough && kinds.is_empty() && path.qualifiers.is_empty() {
                if name.name != path.name {
                    further += name.documents as usize;
                }
                continue;
            }
            let score = ceiling * name.score.clamp(0.1, 1.0);
            add(with_name(view, path, &name.name, context)?, score, &mut found);
        }
    }
    is_cut |= found.len() >= MAX_FOUND;
    Ok(Found { scored: found, further, is_cut })
}
