//! stats: how the tools are used.

use clew_protocol::{Question, ToolError};

use super::{Call, Effect, Reach, Tool};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind};

pub(super) static TOOL: Tool = Tool {
    question: Question::Stats,
    title: "Usage figures",
    description: "How often the tools were called, how long they took, how much they answered.",
    fields: &[Field::optional("limit", FieldKind::LIMIT, "Most rows")],
    aliases: &[],
    output: Some(&[
        ("session_calls", OutputKind::Integer),
        ("lifetime_calls", OutputKind::Integer),
        ("top_tools", OutputKind::Objects),
        ("recent_calls", OutputKind::Objects),
    ]),
    effect: Effect::ReadOnly,
    reach: Reach::Machine,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let mut answer = call.engine.stats(call.context)?;
    if let Some(limit) = arguments.number("limit") {
        answer.top_tools.truncate(limit as usize);
        answer.recent_calls.truncate(limit as usize);
    }
    Ok(Draft::pretty(&answer))
}
