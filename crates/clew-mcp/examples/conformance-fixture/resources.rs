//! Resources and their template.

use rmcp::ErrorData;
use rmcp::model::*;
use serde_json::json;

use crate::TTL_MS;
use crate::contents::{PIXEL, text_resource};

/// The resources.
pub(crate) fn list() -> ListResourcesResult {
    let text = |uri: &str, name: &str| Resource::new(uri, name).with_mime_type("text/plain");
    ListResourcesResult::with_all_items(vec![
        text("test://static-text", "Static text"),
        Resource::new("test://static-binary", "Static picture").with_mime_type("image/png"),
        text("test://watched-resource", "Watched text"),
        text("test://example-resource", "Example text"),
    ])
    .with_ttl_ms(TTL_MS)
    .with_cache_scope(CacheScope::Public)
}

/// The templates.
pub(crate) fn templates() -> ListResourceTemplatesResult {
    let template = ResourceTemplate::new("test://template/{id}/data", "Data by id")
        .with_mime_type("application/json");
    ListResourceTemplatesResult::with_all_items(vec![template])
        .with_ttl_ms(TTL_MS)
        .with_cache_scope(CacheScope::Public)
}

/// The content of a resource.
pub(crate) fn read(uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let id = uri.strip_prefix("test://template/").and_then(|rest| rest.strip_suffix("/data"));
    let content = match (uri, id) {
        ("test://static-text", _) => {
            text_resource(uri, "text/plain", "This is the content of the static text resource.")
        }
        ("test://watched-resource" | "test://example-resource", _) => {
            text_resource(uri, "text/plain", "A text that does not change")
        }
        ("test://static-binary", _) => ResourceContents::BlobResourceContents {
            uri: uri.into(),
            mime_type: Some("image/png".into()),
            blob: PIXEL.into(),
            meta: None,
        },
        (_, Some(id)) => {
            let data =
                json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") });
            text_resource(uri, "application/json", &data.to_string())
        }
        _ => {
            let data = json!({ "uri": uri });
            return Err(ErrorData::resource_not_found(format!("no resource {uri}"), Some(data)));
        }
    };
    Ok(ReadResourceResult::new(vec![content])
        .with_ttl_ms(TTL_MS)
        .with_cache_scope(CacheScope::Public))
}
