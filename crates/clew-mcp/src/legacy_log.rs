//! Log messages to clients of the handshake revisions that ask for them.
//!
//! The stateless revision has no such messages and newer clients read the
//! standard error stream instead; the protocol library marks all of it as
//! deprecated, so it is kept in this one place.
#![expect(deprecated, reason = "older clients still use it")]

use std::sync::Mutex;

use rmcp::RoleServer;
use rmcp::model::{LoggingLevel, LoggingMessageNotificationParam, SetLevelRequestParams};
use rmcp::service::RequestContext;
use serde_json::json;

use crate::outcome::{Outcome, Verdict};
use crate::tools::Tool;

/// What a client wants to be told.
#[derive(Debug, Default)]
pub(crate) struct LegacyLog(Mutex<Option<LoggingLevel>>);

impl LegacyLog {
    /// Takes the level that the client asked for.
    pub(crate) fn set_level(&self, request: &SetLevelRequestParams) {
        if let Ok(mut level) = self.0.lock() {
            *level = Some(request.level);
        }
    }

    /// Sends a warning about a failed call, if the client wants warnings.
    pub(crate) async fn failure(
        &self,
        tool: &Tool,
        outcome: &Outcome,
        context: &RequestContext<RoleServer>,
    ) {
        if outcome.verdict == Verdict::Answered || !self.covers_warnings() {
            return;
        }
        let data = json!({ "tool": tool.question.as_str(), "message": outcome.text });
        let message =
            LoggingMessageNotificationParam::new(LoggingLevel::Warning, data).with_logger("clew");
        if let Err(error) = context.peer.notify_logging_message(message).await {
            tracing::debug!(%error, "a log message was not sent");
        }
    }

    fn covers_warnings(&self) -> bool {
        let level = self.0.lock().map(|level| *level).unwrap_or_default();
        matches!(
            level,
            Some(
                LoggingLevel::Debug
                    | LoggingLevel::Info
                    | LoggingLevel::Notice
                    | LoggingLevel::Warning
            )
        )
    }
}
