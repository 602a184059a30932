//! Objective-C: interfaces, protocols, methods, properties, functions, imports.

#[cfg(test)]
mod tests;

use clew_model::{
    HeritageKind, HeritageSubject, ImportForm, Role, SymbolFlags, SymbolId, SymbolKind,
};

use crate::builder::FactsBuilder;
use crate::scanned::{Entry, Line, Lines, Sheet, word_at};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["objc", "objectivec", "obj-c", "objective-cpp"],
    extensions: &["m", "mm"],
    depth: Depth::Outline,
    guessed: false,
    extracts: "interfaces, categories, protocols, methods by their selectors, properties, enums, functions, macros, imports, bases; read line by line",
    outline: Some(read),
    ..LanguageDefinition::words("objective-c", "Objective-C")
};

/// Whether a text that may be C or something else is Objective-C.
pub(crate) fn looks_like_objc(text: &str) -> bool {
    text.lines().take(2_000).any(|line| {
        ["@interface ", "@implementation ", "@protocol ", "@import ", "#import ", "@class "]
            .iter()
            .any(|mark| line.starts_with(mark))
    })
}

struct Walk<'builder, 'text> {
    sheet: Sheet<'builder, 'text>,
    class: Option<SymbolId>,
    /// The method or function whose body is read.
    body: Option<SymbolId>,
    in_comment: bool,
    is_interface: bool,
    last_end: usize,
}

fn read(builder: &mut FactsBuilder<'_>) {
    let text = builder.text();
    let mut walk = Walk {
        sheet: Sheet::new(builder),
        class: None,
        body: None,
        in_comment: false,
        is_interface: false,
        last_end: 0,
    };
    for line in Lines::new(text, &["//"], Some('\\')) {
        let starts_comment = line.trimmed().starts_with("/*");
        if walk.in_comment || starts_comment {
            walk.in_comment = !line.text.contains("*/");
            continue;
        }
        walk.line(&line);
        walk.last_end = line.end();
    }
    walk.end_class();
}

impl<'text> Walk<'_, 'text> {
    fn line(&mut self, line: &Line<'text>) {
        if line.text.starts_with('}') {
            if let Some(body) = self.body.take() {
                self.sheet.set_end(body, line.start + 1);
            }
            return;
        }
        let text = line.text;
        if let Some(rest) = text.strip_prefix('@') {
            let word = word_at(rest, "");
            return self.directive(line, word, rest[word.len()..].trim_start());
        }
        if let Some(rest) = text.strip_prefix('#') {
            return self.preprocessor(line, rest.trim_start());
        }
        match text.as_bytes().first() {
            Some(b'-' | b'+') if self.class.is_some() => self.method(line, text),
            Some(b' ' | b'\t' | b'{') | None => {}
            _ => self.function(line, text),
        }
    }

    fn directive(&mut self, line: &Line<'text>, word: &str, rest: &'text str) {
        match word {
            "interface" | "implementation" | "protocol" => {
                let name = word_at(rest, "");
                if word == "protocol" && rest[name.len()..].trim_start().starts_with([';', ',']) {
                    return;
                }
                self.class(line, word, name, rest);
            }
            "end" => {
                self.last_end = line.end();
                self.end_class();
            }
            "property" => {
                let name = rest.trim_end().trim_end_matches(';').trim_end();
                let name = name.split(" __attribute__").next().unwrap_or(name);
                let name = name.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next();
                let entry =
                    |name| Entry::member(SymbolKind::Property, line.place(name), line.range());
                if let Some(name) = name.filter(|name| !name.is_empty()) {
                    self.sheet.declare(entry(name).doc(line.doc));
                }
            }
            "import" => {
                let name = word_at(rest, ".");
                self.sheet.import(line.place(name), ImportForm::Module, line.range());
            }
            _ => {}
        }
    }

    fn class(&mut self, line: &Line<'text>, word: &str, name: &'text str, rest: &'text str) {
        self.end_class();
        self.is_interface = word != "implementation";
        let kind = if word == "protocol" { SymbolKind::Interface } else { SymbolKind::Class };
        let mut entry = Entry::new(kind, line.place(name), line.range()).doc(line.doc);
        if word == "interface" {
            entry.flags = SymbolFlags::DECLARATION;
        }
        self.class = self.sheet.declare(entry);
        let Some(class) = self.class else { return };
        self.sheet.open(class);
        let behind = &rest[name.len()..];
        let base = behind.trim_start().strip_prefix(':').map(|base| word_at(base.trim_start(), ""));
        if let Some(base) = base {
            self.base(line, class, base, HeritageKind::Extends);
        }
        let protocols = behind.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
        for protocol in protocols.map_or("", |(names, _)| names).split(',').map(str::trim) {
            self.base(line, class, word_at(protocol, ""), HeritageKind::Implements);
        }
    }

    fn base(&mut self, line: &Line<'text>, class: SymbolId, name: &'text str, kind: HeritageKind) {
        if name.is_empty() {
            return;
        }
        if let Some(occurrence) = self.sheet.refer(line.place(name), Role::Inherit) {
            let base = self.sheet.builder.occurrence_expression(occurrence);
            self.sheet.builder.heritage(HeritageSubject::Symbol(class), base, kind);
        }
    }

    fn end_class(&mut self) {
        if let Some(body) = self.body.take() {
            self.sheet.set_end(body, self.last_end);
        }
        if let Some(class) = self.class.take() {
            self.sheet.close(class, self.last_end);
        }
    }

    /// `- (Type)name:(Type)a other:(Type)b` is named `name:other:`.
    fn method(&mut self, line: &Line<'text>, text: &'text str) {
        let head = text.split('{').next().unwrap_or(text).trim_end().trim_end_matches(';');
        let Some((selector, place)) = selector(head) else { return };
        let range = line.place(text.trim_end());
        let mut entry = Entry::member(SymbolKind::Method, line.place(place), range).doc(line.doc);
        if self.is_interface {
            entry.flags.set(SymbolFlags::DECLARATION);
        }
        if text.starts_with('+') {
            entry.flags.set(SymbolFlags::STATIC);
        }
        let symbol = self.sheet.declare_named(entry, &selector);
        self.body = symbol.filter(|_| !self.is_interface && !text.trim_end().ends_with('}'));
    }

    fn preprocessor(&mut self, line: &Line<'text>, rest: &'text str) {
        let word = word_at(rest, "");
        let rest = rest[word.len()..].trim_start();
        match word {
            "import" | "include" => {
                let path = rest.trim_start_matches(['<', '"']);
                let path = path.split(['>', '"']).next().unwrap_or(path);
                self.sheet.import(line.place(path), ImportForm::Glob, line.range());
            }
            "define" => {
                let entry =
                    Entry::new(SymbolKind::Macro, line.place(word_at(rest, "")), line.range());
                self.sheet.declare(entry.doc(line.doc));
            }
            _ => {}
        }
    }

    /// `Type name(…) {` at the start of a line, and enums by macro.
    fn function(&mut self, line: &Line<'text>, text: &'text str) {
        if text.starts_with("typedef NS_") {
            let inside = text.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
            let name =
                inside.map_or("", |(names, _)| names).rsplit(',').next().unwrap_or("").trim();
            let entry = Entry::new(SymbolKind::Enum, line.place(name), line.range()).doc(line.doc);
            self.body = self.sheet.declare(entry);
            return;
        }
        let Some(open) = text.find('(') else { return };
        let before = text[..open].trim_end();
        let name = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
        let has_type = before.len() > name.len() && !before.contains(['=', ';', '"', '(', '[']);
        let is_definition = text.trim_end().ends_with('{') || text.trim_end().ends_with(')');
        if name.is_empty() || !has_type || !is_definition || text.starts_with("typedef") {
            return;
        }
        let entry = Entry::new(SymbolKind::Function, line.place(name), line.range()).doc(line.doc);
        self.body = self.sheet.declare(entry);
    }
}

/// The selector of a method's head, and the text of its first part.
fn selector(head: &str) -> Option<(String, &str)> {
    let rest = head[1..].trim_start();
    let rest = match rest.strip_prefix('(') {
        Some(_) => skip_brackets(rest)?.trim_start(),
        None => rest,
    };
    let first = word_at(rest, "");
    if first.is_empty() {
        return None;
    }
    let mut selector = first.to_string();
    let mut rest = &rest[first.len()..];
    for _ in 0..32 {
        let Some(behind) = rest.trim_start().strip_prefix(':') else { break };
        selector.push(':');
        let behind = behind.trim_start();
        let behind = if behind.starts_with('(') { skip_brackets(behind)? } else { behind };
        let argument = word_at(behind.trim_start(), "");
        let after = behind.trim_start()[argument.len()..].trim_start();
        let part = word_at(after, "");
        if !after[part.len()..].trim_start().starts_with(':') {
            break;
        }
        selector.push_str(part);
        rest = &after[part.len()..];
    }
    Some((selector, first))
}

/// What stands behind the brackets that a text starts with.
fn skip_brackets(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some(&text[at + 1..]);
        }
    }
    None
}
