//! The file that a path argument names, and what to say where it is not in the index.

use clew_index::DocumentId;
use clew_protocol::ToolError;
use clew_vfs::{ContainedPath, LeftOutReason};

use crate::workspace::{View, Workspace, left_out_reason};

/// Paths offered where a file is not found.
const NEAREST: usize = 5;

/// How alike the names of files must be to be offered, from 0 to 1 by Jaro-Winkler.
const ALIKE: f64 = 0.88;

/// The document that a path argument names.
pub(super) fn document(
    workspace: &Workspace,
    view: &View,
    argument: &str,
) -> Result<(DocumentId, String), ToolError> {
    let contained = match workspace.contained(argument) {
        Ok(contained) if contained.absolute.exists() => contained,
        // Answers write `path:line`, which is then given as a path.
        other => match without_position(argument).map(|path| workspace.contained(path)) {
            Some(Ok(file)) if file.absolute.is_file() => file,
            _ => other?,
        },
    };
    let path = contained.relative.as_str().to_string();
    if let Some(id) = view.document_at(&path) {
        let path = view.snapshot.path(id).unwrap_or(&path).to_string();
        return match view.snapshot.document(id).and_then(|found| left_out_reason(&found)) {
            None => Ok((id, path)),
            Some(reason) => Err(left_out(&path, &told(workspace, &contained, reason))),
        };
    }
    if contained.absolute.is_dir() {
        let shown = if path.is_empty() { "." } else { path.as_str() };
        return Err(ToolError::invalid_input(
            format!("`{shown}` is a folder, and this is about one file"),
            "name a file inside it; a map of the folder (repo_map) shows its files and symbols",
        ));
    }
    if !contained.absolute.exists() {
        let next = "check the path, which is relative to the project root; scan says what was left out and why";
        return Err(ToolError::not_found(
            format!("there is no file {path}"),
            next,
            nearest(view, &path),
        ));
    }
    Err(match workspace.left_out(&contained) {
        Some(reason) => left_out(&path, &told(workspace, &contained, reason)),
        None => ToolError::not_found(
            format!("{path} is there but not yet in the index"),
            "ask again; scan reads it at once",
            Vec::new(),
        ),
    })
}

/// Files with the same last name, otherwise with a name like it, best first.
fn nearest(view: &View, path: &str) -> Vec<String> {
    let last = |path: &str| path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let asked = last(path);
    let mut found: Vec<(f64, String)> = Vec::new();
    for document in view.documents() {
        let likeness = strsim::jaro_winkler(&asked, &last(&document.path));
        if likeness >= ALIKE {
            found.push((likeness, document.path));
        }
    }
    if found.iter().any(|(likeness, _)| *likeness == 1.0) {
        found.retain(|(likeness, _)| *likeness == 1.0);
    }
    // Of files so named, the one in a folder like the asked one comes first.
    let by_path = |one: &str| strsim::jaro_winkler(path, one);
    found.sort_by(|one, other| {
        let likeness = other.0.total_cmp(&one.0);
        likeness.then_with(|| by_path(&other.1).total_cmp(&by_path(&one.1)))
    });
    found.truncate(NEAREST);
    found.into_iter().map(|(_, path)| path).collect()
}

/// A reason with what decides, where that can be changed.
fn told(workspace: &Workspace, file: &ContainedPath, reason: LeftOutReason) -> String {
    let by_size = match reason {
        LeftOutReason::TooLarge => workspace.left_out_by_size(file),
        _ => None,
    };
    by_size.unwrap_or_else(|| reason.of_one().to_string())
}

/// The error for a file that is there, but not in the index.
fn left_out(path: &str, reason: &str) -> ToolError {
    let next = "search finds it by its words, or read the file itself; scan lists what was left out, with the reasons";
    ToolError::not_found(format!("{path} is not in the index: {reason}"), next, Vec::new())
}

/// `path` of `path:line` and `path:line:column`.
fn without_position(argument: &str) -> Option<&str> {
    let cut = |text: &str| {
        let (path, number) = text.rsplit_once(':')?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        (is_number && !path.is_empty()).then_some(path.len())
    };
    let once = cut(argument)?;
    let twice = cut(&argument[..once]).unwrap_or(once);
    Some(&argument[..twice])
}
