//! Mounts: what puts a router below a path, here or in another file.
//!
//! A mount is declared as a symbol `MOUNT /path` that calls the router, so that the whole
//! path of a route is found by following who mounts its router.

use clew_model::{Binding, Occurrence, OccurrenceId, Role};
use clew_text::TextRange;

use super::arguments::{arguments, closing, named};
use super::paths::{LOST, UNKNOWN, joined};
use super::{Handler, Routes, name};

/// Most mounts of one file.
const MAX_MOUNTS: usize = 500;

/// A router below a path.
#[derive(Clone, Debug)]
pub(super) struct Mount {
    /// What it is mounted on; `None` for what the file does not name.
    pub(super) parent: Option<Binding>,
    /// The name of that.
    parent_at: Option<OccurrenceId>,
    /// The path, with `…` before it where the file does not tell the beginning.
    pub(super) path: String,
    /// What is mounted.
    pub(super) target: OccurrenceId,
    /// Whether the path takes the place of the router's own.
    pub(super) overrides: bool,
    place: TextRange,
    range: TextRange,
    /// The name of the call.
    call: TextRange,
}

/// The names that make groups of routes, which may be handed to other files.
pub(super) const GROUPS: &[&str] = &["Group", "MapGroup", "group"];

/// The names that mount routers, by language.
pub(super) fn names_of(language: &str) -> &'static [&'static str] {
    match language {
        "javascript" | "javascriptreact" | "typescript" | "typescriptreact" => {
            &["use", "route", "register"]
        }
        "python" => &["include_router", "register_blueprint", "mount"],
        "rust" => &["nest", "merge", "nest_service", "service", "mount"],
        "go" => &["Mount"],
        _ => &[],
    }
}

impl<'facts> Routes<'facts> {
    /// Finds the mounts of the file.
    pub(super) fn find_mounts(&mut self, language: &str) {
        let names = match language {
            "rust" if !self.has_router_types() => &[],
            _ => names_of(language),
        };
        let mut found = Vec::new();
        for (index, occurrence) in self.facts.occurrences.iter().enumerate() {
            let name = self.facts.name(occurrence.name);
            if found.len() >= MAX_MOUNTS {
                break;
            }
            if occurrence.role == Role::Call && names.contains(&name) {
                match language {
                    "python" => found.extend(self.python_mount(name, occurrence)),
                    "rust" => found.extend(self.rust_mounts(name, occurrence)),
                    "go" => found.extend(self.plain_mount(occurrence)),
                    _ => found.extend(self.javascript_mounts(name, occurrence)),
                }
            }
            if matches!(language, "go" | "python" | "csharp") || language.contains("script") {
                found.extend(self.handed(occurrence, OccurrenceId(index as u32)));
            }
        }
        self.mounts = found;
    }

    /// Whether a file of Rust names what frameworks call routers and applications: `merge`
    /// and `mount` alone are said of many things.
    fn has_router_types(&self) -> bool {
        const TYPES: &[&str] = &[
            "Router",
            "OpenApiRouter",
            "App",
            "ServiceConfig",
            "Scope",
            "scope",
            "Rocket",
            "rocket",
            "routes",
        ];
        TYPES.iter().any(|name| self.facts.names.find(name).is_some())
    }

    /// Declares the mounts as routes of the method `MOUNT`.
    pub(super) fn declare_mounts(&mut self) {
        for mount in self.mounts.clone() {
            let outer = self.outer_of(&mount, 0);
            let path = joined(&outer, &mount.path);
            let at = (mount.place, mount.range);
            let target = Handler::Occurrence(mount.target);
            self.push_on(name::MOUNT, path, at, target, mount.parent_at);
        }
    }

    /// The path below which a mount's own begins.
    pub(super) fn outer_of(&self, mount: &Mount, depth: u32) -> String {
        match mount.parent {
            _ if self.is_rust() => self.rust_prefix(mount.call, depth),
            Some(parent) => self.prefix(parent, depth),
            None => UNKNOWN.into(),
        }
    }

    fn is_rust(&self) -> bool {
        self.facts.language.as_str() == "rust"
    }

    fn mount(
        &self,
        occurrence: &Occurrence,
        (path, target): (String, OccurrenceId),
        (place, end): (TextRange, usize),
    ) -> Mount {
        let parent = self.receiver(occurrence);
        Mount {
            parent: parent.map(|(_, binding)| binding),
            parent_at: self.receiver_at(occurrence),
            path,
            target,
            overrides: false,
            place,
            range: TextRange::new(self.statement_start(occurrence), end),
            call: occurrence.range,
        }
    }

    /// What an argument that is a router names: `router`, `users.router`,
    /// `users.routes()`, `require('./users')`.
    fn router_in(&self, argument: TextRange) -> Option<OccurrenceId> {
        let code = self.slice(argument);
        if code.starts_with("require(") {
            let all = &self.facts.occurrences;
            let first = all.partition_point(|one| one.range.start < argument.start);
            let inside =
                all[first..].iter().take_while(|one| one.range.start < argument.end).enumerate();
            let import = inside.filter(|(_, one)| one.role == Role::Import).last()?.0;
            return Some(OccurrenceId((first + import) as u32));
        }
        let is_path = |c: char| c.is_alphanumeric() || "_$.:&*".contains(c);
        let callee = match code.strip_suffix("()").or_else(|| code.find('(').map(|at| &code[..at]))
        {
            Some(callee) => callee,
            None => code,
        };
        // `users.routes()` of Koa's router is the router.
        let callee = callee.strip_suffix(".routes").unwrap_or(callee);
        if callee.is_empty() || !callee.chars().all(is_path) {
            return None;
        }
        let start = argument.start.to_usize();
        self.last_name(TextRange::new(start, start + callee.len()))
    }

    /// `app.use("/api", auth, router)`, `app.use(router)`, `app.route("/api", router)`,
    /// `fastify.register(routes, { prefix: "/api" })`
    fn javascript_mounts(&self, name: &str, occurrence: &Occurrence) -> Vec<Mount> {
        let Some((given, end)) = arguments(self.text, occurrence.range.end.to_usize()) else {
            return Vec::new();
        };
        let (Some(first), Some(last)) = (given.first().copied(), given.last().copied()) else {
            return Vec::new();
        };
        if !self.is_router_receiver(occurrence) {
            return Vec::new();
        }
        if name == "register" {
            let prefix = given.get(1).map(|options| self.option(*options, "prefix"));
            let path = match prefix {
                Some(Some(prefix)) => self.path_text(prefix).unwrap_or(LOST).to_string(),
                _ => String::new(),
            };
            let target = self.router_in(first);
            let one = target.map(|target| self.mount(occurrence, (path, target), (first, end)));
            return one.into_iter().collect();
        }
        let places = super::arguments::literals(self.text, first);
        let Some(target) = self.router_in(last) else { return Vec::new() };
        if given.len() == 1 {
            let is_mount = name == "use" && self.is_likely_router(target);
            let one = || self.mount(occurrence, (String::new(), target), (last, end));
            return is_mount.then(one).into_iter().collect();
        }
        if places.is_empty() {
            let told = self.path_text(first).map(str::to_string);
            let is_mount = told.is_some() || self.is_likely_router(target);
            let path = told.unwrap_or_else(|| LOST.into());
            let one = || self.mount(occurrence, (path, target), (first, end));
            return is_mount.then(one).into_iter().collect();
        }
        let one = |place: &TextRange| {
            let path = self.slice(*place).to_string();
            self.mount(occurrence, (path, target), (*place, end))
        };
        places.iter().filter(|place| self.slice(**place).starts_with('/')).map(one).collect()
    }

    /// The value of a key of an object that is written in place.
    fn option(&self, object: TextRange, name: &str) -> Option<TextRange> {
        let inner = self.slice(object).strip_prefix('{')?.strip_suffix('}')?;
        let start = object.start.to_usize() + 1;
        let parts = super::arguments::parts(self.text, TextRange::new(start, start + inner.len()));
        named(self.text, &parts, name)
    }

    fn is_likely_router(&self, target: OccurrenceId) -> bool {
        let Some(target) = self.facts.occurrence(target) else { return false };
        if let Binding::Symbol(symbol) = target.binding {
            return self.is_router(symbol) == Some(true);
        }
        let name = self.facts.name(target.name).to_ascii_lowercase();
        target.role == Role::Import || name.contains("route") || name.contains("api")
    }

    /// `app.include_router(users.router, prefix="/users")`,
    /// `app.register_blueprint(bp, url_prefix="/users")`, `app.mount("/sub", sub)`
    fn python_mount(&self, name: &str, occurrence: &Occurrence) -> Option<Mount> {
        let (given, end) = arguments(self.text, occurrence.range.end.to_usize())?;
        let first = given.first().copied()?;
        if name == "mount" {
            let path = self.path_text(first)?.to_string();
            let is_mount = path.starts_with('/') && self.is_mountable(occurrence);
            let target = self.router_in(*given.get(1)?).filter(|_| is_mount)?;
            return Some(self.mount(occurrence, (path, target), (first, end)));
        }
        let key = if name == "include_router" { "prefix" } else { "url_prefix" };
        let prefix = named(self.text, &given, key);
        let path = match prefix {
            Some(prefix) => self.path_text(prefix).unwrap_or(LOST).to_string(),
            None => String::new(),
        };
        let keyword = ["router", "blueprint"].iter().find_map(|key| named(self.text, &given, key));
        let target = self.router_in(keyword.unwrap_or(first))?;
        let place = prefix.unwrap_or(first);
        let overrides = key == "url_prefix" && prefix.is_some();
        Some(Mount { overrides, ..self.mount(occurrence, (path, target), (place, end)) })
    }

    /// Whether the receiver is an application or router, by what made it or its name.
    fn is_mountable(&self, occurrence: &Occurrence) -> bool {
        let Some((name, binding)) = self.receiver(occurrence) else { return false };
        let made = match binding {
            Binding::Symbol(symbol) => self.is_router(symbol),
            _ => None,
        };
        made.unwrap_or(["app", "router", "api", "application"].contains(&name))
    }

    /// chi's `r.Mount("/users", usersRouter())`
    fn plain_mount(&self, occurrence: &Occurrence) -> Option<Mount> {
        let (given, end) = arguments(self.text, occurrence.range.end.to_usize())?;
        let [first, router] = given.as_slice() else { return None };
        let path = self.path_text(*first).filter(|path| path.starts_with('/'))?.to_string();
        let target = self.router_in(*router)?;
        Some(self.mount(occurrence, (path, target), (*first, end)))
    }

    /// axum's `.nest("/users", users::router())` and `.merge(users::router())`, Actix's
    /// `.service(show)`, Rocket's `.mount("/users", routes![show])`.
    fn rust_mounts(&self, name: &str, occurrence: &Occurrence) -> Vec<Mount> {
        let Some((given, end)) = arguments(self.text, occurrence.range.end.to_usize()) else {
            return Vec::new();
        };
        let (path, what) = match (name, given.as_slice()) {
            ("merge" | "service", [what]) => (String::new(), *what),
            ("nest" | "nest_service" | "mount", [first, what]) => {
                (self.path_text(*first).unwrap_or(LOST).to_string(), *what)
            }
            _ => return Vec::new(),
        };
        let router = self.rust_router(occurrence.range);
        let parent = router.and_then(|router| self.facts.occurrence(router));
        let one = |target| Mount {
            parent: parent.map(|parent| parent.binding),
            parent_at: router,
            path: path.clone(),
            target,
            overrides: false,
            place: given.first().copied().unwrap_or(what),
            range: TextRange::new(occurrence.range.start.to_usize(), end),
            call: occurrence.range,
        };
        self.rust_targets(name, what).into_iter().map(one).collect()
    }

    /// The routers or handlers that an argument names.
    fn rust_targets(&self, name: &str, what: TextRange) -> Vec<OccurrenceId> {
        let code = self.slice(what);
        if name == "mount" {
            let all = &self.facts.occurrences;
            let first = all.partition_point(|one| one.range.start < what.start);
            let inside = all[first..].iter().take_while(|one| one.range.start < what.end);
            let is_last = |one: &Occurrence| {
                let behind = self.text[one.range.end.to_usize()..].trim_start();
                behind.starts_with([',', ']', ')'])
            };
            let inside = inside.enumerate().filter(|(_, one)| is_last(one));
            return inside.map(|(index, _)| OccurrenceId((first + index) as u32)).collect();
        }
        let callee = code.find('(').map_or(code, |open| &code[..open]);
        let is_one = !callee.ends_with("::new") && (name != "service" || callee == code);
        self.router_in(what).filter(|_| is_one).into_iter().collect()
    }

    /// A router that a call hands on to what registers routes on it:
    /// `users.Register(api)`, `users.Register(r.Group("/users"))`, `routes(app)`.
    fn handed(&self, router: &Occurrence, id: OccurrenceId) -> Option<Mount> {
        let Binding::Symbol(symbol) = router.binding else { return None };
        if router.role != Role::Read || self.is_router(symbol) != Some(true) {
            return None;
        }
        let mut path = String::new();
        let mut end = router.range.end.to_usize();
        for group in [".Group", ".MapGroup"] {
            let Some(rest) = self.text[end..].strip_prefix(group) else { continue };
            let (given, behind) = arguments(self.text, self.text.len() - rest.len())?;
            path = self.path_text(*given.first()?).unwrap_or(LOST).to_string();
            end = behind;
        }
        let before = self.text[..router.range.start.to_usize()].trim_end();
        let is_argument =
            before.ends_with(['(', ',']) && self.text[end..].trim_start().starts_with([')', ',']);
        if !is_argument {
            return None;
        }
        let target = self.callee_around(router)?;
        let called = self.facts.name(self.facts.occurrence(target)?.name);
        // What serves or wraps an application registers nothing on it.
        let called = called.to_ascii_lowercase();
        let words = ["route", "regist", "handler", "endpoint", "controller", "map", "api", "setup"];
        let is_other = match self.facts.language.as_str() {
            "go" | "csharp" => false,
            "python" => matches!(called.as_str(), "include_router" | "register_blueprint"),
            _ => called == "register",
        };
        if is_other || !words.iter().any(|word| called.contains(word)) {
            return None;
        }
        let place = router.range;
        let range = TextRange::new(place.start.to_usize(), end);
        let (parent, parent_at) = (Some(router.binding), Some(id));
        let call = place;
        Some(Mount { parent, parent_at, path, target, overrides: false, place, range, call })
    }

    /// The name of the call whose arguments hold an occurrence.
    fn callee_around(&self, inner: &Occurrence) -> Option<OccurrenceId> {
        let all = &self.facts.occurrences;
        let at = inner.range.start.to_usize();
        let behind = all.partition_point(|one| one.range.start < inner.range.start);
        let near = all[..behind].iter().enumerate().rev().take(12);
        let mut calls = near.filter(|(_, one)| {
            let open = one.range.end.to_usize();
            one.role == Role::Call
                && self.text[open..].starts_with('(')
                && closing(self.text, open).is_some_and(|end| end > at)
        });
        calls.next().map(|(index, _)| OccurrenceId(index as u32))
    }
}
