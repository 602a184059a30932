//! Routes that calls register: the path, or several, then what handles them.

use clew_model::{Binding, Occurrence};
use clew_text::TextRange;

use super::Routes;
use super::arguments::{arguments, literal, literals};
use super::paths::{UNKNOWN, joined};

/// What JavaScript's routers call the methods.
const METHODS: &[&str] = &["get", "post", "put", "delete", "patch", "head", "options", "ANY"];

/// Most links of a chain of calls that are followed.
const MAX_CHAIN: usize = 64;

fn method_of(name: &str) -> &str {
    if name == "all" { "ANY" } else { name }
}

/// What people call the application or router that a function is given.
const RECEIVERS: &[&str] = &["app", "router", "server", "fastify"];

impl<'facts> Routes<'facts> {
    /// Express, Fastify, Hono, Koa's router: `router.get("/users/:id", …, handler)`.
    pub(super) fn javascript(&mut self, name: &str, occurrence: &Occurrence) {
        if name.starts_with(char::is_uppercase) {
            return self.nest(name, occurrence);
        }
        if self.is_router_receiver(occurrence) {
            if name == "route" {
                return self.chained(occurrence);
            }
            self.registered(method_of(name), occurrence, "/*");
            self.chained(occurrence);
        }
    }

    /// Whether the member of an application or router is meant.
    pub(super) fn is_router_receiver(&self, occurrence: &Occurrence) -> bool {
        let Some((receiver, binding)) = self.receiver(occurrence) else { return false };
        let made = match binding {
            Binding::Symbol(symbol) => self.is_router(symbol),
            _ => None,
        };
        made.unwrap_or(RECEIVERS.contains(&receiver) || receiver.ends_with("Router"))
    }

    /// What follows in a chain: `.route("/users").get(list).post(create)`, and further
    /// paths of the same router: `.get("/a", a).get("/b", b)`.
    fn chained(&mut self, occurrence: &Occurrence) {
        let at = occurrence.range.end.to_usize();
        let Some((first, mut end)) = arguments(self.text, at) else { return };
        let is_route = self.slice(occurrence.range) == "route";
        let shared = match first.as_slice() {
            [only] if is_route => literal(self.text, *only),
            _ => None,
        };
        if is_route && shared.is_none() {
            return;
        }
        let receiver = self.receiver(occurrence);
        let prefix = receiver.map_or(UNKNOWN.into(), |one| self.prefix(one.1, 0));
        let router = self.receiver_at(occurrence);
        let start = self.statement_start(occurrence);
        for _ in 0..MAX_CHAIN {
            let rest = &self.text[end..];
            let Some(link) = rest.trim_start().strip_prefix('.') else { return };
            let from = self.text.len() - link.len();
            let length = link.bytes().take_while(u8::is_ascii_alphanumeric).count();
            let Some((given, behind)) = arguments(self.text, from + length) else { return };
            let method = method_of(&link[..length]);
            end = behind;
            let place = shared.or_else(|| given.first().and_then(|one| literal(self.text, *one)));
            let least = if shared.is_some() { 1 } else { 2 };
            let (Some(place), Some(last)) = (place, given.last()) else { continue };
            let is_path = self.slice(place).starts_with(['/', '*']);
            if !METHODS.contains(&method) || given.len() < least || !is_path {
                continue;
            }
            if let Some(handler) = self.handler(*last) {
                let path = joined(&prefix, self.slice(place));
                let at = (place, TextRange::new(start, end));
                self.push_on(method, path, at, handler, router);
            }
        }
    }

    /// A call whose first argument is a path that starts with one of `starts`, and whose
    /// last is what handles it.
    pub(super) fn registered(&mut self, method: &str, occurrence: &Occurrence, starts: &str) {
        let at = occurrence.range.end.to_usize();
        let Some((arguments, end)) = arguments(self.text, at) else { return };
        let [first, .., last] = arguments.as_slice() else { return };
        let Some(handler) = self.handler(*last) else { return };
        let prefix = match self.receiver(occurrence) {
            Some((_, binding)) => self.prefix(binding, 0),
            None => UNKNOWN.into(),
        };
        let router = self.receiver_at(occurrence);
        let range = TextRange::new(self.statement_start(occurrence), end);
        for place in literals(self.text, *first) {
            if self.slice(place).is_empty()
                || self.slice(place).starts_with(|c: char| starts.contains(c))
            {
                let path = joined(&prefix, self.slice(place));
                let place = if place.is_empty() { occurrence.range } else { place };
                self.push_on(method, path, (place, range), handler.clone(), router);
            }
        }
    }

    /// Where `receiver.` before a name begins.
    pub(super) fn statement_start(&self, occurrence: &Occurrence) -> usize {
        let before = &self.text[..occurrence.range.start.to_usize()];
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | ':');
        before.trim_end_matches(is_part).len()
    }
}
