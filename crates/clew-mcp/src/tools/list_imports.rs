//! list_imports: what a file imports and where it comes from.

use clew_protocol::{ListImportsRequest, Question, ToolError};

use super::{CURSOR, Call, Effect, Reach, Tool, json_size};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind};
use crate::size::{budget, fit};

pub(super) static TOOL: Tool = Tool {
    question: Question::ListImports,
    title: "List imports",
    description: "Imports of one file: module, names, and the file or package each comes from.",
    fields: &[
        Field::required("file_path", FieldKind::Text, "e.g. `src/cart.py`"),
        Field::optional("project_root", FieldKind::Text, "Another root"),
        Field::optional("limit", FieldKind::LIMIT, "Default 100"),
        CURSOR,
    ],
    aliases: &[
        ("path", "file_path"),
        ("file", "file_path"),
        ("filepath", "file_path"),
        ("workspace_root", "project_root"),
    ],
    output: Some(&[("imports", OutputKind::Objects)]),
    effect: Effect::ReadOnly,
    reach: Reach::Machine,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let request = ListImportsRequest {
        file_path: arguments.required("file_path"),
        root: arguments.filled("project_root"),
        limit: arguments.number("limit"),
        cursor: arguments.filled("cursor"),
    };
    let ask = |limit| {
        let request = ListImportsRequest { limit: Some(limit), ..request.clone() };
        call.engine.list_imports(request, call.context)
    };
    let wanted = request.limit.unwrap_or(100);
    let (mut answer, cut) = fit(budget(request.limit), wanted, ask, json_size)?;
    let (shown, total) = (answer.imports.len(), answer.total);
    super::note_cut(&mut answer.stamp, cut, shown, total);
    Ok(Draft::compact(&answer))
}
