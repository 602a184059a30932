//! The part of a tree that a walk is about.

use std::collections::BTreeSet;

use crate::fs::FileKind;
use crate::relative_path::RelativePath;

/// Paths to be walked, each with all below it.
pub(super) struct Wanted {
    /// Ordered; no path lies below another.
    paths: Vec<RelativePath>,
    /// Whether missing files count as if they were there.
    imagined: bool,
}

/// What of a folder is wanted.
pub(super) enum Part<'wanted> {
    /// All of it.
    All,
    /// Entries of these names.
    Names(Vec<&'wanted str>),
}

impl Wanted {
    /// What exists at `paths`.
    pub(super) fn existing(paths: &[RelativePath]) -> Self {
        let mut kept: BTreeSet<&RelativePath> = paths.iter().collect();
        let all = kept.clone();
        kept.retain(|path| {
            let above = std::iter::successors(path.parent(), RelativePath::parent);
            !above.into_iter().any(|folder| all.contains(&folder))
        });
        Self { paths: kept.into_iter().cloned().collect(), imagined: false }
    }

    /// A file at `path`, whether it is there or not.
    pub(super) fn imagined(path: &RelativePath) -> Self {
        Self { paths: vec![path.clone()], imagined: true }
    }

    /// What is wanted of the folder at `relative`.
    pub(super) fn below(&self, relative: &str) -> Part<'_> {
        let folder = RelativePath::from_listed(relative);
        if self.paths.iter().any(|path| path.is_root()) {
            return Part::All;
        }
        // The paths below the folder lie together, but for those of siblings whose
        // names continue with a character before `/`.
        let first = self.paths.partition_point(|path| path.as_str() < relative);
        let mut names = Vec::new();
        for path in &self.paths[first..] {
            if *path == folder {
                return Part::All;
            }
            let rest = match relative.is_empty() {
                true => Some(path.as_str()),
                false => {
                    path.as_str().strip_prefix(relative).and_then(|rest| rest.strip_prefix('/'))
                }
            };
            match rest {
                Some(rest) => {
                    let name = rest.split('/').next().unwrap_or(rest);
                    if names.last() != Some(&name) {
                        names.push(name);
                    }
                }
                None if path.as_str().starts_with(relative) => {}
                None => break,
            }
        }
        if names.is_empty() && self.is_inside(&folder) { Part::All } else { Part::Names(names) }
    }

    fn is_inside(&self, folder: &RelativePath) -> bool {
        let mut above = std::iter::successors(Some(folder.clone()), RelativePath::parent);
        above.any(|folder| self.paths.binary_search(&folder).is_ok())
    }

    /// Whether `relative` is the file that is taken to exist.
    pub(super) fn imagines(&self, relative: &str) -> bool {
        self.imagined && self.paths.iter().any(|path| path.as_str() == relative)
    }

    /// What a missing entry is taken for.
    pub(super) fn imagined_kind(&self, relative: &str) -> Option<FileKind> {
        if self.imagines(relative) {
            return Some(FileKind::File);
        }
        let folder = RelativePath::from_listed(relative);
        let is_above = self.paths.iter().any(|path| path.is_within(&folder));
        (self.imagined && is_above).then_some(FileKind::Folder)
    }
}
