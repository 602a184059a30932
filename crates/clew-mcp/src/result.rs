//! Outcomes in protocol types, for either era.

use rmcp::model::{CallToolResult, ContentBlock, Implementation, MetaObject, Resource};
use serde_json::{Value, json};

use crate::outcome::{Outcome, Verdict};

/// Which rules a request is answered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    /// The handshake revisions, up to 2025-11-25.
    Legacy,
    /// The stateless revision 2026-07-28.
    Modern,
}

/// Who the server is.
pub(crate) fn identity(version: &str) -> Implementation {
    Implementation::new("clew", version)
        .with_title("Clew code intelligence")
        .with_description("Answers questions about a workspace's code by name and by meaning")
}

/// Metadata that results carry: who answered, where the era wants it.
pub(crate) fn result_meta(era: Era, version: &str) -> Option<MetaObject> {
    if era == Era::Legacy {
        return None;
    }
    let mut meta = MetaObject::new();
    let server = json!({ "name": "clew", "version": version });
    meta.0.insert("io.modelcontextprotocol/serverInfo".into(), server);
    Some(meta)
}

/// The result of a tool call.
pub(crate) fn call_result(outcome: Outcome, era: Era, version: &str) -> CallToolResult {
    let mut content = vec![ContentBlock::text(outcome.text)];
    content.extend(outcome.links.iter().map(|address| {
        let name = address.symbol.as_deref().unwrap_or(&address.path);
        ContentBlock::resource_link(
            Resource::new(address.to_uri(), name).with_mime_type("text/plain"),
        )
    }));
    let mut result = match outcome.verdict {
        Verdict::Answered => CallToolResult::success(content),
        Verdict::Failed => CallToolResult::error(content),
    };
    result.structured_content = outcome.structured.map(Value::Object);
    result.meta = result_meta(era, version);
    if era == Era::Legacy {
        result.result_type = None;
    }
    result
}
