//! HTTP routes where a framework makes them plain: each becomes a symbol with an edge to
//! its handler.
//!
//! Routes are found among the occurrences that a walk reported, by the names that
//! frameworks give to what registers them, so a file that uses none of the names costs
//! a few look-ups. A route `GET /users/{id}` is defined at the path's literal; there, it
//! also calls its handler. What is done in a handler written in place is done by the
//! route. Parameters of paths are written `{name}` whatever the framework writes.
//!
//! A file often tells the end of a path alone: its router is mounted elsewhere. Such a
//! route is called `GET …/users/{id}`, never by a path that may be wrong; the places that
//! mount routers are symbols too (`MOUNT /api`), by which questions find whole paths.

mod arguments;
mod calls;
mod declared;
mod decorators;
mod go;
mod laravel;
mod mounts;
mod name;
mod paths;
mod python;
mod rails;
mod routers;
mod rust;
#[cfg(test)]
mod tests;

use clew_model::{Binding, FileFacts, Occurrence, OccurrenceId, Role, SymbolId};
use clew_text::TextRange;

pub use name::{MOUNT, ROUTE_METHODS, RouteName};

/// Most routes of one file.
const MAX_ROUTES: usize = 2_000;

/// What handles a route.
#[derive(Clone, Debug)]
pub(crate) enum Handler {
    /// A callable of the file.
    Symbol(SymbolId),
    /// What a name of the file means.
    Occurrence(OccurrenceId),
    /// The member called as the text at the range of what the occurrence means.
    Member(OccurrenceId, TextRange),
    /// The member called so of what the occurrence means.
    MemberCalled(OccurrenceId, &'static str),
    /// The method called so of instances of a class that the framework finds by its name:
    /// `Admin::UsersController`, `show`.
    OfClass(String, String),
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
    /// The name of the router that it is registered on.
    pub(crate) router: Option<OccurrenceId>,
}

/// The file in which routes are looked for.
pub(crate) struct Routes<'facts> {
    pub(crate) text: &'facts str,
    pub(crate) facts: &'facts FileFacts,
    pub(crate) found: Vec<Route>,
    mounts: Vec<mounts::Mount>,
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
            "url",
            "add_url_rule",
            "add_api_route",
            "add_route",
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
            "Route",
        ],
        "php" => &[
            "get",
            "post",
            "put",
            "delete",
            "patch",
            "options",
            "any",
            "match",
            "resource",
            "apiResource",
            "Route",
        ],
        "ruby" => &["draw", "get", "post", "put", "patch", "delete"],
        _ => &[],
    }
}

/// Whether a language has routes at all, and the file one of their names. `has` tells
/// whether the file uses a name.
pub(crate) fn may_have_routes(language: &str, has: impl Fn(&str) -> bool) -> bool {
    let all = [names_of(language), mounts::names_of(language), mounts::GROUPS];
    all.into_iter().flatten().any(|name| has(name))
}

/// Declares the routes of a file in its facts.
pub(crate) fn declare(text: &str, facts: &mut FileFacts) {
    let language = facts.language.as_str().to_string();
    let source: &FileFacts = facts;
    let mut routes = Routes { text, facts: source, found: Vec::new(), mounts: Vec::new() };
    routes.find_mounts(&language);
    routes.declare_mounts();
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
            declared::add(text, facts, route);
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

    /// What the receiver of a member means, and its name.
    pub(crate) fn receiver(&self, occurrence: &Occurrence) -> Option<(&'facts str, Binding)> {
        let receiver = self.facts.occurrence(self.receiver_at(occurrence)?)?;
        Some((self.facts.name(receiver.name), receiver.binding))
    }

    /// The name of the receiver of a member.
    pub(crate) fn receiver_at(&self, occurrence: &Occurrence) -> Option<OccurrenceId> {
        let Binding::Member(_) = occurrence.binding else { return None };
        let before =
            self.text[..occurrence.range.start.to_usize()].trim_end_matches(['.', '?', ':']);
        let all = &self.facts.occurrences;
        let behind = all.partition_point(|one| one.range.start < occurrence.range.start);
        let near = all[..behind].iter().enumerate().rev().take(4);
        let mut base = near.filter(|(_, one)| one.range.end.to_usize() == before.len());
        base.next().map(|(at, _)| OccurrenceId(at as u32))
    }

    /// A route on nothing that has a name.
    pub(crate) fn push(
        &mut self,
        method: &str,
        path: String,
        at: (TextRange, TextRange),
        handler: Handler,
    ) {
        self.push_on(method, path, at, handler, None);
    }

    /// A route on a router.
    pub(crate) fn push_on(
        &mut self,
        method: &str,
        path: String,
        (place, range): (TextRange, TextRange),
        handler: Handler,
        router: Option<OccurrenceId>,
    ) {
        let method = method.to_ascii_uppercase();
        // Where the path is lost, nothing that mounts the router makes it whole.
        let (path, router) = match path.strip_prefix(paths::LOST) {
            Some(rest) => (format!("{}{rest}", paths::UNKNOWN), None),
            None => (path, router),
        };
        self.found.push(Route { method, path, place, range, handler, router });
    }
}

/// The path below which a router of a file lies: whole, or with `…` before what the file
/// tells of it, `……` where what it adds is not told at all. `text` is the text that the facts are of.
pub fn router_prefix(text: &str, facts: &FileFacts, router: SymbolId) -> String {
    let mut routes = Routes { text, facts, found: Vec::new(), mounts: Vec::new() };
    routes.find_mounts(facts.language.as_str());
    match facts.language.as_str() {
        // The router of a chain is its end; what is before was said with its routes.
        "rust" => paths::UNKNOWN.into(),
        _ => routes.prefix_of(router, 0),
    }
}
