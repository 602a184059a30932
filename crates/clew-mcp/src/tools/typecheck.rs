//! typecheck: what a checker says about files.

use clew_protocol::{Question, ToolError, TypecheckMode, TypecheckRequest};

use super::{CURSOR, Call, Effect, Reach, Tool, json_size};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind};
use crate::size::{budget, fit};

pub(super) static TOOL: Tool = Tool {
    question: Question::Typecheck,
    title: "Type-check files",
    description: "Errors and warnings in files, folders or globs. Use after an edit.",
    fields: &[
        Field::required("file_paths", FieldKind::TextList, "e.g. [\"src/\"]"),
        Field::required("project_root", FieldKind::Text, "Root, `.` for the current one"),
        Field::optional("mode", FieldKind::Choice(&["fast", "full"]), "Default full"),
        Field::optional("lang", FieldKind::Text, "`en` (default) or `zh`"),
        Field::optional("limit", FieldKind::LIMIT, "Default 50"),
        CURSOR,
    ],
    aliases: &[
        ("file_path", "file_paths"),
        ("path", "file_paths"),
        ("files", "file_paths"),
        ("workspace_root", "project_root"),
    ],
    output: Some(&[("diagnostics", OutputKind::Objects), ("summary", OutputKind::Object)]),
    effect: Effect::ReadOnly,
    reach: Reach::Machine,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let request = TypecheckRequest {
        file_paths: arguments.list("file_paths"),
        root: arguments.filled("project_root").filter(|root| root != "."),
        mode: match arguments.text("mode").as_deref() {
            Some("fast") => TypecheckMode::Fast,
            _ => TypecheckMode::Full,
        },
        limit: arguments.number("limit"),
        cursor: arguments.filled("cursor"),
    };
    let mut context = call.context.clone();
    if let Some(lang) = arguments.filled("lang") {
        context.lang = lang;
    }
    let ask = |limit| {
        let request = TypecheckRequest { limit: Some(limit), ..request.clone() };
        call.engine.typecheck(request, &context)
    };
    let wanted = request.limit.unwrap_or(50);
    let (mut answer, cut) = fit(budget(request.limit), wanted, ask, json_size)?;
    let counts = &answer.summary;
    let total = counts.errors + counts.warnings + counts.notes;
    let shown = answer.diagnostics.len();
    super::note_cut(&mut answer.stamp, cut, shown, total);
    Ok(Draft::compact(&answer))
}
