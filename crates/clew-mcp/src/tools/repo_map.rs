//! repo_map: the most central symbols of a workspace or folder.

use clew_protocol::{DEFAULT_MAP_TOKENS, Question, RepoMapRequest, ToolError};

use super::{CURSOR, Call, Effect, Reach, Tool, json_size};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind, Over};
use crate::size::{budget, fit};

pub(super) static TOOL: Tool = Tool {
    question: Question::RepoMap,
    title: "Repository map",
    description: "The most central files and symbols of the project or a folder. Use first in a \
        repository you do not know.",
    fields: &[
        Field::optional("path", FieldKind::Text, "Folder or glob; default all"),
        Field::optional(
            "max_tokens",
            FieldKind::Integer { min: 100, max: 10_000, over: Over::Cut },
            "Default 1500",
        ),
        CURSOR,
    ],
    aliases: &[
        ("folder", "path"),
        ("file_path", "path"),
        ("file_pattern", "path"),
        ("tokens", "max_tokens"),
    ],
    output: Some(&[("files", OutputKind::Objects)]),
    effect: Effect::ReadOnly,
    reach: Reach::Machine,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let asked = arguments.number("max_tokens");
    let (path, cursor) = (arguments.filled("path"), arguments.filled("cursor"));
    let ask = |max_tokens| {
        let request = RepoMapRequest {
            path: path.clone(),
            root: None,
            max_tokens: Some(max_tokens),
            cursor: cursor.clone(),
        };
        call.engine.repo_map(request, call.context)
    };
    let wanted = asked.unwrap_or(DEFAULT_MAP_TOKENS);
    let (mut answer, cut) = fit(budget(asked), wanted, ask, json_size)?;
    if cut.is_some() {
        let note =
            "cut to keep the answer short; go on with `cursor`, or give `path` or `max_tokens`";
        answer.stamp.notes.push(note.into());
    }
    Ok(Draft::compact(&answer))
}
