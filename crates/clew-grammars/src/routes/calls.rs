//! Routes that calls register: the path, then what handles it.

use clew_model::{Binding, Expression, ExpressionId, Occurrence, SymbolId};
use clew_text::TextRange;

use super::arguments::{arguments, literal};
use super::paths::joined;
use super::{Handler, Routes};

/// What JavaScript's routers call the methods.
const METHODS: &[&str] = &["get", "post", "put", "delete", "patch", "head", "options", "ANY"];

/// Most links of a chain of calls that are followed.
const MAX_CHAIN: usize = 64;

fn method_of(name: &str) -> &str {
    if name == "all" { "ANY" } else { name }
}

/// Most groups that a router is followed through.
const MAX_GROUPS: u32 = 4;

/// What makes an application or router of a JavaScript framework.
const MAKERS: &[&str] = &[
    "express",
    "Router",
    "fastify",
    "Fastify",
    "Hono",
    "Elysia",
    "KoaRouter",
    "polka",
    "restana",
    "createServer",
    "OpenAPIHono",
];

/// What people call the application or router that a function is given.
const RECEIVERS: &[&str] = &["app", "router", "server", "fastify"];

impl<'facts> Routes<'facts> {
    /// Express, Fastify, Hono, Koa's router: `router.get("/users/:id", …, handler)`.
    pub(super) fn javascript(&mut self, name: &str, occurrence: &Occurrence) {
        if name.starts_with(char::is_uppercase) {
            return self.nest(name, occurrence);
        }
        let Some((receiver, binding)) = self.receiver(occurrence) else { return };
        let made = match binding {
            Binding::Symbol(symbol) => self.is_made_by(symbol, MAKERS),
            _ => None,
        };
        let is_called_so = RECEIVERS.contains(&receiver) || receiver.ends_with("Router");
        if made.unwrap_or(is_called_so) {
            if name == "route" {
                return self.chained(occurrence);
            }
            self.registered(method_of(name), occurrence, "/*");
            self.chained(occurrence);
        }
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
        let prefix = self.receiver(occurrence).map_or(String::new(), |one| self.prefix(one.1, 0));
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
                self.push(method, path, (place, TextRange::new(start, end)), handler);
            }
        }
    }

    /// Whether the value of a variable comes from one of the makers; `None` where the
    /// file does not tell (parameters).
    fn is_made_by(&self, symbol: SymbolId, makers: &[&str]) -> Option<bool> {
        let value = self.facts.symbol(symbol)?.value?;
        let name = self.maker(value)?;
        Some(makers.contains(&name))
    }

    /// The last name of what a value is made with.
    fn maker(&self, value: ExpressionId) -> Option<&'facts str> {
        let mut current = value;
        for _ in 0..8 {
            match self.facts.expression(current)? {
                Expression::Call(of) | Expression::Instance(of) | Expression::Generic(of, _) => {
                    current = *of;
                }
                Expression::Occurrence(of) => {
                    return self.facts.occurrence(*of).map(|of| self.facts.name(of.name));
                }
                _ => return None,
            }
        }
        None
    }

    /// A call whose first argument is a path that starts with one of `starts`, and whose
    /// last is what handles it.
    pub(super) fn registered(&mut self, method: &str, occurrence: &Occurrence, starts: &str) {
        let at = occurrence.range.end.to_usize();
        let Some((arguments, end)) = arguments(self.text, at) else { return };
        let [first, .., last] = arguments.as_slice() else { return };
        let Some(place) = literal(self.text, *first) else { return };
        if !self.slice(place).starts_with(|c: char| starts.contains(c)) {
            return;
        }
        let Some(handler) = self.handler(*last) else { return };
        let prefix = match self.receiver(occurrence) {
            Some((_, binding)) => self.prefix(binding, 0),
            None => String::new(),
        };
        let path = joined(&prefix, self.slice(place));
        let range = TextRange::new(self.statement_start(occurrence), end);
        self.push(method, path, (place, range), handler);
    }

    /// Where `receiver.` before a name begins.
    fn statement_start(&self, occurrence: &Occurrence) -> usize {
        let before = &self.text[..occurrence.range.start.to_usize()];
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | ':');
        before.trim_end_matches(is_part).len()
    }

    /// The path below which a router's routes lie, as far as the file tells.
    pub(super) fn prefix(&self, router: Binding, depth: u32) -> String {
        let Binding::Symbol(router) = router else { return String::new() };
        let Some(symbol) = self.facts.symbol(router).filter(|_| depth < MAX_GROUPS) else {
            return String::new();
        };
        if let Some(mounted) = self.mounted(router) {
            return mounted;
        }
        let code = symbol.range.slice(self.text);
        for mark in ["url_prefix", "prefix", ".Group", ".MapGroup"] {
            let Some(found) = code.find(mark) else { continue };
            let rest = code[found + mark.len()..].trim_start_matches([' ', '=', ':', '(']);
            let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
                continue;
            };
            let own = rest[1..].split(quote).next().unwrap_or("");
            let outer = match mark.starts_with('.') {
                true => self.group_parent(symbol.range, depth),
                false => String::new(),
            };
            return joined(&outer, own);
        }
        String::new()
    }

    /// The path of the router that `parent.Group("/path")` in a range asks.
    fn group_parent(&self, range: TextRange, depth: u32) -> String {
        let first = self.facts.occurrences.partition_point(|one| one.range.start < range.start);
        let inside =
            self.facts.occurrences[first..].iter().take_while(|one| one.range.start < range.end);
        let is_group =
            |one: &&Occurrence| matches!(self.facts.name(one.name), "Group" | "MapGroup");
        let receiver = inside.filter(is_group).find_map(|one| self.receiver(one));
        receiver.map_or(String::new(), |(_, parent)| self.prefix(parent, depth + 1))
    }

    /// `app.use("/path", router)` of the same file.
    fn mounted(&self, router: SymbolId) -> Option<String> {
        let name = self.facts.names.find("use")?;
        let uses = self.facts.occurrences.iter().filter(|one| one.name == name);
        for one in uses {
            let Some((arguments, _)) = arguments(self.text, one.range.end.to_usize()) else {
                continue;
            };
            let [first, .., last] = arguments.as_slice() else { continue };
            let named = self.last_name(*last).and_then(|id| self.facts.occurrence(id));
            if named.is_some_and(|named| named.binding == Binding::Symbol(router)) {
                return literal(self.text, *first).map(|place| self.slice(place).to_string());
            }
        }
        None
    }

    /// gin, echo, chi, fiber and `net/http`.
    pub(super) fn go(&mut self, name: &str, occurrence: &Occurrence) {
        if !matches!(name, "HandleFunc" | "Handle") {
            let method = if name == "Any" { "ANY" } else { name };
            return self.registered(method, occurrence, "/");
        }
        let at = occurrence.range.end.to_usize();
        let Some((arguments, end)) = arguments(self.text, at) else { return };
        let (Some(first), Some(last)) = (arguments.first(), arguments.last()) else { return };
        let (method, place) = match (literal(self.text, *first), arguments.as_slice()) {
            (Some(method), [_, second, _, ..]) => match literal(self.text, *second) {
                Some(place) => (self.slice(method), place),
                None => return,
            },
            (Some(pattern), [_, _]) => match self.slice(pattern).split_once(' ') {
                Some((method, path)) => {
                    let end = pattern.end.to_usize();
                    (method, TextRange::new(end - path.len(), end))
                }
                None => ("ANY", pattern),
            },
            _ => return,
        };
        if !self.slice(place).starts_with('/') {
            return;
        }
        let Some(handler) = self.handler(*last) else { return };
        let prefix = self.receiver(occurrence).map_or(String::new(), |one| self.prefix(one.1, 0));
        let path = joined(&prefix, self.slice(place));
        let range = TextRange::new(self.statement_start(occurrence), end);
        self.push(method, path, (place, range), handler);
    }

    /// axum's and Actix's `.route("/users", get(list).post(create))`; attributes.
    pub(super) fn rust(&mut self, name: &str, occurrence: &Occurrence) {
        if name != "route" {
            return self.rust_attribute(name, occurrence);
        }
        let at = occurrence.range.end.to_usize();
        let Some((arguments, end)) = arguments(self.text, at) else { return };
        let [first, methods] = arguments.as_slice() else { return };
        let place = literal(self.text, *first).filter(|one| self.slice(*one).starts_with('/'));
        let Some(place) = place else { return };
        let range = TextRange::new(occurrence.range.start.to_usize(), end);
        let path = joined("", self.slice(place));
        for (method, handler) in self.method_handlers(*methods) {
            self.push(method, path.clone(), (place, range), handler);
        }
    }

    /// `get(list).post(create)`, `web::get().to(list)`
    fn method_handlers(&self, range: TextRange) -> Vec<(&'static str, Handler)> {
        const METHODS: &[&str] = &["get", "post", "put", "delete", "patch", "head", "any"];
        let mut found = Vec::new();
        let mut method = None;
        let (mut at, end) = (range.start.to_usize(), range.end.to_usize());
        while at < end {
            let rest = &self.text[at..end];
            let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
            let word = &rest[..length.unwrap_or(rest.len())];
            let behind = at + word.len();
            if word.is_empty() {
                at += rest.chars().next().map_or(1, char::len_utf8);
                continue;
            }
            let Some((arguments, close)) = arguments(self.text, behind) else {
                at = behind;
                continue;
            };
            if let Some(known) = METHODS.iter().find(|known| **known == word) {
                method = Some(*known);
            }
            let is_target = METHODS.contains(&word) || word == "to";
            if let (Some(method), Some(argument)) = (method, arguments.first())
                && is_target
                && let Some(handler) = self.handler(*argument)
            {
                found.push((method, handler));
            }
            at = close;
        }
        found
    }
}
