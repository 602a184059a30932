//! A folder of a workspace that is asked about as if it were one of its own: it
//! shares the index of the workspace around it, and sees nothing outside.

use std::path::Path;
use std::sync::{Arc, Mutex};

use clew_protocol::RootSource;
use clew_vfs::config::CONFIG_FILES;
use clew_vfs::relative_path::RelativePath;

use super::{View, Workspace};
use crate::log_ring::lock;

/// Where a part lies.
pub(super) struct Part {
    pub(super) parent: Arc<Workspace>,
    /// Its root relative to the parent's.
    pub(super) folder: RelativePath,
    /// The parent's view last seen and the part of it.
    seen: Mutex<Option<(Arc<View>, Arc<View>)>>,
}

impl Part {
    /// The part of the parent's present view, without unsaved texts.
    pub(super) fn view(&self, root: &Path) -> Arc<View> {
        let whole = self.parent.base_view();
        let mut seen = lock(&self.seen);
        if let Some((known, part)) = seen.as_ref()
            && Arc::ptr_eq(known, &whole)
        {
            return part.clone();
        }
        let part = Arc::new(whole.below(self.folder.as_str(), root));
        *seen = Some((whole, part.clone()));
        part
    }
}

impl Workspace {
    /// The part of `parent` at `root`, which lies below it.
    pub(crate) fn part(parent: &Arc<Workspace>, root: &Path, source: RootSource) -> Workspace {
        let below = root.strip_prefix(&parent.root).unwrap_or(Path::new(""));
        let folder = RelativePath::from_path(below).unwrap_or_else(|_| RelativePath::root());
        let part = Part { parent: parent.clone(), folder, seen: Mutex::default() };
        Workspace::assemble(
            root.to_path_buf(),
            source,
            super::Parts {
                store: parent.store.clone(),
                key: parent.key.clone(),
                walk: parent.walk.clone(),
                settings: parent.settings.clone(),
                config_notes: parent.config_notes.clone(),
                common: parent.common.clone(),
                view: View::new(parent.base_view().snapshot.clone(), root.to_path_buf()),
            },
            Some(part),
        )
    }

    /// The workspace that this one is a part of.
    pub(crate) fn parent(&self) -> Option<Arc<Workspace>> {
        self.part.as_ref().map(|part| part.parent.clone())
    }

    /// The workspace with the index: the parent of a part, else itself.
    pub(super) fn whole(&self) -> &Workspace {
        self.part.as_ref().map_or(self, |part| &part.parent)
    }

    /// [`Workspace::whole`], shared.
    pub(super) fn shared_whole(self: &Arc<Self>) -> &Arc<Workspace> {
        self.part.as_ref().map_or(self, |part| &part.parent)
    }

    /// Starts to make the vectors of the workspace with the index.
    pub(crate) fn make_vectors_of_whole(self: &Arc<Self>) {
        self.shared_whole().make_vectors();
    }

    /// A path of this workspace as the whole calls it.
    pub(super) fn whole_path(&self, relative: &RelativePath) -> RelativePath {
        match &self.part {
            Some(part) => part.folder.join(relative),
            None => relative.clone(),
        }
    }

    /// Whether it is a part of `other`.
    pub(crate) fn is_part_of(&self, other: &Arc<Workspace>) -> bool {
        self.part.as_ref().is_some_and(|part| Arc::ptr_eq(&part.parent, other))
    }

    /// Whether the folder can be answered from this index: it holds files there,
    /// and the folder has no settings of its own.
    pub(crate) fn shares_index_with(&self, folder: &Path) -> bool {
        let Ok(below) = folder.strip_prefix(&self.root) else { return false };
        let Ok(relative) = RelativePath::from_path(below) else { return false };
        CONFIG_FILES.iter().all(|name| !folder.join(name).is_file())
            && self.base_view().snapshot.has_documents_below(relative.as_str())
    }

    /// Whether the index holds nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.base_view().snapshot.document_count() == 0
    }
}
