//! The files of set-up in the user's configuration folder.

use std::io::Write;
use std::path::{Path, PathBuf};

/// Where the configuration is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// The user's configuration folder; made when something is written.
    pub folder: PathBuf,
    /// The file that `CLEW_CONFIG` names; it is read and never written.
    pub external: Option<PathBuf>,
    /// Root of the project; a file below it has no say about providers.
    pub workspace: Option<PathBuf>,
}

/// A file of the configuration cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {what} {path}")]
pub struct StoreError {
    /// What was tried.
    pub what: &'static str,
    /// On which file.
    pub path: PathBuf,
    /// What the system said.
    #[source]
    pub source: std::io::Error,
}

/// Largest file that is read, in bytes.
const MAX_BYTES: u64 = 1 << 20;

impl Places {
    /// The configuration in use.
    pub fn config(&self) -> PathBuf {
        self.external.clone().unwrap_or_else(|| self.folder.join("config.yaml"))
    }

    /// Whether the file that `CLEW_CONFIG` names belongs to the workspace, so that
    /// whoever wrote the repository may have written it.
    pub(crate) fn is_of_the_workspace(&self) -> bool {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let (Some(file), Some(root)) = (&self.external, &self.workspace) else { return false };
        file.starts_with(root) || real(file).starts_with(real(root))
    }

    /// What waits for a person.
    pub(crate) fn pending(&self) -> PathBuf {
        self.folder.join("pending.yaml")
    }

    /// The configuration before the last change.
    pub(crate) fn before(&self) -> PathBuf {
        self.folder.join("config.before.yaml")
    }
}

/// Reads a file; nothing where there is none.
pub(crate) fn read(path: &Path) -> Result<Option<String>, StoreError> {
    use std::io::Read as _;
    let failed = |source| StoreError { what: "read", path: path.to_owned(), source };
    // A pipe would wait for ever.
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        let kind = std::io::ErrorKind::InvalidInput;
        return Err(failed(std::io::Error::new(kind, "it is no ordinary file")));
    }
    let file = match std::fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    String::from_utf8(bytes)
        .map(Some)
        .map_err(|_| failed(std::io::Error::new(std::io::ErrorKind::InvalidData, "not UTF-8")))
}

/// Replaces a file whole or not at all; nobody else can read it.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), StoreError> {
    let failed = |source| StoreError { what: "write", path: path.to_owned(), source };
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    make_folder(folder).map_err(failed)?;
    // Temporary files are made with mode 0600 where there are modes.
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// Removes a file; none is no error.
pub(crate) fn remove(path: &Path) -> Result<(), StoreError> {
    match std::fs::remove_file(path) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
            Err(StoreError { what: "remove", path: path.to_owned(), source })
        }
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn make_folder(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;

    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Folders below the user's own are closed to others here.
#[cfg(not(unix))]
fn make_folder(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)
}
