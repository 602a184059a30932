//! Views with unsaved texts over the files.

use std::sync::{Arc, Mutex};

use clew_index::{DocumentInput, StoreError};
use clew_protocol::{MAX_UNSAVED_NAMED, Stamp};
use clew_vfs::relative_path::RelativePath;
use clew_vfs::{LeftOutReason, RealFs};
use rustc_hash::FxHashMap;

use super::view::LEFT_OUT_PREFIX;
use super::{View, Workspace, describe};
use crate::log_ring::lock;
use crate::unsaved::UnsavedText;

/// An unsaved text that a view shows, and its path relative to the root.
pub(crate) struct ShownText {
    pub(crate) relative: String,
    pub(crate) text: Arc<UnsavedText>,
}

/// The view made last, kept until the files or the unsaved texts change.
#[derive(Default)]
pub(super) struct Composed(Mutex<Option<Composition>>);

struct Composition {
    base: Arc<View>,
    revision: u64,
    view: Arc<View>,
    /// Whether a path belongs to the workspace, as `base` has it.
    belongs: FxHashMap<String, bool>,
}

impl Workspace {
    /// The view of files and unsaved texts as it is, without a look at the files.
    pub(crate) fn view(&self) -> Arc<View> {
        let base = self.base_view();
        // Read before the texts: a change in between makes the next view.
        let revision = self.common.unsaved.revision();
        let mut kept = lock(&self.composed.0);
        if let Some(known) = kept.as_ref()
            && Arc::ptr_eq(&known.base, &base)
            && known.revision == revision
        {
            return known.view.clone();
        }
        let previous = kept.take().filter(|known| Arc::ptr_eq(&known.base, &base));
        let (from, mut belongs) = match previous {
            Some(known) => (known.view, known.belongs),
            None => (base.clone(), FxHashMap::default()),
        };
        let shown = self.shown_texts(&base, &mut belongs);
        let view = match shown.is_empty() {
            true => base.clone(),
            false => compose(&base, &from, shown).unwrap_or_else(|error| {
                tracing::warn!("unsaved documents are not shown: {}", describe(&error));
                base.clone()
            }),
        };
        *kept = Some(Composition { base, revision, view: view.clone(), belongs });
        view
    }

    fn shown_texts(&self, base: &View, belongs: &mut FxHashMap<String, bool>) -> Vec<ShownText> {
        let mut shown = Vec::new();
        for text in self.common.unsaved.below(&self.root) {
            let Ok(below) = text.path.strip_prefix(&self.root) else { continue };
            let Ok(relative) = RelativePath::from_path(below) else { continue };
            let name = relative.as_str().to_string();
            let is_shown =
                *belongs.entry(name.clone()).or_insert_with(|| self.admits(base, &relative));
            if is_shown {
                shown.push(ShownText { relative: name, text });
            }
        }
        shown
    }

    /// Whether unsaved text at a path is part of the workspace: it is if its file
    /// is, or would be.
    pub(crate) fn admits(&self, base: &View, relative: &RelativePath) -> bool {
        let known = base.snapshot.document_by_path(relative.as_str());
        let language = known.and_then(|id| base.snapshot.document(id)).map(|found| found.language);
        // A file that was left out for its content may have a better one now.
        let is_indexed =
            language.is_some_and(|language| !language.as_str().starts_with(LEFT_OUT_PREFIX));
        let whole = self.whole();
        let path = self.whole_path(relative);
        is_indexed || clew_vfs::admits(&RealFs, &whole.root, &whole.walk, &path)
    }

    /// Names the unsaved texts that an answer is made from.
    pub(super) fn name_unsaved(&self, view: &View, stamp: &mut Stamp) {
        stamp.freshness.overlays = view.unsaved.len() as u32;
        let mut latest: Vec<&ShownText> = view.unsaved.iter().collect();
        latest.sort_by_key(|shown| std::cmp::Reverse(shown.text.sequence));
        stamp.freshness.unsaved = latest
            .iter()
            .take(MAX_UNSAVED_NAMED)
            .map(|shown| shown.text.shape(&shown.relative))
            .collect();
    }
}

/// `base` with these texts over it. Analyses of texts that `from` shows too are
/// taken over.
fn compose(base: &Arc<View>, from: &View, shown: Vec<ShownText>) -> Result<Arc<View>, StoreError> {
    let is_shown = |path: &str| shown.iter().any(|one| one.relative == path);
    let held = base.held.iter().flat_map(|held| &held.documents);
    let mut documents: Vec<DocumentInput> =
        held.filter(|document| !is_shown(&document.path)).cloned().collect();
    documents.extend(shown.iter().map(|one| one.text.input(&one.relative)));
    let removed = base.held.as_ref().map_or(&[][..], |held| &held.removed);
    let snapshot = from.snapshot.with_overlay(documents, removed)?;
    Ok(Arc::new(View::composed(snapshot, base.clone(), shown)))
}

/// Whether a text can be indexed, as its file could.
pub(crate) fn refusal(path: &str, text: &str) -> Option<LeftOutReason> {
    match clew_vfs::content::load(text.as_bytes().to_vec()) {
        Ok(_) if clew_vfs::is_minified(path, text) => Some(LeftOutReason::Minified),
        Ok(_) => None,
        Err(reason) => Some(reason),
    }
}
