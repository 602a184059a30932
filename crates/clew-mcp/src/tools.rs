//! The table of tools, one file for each.

mod explain_diagnostic;
mod find_references;
mod find_similar;
mod format_source;
mod graph;
mod list_imports;
mod logs;
mod lookup_symbol;
mod outline;
mod parse_source;
mod rename_symbol;
mod repo_map;
mod scan;
mod search;
mod search_text;
mod setup;
mod setup_status;
mod stats;
mod status;
#[cfg(test)]
mod tests;
mod typecheck;

use clew_engine::{Engine, RequestContext};
use clew_protocol::{Question, Stamp, ToolError};

use crate::arguments::{Aliases, Arguments};
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind};
use crate::uri::Address;

/// One tool as clients see it and as it is run.
#[derive(Clone, Copy)]
pub(crate) struct Tool {
    /// The question it puts; gives the name.
    pub(crate) question: Question,
    /// Name for people.
    pub(crate) title: &'static str,
    /// When to use it.
    pub(crate) description: &'static str,
    /// Its arguments.
    pub(crate) fields: &'static [Field],
    /// Other names of arguments that are accepted.
    pub(crate) aliases: Aliases,
    /// Members of its structured answer; none for text-first tools.
    pub(crate) output: Option<&'static [(&'static str, OutputKind)]>,
    /// What it changes.
    pub(crate) effect: Effect,
    /// Whom it may speak to.
    pub(crate) reach: Reach,
    /// Decodes, asks the engine and encodes.
    pub(crate) run: fn(&Call<'_>, &mut Arguments) -> Result<Draft, ToolError>,
}

/// What a tool changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing.
    ReadOnly,
    /// The index, in a way that can be repeated without harm.
    Index,
    /// The user's settings, as far as a program may.
    Settings,
}

/// Whom a tool may speak to by what its arguments say.
///
/// Questions speak to nobody: where a person has set up a provider, that one
/// is asked for vectors, whatever the arguments are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Nobody.
    Machine,
    /// A provider, to see whether it answers.
    Provider,
}

impl Tool {
    /// Whether answers may be longer than the default, so that clients are told to
    /// keep them whole: lists that go on, and what is made of a text that is sent.
    pub(crate) fn may_be_long(&self) -> bool {
        let is_long =
            |field: &Field| field.name == CURSOR.name || matches!(field.kind, FieldKind::Code);
        self.fields.iter().any(is_long)
    }
}

/// What a tool has at hand while it runs.
pub(crate) struct Call<'a> {
    /// Who answers.
    pub(crate) engine: &'a dyn Engine,
    /// Deadline, cancellation, progress, rights.
    pub(crate) context: &'a RequestContext,
}

/// All tools, the most useful first; the order of `tools/list`.
pub(crate) static TOOLS: [&Tool; 19] = [
    &search::TOOL,
    &graph::TOOL,
    &lookup_symbol::TOOL,
    &find_references::TOOL,
    &find_similar::TOOL,
    &outline::TOOL,
    &list_imports::TOOL,
    &repo_map::TOOL,
    &parse_source::TOOL,
    &format_source::TOOL,
    &typecheck::TOOL,
    &explain_diagnostic::TOOL,
    &rename_symbol::TOOL,
    &status::TOOL,
    &scan::TOOL,
    &logs::TOOL,
    &stats::TOOL,
    &setup::TOOL,
    &setup_status::TOOL,
];

/// The tools of the small set.
pub(crate) const CORE: [Question; 9] = [
    Question::Search,
    Question::Graph,
    Question::LookupSymbol,
    Question::FindReferences,
    Question::Outline,
    Question::RepoMap,
    Question::Typecheck,
    Question::Status,
    Question::Scan,
];

/// Argument that names another root.
const ROOT: Field = Field::optional("workspace_root", FieldKind::Text, "Another root");
/// Argument that goes on with a list.
const CURSOR: Field = Field::optional("cursor", FieldKind::Text, "To go on");
/// Argument that names a language.
const LANGUAGE: Field =
    Field::optional("language", FieldKind::Text, "e.g. `python`; default detected");

/// The sentence that says a list was cut to stay short.
fn cut_note(shown: u32, total: u32) -> String {
    format!(
        "cut to {shown} of {total} to keep the answer short; go on with `cursor` or give `limit`"
    )
}

/// Adds the cut note to `stamp`, if anything was cut.
fn note_cut(stamp: &mut Stamp, cut: Option<u32>, shown: usize, total: u32) {
    let shown = u32::try_from(shown).unwrap_or(u32::MAX);
    if cut.is_some() && shown < total {
        stamp.notes.push(cut_note(shown, total));
    }
}

/// Most links of one answer.
const MAX_LINKS: usize = 5;

/// Where the first of what was found can be read; nothing where nobody reads
/// files.
fn links<'a>(
    call: &Call<'_>,
    found: impl Iterator<Item = (&'a str, Option<&'a str>)>,
) -> Vec<Address> {
    if !call.engine.offers(Question::ReadFile) {
        return Vec::new();
    }
    let links = found.take(MAX_LINKS).map(|(path, symbol)| Address {
        path: path.to_string(),
        symbol: symbol.map(str::to_string),
    });
    links.collect()
}

/// Bytes of `answer` as JSON on one line.
fn json_size<T: serde::Serialize>(answer: &T) -> usize {
    serde_json::to_vec(answer).map_or(0, |bytes| bytes.len() + 24)
}
