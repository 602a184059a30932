//! Rails (`config/routes.rb`) and Sinatra: a language of lines and blocks.

use clew_text::TextRange;

use super::arguments::{literal, named, parts};
use super::paths::joined;
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
    let mut blocks: Vec<String> = Vec::new();
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
        let prefix = blocks.last().cloned().unwrap_or_default();
        let opens = code.ends_with(" do") || code.contains(" do |");
        let statement = code.split(" do").next().unwrap_or(code);
        let word_end = statement.find([' ', '(']).unwrap_or(statement.len());
        let rest = TextRange::new(start + word_end, start + statement.len());
        let line = Line {
            word: &statement[..word_end],
            rest,
            whole: TextRange::new(start, start + code.len()),
        };
        let inner = routes.rails_line(&line, &prefix, is_rails);
        let begins = ["if ", "unless ", "def ", "class ", "module ", "case ", "begin"];
        if (opens || begins.iter().any(|word| code.starts_with(word))) && blocks.len() < MAX_BLOCKS
        {
            blocks.push(inner.unwrap_or(prefix));
        }
    }
}

struct Line<'text> {
    word: &'text str,
    rest: TextRange,
    whole: TextRange,
}

impl Routes<'_> {
    /// Reads a line; gives the prefix of the block that it opens, if it has one.
    fn rails_line(&mut self, line: &Line<'_>, prefix: &str, is_rails: bool) -> Option<String> {
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
        match line.word {
            "get" | "post" | "put" | "patch" | "delete" => {
                self.verb(line, &arguments, prefix, is_rails);
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
                Some(joined(prefix, self.slice(name)))
            }
            "resources" | "resource" if is_rails => self.resources(line, &arguments, prefix),
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

    fn verb(&mut self, line: &Line<'_>, arguments: &[TextRange], prefix: &str, is_rails: bool) {
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
        let path = joined(prefix, self.slice(place));
        self.push(line.word, path, (place, line.whole), handler);
    }

    /// `resources :users, only: [:index]`; gives the prefix of what is nested.
    fn resources(
        &mut self,
        line: &Line<'_>,
        arguments: &[TextRange],
        prefix: &str,
    ) -> Option<String> {
        let place = self.word_or_literal(arguments.first().copied()?)?;
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
            let below = if is_one { below.replace("/:id", "") } else { (*below).to_string() };
            let full = joined(&path, &below);
            self.push(method, full, (place, line.whole), Handler::Unknown);
        }
        let one = name.strip_suffix('s').unwrap_or(&name);
        let nested = if is_one { String::new() } else { format!(":{one}_id") };
        Some(joined(&path, &nested))
    }
}
