//! Which documents a search may answer with.

use clew_text::composed;
use globset::{GlobBuilder, GlobMatcher};

use crate::bits::Bits;
use crate::generation::Place;
use crate::snapshot::Location;
use crate::{Snapshot, TextQuery};

/// The documents that pass the file pattern and the languages of a search.
pub(super) struct Filter {
    committed: Option<Vec<Bits>>,
    overlay: Vec<bool>,
}

impl Filter {
    /// The filter of `query`. A pattern that is no glob lets files pass whose
    /// path holds it.
    pub(super) fn new(snapshot: &Snapshot, query: &TextQuery) -> Self {
        if query.file_pattern.is_none() && query.languages.is_empty() {
            return Filter { committed: None, overlay: Vec::new() };
        }
        let pattern = query.file_pattern.as_deref().map(Pattern::new);
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
        Filter { committed: Some(committed.collect()), overlay: overlay.collect() }
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

enum Pattern {
    Glob(GlobMatcher),
    Part(String),
}

impl Pattern {
    fn new(text: &str) -> Self {
        let text = composed(text);
        let text = text.trim().trim_start_matches("./").trim_start_matches('/');
        let anywhere = if text.starts_with("**/") { text.to_owned() } else { format!("**/{text}") };
        // A folder stands for what is in it.
        let anywhere = if anywhere.ends_with('/') { anywhere + "**" } else { anywhere };
        match GlobBuilder::new(&anywhere).literal_separator(true).build() {
            Ok(glob) => Pattern::Glob(glob.compile_matcher()),
            Err(_) => Pattern::Part(text.to_owned()),
        }
    }

    fn matches(&self, path: &str) -> bool {
        let path = &*composed(path);
        match self {
            Pattern::Glob(glob) => glob.is_match(path),
            Pattern::Part(part) => path.contains(part.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, path: &str, expected: bool) {
        assert_eq!(Pattern::new(pattern).matches(path), expected, "{pattern} on {path}");
    }

    #[test]
    fn patterns_are_globs_that_begin_anywhere() {
        check("*.py", "a/b/c.py", true);
        check("*.py", "c.py", true);
        check("src/*.py", "x/src/c.py", true);
        check("src/*.py", "x/src/y/c.py", false);
        check("src/**/*.py", "src/y/c.py", true);
        check("src/", "x/src/y/c.py", true);
        check("./src/c.py", "src/c.py", true);
        check("[", "a[b", true);
        check("{a,b}.rs", "x/b.rs", true);
        check("caf\u{e9}/*.rs", "cafe\u{301}/b.rs", true);
        check("cafe\u{301}/*.rs", "caf\u{e9}/b.rs", true);
    }
}
