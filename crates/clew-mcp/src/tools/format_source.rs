//! format_source: a fragment in the language's usual layout.

use clew_protocol::{FormatSourceRequest, Question, ToolError};

use super::parse_source::{MOST_LISTED, SOURCE, TAB_SIZE, check_source};
use super::{Call, Effect, LANGUAGE, Reach, Tool};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::OutputKind;

/// Most lines of a difference that are written out; so many are over the cap of an
/// answer already, which then says that it was cut.
const MOST_LINES: usize = 20_000;

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
    reach: Reach::Machine,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let request = FormatSourceRequest {
        source: check_source(arguments.required("source"))?,
        language: arguments.filled("language"),
        tab_size: arguments.number("tab_size"),
    };
    let mut answer = call.engine.format_source(request, call.context)?;
    answer.diagnostics.truncate(MOST_LISTED);
    let mut room = MOST_LINES;
    answer.diff.retain_mut(|hunk| {
        let is_wanted = room > 0;
        hunk.lines.truncate(room);
        room -= hunk.lines.len();
        is_wanted
    });
    Ok(Draft::compact(&answer))
}
