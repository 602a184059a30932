//! gin, echo, chi, fiber, gorilla/mux and `net/http`.

use clew_model::Occurrence;
use clew_text::TextRange;

use super::Routes;
use super::arguments::{arguments, literal};
use super::paths::joined;

impl<'facts> Routes<'facts> {
    pub(super) fn go(&mut self, name: &str, occurrence: &Occurrence) {
        if !matches!(name, "HandleFunc" | "Handle") {
            let method = if name == "Any" { "ANY" } else { name };
            return self.registered(method, occurrence, "/");
        }
        let at = occurrence.range.end.to_usize();
        let Some((arguments, end)) = arguments(self.text, at) else { return };
        let (Some(first), Some(last)) = (arguments.first(), arguments.last()) else { return };
        let (methods, place) = match (literal(self.text, *first), arguments.as_slice()) {
            (Some(method), [_, second, _, ..]) => match literal(self.text, *second) {
                Some(place) => (vec![self.slice(method)], place),
                None => return,
            },
            (Some(pattern), [_, _]) => match self.slice(pattern).split_once(' ') {
                Some((method, path)) => {
                    let end = pattern.end.to_usize();
                    (vec![method], TextRange::new(end - path.len(), end))
                }
                None => (self.methods_behind(end), pattern),
            },
            _ => return,
        };
        if !self.slice(place).starts_with('/') {
            return;
        }
        let Some(handler) = self.handler(*last) else { return };
        let receiver = self.receiver(occurrence);
        let is_default = receiver.is_none_or(|(name, _)| name == "http");
        let prefix = match receiver {
            Some((_, binding)) if !is_default => self.prefix(binding, 0),
            _ => String::new(),
        };
        let path = joined(&prefix, self.slice(place));
        let range = TextRange::new(self.statement_start(occurrence), end);
        let router = self.receiver_at(occurrence).filter(|_| !is_default);
        for method in methods {
            self.push_on(method, path.clone(), (place, range), handler.clone(), router);
        }
    }

    /// gorilla's `.Methods("GET", "POST")` behind a registration.
    fn methods_behind(&self, at: usize) -> Vec<&'facts str> {
        let rest = self.text[at..].trim_start();
        let given = rest.strip_prefix(".Methods").and_then(|rest| {
            let (given, _) = arguments(self.text, self.text.len() - rest.len())?;
            Some(given)
        });
        let methods: Vec<&'facts str> = given
            .unwrap_or_default()
            .into_iter()
            .map(|one| match literal(self.text, one) {
                Some(place) => self.slice(place),
                // `http.MethodGet`
                None => {
                    let code = self.slice(one);
                    code.rsplit_once(".Method").map_or("ANY", |(_, method)| method)
                }
            })
            .collect();
        if methods.is_empty() { vec!["ANY"] } else { methods }
    }
}
