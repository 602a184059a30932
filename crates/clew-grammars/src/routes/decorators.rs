//! Routes that stand before what handles them: decorators, annotations, attributes.

use clew_model::{Binding, Occurrence, Symbol, SymbolId};
use clew_text::TextRange;

use super::arguments::{arguments, first_line, literal, literals, named};
use super::paths::joined;
use super::{Handler, Routes};

impl<'facts> Routes<'facts> {
    /// The declaration that a name before it decorates.
    fn decorated(&self, at: TextRange) -> Option<(SymbolId, &'facts Symbol)> {
        let around = self.facts.symbols.iter().enumerate().filter(|(_, symbol)| {
            let is_declared = symbol.kind.is_callable() || symbol.kind.is_type();
            is_declared && symbol.range.contains_range(at) && symbol.name_range.start > at.end
        });
        let least = around.min_by_key(|(_, symbol)| symbol.range.len());
        least.map(|(index, symbol)| (SymbolId(index as u32), symbol))
    }

    /// What stands before a name, blanks and the path of a module left out.
    fn before(&self, occurrence: &Occurrence) -> &'facts str {
        self.text[..occurrence.range.start.to_usize()].trim_end()
    }

    /// Flask, FastAPI and what is like them; Django's `path`.
    pub(super) fn python(&mut self, name: &str, occurrence: &Occurrence) {
        if matches!(name, "path" | "re_path") {
            return self.django(occurrence);
        }
        let start = occurrence.range.start.to_usize();
        let line_start = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let Some(receiver) = self.receiver(occurrence) else { return };
        let decorator = self.text[line_start..start].trim_start();
        if decorator.strip_prefix('@').and_then(|rest| rest.strip_suffix('.')) != Some(receiver.0) {
            return;
        }
        let at = occurrence.range.end.to_usize();
        let Some((arguments, end)) = arguments(self.text, at) else { return };
        let first = arguments.first().copied().and_then(|first| literal(self.text, first));
        let keyword = ["rule", "path"].iter().find_map(|name| named(self.text, &arguments, name));
        let place = first.or_else(|| keyword.and_then(|value| literal(self.text, value)));
        let Some(place) = place.filter(|place| {
            let path = self.slice(*place);
            path.is_empty() || path.starts_with('/')
        }) else {
            return;
        };
        let Some((handler, _)) = self.decorated(occurrence.range) else { return };
        let path = joined(&self.prefix(receiver.1, 0), self.slice(place));
        let range = TextRange::new(line_start + self.indent(line_start), end);
        let listed = named(self.text, &arguments, "methods");
        let listed = listed.map_or(Vec::new(), |list| literals(self.text, list));
        let methods: Vec<&str> = match name {
            "route" | "api_route" if listed.is_empty() => vec!["GET"],
            "route" | "api_route" => listed.iter().map(|one| one.slice(self.text)).collect(),
            "websocket" => vec!["WS"],
            other => vec![other],
        };
        for method in methods {
            let place = if place.is_empty() { occurrence.range } else { place };
            self.push(method, path.clone(), (place, range), Handler::Symbol(handler));
        }
    }

    fn indent(&self, line_start: usize) -> usize {
        let line = &self.text[line_start..];
        line.len() - line.trim_start_matches([' ', '\t']).len()
    }

    /// `path("users/<int:id>/", views.user)`
    fn django(&mut self, occurrence: &Occurrence) {
        let Binding::Import(import) = occurrence.binding else { return };
        let module = self.facts.import(import).map_or("", |import| self.facts.name(import.module));
        if !module.starts_with("django.") {
            return;
        }
        let at = occurrence.range.end.to_usize();
        let Some((arguments, end)) = arguments(self.text, at) else { return };
        let [path, view, ..] = arguments.as_slice() else { return };
        let Some(place) = literal(self.text, *path) else { return };
        let code = self.slice(*view);
        if code.starts_with("include(") || code.starts_with('[') {
            return;
        }
        let class = code
            .find(".as_view(")
            .map(|length| TextRange::new(view.start.to_usize(), view.start.to_usize() + length));
        let handler = self.handler(class.unwrap_or(*view)).unwrap_or(Handler::Unknown);
        let written = self.slice(place).trim_start_matches('^').trim_end_matches('$');
        let range = TextRange::new(occurrence.range.start.to_usize(), end);
        let place = if place.is_empty() { occurrence.range } else { place };
        self.push("ANY", joined("", written), (place, range), handler);
    }

    /// `@GetMapping("/users")`, below `@RequestMapping("/api")` of the class.
    pub(super) fn spring(&mut self, name: &str, occurrence: &Occurrence) {
        if !self.before(occurrence).ends_with('@') {
            return;
        }
        let Some((handler, symbol)) = self.decorated(occurrence.range) else { return };
        if symbol.kind.is_type() {
            return;
        }
        let prefix = symbol.container.map_or(String::new(), |class| self.class_path(class));
        let start = occurrence.range.start.to_usize() - 1;
        let at = occurrence.range.end.to_usize();
        let (arguments, end) = arguments(self.text, at).unwrap_or((Vec::new(), at));
        let range = TextRange::new(start, end);
        let places = self.spring_paths(&arguments);
        let methods: Vec<&str> = match name.strip_suffix("Mapping") {
            Some("Request") => self.request_methods(&arguments),
            Some(method) => vec![method],
            None => return,
        };
        for method in methods {
            if places.is_empty() {
                let place = occurrence.range;
                self.push(method, joined(&prefix, ""), (place, range), Handler::Symbol(handler));
            }
            for place in &places {
                let path = joined(&prefix, self.slice(*place));
                let place = if place.is_empty() { occurrence.range } else { *place };
                self.push(method, path, (place, range), Handler::Symbol(handler));
            }
        }
    }

    fn spring_paths(&self, arguments: &[TextRange]) -> Vec<TextRange> {
        let first = arguments.first().copied();
        let value = named(self.text, arguments, "value")
            .or_else(|| named(self.text, arguments, "path"))
            .or(first);
        value.map_or(Vec::new(), |value| literals(self.text, value))
    }

    /// `method = RequestMethod.GET`, `method = {RequestMethod.GET, RequestMethod.POST}`
    fn request_methods(&self, arguments: &[TextRange]) -> Vec<&'facts str> {
        let Some(value) = named(self.text, arguments, "method") else { return vec!["ANY"] };
        let names = self.slice(value).split(|c: char| !c.is_alphanumeric());
        let methods: Vec<&str> = names
            .filter(|name| matches!(*name, "GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD"))
            .collect();
        if methods.is_empty() { vec!["ANY"] } else { methods }
    }

    /// The path that the annotations or attributes of a class give to all its routes.
    fn class_path(&self, class: SymbolId) -> String {
        let Some(symbol) = self.facts.symbol(class) else { return String::new() };
        let first =
            self.facts.occurrences.partition_point(|one| one.range.start < symbol.range.start);
        let before_name = self.facts.occurrences[first..]
            .iter()
            .take_while(|one| one.range.start < symbol.name_range.start);
        for occurrence in before_name {
            let name = self.facts.name(occurrence.name);
            let name = name.trim_end_matches("Attribute");
            if !matches!(name, "RequestMapping" | "Route" | "Controller") {
                continue;
            }
            let at = occurrence.range.end.to_usize();
            let Some((arguments, _)) = arguments(self.text, at) else { continue };
            if let Some(place) = self.spring_paths(&arguments).first() {
                return self.slice(*place).to_string();
            }
        }
        String::new()
    }

    /// `[HttpGet("{id}")]` below `[Route("api/[controller]")]`; `app.MapGet("/", handler)`.
    pub(super) fn aspnet(&mut self, name: &str, occurrence: &Occurrence) {
        if let Some(method) = name.strip_prefix("Map") {
            return self.registered(method, occurrence, "/");
        }
        if !self.before(occurrence).ends_with(['[', ',']) {
            return;
        }
        let Some((handler, symbol)) = self.decorated(occurrence.range) else { return };
        let Some(method) = name.strip_prefix("Http") else { return };
        let class = symbol.container;
        let class_name = class.map_or("", |class| self.facts.symbol_name(class));
        let prefix = class.map_or(String::new(), |class| self.class_path(class));
        let at = occurrence.range.end.to_usize();
        let (arguments, end) = arguments(self.text, at).unwrap_or((Vec::new(), at));
        let first = arguments.first().copied().and_then(|first| literal(self.text, first));
        let written = first.map_or("", |place| self.slice(place));
        let rooted = written.strip_prefix("~/");
        let path = match rooted {
            Some(path) => joined("", path),
            None => joined(&prefix, written),
        };
        let controller = class_name.trim_end_matches("Controller").to_lowercase();
        let path = path
            .replace("[controller]", &controller)
            .replace("[action]", &self.facts.symbol_name(handler).to_lowercase());
        let place = first.filter(|place| !place.is_empty()).unwrap_or(occurrence.range);
        let range = TextRange::new(occurrence.range.start.to_usize(), end);
        self.push(method, path, (place, range), Handler::Symbol(handler));
    }

    /// `@Get(':id')` in a class with `@Controller('cats')` (NestJS).
    pub(super) fn nest(&mut self, method: &str, occurrence: &Occurrence) {
        if !self.before(occurrence).ends_with('@') {
            return;
        }
        let Some((handler, symbol)) = self.decorated(occurrence.range) else { return };
        let Some(class) = symbol.container else { return };
        let at = occurrence.range.end.to_usize();
        let Some((arguments, end)) = arguments(self.text, at) else { return };
        let first = arguments.first().copied().and_then(|first| literal(self.text, first));
        if first.is_none() && !arguments.is_empty() {
            return;
        }
        let path = joined(&self.class_path(class), first.map_or("", |place| self.slice(place)));
        let place = first.filter(|place| !place.is_empty()).unwrap_or(occurrence.range);
        let range = first_line(self.text, TextRange::new(place.start.to_usize().min(at), end));
        let method = if method == "All" { "ANY" } else { method };
        self.push(method, path, (place, range), Handler::Symbol(handler));
    }

    /// `#[get("/users/{id}")]` (Actix, Rocket).
    pub(super) fn rust_attribute(&mut self, method: &str, occurrence: &Occurrence) {
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
        let path = joined("", self.slice(place));
        self.push(method, path, (place, range), Handler::Symbol(handler));
    }
}
