//! What can go wrong with a configuration file.

use std::io;
use std::path::PathBuf;

/// A text that cannot be edited.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// It does not parse; the place is 1-based.
    #[error("line {line}, column {column}: {reason}")]
    Syntax {
        /// Line of the fault.
        line: usize,
        /// Column of the fault, in characters.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
    /// It parses, but something else is where servers belong.
    #[error("line {line}, column {column}: `{key}` is {found}, expected {expected}")]
    Shape {
        /// Line of the value.
        line: usize,
        /// Column of the value, in characters.
        column: usize,
        /// The key.
        key: String,
        /// What was found.
        found: &'static str,
        /// What belongs there.
        expected: &'static str,
    },
    /// It parses, but is no object.
    #[error("line {line}, column {column}: the file holds a list or a single value, not an object")]
    NoObject {
        /// Line where it begins.
        line: usize,
        /// Column where it begins, in characters.
        column: usize,
    },
    /// The entry is there and names a server at an address; clients refuse one that has
    /// a command, too.
    #[error(
        "`{name}` names a server at an address (`{key}`), which Clew did not write; take that \
         entry out by hand, or give another name with --name"
    )]
    AtAddress {
        /// Name of the entry.
        name: String,
        /// The member that holds the address.
        key: &'static str,
    },
    /// The result would not hold what it should; nothing was changed.
    #[error("its layout is too unusual to be edited safely; add the entry by hand")]
    Unsafe,
}

/// A configuration file that cannot be read, planned or written.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The text of the file cannot be edited.
    #[error("cannot edit {}; it was left alone", path.display())]
    Edit {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: EditError,
    },
    /// The file is no UTF-8.
    #[error("{} is no UTF-8 text; it was left alone", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
    },
    /// It leads out of the project that it is to stand in.
    #[error(
        "{} leads out of the project, to {}; it was left alone: put a file or folder of the \
         project in the link's place",
        path.display(),
        target.display()
    )]
    Outside {
        /// The file.
        path: PathBuf,
        /// Where it leads.
        target: PathBuf,
    },
    /// It is a folder, a pipe, a socket or a device.
    #[error("{} is no ordinary file; it was left alone", path.display())]
    NotOrdinary {
        /// The file.
        path: PathBuf,
    },
    /// Links lead on and on.
    #[error("{} leads through too many links; it was left alone", path.display())]
    LinkLoop {
        /// The file.
        path: PathBuf,
    },
    /// The file changed between plan and write.
    #[error("{} changed meanwhile; it was left alone, run the command again", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The client keeps no such file.
    #[error("{client} has no {scope} configuration; use --scope {other}")]
    NoScope {
        /// Name of the client.
        client: &'static str,
        /// The scope asked for.
        scope: &'static str,
        /// The scope that it has.
        other: &'static str,
    },
    /// A folder that the path is built from is not known.
    #[error("the folder {0} is not known; set it or name the file with --file")]
    NoFolder(&'static str),
    /// Reading or writing failed.
    #[error("cannot {doing} {}", path.display())]
    Io {
        /// What was tried.
        doing: &'static str,
        /// With which file.
        path: PathBuf,
        /// The system's reason.
        #[source]
        source: io::Error,
    },
}

/// 1-based line and column, in characters, of the byte `offset` of `text`.
pub(crate) fn place(text: &str, offset: usize) -> (usize, usize) {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &text[..offset];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}
