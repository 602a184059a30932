//! Reading and replacing configuration files.

use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use crate::error::ClientError;

/// The file behind `path`: links are followed, also to a file that is not
/// there yet, so that the link stays a link.
pub(crate) fn resolve(path: &Path) -> Result<PathBuf, ClientError> {
    let mut at = path.to_path_buf();
    // As many as Linux follows.
    for _ in 0..40 {
        match fs::symlink_metadata(&at) {
            Ok(found) if found.is_symlink() => {
                let to = fs::read_link(&at).map_err(|error| failed("read", &at, error))?;
                at = at.parent().map_or(to.clone(), |folder| folder.join(&to));
            }
            _ => return Ok(at),
        }
    }
    Err(ClientError::LinkLoop { path: path.to_path_buf() })
}

/// Refuses `path`, which `resolved` is the file behind, if it lies outside `project`:
/// whoever wrote a project must not choose which files of others are changed.
pub(crate) fn check_inside(
    path: &Path,
    resolved: &Path,
    project: &Path,
) -> Result<(), ClientError> {
    let root = fs::canonicalize(project).map_err(|error| failed("read", project, error))?;
    let known = resolved
        .ancestors()
        .find_map(|known| Some((known, fs::canonicalize(known).ok()?)))
        .filter(|(_, there)| there.starts_with(&root));
    // What is not there yet may not climb out again.
    let climbs = known.as_ref().is_some_and(|(known, _)| {
        let missing = resolved.strip_prefix(known).unwrap_or(resolved);
        missing.components().any(|part| !matches!(part, Component::Normal(_)))
    });
    match known.is_some() && !climbs {
        true => Ok(()),
        false => Err(ClientError::Outside {
            path: path.to_path_buf(),
            target: fs::canonicalize(resolved).unwrap_or_else(|_| resolved.to_path_buf()),
        }),
    }
}

/// The text of `path`; nothing if there is no file. What is no ordinary file is not
/// opened: a pipe would wait for ever.
///
/// Fails if it cannot be read or is no UTF-8.
pub fn read(path: &Path) -> Result<Option<String>, ClientError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            return Err(ClientError::NotOrdinary { path: path.to_path_buf() });
        }
        _ => {}
    }
    match fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes)
            .map(Some)
            .map_err(|_| ClientError::NotText { path: path.to_path_buf() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed("read", path, error)),
    }
}

/// Puts `text` in the place of `path`, whole or not at all, with the rights
/// of the file that is there.
pub(crate) fn replace(path: &Path, text: &str, rights: Rights) -> Result<(), ClientError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| failed("create", folder, error))?;
    let write = || -> io::Result<()> {
        let mut builder = tempfile::Builder::new();
        rights_of_new(&mut builder, rights);
        let mut file = builder.prefix(".clew-").tempfile_in(folder)?;
        file.write_all(text.as_bytes())?;
        if let Ok(old) = fs::metadata(path) {
            file.as_file().set_permissions(old.permissions())?;
        }
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(|error| failed("write", path, error))
}

/// Removes `path`, and the empty ones among `folders`, innermost first.
pub(crate) fn remove(path: &Path, folders: &[PathBuf]) -> Result<(), ClientError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(failed("remove", path, error));
        }
        _ => {}
    }
    for folder in folders {
        // One that is not empty any more stays.
        if fs::remove_dir(folder).is_err() {
            break;
        }
    }
    Ok(())
}

/// Folders above `path` that are not there yet, innermost first.
pub(crate) fn missing_folders(path: &Path) -> Vec<PathBuf> {
    let above = path.ancestors().skip(1);
    above.take_while(|folder| !folder.exists()).map(Path::to_path_buf).collect()
}

/// Who may read a file that is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rights {
    /// As usual for the user.
    Usual,
    /// The user alone.
    Private,
}

#[cfg(unix)]
fn rights_of_new(builder: &mut tempfile::Builder<'_, '_>, rights: Rights) {
    use std::os::unix::fs::PermissionsExt;
    if rights == Rights::Usual {
        // The process's mask takes its share.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
}

#[cfg(windows)]
fn rights_of_new(_builder: &mut tempfile::Builder<'_, '_>, _rights: Rights) {
    // A new file inherits the rights of its folder, which is the user's own.
}

fn failed(doing: &'static str, path: &Path, source: io::Error) -> ClientError {
    ClientError::Io { doing, path: path.to_path_buf(), source }
}
