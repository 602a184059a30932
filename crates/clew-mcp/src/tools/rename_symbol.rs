//! rename_symbol: a new name inside a fragment.

use clew_protocol::{Question, RenameScope, RenameSymbolRequest, ToolError};

use super::parse_source::{MOST_LISTED, SOURCE, check_source};
use super::{Call, Effect, LANGUAGE, Reach, Tool};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind};

pub(super) static TOOL: Tool = Tool {
    question: Question::RenameSymbol,
    title: "Rename in source",
    description: "Rename a symbol inside a piece of code by its scope; clashes are refused. \
        Returns the new text; no file is changed.",
    fields: &[
        SOURCE,
        Field::required("old_name", FieldKind::Text, "Name now: `tmp`, `P.x`"),
        Field::required("new_name", FieldKind::Text, "Name afterwards, e.g. `total`"),
        Field::optional("scope", FieldKind::Text, "`module` (default) or `function:NAME`"),
        LANGUAGE,
    ],
    aliases: &[("code", "source"), ("text", "source"), ("lang", "language")],
    output: Some(&[
        ("source", OutputKind::Text),
        ("edits", OutputKind::Objects),
        ("diagnostics", OutputKind::Objects),
        ("occurrences", OutputKind::Integer),
    ]),
    effect: Effect::ReadOnly,
    reach: Reach::Machine,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let scope = match arguments.filled("scope") {
        None => RenameScope::Module,
        Some(text) => RenameScope::parse(&text).ok_or_else(|| {
            ToolError::invalid_input("unknown `scope`", "use `module` or `function:NAME`")
        })?,
    };
    let request = RenameSymbolRequest {
        source: check_source(arguments.required("source"))?,
        old_name: arguments.required("old_name"),
        new_name: arguments.required("new_name"),
        scope,
        language: arguments.filled("language"),
    };
    let mut answer = call.engine.rename_symbol(request, call.context)?;
    answer.edits.truncate(MOST_LISTED);
    answer.diagnostics.truncate(MOST_LISTED);
    Ok(Draft::compact(&answer))
}
