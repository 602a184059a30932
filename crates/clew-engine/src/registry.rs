//! Open workspaces and who may choose which.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use clew_protocol::{ErrorCode, RootSource, ToolError};
use clew_vfs::walk::WalkOptions;
use clew_vfs::{RealFs, find_root};

use crate::api::{RequestContext, WorkspaceRight};
use crate::log_ring::{LogRing, lock};
use crate::workspace::{Workspace, WorkspaceOptions, covers, describe};

/// Workspaces kept open at once; the one used longest ago is closed first.
const MAX_OPEN: usize = 16;

/// The workspaces of an engine.
pub(crate) struct Registry {
    pub(crate) start: PathBuf,
    pub(crate) start_source: RootSource,
    data: PathBuf,
    allowed: Vec<PathBuf>,
    walk: WalkOptions,
    logs: Arc<LogRing>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    open: Vec<Arc<Workspace>>,
    chosen: Vec<PathBuf>,
}

impl Registry {
    pub(crate) fn new(
        start: PathBuf,
        start_source: RootSource,
        data: PathBuf,
        allowed: Vec<PathBuf>,
        walk: WalkOptions,
        logs: Arc<LogRing>,
    ) -> Self {
        let allowed =
            allowed.into_iter().map(|path| std::fs::canonicalize(&path).unwrap_or(path)).collect();
        Registry { start, start_source, data, allowed, walk, logs, state: Mutex::default() }
    }

    /// The workspace that a question names, or the start root. A folder inside a
    /// known root is answered from that root.
    pub(crate) fn select(
        &self,
        root: Option<&str>,
        context: &RequestContext,
    ) -> Result<Arc<Workspace>, ToolError> {
        let Some(root) = root.filter(|root| !root.is_empty()) else {
            return self.open(&self.start, self.start_source);
        };
        let folder = self.folder(root)?;
        if let Some(known) = self.covering(&folder) {
            return self.open(&known, self.source_of(&known));
        }
        // A question may only name what was chosen or allowed before.
        let _ = context;
        Err(ToolError::new(
            ErrorCode::PathOutsideProject,
            format!("{} is not the project root, nor inside it, nor allowed", folder.display()),
            "choose it with project_path of scan or status, or start with --allow-root",
        ))
    }

    /// The workspace of `status` and `scan`, which may choose any existing folder
    /// where the caller has the right.
    pub(crate) fn choose(
        &self,
        path: Option<&str>,
        context: &RequestContext,
    ) -> Result<(PathBuf, Arc<Workspace>), ToolError> {
        let Some(path) = path.filter(|path| !path.is_empty()) else {
            return Ok((self.start.clone(), self.open(&self.start, self.start_source)?));
        };
        let folder = self.folder(path)?;
        if let Some(known) = self.covering(&folder) {
            let workspace = self.open(&known, self.source_of(&known))?;
            return Ok((folder, workspace));
        }
        if context.workspaces == WorkspaceRight::AllowedOnly {
            return Err(ToolError::new(
                ErrorCode::PathOutsideProject,
                format!("{} may not be chosen over this connection", folder.display()),
                "start the server in that folder or with --allow-root",
            ));
        }
        let workspace = self.open(&folder, RootSource::CliFlag)?;
        lock(&self.state).chosen.push(folder.clone());
        Ok((folder, workspace))
    }

    fn folder(&self, path: &str) -> Result<PathBuf, ToolError> {
        if path.contains('\0') {
            return Err(ToolError::invalid_input(
                "the project path holds a NUL byte",
                "give the path of a folder",
            ));
        }
        find_root(&RealFs, &self.start, Some(Path::new(path))).map(|root| root.path).map_err(
            |error| {
                ToolError::new(
                    ErrorCode::ProjectNotFound,
                    describe(&error),
                    "give an existing folder",
                )
            },
        )
    }

    /// The known root that is or encloses `folder`, the deepest first.
    fn covering(&self, folder: &Path) -> Option<PathBuf> {
        let state = lock(&self.state);
        std::iter::once(&self.start)
            .chain(&state.chosen)
            .filter(|root| covers(root, folder))
            .max_by_key(|root| root.as_os_str().len())
            .cloned()
            .or_else(|| {
                let allowed = self.allowed.iter().find(|root| covers(root, folder));
                allowed.map(|_| folder.to_path_buf())
            })
    }

    fn source_of(&self, root: &Path) -> RootSource {
        if root == self.start { self.start_source } else { RootSource::CliFlag }
    }

    fn open(&self, root: &Path, source: RootSource) -> Result<Arc<Workspace>, ToolError> {
        let mut state = lock(&self.state);
        if let Some(index) = state.open.iter().position(|open| open.root == root) {
            let workspace = state.open.remove(index);
            state.open.push(workspace.clone());
            return Ok(workspace);
        }
        let workspace = Arc::new(Workspace::open(WorkspaceOptions {
            root: root.to_path_buf(),
            source,
            data: self.data.clone(),
            walk: self.walk.clone(),
            logs: self.logs.clone(),
        })?);
        if state.open.len() >= MAX_OPEN {
            state.open.remove(0);
        }
        state.open.push(workspace.clone());
        Ok(workspace)
    }
}
