//! Open workspaces and who may choose which.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use clew_protocol::{ErrorCode, ToolError};
use clew_vfs::walk::WalkOptions;
use clew_vfs::{RealFs, find_root};

use crate::api::{RequestContext, WorkspaceRight};
use crate::log_ring::{LogRing, lock};
use crate::session::Session;
use crate::workspace::{Workspace, WorkspaceOptions, describe};

/// Workspaces kept open at once; the one used longest ago is closed first.
const MAX_OPEN: usize = 16;

/// The workspaces of an engine.
pub(crate) struct Registry {
    data: PathBuf,
    walk: WalkOptions,
    logs: Arc<LogRing>,
    open: Mutex<Vec<Arc<Workspace>>>,
}

impl Registry {
    pub(crate) fn new(data: PathBuf, walk: WalkOptions, logs: Arc<LogRing>) -> Self {
        Registry { data, walk, logs, open: Mutex::default() }
    }

    /// The workspace that a question names, or the session's root. A folder inside
    /// a known root is answered from that root.
    pub(crate) fn select(
        &self,
        root: Option<&str>,
        session: &Session,
    ) -> Result<Arc<Workspace>, ToolError> {
        let Some(root) = root.filter(|root| !root.is_empty()) else {
            return self.open(session.root(), session);
        };
        let folder = folder(root, session)?;
        if let Some(known) = session.covering(&folder) {
            return self.open(&known, session);
        }
        // A question may only name what was chosen or allowed before.
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
        session: &Session,
        context: &RequestContext,
    ) -> Result<(PathBuf, Arc<Workspace>), ToolError> {
        let Some(path) = path.filter(|path| !path.is_empty()) else {
            return Ok((session.root().to_path_buf(), self.open(session.root(), session)?));
        };
        let folder = folder(path, session)?;
        if let Some(known) = session.covering(&folder) {
            return Ok((folder, self.open(&known, session)?));
        }
        if context.workspaces == WorkspaceRight::AllowedOnly {
            return Err(ToolError::new(
                ErrorCode::PathOutsideProject,
                format!("{} may not be chosen over this connection", folder.display()),
                "start the server in that folder or with --allow-root",
            ));
        }
        let workspace = self.open(&folder, session)?;
        session.choose(&folder);
        Ok((folder, workspace))
    }

    fn open(&self, root: &Path, session: &Session) -> Result<Arc<Workspace>, ToolError> {
        let mut open = lock(&self.open);
        if let Some(index) = open.iter().position(|workspace| workspace.root == root) {
            let workspace = open.remove(index);
            open.push(workspace.clone());
            return Ok(workspace);
        }
        let workspace = Arc::new(Workspace::open(WorkspaceOptions {
            root: root.to_path_buf(),
            source: session.source_of(root),
            data: self.data.clone(),
            walk: self.walk.clone(),
            logs: self.logs.clone(),
        })?);
        if open.len() >= MAX_OPEN {
            open.remove(0);
        }
        open.push(workspace.clone());
        Ok(workspace)
    }
}

fn folder(path: &str, session: &Session) -> Result<PathBuf, ToolError> {
    if path.contains('\0') {
        return Err(ToolError::invalid_input(
            "the project path holds a NUL byte",
            "give the path of a folder",
        ));
    }
    let found = find_root(&RealFs, session.root(), Some(Path::new(path)));
    found.map(|root| root.path).map_err(|error| {
        ToolError::new(ErrorCode::ProjectNotFound, describe(&error), "give an existing folder")
    })
}
