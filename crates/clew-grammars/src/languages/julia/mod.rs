//! Julia: modules, types with fields, functions, macros, constants, what is used.

#[cfg(test)]
mod tests;

use clew_model::{ImportForm, Role, SymbolId, SymbolKind};
use clew_text::TextRange;

use crate::builder::FactsBuilder;
use crate::scanned::{Entry, Indents, Line, Lines, Sheet, indent_of, word_at};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["jl"],
    extensions: &["jl"],
    interpreters: &["julia"],
    extractor_version: 2,
    depth: Depth::Outline,
    guessed: false,
    extracts: "modules, structs with fields, abstract types, functions in both forms, macros, constants, enums, used and included files; read line by line",
    outline: Some(read),
    ..LanguageDefinition::words("julia", "Julia")
};

struct Walk<'builder, 'text> {
    sheet: Sheet<'builder, 'text>,
    indents: Indents,
    in_struct: bool,
    /// Modules, whose content need not be written deeper, with blocks open in each.
    modules: Vec<(SymbolId, usize)>,
}

fn read(builder: &mut FactsBuilder<'_>) {
    let text = builder.text();
    let indents = Indents::default();
    let (in_struct, modules) = (false, Vec::new());
    let mut walk = Walk { sheet: Sheet::new(builder), indents, in_struct, modules };
    let mut quoted: Option<usize> = None;
    let mut doc: Option<TextRange> = None;
    let mut block_comment = false;
    for line in Lines::new(text, &["# ", "##"], None) {
        let trimmed = line.trimmed();
        if block_comment || trimmed.starts_with("#=") {
            block_comment = !trimmed.contains("=#");
            continue;
        }
        let marks = line.text.matches("\"\"\"").count();
        if let Some(start) = quoted {
            if marks % 2 == 1 {
                doc = Some(TextRange::new(start, line.end()));
                quoted = None;
            }
            continue;
        }
        if marks % 2 == 1 {
            quoted = Some(line.start + line.text.len() - trimmed.len());
            if trimmed.starts_with("\"\"\"") {
                continue;
            }
        } else if marks > 0 && trimmed.starts_with("\"\"\"") {
            doc = Some(line.place(trimmed));
            continue;
        }
        walk.line(&Line { doc: doc.take().or(line.doc), ..line });
        walk.indents.reach(line.end());
    }
    walk.indents.close_to(&mut walk.sheet, 0);
    while let Some((module, _)) = walk.modules.pop() {
        walk.sheet.close(module, text.len());
    }
}

impl<'text> Walk<'_, 'text> {
    fn line(&mut self, line: &Line<'text>) {
        let indent = indent_of(line.text);
        let mut text = line.trimmed();
        while let Some(rest) = text.strip_prefix('@') {
            let word = word_at(rest, ".!");
            if word == "enum" {
                return self.enumeration(line, rest[word.len()..].trim_start(), indent);
            }
            let after = rest[word.len()..].trim_start();
            if after.is_empty() || after.starts_with('(') || after.len() == text.len() {
                return;
            }
            text = after;
        }
        let word = word_at(text, "!");
        let rest = text[word.len()..].trim_start();
        let is_word = text[word.len()..].starts_with(char::is_whitespace);
        match word {
            "end" => self.end(line, indent),
            "module" | "baremodule" if is_word => self.module(line, word_at(rest, "!")),
            "if" | "for" | "while" | "begin" | "let" | "try" | "quote"
                if !self.is_local(indent) =>
            {
                if let Some((_, blocks)) =
                    self.modules.last_mut().filter(|_| !text.ends_with(" end"))
                {
                    *blocks += 1;
                }
            }
            "function" if is_word => self.function(line, rest, SymbolKind::Function, indent),
            "macro" if is_word => self.function(line, rest, SymbolKind::Macro, indent),
            "struct" if is_word => self.structure(line, rest, indent),
            "mutable" if rest.starts_with("struct ") => self.structure(line, &rest[7..], indent),
            "abstract" | "primitive" if rest.starts_with("type ") => {
                self.type_(line, rest[5..].trim_start(), SymbolKind::Interface, indent);
                self.indents.reach(line.end());
                self.indents.close_to(&mut self.sheet, indent);
            }
            "const" if is_word => self.value(line, rest, SymbolKind::Constant),
            "using" | "import" if is_word => self.uses(line, rest),
            "include" => self.include(line, rest),
            _ if self.in_struct => self.field(line, text, word),
            _ => self.short_function(line, text, indent),
        }
    }

    fn open(&mut self, line: &Line<'text>, kind: SymbolKind, name: &'text str, indent: usize) {
        if !name.is_empty() {
            let entry = Entry::new(kind, line.place(name), line.place(line.text.trim()));
            self.indents.declare(&mut self.sheet, entry.doc(line.doc), indent);
            self.indents.reach(line.end());
        }
    }

    fn module(&mut self, line: &Line<'text>, name: &'text str) {
        self.indents.close_to(&mut self.sheet, 0);
        if self.modules.is_empty() {
            self.sheet.builder.set_package(name);
        }
        let entry = Entry::new(SymbolKind::Module, line.place(name), line.range()).doc(line.doc);
        if let Some(symbol) = self.sheet.declare(entry) {
            self.sheet.open(symbol);
            self.modules.push((symbol, 0));
        }
    }

    /// `end` of what is written as deep, else of a block, else of the module.
    fn end(&mut self, line: &Line<'text>, indent: usize) {
        if self.indents.indent().is_some_and(|open| open >= indent) {
            self.indents.reach(line.end());
            self.indents.close_to(&mut self.sheet, indent);
            self.in_struct = false;
        } else if !self.is_local(indent) {
            match self.modules.last_mut() {
                Some((_, blocks)) if *blocks > 0 => *blocks -= 1,
                _ => {
                    if let Some((module, _)) = self.modules.pop() {
                        self.sheet.close(module, line.end());
                    }
                }
            }
        }
    }

    /// Whether a line stands in the body of a function.
    fn is_local(&self, indent: usize) -> bool {
        self.indents.indent().is_some_and(|open| open < indent)
            && self
                .indents
                .innermost()
                .and_then(|id| self.sheet.builder.symbol(id))
                .is_some_and(|open| matches!(open.kind, SymbolKind::Function | SymbolKind::Macro))
    }

    /// `function Base.name(…)`; the last part is the name.
    fn function(&mut self, line: &Line<'text>, rest: &'text str, kind: SymbolKind, indent: usize) {
        let name = function_name(rest);
        if name.is_empty() || self.is_local(indent) {
            return;
        }
        self.open(line, kind, name, indent);
        let closes_here = line.text.trim_end().ends_with(" end");
        if closes_here {
            self.indents.close_to(&mut self.sheet, indent);
        }
    }

    fn structure(&mut self, line: &Line<'text>, rest: &'text str, indent: usize) {
        self.type_(line, rest.trim_start(), SymbolKind::Struct, indent);
        self.in_struct = !line.text.trim_end().ends_with("end");
        if !self.in_struct {
            self.indents.close_to(&mut self.sheet, indent);
        }
    }

    /// `Name{T} <: Base`
    fn type_(&mut self, line: &Line<'text>, rest: &'text str, kind: SymbolKind, indent: usize) {
        self.open(line, kind, word_at(rest, ""), indent);
        let head = rest.split('}').next_back().unwrap_or(rest);
        let bases = if rest.contains('{') && !head.contains("<:") { rest } else { head };
        if let Some((_, base)) = bases.rsplit_once("<:") {
            let path = word_at(base.trim_start(), ".");
            let last = path.rsplit('.').next().unwrap_or(path);
            self.sheet.refer(line.place(last), Role::Inherit);
        }
    }

    /// `name::Type` in a struct.
    fn field(&mut self, line: &Line<'text>, text: &'text str, word: &'text str) {
        let text = text.strip_prefix("const ").unwrap_or(text);
        let name = if text.starts_with(word) { word } else { word_at(text, "!") };
        let behind = text[name.len()..].trim_start();
        let is_field =
            behind.is_empty() || behind.starts_with("::") || behind.starts_with(['#', '=']);
        if is_field && !name.is_empty() && name != "end" {
            let entry = Entry::member(SymbolKind::Field, line.place(name), line.place(text));
            self.sheet.declare(entry.doc(line.doc));
        } else {
            self.short_function(line, text, indent_of(line.text));
        }
    }

    fn value(&mut self, line: &Line<'text>, rest: &'text str, kind: SymbolKind) {
        let name = word_at(rest, "!");
        if rest[name.len()..].trim_start().starts_with(['=', ':']) && !name.is_empty() {
            let entry = Entry::new(kind, line.place(name), line.place(line.text.trim()));
            self.sheet.declare(entry.doc(line.doc));
        }
    }

    fn enumeration(&mut self, line: &Line<'text>, rest: &'text str, indent: usize) {
        let name = word_at(rest, "");
        self.open(line, SymbolKind::Enum, name, indent);
        for member in rest.split_whitespace().skip(1).map(|word| word_at(word, "")) {
            if !matches!(member, "" | "begin" | "end") {
                let entry =
                    Entry::new(SymbolKind::EnumMember, line.place(member), line.place(member));
                self.sheet.declare(entry);
            }
        }
    }

    /// `name(…) = expression` at the start of a line that is in no function.
    fn short_function(&mut self, line: &Line<'text>, text: &'text str, indent: usize) {
        let name = function_name(text);
        let starts = text.find('(').filter(|_| !name.is_empty() && !self.is_local(indent));
        let Some(open) = starts else { return };
        let Some(close) = closing(&text[open..]) else { return };
        let mut behind = text[open + close..].trim_start();
        if let Some(written) = behind.strip_prefix("::") {
            behind = written[word_at(written, ".{}, ").len()..].trim_start();
        }
        if let Some(bounds) = behind.strip_prefix("where ") {
            behind = bounds.find('=').map_or("", |at| &bounds[at..]);
        }
        if behind.starts_with('=') && !behind.starts_with("==") {
            self.open(line, SymbolKind::Function, name, indent);
            if !behind.trim_end().ends_with(['=', '(']) && !behind.contains("begin") {
                self.indents.close_to(&mut self.sheet, indent);
            }
        }
    }

    /// `using A, B.C: d`, `import A as B`
    fn uses(&mut self, line: &Line<'text>, rest: &'text str) {
        let modules = rest.split(": ").next().unwrap_or(rest);
        for module in modules.split(',').map(str::trim) {
            let name = word_at(module, ".!");
            if !name.is_empty() {
                self.sheet.import(
                    line.place(name),
                    ImportForm::Module,
                    line.place(line.text.trim()),
                );
            }
        }
    }

    fn include(&mut self, line: &Line<'text>, rest: &'text str) {
        let path = rest.trim_start_matches(['(', ' ']).strip_prefix('"');
        if let Some((path, _)) = path.and_then(|path| path.split_once('"')) {
            self.sheet.import(line.place(path), ImportForm::Glob, line.place(line.text.trim()));
        }
    }
}

/// The last part of the name before the parameters of a function.
fn function_name(text: &str) -> &str {
    let path = word_at(text, ".!");
    let behind = text[path.len()..].trim_start();
    let goes_on = behind.is_empty() || behind.starts_with(['(', '{']) || behind.starts_with("end");
    let last = path.rsplit('.').next().unwrap_or(path);
    let is_word = ["if", "for", "while", "return", "elseif", "let", "begin", "quote", "try"];
    if goes_on && !is_word.contains(&last) { last } else { "" }
}

/// The end of the brackets that a text starts with.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}
