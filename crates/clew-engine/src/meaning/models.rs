//! Which models of providers there are vectors of, kept in the data folder.
//!
//! One small JSON file for each, named by its id. The id covers the provider's
//! address, the model's name, the length of its vectors and how often the model was
//! another one under the same name; what has another id is never compared.

use std::path::Path;
use std::time::{Duration, SystemTime};

use clew_index::ModelId;
use serde::{Deserialize, Serialize};

/// Files are forgotten when they were not written for this long.
const FORGOTTEN: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// Most files that are read.
const MOST: usize = 200;

/// A model of a provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KnownModel {
    /// Base address of the provider.
    pub(super) endpoint: String,
    /// Name of the model.
    pub(crate) model: String,
    /// Numbers in its vectors.
    pub(crate) dimensions: usize,
    /// How often another model was found under its name.
    pub(super) version: u32,
}

impl KnownModel {
    pub(super) fn new(endpoint: &str, model: &str, dimensions: usize) -> Self {
        let (endpoint, model) = (endpoint.to_owned(), model.to_owned());
        KnownModel { endpoint, model, dimensions, version: 0 }
    }

    /// What tells its vectors from others.
    pub(crate) fn id(&self) -> ModelId {
        let KnownModel { endpoint, model, dimensions, version } = self;
        let text = format!("{endpoint}\0{model}\0{dimensions}\0{version}");
        let mut id = [0; 16];
        id.copy_from_slice(&blake3::hash(text.as_bytes()).as_bytes()[..16]);
        ModelId(id)
    }
}

/// The models of a provider, the newest last.
pub(super) fn of_endpoint(folder: &Path, endpoint: &str) -> Vec<KnownModel> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.path().extension().is_some_and(|end| end == "json"));
    let mut found: Vec<(SystemTime, KnownModel)> = files
        .take(MOST)
        .filter_map(|entry| {
            let written = entry.metadata().ok()?.modified().ok()?;
            if written.elapsed().is_ok_and(|age| age > FORGOTTEN) {
                // It comes back when the model is used again.
                let _ = std::fs::remove_file(entry.path());
                return None;
            }
            let model: KnownModel =
                serde_json::from_slice(&std::fs::read(entry.path()).ok()?).ok()?;
            (model.endpoint == endpoint && model.dimensions > 0).then_some((written, model))
        })
        .collect();
    found.sort_by_key(|(written, _)| *written);
    found.into_iter().map(|(_, model)| model).collect()
}

/// Keeps a model for later processes. Failing costs them one request.
pub(super) fn keep(folder: &Path, model: &KnownModel) {
    let name: String = model.id().0.iter().map(|byte| format!("{byte:02x}")).collect();
    let path = folder.join(format!("{name}.json"));
    let written = serde_json::to_vec(model).map_err(std::io::Error::from).and_then(|bytes| {
        clew_vfs::make_private(folder)?;
        std::fs::write(&path, bytes)
    });
    if let Err(error) = written {
        tracing::debug!(path = %path.display(), %error, "cannot note a model");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_come_back_by_their_provider() {
        let folder = tempfile::tempdir().unwrap();
        assert!(of_endpoint(folder.path(), "http://a").is_empty());
        let small = KnownModel::new("http://a", "small", 3);
        keep(folder.path(), &small);
        keep(folder.path(), &KnownModel::new("http://b", "small", 3));
        std::fs::write(folder.path().join("broken.json"), "{").unwrap();
        assert_eq!(of_endpoint(folder.path(), "http://a"), std::slice::from_ref(&small));
        assert_ne!(small.id(), KnownModel::new("http://a", "small", 4).id());
        assert_ne!(small.id(), KnownModel::new("http://b", "small", 3).id());
    }
}
