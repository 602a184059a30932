//! Which documents a search may answer with.

use clew_text::composed;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::bits::Bits;
use crate::generation::Place;
use crate::snapshot::Location;
use crate::{Snapshot, TextQuery};

/// The documents that pass the file pattern and the languages of a search, and whether
/// anybody still waits for it.
pub(super) struct Filter<'stop> {
    committed: Option<Vec<Bits>>,
    overlay: Vec<bool>,
    stop: &'stop dyn Fn() -> bool,
}

impl<'stop> Filter<'stop> {
    /// The filter of `query`. A pattern that is no glob lets files pass whose
    /// path holds it. The search ends with whatever there is once `stop` says so.
    pub(super) fn new(
        snapshot: &Snapshot,
        query: &TextQuery,
        stop: &'stop dyn Fn() -> bool,
    ) -> Self {
        if query.file_pattern.is_none() && query.languages.is_empty() {
            return Filter { committed: None, overlay: Vec::new(), stop };
        }
        let pattern = query.file_pattern.as_deref().map(FilePattern::new);
        let passes = |path: &str, language: &str| {
            let path = snapshot.shown_path(path);
            pattern.as_ref().is_none_or(|pattern| pattern.matches(path))
                && (query.languages.is_empty()
                    || query.languages.iter().any(|wanted| wanted.as_str() == language))
        };
        let packs = snapshot.generation_ref().packs.iter().zip(snapshot.live());
        let committed = packs.map(|(pack, live)| {
            let mut passing = Bits::new(pack.len());
            for ordinal in live.iter() {
                let record = pack.document(ordinal);
                if passes(pack.string(record.path), pack.string(record.language)) {
                    passing.insert(ordinal);
                }
            }
            passing
        });
        let overlay = snapshot.overlay().iter();
        let overlay = overlay.map(|document| passes(&document.path, document.language.as_str()));
        Filter { committed: Some(committed.collect()), overlay: overlay.collect(), stop }
    }

    /// Whether nobody waits for the search any more.
    pub(super) fn is_over(&self) -> bool {
        (self.stop)()
    }

    /// Whether every document passes.
    pub(super) fn lets_all(&self) -> bool {
        self.committed.is_none()
    }

    /// Whether a document passes.
    pub(super) fn lets(&self, location: Location) -> bool {
        let Some(committed) = &self.committed else { return true };
        match location {
            Location::Committed(Place { pack, ordinal }) => {
                committed.get(pack).is_some_and(|passing| passing.has(ordinal))
            }
            Location::Overlay(index) => self.overlay.get(index).copied().unwrap_or(false),
        }
    }
}

/// Which paths a pattern of files means: a glob, anywhere below the root, or a folder,
/// which stands for all that is in it. What is no glob means paths that hold it.
pub struct FilePattern(Meant);

enum Meant {
    Glob(GlobSet),
    Part(String),
}

impl FilePattern {
    /// The pattern that `text` writes.
    pub fn new(text: &str) -> Self {
        let text = composed(text);
        let text = text.trim().trim_start_matches("./").trim_start_matches('/');
        // A folder stands for what is in it; `src/*` is what lies right in one.
        let is_folder = text.ends_with('/') || !text.contains(['*', '?', '[', '{']);
        let text = text.trim_end_matches('/');
        let anywhere = if text.starts_with("**/") { text.to_owned() } else { format!("**/{text}") };
        let glob = |text: &str| GlobBuilder::new(text).literal_separator(true).build();
        let globs = glob(&anywhere).and_then(|own| {
            let mut globs = GlobSetBuilder::new();
            globs.add(own);
            if is_folder {
                globs.add(glob(&format!("{anywhere}/**"))?);
            }
            globs.build()
        });
        FilePattern(globs.map_or_else(|_| Meant::Part(text.to_owned()), Meant::Glob))
    }

    /// Whether it means a path.
    pub fn matches(&self, path: &str) -> bool {
        let path = &*composed(path);
        match &self.0 {
            Meant::Glob(globs) => globs.is_match(path),
            Meant::Part(part) => path.contains(part.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, path: &str, expected: bool) {
        assert_eq!(FilePattern::new(pattern).matches(path), expected, "{pattern} on {path}");
    }

    #[test]
    fn patterns_are_globs_that_begin_anywhere() {
        check("*.py", "a/b/c.py", true);
        check("*.py", "c.py", true);
        check("src/*.py", "x/src/c.py", true);
        check("src/*.py", "x/src/y/c.py", false);
        check("src/**/*.py", "src/y/c.py", true);
        check("src/", "x/src/y/c.py", true);
        check("x/src", "x/src/y/c.py", true);
        check("src", "x/src2/c.py", false);
        check("src/*", "src/y/c.py", false);
        check("s*/", "src/y/c.py", true);
        check("./src/c.py", "src/c.py", true);
        check("[", "a[b", true);
        check("{a,b}.rs", "x/b.rs", true);
        check("caf\u{e9}/*.rs", "cafe\u{301}/b.rs", true);
        check("cafe\u{301}/*.rs", "caf\u{e9}/b.rs", true);
    }
}
