//! Routes by method and path: which routes of the workspace a path means, those included
//! whose beginning other files tell by mounting their routers.

use clew_bind::{Binder, FileId, ModuleTarget, Source, SymbolRef, Target};
use clew_grammars::{MOUNT, ROUTE_METHODS, RouteName};
use clew_index::{NameBits, NameQuery};
use clew_model::{Binding, Expression, FileFacts, Role, SymbolId, SymbolKind};
use clew_protocol::ToolError;
use rustc_hash::FxHashSet;

use super::symbols::{FoundSymbol, found_at};
use crate::workspace::{View, store_error};

/// Most names of one method that are compared with a question.
const MAX_NAMES: usize = 5_000;

/// Most mounts that are followed.
const MAX_MOUNTS: usize = 1_000;

/// Most routers inside one another.
const MAX_NESTING: usize = 8;

/// Most whole paths of one route.
const MAX_PATHS: usize = 16;

/// What has routes: a router that a file declares, or a file of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Router {
    Symbol(SymbolRef),
    File(FileId),
}

/// A place that puts a router below a path.
struct Mount {
    event: SymbolRef,
    targets: Vec<Router>,
    /// Whether its path takes the place of the router's own.
    overrides: bool,
}

/// The routes that a question means, best first: those whose whole path is known to be
/// the one asked for; only where there is none, those whose known end fits it.
pub(super) fn routes_called(view: &View, asked: &RouteName) -> Result<Vec<FoundSymbol>, ToolError> {
    let mut paths = Paths { view, binder: Binder::new(view), mounts: None };
    let mut sure: Vec<(u32, FoundSymbol)> = Vec::new();
    let mut unsure: Vec<(u32, FoundSymbol)> = Vec::new();
    for (name, route) in known_routes(view, asked)? {
        for event in events(view, &name)? {
            if route.is_whole {
                sure.extend(asked.fit(&route).and_then(|fit| found(view, event, fit, None)));
                continue;
            }
            // A question may repeat what an answer showed.
            if !asked.is_whole {
                sure.extend(asked.fit(&route).and_then(|fit| found(view, event, fit, None)));
                continue;
            }
            if !asked.may_be(&route) {
                continue;
            }
            let whole = paths.of_event(event, 0);
            let best = whole.iter().filter_map(|one| Some((asked.fit(one)?, one)));
            let best = best.min_by_key(|(fit, one)| (!one.is_whole, *fit));
            match best {
                Some((fit, one)) if one.is_whole => {
                    sure.extend(found(view, event, fit, Some(one.text())));
                }
                _ if whole.iter().all(|one| one.is_whole) && !whole.is_empty() => {}
                _ => unsure.extend(asked.fit(&route).and_then(|fit| found(view, event, fit, None))),
            }
        }
    }
    let mut chosen = if sure.is_empty() { unsure } else { sure };
    let least = chosen.iter().map(|(fit, _)| *fit).min().unwrap_or(0);
    chosen.retain(|(fit, _)| fit / 10 == least / 10);
    chosen.sort_by(|(a, one), (b, other)| {
        (a, one.rank, &one.path, one.symbol.symbol).cmp(&(
            b,
            other.rank,
            &other.path,
            other.symbol.symbol,
        ))
    });
    Ok(chosen.into_iter().map(|(_, one)| one).collect())
}

fn found(
    view: &View,
    event: SymbolRef,
    fit: u32,
    whole: Option<String>,
) -> Option<(u32, FoundSymbol)> {
    let mut one = found_at(view, event)?;
    one.route = whole;
    Some((fit, one))
}

/// The names of the routes whose method a question may mean.
fn known_routes(view: &View, asked: &RouteName) -> Result<Vec<(String, RouteName)>, ToolError> {
    let all: Vec<&str> = match asked.method.as_deref() {
        Some(method) if method == MOUNT || method == "ANY" => vec![method],
        Some(method) => vec![method, "ANY"],
        None => ROUTE_METHODS.to_vec(),
    };
    let mut known = Vec::new();
    for method in all {
        let query = NameQuery::Prefix(format!("{method} "));
        for name in view.snapshot.names_matching(&query, MAX_NAMES).map_err(store_error)? {
            known.extend(RouteName::parse(&name.name).map(|route| (name.name, route)));
        }
    }
    Ok(known)
}

/// The routes and mounts of that name.
fn events(view: &View, name: &str) -> Result<Vec<SymbolRef>, ToolError> {
    let documents = view.snapshot.documents_naming(name).map_err(store_error)?;
    let mut found = Vec::new();
    for (id, bits) in documents {
        if !bits.has(NameBits::DEFINES) {
            continue;
        }
        let facts = view.snapshot.facts(id).map_err(store_error)?;
        let Some(name) = facts.names.find(name) else { continue };
        let fitting = facts
            .symbols
            .iter()
            .enumerate()
            .filter(|(_, symbol)| symbol.name == name && symbol.kind == SymbolKind::Event);
        found.extend(
            fitting
                .map(|(index, _)| SymbolRef { file: FileId(id.0), symbol: SymbolId(index as u32) }),
        );
    }
    Ok(found)
}

/// Finds the whole paths of routes; the mounts of the workspace are read once.
struct Paths<'view> {
    view: &'view View,
    binder: Binder<'view>,
    mounts: Option<Vec<Mount>>,
}

impl Paths<'_> {
    /// The paths of a route or mount, as far as the workspace tells: none where nothing
    /// does, several where its router is mounted more than once.
    fn of_event(&mut self, event: SymbolRef, depth: usize) -> Vec<RouteName> {
        let Some(facts) = self.binder.facts(event.file) else { return Vec::new() };
        let Some(name) = RouteName::parse(facts.symbol_name(event.symbol)) else {
            return Vec::new();
        };
        if name.is_whole {
            return vec![name];
        }
        let Some(router) = self.router_of(event, &facts).filter(|_| depth < MAX_NESTING) else {
            return Vec::new();
        };
        let own = self.own_prefix(router);
        // In the router's own file the name holds what the router adds.
        let is_same = matches!(router, Router::Symbol(symbol) if symbol.file == event.file);
        let rest = match is_same {
            true => name.path.strip_prefix(own.trim_start_matches('…').trim_end_matches('/')),
            false => Some(name.path.as_str()),
        };
        let rest = RouteName { path: rest.unwrap_or(&name.path).to_string(), ..name.clone() };
        self.of_router(router, &own, depth).iter().map(|prefix| rest.below(prefix)).collect()
    }

    /// The paths below which a router lies.
    fn of_router(&mut self, router: Router, own: &str, depth: usize) -> Vec<String> {
        if own.starts_with('/') {
            return vec![own.to_string()];
        }
        if own.starts_with("……") {
            return Vec::new();
        }
        let own = own.trim_start_matches('…');
        let mut paths = self.told_by_place(router);
        for (event, overrides) in self.mounts_of(router) {
            for below in self.of_event(event, depth + 1) {
                let below = RouteName { method: None, ..below };
                let own = RouteName { method: None, is_whole: true, path: own.to_string() };
                let path = if overrides { below.text() } else { own.below(&below.text()).text() };
                if paths.len() < MAX_PATHS && !paths.contains(&path) {
                    paths.push(path);
                }
            }
        }
        paths
    }

    /// What a router's file says of its path: whole, or after `…`.
    fn own_prefix(&self, router: Router) -> String {
        let Router::Symbol(symbol) = router else { return "…".into() };
        let (Some(facts), Some(path)) =
            (self.binder.facts(symbol.file), self.view.path(symbol.file))
        else {
            return "…".into();
        };
        let id = clew_index::DocumentId(symbol.file.0);
        let text = self.view.config_text(&path).unwrap_or_default();
        let is_seen = self
            .view
            .snapshot
            .document(id)
            .is_some_and(|document| blake3::hash(text.as_bytes()) == document.hash);
        let prefix = || clew_grammars::router_prefix(&text, &facts, symbol.symbol);
        if is_seen { prefix() } else { "…".into() }
    }

    /// The router that a route or mount is registered on.
    fn router_of(&self, event: SymbolRef, facts: &FileFacts) -> Option<Router> {
        let value = facts.symbol(event.symbol)?.value;
        let Some(Expression::Occurrence(named)) = value.and_then(|value| facts.expression(value))
        else {
            return (facts.language.as_str() == "php").then_some(Router::File(event.file));
        };
        let resolved = self.binder.resolve(event.file, *named);
        let [Target::Symbol(symbol)] = resolved.targets() else { return None };
        Some(self.router_at(*symbol))
    }

    /// Django's `urlpatterns` are the file.
    fn router_at(&self, symbol: SymbolRef) -> Router {
        let is_patterns = self.binder.facts(symbol.file).is_some_and(|facts| {
            facts.language.as_str() == "python" && facts.symbol_name(symbol.symbol) == "urlpatterns"
        });
        if is_patterns { Router::File(symbol.file) } else { Router::Symbol(symbol) }
    }

    /// Where the place of a file tells the path: Laravel's files of routes, and the file
    /// that Django's settings name.
    fn told_by_place(&self, router: Router) -> Vec<String> {
        let Router::File(file) = router else { return Vec::new() };
        let path = self.view.path(file).unwrap_or_default();
        let is = |place: &str| path == place || path.ends_with(&format!("/{place}"));
        if is("routes/web.php") {
            return vec!["/".into()];
        }
        if is("routes/api.php") && self.view.files_naming("apiPrefix").is_empty() {
            return vec!["/api".into()];
        }
        let is_root = path.ends_with(".py")
            && self.view.files_defining("ROOT_URLCONF").iter().any(|settings| {
                self.root_module(*settings).is_some_and(|module| {
                    let found = self.binder.modules(*settings, &module);
                    found.contains(&ModuleTarget::File(file))
                })
            });
        if is_root { vec!["/".into()] } else { Vec::new() }
    }

    /// The module that `ROOT_URLCONF = "…"` names.
    fn root_module(&self, settings: FileId) -> Option<String> {
        let text = self.view.config_text(&self.view.path(settings)?)?;
        let line = text.lines().find(|line| line.starts_with("ROOT_URLCONF"))?;
        let value = line.split_once('=')?.1.trim();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        value[1..].split(quote).next().map(str::to_string)
    }

    /// The mounts that put a router somewhere, and whether they override its own path.
    fn mounts_of(&mut self, router: Router) -> Vec<(SymbolRef, bool)> {
        if self.mounts.is_none() {
            let mounts = self.read_mounts();
            self.mounts = Some(mounts);
        }
        // A router made in a function goes by the function that gives it or takes it.
        let container = match router {
            Router::Symbol(symbol) => self.binder.facts(symbol.file).and_then(|facts| {
                let found = facts.symbol(symbol.symbol)?;
                let around = found
                    .container
                    .filter(|_| found.is_local() || found.kind == SymbolKind::Parameter)?;
                Some(Router::Symbol(SymbolRef { file: symbol.file, symbol: around }))
            }),
            Router::File(_) => None,
        };
        let fits = |mount: &&Mount| {
            mount.targets.contains(&router)
                || container.is_some_and(|one| mount.targets.contains(&one))
        };
        let all = self.mounts.as_deref().unwrap_or_default();
        all.iter().filter(fits).map(|mount| (mount.event, mount.overrides)).collect()
    }

    fn read_mounts(&self) -> Vec<Mount> {
        let query = NameQuery::Prefix(format!("{MOUNT} "));
        let names = self.view.snapshot.names_matching(&query, MAX_MOUNTS).unwrap_or_default();
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        for name in names {
            for event in events(self.view, &name.name).unwrap_or_default() {
                if seen.insert(event) && found.len() < MAX_MOUNTS {
                    found.extend(self.mount(event));
                }
            }
        }
        found
    }

    fn mount(&self, event: SymbolRef) -> Option<Mount> {
        let facts = self.binder.facts(event.file)?;
        let symbol = facts.symbol(event.symbol)?;
        let (index, call) = facts.occurrences.iter().enumerate().find(|(_, one)| {
            one.enclosing == Some(event.symbol)
                && one.role == Role::Call
                && symbol.range.contains_range(one.range)
        })?;
        let targets = match call.binding {
            // Django names modules in strings.
            Binding::Unsure => self
                .binder
                .modules(event.file, facts.name(call.name))
                .into_iter()
                .filter_map(|module| match module {
                    ModuleTarget::File(file) => Some(Router::File(file)),
                    _ => None,
                })
                .collect(),
            _ => {
                let id = clew_model::OccurrenceId(index as u32);
                let resolved = self.binder.resolve(event.file, id);
                let targets = resolved.targets().iter().filter_map(|target| match target {
                    Target::Symbol(symbol) => Some(self.router_at(*symbol)),
                    Target::Module(file) => Some(Router::File(*file)),
                    _ => None,
                });
                targets.collect()
            }
        };
        let signature = self.view.path(event.file).and_then(|path| self.view.config_text(&path));
        let written = signature
            .as_deref()
            .and_then(|text| text.get(symbol.range.start.to_usize()..symbol.range.end.to_usize()));
        let overrides = written
            .is_some_and(|code| code.contains("register_blueprint") && code.contains("url_prefix"));
        Some(Mount { event, targets, overrides })
    }
}
