//! Names that are like one that was asked for.

use clew_index::NameQuery;
use rustc_hash::FxHashSet;

use super::{FoundSymbol, NamePath};
use crate::workspace::View;

/// Names looked at for each that is told.
const PER_NAME: usize = 8;

/// How alike names must be, from 0 to 1: what two names have in common of their pairs of
/// letters, by [`likeness`].
const LEAST: f32 = 0.4;

/// The same for routes, which all have a method and slashes.
const LEAST_OF_ROUTES: f32 = 0.6;

/// How well a name fits that is but one typo away, at least.
const TYPO: f32 = 0.7;

/// Existing names like `name`, best first: names for a name, routes for a route, and none
/// where none is really like it.
pub(crate) fn nearest(view: &View, name: &str, limit: usize) -> Vec<String> {
    let asked = Asked::new(name);
    let queries = [
        NameQuery::ExactFolded(name.to_string()),
        NameQuery::Fuzzy(name.to_string()),
        NameQuery::Prefix(name.chars().take(asked.beginning()).collect()),
    ];
    let mut found: Vec<(f32, String)> = Vec::new();
    for query in queries {
        if found.len() >= limit || name.is_empty() {
            break;
        }
        for one in view.snapshot.names_matching(&query, limit * PER_NAME).unwrap_or_default() {
            // One typo away, whatever pairs of letters it took.
            let is_typo = matches!(query, NameQuery::Fuzzy(_)) && one.score >= TYPO;
            let likeness = match asked.is_like_kind(&one.name) && is_typo {
                true => Some(one.score),
                false => asked.likeness(&one.name),
            };
            let Some(likeness) = likeness else { continue };
            if !found.iter().any(|(_, known)| *known == one.name) {
                found.push((likeness, one.name));
            }
        }
    }
    found.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    found.truncate(limit);
    found.into_iter().map(|(_, name)| name).collect()
}

/// Says that nothing is called as asked where what was found differs in case or is only
/// called so where it is imported or exported.
pub(crate) fn case_note(path: &NamePath, found: &[FoundSymbol]) -> Option<String> {
    if path.route.is_some() || path.name.is_empty() {
        return None;
    }
    let folded = path.name.to_lowercase();
    let is_exact = |one: &FoundSymbol| one.qualified.ends_with(&path.name);
    let differs = |one: &&FoundSymbol| one.qualified.to_lowercase().ends_with(&folded);
    if found.iter().any(is_exact) {
        return None;
    }
    if let Some(note) = super::given::note(path, found) {
        return Some(note);
    }
    let shown = found.iter().find(differs)?;
    Some(format!(
        "no symbol is called {:?}; shown is {}, which differs in case",
        path.name, shown.qualified
    ))
}

/// A name that was asked for.
struct Asked {
    folded: String,
    is_route: bool,
    is_phrase: bool,
}

impl Asked {
    fn new(name: &str) -> Asked {
        Asked { folded: name.to_lowercase(), is_route: is_route(name), is_phrase: is_phrase(name) }
    }

    /// Letters that a name is looked up by when nothing else is like it.
    fn beginning(&self) -> usize {
        // A method says nothing of a route.
        let method = self.folded.find('/').filter(|_| self.is_route).unwrap_or(0);
        method + 4
    }

    /// Whether a name is a route, a piece of prose or a plain name as this one is.
    fn is_like_kind(&self, name: &str) -> bool {
        let is_route = is_route(name);
        self.is_route == is_route && (self.is_phrase || is_route || !is_phrase(name))
    }

    /// How like it another name is; `None` if not really.
    fn likeness(&self, name: &str) -> Option<f32> {
        if !self.is_like_kind(name) {
            return None;
        }
        let other = name.to_lowercase();
        if other == self.folded {
            return Some(1.0);
        }
        if self.is_route {
            let (own, other) = (segments(&self.folded), segments(&other));
            return Some(likeness(own, other)).filter(|likeness| *likeness >= LEAST_OF_ROUTES);
        }
        // What was typed may be a part, or the letters that words begin with.
        let is_part = self.folded.len() > 2 && other.contains(&self.folded);
        let part = if is_part { 0.5 } else { 0.0 };
        Some(likeness(&self.folded, &other).max(part)).filter(|likeness| *likeness >= LEAST)
    }
}

/// The path of a route, without its method.
fn segments(route: &str) -> &str {
    route.find('/').map_or("", |at| &route[at..])
}

fn is_route(name: &str) -> bool {
    match name.split_once(' ') {
        Some((method, path)) => {
            path.trim_start_matches('…').starts_with('/')
                && method.chars().all(|c| c.is_ascii_uppercase())
        }
        None => name.starts_with('/'),
    }
}

/// Whether a name is a piece of prose: a heading, an address.
fn is_phrase(name: &str) -> bool {
    name.contains(char::is_whitespace) || name.contains("](") || name.contains("//")
}

/// The share of pairs of neighbouring letters that two names have in common (Dice).
fn likeness(one: &str, other: &str) -> f32 {
    let pairs = |name: &str| -> FxHashSet<(char, char)> {
        name.chars().zip(name.chars().skip(1)).collect()
    };
    let (one, other) = (pairs(one), pairs(other));
    let common = one.intersection(&other).count() as f32;
    2.0 * common / (one.len() + other.len()).max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(asked: &str, near: &[&str], far: &[&str]) {
        let asked = Asked::new(asked);
        near.iter().for_each(|name| assert!(asked.likeness(name).is_some(), "{name}"));
        far.iter().for_each(|name| assert!(asked.likeness(name).is_none(), "{name}"));
    }

    #[test]
    fn names_are_offered_for_names() {
        let badge = "[![build](https://x.example/badge.svg)](https://x.example)";
        check(
            "retry_paymnet",
            &["retry_payment", "RETRY_PAYMENT"],
            &["pay", badge, "Retry payment"],
        );
        check("build", &["build", "rebuild", "buildIndex"], &[badge, "GET /build", "bid"]);
        check("getting started", &["Getting Started", "getting_started"], &["GET /started"]);
    }

    #[test]
    fn routes_are_offered_for_routes_that_are_like_them() {
        check(
            "GET /users/{id}/post",
            &["GET /users/{id}/posts", "POST /users/{id}"],
            &["GET /", "GET /404", "GET /u", "users"],
        );
        check("/zzz", &[], &["GET /", "GET /u", "zzz"]);
    }
}
