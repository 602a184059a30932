//! Routes that stand before what handles them: decorators, annotations, attributes.

use clew_model::{Expression, HeritageSubject, Occurrence, Symbol, SymbolId};
use clew_text::TextRange;

use super::arguments::{arguments, first_line, literal, named, parts};
use super::paths::{LOST, UNKNOWN, joined};
use super::{Handler, Routes};

impl<'facts> Routes<'facts> {
    /// The declaration that a name before it decorates.
    pub(super) fn decorated(&self, at: TextRange) -> Option<(SymbolId, &'facts Symbol)> {
        let around = self.facts.symbols.iter().enumerate().filter(|(_, symbol)| {
            let is_declared = symbol.kind.is_callable() || symbol.kind.is_type();
            is_declared && symbol.range.contains_range(at) && symbol.name_range.start > at.end
        });
        let least = around.min_by_key(|(_, symbol)| symbol.range.len());
        least.map(|(index, symbol)| (SymbolId(index as u32), symbol))
    }

    /// What stands before a name, blanks and the path of a module left out.
    pub(super) fn before(&self, occurrence: &Occurrence) -> &'facts str {
        self.text[..occurrence.range.start.to_usize()].trim_end()
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
        let prefixes = self.class_paths(symbol.container);
        let start = occurrence.range.start.to_usize() - 1;
        let at = occurrence.range.end.to_usize();
        let (arguments, end) = arguments(self.text, at).unwrap_or((Vec::new(), at));
        let range = TextRange::new(start, end);
        let Some(places) = self.told_paths(&arguments) else { return };
        let methods: Vec<&str> = match name.strip_suffix("Mapping") {
            Some("Request") => self.request_methods(&arguments),
            Some(method) => vec![method],
            None => return,
        };
        let places = if places.is_empty() { vec![(occurrence.range, "")] } else { places };
        for method in methods {
            for (prefix, (place, path)) in
                prefixes.iter().flat_map(|prefix| places.iter().map(move |place| (prefix, place)))
            {
                let place = if place.is_empty() { occurrence.range } else { *place };
                let path = joined(prefix, path);
                self.push(method, path, (place, range), Handler::Symbol(handler));
            }
        }
    }

    /// The paths that an annotation gives, with their places: none where it gives no
    /// path, `None` where one is not told by the file.
    fn told_paths(&self, arguments: &[TextRange]) -> Option<Vec<(TextRange, &'facts str)>> {
        let keyed = ["value", "path"].iter().find_map(|key| named(self.text, arguments, key));
        let is_plain = |argument: &TextRange| {
            let code = self.slice(*argument);
            literal(self.text, *argument).is_some() || !code.contains('=')
        };
        let value = keyed.or(arguments.first().copied().filter(is_plain));
        let Some(value) = value else { return Some(Vec::new()) };
        let inner = self.slice(value).strip_prefix(['{', '[']);
        let inner = inner.and_then(|rest| rest.strip_suffix(['}', ']']));
        let each = match inner {
            Some(inner) => {
                let start = value.start.to_usize() + 1;
                parts(self.text, TextRange::new(start, start + inner.len()))
            }
            None => vec![value],
        };
        let told = each.into_iter().map(|one| {
            let path = self.path_text(one)?;
            let place = literal(self.text, one).unwrap_or(one);
            Some((place, path))
        });
        told.collect()
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

    /// The names that stand before the name of a symbol: its annotations or attributes.
    fn marks(&self, symbol: &'facts Symbol) -> impl Iterator<Item = &'facts Occurrence> {
        let first =
            self.facts.occurrences.partition_point(|one| one.range.start < symbol.range.start);
        self.facts.occurrences[first..]
            .iter()
            .take_while(|one| one.range.start < symbol.name_range.start)
    }

    /// The paths that the annotations or attributes of a class give to all its routes;
    /// one that the file does not tell begins with `…`.
    fn class_paths(&self, class: Option<SymbolId>) -> Vec<String> {
        let Some(symbol) = class.and_then(|class| self.facts.symbol(class)) else {
            return vec![String::new()];
        };
        let mut paths = Vec::new();
        for occurrence in self.marks(symbol) {
            let name = self.facts.name(occurrence.name).trim_end_matches("Attribute");
            if !matches!(name, "RequestMapping" | "Route" | "Controller") {
                continue;
            }
            let at = occurrence.range.end.to_usize();
            let Some((given, _)) = arguments(self.text, at) else { continue };
            match self.told_paths(&given) {
                Some(told) => paths.extend(told.iter().map(|(_, path)| (*path).to_string())),
                None if name == "Controller" => {}
                None => paths.push(LOST.into()),
            }
        }
        if paths.is_empty() { vec![String::new()] } else { paths }
    }

    /// `[HttpGet("{id}")]` below `[Route("api/[controller]")]`; `app.MapGet("/", handler)`.
    pub(super) fn aspnet(&mut self, name: &str, occurrence: &Occurrence) {
        if let Some(method) = name.strip_prefix("Map") {
            return self.registered(method, occurrence, "/{abcdefghijklmnopqrstuvwxyz");
        }
        if !self.before(occurrence).ends_with(['[', ',']) {
            return;
        }
        let Some((handler, symbol)) = self.decorated(occurrence.range) else { return };
        if symbol.kind.is_type() {
            return;
        }
        let is_verb = |one: &&Occurrence| self.facts.name(one.name).starts_with("Http");
        let method = match name.strip_prefix("Http") {
            Some(method) => method,
            // What says the method as well reads this path.
            None if self.marks(symbol).any(|one| is_verb(&one)) => return,
            None => "ANY",
        };
        let at = occurrence.range.end.to_usize();
        let (given, end) = arguments(self.text, at).unwrap_or((Vec::new(), at));
        let first = given.first().copied().filter(|first| !self.slice(*first).contains('='));
        let own = first.or_else(|| self.route_beside(symbol));
        let place = own.and_then(|own| literal(self.text, own));
        let Some(written) = own.map_or(Some(""), |own| self.path_text(own)) else { return };
        let place = place.filter(|place| !place.is_empty()).unwrap_or(occurrence.range);
        let range = TextRange::new(occurrence.range.start.to_usize(), end);
        for path in self.aspnet_paths(symbol, written, handler) {
            self.push(method, path, (place, range), Handler::Symbol(handler));
        }
    }

    /// The path of `[Route("path")]` on the same method.
    fn route_beside(&self, symbol: &'facts Symbol) -> Option<TextRange> {
        let mut routes = self.marks(symbol).filter(|one| self.facts.name(one.name) == "Route");
        let (given, _) = arguments(self.text, routes.next()?.range.end.to_usize())?;
        given.first().copied()
    }

    /// The whole paths of an action, in lower case where names stand for tokens.
    fn aspnet_paths(&self, symbol: &Symbol, written: &str, action: SymbolId) -> Vec<String> {
        if let Some(rooted) = written.strip_prefix("~/").or_else(|| written.strip_prefix('/')) {
            return vec![joined("", rooted)];
        }
        let class_name = symbol.container.map_or("", |class| self.facts.symbol_name(class));
        let controller = class_name.trim_end_matches("Controller").to_lowercase();
        let action = self.facts.symbol_name(action).to_lowercase();
        let inherits = self.has_own_base(symbol.container);
        let prefixes = self.class_paths(symbol.container);
        let whole = |prefix: &String| {
            let is_inherited = prefix.is_empty() && inherits;
            let prefix = if is_inherited { UNKNOWN } else { prefix };
            let path = joined(prefix, written);
            path.replace("[controller]", &controller).replace("[action]", &action)
        };
        prefixes.iter().map(whole).collect()
    }

    /// Whether a controller has a base of the project's own, which may say its path.
    fn has_own_base(&self, class: Option<SymbolId>) -> bool {
        let of_class =
            self.facts.heritage.iter().filter(|one| {
                class.is_some_and(|class| one.subject == HeritageSubject::Symbol(class))
            });
        let mut names = of_class.filter_map(|one| match self.facts.expression(one.base)? {
            Expression::Occurrence(of) => self.facts.occurrence(*of),
            _ => None,
        });
        names.any(|base| {
            let name = self.facts.name(base.name);
            name.ends_with("Controller") && name != "Controller"
        })
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
        let own = first.map_or("", |place| self.slice(place));
        let place = first.filter(|place| !place.is_empty()).unwrap_or(occurrence.range);
        let range = first_line(self.text, TextRange::new(place.start.to_usize().min(at), end));
        let method = if method == "All" { "ANY" } else { method };
        for prefix in self.class_paths(Some(class)) {
            let path = joined(&prefix, own);
            self.push(method, path, (place, range), Handler::Symbol(handler));
        }
    }
}
