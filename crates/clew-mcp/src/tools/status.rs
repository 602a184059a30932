//! status: what is indexed and what runs.

use clew_protocol::{Question, StatusRequest, ToolError};

use super::{Call, Effect, Reach, Tool};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind};

/// Argument that chooses the workspace.
pub(super) const PROJECT_PATH: Field =
    Field::optional("project_path", FieldKind::Text, "Folder; default this one");

pub(super) static TOOL: Tool = Tool {
    question: Question::Status,
    title: "Index status",
    description: "What is indexed, how fresh, and how far a scan has got.",
    fields: &[PROJECT_PATH],
    aliases: &[
        ("path", "project_path"),
        ("project_root", "project_path"),
        ("workspace_root", "project_path"),
    ],
    output: Some(&[
        ("current_project", OutputKind::Text),
        ("has_index", OutputKind::Flag),
        ("stats", OutputKind::Object),
        ("scan", OutputKind::Object),
    ]),
    effect: Effect::ReadOnly,
    reach: Reach::Machine,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let request = StatusRequest { project_path: arguments.filled("project_path") };
    Ok(Draft::pretty(&call.engine.status(request, call.context)?))
}
