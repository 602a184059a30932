//! The files that places in a query name: paths of other machines, told by their ends.

use rustc_hash::FxHashMap;

use super::filter::Filter;
use crate::generation::Place;
use crate::query::Frame;
use crate::snapshot::Location;
use crate::{DocumentId, Snapshot, TextQuery};

/// Files of one place; more means that only a common name is left of it.
const MOST_FILES: usize = 4;

/// A file that a place may be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedFile {
    /// Index of the place.
    pub frame: usize,
    /// The file.
    pub document: DocumentId,
    /// Whether the whole path in the workspace is part of the place's path, or the other
    /// way round; else only its last parts are the same.
    pub is_whole: bool,
}

impl Snapshot {
    /// The files of places among those that `query` lets pass, in the order of the
    /// places; of each the files that share most of its path.
    pub fn files_of(&self, query: &TextQuery, frames: &[Frame]) -> Vec<PlacedFile> {
        let mut by_name: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (index, frame) in frames.iter().enumerate() {
            let name = frame.path.rsplit('/').next().unwrap_or(&frame.path);
            by_name.entry(name).or_default().push(index);
        }
        if by_name.is_empty() {
            return Vec::new();
        }
        let never = || false;
        let filter = Filter::new(self, query, &never);
        let mut found: Vec<Vec<(usize, bool, Location)>> = vec![Vec::new(); frames.len()];
        let mut look = |path: &str, location: Location| {
            let path = self.shown_path(path);
            let name = path.rsplit('/').next().unwrap_or(path);
            let Some(wanted) = by_name.get(name).filter(|_| filter.lets(location)) else { return };
            for frame in wanted {
                let (parts, is_whole) = common_end(path, &frames[*frame].path);
                found[*frame].push((parts, is_whole, location));
            }
        };
        let packs = self.generation_ref().packs.iter().zip(self.live()).enumerate();
        for (pack, (opened, live)) in packs {
            for ordinal in live.iter() {
                look(opened.document_path(ordinal), Location::Committed(Place { pack, ordinal }));
            }
        }
        for (index, document) in self.overlay().iter().enumerate() {
            look(&document.path, Location::Overlay(index));
        }
        let mut files = Vec::new();
        for (frame, mut found) in found.into_iter().enumerate() {
            let most = found.iter().map(|(parts, ..)| *parts).max().unwrap_or(0);
            found.retain(|(parts, ..)| *parts == most);
            found.sort_by_key(|(.., location)| self.rank_of(*location));
            files.extend(found.into_iter().take(MOST_FILES).map(|(_, is_whole, location)| {
                PlacedFile { frame, document: self.id_of(location), is_whole }
            }));
        }
        files
    }
}

/// How many parts at the end of two paths are the same, and whether that is all of one.
fn common_end(left: &str, right: &str) -> (usize, bool) {
    let parts = |path| str::rsplit(path, '/').filter(|part| !part.is_empty() && *part != ".");
    let same = parts(left).zip(parts(right)).take_while(|(left, right)| left == right).count();
    (same, same == parts(left).count() || same == parts(right).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_compared_from_their_ends() {
        let check = |left: &str, right: &str, expected| {
            assert_eq!(common_end(left, right), expected, "{left} {right}");
        };
        check("app/views/row.py", "/venv/lib/site-packages/app/views/row.py", (3, true));
        check("src/app/views/row.py", "views/row.py", (2, true));
        check("src/app/views/row.py", "/usr/lib/views/row.py", (2, false));
        check("a/x.rs", "./a/x.rs", (2, true));
        check("a/x.rs", "a/y.rs", (0, false));
    }
}
