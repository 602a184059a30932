//! What was not indexed, and why.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// Example paths kept for each reason.
pub const EXAMPLES_PER_REASON: usize = 5;

/// Why a path is not in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeftOutReason {
    /// An ignore rule or the configuration excludes the file.
    IgnoredFile,
    /// An ignore rule or the configuration excludes the folder; what is below
    /// it is not counted.
    IgnoredFolder,
    /// A dependency or cache folder outside version control, where no ignore
    /// rules are to be expected; what is below it is not counted.
    DependencyFolder,
    /// Another working tree of the same repository, checked out inside.
    NestedWorktree,
    /// A symbolic link; what it points at counts under its own name, if inside.
    Symlink,
    /// A symbolic link that leads in a circle.
    SymlinkLoop,
    /// Larger than the limit for its kind.
    TooLarge,
    /// No text: by its name, or because it holds NUL bytes.
    Binary,
    /// Text made for machines, such as a bundle on one line.
    Minified,
    /// Could not be read or listed.
    Unreadable,
    /// The name is not UTF-8.
    NameNotUtf8,
    /// The name holds control characters, such as line ends.
    ControlInName,
    /// A socket, pipe or device.
    SpecialFile,
    /// Text in an encoding that is not supported.
    UnsupportedEncoding,
    /// Nested deeper than the limit.
    TooDeep,
    /// Indexed by its words: a parser would need too long, too much memory or too
    /// much depth for its text.
    BeyondParser,
    /// By its name it holds keys, as text or not.
    KeyFile,
}

impl LeftOutReason {
    /// What a person reads, as in "3 files: binary".
    pub fn describe(self) -> &'static str {
        match self {
            Self::IgnoredFile => "ignored files",
            Self::IgnoredFolder => "ignored folders",
            Self::DependencyFolder => "dependency and cache folders",
            Self::NestedWorktree => "other worktrees of this repository",
            Self::Symlink => "symbolic links",
            Self::SymlinkLoop => "circular symbolic links",
            Self::TooLarge => "over the size limit",
            Self::Binary => "binary",
            Self::Minified => "minified",
            Self::Unreadable => "unreadable",
            Self::NameNotUtf8 => "names that are not UTF-8",
            Self::ControlInName => "names with control characters",
            Self::SpecialFile => "sockets, pipes and devices",
            Self::UnsupportedEncoding => "unsupported encoding",
            Self::TooDeep => "nested too deeply",
            Self::BeyondParser => "beyond the parser's bounds, found by their words",
            Self::KeyFile => "files of keys by their names",
        }
    }

    /// What a person reads of one path, as in "it is minified".
    pub fn of_one(self) -> &'static str {
        match self {
            Self::IgnoredFile => "an ignore rule or clew.yaml excludes it",
            Self::IgnoredFolder => "an ignore rule or clew.yaml excludes its folder",
            Self::DependencyFolder => "it lies in a dependency or cache folder",
            Self::NestedWorktree => "it belongs to another worktree of this repository",
            Self::Symlink => "it is a symbolic link; what that points at has its own path",
            Self::SymlinkLoop => "it is a circular symbolic link",
            Self::TooLarge => "it is over the size limit",
            Self::Binary => "it is binary",
            Self::Minified => "it is minified",
            Self::Unreadable => "it cannot be read",
            Self::NameNotUtf8 => "its name is not UTF-8",
            Self::ControlInName => "its name holds control characters",
            Self::SpecialFile => "it is a socket, pipe or device",
            Self::UnsupportedEncoding => "its encoding is not supported",
            Self::TooDeep => "it lies too deep",
            Self::BeyondParser => "it is beyond the parser's bounds",
            Self::KeyFile => "its name says that it holds keys",
        }
    }
}

impl fmt::Display for LeftOutReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.describe())
    }
}

/// How many paths one reason covers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOutCount {
    /// Number of paths.
    pub count: u64,
    /// The first [`EXAMPLES_PER_REASON`] of them in path order, relative to
    /// the root; lossy where a name is not UTF-8.
    pub examples: Vec<String>,
}

/// Counts of what was not indexed, by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// One entry for each reason that occurred.
    pub by_reason: BTreeMap<LeftOutReason, LeftOutCount>,
}

impl LeftOut {
    /// Counts one path.
    pub fn add(&mut self, reason: LeftOutReason, path: &str) {
        let entry = self.by_reason.entry(reason).or_default();
        entry.count += 1;
        let place = entry.examples.partition_point(|known| known.as_str() <= path);
        if place < EXAMPLES_PER_REASON {
            entry.examples.insert(place, path.to_owned());
            entry.examples.truncate(EXAMPLES_PER_REASON);
        }
    }

    /// Adds the counts of another part of the same tree.
    pub fn merge(&mut self, other: Self) {
        for (reason, more) in other.by_reason {
            let entry = self.by_reason.entry(reason).or_default();
            entry.count += more.count;
            entry.examples.extend(more.examples);
            entry.examples.sort();
            entry.examples.truncate(EXAMPLES_PER_REASON);
        }
    }

    /// Number of paths with this reason.
    pub fn count(&self, reason: LeftOutReason) -> u64 {
        self.by_reason.get(&reason).map_or(0, |entry| entry.count)
    }

    /// Number of paths with any reason.
    pub fn total(&self) -> u64 {
        self.by_reason.values().map(|entry| entry.count).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_do_not_depend_on_order() {
        let names = ["g", "a", "f", "c", "b", "e", "d"];
        let (mut all, mut parts) = (LeftOut::default(), LeftOut::default());
        for name in names {
            all.add(LeftOutReason::Binary, name);
        }
        for half in names.chunks(3).rev() {
            let mut part = LeftOut::default();
            half.iter().for_each(|name| part.add(LeftOutReason::Binary, name));
            parts.merge(part);
        }
        assert_eq!(all, parts);
        assert_eq!(all.by_reason[&LeftOutReason::Binary].examples, ["a", "b", "c", "d", "e"]);
        assert_eq!((all.total(), all.count(LeftOutReason::Minified)), (7, 0));
    }
}
