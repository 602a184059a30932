//! Searching.

use crate::{Snapshot, StoreError, TextHit, TextQuery};

impl Snapshot {
    /// The chunks that answer a query, best first; ties by path, then chunk.
    pub fn search(&self, query: &TextQuery) -> Result<Vec<TextHit>, StoreError> {
        let _ = query;
        Ok(Vec::new())
    }
}
