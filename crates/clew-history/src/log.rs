//! Reading the commits of a repository.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use gix::bstr::{BStr, ByteSlice};
use gix::diff::tree::{Recorder, State, Visit, recorder, visit};
use gix::revision::walk::Sorting;
use gix::traverse::commit::simple::CommitTimeOrder;
use gix::{ObjectId, Repository, open};

use crate::{Commit, CommitId};

/// Bytes of objects kept at hand.
const OBJECT_CACHE: usize = 8 << 20;

/// Larger objects are not read: who wrote a repository chooses their size.
const MAX_OBJECT: u64 = 16 << 20;

/// Largest list of submodules that is read.
const MAX_MODULES: u64 = 1 << 20;

/// Longest subject, in characters.
const MAX_SUBJECT: usize = 300;

/// Why a history cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// The folder is in no repository that can be read.
    #[error("{path} is no git repository that can be read: {reason}", path = path.display())]
    Open {
        /// Top folder of the working copy.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Commits or references are damaged or missing.
    #[error("the history of {path} cannot be read: {reason}; `git fsck` tells more", path = path.display())]
    Read {
        /// Top folder of the working copy.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

/// The history of one working copy. Cheap to open; keep it on one thread.
pub struct Log {
    path: PathBuf,
    repository: Repository,
}

impl Log {
    /// Opens the repository whose working copy is at `top`.
    ///
    /// # Errors
    ///
    /// When there is none, or git's own files cannot be read.
    pub fn open(top: &Path) -> Result<Log, HistoryError> {
        let options = open::Options::isolated()
            .config_overrides([format!("gitoxide.objects.allocLimit={MAX_OBJECT}")]);
        let mut repository = gix::open_opts(top, options).map_err(|error| HistoryError::Open {
            path: top.to_path_buf(),
            reason: error.to_string(),
        })?;
        repository.object_cache_size(OBJECT_CACHE);
        Ok(Log { path: top.to_path_buf(), repository })
    }

    /// The commit that is checked out; `None` before the first one.
    ///
    /// # Errors
    ///
    /// When the head names what is not there.
    pub fn head(&self) -> Result<Option<CommitId>, HistoryError> {
        let mut head = self.repository.head().map_err(|error| self.unreadable(&error))?;
        if head.is_unborn() {
            return Ok(None);
        }
        let commit = head.peel_to_commit().map_err(|error| self.unreadable(&error))?;
        Ok(Some(CommitId(commit.id)))
    }

    /// Whether older commits were not fetched.
    pub fn is_shallow(&self) -> bool {
        self.repository.is_shallow().unwrap_or(false)
    }

    /// Paths of the submodules that a commit holds, as its `.gitmodules` names them:
    /// repositories with a history of their own. None where that cannot be read.
    pub fn submodules(&self, commit: CommitId) -> Vec<String> {
        self.submodules_of(commit).unwrap_or_default()
    }

    fn submodules_of(&self, commit: CommitId) -> Option<Vec<String>> {
        let tree = self.repository.find_commit(commit.0).ok()?.tree().ok()?;
        let entry = tree.lookup_entry_by_path(".gitmodules").ok()??;
        if self.repository.find_header(entry.object_id()).ok()?.size() > MAX_MODULES {
            return None;
        }
        let file = entry.object().ok()?;
        let paths = file.data.lines().filter_map(|line| {
            let (key, value) = line.split_once_str("=")?;
            let is_path = key.trim().eq_ignore_ascii_case(b"path");
            is_path.then(|| value.trim().to_str_lossy().trim_matches('"').to_owned())
        });
        let is_there = |path: &String| {
            let entry = tree.lookup_entry_by_path(path).ok().flatten();
            entry.is_some_and(|entry| entry.mode().is_commit())
        };
        let shown = |path: &String| !path.chars().any(char::is_control);
        Some(paths.filter(is_there).filter(shown).collect())
    }

    /// The commits that `head` reaches, the newest first, at most `limit`.
    ///
    /// # Errors
    ///
    /// When a commit is missing or damaged.
    pub fn reachable(&self, head: CommitId, limit: usize) -> Result<Vec<CommitId>, HistoryError> {
        let newest_first = Sorting::ByCommitTime(CommitTimeOrder::NewestFirst);
        let walk = self.repository.rev_walk([head.0]).sorting(newest_first);
        let walk = walk.all().map_err(|error| self.unreadable(&error))?;
        let ids = walk.take(limit).map(|info| match info {
            Ok(info) => Ok(CommitId(info.id)),
            Err(error) => Err(self.unreadable(&error)),
        });
        ids.collect()
    }

    /// What a commit says and changed. Where the objects that tell the changes were
    /// not fetched or are beyond all bounds, none is named; of a commit beyond all bounds
    /// only that is told.
    ///
    /// # Errors
    ///
    /// When the commit itself is missing or damaged.
    pub fn commit(&self, id: CommitId) -> Result<Commit, HistoryError> {
        let header = self.repository.find_header(id.0).map_err(|error| self.unreadable(&error))?;
        if header.size() > MAX_OBJECT {
            return Ok(too_large(id, header.size()));
        }
        let commit = self.repository.find_commit(id.0).map_err(|error| self.unreadable(&error))?;
        let decoded = commit.decode().map_err(|error| self.unreadable(&error))?;
        let author = decoded.author().ok();
        let time = author.as_ref().and_then(|author| author.time().ok());
        let message = decoded.message();
        let body = message.body.map(text).unwrap_or_default();
        let parents: Vec<ObjectId> = decoded.parents().collect();
        let (paths, has_more_paths) = match parents.as_slice() {
            [] => self.changed(None, decoded.tree()),
            // What a merge brought in is what differs from the branch it was made on.
            [parent, ..] => self.changed(Some(*parent), decoded.tree()),
        }
        .unwrap_or_default();
        Ok(Commit {
            id,
            time: time.map_or(0, |time| time.seconds),
            author: author.map(|author| text(author.name)).unwrap_or_default(),
            subject: text(&message.summary()).chars().take(MAX_SUBJECT).collect(),
            body: cut(body.trim(), Commit::MAX_BODY).to_owned(),
            paths,
            has_more_paths,
        })
    }

    /// Files that differ between a parent's tree and this one; `None` where objects
    /// are not there.
    fn changed(&self, parent: Option<ObjectId>, tree: ObjectId) -> Option<(Vec<String>, bool)> {
        let old = match parent {
            Some(parent) => self.repository.find_commit(parent).ok()?.tree_id().ok()?.detach(),
            // The boundary of a shallow clone looks like a first commit.
            None if self.is_shallow() => return None,
            None => ObjectId::empty_tree(self.repository.object_hash()),
        };
        let old = self.repository.find_tree(old).ok()?;
        let new = self.repository.find_tree(tree).ok()?;
        let mut changes = Changes::default();
        let (old, new) = (
            gix::objs::TreeRefIter::from_bytes(&old.data, self.repository.object_hash()),
            gix::objs::TreeRefIter::from_bytes(&new.data, self.repository.object_hash()),
        );
        let seen =
            gix::diff::tree(old, new, State::default(), &self.repository.objects, &mut changes);
        if seen.is_err() && !changes.is_full {
            return None;
        }
        Some((changes.paths(), changes.is_full))
    }

    fn unreadable(&self, error: &dyn std::error::Error) -> HistoryError {
        HistoryError::Read { path: self.path.clone(), reason: error.to_string() }
    }
}

/// What is told of a commit that is not read.
fn too_large(id: CommitId, bytes: u64) -> Commit {
    Commit {
        id,
        time: 0,
        author: String::new(),
        subject: format!("(a commit of {bytes} bytes, which is too large to be read)"),
        body: String::new(),
        paths: Vec::new(),
        has_more_paths: false,
    }
}

/// Collects changed files up to a bound.
#[derive(Default)]
struct Changes {
    recorder: Recorder,
    files: usize,
    is_full: bool,
}

impl Changes {
    fn paths(&self) -> Vec<String> {
        let files = self.recorder.records.iter().filter_map(|record| {
            let (mode, path) = match record {
                recorder::Change::Addition { entry_mode, path, .. }
                | recorder::Change::Deletion { entry_mode, path, .. }
                | recorder::Change::Modification { entry_mode, path, .. } => (entry_mode, path),
            };
            (!mode.is_tree()).then(|| path.to_str_lossy().into_owned())
        });
        files.take(Commit::MAX_PATHS).collect()
    }
}

impl Visit for Changes {
    fn pop_front_tracked_path_and_set_current(&mut self) {
        self.recorder.pop_front_tracked_path_and_set_current();
    }

    fn push_back_tracked_path_component(&mut self, component: &BStr) {
        self.recorder.push_back_tracked_path_component(component);
    }

    fn push_path_component(&mut self, component: &BStr) {
        self.recorder.push_path_component(component);
    }

    fn pop_path_component(&mut self) {
        self.recorder.pop_path_component();
    }

    fn visit(&mut self, change: visit::Change) -> visit::Action {
        let is_file = !change.entry_mode().is_tree();
        if is_file && self.files == Commit::MAX_PATHS {
            self.is_full = true;
            return ControlFlow::Break(());
        }
        self.files += usize::from(is_file);
        self.recorder.visit(change)
    }
}

/// Text of any encoding, as well as it can be read.
fn text(bytes: &BStr) -> String {
    bytes.to_str_lossy().trim().to_owned()
}

/// The beginning of a text, at most so many bytes.
fn cut(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
