//! The `.clew` folder in a workspace.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Name of the folder.
pub const WORKSPACE_DIR: &str = ".clew";

/// Keeps all of the folder out of version control but the settings.
const IGNORE_RULES: &str = "*\n!config.yaml\n";

/// The `.clew` folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WorkspaceDirError {
    /// The workspace may not be written; use the data folder instead.
    #[error("workspace {root} is read-only")]
    ReadOnly {
        /// The workspace.
        root: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// `.clew` is a file or a link, which is left alone.
    #[error("{path} is no folder; remove it or rename it")]
    NotAFolder {
        /// The path of `.clew`.
        path: PathBuf,
    },
    /// Another failure, such as a full disk.
    #[error("cannot prepare {path}")]
    Io {
        /// The path that failed.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Makes `<root>/.clew` with its own `.gitignore` and returns it. To be called
/// only when something is about to be written there.
///
/// Never follows a `.clew` that is a link, since it could lead outside. An
/// existing `.gitignore` is left as it is.
pub fn prepare(root: &Path) -> Result<PathBuf, WorkspaceDirError> {
    let folder = root.join(WORKSPACE_DIR);
    let failed = |path: &Path, error: io::Error| classify(root, path, error);
    match fs::symlink_metadata(&folder) {
        Ok(found) if found.is_dir() => {}
        Ok(_) => return Err(WorkspaceDirError::NotAFolder { path: folder }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::create_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(failed(&folder, error));
            }
            _ => {}
        },
        Err(error) => return Err(failed(&folder, error)),
    }
    let rules = folder.join(".gitignore");
    match fs::OpenOptions::new().write(true).create_new(true).open(&rules) {
        Ok(mut file) => io::Write::write_all(&mut file, IGNORE_RULES.as_bytes())
            .map_err(|error| failed(&rules, error))?,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(failed(&rules, error)),
    }
    Ok(folder)
}

fn classify(root: &Path, path: &Path, source: io::Error) -> WorkspaceDirError {
    match source.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            WorkspaceDirError::ReadOnly { root: root.to_path_buf(), source }
        }
        _ => WorkspaceDirError::Io { path: path.to_path_buf(), source },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_ignores_itself() {
        let root = tempfile::tempdir().unwrap();
        let folder = prepare(root.path()).unwrap();
        assert_eq!(folder, root.path().join(".clew"));
        assert_eq!(fs::read_to_string(folder.join(".gitignore")).unwrap(), IGNORE_RULES);
        fs::write(folder.join(".gitignore"), "# mine\n").unwrap();
        prepare(root.path()).unwrap();
        assert_eq!(fs::read_to_string(folder.join(".gitignore")).unwrap(), "# mine\n");
    }

    #[test]
    fn a_file_in_the_way_is_left_alone() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join(".clew"), "mine").unwrap();
        assert!(matches!(prepare(root.path()), Err(WorkspaceDirError::NotAFolder { .. })));
        assert_eq!(fs::read_to_string(root.path().join(".clew")).unwrap(), "mine");
    }

    #[test]
    fn a_missing_root_is_not_made() {
        let root = tempfile::tempdir().unwrap();
        let missing = root.path().join("missing");
        assert!(matches!(prepare(&missing), Err(WorkspaceDirError::Io { .. })));
        assert!(!missing.exists());
    }

    #[test]
    fn refusals_of_the_system_are_told_apart() {
        let kind =
            |kind: io::ErrorKind| classify(Path::new("r"), Path::new("r/.clew"), kind.into());
        let read_only = kind(io::ErrorKind::ReadOnlyFilesystem);
        assert_eq!(read_only.to_string(), "workspace r is read-only");
        assert!(matches!(
            kind(io::ErrorKind::PermissionDenied),
            WorkspaceDirError::ReadOnly { .. }
        ));
        let full = kind(io::ErrorKind::StorageFull);
        assert_eq!(full.to_string(), "cannot prepare r/.clew");
    }
}
