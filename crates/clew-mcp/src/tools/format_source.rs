//! format_source: a fragment in the language's usual layout.

use clew_protocol::{FormatSourceRequest, Question, ToolError};

use super::parse_source::{SOURCE, TAB_SIZE, check_source};
use super::{Call, Effect, LANGUAGE, Length, Tool};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::OutputKind;

pub(super) static TOOL: Tool = Tool {
    question: Question::FormatSource,
    title: "Format source",
    description: "The same code in the language's usual layout, and the difference. Code that \
        does not parse comes back unchanged with its errors.",
    fields: &[SOURCE, LANGUAGE, TAB_SIZE],
    aliases: &[("code", "source"), ("text", "source"), ("lang", "language")],
    output: Some(&[
        ("formatted", OutputKind::Text),
        ("diff", OutputKind::Objects),
        ("changed", OutputKind::Flag),
        ("diagnostics", OutputKind::Objects),
    ]),
    effect: Effect::ReadOnly,
    length: Length::Long,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let request = FormatSourceRequest {
        source: check_source(arguments.required("source"))?,
        language: arguments.filled("language"),
        tab_size: arguments.number("tab_size"),
    };
    Ok(Draft::compact(&call.engine.format_source(request, call.context)?))
}
