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
        let around = blocks.last().cloned().unwrap_or_else(|| Block::plain(base.into()));
        let opens = code.ends_with(" do") || code.contains(" do |");
        let statement = code.split(" do").next().unwrap_or(code);
        let word_end = statement.find([' ', '(']).unwrap_or(statement.len());
        let rest = TextRange::new(start + word_end, start + statement.len());
        let line = Line {
            word: &statement[..word_end],
            rest,
            whole: TextRange::new(start, start + code.len()),
        };
        let inner = routes.rails_line(&line, &around, is_rails);
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
    /// The path of all things of the resource that the block belongs to.
    all: String,
}

impl Block {
    fn plain(prefix: String) -> Block {
        Block { all: prefix.clone(), prefix }
    }
}

struct Line<'text> {
    word: &'text str,
    rest: TextRange,
    whole: TextRange,
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
                self.push("GET", joined(prefix, "/"), (place, line.whole), self.action_of(place));
                None
            }
            "namespace" | "scope" if is_rails => {
                let path = named(self.text, &arguments, "path").or(arguments.first().copied())?;
                let name = self.word_or_literal(path)?;
                Some(Block::plain(joined(prefix, self.slice(name))))
            }
            // Where they are used is said elsewhere.
            "concern" if is_rails => Some(Block::plain(LOST.into())),
            "collection" if is_rails => Some(Block::plain(around.all.clone())),
            "resources" | "resource" if is_rails => {
                let mut inner = None;
                for argument in arguments.iter().copied() {
                    let Some(place) = self.word_or_literal(argument) else { break };
                    inner = Some(self.resources(line, place, &arguments, prefix));
                }
                inner
            }
            _ => None,
        }
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
    fn action_of(&self, target: TextRange) -> Handler {
        match self.slice(target).rsplit_once('#') {
            Some((_, action)) if !action.is_empty() => {
                let end = target.end.to_usize();
                Handler::Named(TextRange::new(end - action.len(), end))
            }
            _ => Handler::Unknown,
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
        let target = target.and_then(|target| literal(self.text, target));
        let handler = target.map_or(Handler::Unknown, |target| self.action_of(target));
        let on = named(self.text, arguments, "on").map(|on| self.slice(on));
        let prefix = if on == Some(":collection") { &around.all } else { &around.prefix };
        let path = joined(prefix, self.slice(place));
        for method in self.methods_of(line.word, arguments) {
            self.push(method, path.clone(), (place, line.whole), handler);
        }
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
        prefix: &str,
    ) -> Block {
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
            self.push(method, full, (place, line.whole), Handler::Unknown);
        }
        let one = name.strip_suffix('s').unwrap_or(&name);
        let nested = if is_one { String::new() } else { format!(":{one}_{parameter}") };
        Block { prefix: joined(&path, &nested), all: path }
    }
}
