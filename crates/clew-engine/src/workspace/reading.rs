//! Files as documents: read, and with their facts.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use clew_grammars::Extractor;
use clew_index::{DocumentInput, FactsInput, FileStat, Snapshot};
use clew_model::{FileFacts, FileFlags, LanguageId};
use clew_vfs::content::load;
use clew_vfs::{FileEntry, FileSystem, LeftOutReason, RealFs};

use super::Workspace;
use super::changes::stat_of;
use super::view::LEFT_OUT_PREFIX;
use crate::language::Reader;

/// A file that changed less than this before it was read may change again with
/// the same time stamp.
const RACY_NS: i64 = 20_000_000;

/// What became of a file that was to be read.
pub(super) enum Read {
    /// Its text and the hash of that.
    Text(String, [u8; 32]),
    /// It has none for the index; with a hash that tells its content from other.
    LeftOut(LeftOutReason, [u8; 32]),
    /// It cannot be read any more.
    Gone,
}

/// Reads a file.
pub(super) fn read(workspace: &Workspace, file: &FileEntry) -> Read {
    let path = file.relative.to_path(&workspace.root);
    let Ok(bytes) = RealFs.read(&path) else { return Read::Gone };
    match load(bytes) {
        Ok(loaded) => {
            let text = clew_grammars::kept_text(file.relative.as_str(), loaded.text);
            let hash = *blake3::hash(text.as_bytes()).as_bytes();
            match clew_vfs::is_minified(file.relative.as_str(), &text) {
                true => Read::LeftOut(LeftOutReason::Minified, hash),
                false => Read::Text(text, hash),
            }
        }
        // What is no text is never compared; its size tells it from other content.
        Err(reason) => Read::LeftOut(reason, *blake3::hash(&file.size.to_le_bytes()).as_bytes()),
    }
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
/// again until it changes.
pub(super) fn placeholder(
    file: &FileEntry,
    reason: LeftOutReason,
    hash: [u8; 32],
) -> DocumentInput {
    let name = serde_json::to_value(reason).ok();
    let name = name.as_ref().and_then(|name| name.as_str()).unwrap_or("left_out");
    let language = LanguageId::new(&format!("{LEFT_OUT_PREFIX}{name}"));
    DocumentInput {
        path: file.relative.as_str().to_string(),
        stat: settled_stat(file),
        hash,
        facts: FactsInput::New(Arc::new(FileFacts {
            language: language.clone(),
            ..FileFacts::default()
        })),
        extractor: crate::language::extractor_version(language.as_str()),
        language,
        text: "".into(),
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
