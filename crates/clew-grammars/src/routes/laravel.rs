//! Laravel: `Route::get('/users/{id}', [UserController::class, 'show'])`, groups and
//! resources. Which path a file of routes lies below is said elsewhere, so that paths
//! begin with `…`.

use clew_model::{Occurrence, OccurrenceId};
use clew_text::TextRange;

use super::arguments::{arguments, closing, literal, literals, parts};
use super::paths::{LOST, UNKNOWN, joined};
use super::{Handler, Routes};

/// How far back the chain of calls before `group` is looked at, in bytes.
const MAX_CHAIN: usize = 400;

/// What a resource makes: action, method, path below it.
const ACTIONS: &[(&str, &str, &str)] = &[
    ("index", "GET", ""),
    ("create", "GET", "/create"),
    ("store", "POST", ""),
    ("show", "GET", "/{}"),
    ("edit", "GET", "/{}/edit"),
    ("update", "PUT", "/{}"),
    ("destroy", "DELETE", "/{}"),
];

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
        let Some((given, end)) = arguments(self.text, at) else { return };
        let prefix = self.groups_around(chain_start);
        let prefix = prefix_in(chain).map_or(prefix.clone(), |own| joined(&prefix, &own));
        let range = TextRange::new(chain_start, end);
        if matches!(name, "resource" | "apiResource") {
            return self.resource(name, &given, (&prefix, range));
        }
        let (methods, given) = match name {
            "match" => {
                let Some((methods, rest)) = given.split_first() else { return };
                let methods = literals(self.text, *methods);
                (methods.into_iter().map(|one| self.slice(one)).collect(), rest)
            }
            "any" => (vec!["ANY"], given.as_slice()),
            _ => (vec![name], given.as_slice()),
        };
        let [first, action, ..] = given else { return };
        let Some(place) = literal(self.text, *first) else { return };
        let handler = self.action(*action, chain_start);
        let path = joined(&prefix, self.slice(place));
        let place = if place.is_empty() { occurrence.range } else { place };
        for method in methods {
            self.push(method, path.clone(), (place, range), handler.clone());
        }
    }

    /// `Route::resource('photos', PhotoController::class)->only(['index'])`, also nested as
    /// `photos.comments`.
    fn resource(&mut self, name: &str, given: &[TextRange], (prefix, range): (&str, TextRange)) {
        let [first, class, ..] = given else { return };
        let Some(place) = literal(self.text, *first) else { return };
        let mut path = String::new();
        let parts: Vec<&str> = self.slice(place).split('.').collect();
        for (index, part) in parts.iter().enumerate() {
            path = joined(&path, part);
            if index + 1 < parts.len() {
                path = joined(&path, &parameter_of(part));
            }
        }
        let one = parameter_of(parts.last().copied().unwrap_or_default());
        let rest = &self.text[range.end.to_usize()..];
        let rest = rest.split(';').next().unwrap_or("");
        let listed = |key: &str| {
            let given = rest.split_once(key).map(|(_, given)| given)?;
            given.split(')').next()
        };
        let (only, except) = (listed("->only("), listed("->except("));
        let class = self.class_of(*class);
        for (action, method, below) in ACTIONS {
            let is_form = matches!(*action, "create" | "edit");
            let names = |list: &str| {
                list.contains(&format!("'{action}'")) || list.contains(&format!("\"{action}\""))
            };
            if only.is_some_and(|list| !names(list))
                || except.is_some_and(names)
                || is_form && name == "apiResource"
            {
                continue;
            }
            let full = joined(prefix, &joined(&path, &below.replace("{}", &one)));
            let handler =
                class.map_or(Handler::Unknown, |class| Handler::MemberCalled(class, action));
            self.push(method, full, (place, range), handler);
        }
    }

    /// The class that `Class::class` names.
    fn class_of(&self, range: TextRange) -> Option<OccurrenceId> {
        let length = self.slice(range).strip_suffix("::class")?.len();
        let start = range.start.to_usize();
        self.last_name(TextRange::new(start, start + length))
    }

    /// `[Class::class, 'method']`, `'Class@method'`, `Class::class`, or a closure.
    fn action(&self, action: TextRange, chain: usize) -> Handler {
        let code = self.slice(action);
        let start = action.start.to_usize();
        let class_of = |range: TextRange| self.class_of(range);
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
            let place = TextRange::new(end - length, end);
            return match self.controller_around(chain) {
                Some(class) if length == text.len() => Handler::Member(class, place),
                _ => Handler::Named(place),
            };
        }
        if let Some(class) = class_of(action) {
            return Handler::Occurrence(class);
        }
        let is_closure = code.starts_with("function") || code.starts_with("fn");
        if is_closure { Handler::Inline(action) } else { Handler::Unknown }
    }

    /// The groups that hold a place, outermost first: the chain before each.
    fn groups_of(&self, at: usize) -> Vec<(usize, &str)> {
        let Some(name) = self.facts.names.find("group") else { return Vec::new() };
        let mut found = Vec::new();
        for group in self.facts.occurrences.iter().filter(|one| one.name == name) {
            let open = group.range.end.to_usize();
            let holds = open < at && closing(self.text, open).is_some_and(|end| end > at);
            let before = &self.text[..group.range.start.to_usize()];
            let Some(start) = before.rfind("Route::").filter(|_| holds) else { continue };
            if before.len() - start > MAX_CHAIN {
                continue;
            }
            // `Route::group(['prefix' => 'admin'], function () {…})`
            let options = arguments(self.text, open).and_then(|(given, _)| given.first().copied());
            let end = options
                .filter(|one| self.slice(*one).starts_with('['))
                .map_or(before.len(), |one| one.end.to_usize());
            found.push((start, &self.text[start..end]));
        }
        found
    }

    /// The prefixes of the groups that hold a place.
    fn groups_around(&self, at: usize) -> String {
        let groups = self.groups_of(at);
        groups.iter().fold(UNKNOWN.to_string(), |prefix, (_, chain)| match prefix_in(chain) {
            Some(own) => joined(&prefix, &own),
            None => prefix,
        })
    }

    /// The class of `Route::controller(Class::class)->group(…)` around a place.
    fn controller_around(&self, at: usize) -> Option<OccurrenceId> {
        self.groups_of(at).iter().rev().find_map(|(start, chain)| {
            let from = chain.find("controller(")? + "controller(".len();
            let length = chain[from..].find(')')?;
            self.class_of(TextRange::new(start + from, start + from + length))
        })
    }
}

/// The path of `prefix('path')` in a chain of calls, or of `'prefix' => 'path'`.
fn prefix_in(chain: &str) -> Option<String> {
    let at = chain.find("prefix(").map(|at| at + "prefix(".len());
    let at = at.or_else(|| {
        let key = chain.find("'prefix'").or_else(|| chain.find("\"prefix\""))? + "'prefix'".len();
        Some(key + chain[key..].find("=>")? + 2)
    })?;
    let rest = chain[at..].trim_start();
    match rest.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        Some(quote) => rest[1..].split(quote).next().map(str::to_string),
        None => Some(LOST.into()),
    }
}

/// What a resource calls the parameter for one of its own: `{photo}` for `photos`.
fn parameter_of(resource: &str) -> String {
    let name = resource.replace('-', "_");
    let one = match name.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => name.strip_suffix('s').unwrap_or(&name).to_string(),
    };
    format!("{{{one}}}")
}
