//! Folders that this client chose, to choose them again in a daemon that was started
//! anew, or in an engine that answers instead of it.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use clew_engine::{Engine, RequestContext};
use clew_protocol::{ScanRequest, StatusRequest};

/// Folders kept; of more the one chosen first is forgotten.
const MOST: usize = 256;

/// What the session of the client has chosen.
#[derive(Debug, Default)]
pub(super) struct Choices(Mutex<Chosen>);

/// Folders by which a session is as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Chosen {
    /// All that were chosen, the last at the end.
    pub(super) folders: Vec<PathBuf>,
    /// The one that questions without a root are about.
    pub(super) current: Option<PathBuf>,
}

impl Choices {
    /// Notes a folder that may be named from now on.
    pub(super) fn choose(&self, folder: &str) {
        self.lock().add(Path::new(folder));
    }

    /// Notes the folder that questions without a root are about from now on.
    pub(super) fn turn_to(&self, folder: &str) {
        let mut chosen = self.lock();
        chosen.add(Path::new(folder));
        chosen.current = Some(PathBuf::from(folder));
    }

    /// All of it.
    pub(super) fn all(&self) -> Chosen {
        self.lock().clone()
    }

    /// Has an engine choose the same.
    pub(super) fn repeat_in(&self, engine: &dyn Engine) {
        let Chosen { folders, current } = self.all();
        let context = RequestContext::new("chosen again");
        let text = |folder: &Path| Some(folder.to_string_lossy().into_owned());
        let others = folders.iter().filter(|folder| Some(*folder) != current.as_ref());
        let outcomes = others
            .map(|folder| {
                let request = StatusRequest { project_path: text(folder) };
                engine.status(request, &context).map(drop)
            })
            .chain(current.iter().map(|folder| {
                let project_path = text(folder);
                let request = ScanRequest { project_path, ..ScanRequest::default() };
                engine.scan(request, &context).map(drop)
            }));
        for error in outcomes.filter_map(Result::err) {
            tracing::warn!(%error, "a chosen folder was not taken over");
        }
    }

    fn lock(&self) -> MutexGuard<'_, Chosen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Chosen {
    fn add(&mut self, folder: &Path) {
        self.folders.retain(|known| known != folder);
        self.folders.push(folder.to_path_buf());
        if self.folders.len() > MOST {
            self.folders.remove(0);
        }
    }
}
