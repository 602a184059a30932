//! Folders that arguments name, and who may name which.

use std::path::{Path, PathBuf};

use clew_protocol::{ErrorCode, ToolError};
use clew_vfs::{RealFs, find_root};

use crate::api::WorkspaceRight;
use crate::session::Session;
use crate::workspace::describe;

/// The folder that an argument names, links followed.
///
/// Fails if it is none. A caller who is confined to allowed folders is told
/// the same of all others, whether they exist or not, and never where a link
/// leads.
pub(crate) fn named_folder(
    path: &str,
    session: &Session,
    right: WorkspaceRight,
) -> Result<PathBuf, ToolError> {
    if path.contains('\0') {
        return Err(ToolError::invalid_input(
            "the project path holds a NUL byte",
            "give the path of a folder",
        ));
    }
    let is_allowed = |folder: &Path| match right {
        WorkspaceRight::AnyFolder => true,
        WorkspaceRight::AllowedOnly => session.covering(folder).is_some(),
    };
    let named = session.root().join(path);
    let beginning = existing_part(&named).unwrap_or_default();
    if !is_allowed(&beginning) {
        return Err(forbidden(path));
    }
    let found = find_root(&RealFs, session.root(), Some(Path::new(path))).map_err(|error| {
        ToolError::new(ErrorCode::ProjectNotFound, describe(&error), "give an existing folder")
    })?;
    if is_allowed(&found.path) { Ok(found.path) } else { Err(forbidden(path)) }
}

/// The longest beginning of a path that exists, links followed.
fn existing_part(path: &Path) -> Option<PathBuf> {
    path.ancestors().find_map(|part| std::fs::canonicalize(part).ok())
}

fn forbidden(path: &str) -> ToolError {
    ToolError::new(
        ErrorCode::PathOutsideProject,
        format!("{path} may not be chosen over this connection"),
        "start the server in that folder or with --allow-root",
    )
}
