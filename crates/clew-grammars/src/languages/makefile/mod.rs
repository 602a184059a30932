//! Makefiles: targets, variables, definitions, includes.

#[cfg(test)]
mod tests;

use clew_model::{ImportForm, Role, SymbolId, SymbolKind};
use clew_text::TextRange;

use super::dollars::dollar_names;
use crate::builder::FactsBuilder;
use crate::scanned::{Entry, Line, Lines, Sheet};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["make"],
    extensions: &["mk", "mak", "make"],
    extractor_version: 3,
    file_names: &["Makefile", "makefile", "GNUmakefile", "Justfile", "justfile"],
    file_prefixes: &["Makefile."],
    interpreters: &["make"],
    depth: Depth::Outline,
    guessed: false,
    extracts: "targets with their prerequisites, variables and definitions with their uses, includes",
    outline: Some(read),
    verified: "0.997/0.998 of 1,433 names against universal-ctags",
    ..LanguageDefinition::words("makefile", "Makefile")
};

/// Words that start a line which is neither rule nor assignment.
const CONDITIONS: &[&str] = &["ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "undefine"];

struct Walk<'builder, 'text> {
    sheet: Sheet<'builder, 'text>,
    /// The targets whose recipe is read.
    targets: Vec<SymbolId>,
    /// Whether a recipe is read, also one of targets that have no names in the text.
    in_rule: bool,
    /// The `define` whose lines are read.
    definition: Option<SymbolId>,
    last_end: usize,
}

fn read(builder: &mut FactsBuilder<'_>) {
    let text = builder.text();
    let (targets, definition) = (Vec::new(), None);
    let mut walk =
        Walk { sheet: Sheet::new(builder), targets, in_rule: false, definition, last_end: 0 };
    for line in Lines::new(text, &["#"], Some('\\')) {
        walk.line(&line);
        walk.last_end = line.end();
    }
    walk.end_targets();
    if let Some(symbol) = walk.definition.take() {
        walk.sheet.set_end(symbol, walk.last_end);
    }
}

impl<'text> Walk<'_, 'text> {
    fn line(&mut self, line: &Line<'text>) {
        let text = line.trimmed();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if let Some(symbol) = self.definition {
            if word == "endef" {
                self.sheet.set_end(symbol, line.end());
                self.definition = None;
            } else {
                self.uses(line, text);
            }
            return;
        }
        let is_recipe = line.text.starts_with('\t') && self.in_rule;
        if is_recipe || CONDITIONS.contains(&word) {
            self.uses(line, text);
            return;
        }
        self.end_targets();
        match word {
            "define" => self.define(line, rest),
            "include" | "-include" | "sinclude" => {
                for file in rest.split_whitespace().filter(|file| !file.contains('$')) {
                    self.sheet.import(line.place(file), ImportForm::Glob, line.range());
                }
            }
            "export" | "override" | "private" | "unexport" => self.statement(line, rest),
            _ => self.statement(line, text),
        }
        self.uses(line, text);
    }

    fn end_targets(&mut self) {
        self.in_rule = false;
        for target in std::mem::take(&mut self.targets) {
            self.sheet.set_end(target, self.last_end);
        }
    }

    fn define(&mut self, line: &Line<'text>, rest: &'text str) {
        let name = rest.split_whitespace().find(|word| *word != "override").unwrap_or("");
        let entry = Entry::new(SymbolKind::Macro, line.place(name), line.range()).doc(line.doc);
        self.definition = self.sheet.declare(entry);
    }

    /// An assignment or a rule.
    fn statement(&mut self, line: &Line<'text>, text: &'text str) {
        let Some(at) = separator(text) else { return };
        let (left, right) = text.split_at(at);
        let marks = right.bytes().take_while(|byte| *byte == b':').count();
        let is_assignment = right.starts_with('=') || right[marks..].starts_with('=');
        if is_assignment {
            self.assign(line, left.trim_end_matches(['?', '+', '!']).trim());
        } else {
            let right = &right[marks..];
            match separator(right) {
                // A variable of these targets alone.
                Some(at)
                    if right[..at].split_whitespace().count() == 1
                        && right[at..].trim_start_matches(':').starts_with('=') => {}
                _ => self.rule(line, left, right),
            }
        }
    }

    fn assign(&mut self, line: &Line<'text>, name: &'text str) {
        let is_name = !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == '$');
        if !is_name {
            return;
        }
        let place = line.place(name);
        if self.sheet.builder.is_declared_in(self.sheet.builder.scope(), name) {
            self.sheet.refer(place, Role::Write);
        } else {
            let entry = Entry::new(SymbolKind::Variable, place, line.place(line.text.trim()));
            self.sheet.declare(entry.doc(line.doc));
        }
    }

    fn rule(&mut self, line: &Line<'text>, left: &'text str, right: &'text str) {
        self.in_rule = true;
        let (needs, remark) = match right.split_once('#') {
            Some((needs, remark)) => (needs, Some(remark)),
            None => (right, None),
        };
        let doc = line.doc.or_else(|| {
            let remark = remark?.trim_end();
            let place = line.place(remark);
            Some(TextRange::new(place.start.to_usize() - 1, place.end.to_usize()))
        });
        // `a b &: c` makes both at once.
        let left = left.trim_end().strip_suffix('&').unwrap_or(left);
        for target in left.split_whitespace() {
            let is_special = target.starts_with('.')
                && !target.contains('/')
                && target[1..].bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
            if is_special || target.contains('$') || target == "\\" {
                continue;
            }
            let entry = Entry::new(SymbolKind::Function, line.place(target), line.range());
            self.targets.extend(self.sheet.declare(entry.doc(doc)));
        }
        let needs = needs.split(';').next().unwrap_or("");
        if let Some(target) = self.targets.first() {
            self.sheet.builder.enter(*target);
        }
        for need in needs.split_whitespace().filter(|need| !need.contains(['$', '|', '\\'])) {
            self.sheet.refer(line.place(need), Role::Call);
        }
        if !self.targets.is_empty() {
            self.sheet.builder.leave();
        }
    }

    /// Variables, and what `$(call name,…)` calls.
    fn uses(&mut self, line: &Line<'text>, text: &'text str) {
        let target = self.definition.or(self.targets.first().copied());
        if let Some(target) = target {
            self.sheet.builder.enter(target);
        }
        for name in dollar_names(text) {
            let place = line.place(name);
            let behind = &text[(name.as_ptr() as usize - text.as_ptr() as usize) + name.len()..];
            if name == "call" && behind.starts_with(' ') {
                let callee = behind.trim_start();
                let length = callee.find([',', ')']).unwrap_or(0);
                self.sheet.refer(line.place(&callee[..length]), Role::Call);
            } else if !behind.starts_with(' ') {
                self.sheet.refer(place, Role::Read);
            }
        }
        if target.is_some() {
            self.sheet.builder.leave();
        }
    }
}

/// Where the first `:` or `=` outside `$(…)` stands; `?=`, `+=` and `!=` count from
/// their `=`.
fn separator(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth = depth.saturating_sub(1),
            b':' | b'=' if depth == 0 => return Some(at),
            b'#' => return None,
            _ => {}
        }
    }
    None
}
