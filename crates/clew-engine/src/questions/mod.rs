//! One file per question: read the request, ask the view, fill the answer.

mod absent;
mod centrality;
mod described;
pub(crate) mod documents;
pub(crate) mod files;
pub(crate) mod fragments;
mod frames;
pub(crate) mod graph;
mod graph_text;
mod history;
pub(crate) mod imports;
pub(crate) mod languages;
pub(crate) mod lookup;
mod named_file;
pub(crate) mod outline;
pub(crate) mod parse;
mod phrase;
mod ranked;
pub(crate) mod references;
mod related;
mod relations;
mod render;
pub(crate) mod repo_map;
pub(crate) mod scan;
pub(crate) mod search;
pub(crate) mod similar;
pub(crate) mod status;
mod template;
pub(crate) mod typecheck;

pub(crate) use repo_map::Derived;

use clew_protocol::{MAX_QUERY_BYTES, Stamp, ToolError};

use crate::api::RequestContext;
use crate::names::{NamePath, candidates_text, nearest, resolve_name};
use crate::workspace::{View, Workspace};

/// Most names offered when nothing was found.
const NEAREST: usize = 5;

/// Refuses a query that is longer than any sensible one.
fn check_length(query: &str) -> Result<(), ToolError> {
    if query.len() <= MAX_QUERY_BYTES {
        return Ok(());
    }
    Err(ToolError::invalid_input(
        format!("the query has {} bytes; at most {MAX_QUERY_BYTES} are taken", query.len()),
        "give the words or the name that matter",
    ))
}

/// Fills the hints of an answer that found nothing.
fn hint_nothing_found(stamp: &mut Stamp, view: &View, name: &str) {
    stamp.nearest = nearest(view, name, NEAREST);
    if stamp.freshness.scanning {
        stamp.notes.push("a scan is running; the answer may be incomplete".into());
    }
    stamp.notes.extend(absent::anywhere(view));
}

/// Why the file that a name names may hold nothing.
fn in_file(workspace: &Workspace, view: &View, path: &NamePath) -> Vec<String> {
    path.file.as_ref().map_or_else(Vec::new, |file| absent::fitting(workspace, view, file))
}

/// The error for a name that was given as existing and does not exist. Where
/// only its qualifiers fit nothing, the symbols of that name are offered.
fn unknown_symbol(view: &View, query: &str, context: &RequestContext) -> ToolError {
    if let Some(message) = absent::at(view, query.trim_start_matches("./")) {
        return ToolError::not_found(
            message,
            "search for its words, or read the file itself",
            vec![],
        );
    }
    let path = NamePath::parse(query);
    let bare = NamePath { name: path.name.clone(), ..NamePath::default() };
    let same_name = match path.is_bare() || path.route.is_some() {
        true => Vec::new(),
        false => resolve_name(view, &bare, context)
            .map_or_else(|_| Vec::new(), |all| candidates_text(&all)),
    };
    if same_name.is_empty() {
        let near = nearest(view, &path.name, NEAREST);
        let mut next = match near.is_empty() {
            true => "search by words, or look for the beginning of the name".to_string(),
            false => "try one of the nearest names, or search by words".to_string(),
        };
        if let Some(absent) = absent::anywhere(view) {
            next = format!("{next}; {absent}");
        }
        return ToolError::not_found(format!("no symbol or file is called {query:?}"), next, near);
    }
    ToolError::not_found(
        format!("there is no {query:?}, but {} others are called {:?}", same_name.len(), path.name),
        "try one of the nearest names",
        same_name.into_iter().take(NEAREST).collect(),
    )
}
