//! setup_status: what is configured.

use clew_protocol::{Question, SetupStatusRequest, ToolError};

use super::{Call, Effect, Length, Tool};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind};

/// Members of the answer of both tools of set-up.
pub(super) const MEMBERS: &[(&str, OutputKind)] = &[("state", OutputKind::Text)];

pub(super) static TOOL: Tool = Tool {
    question: Question::SetupStatus,
    title: "Set-up status",
    description: "How model providers are configured and what waits for a person.",
    fields: &[Field::optional(
        "check_provider",
        FieldKind::Flag,
        "Ask whether it answers, default false",
    )],
    aliases: &[],
    output: Some(MEMBERS),
    effect: Effect::ReadOnly,
    length: Length::Short,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let check_provider = arguments.flag("check_provider").unwrap_or(false);
    let request = SetupStatusRequest { check_provider };
    Ok(Draft::pretty(&call.engine.setup_status(request, call.context)?))
}
