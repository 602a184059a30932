//! Documents: files as the index knows them.

use std::sync::Arc;

use clew_model::{FileFacts, FileFlags, LanguageId};

/// A document of a snapshot.
///
/// Committed documents keep their id as long as path and content stay the same,
/// over all snapshots and workspaces of a family. Documents of an overlay have
/// ids that are valid in their own snapshot only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentId(pub u32);

/// Overlay documents are numbered from here.
pub(crate) const OVERLAY_START: u32 = 1 << 31;

impl DocumentId {
    /// Whether the document comes from the overlay of its snapshot.
    pub fn is_overlay(self) -> bool {
        self.0 >= OVERLAY_START
    }

    /// Its place among the overlay documents.
    pub(crate) fn overlay_index(self) -> Option<usize> {
        self.0.checked_sub(OVERLAY_START).map(|index| index as usize)
    }
}

/// What names a workspace inside its family: chosen by the caller, any text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkspaceKey(pub String);

/// What the file system says of a file; equal values mean "not changed".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FileStat {
    /// Length in bytes.
    pub size: u64,
    /// Stands for the times of the last changes: equal where they are; 0 where the file
    /// is to be read again.
    pub times: i64,
}

/// Facts of a document that is handed to the index.
#[derive(Clone, Debug)]
pub enum FactsInput {
    /// Just extracted.
    New(Arc<FileFacts>),
    /// The store has them under (language, extractor version, hash); see
    /// [`crate::Snapshot::has_facts`].
    Known,
}

/// A document that is handed to the index.
#[derive(Clone, Debug)]
pub struct DocumentInput {
    /// Path relative to the workspace root, parts separated by `/`.
    pub path: String,
    /// What the file system says of the file; zeros for unsaved text.
    pub stat: FileStat,
    /// BLAKE3 of `text`.
    pub hash: [u8; 32],
    /// The language that the text is read as.
    pub language: LanguageId,
    /// Version of that language's fact extractor.
    pub extractor: u32,
    /// What is known of the text.
    pub facts: FactsInput,
    /// The decoded text.
    pub text: Arc<str>,
}

/// What a path says about the purpose of a file. Ranking uses it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathRole {
    /// Product code.
    #[default]
    Product,
    /// Tests, fixtures, mocks.
    Test,
    /// Documentation.
    Docs,
    /// Examples, samples, demos, benchmarks.
    Example,
    /// Written by a program: generated, minified, lock files.
    Generated,
    /// Code of others kept in the tree.
    Vendored,
}

/// A document as a snapshot shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentInfo {
    /// Its id in the snapshot.
    pub id: DocumentId,
    /// Path relative to the workspace root, parts separated by `/`.
    pub path: String,
    /// BLAKE3 of the text.
    pub hash: [u8; 32],
    /// Its language.
    pub language: LanguageId,
    /// Version of the extractor that gave its facts.
    pub extractor: u32,
    /// Number of lines.
    pub lines: u32,
    /// Length of the decoded text in bytes.
    pub size: u32,
    /// Yes/no properties.
    pub flags: FileFlags,
    /// What its path says.
    pub role: PathRole,
    /// What the file system said of the file when it was indexed.
    pub stat: FileStat,
}
