//! Where there is no room for the index on the disk.

use super::{Current, Store};
use crate::StoreError;
use crate::disk::Settled;

impl Store {
    /// Why the index is kept in memory, where the disk does not take it; none while it
    /// lies on the disk.
    pub fn kept_in_memory(&self) -> Option<String> {
        self.0.spill.as_ref()?.reason()
    }

    /// Tries to bring an index that is kept in memory to the disk, not too often. It may
    /// lose what it held then, where another process has written to the disk meanwhile:
    /// compare the files with it anew.
    pub fn leave_memory(&self) -> Result<(), StoreError> {
        let Some(spill) = self.0.spill.as_ref().filter(|spill| spill.reason().is_some()) else {
            return Ok(());
        };
        let lock = self.lock(&|| false)?;
        let settled = spill.settle(&self.0.folder.join("lock"));
        drop(lock);
        if matches!(settled, Settled::Written | Settled::Dropped) {
            tracing::info!(?settled, "the index lies on the disk again");
            // Packs remember where they were read from.
            *self.current() = Current::default();
        }
        Ok(())
    }

    /// Forgets what is kept in memory.
    pub fn forget_memory(&self) {
        if let Some(spill) = &self.0.spill {
            spill.forget();
            *self.current() = Current::default();
        }
    }
}
