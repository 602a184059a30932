//! Flask, FastAPI, Django and what is like them.

use clew_model::{Binding, Occurrence, OccurrenceId, SymbolKind};
use clew_text::TextRange;

use super::arguments::{arguments, literal, literals, named};
use super::paths::{LOST, UNKNOWN, joined_as_written, of_regex};
use super::{Handler, Routes, name};

/// Most lists of Django's paths inside one another.
const MAX_LISTS: u32 = 8;

impl<'facts> Routes<'facts> {
    pub(super) fn python(&mut self, name: &str, occurrence: &Occurrence) {
        match name {
            "path" | "re_path" | "url" => return self.django(occurrence),
            "add_url_rule" | "add_api_route" | "add_route" => return self.rule(name, occurrence),
            _ => {}
        }
        let start = occurrence.range.start.to_usize();
        let line_start = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let Some(receiver) = self.receiver(occurrence) else { return };
        let decorator = self.text[line_start..start].trim_start();
        let Some(decorated) = decorator.strip_prefix('@').and_then(|rest| rest.strip_suffix('.'))
        else {
            return;
        };
        if decorated.rsplit('.').next() != Some(receiver.0) {
            return;
        }
        let Some((given, end)) = arguments(self.text, occurrence.range.end.to_usize()) else {
            return;
        };
        let Some(place) = self.place_of(&given) else { return };
        let Some((handler, _)) = self.decorated(occurrence.range) else { return };
        let indent = self.text[line_start..].len()
            - self.text[line_start..].trim_start_matches([' ', '\t']).len();
        let range = TextRange::new(line_start + indent, end);
        let methods = match name {
            "route" | "api_route" => self.listed_methods(&given),
            "websocket" => vec!["WS"],
            other => vec![other],
        };
        self.python_routes(occurrence, (&methods, place, range), Handler::Symbol(handler));
    }

    fn python_routes(
        &mut self,
        occurrence: &Occurrence,
        (methods, place, range): (&[&str], TextRange, TextRange),
        handler: Handler,
    ) {
        let prefix = self.receiver(occurrence).map_or(UNKNOWN.into(), |one| self.prefix(one.1, 0));
        let path = joined_as_written(&prefix, self.slice(place));
        let router = self.receiver_at(occurrence);
        let place = if place.is_empty() { occurrence.range } else { place };
        for method in methods {
            self.push_on(method, path.clone(), (place, range), handler.clone(), router);
        }
    }

    /// The path among the arguments of a registration.
    fn place_of(&self, given: &[TextRange]) -> Option<TextRange> {
        let first = given.first().copied().and_then(|first| literal(self.text, first));
        let keyword = ["rule", "path"].iter().find_map(|name| named(self.text, given, name));
        let place = first.or_else(|| keyword.and_then(|value| literal(self.text, value)))?;
        let path = self.slice(place);
        (path.is_empty() || path.starts_with('/')).then_some(place)
    }

    fn listed_methods(&self, given: &[TextRange]) -> Vec<&'facts str> {
        let listed = named(self.text, given, "methods");
        let listed = listed.map_or(Vec::new(), |list| literals(self.text, list));
        match listed.as_slice() {
            [] => vec!["GET"],
            listed => listed.iter().map(|one| one.slice(self.text)).collect(),
        }
    }

    /// `app.add_url_rule("/users", "users", view_func=users, methods=["POST"])`,
    /// `router.add_api_route("/users", users)`
    fn rule(&mut self, name: &str, occurrence: &Occurrence) {
        if self.receiver(occurrence).is_none() {
            return;
        }
        let Some((given, end)) = arguments(self.text, occurrence.range.end.to_usize()) else {
            return;
        };
        let Some(place) = self.place_of(&given) else { return };
        let positional: Vec<TextRange> = given
            .iter()
            .copied()
            .filter(|one| !self.slice(*one).contains('=') || literal(self.text, *one).is_some())
            .collect();
        let at = if name == "add_url_rule" { 2 } else { 1 };
        let keyword = ["view_func", "endpoint", "route"].iter().find_map(|key| {
            named(self.text, &given, key).filter(|value| literal(self.text, *value).is_none())
        });
        let Some(view) = keyword.or(positional.get(at).copied()) else { return };
        let methods = self.listed_methods(&given);
        let range = TextRange::new(self.statement_start(occurrence), end);
        let handler = self.view(view);
        self.python_routes(occurrence, (&methods, place, range), handler);
    }

    /// A function, or the class in `Class.as_view(…)`.
    fn view(&self, view: TextRange) -> Handler {
        let class = self.slice(view).find(".as_view(").map(|length| {
            let start = view.start.to_usize();
            TextRange::new(start, start + length)
        });
        self.handler(class.unwrap_or(view)).unwrap_or(Handler::Unknown)
    }

    /// `path("users/<int:id>/", views.user)`, `path("api/", include("api.urls"))`
    fn django(&mut self, occurrence: &Occurrence) {
        if !self.is_djangos(occurrence) {
            return;
        }
        let at = occurrence.range.end.to_usize();
        let Some((given, end)) = arguments(self.text, at) else { return };
        let [path, view, ..] = given.as_slice() else { return };
        let Some(place) = literal(self.text, *path) else { return };
        let range = TextRange::new(occurrence.range.start.to_usize(), end);
        let path = joined_as_written(
            &self.lists_around(occurrence, 0),
            &self.django_path(occurrence, place),
        );
        let place = if place.is_empty() { occurrence.range } else { place };
        let router = self.list_around(occurrence);
        let code = self.slice(*view);
        if !code.starts_with("include(") {
            if !code.starts_with(['[', '(']) && !code.ends_with(".urls") {
                let handler = self.view(*view);
                self.push_on("ANY", path, (place, range), handler.clone(), router);
            }
            return;
        }
        let included = arguments(self.text, view.start.to_usize() + "include".len());
        let Some(what) = included.and_then(|(given, _)| given.first().copied()) else { return };
        let tuple = self
            .slice(what)
            .strip_prefix('(')
            .and_then(|_| literals(self.text, what).first().copied());
        let target = match literal(self.text, what).or(tuple) {
            Some(module) => Handler::Named(module),
            None => match self.last_name(what) {
                Some(list) if !self.slice(what).starts_with('[') => Handler::Occurrence(list),
                _ => return,
            },
        };
        self.push_on(name::MOUNT, path, (place, range), target, router);
    }

    fn is_djangos(&self, occurrence: &Occurrence) -> bool {
        let Binding::Import(import) = occurrence.binding else { return false };
        let module = self.facts.import(import).map_or("", |import| self.facts.name(import.module));
        module.starts_with("django.")
    }

    fn django_path(&self, occurrence: &Occurrence, place: TextRange) -> String {
        let written = self.slice(place);
        match self.facts.name(occurrence.name) {
            "path" => written.to_string(),
            _ => of_regex(written),
        }
    }

    /// The paths of what is included in place around a registration.
    fn lists_around(&self, occurrence: &Occurrence, depth: u32) -> String {
        let at = occurrence.range.start.to_usize();
        let around = self.call_around(at, &["path", "re_path", "url"]);
        let Some(around) = around.filter(|one| depth < MAX_LISTS && self.is_djangos(one)) else {
            return UNKNOWN.into();
        };
        let given = arguments(self.text, around.range.end.to_usize()).map(|(given, _)| given);
        let place = given.and_then(|given| literal(self.text, *given.first()?));
        let own = place.map_or(LOST.into(), |place| self.django_path(around, place));
        joined_as_written(&self.lists_around(around, depth + 1), &own)
    }

    /// The list of paths that holds a registration: `urlpatterns`, or another that is
    /// included by its name.
    fn list_around(&self, occurrence: &Occurrence) -> Option<OccurrenceId> {
        let lists = self.facts.symbols.iter().enumerate().filter(|(_, symbol)| {
            matches!(symbol.kind, SymbolKind::Variable | SymbolKind::Constant)
                && symbol.range.contains_range(occurrence.range)
        });
        let list = lists.min_by_key(|(_, symbol)| symbol.range.len())?.0;
        self.definition_of(clew_model::SymbolId(list as u32))
    }
}
