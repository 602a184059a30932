//! Texts of files, read when an answer needs their lines.

use std::path::Path;
use std::sync::{Arc, Mutex};

use clew_index::{DocumentId, Snapshot};
use clew_text::{LineIndex, Span, TextRange};
use clew_vfs::fs::Metadata;
use clew_vfs::{FileSystem, RealFs, read_text};
use rustc_hash::FxHashMap;

use super::changes::time_mark;
use super::reading::start_of;
use super::view::is_shown;
use crate::log_ring::lock;

/// Bytes of text kept between questions.
const CACHE_BYTES: usize = 16 << 20;

/// The text of a document with its line starts.
pub(crate) struct DocumentText {
    pub(crate) text: String,
    pub(crate) lines: LineIndex,
}

impl DocumentText {
    pub(crate) fn new(text: String) -> Self {
        let lines = LineIndex::new(&text);
        DocumentText { text, lines }
    }

    pub(crate) fn span(&self, range: TextRange) -> Span {
        self.lines.span(&self.text, range)
    }

    /// The line of an offset, without indentation, at most 200 characters.
    pub(crate) fn line_text(&self, range: TextRange) -> String {
        let line = self.lines.line_text(&self.text, self.lines.line_of(range.start)).trim();
        match line.char_indices().nth(200) {
            Some((cut, _)) => format!("{}…", &line[..cut]),
            None => line.to_string(),
        }
    }

    /// Text on one line, white space folded, at most `limit` characters.
    pub(crate) fn one_line(&self, range: TextRange, limit: usize) -> String {
        let mut out = String::new();
        for word in range.slice(&self.text).split_whitespace() {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(word);
            if let Some((cut, _)) = out.char_indices().nth(limit) {
                out.truncate(cut);
                out.push('…');
                break;
            }
        }
        out
    }
}

/// Reads texts and checks that they are those that the index saw.
#[derive(Default)]
pub(crate) struct Texts {
    cache: Mutex<Cache>,
}

#[derive(Default)]
struct Cache {
    texts: FxHashMap<[u8; 32], Known>,
    bytes: usize,
    clock: u64,
}

/// A text with what the file system said of its file when it was read.
struct Known {
    text: Arc<DocumentText>,
    seen: Metadata,
    used: u64,
}

impl Texts {
    /// The text that the snapshot saw at a document, or `None` if the file has
    /// changed since (then its facts no longer fit and must not be shown).
    pub(crate) fn of(
        &self,
        root: &Path,
        snapshot: &Snapshot,
        id: DocumentId,
    ) -> Option<Arc<DocumentText>> {
        let document = snapshot.document(id)?;
        let path = root.join(&document.path);
        // The time of the last change of anything about the file is compared too,
        // so that an edit which keeps size and time is noticed.
        let found = RealFs.metadata(&path).ok()?;
        let mark = time_mark(found.modified_ns, found.changed_ns);
        let fits = found.size == document.stat.size && mark == document.stat.times;
        if fits && let Some(known) = self.cached(&document.hash, &found) {
            return Some(known);
        }
        let text = match is_shown(&document) {
            true => {
                let loaded = read_text(&RealFs, &path).ok()?;
                clew_grammars::kept_text(&document.path, loaded.text)
            }
            false => start_of(&path, &document.path)?.ok()?,
        };
        if blake3::hash(text.as_bytes()) != document.hash {
            return None;
        }
        let text = Arc::new(DocumentText::new(text));
        self.keep(document.hash, found, text.clone());
        Some(text)
    }

    /// Bytes of text kept.
    pub(crate) fn bytes(&self) -> usize {
        lock(&self.cache).bytes
    }

    fn cached(&self, hash: &[u8; 32], found: &Metadata) -> Option<Arc<DocumentText>> {
        let mut cache = lock(&self.cache);
        cache.clock += 1;
        let clock = cache.clock;
        let known = cache.texts.get_mut(hash).filter(|known| known.seen == *found)?;
        known.used = clock;
        Some(known.text.clone())
    }

    fn keep(&self, hash: [u8; 32], seen: Metadata, text: Arc<DocumentText>) {
        let mut cache = lock(&self.cache);
        cache.clock += 1;
        let used = cache.clock;
        cache.bytes += text.text.len();
        if let Some(old) = cache.texts.insert(hash, Known { text, seen, used }) {
            cache.bytes -= old.text.text.len();
        }
        if cache.bytes > CACHE_BYTES {
            cache.evict_half();
        }
    }
}

impl Cache {
    /// Drops the half that was not used for longest.
    fn evict_half(&mut self) {
        let mut order: Vec<(u64, [u8; 32])> =
            self.texts.iter().map(|(hash, known)| (known.used, *hash)).collect();
        order.sort_unstable();
        for (_, hash) in order.iter().take(order.len().div_ceil(2)) {
            if let Some(old) = self.texts.remove(hash) {
                self.bytes -= old.text.text.len();
            }
        }
    }
}
