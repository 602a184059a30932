//! parse_source: the syntax tree of a fragment.

use clew_protocol::{
    DEFAULT_PARSE_NODES, MAX_PARSE_DEPTH, MAX_PARSE_NODES, MAX_SOURCE_BYTES, ParseSourceRequest,
    Question, ToolError,
};

use super::{Call, Effect, LANGUAGE, Reach, Tool, json_size};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind, Over};
use crate::size::{budget, fit};

/// Argument that gives the text of a fragment.
pub(super) const SOURCE: Field = Field::required("source", FieldKind::Code, "Code, e.g. `x = 1`");
/// Argument that gives the columns of a tab.
pub(super) const TAB_SIZE: Field = Field::optional(
    "tab_size",
    FieldKind::Integer { min: 1, max: 16, over: Over::Cut },
    "Columns of a tab, default 4",
);

pub(super) static TOOL: Tool = Tool {
    question: Question::ParseSource,
    title: "Parse source",
    description: "Syntax tree and syntax errors of a piece of code in any language; nothing is \
        stored. Use to check code before writing it.",
    fields: &[
        SOURCE,
        LANGUAGE,
        TAB_SIZE,
        Field::optional(
            "max_depth",
            FieldKind::Integer { min: 1, max: MAX_PARSE_DEPTH as u64, over: Over::Cut },
            "Levels of the tree, default 24",
        ),
        Field::optional(
            "max_nodes",
            FieldKind::Integer { min: 1, max: MAX_PARSE_NODES as u64, over: Over::Cut },
            "Nodes of the tree, default 200",
        ),
    ],
    aliases: &[("code", "source"), ("text", "source"), ("lang", "language")],
    output: Some(&[
        ("ast", OutputKind::Object),
        ("diagnostics", OutputKind::Objects),
        ("language", OutputKind::Text),
        ("summary", OutputKind::Object),
    ]),
    effect: Effect::ReadOnly,
    reach: Reach::Machine,
    run,
};

/// Most edits and diagnostics of a fragment that are written out; so many are over
/// the cap of an answer already, which then says that it was cut.
pub(super) const MOST_LISTED: usize = 1_000;

/// Refuses texts over the limit of fragment tools.
pub(super) fn check_source(source: String) -> Result<String, ToolError> {
    if source.len() <= MAX_SOURCE_BYTES {
        return Ok(source);
    }
    Err(ToolError::invalid_input(
        format!("`source` has {} bytes, over the limit of {MAX_SOURCE_BYTES}", source.len()),
        "send a smaller piece",
    ))
}

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let asked = arguments.number("max_nodes");
    let request = ParseSourceRequest {
        source: check_source(arguments.required("source"))?,
        language: arguments.filled("language"),
        tab_size: arguments.number("tab_size"),
        max_depth: arguments.number("max_depth"),
        max_nodes: None,
    };
    let ask = |max_nodes| {
        let request = ParseSourceRequest { max_nodes: Some(max_nodes), ..request.clone() };
        call.engine.parse_source(request, call.context)
    };
    let wanted = asked.unwrap_or(DEFAULT_PARSE_NODES);
    let (mut answer, cut) = fit(budget(asked), wanted, ask, json_size)?;
    if let Some(nodes) = cut {
        answer.notes.push(format!(
            "the tree was cut to {nodes} nodes to keep the answer short; give `max_nodes` for more"
        ));
    }
    answer.diagnostics.truncate(MOST_LISTED);
    Ok(Draft::compact(&answer))
}
