//! Stores that are open in this process, so that each is open once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::{Inner, Store, StoreOptions};
use crate::StoreError;

/// The open stores of a process. Whoever opens one through it shares it with all others
/// that do: its cache, and the order of its writers.
#[derive(Debug, Default)]
pub struct Stores(Mutex<HashMap<PathBuf, Weak<Inner>>>);

impl Stores {
    /// The store of `family` below the data folder, opened if nobody has it open.
    pub fn open(
        &self,
        data: &Path,
        family: &str,
        options: StoreOptions,
    ) -> Result<Store, StoreError> {
        let opened = Store::open(data, family, options)?;
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(inner) = known.get(opened.folder()).and_then(Weak::upgrade) {
            return Ok(Store(inner));
        }
        known.retain(|_, inner| inner.strong_count() > 0);
        known.insert(opened.folder().to_path_buf(), Arc::downgrade(&opened.0));
        Ok(opened)
    }
}
