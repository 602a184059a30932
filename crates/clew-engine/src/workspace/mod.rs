//! A workspace: its store, its current view, and how the view is kept up to date.

mod changes;
mod current;
mod described;
mod describing;
mod errors;
mod following;
mod history;
mod holding;
mod housekeeping;
mod indexing;
mod looking;
mod memo;
mod overlay;
mod part;
mod reading;
mod refresh;
mod report;
mod settings;
mod texts;
mod tracker;
mod vectors;
mod view;
mod writing;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, Instant};

use clew_index::{DocumentId, Snapshot, Store, StoreOptions, WorkspaceKey};
use clew_protocol::{
    EdgeState, ErrorCode, Freshness, OpenWorkspace, Question, Root, RootSource, ScanProgress,
    Stamp, ToolError,
};
use clew_vfs::relative_path::RelativePath;
use clew_vfs::walk::WalkOptions;
use clew_vfs::{PathGuard, RealFs};

pub(crate) use current::Looked;
pub(crate) use described::DescribedSymbol;
use errors::path_error;
pub(crate) use errors::{describe, store_error};
use following::Known;
pub(crate) use history::HistoryView;
pub(crate) use overlay::refusal;
use refresh::Until;
pub(crate) use refresh::{Refresh, RefreshReport};
use settings::Settings;
pub(crate) use texts::{DocumentText, Texts};
pub(crate) use view::{View, left_out_reason, words_alone};

use crate::api::RequestContext;
use crate::front_ends::Checkers;
use crate::in_process::Following;
use crate::log_ring::Level;
use crate::meaning::Making;
use crate::registry::Common;

/// Longest wait for changes when an older view could answer.
const WAIT_FOR_CHANGES: Duration = Duration::from_secs(1);

/// Longest wait of a workspace that was just opened in a process that lives on:
/// its index answers, and says that the files are still being looked at.
const WAIT_FOR_FIRST_LOOK: Duration = Duration::from_millis(60);

/// Longest wait for the end of what goes on under former settings.
const WAIT_FOR_FORMER: Duration = Duration::from_secs(2);

/// Kept back from a deadline to write the answer.
const DEADLINE_MARGIN: Duration = Duration::from_secs(2);

/// What a workspace needs to open.
pub(crate) struct WorkspaceOptions {
    pub(crate) root: PathBuf,
    pub(crate) source: RootSource,
    pub(crate) common: Common,
    /// The same as it was open a moment ago, under other settings.
    pub(crate) former: Option<Arc<Workspace>>,
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
    /// What the system said of the settings files when they were read.
    settings: Settings,
    config_notes: Vec<String>,
    common: Common,
    view: RwLock<Arc<View>>,
    composed: overlay::Composed,
    refresh: Refresh,
    making: Arc<Making>,
    following: following::Follower,
    /// Files that differ from git's index by their time alone.
    compared_with_git: Mutex<clew_vfs::ComparedFiles>,
    history: history::History,
    describing: describing::Describing,
    part: Option<part::Part>,
    /// Whether it may answer before its files were looked at, saying so. Not where
    /// answers were already given under other settings.
    hasty: bool,
}

/// What a part takes over from the workspace around it.
struct Parts {
    store: Store,
    key: WorkspaceKey,
    walk: WalkOptions,
    settings: Settings,
    config_notes: Vec<String>,
    common: Common,
    view: View,
}

impl Workspace {
    /// Opens the workspace's share of the index. Reads no file of the workspace
    /// but its settings.
    pub(crate) fn open(options: WorkspaceOptions) -> Result<Workspace, ToolError> {
        let WorkspaceOptions { root, source, common, former } = options;
        let hasty = common.following == Following::Continuous && former.is_none();
        if let Some(former) = former {
            // What it has found by its settings is not to be written over this one's.
            former.retire();
            former.refresh.wait_until_idle(WAIT_FOR_FORMER);
        }
        let family = clew_vfs::identify(&RealFs, &root);
        let store = common.stores.open(&common.data, &family.key, StoreOptions::default());
        let store = store.map_err(store_error)?;
        let key = WorkspaceKey(root.to_string_lossy().into_owned());
        let excludes = clew_vfs::user_dirs::global_git_excludes(&RealFs, &common.environment);
        let settings = Settings::of(&root, &common, &excludes.decided_by);
        let config = clew_vfs::config::load_config(&RealFs, &root);
        let mut config_notes = config.brief(&root);
        config_notes.extend(common.note.clone());
        let snapshot = indexing::sound_snapshot(&store, &key, &mut |error| {
            common.logs.push_about(&root, Level::Warning, describe(error));
        })?;
        let walk = WalkOptions { global_excludes: excludes.file, ..common.walk.clone() };
        let walk = walk.with_config(&of_the_user(&common));
        let walk = walk.with_config(&config.config);
        let view = View::new(snapshot, root.clone());
        let parts = Parts { store, key, walk, settings, config_notes, common, view };
        Ok(Workspace { hasty, ..Workspace::assemble(root, source, parts, None) })
    }

    fn assemble(
        root: PathBuf,
        source: RootSource,
        parts: Parts,
        part: Option<part::Part>,
    ) -> Workspace {
        let Parts { store, key, walk, settings, config_notes, common, view } = parts;
        Workspace {
            texts: Texts::default(),
            derived: crate::questions::Derived::default(),
            checkers: Mutex::default(),
            view: RwLock::new(Arc::new(view)),
            composed: overlay::Composed::default(),
            refresh: Refresh::new(&root),
            making: Arc::default(),
            following: following::Follower::default(),
            compared_with_git: Mutex::default(),
            history: history::History::default(),
            describing: describing::Describing::default(),
            root,
            source,
            store,
            key,
            walk,
            settings,
            config_notes,
            hasty: common.following == Following::Continuous,
            common,
            part,
        }
    }

    /// Whether its settings are still those that it was opened with.
    pub(crate) fn is_current(&self) -> bool {
        match &self.part {
            Some(part) => part.parent.is_current() && !settings::has_own(&self.root),
            None => self.settings.are_current(),
        }
    }

    /// The view of the files as it is, without a look at them and without unsaved
    /// texts.
    pub(crate) fn base_view(&self) -> Arc<View> {
        if let Some(part) = &self.part {
            return part.view(&self.root);
        }
        self.view.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// Shows a committed snapshot. The view stays the same one if nothing changed,
    /// with what was computed for it.
    fn show(&self, snapshot: Snapshot) {
        let view = self.base_view();
        let is_same = view.snapshot.generation() == snapshot.generation()
            && view.snapshot.lists_the_same(&snapshot);
        if !is_same || view.is_holding() || view.is_damaged() {
            self.set_view(View::new(snapshot, self.root.clone()));
        }
    }

    fn set_view(&self, view: View) {
        *self.view.write().unwrap_or_else(std::sync::PoisonError::into_inner) = Arc::new(view);
    }

    /// Ends what goes on in the background, for good.
    pub(crate) fn retire(&self) {
        self.refresh.retire();
        self.following.stop();
        self.making.stop();
    }

    /// Ends what goes on in the background without a question.
    pub(crate) fn close(&self) {
        self.following.stop();
        self.making().stop();
    }

    /// Until when a question waits for changes.
    fn limit(&self, context: &RequestContext) -> Option<Instant> {
        let deadline = context
            .deadline
            .map(|deadline| deadline.checked_sub(DEADLINE_MARGIN).unwrap_or_else(Instant::now));
        if self.is_empty() {
            return deadline;
        }
        // A process that lives on has told nobody yet that it knows the files.
        let is_first = self.hasty && !self.refresh.has_ended();
        let wait = if is_first { WAIT_FOR_FIRST_LOOK } else { WAIT_FOR_CHANGES };
        let soon = Instant::now() + wait;
        Some(deadline.map_or(soon, |deadline| soon.min(deadline)))
    }

    /// Answers a question, and once more if the index turns out to be damaged: the
    /// damaged part is set aside and its files are read again before. Likewise if files
    /// turn out to hold something else than what their size and time say.
    pub(crate) fn answer<A>(
        self: &Arc<Self>,
        question: Question,
        context: &RequestContext,
        ask: impl Fn() -> Result<A, ToolError>,
    ) -> Result<A, ToolError> {
        let span = tracing::info_span!(
            "answer",
            question = question.as_str(),
            client = context.client.as_str(),
            files = self.base_view().snapshot.document_count() as u64,
        );
        let _entered = span.enter();
        let first = ask();
        let failed = first.as_ref().is_err_and(|error| error.code == ErrorCode::Internal);
        if !failed && !self.view().is_damaged() && !self.has_lost_vectors() {
            if !self.whole().refresh.has_suspects() {
                return first;
            }
            self.look(context, WAIT_FOR_CHANGES);
            return ask();
        }
        self.common.logs.push_about(
            &self.root,
            Level::Warning,
            match &first {
                Err(error) if !self.view().is_damaged() => {
                    format!("{}; the files are looked at again", error.message)
                }
                _ if !self.view().is_damaged() => {
                    "vectors of the index are damaged; they are made again".to_owned()
                }
                _ => "the index is damaged; its files are read again".to_owned(),
            },
        );
        self.start_scan();
        self.wait_for_scan(context)?;
        ask()
    }

    /// Looks at the files for at most `patience`; a late or failed look shows in
    /// the stamp and the progress.
    pub(crate) fn look(self: &Arc<Self>, context: &RequestContext, patience: Duration) {
        let whole = self.shared_whole();
        let limit = Some(Instant::now() + patience);
        let looked = match whole.following.known(&whole.root) {
            Known::Nothing => whole.refresh.bring_up_to_date(whole, context, limit).map(drop),
            Known::Unsure => {
                whole.following.doubt();
                whole.refresh.settle(whole, context, limit)
            }
            _ => whole.refresh.settle(whole, context, limit),
        };
        if let Err(error) = looked {
            tracing::debug!("look at {}: {}", self.root.display(), error.message);
        }
    }

    /// Says whether refreshes make vectors.
    pub(crate) fn want_vectors(&self, wanted: bool) {
        self.refresh.want_vectors(wanted);
    }

    /// Starts a refresh if none runs; tells its id and whether it was started now.
    pub(crate) fn start_scan(self: &Arc<Self>) -> (String, bool) {
        let whole = self.shared_whole();
        whole.following.doubt();
        whole.follow();
        whole.refresh.start(whole)
    }

    /// Drops the index of this workspace, unless others share it: then all its
    /// files are read again. Tells whether it was dropped.
    pub(crate) fn restart(&self) -> Result<bool, ToolError> {
        let shared = self.store.workspaces().map_err(store_error)?;
        if shared.iter().any(|other| other.key != self.key) {
            for document in self.base_view().documents() {
                self.refresh.suspect(&document.path);
            }
            return Ok(false);
        }
        self.following.doubt();
        self.store.forget_memory();
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
    ) -> Result<Arc<RefreshReport>, ToolError> {
        let refresh = &self.whole().refresh;
        refresh.wait(context, None, Until::Ended)?;
        refresh.outcome()?;
        Ok(refresh.last_report())
    }

    /// What the last refresh saw.
    pub(crate) fn last_report(&self) -> Arc<RefreshReport> {
        self.whole().refresh.last_report()
    }

    /// How far the running or last scan is.
    pub(crate) fn progress(&self) -> ScanProgress {
        let progress = self.whole().refresh.progress();
        if self.parent().is_none() {
            return progress;
        }
        // A part names no path outside itself.
        let inside = self.folder_in_whole();
        ScanProgress {
            path: self.root.display().to_string(),
            current_file: progress.current_file.filter(|path| path.starts_with(&inside)),
            ..progress
        }
    }

    /// The stamp of an answer from `view`.
    pub(crate) fn stamp(&self, view: &View) -> Stamp {
        let refresh = &self.whole().refresh;
        let report = refresh.last_report();
        // The first index may have come while the question was answered without it.
        let is_empty = |view: &View| view.snapshot.document_count() == 0;
        let is_early = is_empty(view) && !is_empty(&self.base_view());
        let is_behind = refresh.is_behind();
        let scanning = refresh.is_scanning() || is_early || is_behind;
        let freshness = Freshness {
            revision: clew_vfs::head_revision(&RealFs, &self.root),
            dirty_files: report.dirty.len() as u32,
            pending: refresh.pending(),
            overlays: 0,
            unsaved: Vec::new(),
            edges: EdgeState::Complete,
            scanning,
        };
        let mut stamp = Stamp::new(self.root_shape(), freshness);
        self.name_unsaved(view, &mut stamp);
        stamp.notes.extend(self.config_notes.iter().cloned());
        stamp.notes.extend(report.notes.iter().cloned());
        if let Some(reason) = self.store.kept_in_memory() {
            stamp.notes.push(format!(
                "the index cannot be written ({reason}): it is kept in memory and written once there is room"
            ));
        }
        if scanning && view.snapshot.document_count() == 0 {
            stamp.notes.push("the first index is still being built; ask again".into());
        } else if scanning && !refresh.has_ended() {
            stamp.notes.push("the files are still being compared with the index".into());
        } else if is_behind {
            stamp.notes.push("changes are still being looked at; ask again".into());
        } else if refresh.is_retired() {
            stamp.notes.push("the settings have changed meanwhile; ask again".into());
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
        if id.is_overlay()
            && let Some(shown) = view.snapshot.path(id).and_then(|path| view.unsaved_at(path))
        {
            return Some(shown.text.document.clone());
        }
        let text = self.texts.of(&self.root, &view.snapshot, id);
        if text.is_none()
            && let Some(path) = view.snapshot.path(id)
        {
            let known = RelativePath::new(path).map(|path| self.whole_path(&path));
            let path = known.as_ref().map_or(path, RelativePath::as_str);
            self.whole().refresh.suspect(path);
        }
        text
    }

    /// A path argument, checked and relative to the root.
    pub(crate) fn contained(&self, argument: &str) -> Result<clew_vfs::ContainedPath, ToolError> {
        PathGuard::new(&self.root, &[])
            .and_then(|guard| guard.resolve(argument))
            .map_err(path_error)
    }

    /// Whether a refresh runs.
    pub(crate) fn is_scanning(&self) -> bool {
        self.whole().refresh.is_running()
    }

    /// Whether the files were looked at since it was opened.
    pub(crate) fn has_scanned(&self) -> bool {
        self.whole().refresh.has_ended()
    }

    /// Bytes of memory that it takes, about.
    pub(crate) fn memory(&self) -> u64 {
        let own = self.texts.bytes() + self.derived.bytes() + self.base_view().memory();
        let store = if self.part.is_some() { 0 } else { self.store.memory() };
        (own + store) as u64
    }

    /// How `status` lists it.
    pub(crate) fn shape(&self, idle_seconds: u64) -> OpenWorkspace {
        OpenWorkspace {
            root: self.root.display().to_string(),
            files: self.base_view().snapshot.document_count() as u64,
            unsaved: self.common.unsaved.below(&self.root).len() as u32,
            memory: self.memory(),
            idle_seconds,
            watch: self.watch_state(),
            scan: self.progress(),
            scan_asked: self.refresh.is_asked(),
        }
    }

    /// Bytes of the store on disk.
    pub(crate) fn store_size(&self) -> u64 {
        self.store.size().unwrap_or(0)
    }
}

/// Whether `folder` is `root` or lies below it.
pub(crate) fn covers(root: &Path, folder: &Path) -> bool {
    folder.starts_with(root)
}

/// What the user's own configuration says about files.
fn of_the_user(common: &Common) -> clew_vfs::config::FileConfig {
    let settings = common.setup.as_ref().map(|setup| setup.desk().in_use().settings);
    settings.unwrap_or_default().into()
}
