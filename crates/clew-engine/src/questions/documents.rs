//! Opening, changing and closing unsaved documents.

use std::path::PathBuf;
use std::sync::Arc;

use clew_protocol::{CloseDocumentRequest, DocumentAnswer, DocumentRequest, ToolError};
use clew_vfs::ContainedPath;

use crate::api::RequestContext;
use crate::unsaved::{Incoming, Unsaved};
use crate::workspace::{Workspace, refusal};

/// What is done with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Open,
    Replace,
}

pub(crate) fn put(
    workspace: &Arc<Workspace>,
    unsaved: &Unsaved,
    request: DocumentRequest,
    change: Change,
    context: &RequestContext,
) -> Result<DocumentAnswer, ToolError> {
    let found = file(workspace, &request.file_path)?;
    let path = found.relative.as_str();
    if let Some(reason) = refusal(path, &request.text) {
        unsaved.close(&found.absolute, context.connection);
        return Err(ToolError::invalid_input(
            format!("the text of {path} is not taken: {}", reason.describe()),
            "close the document; such files are not indexed",
        ));
    }
    let incoming = Incoming {
        path: found.absolute.clone(),
        connection: context.connection,
        client: &context.client,
        version: request.version,
        text: request.text,
    };
    match change {
        Change::Open => unsaved.open(incoming)?,
        Change::Replace => unsaved.change(incoming)?,
    }
    Ok(answer(workspace, unsaved, &found))
}

pub(crate) fn close(
    workspace: &Arc<Workspace>,
    unsaved: &Unsaved,
    request: &CloseDocumentRequest,
    context: &RequestContext,
) -> Result<DocumentAnswer, ToolError> {
    let found = file(workspace, &request.file_path)?;
    unsaved.close(&found.absolute, context.connection);
    Ok(answer(workspace, unsaved, &found))
}

/// The file that a document is of.
fn file(workspace: &Workspace, argument: &str) -> Result<ContainedPath, ToolError> {
    let found = workspace.contained(argument)?;
    let path = found.relative.as_str();
    if found.relative.is_root() || found.absolute.is_dir() || argument.ends_with(['/', '\\']) {
        return Err(ToolError::invalid_input(
            format!("{argument:?} is a folder"),
            "name the file whose text it is",
        ));
    }
    if path.chars().any(char::is_control) {
        return Err(ToolError::invalid_input(
            format!("the path {path:?} holds a control character"),
            "give the file another name",
        ));
    }
    Ok(found)
}

fn answer(workspace: &Workspace, unsaved: &Unsaved, found: &ContainedPath) -> DocumentAnswer {
    let relative = &found.relative;
    let path: &PathBuf = &found.absolute;
    let shown = unsaved.at(path).filter(|_| workspace.admits(&workspace.base_view(), relative));
    DocumentAnswer {
        root: workspace.root.display().to_string(),
        file: relative.as_str().to_string(),
        shown: shown.map(|text| text.shape(relative.as_str())),
    }
}
