//! axum, Actix and Rocket: chains of calls that make routers, and attributes.

use clew_model::{Binding, Expression, Occurrence, OccurrenceId, Role, SymbolId, SymbolKind};
use clew_text::TextRange;

use super::arguments::{arguments, closing, literal};
use super::paths::{LOST, UNKNOWN, joined};
use super::{Handler, Routes};

/// Most routers inside one another.
const MAX_NESTING: u32 = 8;

/// How far back a chain of calls is followed, in bytes.
const MAX_CHAIN: usize = 20_000;

const METHODS: &[&str] = &["get", "post", "put", "delete", "patch", "head", "any"];

impl<'facts> Routes<'facts> {
    /// axum's and Actix's `.route("/users", get(list).post(create))`; attributes.
    pub(super) fn rust(&mut self, name: &str, occurrence: &Occurrence) {
        if name != "route" {
            return self.rust_attribute(name, occurrence);
        }
        let at = occurrence.range.end.to_usize();
        let Some((given, end)) = arguments(self.text, at) else { return };
        let (own, methods) = match given.as_slice() {
            [first, methods] => (literal(self.text, *first), *methods),
            [methods] => (self.chain_path(occurrence.range, "resource"), *methods),
            _ => return,
        };
        let Some(place) = own.filter(|one| {
            let path = self.slice(*one);
            path.is_empty() || path.starts_with('/')
        }) else {
            return;
        };
        let range = TextRange::new(occurrence.range.start.to_usize(), end);
        let router = self.rust_router(occurrence.range);
        let path = joined(&self.rust_prefix(occurrence.range, 0), self.slice(place));
        let place = if place.is_empty() { occurrence.range } else { place };
        for (method, handler) in self.method_handlers(methods) {
            self.push_on(method, path.clone(), (place, range), handler.clone(), router);
        }
    }

    /// `get(list).post(create)`, `web::get().to(list)`
    fn method_handlers(&self, range: TextRange) -> Vec<(&'static str, Handler)> {
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

    /// `#[get("/users/{id}")]` (Actix, Rocket), registered by `service(handler)` or
    /// `mount("/path", routes![handler])`.
    fn rust_attribute(&mut self, method: &str, occurrence: &Occurrence) {
        let before = self.before(occurrence);
        let before = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == ':' || c == '_');
        if !before.ends_with("#[") {
            return;
        }
        let at = occurrence.range.end.to_usize();
        let Some((arguments, end)) = arguments(self.text, at) else { return };
        let first = arguments.first().copied().and_then(|first| literal(self.text, first));
        let Some(place) = first.filter(|place| self.slice(*place).starts_with('/')) else { return };
        let Some((handler, _)) = self.decorated(occurrence.range) else { return };
        let range = TextRange::new(before.len() - 2, end + 1);
        let written = self.slice(place).split(['?']).next().unwrap_or("");
        let path = joined(&self.registered_below(handler), written);
        let router = self.definition_of(handler);
        self.push_on(method, path, (place, range), Handler::Symbol(handler), router);
    }

    /// The path below which the file registers a handler.
    fn registered_below(&self, handler: SymbolId) -> String {
        let mut mounts = self.mounts.iter().filter(|mount| {
            let target = self.facts.occurrence(mount.target);
            target.is_some_and(|target| target.binding == Binding::Symbol(handler))
        });
        match (mounts.next(), mounts.next()) {
            (Some(mount), None) => joined(&self.outer_of(mount, 0), &mount.path),
            _ => UNKNOWN.into(),
        }
    }

    /// Where the chain of calls that a member at `at` ends begins.
    fn chain_start(&self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let least = at.saturating_sub(MAX_CHAIN);
        let (mut depth, mut from) = (0_usize, at);
        while from > least {
            let byte = bytes[from - 1];
            match byte {
                b')' | b']' => depth += 1,
                b'(' | b'[' if depth == 0 => break,
                b'(' | b'[' => depth -= 1,
                b'"' => {
                    // Texts hold brackets; their line tells where they begin.
                    let line = self.text[..from - 1].rfind('\n').map_or(0, |at| at + 1);
                    match self.text[line..from - 1].rfind('"') {
                        Some(open) => from = line + open + 1,
                        None => break,
                    }
                }
                _ if depth > 0 => {}
                b'.' | b':' | b'_' | b'!' | b'\n' | b'\r' | b'\t' | b' ' | b'?' => {
                    let is_blank = byte.is_ascii_whitespace();
                    let next = self.text[from..].trim_start();
                    if is_blank && !next.starts_with('.') {
                        break;
                    }
                }
                byte if byte.is_ascii_alphanumeric() || byte >= 128 => {}
                _ => break,
            }
            from -= 1;
        }
        while !self.text.is_char_boundary(from) {
            from += 1;
        }
        at - self.text[from..at].trim_start().len()
    }

    /// The path that `maker("/path")` at the beginning of a member's chain gives.
    fn chain_path(&self, member: TextRange, maker: &str) -> Option<TextRange> {
        let start = self.chain_start(member.start.to_usize());
        let chain = &self.text[start..member.start.to_usize()];
        let open = chain.find('(').filter(|open| chain[..*open].ends_with(maker))?;
        let (given, _) = arguments(self.text, start + open)?;
        literal(self.text, *given.first()?)
    }

    /// The path below which the routes of the chain lie that a member belongs to.
    pub(super) fn rust_prefix(&self, member: TextRange, depth: u32) -> String {
        if depth > MAX_NESTING {
            return UNKNOWN.into();
        }
        let own = self.chain_path(member, "scope").map_or("", |place| self.slice(place));
        let start = self.chain_start(member.start.to_usize());
        if let Some(around) = self.call_around(start, &["nest", "service", "merge", "nest_service"])
        {
            let outer = self.rust_prefix(around.range, depth + 1);
            let is_nest = self.facts.name(around.name).starts_with("nest");
            let given = arguments(self.text, around.range.end.to_usize());
            let path = given.and_then(|(given, _)| given.first().copied()).filter(|_| is_nest);
            let path = path.map_or("", |path| self.path_text(path).unwrap_or(LOST));
            return joined(&joined(&outer, path), own);
        }
        joined(&self.chain_root(member, start, depth), own)
    }

    /// The path of what a chain begins with: an application, a variable, or the value of
    /// a variable or function of the file.
    fn chain_root(&self, member: TextRange, start: usize, depth: u32) -> String {
        let chain = &self.text[start..member.start.to_usize()];
        if chain.starts_with("App::new")
            || chain.starts_with("actix_web::App::new")
            || chain.starts_with("rocket::build")
        {
            return String::new();
        }
        let Some(Binding::Symbol(router)) =
            self.rust_router(member).and_then(|at| self.facts.occurrence(at)).map(|at| at.binding)
        else {
            return UNKNOWN.into();
        };
        let mut mounts = self.mounts.iter().filter(|mount| {
            let target = self.facts.occurrence(mount.target);
            target.is_some_and(|target| target.binding == Binding::Symbol(router))
        });
        match (mounts.next(), mounts.next()) {
            (Some(mount), None) => joined(&self.outer_of(mount, depth + 1), &mount.path),
            (None, _) if self.is_served(router, 0) => String::new(),
            _ => UNKNOWN.into(),
        }
    }

    /// The name of what a chain's routes belong to: the variable it begins with or is the
    /// value of, or the function that gives it.
    pub(super) fn rust_router(&self, member: TextRange) -> Option<OccurrenceId> {
        let at = member.start.to_usize();
        let start = self.chain_start(at);
        let all = &self.facts.occurrences;
        let first = all.partition_point(|one| one.range.start.to_usize() < start);
        if let Some(base) = all.get(first).filter(|base| base.range.start.to_usize() == start)
            && let Binding::Symbol(symbol) = base.binding
            && self.facts.symbol(symbol).is_some_and(|symbol| !symbol.kind.is_type())
            && !self.text[base.range.end.to_usize()..].starts_with("::")
        {
            return Some(OccurrenceId(first as u32));
        }
        let before = self.text[..start].trim_end();
        if let Some(named) = before.strip_suffix('=') {
            let line = named.rfind(['\n', ';', '{']).map_or(0, |at| at + 1);
            let variable = all.iter().position(|one| {
                one.role == Role::Definition
                    && one.range.start.to_usize() >= line
                    && one.range.end.to_usize() <= named.len()
            });
            if let Some(variable) = variable {
                return Some(OccurrenceId(variable as u32));
            }
        }
        let functions = self.facts.symbols.iter().enumerate().filter(|(_, symbol)| {
            symbol.kind.is_callable()
                && symbol.kind != SymbolKind::Macro
                && symbol.range.contains_range(member)
        });
        let function = functions.min_by_key(|(_, symbol)| symbol.range.len())?.0;
        self.definition_of(SymbolId(function as u32))
    }

    /// The occurrence that defines a symbol.
    pub(super) fn definition_of(&self, symbol: SymbolId) -> Option<OccurrenceId> {
        let at = self.facts.occurrences.iter().position(|one| {
            one.binding == Binding::Symbol(symbol)
                && matches!(one.role, Role::Definition | Role::Declaration)
        })?;
        Some(OccurrenceId(at as u32))
    }

    /// Whether a router, or a variable that holds it, is handed to a server.
    fn is_served(&self, router: SymbolId, depth: u32) -> bool {
        let held = |at: &Occurrence| {
            self.facts.symbols.iter().position(|symbol| {
                let value = symbol.value.and_then(|value| self.facts.expression(value));
                let Some(Expression::Call(of)) = value else { return false };
                let of = match self.facts.expression(*of) {
                    Some(Expression::Occurrence(of)) => self.facts.occurrence(*of),
                    _ => None,
                };
                of.is_some_and(|of| of.range == at.range)
            })
        };
        self.facts.occurrences.iter().filter(|one| one.binding == Binding::Symbol(router)).any(
            |one| {
                let behind = &self.text[one.range.end.to_usize()..];
                behind.starts_with(".into_make_service")
                    || self.call_around(one.range.start.to_usize(), &["serve"]).is_some()
                    || depth < 2
                        && held(one)
                            .is_some_and(|at| self.is_served(SymbolId(at as u32), depth + 1))
            },
        )
    }

    /// The innermost call of one of `names` whose arguments hold a place.
    pub(super) fn call_around(&self, at: usize, names: &[&str]) -> Option<&'facts Occurrence> {
        let before = self.facts.occurrences.iter().rev().filter(|one| {
            one.range.end.to_usize() <= at && names.contains(&self.facts.name(one.name))
        });
        let mut before = before.take(200);
        before.find(|one| {
            let open = one.range.end.to_usize();
            self.text[open..].starts_with('(')
                && closing(self.text, open).is_some_and(|end| end > at)
        })
    }
}
