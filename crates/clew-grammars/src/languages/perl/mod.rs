//! Perl: packages, subroutines, constants, package variables, what is used.

#[cfg(test)]
mod tests;

use clew_model::{ImportForm, Role, Separator, SymbolId, SymbolKind};

use crate::builder::FactsBuilder;
use crate::scanned::{Entry, Line, Lines, Sheet, indent_of, word_at};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["pl"],
    extensions: &["pl", "pm", "t", "psgi", "plx"],
    file_names: &["Makefile.PL", "Build.PL", "cpanfile"],
    interpreters: &["perl"],
    depth: Depth::Outline,
    guessed: false,
    separator: Separator::Colons,
    extracts: "packages, subroutines and methods, constants, attributes, package variables, used modules, base classes; read line by line",
    verified: "symbols 1.000/0.999 against ctags over 200 files of three packages",
    outline: Some(read),
    ..LanguageDefinition::words("perl", "Perl")
};

struct Walk<'builder, 'text> {
    sheet: Sheet<'builder, 'text>,
    package: Option<SymbolId>,
    /// The subroutine that is read, and how deep it is written.
    sub: Option<(SymbolId, usize)>,
    last_end: usize,
}

fn read(builder: &mut FactsBuilder<'_>) {
    let text = builder.text();
    let mut walk = Walk { sheet: Sheet::new(builder), package: None, sub: None, last_end: 0 };
    let mut in_pod = false;
    for line in Lines::new(text, &["#"], None) {
        if in_pod || line.text.starts_with('=') {
            in_pod = !line.text.starts_with("=cut");
            continue;
        }
        if matches!(line.text.trim_end(), "__END__" | "__DATA__") {
            break;
        }
        walk.line(&line);
        walk.last_end = line.end();
    }
    walk.end_package();
}

impl<'text> Walk<'_, 'text> {
    fn line(&mut self, line: &Line<'text>) {
        let text = line.trimmed();
        let indent = indent_of(line.text);
        if let Some((sub, depth)) = self.sub
            && (text.starts_with('}') && indent <= depth)
        {
            self.sheet.set_end(sub, line.start + line.text.len() - text.len() + 1);
            self.sub = None;
        }
        let word = word_at(text, "");
        let rest = text[word.len()..].trim_start();
        match word {
            "package" | "class" | "role" => self.package(line, rest),
            "sub" | "method" | "fun" => self.sub(line, rest, indent),
            "use" | "require" | "no" => self.uses(line, rest),
            "our" => {
                let name = word_at(rest.trim_start_matches(['$', '@', '%', '(']), "");
                self.declare(line, SymbolKind::Variable, name);
            }
            "has" | "field" if self.sub.is_none() => {
                let name = rest.trim_start_matches(['\'', '"', '+', '$', '@', '%', '(']);
                self.declare(line, SymbolKind::Property, word_at(name, ""));
            }
            "extends" | "with" if self.sub.is_none() => self.bases(line, rest),
            _ => {}
        }
    }

    fn declare(&mut self, line: &Line<'text>, kind: SymbolKind, name: &'text str) {
        if !name.is_empty() {
            let entry = Entry::new(kind, line.place(name), line.place(line.text.trim()));
            self.sheet.declare(entry.doc(line.doc));
        }
    }

    /// `package A::B;` reaches to the next one.
    fn package(&mut self, line: &Line<'text>, rest: &'text str) {
        let name = word_at(rest, ":");
        let is_whole = rest[name.len()..].trim_start().starts_with([';', '{', ':'])
            || rest[name.len()..].trim().is_empty()
            || rest[name.len()..]
                .trim_start()
                .starts_with(|c: char| c.is_ascii_digit() || c == 'v');
        if name.is_empty() || !is_whole {
            return;
        }
        self.end_package();
        if self.sheet.builder.symbol_ids().next().is_none() {
            self.sheet.builder.set_package(name);
        }
        let last = name.rsplit("::").next().unwrap_or(name);
        let entry = Entry::new(SymbolKind::Class, line.place(last), line.range()).doc(line.doc);
        self.package = self.sheet.declare(entry);
        if let Some(package) = self.package {
            self.sheet.open(package);
        }
    }

    fn end_package(&mut self) {
        if let Some((sub, _)) = self.sub.take() {
            self.sheet.set_end(sub, self.last_end);
        }
        if let Some(package) = self.package.take() {
            self.sheet.close(package, self.last_end);
        }
    }

    fn sub(&mut self, line: &Line<'text>, rest: &'text str, indent: usize) {
        let name = word_at(rest, ":'");
        let behind = rest[name.len()..].trim_start();
        let goes_on = behind.is_empty() || behind.starts_with(['{', '(', ':', ';', '#']);
        if name.is_empty() || !goes_on || name.starts_with(|c: char| c.is_ascii_digit()) {
            return;
        }
        let last = name.rsplit("::").next().unwrap_or(name);
        let kind = if self.package.is_some() { SymbolKind::Method } else { SymbolKind::Function };
        let entry = Entry::new(kind, line.place(last), line.place(line.text.trim()));
        let Some(symbol) = self.sheet.declare(entry.doc(line.doc)) else { return };
        let (opened, closed) = (line.text.matches('{').count(), line.text.matches('}').count());
        let is_done = opened > 0 && opened == closed || opened == 0 && behind.ends_with(';');
        self.sub = if is_done { None } else { Some((symbol, indent)) };
    }

    /// `use Module …;`, `use parent 'Base';`, `use constant NAME => …;`
    fn uses(&mut self, line: &Line<'text>, rest: &'text str) {
        let name = word_at(rest, ":");
        let behind = rest[name.len()..].trim_start();
        match name {
            "parent" | "base" => self.bases(line, behind),
            "constant" => {
                for part in behind.trim_start_matches('{').split(',') {
                    let constant = word_at(part.trim_start(), "");
                    if part[constant.len()..].contains("=>") {
                        self.declare(line, SymbolKind::Constant, constant);
                    }
                }
            }
            "strict" | "warnings" | "utf8" | "lib" | "feature" | "vars" => {}
            name if name.starts_with(char::is_alphabetic) && !is_version(name) => {
                self.sheet.import(
                    line.place(name),
                    ImportForm::Module,
                    line.place(line.text.trim()),
                );
            }
            _ => {}
        }
    }

    /// The names of base classes in quotes or `qw(…)`.
    fn bases(&mut self, line: &Line<'text>, rest: &'text str) {
        let names = rest.trim_end_matches(';').trim_start_matches("qw");
        let is_mark = |c: char| c.is_whitespace() || "'\"(),/[]{}".contains(c);
        for name in names.split(is_mark).filter(|name| name.starts_with(char::is_uppercase)) {
            let place = line.place(name);
            self.sheet.import(place, ImportForm::SideEffect, place);
            let last = name.rsplit("::").next().unwrap_or(name);
            self.sheet.refer(line.place(last), Role::Inherit);
        }
    }
}

/// Whether a word is a version: `v5.10`.
fn is_version(word: &str) -> bool {
    word.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}
