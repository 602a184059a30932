//! What binding asks of the index.

use std::sync::Arc;

use clew_model::{FileFacts, SymbolId};

/// A file of the asking snapshot. The number is the index's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A symbol of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolRef {
    /// The file that declares it.
    pub file: FileId,
    /// Its index in the file's facts.
    pub symbol: SymbolId,
}

/// The files of one workspace as binding sees them.
///
/// Paths are relative to the workspace root with `/` between their parts.
/// Answers must not change during the life of a [`crate::Binder`].
pub trait Source {
    /// The facts of a file; `None` if they cannot be read.
    fn facts(&self, file: FileId) -> Option<Arc<FileFacts>>;

    /// The path of a file.
    fn path(&self, file: FileId) -> Option<String>;

    /// The file at a path.
    fn file_at(&self, path: &str) -> Option<FileId>;

    /// All files with this name (last path part), ordered by path.
    fn files_called(&self, file_name: &str) -> Vec<FileId>;

    /// The files directly inside a folder (empty text for the root), ordered by path.
    fn files_in(&self, folder: &str) -> Vec<FileId>;

    /// The files that use a name other than for locals, ordered by path.
    fn files_naming(&self, name: &str) -> Vec<FileId>;

    /// The files that define a name other than for locals, ordered by path.
    fn files_defining(&self, name: &str) -> Vec<FileId>;

    /// The files of languages that import by path (JavaScript and its kin) with an import
    /// whose path has this last part ([`clew_model::path_end`]), ordered by path.
    fn files_importing(&self, end: &str) -> Vec<FileId>;

    /// The text of a small file that binding reads as configuration (`go.mod`,
    /// `tsconfig.json`, `package.json`, `Cargo.toml`); `None` if there is none.
    fn config_text(&self, path: &str) -> Option<String>;
}
