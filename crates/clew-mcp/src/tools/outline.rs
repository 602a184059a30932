//! outline: the symbols of one file.

use clew_protocol::{OutlineRequest, Question, ToolError};

use super::{CURSOR, Call, Effect, Reach, Tool, json_size};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind, Over};
use crate::size::{budget, fit};

pub(super) static TOOL: Tool = Tool {
    question: Question::Outline,
    title: "File outline",
    description: "Symbols of one file with kind, lines and signature. Use instead of reading a \
        whole file.",
    fields: &[
        Field::required("file_path", FieldKind::Text, "e.g. `src/cart.py`"),
        Field::optional(
            "max_depth",
            FieldKind::Integer { min: 1, max: 100, over: Over::Cut },
            "1 = top level; default all",
        ),
        Field::optional("limit", FieldKind::LIMIT, "Default 100"),
        CURSOR,
    ],
    aliases: &[("path", "file_path"), ("file", "file_path"), ("filepath", "file_path")],
    output: Some(&[("file", OutputKind::Text), ("symbols", OutputKind::Objects)]),
    effect: Effect::ReadOnly,
    reach: Reach::Machine,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let request = OutlineRequest {
        file_path: arguments.required("file_path"),
        root: None,
        max_depth: arguments.number("max_depth"),
        limit: arguments.number("limit"),
        cursor: arguments.filled("cursor"),
    };
    let ask = |limit| {
        let request = OutlineRequest { limit: Some(limit), ..request.clone() };
        call.engine.outline(request, call.context)
    };
    let wanted = request.limit.unwrap_or(100);
    let (mut answer, cut) = fit(budget(request.limit), wanted, ask, json_size)?;
    let (shown, total) = (answer.symbols.len(), answer.total);
    super::note_cut(&mut answer.stamp, cut, shown, total);
    let links = super::links(call, [(answer.file.as_str(), None)].into_iter());
    Ok(Draft::compact(&answer).linked(links))
}
