//! The files that git tracks, read from its index: they belong to the project
//! even where a rule ignores them.
//!
//! Layout as documented by git (`gitformat-index`), versions 2 to 4. An index
//! split over several files, or damaged, counts as if there were none.

use super::{GitDirs, config_value};
use crate::fs::FileSystem;

/// Largest index that is read, in bytes; a million files take some 100 MB.
const MAX_INDEX_BYTES: usize = 512 * 1024 * 1024;

/// Bytes of an entry before the hash: times, device, mode, owner and size.
const STAT_BYTES: usize = 40;

/// Flag that a second word of flags follows.
const EXTENDED: u16 = 0x4000;

/// Paths that git tracks, relative to the top of the working copy.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TrackedFiles {
    /// The paths one after another, in the order of their bytes.
    names: Vec<u8>,
    /// Where each path ends in `names`.
    ends: Vec<usize>,
    /// What git saw of each file when it last looked.
    stats: Vec<TrackedStat>,
    /// The names of their contents one after another, all of one length.
    hashes: Vec<u8>,
}

/// A file beside what git last saw of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beside<'hash> {
    /// It looks the same.
    Same,
    /// It is another, or not tracked.
    Other,
    /// Only its time is another: the content decides, whose name git has.
    Touched(&'hash [u8]),
}

/// Times and size of a file as git's index keeps them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TrackedStat {
    seconds: u32,
    nanoseconds: u32,
    /// Size modulo 2^32.
    size: u32,
}

impl TrackedStat {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let word = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
        Some(Self { seconds: word(8)?, nanoseconds: word(12)?, size: word(36)? })
    }

    /// Whether a file still looks so. Indexes written without nanoseconds are
    /// compared by seconds.
    fn fits(self, size: u64, modified_ns: i64) -> bool {
        let seconds = modified_ns.div_euclid(1_000_000_000);
        let nanoseconds = modified_ns.rem_euclid(1_000_000_000);
        self.size == size as u32
            && i64::from(self.seconds) == seconds
            && (self.nanoseconds == 0 || i64::from(self.nanoseconds) == nanoseconds)
    }
}

/// What git tracks at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tracked {
    /// Nothing.
    No,
    /// The path itself: a file, or a submodule.
    Itself,
    /// Something below it.
    Below,
}

impl TrackedFiles {
    /// Reads the index of a working copy; empty if there is none to be read.
    pub(crate) fn read(fs: &dyn FileSystem, dirs: &GitDirs) -> Self {
        let Ok(bytes) = fs.read_prefix(&dirs.git_dir.join("index"), MAX_INDEX_BYTES) else {
            return Self::default();
        };
        let format = config_value(fs, dirs, "extensions", "objectformat");
        let hash_bytes = if format.as_deref() == Some("sha256") { 32 } else { 20 };
        Self::parse(&bytes, hash_bytes).unwrap_or_default()
    }

    fn parse(bytes: &[u8], hash_bytes: usize) -> Option<Self> {
        let mut reader = Reader { bytes, at: 0 };
        if reader.take(4)? != b"DIRC" {
            return None;
        }
        let (version, count) = (reader.u32()?, reader.u32()?);
        if !(2..=4).contains(&version) {
            return None;
        }
        let mut tracked = Self::default();
        for _ in 0..count {
            let start = reader.at;
            tracked.stats.push(TrackedStat::parse(reader.take(STAT_BYTES)?)?);
            tracked.hashes.extend_from_slice(reader.take(hash_bytes)?);
            let flags = reader.u16()?;
            if flags & EXTENDED != 0 {
                reader.u16()?;
            }
            let shared = if version == 4 { tracked.shared_bytes(reader.varint()?)? } else { 0..0 };
            tracked.names.extend_from_within(shared);
            tracked.names.extend_from_slice(reader.until_nul()?);
            tracked.ends.push(tracked.names.len());
            if version < 4 {
                let taken = reader.at - 1 - start;
                reader.at = start + (taken / 8 + 1) * 8;
            }
        }
        Some(tracked)
    }

    /// What an entry of version 4 takes over from the one before it, when
    /// `dropped` bytes of that are not wanted.
    fn shared_bytes(&self, dropped: usize) -> Option<std::ops::Range<usize>> {
        let range = self.range(self.ends.len().checked_sub(1)).unwrap_or(0..0);
        let end = range.end.checked_sub(dropped)?;
        (end >= range.start).then_some(range.start..end)
    }

    fn range(&self, at: Option<usize>) -> Option<std::ops::Range<usize>> {
        let at = at?;
        let start = if at == 0 { 0 } else { *self.ends.get(at - 1)? };
        Some(start..*self.ends.get(at)?)
    }

    fn name(&self, at: usize) -> &[u8] {
        self.range(Some(at)).and_then(|range| self.names.get(range)).unwrap_or_default()
    }

    /// Tells what is tracked at a `/`-separated path.
    pub(crate) fn at(&self, path: &str) -> Tracked {
        let path = path.as_bytes();
        if self.first_from(path) == Some(path) {
            return Tracked::Itself;
        }
        let folder = [path, b"/"].concat();
        match self.first_from(&folder) {
            Some(name) if name.starts_with(&folder) => Tracked::Below,
            _ => Tracked::No,
        }
    }

    /// Whether nothing is tracked.
    pub(crate) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// What a file (path relative to the top) is beside what git last saw of it.
    pub(crate) fn beside(&self, path: &str, size: u64, modified_ns: i64) -> Beside<'_> {
        let Some(at) = self.position(path.as_bytes()) else { return Beside::Other };
        let length = self.hashes.len() / self.ends.len().max(1);
        match (self.stats.get(at), self.hashes.get(at * length..(at + 1) * length)) {
            (Some(stat), _) if stat.fits(size, modified_ns) => Beside::Same,
            (Some(stat), Some(hash)) if stat.size == size as u32 => Beside::Touched(hash),
            _ => Beside::Other,
        }
    }

    fn position(&self, path: &[u8]) -> Option<usize> {
        let at = self.lower_bound(path);
        (at < self.ends.len() && self.name(at) == path).then_some(at)
    }

    /// The first name that is not before `path`.
    fn first_from(&self, path: &[u8]) -> Option<&[u8]> {
        let at = self.lower_bound(path);
        (at < self.ends.len()).then(|| self.name(at))
    }

    fn lower_bound(&self, path: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.name(middle) < path {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

struct Reader<'bytes> {
    bytes: &'bytes [u8],
    at: usize,
}

impl<'bytes> Reader<'bytes> {
    fn take(&mut self, count: usize) -> Option<&'bytes [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_be_bytes)
    }

    fn u16(&mut self) -> Option<u16> {
        self.take(2)?.try_into().ok().map(u16::from_be_bytes)
    }

    /// A number of seven bits a byte, the highest first; each byte but the
    /// last adds one.
    fn varint(&mut self) -> Option<usize> {
        let mut byte = *self.take(1)?.first()?;
        let mut value = usize::from(byte & 0x7F);
        while byte & 0x80 != 0 {
            byte = *self.take(1)?.first()?;
            value = value.checked_add(1)?.checked_mul(128)? | usize::from(byte & 0x7F);
        }
        Some(value)
    }

    /// The bytes before the next NUL, which is passed.
    fn until_nul(&mut self) -> Option<&'bytes [u8]> {
        let rest = self.bytes.get(self.at..)?;
        let end = memchr::memchr(0, rest)?;
        self.at += end + 1;
        rest.get(..end)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use proptest::prelude::*;

    use super::*;
    use crate::fs::RealFs;
    use crate::walk::tests::against_git::git;

    fn check_tracked(version: &str, object_format: &str) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        git(root, &["init", "-q", "--object-format", object_format]);
        for path in ["a.rs", "dir/b.rs", "dir/c.rs", "dir.rs", "dirx/deep/d.rs", "new", "é"] {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        git(root, &["add", "a.rs", "dir", "dir.rs", "dirx", "é"]);
        git(root, &["add", "--intent-to-add", "new"]);
        git(root, &["update-index", "--index-version", version]);
        let dirs = crate::repository::at(&RealFs, root).unwrap();
        let tracked = TrackedFiles::read(&RealFs, &dirs);
        let names: Vec<_> =
            (0..tracked.ends.len()).map(|at| String::from_utf8_lossy(tracked.name(at))).collect();
        let expected = ["a.rs", "dir.rs", "dir/b.rs", "dir/c.rs", "dirx/deep/d.rs", "new", "é"];
        assert_eq!(names, expected, "version {version}");
        for (path, expected) in [
            ("a.rs", Tracked::Itself),
            ("dir/c.rs", Tracked::Itself),
            ("dir", Tracked::Below),
            ("dirx", Tracked::Below),
            ("dirx/deep", Tracked::Below),
            ("di", Tracked::No),
            ("a", Tracked::No),
            ("dir/d.rs", Tracked::No),
            ("zzz", Tracked::No),
        ] {
            assert_eq!(tracked.at(path), expected, "{path}");
        }
    }

    #[test]
    fn every_version_of_the_index() {
        for version in ["2", "3", "4"] {
            check_tracked(version, "sha1");
        }
        check_tracked("4", "sha256");
    }

    #[test]
    fn no_index_means_nothing_tracked() {
        let fs = crate::fs::MemoryFs::new();
        fs.write("/r/.git/HEAD", "x");
        let dirs = crate::repository::at(&fs, Path::new("/r")).unwrap();
        let read = || TrackedFiles::read(&fs, &dirs);
        assert_eq!(read().at("a"), Tracked::No);
        fs.write("/r/.git/index", "DIRC\0\0\0\x02\0\0\0\x09short");
        assert_eq!(read(), TrackedFiles::default());
    }

    proptest! {
        #[test]
        fn any_bytes_are_an_index_or_none(
            version in 2_u8..5,
            count in 0_u8..4,
            rest in prop::collection::vec(any::<u8>(), 0..400),
        ) {
            let head = [b'D', b'I', b'R', b'C', 0, 0, 0, version, 0, 0, 0, count];
            let bytes = [&head[..], &rest].concat();
            if let Some(tracked) = TrackedFiles::parse(&bytes, 20) {
                prop_assert_eq!(tracked.ends.len(), usize::from(count));
                tracked.at("a/b");
            }
        }
    }
}
