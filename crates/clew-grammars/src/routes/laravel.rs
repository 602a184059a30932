//! Laravel: `Route::get('/users/{id}', [UserController::class, 'show'])`.

use clew_model::Occurrence;
use clew_text::TextRange;

use super::arguments::{arguments, closing, literal, parts};
use super::paths::joined;
use super::{Handler, Routes};

/// How far back the chain of calls before `group` is looked at, in bytes.
const MAX_CHAIN: usize = 400;

impl Routes<'_> {
    pub(super) fn laravel(&mut self, name: &str, occurrence: &Occurrence) {
        let start = occurrence.range.start.to_usize();
        let before = &self.text[..start];
        let chain_start = before.rfind("Route::");
        let Some(chain_start) = chain_start.filter(|at| start - at <= MAX_CHAIN) else { return };
        let chain = &self.text[chain_start + "Route::".len()..start];
        if name == "Route" || chain.contains([';', '{', '=']) && !chain.is_empty() {
            return;
        }
        let at = occurrence.range.end.to_usize();
        let Some((arguments, end)) = arguments(self.text, at) else { return };
        let [first, action, ..] = arguments.as_slice() else { return };
        let Some(place) = literal(self.text, *first) else { return };
        let handler = self.action(*action);
        let mut prefix = self.groups_around(chain_start);
        if let Some(own) = prefix_in(chain) {
            prefix = joined(&prefix, own);
        }
        let path = joined(&prefix, self.slice(place));
        let place = if place.is_empty() { occurrence.range } else { place };
        let method = if name == "any" { "ANY" } else { name };
        self.push(method, path, (place, TextRange::new(chain_start, end)), handler);
    }

    /// `[Class::class, 'method']`, `'Class@method'`, `Class::class`, or a closure.
    fn action(&self, action: TextRange) -> Handler {
        let code = self.slice(action);
        let start = action.start.to_usize();
        let class_of = |range: TextRange| {
            let length = self.slice(range).strip_suffix("::class")?.len();
            self.last_name(TextRange::new(range.start.to_usize(), range.start.to_usize() + length))
        };
        if let Some(inner) = code.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let inside = TextRange::new(start + 1, start + 1 + inner.len());
            if let [class, method] = parts(self.text, inside).as_slice()
                && let (Some(class), Some(method)) = (class_of(*class), literal(self.text, *method))
            {
                return Handler::Member(class, method);
            }
            return Handler::Unknown;
        }
        if let Some(text) = literal(self.text, action) {
            let length = self.slice(text).rsplit('@').next().map_or(0, str::len);
            let end = text.end.to_usize();
            return Handler::Named(TextRange::new(end - length, end));
        }
        if let Some(class) = class_of(action) {
            return Handler::Occurrence(class);
        }
        let is_closure = code.starts_with("function") || code.starts_with("fn");
        if is_closure { Handler::Inline(action) } else { Handler::Unknown }
    }

    /// The prefixes of the groups that hold a place.
    fn groups_around(&self, at: usize) -> String {
        let Some(name) = self.facts.names.find("group") else { return String::new() };
        let mut prefix = String::new();
        for group in self.facts.occurrences.iter().filter(|one| one.name == name) {
            let open = group.range.end.to_usize();
            let holds = open < at && closing(self.text, open).is_some_and(|end| end > at);
            let before = &self.text[..group.range.start.to_usize()];
            let Some(start) = before.rfind("Route::").filter(|_| holds) else { continue };
            let chain = &before[start..];
            if let Some(own) = prefix_in(chain).filter(|_| chain.len() <= MAX_CHAIN) {
                prefix = joined(&prefix, own);
            }
        }
        prefix
    }
}

/// The path of `prefix('path')` in a chain of calls.
fn prefix_in(chain: &str) -> Option<&str> {
    let rest = &chain[chain.find("prefix(")? + "prefix(".len()..];
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    rest[1..].split(quote).next()
}
