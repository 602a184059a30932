//! Unsaved texts of all connections, by absolute path.
//!
//! They belong to the engine, not to a workspace: a workspace that is closed to
//! save memory loses none, and one file is the same in every workspace around it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use clew_grammars::Extractor;
use clew_index::{DocumentInput, FactsInput, FileStat};
use clew_model::FileFlags;
use clew_protocol::{ErrorCode, MAX_SOURCE_BYTES, ToolError, UnsavedDocument};

use crate::api::ConnectionId;
use crate::language::Reader;
use crate::log_ring::lock;
use crate::workspace::DocumentText;

/// Documents that one connection may have open.
const MAX_DOCUMENTS: usize = 2_000;

/// Bytes of text that one connection may have open.
const MAX_BYTES: usize = 128 << 20;

/// The unsaved texts of an engine.
#[derive(Default)]
pub(crate) struct Unsaved {
    state: Mutex<State>,
    revision: AtomicU64,
}

#[derive(Default)]
struct State {
    /// The texts of each path, the one changed last at the end.
    by_path: BTreeMap<PathBuf, Vec<Entry>>,
    clock: u64,
}

struct Entry {
    connection: ConnectionId,
    text: Arc<UnsavedText>,
}

/// One unsaved text.
pub(crate) struct UnsavedText {
    /// Absolute path of its file, which need not exist.
    pub(crate) path: PathBuf,
    pub(crate) client: String,
    pub(crate) version: i64,
    /// Grows with every change of any text.
    pub(crate) sequence: u64,
    pub(crate) hash: [u8; 32],
    pub(crate) document: Arc<DocumentText>,
    input: OnceLock<DocumentInput>,
}

/// A text on its way in.
pub(crate) struct Incoming<'request> {
    pub(crate) path: PathBuf,
    pub(crate) connection: ConnectionId,
    pub(crate) client: &'request str,
    pub(crate) version: i64,
    pub(crate) text: String,
}

impl Unsaved {
    /// Takes a text, of a document that is open or not.
    pub(crate) fn open(&self, incoming: Incoming<'_>) -> Result<(), ToolError> {
        check_size(&incoming.text)?;
        let mut state = lock(&self.state);
        state.check_room(&incoming)?;
        state.put(incoming);
        self.revision.fetch_add(1, Ordering::Release);
        Ok(())
    }

    /// Replaces the text of an open document by a later version.
    pub(crate) fn change(&self, incoming: Incoming<'_>) -> Result<(), ToolError> {
        check_size(&incoming.text)?;
        let mut state = lock(&self.state);
        let open = state.entry(&incoming.path, incoming.connection).map(|entry| entry.text.version);
        match open {
            None => Err(ToolError::new(
                ErrorCode::NotFound,
                format!("{} is not open", incoming.path.display()),
                "open the document before changing it",
            )),
            Some(version) if incoming.version <= version => Err(ToolError::invalid_input(
                format!("version {} of the document is not after {version}", incoming.version),
                "send changes in their order, each with a greater version",
            )),
            Some(_) => {
                state.check_room(&incoming)?;
                state.put(incoming);
                self.revision.fetch_add(1, Ordering::Release);
                Ok(())
            }
        }
    }

    /// Forgets the text that a connection has of a path.
    pub(crate) fn close(&self, path: &Path, connection: ConnectionId) {
        self.forget(|known, entry| known == path && entry.connection == connection);
    }

    /// Forgets all texts of a connection.
    pub(crate) fn close_connection(&self, connection: ConnectionId) {
        self.forget(|_, entry| entry.connection == connection);
    }

    fn forget(&self, goes: impl Fn(&Path, &Entry) -> bool) {
        let mut state = lock(&self.state);
        state.by_path.retain(|path, entries| {
            entries.retain(|entry| !goes(path, entry));
            !entries.is_empty()
        });
        self.revision.fetch_add(1, Ordering::Release);
    }

    /// Grows with every change.
    pub(crate) fn revision(&self) -> u64 {
        self.revision.load(Ordering::Acquire)
    }

    /// The text that counts at a path: the one changed last.
    pub(crate) fn at(&self, path: &Path) -> Option<Arc<UnsavedText>> {
        Some(lock(&self.state).by_path.get(path)?.last()?.text.clone())
    }

    /// The texts that count below a folder, ordered by path.
    pub(crate) fn below(&self, folder: &Path) -> Vec<Arc<UnsavedText>> {
        let state = lock(&self.state);
        state
            .by_path
            .range(folder.to_path_buf()..)
            .take_while(|(path, _)| path.starts_with(folder))
            .filter_map(|(_, entries)| Some(entries.last()?.text.clone()))
            .collect()
    }
}

impl State {
    fn entry(&self, path: &Path, connection: ConnectionId) -> Option<&Entry> {
        self.by_path.get(path)?.iter().find(|entry| entry.connection == connection)
    }

    /// Refuses what would let one connection fill the memory.
    fn check_room(&self, incoming: &Incoming<'_>) -> Result<(), ToolError> {
        let own = self.by_path.values().flatten().filter(|entry| {
            entry.connection == incoming.connection && entry.text.path != incoming.path
        });
        let (documents, bytes) = own.fold((1, incoming.text.len()), |(documents, bytes), entry| {
            (documents + 1, bytes + entry.text.document.text.len())
        });
        if documents <= MAX_DOCUMENTS && bytes <= MAX_BYTES {
            return Ok(());
        }
        Err(ToolError::invalid_input(
            format!(
                "this connection would hold {documents} unsaved documents of {bytes} bytes; \
                 {MAX_DOCUMENTS} documents of {MAX_BYTES} bytes are allowed"
            ),
            "close documents that are not being edited",
        ))
    }

    fn put(&mut self, incoming: Incoming<'_>) {
        self.clock += 1;
        let file_name = incoming.path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        let kept = clew_grammars::kept_text(file_name, incoming.text);
        let hash = *blake3::hash(kept.as_bytes()).as_bytes();
        let text = Arc::new(UnsavedText {
            path: incoming.path.clone(),
            client: incoming.client.to_string(),
            version: incoming.version,
            sequence: self.clock,
            hash,
            document: Arc::new(DocumentText::new(kept)),
            input: OnceLock::new(),
        });
        let entries = self.by_path.entry(incoming.path).or_default();
        entries.retain(|entry| entry.connection != incoming.connection);
        entries.push(Entry { connection: incoming.connection, text });
    }
}

impl UnsavedText {
    /// The text as the index takes it, at a path relative to some root. Facts are
    /// extracted when first asked for, and once.
    pub(crate) fn input(&self, relative: &str) -> DocumentInput {
        let input = self.input.get_or_init(|| {
            let text = &self.document.text;
            let reader = Reader::of_file(relative, text);
            let mut facts = reader.facts(&mut Extractor::default(), text);
            if clew_vfs::is_generated(relative, text) {
                facts.flags.set(FileFlags::GENERATED);
            }
            DocumentInput {
                path: relative.to_string(),
                stat: FileStat::default(),
                hash: self.hash,
                language: reader.language(),
                extractor: reader.version(),
                facts: FactsInput::New(Arc::new(facts)),
                text: text.as_str().into(),
            }
        });
        DocumentInput { path: relative.to_string(), ..input.clone() }
    }

    /// How answers name it.
    pub(crate) fn shape(&self, relative: &str) -> UnsavedDocument {
        UnsavedDocument {
            file: relative.to_string(),
            client: self.client.clone(),
            version: self.version,
        }
    }
}

fn check_size(text: &str) -> Result<(), ToolError> {
    if text.len() <= MAX_SOURCE_BYTES {
        return Ok(());
    }
    Err(ToolError::invalid_input(
        format!("the document has {} bytes; at most {MAX_SOURCE_BYTES} are taken", text.len()),
        "save the file; files of that size are answered from the disk, if at all",
    ))
}
