//! Vectors by a provider's model, where the user has configured one.
//!
//! [`Provided`] belongs to the engine: it knows what is configured, which models
//! there are vectors of, and asks for the vectors of questions. [`Making`] belongs to
//! a workspace: it makes the vectors of its chunks in the background. Until they are
//! whole those of a former model of the same provider serve, else the built-in ones.
//! Only the provider in use is ever asked.

mod asking;
mod making;
mod models;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use clew_index::{ModelId, Snapshot};
use clew_setup::{Desk, Embedders, SetupService, Vectors};

pub(crate) use making::Making;
use models::KnownModel;

use crate::log_ring::{Level, LogRing, lock};

/// Of so many chunks one may lack a vector while a set serves: files that changed
/// since are found by the built-in model.
const ONE_IN: u64 = 10;

/// What is configured about vectors, and what was learnt of its models.
pub(crate) struct Provided {
    desk: Option<Arc<Desk>>,
    folder: PathBuf,
    logs: Arc<LogRing>,
    seen: Mutex<Option<Seen>>,
}

/// The configuration as it was read last.
struct Seen {
    file: Option<(SystemTime, u64)>,
    wanted: Wanted,
}

/// Which vectors are wanted.
#[derive(Clone)]
enum Wanted {
    Off,
    BuiltIn,
    Provided(Arc<InUse>),
}

/// A provider's model that is in use.
pub(crate) struct InUse {
    pub(super) embedders: Embedders,
    /// Models of the same provider of which there may be vectors, the newest last.
    known: Mutex<Vec<KnownModel>>,
    questions: asking::Questions,
}

impl Provided {
    /// What a set-up service says; files go below `data`.
    pub(crate) fn new(
        setup: Option<&SetupService>,
        data: &std::path::Path,
        logs: Arc<LogRing>,
    ) -> Self {
        let desk = setup.map(|setup| setup.desk().clone());
        Provided { desk, folder: data.join("provided"), logs, seen: Mutex::default() }
    }

    /// Whether chunks are to have no vectors at all.
    pub(crate) fn is_off(&self) -> bool {
        matches!(self.wanted(), Wanted::Off)
    }

    /// The provider's model that is configured, if any. The same one as long as the
    /// configuration stays.
    pub(crate) fn in_use(&self) -> Option<Arc<InUse>> {
        match self.wanted() {
            Wanted::Provided(in_use) => Some(in_use),
            Wanted::Off | Wanted::BuiltIn => None,
        }
    }

    fn wanted(&self) -> Wanted {
        let Some(desk) = &self.desk else { return Wanted::BuiltIn };
        let metadata = std::fs::metadata(desk.places().config()).ok();
        let file = metadata.and_then(|file| Some((file.modified().ok()?, file.len())));
        let mut seen = lock(&self.seen);
        if let Some(known) = seen.as_ref().filter(|known| known.file == file) {
            return known.wanted.clone();
        }
        let wanted = match desk.vectors() {
            Ok(Vectors::Off) => Wanted::Off,
            Ok(Vectors::BuiltIn) => Wanted::BuiltIn,
            Ok(Vectors::Provided(embedders)) => {
                let known = models::of_endpoint(&self.folder, embedders.indexing.endpoint());
                let (known, questions) = (Mutex::new(known), asking::Questions::default());
                Wanted::Provided(Arc::new(InUse { embedders: *embedders, known, questions }))
            }
            Err(error) => {
                let message = format!("the provider's model for vectors is not used: {error}");
                self.logs.push(Level::Warning, message);
                Wanted::BuiltIn
            }
        };
        *seen = Some(Seen { file, wanted: wanted.clone() });
        wanted
    }
}

impl InUse {
    /// Name of the model.
    pub(crate) fn model(&self) -> &str {
        self.embedders.indexing.model()
    }

    /// The configured model as it was found last, if it ever answered.
    pub(crate) fn current(&self) -> Option<KnownModel> {
        let known = lock(&self.known);
        known.iter().rev().find(|known| known.model == self.model()).cloned()
    }

    /// Notes what the configured model is now: the one known before, or another.
    fn learn(&self, folder: &std::path::Path, dimensions: usize, is_other: bool) -> KnownModel {
        let (endpoint, model) = (self.embedders.indexing.endpoint(), self.model());
        let mut found = KnownModel::new(endpoint, model, dimensions);
        if let Some(before) = self.current() {
            found.version = before.version + u32::from(is_other);
        }
        let mut known = lock(&self.known);
        known.retain(|other| other.id() != found.id());
        known.push(found.clone());
        models::keep(folder, &found);
        found
    }

    /// The model whose vectors a snapshot is to be asked by: the configured one when
    /// its set is whole, else a former one; `None` for the built-in model.
    pub(crate) fn serving(&self, snapshot: &Snapshot) -> Option<KnownModel> {
        let is_whole = |id: ModelId| {
            let rows = snapshot.provided(id);
            rows.total > 0 && (rows.total - rows.done) * ONE_IN <= rows.total
        };
        let known = lock(&self.known).clone();
        let current = self.current().filter(|current| is_whole(current.id()));
        current.or_else(|| known.into_iter().rev().find(|known| is_whole(known.id())))
    }
}
