//! Errors of paths and of the store as tools give them.

use clew_index::StoreError;
use clew_protocol::{ErrorCode, ToolError};

/// A path error as tools give it.
pub(super) fn path_error(error: clew_vfs::PathError) -> ToolError {
    let message = describe(&error);
    if error.is_invalid_input() {
        ToolError::invalid_input(message, "give a path relative to the project root")
    } else {
        ToolError::new(
            ErrorCode::PathOutsideProject,
            message,
            "give a path inside the project root, or choose another project",
        )
    }
}

/// A store error as tools give it.
pub(crate) fn store_error(error: StoreError) -> ToolError {
    let message = describe(&error);
    match error {
        StoreError::Busy { .. } => ToolError::new(
            ErrorCode::Busy,
            message,
            "another process is indexing this repository; ask again in a moment",
        ),
        _ => ToolError::internal(message),
    }
}

/// An error with its causes on one line.
pub(crate) fn describe(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        cause = inner.source();
    }
    text
}
