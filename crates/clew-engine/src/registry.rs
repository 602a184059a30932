//! Open workspaces and who may choose which.
//!
//! Workspaces share a memory budget: beyond it the one used longest ago is closed.
//! It loses nothing by that, for its index is on the disk and unsaved texts belong
//! to the engine; the next question opens it again.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;

use clew_describe::TextCache;
use clew_protocol::{ErrorCode, OpenWorkspace, ToolError};
use clew_vfs::walk::WalkOptions;

use crate::api::RequestContext;
use crate::in_process::Following;
use crate::log_ring::{Level, LogRing, lock};
use crate::named_folder::named_folder;
use crate::session::Session;
use crate::unsaved::Unsaved;
use crate::workspace::{Workspace, WorkspaceOptions, covers};

/// Workspaces kept open at once, whatever memory they take.
const MAX_OPEN: usize = 64;

/// What every workspace of an engine is opened with.
#[derive(Clone)]
pub(crate) struct Common {
    pub(crate) data: PathBuf,
    pub(crate) walk: WalkOptions,
    pub(crate) logs: Arc<LogRing>,
    pub(crate) unsaved: Arc<Unsaved>,
    pub(crate) following: Following,
    /// What every answer says besides.
    pub(crate) note: Option<String>,
    /// The user's own configuration, if it is known.
    pub(crate) setup: Option<clew_setup::SetupService>,
    /// Vectors by models of providers.
    pub(crate) provided: Arc<crate::meaning::Provided>,
    /// What models wrote, for all workspaces.
    pub(crate) descriptions: Arc<OnceLock<TextCache>>,
    /// The stores that are open.
    pub(crate) stores: Arc<clew_index::Stores>,
    /// The environment values that decide where the user's folders are.
    pub(crate) environment: Arc<clew_vfs::Environment>,
    /// Numbers for names that must differ.
    pub(crate) numbers: Arc<AtomicU64>,
}

/// The workspaces of an engine.
pub(crate) struct Registry {
    common: Common,
    /// Bytes of memory that they may take together, about.
    pub(crate) budget: u64,
    /// The one used last at the end.
    open: Mutex<Vec<Open>>,
}

struct Open {
    workspace: Arc<Workspace>,
    used: Instant,
}

/// Whether the workspace of a folder is open.
enum Known {
    Current(Arc<Workspace>),
    /// It was, under other settings.
    Outdated(Arc<Workspace>),
    No,
}

impl Drop for Registry {
    /// Nothing goes on in the background without its engine.
    fn drop(&mut self) {
        self.close_all();
    }
}

impl Registry {
    pub(crate) fn new(common: Common, budget: u64) -> Self {
        Registry { common, budget, open: Mutex::default() }
    }

    /// Closes every workspace, so that the next question opens it as it is configured
    /// by then. Running questions go on.
    pub(crate) fn close_all(&self) {
        let mut open = lock(&self.open);
        open.iter().for_each(|one| one.workspace.close());
        open.clear();
    }

    /// The workspace that a question names, or the root of the caller's session, which
    /// is `own` unless the context has another. A folder inside a known root is
    /// answered from that root's index.
    pub(crate) fn select(
        &self,
        root: Option<&str>,
        own: &Session,
        context: &RequestContext,
    ) -> Result<Arc<Workspace>, ToolError> {
        let session = context.session.as_deref().unwrap_or(own);
        let Some(root) = root.filter(|root| !root.is_empty()) else {
            return self.open(&session.current(), session);
        };
        let folder = named_folder(root, session, context.workspaces)?;
        if session.covering(&folder).is_some() {
            return self.open(&folder, session);
        }
        // A question may only name what was chosen or allowed before.
        Err(ToolError::new(
            ErrorCode::PathOutsideProject,
            format!("{} is not the project root, nor inside it, nor allowed", folder.display()),
            "choose it with project_path of scan or status, or start with --allow-root",
        ))
    }

    /// The workspace of `status` and `scan`, which may choose any existing folder
    /// where the caller has the right. It covers the folder.
    pub(crate) fn choose(
        &self,
        path: Option<&str>,
        session: &Session,
        context: &RequestContext,
    ) -> Result<(PathBuf, Arc<Workspace>), ToolError> {
        let Some(path) = path.filter(|path| !path.is_empty()) else {
            let current = session.current();
            let workspace = self.whole(&current, session)?;
            return Ok((current, workspace));
        };
        let folder = named_folder(path, session, context.workspaces)?;
        if session.covering(&folder).is_none() {
            session.choose(&folder);
        }
        let workspace = self.whole(&folder, session)?;
        Ok((folder, workspace))
    }

    /// The workspace whose index a folder is answered from.
    fn whole(&self, folder: &Path, session: &Session) -> Result<Arc<Workspace>, ToolError> {
        let workspace = self.open(folder, session)?;
        Ok(workspace.parent().unwrap_or(workspace))
    }

    /// The workspace of a folder, opened if it is not: a part of one that covers
    /// it, if there is one and they can share an index, else one of its own.
    pub(crate) fn open(&self, root: &Path, session: &Session) -> Result<Arc<Workspace>, ToolError> {
        let former = match self.known(root) {
            Known::Current(workspace) => return Ok(workspace),
            Known::Outdated(former) => Some(former),
            Known::No => None,
        };
        let source = session.source_of(root);
        if let Some(parent) = self.covering(root, session)? {
            return Ok(self.enter(Arc::new(Workspace::part(&parent, root, source))));
        }
        // Without the lock: a slow disk must not hold up the other workspaces.
        let (root, common) = (root.to_path_buf(), self.common.clone());
        let options = WorkspaceOptions { root, source, common, former };
        Ok(self.enter(Arc::new(Workspace::open(options)?)))
    }

    /// The open workspace of exactly this folder, unless its settings changed.
    fn known(&self, root: &Path) -> Known {
        let mut open = lock(&self.open);
        let Some(index) = open.iter().position(|one| one.workspace.root == root) else {
            return Known::No;
        };
        if !open[index].workspace.is_current() {
            let outdated = open.remove(index).workspace;
            outdated.close();
            open.retain(|one| !one.workspace.is_part_of(&outdated));
            return Known::Outdated(outdated);
        }
        let workspace = open[index].workspace.clone();
        close_taken_in(&mut open, &workspace);
        if !open.iter().any(|one| Arc::ptr_eq(&one.workspace, &workspace)) {
            return Known::No;
        }
        touch(&mut open, &workspace);
        Known::Current(workspace)
    }

    /// The deepest workspace around a folder that shares its index with it: an open
    /// one, or the session's own.
    fn covering(
        &self,
        folder: &Path,
        session: &Session,
    ) -> Result<Option<Arc<Workspace>>, ToolError> {
        let around = {
            let open = lock(&self.open);
            let around = open.iter().map(|one| &one.workspace).filter(|workspace| {
                workspace.parent().is_none()
                    && workspace.root != folder
                    && covers(&workspace.root, folder)
                    && workspace.shares_index_with(folder)
            });
            around.max_by_key(|workspace| workspace.root.as_os_str().len()).cloned()
        };
        if around.is_some() {
            return Ok(around);
        }
        let Some(root) = session.covering(folder).filter(|root| root != folder) else {
            return Ok(None);
        };
        let own = self.open(&root, session)?;
        let own = own.parent().unwrap_or(own);
        // What is not indexed yet will hold the folder, if nothing leaves it out.
        let shares = own.is_empty() && !own.has_scanned() || own.shares_index_with(folder);
        Ok(shares.then_some(own))
    }

    /// Adds a workspace, unless another request was quicker, and closes others if
    /// there is no room for all.
    fn enter(&self, workspace: Arc<Workspace>) -> Arc<Workspace> {
        let mut open = lock(&self.open);
        if let Some(known) = open.iter().find(|one| one.workspace.root == workspace.root) {
            return known.workspace.clone();
        }
        open.push(Open { workspace: workspace.clone(), used: Instant::now() });
        touch(&mut open, &workspace);
        let closed = self.make_room(&mut open);
        drop(open);
        for root in closed {
            let message = format!("{} is closed to save memory", root.display());
            self.common.logs.push_about(&root, Level::Info, message);
        }
        workspace
    }

    /// Closes the workspaces used longest ago until the others fit the budget.
    /// Those being scanned stay, and so does the one used last.
    fn make_room(&self, open: &mut Vec<Open>) -> Vec<PathBuf> {
        let mut closed = Vec::new();
        loop {
            let memory: u64 = open.iter().map(|one| one.workspace.memory()).sum();
            if memory <= self.budget && open.len() <= MAX_OPEN {
                return closed;
            }
            let last = open.last().map(|one| one.workspace.clone());
            let idle = open.iter().position(|one| {
                let is_last = last.as_ref().is_some_and(|last| {
                    Arc::ptr_eq(last, &one.workspace) || last.is_part_of(&one.workspace)
                });
                let is_busy = one.workspace.is_scanning() || one.workspace.making().is_running();
                !is_last && !is_busy
            });
            let Some(index) = idle else { return closed };
            let gone = open.remove(index).workspace;
            gone.close();
            open.retain(|one| !one.workspace.is_part_of(&gone));
            closed.push(gone.root.clone());
        }
    }

    /// The open workspaces with an index of their own that the caller may be told
    /// of, the one used last first.
    pub(crate) fn list(&self, session: &Session, context: &RequestContext) -> Vec<OpenWorkspace> {
        let open = lock(&self.open);
        let own = open.iter().rev().filter(|one| {
            one.workspace.parent().is_none()
                && session.shows(&one.workspace.root, context.workspaces)
        });
        own.map(|one| one.workspace.shape(one.used.elapsed().as_secs())).collect()
    }
}

/// Closes what another workspace answers for, of those around and inside the one
/// that is asked about: they were opened before the index around them was there.
/// Unsaved texts belong to the engine and stay.
fn close_taken_in(open: &mut Vec<Open>, asked: &Arc<Workspace>) {
    let whole = asked.parent().unwrap_or_else(|| asked.clone());
    let all = || open.iter().map(|one| &one.workspace);
    let is_inside = all().any(|other| takes_in(other, &whole));
    let inner = all().filter(|other| takes_in(&whole, other));
    let gone: Vec<_> = is_inside.then_some(&whole).into_iter().chain(inner).cloned().collect();
    for gone in gone {
        gone.close();
        open.retain(|one| !Arc::ptr_eq(&one.workspace, &gone) && !one.workspace.is_part_of(&gone));
    }
}

/// Whether the index of one workspace answers for another, and neither is at work.
fn takes_in(outer: &Workspace, inner: &Workspace) -> bool {
    let is_free = |one: &Workspace| !one.is_scanning() && !one.making().is_running();
    outer.root != inner.root
        && covers(&outer.root, &inner.root)
        && outer.parent().is_none()
        && inner.parent().is_none()
        && is_free(outer)
        && is_free(inner)
        && outer.shares_index_with(&inner.root)
}

/// Marks a workspace, and the one it is a part of, as used now.
fn touch(open: &mut Vec<Open>, workspace: &Arc<Workspace>) {
    for used in workspace.parent().iter().chain([workspace]) {
        if let Some(index) = open.iter().position(|one| Arc::ptr_eq(&one.workspace, used)) {
            let workspace = open.remove(index).workspace;
            open.push(Open { workspace, used: Instant::now() });
        }
    }
}
