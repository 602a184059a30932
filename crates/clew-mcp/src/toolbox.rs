//! Running one tool: decoding, asking, encoding, counting.

use std::sync::Arc;
use std::time::Instant;

use clew_engine::{Engine, RequestContext};
use clew_protocol::UsageRecord;
use serde_json::{Map, Value};

use crate::access::Access;
use crate::arguments::Arguments;
use crate::listing::offered;
use crate::options::ToolSet;
use crate::outcome::{Outcome, failure};
use crate::tools::{Call, Tool};

/// The offered tools and the engine behind them.
#[derive(Clone)]
pub(crate) struct Toolbox {
    engine: Arc<dyn Engine>,
    tools: Arc<[&'static Tool]>,
}

impl Toolbox {
    /// The tools of `set` that `engine` can answer and `access` allows.
    pub(crate) fn new(engine: Arc<dyn Engine>, set: &ToolSet, access: Access) -> Self {
        let mut tools = offered(engine.as_ref(), set);
        tools.retain(|tool| access.allows(tool.effect));
        let tools = tools.into();
        Toolbox { engine, tools }
    }

    /// Who answers.
    pub(crate) fn engine(&self) -> &Arc<dyn Engine> {
        &self.engine
    }

    /// The tools in their fixed order.
    pub(crate) fn tools(&self) -> &[&'static Tool] {
        &self.tools
    }

    /// The tool of that name.
    pub(crate) fn find(&self, name: &str) -> Option<&'static Tool> {
        self.tools.iter().copied().find(|tool| tool.question.as_str() == name)
    }

    /// Runs `tool` to its end; blocks.
    pub(crate) fn run(
        &self,
        tool: &Tool,
        given: Map<String, Value>,
        context: &RequestContext,
    ) -> Outcome {
        let start = Instant::now();
        let input = serde_json::to_string(&given).map_or(0, |text| text.chars().count());
        let outcome = self.answer(tool, given, context);
        let took = start.elapsed();
        let characters = outcome.text.chars().count();
        tracing::debug!(
            tool = tool.question.as_str(),
            client = context.client,
            ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
            characters,
            verdict = ?outcome.verdict,
            "tool call"
        );
        let record = UsageRecord {
            tool_name: tool.question.as_str().to_string(),
            input_characters: input as u64,
            output_characters: characters as u64,
            execution_us: u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
        };
        self.engine.record_usage(record, context);
        outcome
    }

    fn answer(&self, tool: &Tool, given: Map<String, Value>, context: &RequestContext) -> Outcome {
        let mut arguments = Arguments::default();
        let call = Call { engine: self.engine.as_ref(), context };
        let answered = arguments
            .decode(tool.fields, tool.aliases, given)
            .and_then(|()| (tool.run)(&call, &mut arguments));
        match answered {
            Ok(draft) => draft.finish(&arguments.notes),
            Err(error) => failure(&error).noted(&arguments.notes),
        }
    }
}
