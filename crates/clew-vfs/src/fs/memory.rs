//! A file system in memory, for tests and for texts that are on no disk.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use super::{FileId, FileKind, FileSystem, FolderEntry, Metadata};

/// Links followed in one look-up before it counts as a circle.
const MAX_LINKS: usize = 40;

/// Whether names that differ in case only are the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CaseRule {
    /// `A` and `a` are two names, as on Linux.
    #[default]
    Sensitive,
    /// `A` and `a` are one name, stored as first written, as on macOS and Windows.
    Insensitive,
}

/// A file system in memory.
///
/// Paths are absolute; parents come into being with the files below them.
/// Every write gives the file a later modification time.
#[derive(Debug, Default)]
pub struct MemoryFs {
    case: CaseRule,
    state: RwLock<State>,
}

#[derive(Debug, Default)]
struct State {
    nodes: BTreeMap<PathBuf, Node>,
    clock: i64,
}

#[derive(Clone, Debug)]
struct Node {
    content: Content,
    inode: u64,
    modified_ns: i64,
}

#[derive(Clone, Debug)]
enum Content {
    File(Vec<u8>),
    Folder,
    Link(PathBuf),
    Special,
    Unreadable(FileKind),
}

impl MemoryFs {
    /// Makes an empty file system whose names are case-sensitive.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes an empty file system with the given rule for case.
    pub fn with_case(case: CaseRule) -> Self {
        Self { case, state: RwLock::default() }
    }

    /// Writes a file, replacing what was there.
    pub fn write(&self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) {
        self.put(path.as_ref(), Content::File(bytes.into()));
    }

    /// Makes a folder and its parents.
    pub fn make_folder(&self, path: impl AsRef<Path>) {
        self.put(path.as_ref(), Content::Folder);
    }

    /// Makes a symbolic link; a relative target counts from the link's folder.
    pub fn link(&self, path: impl AsRef<Path>, target: impl Into<PathBuf>) {
        self.put(path.as_ref(), Content::Link(target.into()));
    }

    /// Makes something that is neither file nor folder, such as a socket.
    pub fn make_special(&self, path: impl AsRef<Path>) {
        self.put(path.as_ref(), Content::Special);
    }

    /// Makes a file or folder that answers every read with "permission denied".
    pub fn make_unreadable(&self, path: impl AsRef<Path>, kind: FileKind) {
        self.put(path.as_ref(), Content::Unreadable(kind));
    }

    /// Removes a path and all below it; nothing happens if it is not there.
    pub fn remove(&self, path: impl AsRef<Path>) {
        let path = path.as_ref();
        self.write_state().nodes.retain(|name, _| !name.starts_with(path));
    }

    fn put(&self, path: &Path, content: Content) {
        let mut state = self.write_state();
        let mut here = PathBuf::from("/");
        state.nodes.entry(here.clone()).or_insert_with(|| Node::folder(0));
        let names: Vec<OsString> = parts(path).collect();
        for (depth, name) in names.iter().enumerate() {
            if name == ".." {
                here.pop();
                continue;
            }
            let wanted = here.join(name);
            let stored = state.find(&wanted, self.case);
            here = stored.clone().unwrap_or(wanted);
            if depth + 1 == names.len() {
                break;
            }
            if stored.is_none() {
                state.insert(here.clone(), Content::Folder);
            }
        }
        state.insert(here, content);
    }

    fn write_state(&self) -> std::sync::RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds the stored name and node of `path`; the last link is followed
    /// only on request.
    fn resolve(&self, path: &Path, last: LastLink) -> io::Result<(PathBuf, Node)> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let mut todo: Vec<OsString> = parts(path).rev().collect();
        let mut here = PathBuf::from("/");
        let mut links = 0;
        while let Some(part) = todo.pop() {
            if part == ".." {
                here.pop();
                continue;
            }
            let name = state.find(&here.join(&part), self.case).ok_or(io::ErrorKind::NotFound)?;
            let node = state.nodes.get(&name).ok_or(io::ErrorKind::NotFound)?;
            match &node.content {
                Content::Link(target) if last == LastLink::Follow || !todo.is_empty() => {
                    links += 1;
                    if links > MAX_LINKS {
                        return Err(io::Error::from_raw_os_error(link_loop_code()));
                    }
                    if target.is_absolute() {
                        here = PathBuf::from("/");
                    }
                    todo.extend(parts(target).rev());
                }
                Content::Folder | Content::Unreadable(FileKind::Folder) => here = name,
                _ if todo.is_empty() => here = name,
                _ => return Err(io::ErrorKind::NotADirectory.into()),
            }
        }
        let node = state.nodes.get(&here).cloned().ok_or(io::ErrorKind::NotFound)?;
        Ok((here, node))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LastLink {
    Follow,
    Keep,
}

impl State {
    fn find(&self, path: &Path, case: CaseRule) -> Option<PathBuf> {
        match case {
            CaseRule::Sensitive => self.nodes.contains_key(path).then(|| path.to_path_buf()),
            CaseRule::Insensitive => {
                let wanted = path.to_string_lossy().to_lowercase();
                self.nodes
                    .keys()
                    .find(|name| name.to_string_lossy().to_lowercase() == wanted)
                    .cloned()
            }
        }
    }

    fn insert(&mut self, path: PathBuf, content: Content) {
        self.clock += 1;
        let clock = self.clock;
        let inode = self.nodes.get(&path).map_or(clock.unsigned_abs(), |old| old.inode);
        let modified_ns = clock.saturating_mul(1_000_000_000);
        self.nodes.insert(path, Node { content, inode, modified_ns });
    }
}

impl Node {
    fn folder(inode: u64) -> Self {
        Self { content: Content::Folder, inode, modified_ns: 0 }
    }

    fn kind(&self) -> FileKind {
        match &self.content {
            Content::File(_) => FileKind::File,
            Content::Folder => FileKind::Folder,
            Content::Link(_) => FileKind::Link,
            Content::Special => FileKind::Special,
            Content::Unreadable(kind) => *kind,
        }
    }

    fn describe(&self) -> Metadata {
        Metadata {
            kind: self.kind(),
            size: match &self.content {
                Content::File(bytes) => bytes.len() as u64,
                _ => 0,
            },
            modified_ns: self.modified_ns,
            changed_ns: Some(self.modified_ns),
            id: Some(FileId { device: 1, inode: self.inode }),
        }
    }
}

impl FileSystem for MemoryFs {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.resolve(path, LastLink::Follow)?.1.content {
            Content::File(bytes) => Ok(bytes),
            Content::Unreadable(_) => Err(io::ErrorKind::PermissionDenied.into()),
            Content::Folder => Err(io::ErrorKind::IsADirectory.into()),
            Content::Link(_) | Content::Special => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.resolve(path, LastLink::Follow).map(|(_, node)| node.describe())
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.resolve(path, LastLink::Keep).map(|(_, node)| node.describe())
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.resolve(path, LastLink::Follow).map(|(name, _)| name)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<FolderEntry>> {
        let (folder, node) = self.resolve(path, LastLink::Follow)?;
        match node.content {
            Content::Folder => {}
            Content::Unreadable(_) => return Err(io::ErrorKind::PermissionDenied.into()),
            _ => return Err(io::ErrorKind::NotADirectory.into()),
        }
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let below = state.nodes.iter().filter(|(name, _)| name.parent() == Some(&folder));
        let entry = |(name, node): (&PathBuf, &Node)| {
            let name = name.file_name()?.to_os_string();
            Some(FolderEntry { name, kind: node.kind() })
        };
        Ok(below.filter_map(entry).collect())
    }
}

fn parts(path: &Path) -> impl DoubleEndedIterator<Item = OsString> {
    path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_os_string()),
        Component::ParentDir => Some("..".into()),
        Component::Prefix(_) | Component::RootDir | Component::CurDir => None,
    })
}

fn link_loop_code() -> i32 {
    [40, 62, 1921]
        .into_iter()
        .find(|code| super::is_link_loop(&io::Error::from_raw_os_error(*code)))
        .unwrap_or(40)
}
