//! explain_diagnostic: what a code means.

use clew_protocol::{ExplainDiagnosticRequest, Question, ToolError};

use super::{Call, Effect, Reach, Tool};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind};

pub(super) static TOOL: Tool = Tool {
    question: Question::ExplainDiagnostic,
    title: "Explain diagnostic",
    description: "What a diagnostic code means, with an example and the repair.",
    fields: &[
        Field::required("code", FieldKind::Text, "Code, e.g. `E1001`"),
        Field::optional("lang", FieldKind::Text, "`en` (default) or `zh`"),
    ],
    aliases: &[("language", "lang")],
    output: Some(&[
        ("code", OutputKind::Text),
        ("title", OutputKind::Text),
        ("description", OutputKind::Text),
        ("help", OutputKind::Text),
    ]),
    effect: Effect::ReadOnly,
    reach: Reach::Machine,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let request = ExplainDiagnosticRequest {
        code: arguments.required("code"),
        lang: arguments.filled("lang"),
    };
    Ok(Draft::compact(&call.engine.explain_diagnostic(request, call.context)?))
}
