//! logs: the last messages of the engine.

use clew_protocol::{LogsRequest, Question, ToolError};

use super::{Call, Effect, Length, Tool};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind, Over};

pub(super) static TOOL: Tool = Tool {
    question: Question::Logs,
    title: "Logs",
    description: "Last messages of the engine. Use when an answer looks wrong or a scan failed.",
    fields: &[
        Field::optional("stream_id", FieldKind::Text, "Of the answer before; with after_id"),
        Field::optional(
            "after_id",
            FieldKind::Integer { min: 0, max: 9_007_199_254_740_991, over: Over::Refuse },
            "`next_cursor` of the answer before; with stream_id",
        ),
    ],
    aliases: &[],
    output: Some(&[
        ("stream_id", OutputKind::Text),
        ("entries", OutputKind::Objects),
        ("next_cursor", OutputKind::Integer),
        ("truncated", OutputKind::Flag),
    ]),
    effect: Effect::ReadOnly,
    length: Length::Short,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let request = LogsRequest {
        stream_id: arguments.filled("stream_id"),
        after_id: arguments.wide_number("after_id"),
    };
    if request.stream_id.is_some() != request.after_id.is_some() {
        return Err(ToolError::invalid_input(
            "`stream_id` and `after_id` belong together",
            "give both, from the answer before, or none",
        ));
    }
    Ok(Draft::pretty(&call.engine.logs(request, call.context)?))
}
