//! setup_status: what is configured.

use clew_protocol::{Question, SetupStatusRequest, ToolError};

use super::{Call, Effect, Reach, Tool};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind};

pub(super) static TOOL: Tool = Tool {
    question: Question::SetupStatus,
    title: "Set-up status",
    description: "How providers are set up and what waits for a person.",
    fields: &[Field::optional("check_provider", FieldKind::Flag, "Default false")],
    aliases: &[],
    output: None,
    effect: Effect::ReadOnly,
    reach: Reach::Provider,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let check_provider = arguments.flag("check_provider").unwrap_or(false);
    let request = SetupStatusRequest { check_provider };
    Ok(Draft::pretty(&call.engine.setup_status(request, call.context)?))
}
