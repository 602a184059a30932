//! Rails (`config/routes.rb`) and Sinatra: a language of lines and blocks.

use clew_text::TextRange;

use super::arguments::{literal, named, parts};
use super::paths::{LOST, UNKNOWN, joined};
use super::{Handler, Routes};
use crate::regions::component::trimmed;

/// What `resources` makes: action, method, and whether it is about one of them.
const ACTIONS: &[(&str, &str, &str)] = &[
    ("index", "GET", ""),
    ("create", "POST", ""),
    ("new", "GET", "/new"),
    ("show", "GET", "/:id"),
    ("edit", "GET", "/:id/edit"),
    ("update", "PATCH", "/:id"),
    ("update", "PUT", "/:id"),
    ("destroy", "DELETE", "/:id"),
];

/// Most blocks inside one another.
const MAX_BLOCKS: usize = 64;

pub(super) fn find(routes: &mut Routes<'_>) {
    let text = routes.text;
    let is_rails = text.contains("routes.draw");
    let is_sinatra = !is_rails && (text.contains("sinatra") || text.contains("Sinatra"));
    if !is_rails && !is_sinatra {
        return;
    }
    // The routes of an engine lie where it is mounted.
    let is_engine = is_rails && !text.contains("application.routes.draw");
    let base = if is_engine { UNKNOWN } else { "" };
    let mut outermost = Block::plain(base.into());
    if let Some((before, _)) = text.split_once("::Engine.routes.draw") {
        // Controllers of an engine are in its own module.
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let start = before.rfind(|c| !is_name(c)).map_or(0, |at| at + 1);
        outermost.module = format!("{}::", before[start..].trim_start_matches(':'));
    }
    let mut blocks: Vec<Block> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at + (line.len() - line.trim_start().len());
        at += line.len();
        let code = line.trim();
        let code = code.split(" #").next().unwrap_or(code).trim_end();
        if code.starts_with('#') {
            continue;
        }
        if code == "end" || code.starts_with("end ") {
            blocks.pop();
            continue;
        }
        let around = blocks.last().cloned().unwrap_or_else(|| outermost.clone());
        let opens = code.ends_with(" do") || code.contains(" do |");
        // `member { get :preview }`
        let in_line = code.strip_suffix('}').and_then(|code| code.split_once(" { "));
        let statement = in_line.map_or_else(|| code.split(" do").next(), |(outer, _)| Some(outer));
        let line = Line::new(statement.unwrap_or(code), (start, code.len()));
        let inner = routes.rails_line(&line, &around, is_rails);
        if let (Some((outer, within)), Some(inner)) = (in_line, &inner) {
            let at = start + outer.len() + " { ".len();
            let within = within.trim_end();
            routes.rails_line(&Line::new(within, (at, within.len())), inner, is_rails);
        }
        let begins = ["if ", "unless ", "def ", "class ", "module ", "case ", "begin"];
        if (opens || begins.iter().any(|word| code.starts_with(word))) && blocks.len() < MAX_BLOCKS
        {
            blocks.push(inner.unwrap_or(around));
        }
    }
}

/// What a block gives to the routes in it.
#[derive(Clone)]
struct Block {
    /// The path before them.
    prefix: String,
    /// The path of all things of the resource that the block belongs to, and of one.
    all: String,
    one: String,
    /// The modules that controllers are in, each with `::` behind it.
    module: String,
    /// The controller of the resource that the block belongs to.
    controller: Option<String>,
}

impl Block {
    fn plain(prefix: String) -> Block {
        let (all, one) = (prefix.clone(), prefix.clone());
        Block { prefix, all, one, module: String::new(), controller: None }
    }

    /// The same at another path.
    fn at(&self, prefix: String) -> Block {
        Block {
            module: self.module.clone(),
            controller: self.controller.clone(),
            ..Block::plain(prefix)
        }
    }

    /// What handles an action of a controller, named as routes do: `admin/users`.
    fn handler(&self, controller: &str, action: &str) -> Handler {
        let is_name = |text: &str| {
            !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '/')
        };
        if !is_name(controller) || !is_name(action) || action.contains('/') {
            return Handler::Unknown;
        }
        let (module, controller) = match controller.strip_prefix('/') {
            Some(absolute) => ("", absolute),
            None => (self.module.as_str(), controller),
        };
        let class = format!("{module}{}Controller", constant_of(controller));
        Handler::OfClass(class, action.to_string())
    }
}

/// The constant that Rails derives from a name: `admin/user_notes` is `Admin::UserNotes`.
fn constant_of(name: &str) -> String {
    let part = |part: &str| {
        part.split('_')
            .map(|word| {
                let mut letters = word.chars();
                let first = letters.next().map(|first| first.to_uppercase().to_string());
                first.unwrap_or_default() + letters.as_str()
            })
            .collect::<String>()
    };
    name.split('/').filter(|one| !one.is_empty()).map(part).collect::<Vec<_>>().join("::")
}

/// One of several things by their name: `stories` is `story`.
fn singular(name: &str) -> String {
    if let Some(stem) = name.strip_suffix("ies") {
        return format!("{stem}y");
    }
    let doubled = ["sses", "shes", "ches", "xes", "zes"].iter().any(|end| name.ends_with(end));
    match name.strip_suffix(if doubled { "es" } else { "s" }) {
        Some(stem) if !stem.ends_with('s') || doubled => stem.to_string(),
        _ => name.to_string(),
    }
}

/// The paths that a pattern with optional parts means: `/top(/:page)` is `/top/:page` and
/// `/top`; that of a format says nothing.
fn variants(pattern: &str) -> Vec<String> {
    let pattern = pattern.replace("(.:format)", "");
    let whole: String = pattern.chars().filter(|c| !"()".contains(*c)).collect();
    match pattern.split_once('(') {
        Some((shortest, _)) => vec![whole, shortest.to_string()],
        None => vec![whole],
    }
}

struct Line<'text> {
    word: &'text str,
    rest: TextRange,
    whole: TextRange,
}

impl<'text> Line<'text> {
    /// The line of a statement; where it starts and how long all of it is.
    fn new(statement: &'text str, (start, length): (usize, usize)) -> Self {
        let word_end = statement.find([' ', '(']).unwrap_or(statement.len());
        Line {
            word: &statement[..word_end],
            rest: TextRange::new(start + word_end, start + statement.len()),
            whole: TextRange::new(start, start + length),
        }
    }
}

impl<'facts> Routes<'facts> {
    /// Reads a line; gives what the block that it opens adds, if it adds something.
    fn rails_line(&mut self, line: &Line<'_>, around: &Block, is_rails: bool) -> Option<Block> {
        let slice = self.slice(line.rest);
        let inner = slice.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let rest = match inner {
            Some(inner) => {
                let start = line.rest.start.to_usize() + 1;
                TextRange::new(start, start + inner.len())
            }
            None => line.rest,
        };
        let arguments = parts(self.text, trimmed(self.text, rest));
        let prefix = &around.prefix;
        match line.word {
            "get" | "post" | "put" | "patch" | "delete" | "match" => {
                self.verb(line, &arguments, around, is_rails);
                None
            }
            "root" if is_rails => {
                let target = named(self.text, &arguments, "to").or(arguments.first().copied())?;
                let place = literal(self.text, target)?;
                let handler = self.action_of(place, around);
                self.push("GET", joined(prefix, "/"), (place, line.whole), handler);
                None
            }
            "namespace" | "scope" if is_rails => Some(self.block_of(line, &arguments, around)),
            "controller" if is_rails => {
                let name = self.word_or_literal(*arguments.first()?)?;
                let controller = Some(self.slice(name).to_string());
                Some(Block { controller, ..around.clone() })
            }
            // Where they are used is said elsewhere.
            "concern" if is_rails => Some(Block::plain(LOST.into())),
            "collection" if is_rails => Some(around.at(around.all.clone())),
            "member" if is_rails => Some(around.at(around.one.clone())),
            "resources" | "resource" if is_rails => {
                let mut inner = None;
                for argument in arguments.iter().copied() {
                    let Some(place) = self.word_or_literal(argument) else { break };
                    inner = Some(self.resources(line, place, &arguments, around));
                }
                inner
            }
            _ => None,
        }
    }

    /// What `namespace :admin` and `scope "/x", module: "y"` give to their blocks.
    fn block_of(&self, line: &Line<'_>, arguments: &[TextRange], around: &Block) -> Block {
        let first = arguments.first().and_then(|first| self.word_or_literal(*first));
        let first = first.map(|first| self.slice(first));
        let option = |name: &str| {
            let given = named(self.text, arguments, name)?;
            self.word_or_literal(given).map(|given| self.slice(given))
        };
        let path = option("path").or(first);
        let mut inner = around.at(joined(&around.prefix, path.unwrap_or_default()));
        let module = match line.word {
            "namespace" => option("module").or(first),
            _ => option("module"),
        };
        if let Some(module) = module {
            inner.module += &(constant_of(module) + "::");
        }
        inner.controller = option("controller").map(str::to_string).or(inner.controller);
        inner
    }

    fn word_or_literal(&self, range: TextRange) -> Option<TextRange> {
        let slice = self.slice(range);
        match slice.strip_prefix(':') {
            Some(word) if word.chars().all(|c| c.is_alphanumeric() || c == '_') => {
                let end = range.end.to_usize();
                Some(TextRange::new(end - word.len(), end))
            }
            _ => literal(self.text, range),
        }
    }

    /// `controller#action`
    fn action_of(&self, target: TextRange, around: &Block) -> Handler {
        match self.slice(target).rsplit_once('#') {
            Some((controller, action)) => around.handler(controller, action),
            None => Handler::Unknown,
        }
    }

    fn verb(&mut self, line: &Line<'_>, arguments: &[TextRange], around: &Block, is_rails: bool) {
        let Some(first) = arguments.first().copied() else { return };
        // `get "path" => "controller#action"`
        let slice = self.slice(first);
        let (path, arrow) = match slice.split_once("=>") {
            Some((path, target)) => {
                let (start, end) = (first.start.to_usize(), first.end.to_usize());
                let path = TextRange::new(start, start + path.trim_end().len());
                (path, Some(TextRange::new(end - target.trim_start().len(), end)))
            }
            None => (first, None),
        };
        let Some(place) = self.word_or_literal(path).filter(|place| !place.is_empty()) else {
            return;
        };
        if !is_rails && !self.slice(place).starts_with('/') {
            return;
        }
        let target = arrow.or_else(|| named(self.text, arguments, "to"));
        let handler = match target.and_then(|target| literal(self.text, target)) {
            Some(target) => self.action_of(target, around),
            None if is_rails && target.is_none() => self.told_by_path(place, arguments, around),
            None => Handler::Unknown,
        };
        let on = named(self.text, arguments, "on").map(|on| self.slice(on));
        let prefix = match on {
            Some(":collection") => &around.all,
            Some(":member") => &around.one,
            _ => &around.prefix,
        };
        for path in variants(self.slice(place)) {
            let path = joined(prefix, &path);
            for method in self.methods_of(line.word, arguments) {
                self.push(method, path.clone(), (place, line.whole), handler.clone());
            }
        }
    }

    /// What handles a route without a target: the options `controller` and `action`, else
    /// `get "login"` inside of a resource, `get "pages/about"` elsewhere.
    fn told_by_path(&self, place: TextRange, arguments: &[TextRange], around: &Block) -> Handler {
        let option = |name: &str| {
            let given = named(self.text, arguments, name)?;
            self.word_or_literal(given).map(|given| self.slice(given))
        };
        let path = self.slice(place).trim_matches('/');
        let (folder, last) = path.rsplit_once('/').map_or((None, path), |(a, b)| (Some(a), b));
        let controller = option("controller").or(around.controller.as_deref()).or(folder);
        let action = option("action").unwrap_or(last);
        controller.map_or(Handler::Unknown, |controller| around.handler(controller, action))
    }

    /// The word itself, or what `via: [:get, :post]` of a `match` lists.
    fn methods_of<'line>(&self, word: &'line str, arguments: &[TextRange]) -> Vec<&'line str>
    where
        'facts: 'line,
    {
        let via = named(self.text, arguments, "via").map(|via| self.slice(via));
        match via {
            Some(list) if word == "match" => {
                let words = list.split(|c: char| !c.is_ascii_alphabetic());
                words
                    .filter(|word| !word.is_empty() && *word != "i")
                    .map(|word| if word == "all" { "ANY" } else { word })
                    .collect()
            }
            _ if word == "match" => vec!["ANY"],
            _ => vec![word],
        }
    }

    /// `resources :users, only: [:index]`; gives what the block of it adds.
    fn resources(
        &mut self,
        line: &Line<'_>,
        place: TextRange,
        arguments: &[TextRange],
        around: &Block,
    ) -> Block {
        let prefix = &around.prefix;
        let name = self.slice(place).to_string();
        let path =
            match named(self.text, arguments, "path").and_then(|path| literal(self.text, path)) {
                Some(path) => joined(prefix, self.slice(path)),
                None => joined(prefix, &name),
            };
        let listed = |option: &str| {
            named(self.text, arguments, option).map(|value| self.slice(value).to_string())
        };
        let (only, except) = (listed("only"), listed("except"));
        let parameter =
            listed("param").map_or("id".into(), |name| name.trim_matches([':', '"']).to_string());
        let is_one = line.word == "resource";
        let word =
            |name: &str| listed(name).map(|word| word.trim_matches([':', '"', '\'']).to_string());
        let plural = if is_one && !name.ends_with('s') { format!("{name}s") } else { name.clone() };
        let controller = word("controller").unwrap_or(plural);
        let mut inside = around.clone();
        if let Some(module) = word("module") {
            inside.module += &(constant_of(&module) + "::");
        }
        for (action, method, below) in ACTIONS {
            let names = |list: &String| {
                list.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == *action)
            };
            let is_left_out = only.as_ref().is_some_and(|list| !names(list))
                || except.as_ref().is_some_and(names)
                || is_one && *action == "index";
            if is_left_out {
                continue;
            }
            let id = if is_one { String::new() } else { format!("/:{parameter}") };
            let full = joined(&path, &below.replace("/:id", &id));
            self.push(method, full, (place, line.whole), inside.handler(&controller, action));
        }
        let (nested, one) = match is_one {
            true => (String::new(), String::new()),
            false => (format!(":{}_{parameter}", singular(&name)), format!(":{parameter}")),
        };
        let (prefix, one) = (joined(&path, &nested), joined(&path, &one));
        Block { prefix, all: path, one, module: inside.module, controller: Some(controller) }
    }
}
