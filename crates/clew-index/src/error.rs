//! What can go wrong in a store.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a store could not do what was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Another writer holds the lock; the batch is unchanged, try again later.
    #[error("another process is writing to the index {path}; try again later")]
    Busy {
        /// The lock file.
        path: PathBuf,
    },
    /// The caller's `cancel` said so; nothing was committed.
    #[error("writing to the index was cancelled")]
    Cancelled,
    /// A file failed its checks. It was set aside; index the workspace again.
    #[error("index file {path} is damaged ({what}); it was set aside, index again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which check failed.
        what: String,
    },
    /// Facts were said to be known, but the store has none.
    #[error("the index holds no facts for {path}; extract them and send the file again")]
    UnknownFacts {
        /// The document.
        path: String,
    },
    /// The document belongs to another snapshot or has left this one.
    #[error("the index snapshot holds no document {id}")]
    NoDocument {
        /// The number of the document.
        id: u32,
    },
    /// The file system refused.
    #[error("cannot {action} {path}")]
    Io {
        /// What was tried: `read`, `write`, `replace`, …
        action: &'static str,
        /// On which file.
        path: PathBuf,
        /// Why it failed.
        #[source]
        source: io::Error,
    },
    /// The text index refused.
    #[error("the text index cannot {action}")]
    Text {
        /// What was tried.
        action: &'static str,
        /// Why it failed.
        #[source]
        source: Box<tantivy::TantivyError>,
    },
}

impl StoreError {
    /// Whether the disk takes no file, for want of room or of the right to write.
    pub fn is_no_room(&self) -> bool {
        matches!(self, StoreError::Io { source, .. } if crate::disk::is_no_room(source))
    }

    /// An [`StoreError::Io`].
    pub(crate) fn io(action: &'static str, path: impl Into<PathBuf>, source: io::Error) -> Self {
        StoreError::Io { action, path: path.into(), source }
    }

    /// A [`StoreError::Damaged`].
    pub(crate) fn damaged(path: impl Into<PathBuf>, what: impl Into<String>) -> Self {
        StoreError::Damaged { path: path.into(), what: what.into() }
    }

    /// A [`StoreError::Text`].
    pub(crate) fn text(action: &'static str, source: tantivy::TantivyError) -> Self {
        StoreError::Text { action, source: Box::new(source) }
    }
}
