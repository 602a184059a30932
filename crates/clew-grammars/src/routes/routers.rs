//! Routers: below which path the routes of each lie, as far as its file tells.

use clew_model::{
    Binding, Expression, ExpressionId, Occurrence, Role, Symbol, SymbolFlags, SymbolId, SymbolKind,
};
use clew_text::TextRange;

use super::Routes;
use super::arguments::{arguments, closing, literal};
use super::paths::{LOST, UNKNOWN, joined};

/// Most groups that a router is followed through.
const MAX_GROUPS: u32 = 6;

/// Longest declaration of a router that is looked into, in bytes.
const MAX_DECLARATION: usize = 2_000;

/// What makes an application, whose routes begin at the root.
const APPLICATIONS: &[&str] = &[
    "express",
    "fastify",
    "Fastify",
    "polka",
    "restana",
    "createServer",
    "Flask",
    "FastAPI",
    "Starlette",
    "Sanic",
    "Quart",
    "Bottle",
    "Default",
    "Build",
    "Create",
];

/// What makes an application where nothing else takes it: it may be a part of another.
const PARTS_OR_WHOLES: &[&str] =
    &["Hono", "OpenAPIHono", "Elysia", "New", "NewRouter", "NewServeMux", "KoaRouter"];

/// What makes a router, which has routes only where it is mounted.
const ROUTERS: &[&str] = &["Router", "APIRouter", "Blueprint", "Group", "MapGroup", "Subrouter"];

/// Types of parameters that are applications.
const APPLICATION_TYPES: &[&str] =
    &["gin.Engine", "echo.Echo", "fiber.App", "WebApplication", "FastAPI", "Flask"];

impl<'facts> Routes<'facts> {
    /// The path below which the routes of a router lie: from the root, or with `…` before
    /// it where this file does not tell what is there.
    pub(super) fn prefix(&self, router: Binding, depth: u32) -> String {
        match router {
            Binding::Symbol(router) => self.prefix_of(router, depth),
            _ => UNKNOWN.into(),
        }
    }

    /// As [`Self::prefix`], for what the file declares.
    pub(super) fn prefix_of(&self, router: SymbolId, depth: u32) -> String {
        let Some(symbol) = self.facts.symbol(router).filter(|_| depth < MAX_GROUPS) else {
            return UNKNOWN.into();
        };
        if symbol.kind == SymbolKind::Parameter {
            return self.prefix_of_parameter(symbol, depth);
        }
        let own = self.own_prefix(symbol);
        if let Some(parent) = self.group_parent(symbol.range) {
            return joined(&self.prefix(parent, depth + 1), &own);
        }
        let mut mounts = self.mounts.iter().filter(|mount| {
            let target = self.facts.occurrence(mount.target);
            target.is_some_and(|target| target.binding == Binding::Symbol(router))
        });
        if let Some(mount) = mounts.next() {
            if mounts.next().is_some() {
                return joined(UNKNOWN, &own);
            }
            let below = joined(&self.outer_of(mount, depth + 1), &mount.path);
            return if mount.overrides { below } else { joined(&below, &own) };
        }
        let start = if self.is_root(router, symbol) { "" } else { UNKNOWN };
        joined(start, &own)
    }

    /// The application or router that a symbol of the file is, if it is made by one of
    /// the makers; `None` where the file does not tell (parameters).
    pub(super) fn is_router(&self, symbol: SymbolId) -> Option<bool> {
        let maker = self.maker(self.facts.symbol(symbol)?.value?)?;
        Some([APPLICATIONS, PARTS_OR_WHOLES, ROUTERS].iter().any(|some| some.contains(&maker)))
    }

    fn is_root(&self, id: SymbolId, symbol: &Symbol) -> bool {
        let Some(maker) = symbol.value.and_then(|value| self.maker(value)) else { return false };
        if APPLICATIONS.contains(&maker) {
            return true;
        }
        // What is given away may become a part of another.
        let is_exported = symbol.flags.has(SymbolFlags::EXPORTED)
            || symbol.flags.has(SymbolFlags::DEFAULT_EXPORT)
            || self.facts.exports.iter().any(|(_, local)| *local == symbol.name);
        PARTS_OR_WHOLES.contains(&maker) && !is_exported && !self.is_returned(id)
    }

    fn is_returned(&self, id: SymbolId) -> bool {
        self.facts.occurrences.iter().any(|one| {
            let before = || self.text[..one.range.start.to_usize()].trim_end();
            one.binding == Binding::Symbol(id)
                && one.role == Role::Read
                && before().ends_with("return")
        })
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

    /// The path that the making of a router gives it.
    fn own_prefix(&self, symbol: &Symbol) -> String {
        let code = symbol.range.slice(self.text);
        if code.len() > MAX_DECLARATION {
            return String::new();
        }
        let start = symbol.range.start.to_usize();
        for mark in ["url_prefix", "prefix", ".Group", ".MapGroup", ".PathPrefix"] {
            let Some(found) = code.find(mark) else { continue };
            let rest = &code[found + mark.len()..];
            let value = rest.trim_start();
            let Some(value) = value.strip_prefix(['=', ':', '(']).map(str::trim_start) else {
                continue;
            };
            let at = start + code.len() - value.len();
            let end = value.find([',', ')', '}', '\n']).unwrap_or(value.len());
            let argument = crate::regions::component::trimmed(
                self.text,
                TextRange::new(at, start + code.len() - value.len() + end),
            );
            if argument.is_empty() {
                return String::new();
            }
            return self.path_text(argument).unwrap_or(LOST).to_string();
        }
        String::new()
    }

    /// The text that an argument is: a literal, or a constant of the file that holds one.
    pub(super) fn path_text(&self, argument: TextRange) -> Option<&'facts str> {
        if let Some(place) = literal(self.text, argument) {
            return Some(self.slice(place));
        }
        let named = self.facts.occurrence(self.last_name(argument)?)?;
        let Binding::Symbol(id) = named.binding else { return None };
        let is_constant = self
            .facts
            .occurrences
            .iter()
            .all(|one| one.binding != Binding::Symbol(id) || one.role != Role::Write);
        let symbol = self.facts.symbol(id).filter(|symbol| {
            is_constant
                && matches!(
                    symbol.kind,
                    SymbolKind::Constant | SymbolKind::Variable | SymbolKind::Field
                )
        })?;
        let code = symbol.range.slice(self.text);
        let value = code.split_once('=').map(|(_, value)| value.trim_start())?;
        let start = symbol.range.end.to_usize() - value.len();
        let value = TextRange::new(start, start + value.trim_end_matches([';', ' ']).len());
        literal(self.text, value).map(|place| self.slice(place))
    }

    /// The router that `parent.Group("/path")` in a declaration asks.
    fn group_parent(&self, range: TextRange) -> Option<Binding> {
        let first = self.facts.occurrences.partition_point(|one| one.range.start < range.start);
        let inside =
            self.facts.occurrences[first..].iter().take_while(|one| one.range.start < range.end);
        let is_group = |one: &&Occurrence| {
            matches!(self.facts.name(one.name), "Group" | "MapGroup" | "PathPrefix")
        };
        let mut groups = inside.filter(is_group);
        let first = groups.next()?;
        self.receiver(first).map(|(_, parent)| parent)
    }

    /// A router that a function is given: by its type an application, or in
    /// `parent.Route("/path", func(r chi.Router) {…})` what the call says.
    fn prefix_of_parameter(&self, symbol: &Symbol, depth: u32) -> String {
        let code = self.parameter_code(symbol);
        if APPLICATION_TYPES.iter().any(|known| code.contains(known)) {
            return String::new();
        }
        let at = symbol.name_range.start.to_usize();
        let around = self.facts.occurrences.iter().rev().find(|one| {
            let open = one.range.end.to_usize();
            matches!(self.facts.name(one.name), "Route" | "Group")
                && open < at
                && self.text[open..].starts_with('(')
                && closing(self.text, open).is_some_and(|end| end > at)
        });
        let Some(around) = around else { return UNKNOWN.into() };
        let path = arguments(self.text, around.range.end.to_usize())
            .and_then(|(given, _)| given.first().copied())
            .filter(|first| literal(self.text, *first).is_some())
            .and_then(|first| self.path_text(first));
        let outer =
            self.receiver(around).map_or(UNKNOWN.into(), |one| self.prefix(one.1, depth + 1));
        joined(&outer, path.unwrap_or(""))
    }

    /// A parameter with what stands around it up to the next comma or bracket.
    fn parameter_code(&self, symbol: &Symbol) -> &'facts str {
        let is_end = |c: char| matches!(c, ',' | '(' | ')' | '{' | '\n');
        let (start, end) = (symbol.range.start.to_usize(), symbol.range.end.to_usize());
        let start = self.text[..start].rfind(is_end).map_or(start, |at| at + 1);
        let end = self.text[end..].find(is_end).map_or(end, |length| end + length);
        &self.text[start..end]
    }
}
