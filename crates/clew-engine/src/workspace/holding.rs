//! Changes that are shown from memory: until they are written, or because they
//! cannot be.

use clew_grammars::Extractor;
use clew_index::{DocumentInput, Snapshot, StoreError};
use clew_protocol::ToolError;
use clew_vfs::FileEntry;

use super::reading::{Read, document, placeholder, read};
use super::refresh::RefreshReport;
use super::view::{Held, View};
use super::{Workspace, describe, store_error};

/// Shows changes that could not be written, because of `error`, from memory.
pub(super) fn hold(
    workspace: &Workspace,
    committed: Snapshot,
    files: &[FileEntry],
    removed: Vec<String>,
    error: &StoreError,
    report: &mut RefreshReport,
) -> Result<(), ToolError> {
    report.held = files.len() + removed.len();
    report.notes.retain(|note| !note.ends_with(FROM_MEMORY));
    report.notes.push(format!("{}; {} {FROM_MEMORY}", describe(error), report.held));
    let documents = overlay_documents(workspace, &committed, files);
    show_held(workspace, &committed, Held { documents, removed }).map_err(store_error)
}

/// Shows `snapshot` with these changes over it.
pub(super) fn show_held(
    workspace: &Workspace,
    snapshot: &Snapshot,
    held: Held,
) -> Result<(), StoreError> {
    let overlaid = snapshot.with_overlay(held.documents.clone(), &held.removed)?;
    workspace.set_view(View::holding(overlaid, workspace.root.clone(), held));
    Ok(())
}

/// How the note about changes that are in no index ends.
pub(super) const FROM_MEMORY: &str = "changed files are answered from memory";

/// Reads and extracts all files, for an overlay.
fn overlay_documents(
    workspace: &Workspace,
    snapshot: &Snapshot,
    files: &[FileEntry],
) -> Vec<DocumentInput> {
    let mut extractor = Extractor::default();
    files
        .iter()
        .filter_map(|file| match read(workspace, file) {
            Read::Text(text, hash) => Some(document(&mut extractor, snapshot, file, (text, hash))),
            Read::LeftOut(reason, text, hash) => Some(placeholder(file, reason, (text, hash))),
            Read::Gone => None,
        })
        .collect()
}
