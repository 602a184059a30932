//! HTTP routes where a framework makes them plain: each becomes a symbol with an edge to
//! its handler.
//!
//! Routes are found among the occurrences that a walk reported, by the names that
//! frameworks give to what registers them, so a file that uses none of the names costs
//! a few look-ups. A route `GET /users/{id}` is defined at the path's literal; there, it
//! also calls its handler. What is done in a handler written in place is done by the
//! route. Parameters of paths are written `{name}` whatever the framework writes.

mod arguments;
mod calls;
mod decorators;
mod laravel;
mod paths;
mod rails;
#[cfg(test)]
mod tests;

use clew_model::{
    Binding, Expression, ExpressionId, FileFacts, Occurrence, OccurrenceId, Role, ScopeId, Symbol,
    SymbolFlags, SymbolId, SymbolKind, Visibility,
};
use clew_text::TextRange;

/// Most routes of one file.
const MAX_ROUTES: usize = 2_000;

/// What handles a route.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Handler {
    /// A callable of the file.
    Symbol(SymbolId),
    /// What a name of the file means.
    Occurrence(OccurrenceId),
    /// The member called as the text at the range of what the occurrence means.
    Member(OccurrenceId, TextRange),
    /// A name in a string, which may be declared anywhere.
    Named(TextRange),
    /// A function written in place.
    Inline(TextRange),
    /// Nothing that is told.
    Unknown,
}

/// A route as a file registers it.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    /// `GET`, or `ANY`.
    pub(crate) method: String,
    /// The path with parameters in braces.
    pub(crate) path: String,
    /// Where the path stands.
    pub(crate) place: TextRange,
    /// The registration.
    pub(crate) range: TextRange,
    pub(crate) handler: Handler,
}

/// The file in which routes are looked for.
pub(crate) struct Routes<'facts> {
    pub(crate) text: &'facts str,
    pub(crate) facts: &'facts FileFacts,
    pub(crate) found: Vec<Route>,
}

/// The names that register routes, by language.
fn names_of(language: &str) -> &'static [&'static str] {
    match language {
        "javascript" | "javascriptreact" | "typescript" | "typescriptreact" => &[
            "route", "get", "post", "put", "delete", "patch", "head", "options", "all", "Get",
            "Post", "Put", "Delete", "Patch", "All",
        ],
        "python" => &[
            "route",
            "get",
            "post",
            "put",
            "delete",
            "patch",
            "head",
            "options",
            "websocket",
            "api_route",
            "path",
            "re_path",
        ],
        "rust" => &["route", "get", "post", "put", "delete", "patch", "head"],
        "go" => &[
            "GET",
            "POST",
            "PUT",
            "DELETE",
            "PATCH",
            "HEAD",
            "OPTIONS",
            "Any",
            "Get",
            "Post",
            "Put",
            "Delete",
            "Patch",
            "HandleFunc",
            "Handle",
        ],
        "java" | "kotlin" => &[
            "GetMapping",
            "PostMapping",
            "PutMapping",
            "DeleteMapping",
            "PatchMapping",
            "RequestMapping",
        ],
        "csharp" => &[
            "HttpGet",
            "HttpPost",
            "HttpPut",
            "HttpDelete",
            "HttpPatch",
            "HttpHead",
            "MapGet",
            "MapPost",
            "MapPut",
            "MapDelete",
            "MapPatch",
        ],
        "php" => &["get", "post", "put", "delete", "patch", "options", "any", "Route"],
        "ruby" => &["draw", "get", "post", "put", "patch", "delete"],
        _ => &[],
    }
}

/// Whether a language has routes at all, and the file one of their names. `has` tells
/// whether the file uses a name.
pub(crate) fn may_have_routes(language: &str, has: impl Fn(&str) -> bool) -> bool {
    names_of(language).iter().any(|name| has(name))
}

/// Declares the routes of a file in its facts.
pub(crate) fn declare(text: &str, facts: &mut FileFacts) {
    let language = facts.language.as_str().to_string();
    let source: &FileFacts = facts;
    let mut routes = Routes { text, facts: source, found: Vec::new() };
    let names = names_of(&language);
    let wanted: Vec<(clew_model::NameId, &str)> = source
        .names
        .iter()
        .filter_map(|(id, name)| Some((id, *names.iter().find(|known| **known == name)?)))
        .collect();
    if language == "ruby" {
        rails::find(&mut routes);
    } else {
        for occurrence in &source.occurrences {
            let Some((_, name)) = wanted.iter().find(|(id, _)| *id == occurrence.name) else {
                continue;
            };
            if occurrence.role == Role::Call && routes.found.len() < MAX_ROUTES {
                routes.read(&language, name, occurrence);
            }
        }
    }
    let found = routes.found;
    if !found.is_empty() {
        for route in found {
            add(text, facts, route);
        }
        crate::regions::sort_facts(facts);
    }
}

impl<'facts> Routes<'facts> {
    fn read(&mut self, language: &str, name: &str, occurrence: &Occurrence) {
        match language {
            "python" => self.python(name, occurrence),
            "java" | "kotlin" => self.spring(name, occurrence),
            "csharp" => self.aspnet(name, occurrence),
            "rust" => self.rust(name, occurrence),
            "go" => self.go(name, occurrence),
            "php" => self.laravel(name, occurrence),
            _ => self.javascript(name, occurrence),
        }
    }

    pub(crate) fn slice(&self, range: TextRange) -> &'facts str {
        range.slice(self.text)
    }

    /// The occurrence that ends where `range` does: the last name of a path.
    pub(crate) fn last_name(&self, range: TextRange) -> Option<OccurrenceId> {
        let occurrences = &self.facts.occurrences;
        let first = occurrences.partition_point(|one| one.range.start < range.start);
        let inside = occurrences[first..].iter().take_while(|one| one.range.start < range.end);
        let at = inside.enumerate().filter(|(_, one)| one.range.end == range.end).last()?.0;
        Some(OccurrenceId((first + at) as u32))
    }

    /// What an argument that names or holds a handler means.
    pub(crate) fn handler(&self, argument: TextRange) -> Option<Handler> {
        let code = self.slice(argument);
        let is_path = |c: char| c.is_alphanumeric() || "_$.:".contains(c);
        if code.chars().all(is_path) && !code.starts_with(|c: char| c.is_ascii_digit()) {
            return self.last_name(argument).map(Handler::Occurrence);
        }
        let is_function = code.contains("=>")
            || code.starts_with("function")
            || code.starts_with("async ")
            || code.starts_with("func(")
            || code.starts_with("fn ")
            || code.starts_with("move ")
            || code.starts_with('|')
            || code.starts_with("static fn");
        if is_function {
            return Some(Handler::Inline(argument));
        }
        // A handler wrapped in calls: `wrap(handler)`.
        if let Some(inner) = code.strip_suffix(')') {
            let open = inner.find('(')?;
            let start = argument.start.to_usize() + open + 1;
            let inner = TextRange::new(start, argument.end.to_usize() - 1);
            let inner = crate::regions::component::trimmed(self.text, inner);
            if is_path(code.chars().next()?)
                && !inner.is_empty()
                && !self.slice(inner).contains(',')
            {
                return self.handler(inner);
            }
        }
        None
    }

    /// The symbol that the receiver of a member is, and its name.
    pub(crate) fn receiver(&self, occurrence: &Occurrence) -> Option<(&'facts str, Binding)> {
        let Binding::Member(_) = occurrence.binding else { return None };
        let before =
            self.text[..occurrence.range.start.to_usize()].trim_end_matches(['.', '?', ':']);
        let all = &self.facts.occurrences;
        let behind = all.partition_point(|one| one.range.start < occurrence.range.start);
        let base = all[..behind].iter().rev().take(4);
        let mut base = base.filter(|one| one.range.end.to_usize() == before.len());
        base.next().map(|base| (self.facts.name(base.name), base.binding))
    }

    pub(crate) fn push(
        &mut self,
        method: &str,
        path: String,
        (place, range): (TextRange, TextRange),
        handler: Handler,
    ) {
        let method = method.to_ascii_uppercase();
        self.found.push(Route { method, path, place, range, handler });
    }
}

/// Adds a route to the facts of its file, not yet in order.
fn add(text: &str, facts: &mut FileFacts, route: Route) {
    let name = format!("{} {}", route.method, route.path);
    let name = facts.names.find(&name).unwrap_or_else(|| facts.names.push(&name));
    let id = SymbolId(facts.symbols.len() as u32);
    let signature = crate::routes::arguments::first_line(text, route.range);
    facts.symbols.push(Symbol {
        name,
        kind: SymbolKind::Event,
        container: None,
        owner: None,
        name_range: route.place,
        range: route.range,
        signature_range: signature,
        doc_range: None,
        scope: ScopeId(0),
        body: None,
        visibility: Visibility::Public,
        flags: SymbolFlags::default(),
        declared_type: None,
        value: None,
    });
    let enclosing = Some(id);
    let mut push = |name, role, binding| {
        let range = route.place;
        facts.occurrences.push(Occurrence { name, range, role, enclosing, binding });
    };
    push(name, Role::Definition, Binding::Symbol(id));
    match route.handler {
        Handler::Symbol(symbol) => {
            if let Some(handler) = facts.symbols.get(symbol.0 as usize).map(|handler| handler.name)
            {
                push(handler, Role::Call, Binding::Symbol(symbol));
            }
        }
        Handler::Occurrence(of) => {
            if let Some((name, binding)) =
                facts.occurrence(of).map(|handler| (handler.name, handler.binding))
            {
                let range = route.place;
                facts.occurrences.push(Occurrence {
                    name,
                    range,
                    role: Role::Call,
                    enclosing,
                    binding,
                });
            }
        }
        Handler::Member(of, place) => {
            let base = ExpressionId(facts.expressions.len() as u32);
            facts.expressions.push(Expression::Occurrence(of));
            add_named(text, facts, place, enclosing, Binding::Member(base));
        }
        Handler::Named(place) => add_named(text, facts, place, enclosing, Binding::Unsure),
        Handler::Inline(range) => done_by(facts, &route.place, range, id),
        Handler::Unknown => {}
    }
}

/// A handler that a string names.
fn add_named(
    text: &str,
    facts: &mut FileFacts,
    range: TextRange,
    enclosing: Option<SymbolId>,
    binding: Binding,
) {
    let name = range.slice(text);
    let name = facts.names.find(name).unwrap_or_else(|| facts.names.push(name));
    facts.occurrences.push(Occurrence { name, range, role: Role::Call, enclosing, binding });
}

/// What is done in `range` by whoever registers the route is done by the route.
fn done_by(facts: &mut FileFacts, place: &TextRange, range: TextRange, route: SymbolId) {
    let registrar = facts
        .occurrences
        .iter()
        .filter(|one| one.range.end <= place.start)
        .max_by_key(|one| one.range.start)
        .and_then(|one| one.enclosing);
    for occurrence in &mut facts.occurrences {
        if range.contains_range(occurrence.range) && occurrence.enclosing == registrar {
            occurrence.enclosing = Some(route);
        }
    }
}
