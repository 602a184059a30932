//! Unsaved documents that this client has open, to open them again in a daemon
//! that was started anew.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use clew_protocol::{CloseDocumentRequest, DocumentRequest};

/// Which document of which of the client's own connections.
type Key = (u64, Option<String>, String);

/// The open documents with their latest text.
#[derive(Debug, Default)]
pub(super) struct OpenDocuments(Mutex<BTreeMap<Key, DocumentRequest>>);

impl OpenDocuments {
    /// Notes what a document shows now.
    pub(super) fn keep(&self, connection: u64, request: &DocumentRequest) {
        let key = (connection, request.root.clone(), request.file_path.clone());
        self.lock().insert(key, request.clone());
    }

    /// Forgets a document.
    pub(super) fn close(&self, connection: u64, request: &CloseDocumentRequest) {
        self.lock().remove(&(connection, request.root.clone(), request.file_path.clone()));
    }

    /// Forgets the documents of one of the client's own connections.
    pub(super) fn close_all(&self, connection: u64) {
        self.lock().retain(|key, _| key.0 != connection);
    }

    /// All of them.
    pub(super) fn all(&self) -> Vec<(u64, DocumentRequest)> {
        self.lock().iter().map(|(key, request)| (key.0, request.clone())).collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Key, DocumentRequest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_text_of_what_is_open_is_kept() {
        let documents = OpenDocuments::default();
        let text = |file_path: &str, version| DocumentRequest {
            file_path: file_path.into(),
            version,
            ..DocumentRequest::default()
        };
        documents.keep(1, &text("a.py", 1));
        documents.keep(1, &text("a.py", 2));
        documents.keep(1, &text("b.py", 1));
        documents.keep(2, &text("a.py", 7));
        let close = CloseDocumentRequest { root: None, file_path: "b.py".into() };
        documents.close(1, &close);
        let versions: Vec<i64> = documents.all().iter().map(|(_, text)| text.version).collect();
        assert_eq!(versions, [2, 7]);
        documents.close_all(1);
        assert_eq!(documents.all().len(), 1);
    }
}
