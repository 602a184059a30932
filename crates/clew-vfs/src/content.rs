//! From the bytes of a file to its text.
//!
//! Facts, offsets and lines refer to the decoded text, in which a byte order
//! mark is gone, line endings are as they were, and everything is UTF-8.
//! [`content_hash`](crate::content_hash()) covers the raw bytes.

mod decode;

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::fs::{FileKind, FileSystem};
use crate::left_out::LeftOutReason;

/// The encoding a file was found to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// UTF-8, which includes ASCII.
    Utf8,
    /// UTF-8 after a byte order mark.
    Utf8Bom,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// Another, which the file names itself and is wholly in.
    Declared,
    /// Not UTF-8, read as Windows-1252, which covers the letters of Latin-1.
    Windows1252,
}

/// Whether decoding lost anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fidelity {
    /// Encoding the text again gives the same bytes.
    Exact,
    /// Broken sequences were replaced by U+FFFD; such a file must not be
    /// written back from its text.
    Replaced,
}

/// How the lines of a text end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineEnding {
    /// A single line.
    None,
    /// Line feed.
    Lf,
    /// Carriage return and line feed.
    CrLf,
    /// Carriage return alone.
    Cr,
    /// More than one of them.
    Mixed,
}

/// Whether the last line of a text is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinalNewline {
    /// It ends with a line ending, or the text is empty.
    Present,
    /// It does not.
    Absent,
}

/// The text of a file and the form it had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The decoded text.
    pub text: String,
    /// The encoding of the bytes.
    pub encoding: Encoding,
    /// Whether decoding lost anything.
    pub fidelity: Fidelity,
    /// How its lines end.
    pub line_ending: LineEnding,
    /// Whether the last line is ended.
    pub final_newline: FinalNewline,
    /// NUL characters in the text; only beyond the first 8,000 bytes or in
    /// UTF-16 can there be any.
    pub nul_count: usize,
}

/// A file could not be turned into text.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system refused.
    #[error("cannot read {path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is no text, or not one that is worked on.
    #[error("{path} is left out: {reason}")]
    LeftOut {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: LeftOutReason,
    },
}

/// Turns the bytes of a file into text, or says why it is none.
///
/// A byte order mark decides. Without one, NUL bytes among the first 8,000 mean
/// [`LeftOutReason::Binary`] unless they fall as in UTF-16; valid UTF-8 is that;
/// what declares another encoding and is wholly in that is read so;
/// the rest is read as UTF-8 with replacements where that explains most of it,
/// else as Windows-1252, unless control characters show it to be binary.
/// Texts of 4 GiB and more are [`LeftOutReason::TooLarge`], for offsets have
/// 32 bits.
pub fn load(bytes: Vec<u8>) -> Result<Loaded, LeftOutReason> {
    if u32::try_from(bytes.len()).is_err() {
        return Err(LeftOutReason::TooLarge);
    }
    let (text, encoding, fidelity) = decode::decode(bytes)?;
    if u32::try_from(text.len()).is_err() {
        return Err(LeftOutReason::TooLarge);
    }
    Ok(Loaded {
        line_ending: line_ending(&text),
        final_newline: final_newline(&text),
        nul_count: memchr::memchr_iter(0, text.as_bytes()).count(),
        text,
        encoding,
        fidelity,
    })
}

/// Bytes at the start of a file that [`load_start`] turns into text.
pub const START_BYTES: usize = 512 * 1024;

/// Turns the start of a file into text, as [`load`] does the whole: at most
/// [`START_BYTES`] of `bytes`, up to the end of the last line that is whole, or of a
/// character where the first line is longer.
pub fn load_start(mut bytes: Vec<u8>) -> Result<Loaded, LeftOutReason> {
    if bytes.len() <= START_BYTES {
        return load(bytes);
    }
    bytes.truncate(START_BYTES);
    bytes.truncate(decode::whole_characters(&bytes));
    let mut loaded = load(bytes)?;
    if let Some(end) = loaded.text.rfind('\n') {
        loaded.text.truncate(end + 1);
    }
    loaded.line_ending = line_ending(&loaded.text);
    loaded.final_newline = final_newline(&loaded.text);
    loaded.nul_count = memchr::memchr_iter(0, loaded.text.as_bytes()).count();
    Ok(loaded)
}

/// Most bytes that [`read_text`] reads.
pub const MAX_TEXT_BYTES: usize = 64 * 1024 * 1024;

/// Reads a file and turns it into text. What is no ordinary file is not opened;
/// over [`MAX_TEXT_BYTES`] it is [`LeftOutReason::TooLarge`].
pub fn read_text(fs: &dyn FileSystem, path: &Path) -> Result<Loaded, ReadError> {
    let left_out = |reason| ReadError::LeftOut { path: path.to_path_buf(), reason };
    load(read_bounded(fs, path)?).map_err(left_out)
}

fn read_bounded(fs: &dyn FileSystem, path: &Path) -> Result<Vec<u8>, ReadError> {
    let failed = |source| ReadError::Io { path: path.to_path_buf(), source };
    let left_out = |reason| ReadError::LeftOut { path: path.to_path_buf(), reason };
    let found = fs.metadata(path).map_err(failed)?;
    if found.kind == FileKind::Special {
        return Err(left_out(LeftOutReason::SpecialFile));
    }
    if found.size > MAX_TEXT_BYTES as u64 {
        return Err(left_out(LeftOutReason::TooLarge));
    }
    let bytes = fs.read_prefix(path, MAX_TEXT_BYTES + 1).map_err(failed)?;
    if bytes.len() > MAX_TEXT_BYTES {
        return Err(left_out(LeftOutReason::TooLarge));
    }
    Ok(bytes)
}

/// The text of a source file with nothing taken off or guessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The bytes as UTF-8, a byte order mark and NUL included; what is no
    /// UTF-8 became U+FFFD.
    pub text: String,
    /// Where in `text` those U+FFFD stand, in order.
    pub broken: Vec<usize>,
}

/// Reads a file for a checker, which has to see what is wrong with it.
///
/// Fails like [`read_text`], but takes NUL and other encodings.
pub fn read_source(fs: &dyn FileSystem, path: &Path) -> Result<SourceText, ReadError> {
    Ok(source_text(read_bounded(fs, path)?))
}

fn source_text(bytes: Vec<u8>) -> SourceText {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return SourceText { text, broken: Vec::new() },
        Err(error) => error.into_bytes(),
    };
    let (mut text, mut broken) = (String::with_capacity(bytes.len()), Vec::new());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            broken.push(text.len());
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    SourceText { text, broken }
}

fn line_ending(text: &str) -> LineEnding {
    let bytes = text.as_bytes();
    let feeds = memchr::memchr_iter(b'\n', bytes).count();
    let mut pairs = 0;
    let mut returns = 0;
    for at in memchr::memchr_iter(b'\r', bytes) {
        returns += 1;
        pairs += usize::from(bytes.get(at + 1) == Some(&b'\n'));
    }
    match (feeds, returns, pairs) {
        (0, 0, _) => LineEnding::None,
        (_, 0, _) => LineEnding::Lf,
        (0, _, _) => LineEnding::Cr,
        _ if feeds == pairs && returns == pairs => LineEnding::CrLf,
        _ => LineEnding::Mixed,
    }
}

fn final_newline(text: &str) -> FinalNewline {
    match text.as_bytes().last() {
        None | Some(b'\n' | b'\r') => FinalNewline::Present,
        Some(_) => FinalNewline::Absent,
    }
}

#[cfg(test)]
mod tests;
