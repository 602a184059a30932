//! Files as documents: read, and with their facts.

use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use clew_grammars::Extractor;
use clew_index::{DocumentInput, FactsInput, FileStat, Snapshot};
use clew_model::{FileFacts, FileFlags};
use clew_vfs::content::{START_BYTES, load, load_start};
use clew_vfs::{FileEntry, FileSystem, LeftOutReason, RealFs};

use super::Workspace;
use super::changes::stat_of;
use super::view::left_out_language;
use crate::language::Reader;

/// A file that changed less than this before it was read may change again with
/// the same time stamp.
const RACY_NS: i64 = 20_000_000;

/// What became of a file that was to be read.
pub(super) enum Read {
    /// Its text and the hash of that.
    Text(String, [u8; 32]),
    /// It is left out: the text at its start, of which the words are found, and a hash
    /// that tells its content from other.
    LeftOut(LeftOutReason, String, [u8; 32]),
    /// It cannot be read any more.
    Gone,
}

/// Reads a file.
pub(super) fn read(workspace: &Workspace, file: &FileEntry) -> Read {
    let path = file.relative.to_path(&workspace.root);
    if file.size > workspace.walk.limit_of(file.relative.as_str()) {
        return start(&path, file, LeftOutReason::TooLarge);
    }
    let Ok(bytes) = RealFs.read(&path) else { return Read::Gone };
    match load(bytes) {
        Ok(loaded) => {
            let text = clew_grammars::kept_text(file.relative.as_str(), loaded.text);
            if clew_vfs::is_minified(file.relative.as_str(), &text) {
                return start(&path, file, LeftOutReason::Minified);
            }
            let hash = *blake3::hash(text.as_bytes()).as_bytes();
            Read::Text(text, hash)
        }
        Err(reason) => no_text(file, reason),
    }
}

/// The start of a file that is not read as a whole, for a reason.
fn start(path: &Path, file: &FileEntry, reason: LeftOutReason) -> Read {
    match start_of(path, file.relative.as_str()) {
        None => Read::Gone,
        Some(Err(other)) => no_text(file, other),
        Some(Ok(text)) => {
            let hash = *blake3::hash(text.as_bytes()).as_bytes();
            Read::LeftOut(reason, text, hash)
        }
    }
}

/// What is no text is never compared; its size tells it from other content.
fn no_text(file: &FileEntry, reason: LeftOutReason) -> Read {
    let hash = *blake3::hash(&file.size.to_le_bytes()).as_bytes();
    Read::LeftOut(reason, String::new(), hash)
}

/// The text at the start of a file, of which the words are found; none if it cannot be
/// read.
pub(super) fn start_of(path: &Path, relative: &str) -> Option<Result<String, LeftOutReason>> {
    let bytes = RealFs.read_prefix(path, START_BYTES + 1).ok()?;
    let loaded = load_start(bytes);
    Some(loaded.map(|loaded| clew_grammars::kept_text(relative, loaded.text)))
}

/// A document with its facts: known ones are re-used.
pub(super) fn document(
    extractor: &mut Extractor,
    snapshot: &Snapshot,
    file: &FileEntry,
    (text, hash): (String, [u8; 32]),
) -> DocumentInput {
    let path = file.relative.as_str();
    let reader = Reader::of_file(path, &text);
    let (language, version) = (reader.language(), reader.version());
    let facts = if snapshot.has_facts(&language, version, &hash) {
        FactsInput::Known
    } else {
        let mut facts = reader.facts(extractor, &text);
        if clew_vfs::is_generated(path, &text) {
            facts.flags.set(FileFlags::GENERATED);
        }
        FactsInput::New(Arc::new(facts))
    };
    DocumentInput {
        path: path.to_string(),
        stat: settled_stat(file),
        hash,
        language,
        extractor: version,
        facts,
        text: text.into(),
    }
}

/// What stands in the index for a file without facts, so that it is not read
/// again until it changes, with the words of its text.
pub(super) fn placeholder(
    file: &FileEntry,
    reason: LeftOutReason,
    (text, hash): (String, [u8; 32]),
) -> DocumentInput {
    let language = left_out_language(reason);
    let path = file.relative.as_str();
    let mut facts = FileFacts { language: language.clone(), ..clew_grammars::words_of(&text) };
    if reason == LeftOutReason::Minified || clew_vfs::is_generated(path, &text) {
        facts.flags.set(FileFlags::GENERATED);
    }
    DocumentInput {
        path: path.to_string(),
        stat: settled_stat(file),
        hash,
        facts: FactsInput::New(Arc::new(facts)),
        extractor: crate::language::extractor_version(language.as_str()),
        language,
        text: text.into(),
    }
}

/// The file's metadata, or none where it changed so recently that it may change
/// again unnoticed (then the next refresh reads it once more).
pub(super) fn settled_stat(file: &FileEntry) -> FileStat {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as i64);
    let granule = if file.modified_ns % 1_000_000_000 == 0 { 2_000_000_000 } else { RACY_NS };
    if now.saturating_sub(file.modified_ns) < granule {
        return FileStat { size: file.size, times: 0 };
    }
    stat_of(file)
}
