//! What answers say of files that are not read as a whole.
//!
//! A question that finds nothing may be about such a file: then the answer says that
//! there are some, and of those that it names, why.

use std::collections::BTreeMap;

use clew_index::{DocumentId, DocumentInfo, FilePattern, TextHit};
use clew_model::FileFlags;
use clew_vfs::LeftOutReason;

use super::named_file;
use crate::workspace::{View, Workspace, left_out_reason};

/// Most files that are named with their reasons.
const MAX_NAMED: usize = 3;

/// Says of files that fit a pattern why they are not read as a whole, or not at all.
pub(super) fn fitting(workspace: &Workspace, view: &View, pattern: &str) -> Vec<String> {
    let is_file = workspace.contained(pattern).is_ok_and(|file| file.absolute.is_file());
    if is_file && let Err(error) = named_file::document(workspace, view, pattern) {
        return vec![error.message];
    }
    let wanted = FilePattern::new(pattern);
    if !view.snapshot.documents().any(|document| wanted.matches(&document.path)) {
        return vec![format!(
            "no file of the index fits {pattern:?}; patterns are like src, src/**/*.py or *.py"
        )];
    }
    let all: Vec<(DocumentInfo, LeftOutReason)> =
        partly_read(view).filter(|(document, _)| wanted.matches(&document.path)).collect();
    let mut notes: Vec<String> = all
        .iter()
        .take(MAX_NAMED)
        .map(|(document, reason)| told(&document.path, *reason))
        .collect();
    if all.len() > MAX_NAMED {
        let more = all.len() - MAX_NAMED;
        notes.push(format!("{more} more that fit the pattern are not read as a whole; see `scan`"));
    }
    notes
}

/// Says of the files of hits which of them are found by their words alone.
pub(super) fn among(view: &View, hits: &[TextHit]) -> Vec<String> {
    let mut told_of: BTreeMap<String, LeftOutReason> = BTreeMap::new();
    for hit in hits {
        let document = view.snapshot.document(hit.document);
        let reason = document.as_ref().and_then(left_out_reason);
        if let Some((document, reason)) = document.zip(reason) {
            told_of.insert(document.path, reason);
        }
    }
    told_of.iter().take(MAX_NAMED).map(|(path, reason)| told(path, *reason)).collect()
}

/// Says how many files of the workspace are not read as a whole; none where all are.
pub(super) fn anywhere(view: &View) -> Option<String> {
    let mut counts: BTreeMap<LeftOutReason, usize> = BTreeMap::new();
    // Nobody asks for the words of pictures and keys.
    let is_text =
        |reason: &LeftOutReason| !matches!(reason, LeftOutReason::Binary | LeftOutReason::KeyFile);
    for (_, reason) in partly_read(view).filter(|(_, reason)| is_text(reason)) {
        *counts.entry(reason).or_default() += 1;
    }
    let total: usize = counts.values().sum();
    if total == 0 {
        return None;
    }
    let reasons: Vec<String> =
        counts.iter().map(|(reason, count)| format!("{count} {}", reason.describe())).collect();
    let files = if total == 1 { "1 file is".to_string() } else { format!("{total} files are") };
    Some(format!("{files} not read as a whole ({}); `scan` names them", reasons.join(", ")))
}

/// Why the file at a path is not read as a whole; none where it is, or where there is none.
pub(super) fn at(view: &View, path: &str) -> Option<String> {
    let id = view.snapshot.document_by_path(path)?;
    let document = view.snapshot.document(id)?;
    left_out_reason(&document).map(|reason| told(path, reason))
}

/// Whether nothing but the words of a document is known.
pub(super) fn is_found_by_words(view: &View, id: DocumentId) -> bool {
    view.snapshot.document(id).is_some_and(|document| left_out_reason(&document).is_some())
}

fn told(path: &str, reason: LeftOutReason) -> String {
    let found = match reason {
        LeftOutReason::TooLarge => {
            "its symbols are not read, and its first 512 KiB are found by their words"
        }
        LeftOutReason::Minified => "its symbols are not read, and it is found by its words",
        LeftOutReason::BeyondParser => "it is read in part",
        _ => "it is not read",
    };
    format!("{path} is left out ({}): {found}", reason.describe())
}

/// Documents that are not read as a whole, and why.
fn partly_read(view: &View) -> impl Iterator<Item = (DocumentInfo, LeftOutReason)> + '_ {
    view.snapshot.documents().filter_map(|document| {
        let is_cut = document.flags.has(FileFlags::CUT);
        let reason = left_out_reason(&document).or(is_cut.then_some(LeftOutReason::BeyondParser));
        reason.map(|reason| (document, reason))
    })
}
