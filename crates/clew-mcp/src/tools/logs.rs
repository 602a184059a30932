//! logs: the last messages of the engine.

use clew_protocol::{LogEntry, LogsAnswer, LogsRequest, Question, ToolError};

use super::{Call, Effect, Reach, Tool};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind, Over};
use crate::size::{DEFAULT_BUDGET, text_size};

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
    reach: Reach::Machine,
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
    let goes_on = request.after_id.is_some();
    let answer = call.engine.logs(request, call.context)?;
    let (answer, note) = if goes_on { first_page(answer) } else { last_page(answer) };
    arguments.notes.extend(note);
    Ok(Draft::pretty(&answer))
}

/// The first entries that fit; the next call goes on behind them.
fn first_page(mut answer: LogsAnswer) -> (LogsAnswer, Option<String>) {
    let fits = count_that_fits(answer.entries.iter());
    if fits >= answer.entries.len() {
        return (answer, None);
    }
    answer.entries.truncate(fits);
    if let Some(last) = answer.entries.last() {
        answer.next_cursor = last.id;
    }
    let note = format!("there is more; go on with `after_id` {}", answer.next_cursor);
    (answer, Some(note))
}

/// The newest entries that fit.
fn last_page(mut answer: LogsAnswer) -> (LogsAnswer, Option<String>) {
    let left = answer.entries.len().saturating_sub(count_that_fits(answer.entries.iter().rev()));
    if left == 0 {
        return (answer, None);
    }
    answer.entries.drain(..left);
    let note = format!(
        "{left} older entries are left out; for all of them from the oldest on give `stream_id` \
         and `after_id` 0"
    );
    (answer, Some(note))
}

/// How many entries, one at least, a short answer holds beside its frame.
fn count_that_fits<'a>(entries: impl Iterator<Item = &'a LogEntry>) -> usize {
    let mut room = DEFAULT_BUDGET - FRAME;
    let fits = entries.take_while(|entry| {
        let size = serde_json::to_string_pretty(entry).map_or(0, |text| {
            // Each line is indented by four, and the last ends with a comma.
            text_size(&text.replace('\n', "\n    "), DEFAULT_BUDGET) + LINE
        });
        let is_room = size <= room;
        room = room.saturating_sub(size);
        is_room
    });
    fits.count().max(1)
}

/// Room for the members around the entries, and for notes.
const FRAME: usize = 1_000;
/// What a line of a list counts beside its text.
const LINE: usize = 40;
