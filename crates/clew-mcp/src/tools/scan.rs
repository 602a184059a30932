//! scan: bringing the index up to date.

use clew_protocol::{Question, ScanRequest, ScanWait, ToolError};

use super::status::PROJECT_PATH;
use super::{Call, Effect, Reach, Tool};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind};

pub(super) static TOOL: Tool = Tool {
    question: Question::Scan,
    title: "Scan project",
    description: "Index a project, or choose another one. Answers at once; see status. \
        Not needed before questions.",
    fields: &[PROJECT_PATH, Field::optional("restart", FieldKind::Flag, "Drop the index first")],
    aliases: &[
        ("path", "project_path"),
        ("file_path", "project_path"),
        ("project_root", "project_path"),
        ("workspace_root", "project_path"),
    ],
    output: Some(&[
        ("started", OutputKind::Flag),
        ("scan_id", OutputKind::Text),
        ("status", OutputKind::Text),
    ]),
    effect: Effect::Index,
    reach: Reach::Machine,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let request = ScanRequest {
        project_path: arguments.filled("project_path").filter(|path| path != "."),
        restart: arguments.flag("restart").unwrap_or(false),
        no_vectors: false,
        wait: ScanWait::Detached,
    };
    Ok(Draft::pretty(&call.engine.scan(request, call.context)?))
}
