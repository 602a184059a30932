//! An immutable view of one workspace.

use std::sync::Arc;

use clew_model::{FileFacts, LanguageId};

use crate::{
    DocumentId, DocumentInfo, DocumentInput, NameBits, NameMatch, NameQuery, StoreError, TextHit,
    TextQuery,
};

/// An immutable view of one workspace: a committed generation plus an overlay.
///
/// Cheap to clone, safe to share. It stays readable whatever writers do later.
#[derive(Clone, Debug)]
pub struct Snapshot {}

impl Snapshot {
    /// Number of the committed generation; grows by one with each commit.
    pub fn generation(&self) -> u64 {
        0
    }

    /// The same generation with another overlay: `documents` stand for the files
    /// of their paths, and the files at `removed` are gone. The overlay of `self`
    /// is not kept, but documents in it that are equal (path and hash) are re-used.
    pub fn with_overlay(
        &self,
        documents: Vec<DocumentInput>,
        removed: &[String],
    ) -> Result<Snapshot, StoreError> {
        let _ = (documents, removed);
        Ok(self.clone())
    }

    /// Whether the family holds facts under this key, in any workspace.
    pub fn has_facts(&self, language: &LanguageId, extractor: u32, hash: &[u8; 32]) -> bool {
        let _ = (language, extractor, hash);
        false
    }

    /// All documents, ordered by path.
    pub fn documents(&self) -> impl Iterator<Item = DocumentInfo> + '_ {
        std::iter::empty()
    }

    /// Number of documents.
    pub fn document_count(&self) -> usize {
        0
    }

    /// What is known of a document without its facts.
    pub fn document(&self, id: DocumentId) -> Option<DocumentInfo> {
        let _ = id;
        None
    }

    /// The document at a path.
    pub fn document_by_path(&self, path: &str) -> Option<DocumentId> {
        let _ = path;
        None
    }

    /// The path of a document.
    pub fn path(&self, id: DocumentId) -> Option<&str> {
        let _ = id;
        None
    }

    /// The facts of a document.
    ///
    /// Decoded facts are kept in a cache of bounded size. Fails for documents of
    /// other snapshots and for damaged files.
    pub fn facts(&self, id: DocumentId) -> Result<Arc<FileFacts>, StoreError> {
        Err(StoreError::NoDocument { id: id.0 })
    }

    /// The documents that use a name, ordered by path.
    pub fn documents_naming(&self, name: &str) -> Result<Vec<(DocumentId, NameBits)>, StoreError> {
        let _ = name;
        Ok(Vec::new())
    }

    /// Names that documents of this snapshot define, best first, then by name.
    pub fn names_matching(
        &self,
        query: &NameQuery,
        limit: usize,
    ) -> Result<Vec<NameMatch>, StoreError> {
        let _ = (query, limit);
        Ok(Vec::new())
    }

    /// The chunks that answer a query, best first; ties by path, then chunk.
    pub fn search(&self, query: &TextQuery) -> Result<Vec<TextHit>, StoreError> {
        let _ = query;
        Ok(Vec::new())
    }
}
