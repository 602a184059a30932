//! A workspace: its store, its current view, and how the view is kept up to date.

mod changes;
mod housekeeping;
mod indexing;
mod refresh;
mod texts;
mod tracker;
mod view;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, Instant};

use clew_index::{DocumentId, Store, StoreError, StoreOptions, WorkspaceKey};
use clew_protocol::{
    EdgeState, ErrorCode, Freshness, Root, RootSource, ScanProgress, Stamp, ToolError,
};
use clew_vfs::walk::WalkOptions;
use clew_vfs::{PathGuard, RealFs};

pub(crate) use refresh::{Refresh, RefreshReport};
pub(crate) use texts::{DocumentText, Texts};
pub(crate) use view::View;

use crate::api::RequestContext;
use crate::front_ends::Checkers;
use crate::log_ring::{Level, LogRing};

/// Longest wait for changes when an older view could answer.
const WAIT_FOR_CHANGES: Duration = Duration::from_secs(1);

/// Kept back from a deadline to write the answer.
const DEADLINE_MARGIN: Duration = Duration::from_secs(2);

/// What a workspace needs to open.
pub(crate) struct WorkspaceOptions {
    pub(crate) root: PathBuf,
    pub(crate) source: RootSource,
    pub(crate) data: PathBuf,
    pub(crate) walk: WalkOptions,
    pub(crate) logs: Arc<LogRing>,
}

/// One workspace. Shared by all requests about it.
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    pub(crate) source: RootSource,
    pub(crate) texts: Texts,
    pub(crate) derived: crate::questions::Derived,
    pub(crate) checkers: Mutex<Checkers>,
    store: Store,
    key: WorkspaceKey,
    walk: WalkOptions,
    config_notes: Vec<String>,
    view: RwLock<Arc<View>>,
    refresh: Refresh,
    logs: Arc<LogRing>,
}

impl Workspace {
    /// Opens the workspace's share of the index. Reads no file of the workspace
    /// but its settings.
    pub(crate) fn open(options: WorkspaceOptions) -> Result<Workspace, ToolError> {
        let WorkspaceOptions { root, source, data, walk, logs } = options;
        let family = clew_vfs::identify(&RealFs, &root);
        let store =
            Store::open(&data, &family.key, StoreOptions::default()).map_err(store_error)?;
        let key = WorkspaceKey(root.to_string_lossy().into_owned());
        let config = clew_vfs::config::load_config(&RealFs, &root);
        let config_notes = config
            .notes
            .iter()
            .map(|note| match note.line {
                Some(line) => format!("settings line {line}: {}", note.message),
                None => format!("settings: {}", note.message),
            })
            .collect();
        let snapshot = match store.snapshot(&key) {
            Ok(snapshot) => snapshot,
            Err(error @ StoreError::Damaged { .. }) => {
                logs.push(Level::Warning, describe(&error));
                store.snapshot(&key).map_err(store_error)?
            }
            Err(error) => return Err(store_error(error)),
        };
        let view = Arc::new(View::new(snapshot, root.clone()));
        Ok(Workspace {
            texts: Texts::default(),
            derived: crate::questions::Derived::default(),
            checkers: Mutex::default(),
            walk: walk.with_config(&config.config),
            view: RwLock::new(view),
            refresh: Refresh::new(&root),
            root,
            source,
            store,
            key,
            config_notes,
            logs,
        })
    }

    /// The view as it is, without a look at the files.
    pub(crate) fn view(&self) -> Arc<View> {
        self.view.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    fn set_view(&self, view: View) {
        *self.view.write().unwrap_or_else(std::sync::PoisonError::into_inner) = Arc::new(view);
    }

    /// The view brought up to date with the files, as far as time allows: an
    /// index that is there answers after [`WAIT_FOR_CHANGES`] at the latest, the
    /// first index is waited for until the deadline.
    pub(crate) fn current(
        self: &Arc<Self>,
        context: &RequestContext,
    ) -> Result<Arc<View>, ToolError> {
        let deadline = context
            .deadline
            .map(|deadline| deadline.checked_sub(DEADLINE_MARGIN).unwrap_or_else(Instant::now));
        let has_index = self.view().snapshot.document_count() > 0;
        let limit = match (has_index, deadline) {
            (true, deadline) => {
                let soon = Instant::now() + WAIT_FOR_CHANGES;
                Some(deadline.map_or(soon, |deadline| soon.min(deadline)))
            }
            (false, deadline) => deadline,
        };
        self.refresh.bring_up_to_date(self, context, limit)?;
        Ok(self.view())
    }

    /// Answers a question, and once more if the index turns out to be damaged: the
    /// damaged part is set aside and its files are read again before.
    pub(crate) fn answer<A>(
        self: &Arc<Self>,
        context: &RequestContext,
        ask: impl Fn() -> Result<A, ToolError>,
    ) -> Result<A, ToolError> {
        let first = ask();
        let failed = first.as_ref().is_err_and(|error| error.code == ErrorCode::Internal);
        if !failed && !self.view().is_damaged() {
            return first;
        }
        self.logs.push(Level::Warning, "the index is damaged; its files are read again");
        self.start_scan();
        self.wait_for_scan(context)?;
        ask()
    }

    /// Looks at the files for at most `patience`; a late or failed look shows in
    /// the stamp and the progress.
    pub(crate) fn look(self: &Arc<Self>, context: &RequestContext, patience: Duration) {
        let limit = Some(Instant::now() + patience);
        if let Err(error) = self.refresh.bring_up_to_date(self, context, limit) {
            tracing::debug!("look at {}: {}", self.root.display(), error.message);
        }
    }

    /// Starts a refresh if none runs; tells its id and whether it was started now.
    pub(crate) fn start_scan(self: &Arc<Self>) -> (String, bool) {
        self.refresh.start(self)
    }

    /// Drops the index of this workspace, unless others share it: then all its
    /// files are read again. Tells whether it was dropped.
    pub(crate) fn restart(&self) -> Result<bool, ToolError> {
        let shared = self.store.workspaces().map_err(store_error)?;
        if shared.iter().any(|other| other.key != self.key) {
            for document in self.view().documents() {
                self.refresh.suspect(&document.path);
            }
            return Ok(false);
        }
        // Moved away first, so that nobody sees half of it.
        let folder = self.store.folder();
        let aside = folder.with_extension(format!("dropped-{}", std::process::id()));
        let dropped = match std::fs::rename(folder, &aside) {
            Ok(()) => std::fs::remove_dir_all(&aside),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        };
        dropped.map(|()| true).map_err(|error| {
            ToolError::internal(format!("cannot drop the index {}: {error}", folder.display()))
        })
    }

    /// Waits for the running refresh.
    pub(crate) fn wait_for_scan(
        self: &Arc<Self>,
        context: &RequestContext,
    ) -> Result<RefreshReport, ToolError> {
        self.refresh.wait(context, None)?;
        Ok(self.refresh.last_report())
    }

    /// What the last refresh saw.
    pub(crate) fn last_report(&self) -> RefreshReport {
        self.refresh.last_report()
    }

    /// How far the running or last scan is.
    pub(crate) fn progress(&self) -> ScanProgress {
        self.refresh.progress()
    }

    /// The stamp of an answer from `view`.
    pub(crate) fn stamp(&self, view: &View) -> Stamp {
        let report = self.refresh.last_report();
        let scanning = self.refresh.is_scanning();
        let freshness = Freshness {
            revision: clew_vfs::head_revision(&RealFs, &self.root),
            dirty_files: report.dirty_files,
            pending: self.refresh.pending(),
            overlays: 0,
            unsaved: Vec::new(),
            edges: EdgeState::Complete,
            scanning,
        };
        let mut stamp = Stamp::new(self.root_shape(), freshness);
        stamp.notes.extend(self.config_notes.iter().cloned());
        stamp.notes.extend(report.notes);
        if scanning && view.snapshot.document_count() == 0 {
            stamp.notes.push("the first index is still being built; ask again".into());
        }
        stamp
    }

    /// Which root it is, and by which rule.
    pub(crate) fn root_shape(&self) -> Root {
        Root { path: self.root.display().to_string(), source: self.source }
    }

    /// The text of a document of `view`; `None` if its file changed since. Such a
    /// file is read again by the next refresh, whatever its size and time say.
    pub(crate) fn text(&self, view: &View, id: DocumentId) -> Option<Arc<DocumentText>> {
        let text = self.texts.of(&self.root, &view.snapshot, id);
        if text.is_none()
            && let Some(path) = view.snapshot.path(id)
        {
            self.refresh.suspect(path);
        }
        text
    }

    /// A path argument, checked and relative to the root.
    pub(crate) fn contained(&self, argument: &str) -> Result<clew_vfs::ContainedPath, ToolError> {
        PathGuard::new(&self.root, &[])
            .and_then(|guard| guard.resolve(argument))
            .map_err(path_error)
    }

    /// Bytes of the store on disk.
    pub(crate) fn store_size(&self) -> u64 {
        self.store.size().unwrap_or(0)
    }
}

/// A path error as tools give it.
fn path_error(error: clew_vfs::PathError) -> ToolError {
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

/// Whether `folder` is `root` or lies below it.
pub(crate) fn covers(root: &Path, folder: &Path) -> bool {
    folder.starts_with(root)
}
