//! The tools as `tools/list` shows them.

use std::sync::Arc;

use clew_engine::Engine;
use rmcp::model::{MetaObject, Tool as WireTool, ToolAnnotations};
use serde_json::{Value, json};

use crate::options::ToolSet;
use crate::schema::{input_schema, output_schema};
use crate::size::HARD_CAP;
use crate::tools::{Effect, Reach, TOOLS, Tool};

/// The tools of `set` that `engine` can answer, as the JSON of `tools/list`.
pub fn tool_list(engine: &dyn Engine, set: &ToolSet) -> Value {
    let tools: Vec<WireTool> = offered(engine, set).into_iter().map(wire_tool).collect();
    json!({ "tools": tools })
}

/// The tools of `set` that `engine` can answer, in their fixed order.
pub(crate) fn offered(engine: &dyn Engine, set: &ToolSet) -> Vec<&'static Tool> {
    let all = TOOLS.iter().copied();
    all.filter(|tool| set.holds(tool.question) && engine.offers(tool.question)).collect()
}

/// One tool in protocol types.
pub(crate) fn wire_tool(tool: &Tool) -> WireTool {
    let annotations = match tool.effect {
        // The other hints mean nothing for a tool that changes nothing.
        Effect::ReadOnly => ToolAnnotations::new().read_only(true),
        Effect::Index => {
            ToolAnnotations::new().read_only(false).destructive(false).idempotent(true)
        }
        // What is in use may be replaced.
        Effect::Settings => {
            ToolAnnotations::new().read_only(false).destructive(true).idempotent(true)
        }
    }
    .open_world(tool.reach == Reach::Provider);
    let mut wire =
        WireTool::new(tool.question.as_str(), tool.description, input_schema(tool.fields))
            .with_title(tool.title)
            .with_annotations(annotations);
    if let Some(members) = tool.output {
        wire = wire.with_raw_output_schema(Arc::new(output_schema(members)));
    }
    if tool.may_be_long() {
        let mut meta = MetaObject::new();
        meta.0.insert("anthropic/maxResultSizeChars".into(), json!(HARD_CAP));
        wire = wire.with_meta(meta);
    }
    wire
}
