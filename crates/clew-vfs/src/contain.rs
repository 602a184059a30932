//! Keeping path arguments inside the project.
//!
//! An argument is read part by part. After each part the place reached, with
//! links resolved, must still be inside the root; so neither `..` nor a link
//! can leave it, not even to come back. An absolute argument is looked at as a
//! whole, and only what it resolves to counts.
//!
//! The check and a later opening of the file are two steps: someone who may
//! write in the root could swap a folder for a link in between. What is opened
//! is always the resolved path, so such a swap has to hit the exact moment.

pub(crate) mod windows;

use std::ffi::OsStr;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::fs::{FileKind, FileSystem, RealFs};
use crate::relative_path::RelativePath;

pub use windows::check_windows_argument;

/// Longest path argument, in bytes.
const MAX_ARGUMENT: usize = 32 * 1024;

/// Links followed for one argument before it counts as a circle.
const MAX_LINKS: usize = 40;

/// Which names a path argument may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathSyntax {
    /// `/` separates; every other character is ordinary.
    Posix,
    /// `/` and `\` separate; device names, streams and the rest are refused.
    Windows,
}

impl PathSyntax {
    /// The syntax of the platform this program was built for.
    pub const fn current() -> Self {
        if cfg!(windows) { Self::Windows } else { Self::Posix }
    }
}

/// A path that is proven to lie inside a root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContainedPath {
    /// The path with links resolved; the last names may not exist yet.
    pub absolute: PathBuf,
    /// The same, relative to `root`.
    pub relative: RelativePath,
    /// The root it lies in: the project root or an allowed folder.
    pub root: PathBuf,
}

/// Why a path argument is refused.
#[derive(Debug, thiserror::Error)]
pub enum PathError {
    /// The argument is empty.
    #[error("path is empty; use \".\" for the project root")]
    Empty,
    /// The argument is longer than any path.
    #[error("path is longer than 32 KiB")]
    TooLong,
    /// The argument holds a NUL byte.
    #[error("path {0:?} holds a NUL character")]
    Nul(String),
    /// It leads outside the project root and the allowed folders.
    #[error("path {0:?} leads outside the project root")]
    Outside(String),
    /// A Windows device such as `NUL`, or a device path.
    #[error("path {0:?} names a device")]
    Device(String),
    /// A network share.
    #[error("path {0:?} names a network share")]
    Share(String),
    /// An alternate data stream.
    #[error("path {0:?} names an alternate data stream")]
    Stream(String),
    /// A character or ending that Windows does not keep in names.
    #[error("path {0:?} has a name that this system would change")]
    InvalidName(String),
    /// What it leads to has a name that is not UTF-8.
    #[error("path {0:?} leads to a name that is not UTF-8")]
    NotUtf8(String),
    /// Links lead in a circle.
    #[error("path {0:?} leads in a circle of links")]
    LinkLoop(String),
    /// A link leads to nothing; it could be made to lead anywhere later.
    #[error("path {0:?} goes through a link to nothing")]
    DanglingLink(String),
    /// The root itself cannot be opened.
    #[error("cannot open root {path}")]
    Root {
        /// The root as given.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The system refused to look at a part of the path.
    #[error("cannot look at path {path:?}")]
    Io {
        /// The argument.
        path: String,
        /// What the system said.
        source: io::Error,
    },
}

impl PathError {
    /// Whether the argument is malformed, as opposed to leading outside.
    pub fn is_invalid_input(&self) -> bool {
        matches!(self, Self::Empty | Self::TooLong | Self::Nul(_) | Self::NotUtf8(_))
    }
}

/// Turns path arguments into paths inside a root.
#[derive(Clone)]
pub struct PathGuard {
    fs: Arc<dyn FileSystem>,
    syntax: PathSyntax,
    root: Root,
    allowed: Vec<Root>,
}

#[derive(Clone)]
struct Root {
    given: PathBuf,
    resolved: PathBuf,
}

impl PathGuard {
    /// Guards `root` and the `allowed` folders, both as the system sees them.
    ///
    /// Fails if one of them cannot be resolved.
    pub fn new(root: &Path, allowed: &[PathBuf]) -> Result<Self, PathError> {
        Self::with_fs(Arc::new(RealFs), PathSyntax::current(), root, allowed)
    }

    /// [`PathGuard::new`] on another file system or with another syntax.
    pub fn with_fs(
        fs: Arc<dyn FileSystem>,
        syntax: PathSyntax,
        root: &Path,
        allowed: &[PathBuf],
    ) -> Result<Self, PathError> {
        let open = |path: &Path| match fs.canonicalize(path) {
            Ok(resolved) => Ok(Root { given: path.to_path_buf(), resolved }),
            Err(source) => Err(PathError::Root { path: path.to_path_buf(), source }),
        };
        let root = open(root)?;
        let allowed = allowed.iter().map(|path| open(path)).collect::<Result<_, _>>()?;
        Ok(Self { fs, syntax, root, allowed })
    }

    /// The project root, links resolved.
    pub fn root(&self) -> &Path {
        &self.root.resolved
    }

    /// Resolves an argument: relative to the project root, or absolute inside
    /// it or inside an allowed folder. What it names need not exist.
    pub fn resolve(&self, argument: &str) -> Result<ContainedPath, PathError> {
        self.check_text(argument)?;
        let path = Path::new(argument);
        if path.has_root() || matches!(path.components().next(), Some(Component::Prefix(_))) {
            return self.resolve_absolute(argument, path);
        }
        let parts = self.split(argument);
        let absolute = self.descend(argument, &self.root, self.root.resolved.clone(), &parts)?;
        self.contained(argument, absolute, &self.root)
    }

    fn check_text(&self, argument: &str) -> Result<(), PathError> {
        if argument.is_empty() {
            return Err(PathError::Empty);
        }
        if argument.len() > MAX_ARGUMENT {
            return Err(PathError::TooLong);
        }
        if argument.contains('\0') {
            return Err(PathError::Nul(argument.to_owned()));
        }
        match self.syntax {
            PathSyntax::Posix => Ok(()),
            PathSyntax::Windows => check_windows_argument(argument),
        }
    }

    fn split<'argument>(&self, argument: &'argument str) -> Vec<&'argument OsStr> {
        let parts = argument.split(|separator| {
            separator == '/' || (separator == '\\' && self.syntax == PathSyntax::Windows)
        });
        parts.filter(|part| !matches!(*part, "" | ".")).map(OsStr::new).collect()
    }

    fn resolve_absolute(&self, argument: &str, path: &Path) -> Result<ContainedPath, PathError> {
        for root in std::iter::once(&self.root).chain(&self.allowed) {
            let below =
                path.strip_prefix(&root.given).or_else(|_| path.strip_prefix(&root.resolved));
            if let Ok(below) = below {
                let parts: Vec<&OsStr> = named_parts(below).collect();
                match self.descend(argument, root, root.resolved.clone(), &parts) {
                    Err(PathError::Outside(_)) => break,
                    reached => return self.contained(argument, reached?, root),
                }
            }
        }
        self.resolve_alias(argument, path)
    }

    /// An absolute path that does not start like a root may still be one of
    /// its other names, through a link or in another case.
    fn resolve_alias(&self, argument: &str, path: &Path) -> Result<ContainedPath, PathError> {
        let outside = || PathError::Outside(argument.to_owned());
        let mut tail: Vec<&OsStr> = Vec::new();
        for known in path.ancestors() {
            if let Ok(resolved) = self.fs.canonicalize(known) {
                let roots = || std::iter::once(&self.root).chain(&self.allowed);
                let root = roots().find(|root| resolved.starts_with(&root.resolved));
                let root = root.ok_or_else(outside)?;
                tail.reverse();
                let absolute = self.descend(argument, root, resolved, &tail)?;
                return self.contained(argument, absolute, root);
            }
            tail.push(known.file_name().ok_or_else(outside)?);
        }
        Err(outside())
    }

    /// Follows `parts` from `here`, never leaving `root`.
    fn descend(
        &self,
        argument: &str,
        root: &Root,
        mut here: PathBuf,
        parts: &[&OsStr],
    ) -> Result<PathBuf, PathError> {
        let mut links = 0;
        for part in parts {
            if *part == ".." {
                here.pop();
            } else {
                here.push(part);
                here = self.settle(argument, here, &mut links)?;
            }
            if !here.starts_with(&root.resolved) {
                return Err(PathError::Outside(argument.to_owned()));
            }
        }
        Ok(here)
    }

    /// Resolves the last name of `path`; one that does not exist stays.
    fn settle(
        &self,
        argument: &str,
        path: PathBuf,
        links: &mut usize,
    ) -> Result<PathBuf, PathError> {
        let text = || argument.to_owned();
        match self.fs.symlink_metadata(&path) {
            Ok(found) if found.kind == FileKind::Link => {
                *links += 1;
                if *links > MAX_LINKS {
                    return Err(PathError::LinkLoop(text()));
                }
                self.fs.canonicalize(&path).map_err(|error| self.link_error(argument, error))
            }
            Ok(_) => Ok(path),
            Err(error) if is_absence(&error) => Ok(path),
            Err(source) => Err(PathError::Io { path: text(), source }),
        }
    }

    fn link_error(&self, argument: &str, error: io::Error) -> PathError {
        if crate::fs::is_link_loop(&error) {
            PathError::LinkLoop(argument.to_owned())
        } else if is_absence(&error) {
            PathError::DanglingLink(argument.to_owned())
        } else {
            PathError::Io { path: argument.to_owned(), source: error }
        }
    }

    /// Checks the place reached once more as a whole, and gives each name the
    /// case in which it is stored.
    fn contained(
        &self,
        argument: &str,
        reached: PathBuf,
        root: &Root,
    ) -> Result<ContainedPath, PathError> {
        let outside = || PathError::Outside(argument.to_owned());
        let known = reached.ancestors().find_map(|known| {
            let resolved = self.fs.canonicalize(known).ok()?;
            Some((resolved, reached.strip_prefix(known).ok()?))
        });
        let (mut absolute, missing) = known.ok_or_else(outside)?;
        if !missing.as_os_str().is_empty() {
            absolute.push(missing);
        }
        let below = absolute.strip_prefix(&root.resolved).map_err(|_| outside())?;
        let relative =
            RelativePath::from_path(below).map_err(|_| PathError::NotUtf8(argument.to_owned()))?;
        Ok(ContainedPath { absolute, relative, root: root.resolved.clone() })
    }
}

/// The place that `path` leads to, links followed, if it lies inside `root`; `None`
/// if it does not.
///
/// For files that a workspace may have under a fixed name, such as its settings: who
/// wrote a repository must not make others' files be read in their place.
pub fn resolve_inside(
    fs: &dyn FileSystem,
    root: &Path,
    path: &Path,
) -> io::Result<Option<PathBuf>> {
    let reached = fs.canonicalize(path)?;
    let root = fs.canonicalize(root)?;
    Ok(reached.starts_with(root).then_some(reached))
}

fn named_parts(path: &Path) -> impl Iterator<Item = &OsStr> {
    path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name),
        Component::ParentDir => Some(OsStr::new("..")),
        Component::Prefix(_) | Component::RootDir | Component::CurDir => None,
    })
}

fn is_absence(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::InvalidFilename
    )
}

#[cfg(test)]
mod tests;
