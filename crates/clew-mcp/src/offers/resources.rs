//! Files and symbols of the workspace as resources.

use clew_engine::{Engine, RequestContext};
use clew_protocol::{
    FilePart, ReadFileAnswer, ReadFileRequest, RepoMapRequest, StatusRequest, ToolError,
};
use rmcp::model::{MetaObject, Resource, ResourceContents, ResourceTemplate};
use serde_json::json;

use crate::uri::{Address, TEMPLATE};

/// Tokens of the map that the list is made from; about fifty files.
const MAP_TOKENS: u32 = 4_000;
/// Most resources that are listed; all others are read by their address.
const LISTED: usize = 50;

/// The one template.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(TEMPLATE, "file")
            .with_title("File or symbol")
            .with_description(
                "Text of a file of the workspace, or of one symbol in it, e.g. \
                 clew://file/src/cart.py#Cart.total",
            )
            .with_mime_type("text/plain"),
    ]
}

/// The most central files; none while there is no index, since listing
/// must not start to build one.
pub(crate) fn list(
    engine: &dyn Engine,
    context: &RequestContext,
) -> Result<Vec<Resource>, ToolError> {
    if !engine.status(StatusRequest { project_path: None }, context)?.has_index {
        return Ok(Vec::new());
    }
    let request = RepoMapRequest { max_tokens: Some(MAP_TOKENS), ..RepoMapRequest::default() };
    let map = engine.repo_map(request, context)?;
    let files = map.files.into_iter().take(LISTED).map(|file| {
        let names: Vec<&str> =
            file.symbols.iter().take(3).map(|symbol| symbol.name.as_str()).collect();
        let description = format!("central file; holds {}", names.join(", "));
        let uri = Address { path: file.file.clone(), symbol: None }.to_uri();
        Resource::new(uri, file.file).with_description(description).with_mime_type("text/plain")
    });
    Ok(files.collect())
}

/// The text behind `uri`.
///
/// Fails for addresses of another kind, and like the engine's reading.
pub(crate) fn read(
    engine: &dyn Engine,
    uri: &str,
    context: &RequestContext,
) -> Result<Vec<ResourceContents>, ToolError> {
    let Some(address) = Address::parse(uri) else {
        return Err(ToolError::not_found(
            "there is no such resource",
            format!("use an address of the form {TEMPLATE}"),
            Vec::new(),
        ));
    };
    let request = ReadFileRequest {
        file_path: address.path.clone(),
        symbol: address.symbol.clone(),
        ..ReadFileRequest::default()
    };
    let answer = engine.read_file(request, context)?;
    let only = answer.parts.len() == 1;
    let contents = answer.parts.iter().map(|part| {
        // A client looks its own address up in the answer.
        let own = if only { uri.to_string() } else { part_uri(&answer, part) };
        contents(&answer, part, own)
    });
    Ok(contents.collect())
}

fn part_uri(answer: &ReadFileAnswer, part: &FilePart) -> String {
    Address { path: answer.file.clone(), symbol: part.symbol.clone() }.to_uri()
}

fn contents(answer: &ReadFileAnswer, part: &FilePart, uri: String) -> ResourceContents {
    let mut text = part.text.clone();
    if part.cut {
        text.push_str(&format!(
            "\n… cut after line {}; read one symbol with `#name` at the end of the address\n",
            part.end_line
        ));
    }
    let mut meta = MetaObject::new();
    let lines = format!("{}:{}-{}", answer.file, part.start_line, part.end_line);
    meta.0.insert("dev.clew/lines".into(), json!(lines));
    meta.0.insert("dev.clew/language".into(), json!(answer.language));
    ResourceContents::text(text, uri).with_meta(meta)
}
