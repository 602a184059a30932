//! OCaml: modules, signatures, types with constructors and fields, values, classes.

#[cfg(test)]
mod tests;

use clew_model::{ImportForm, SymbolKind};

use crate::builder::FactsBuilder;
use crate::scanned::{Entry, Indents, Line, Lines, Sheet, indent_of, word_at};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["ml"],
    extensions: &["ml", "mli", "mll", "mly"],
    interpreters: &["ocaml"],
    depth: Depth::Outline,
    guessed: false,
    extracts: "modules, signatures, types with constructors and fields, values and functions, exceptions, classes with methods, opened modules; read line by line",
    outline: Some(read),
    ..LanguageDefinition::words("ocaml", "OCaml")
};

struct Walk<'builder, 'text> {
    sheet: Sheet<'builder, 'text>,
    indents: Indents,
    /// What `and` goes on with.
    last: SymbolKind,
    /// Whether the lines belong to a type.
    in_type: bool,
}

fn read(builder: &mut FactsBuilder<'_>) {
    let text = builder.text();
    let indents = Indents::default();
    let last = SymbolKind::Function;
    let mut walk = Walk { sheet: Sheet::new(builder), indents, last, in_type: false };
    let mut comment = 0_usize;
    let mut doc = None;
    for line in Lines::new(text, &[], None) {
        let was_comment = comment > 0;
        comment = comment_depth(line.text, comment);
        if was_comment || line.trimmed().starts_with("(*") {
            let start = doc.map_or(line.start, |doc: clew_text::TextRange| doc.start.to_usize());
            doc = Some(clew_text::TextRange::new(start, line.end()));
            continue;
        }
        walk.line(&Line { doc, ..line });
        doc = None;
        walk.indents.reach(line.end());
    }
    walk.indents.finish(&mut walk.sheet);
}

fn comment_depth(line: &str, mut depth: usize) -> usize {
    for pair in line.as_bytes().windows(2) {
        match pair {
            b"(*" => depth += 1,
            b"*)" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth
}

impl<'text> Walk<'_, 'text> {
    fn line(&mut self, line: &Line<'text>) {
        let indent = indent_of(line.text);
        let text = line.trimmed();
        let word = word_at(text, "");
        let rest = text[word.len()..].trim_start();
        // What stands deeper than the items of the innermost module is an expression.
        let (kind, rest) = match word {
            "let" => (SymbolKind::Function, rest),
            "external" | "val" => (SymbolKind::Function, rest),
            "type" => (SymbolKind::Type, rest),
            "exception" => (SymbolKind::Class, rest),
            "module" if rest.starts_with("type ") => (SymbolKind::Interface, &rest[5..]),
            "module" => (SymbolKind::Module, rest),
            "class" => (SymbolKind::Class, rest),
            "method" | "inherit" => (SymbolKind::Method, rest),
            "and" => (self.last, rest),
            "open" | "include" => {
                let name = word_at(rest.trim_start_matches('!').trim_start(), ".'");
                if name.starts_with(char::is_uppercase) {
                    self.sheet.import(line.place(name), ImportForm::Glob, line.place(text));
                }
                return;
            }
            "end" => return self.indents.close_to(&mut self.sheet, indent + 1),
            _ if self.in_type => return self.of_type(line, text),
            _ => return,
        };
        if self.is_local(indent, text, word) {
            return;
        }
        self.declare(line, kind, rest, indent, word);
    }

    /// Whether a `let` stands inside a value: that holds it, or `in` follows.
    fn is_local(&mut self, indent: usize, text: &str, word: &str) -> bool {
        let in_value = self.indents.indent().is_some_and(|open| open < indent)
            && self.indents.innermost().and_then(|id| self.sheet.builder.symbol(id)).is_some_and(
                |open| {
                    matches!(open.kind, SymbolKind::Function | SymbolKind::Variable)
                        || open.kind == SymbolKind::Method
                },
            );
        let is_expression = word == "let" && (text.ends_with(" in") || text.contains(" in "));
        in_value || indent > 0 && (self.indents.depth() == 0 || is_expression)
    }

    fn declare(
        &mut self,
        line: &Line<'text>,
        kind: SymbolKind,
        rest: &'text str,
        indent: usize,
        word: &str,
    ) {
        let words = ["rec ", "nonrec ", "virtual ", "private ", "mutable ", "%expect_test "];
        let mut rest = rest.trim_start_matches('!').trim_start();
        for skipped in words {
            rest = rest.strip_prefix(skipped).unwrap_or(rest).trim_start();
        }
        if kind == SymbolKind::Type || word == "class" {
            rest = without_parameters(rest);
        }
        let (name, kind) = match rest.strip_prefix('(') {
            Some(operator) => {
                let name = operator.split(')').next().unwrap_or("").trim();
                let is_operator = !name.contains(|c: char| c.is_alphanumeric() || c == '_');
                (if is_operator { name } else { "" }, SymbolKind::Operator)
            }
            None => (word_at(rest, "'"), kind),
        };
        self.last = if kind == SymbolKind::Operator { SymbolKind::Function } else { kind };
        self.in_type = kind == SymbolKind::Type;
        let behind = &rest[name.len().min(rest.len())..];
        let is_name = name.starts_with(|c: char| c.is_alphabetic())
            || name.len() > 1 && name.starts_with('_')
            || kind == SymbolKind::Operator && !name.is_empty();
        if !is_name || matches!(name, "rec" | "open" | "exception") {
            return self.indents.close_to(&mut self.sheet, indent);
        }
        let is_value = kind == SymbolKind::Function && is_plain_value(word, behind);
        let kind = if is_value { SymbolKind::Variable } else { kind };
        let entry = Entry::new(kind, line.place(name), line.place(line.text.trim())).doc(line.doc);
        self.indents.declare(&mut self.sheet, entry, indent);
        self.indents.reach(line.end());
        if self.in_type
            && let Some((_, body)) = behind.split_once('=')
        {
            self.of_type(line, body);
        }
    }

    /// Constructors behind `|` and fields before `:`.
    fn of_type(&mut self, line: &Line<'text>, text: &'text str) {
        let body = text.trim_start_matches(['=', ' ']);
        let opens_record = body.starts_with('{') || text.contains("{ ");
        for part in body.split('|').take(64) {
            let name = word_at(part.trim_start(), "'");
            let is_start = text.trim_start().starts_with('|') || text.len() != line.trimmed().len();
            if name.starts_with(char::is_uppercase)
                && is_start
                && !part.trim_start()[name.len()..].starts_with('.')
            {
                self.member(line, SymbolKind::EnumMember, name);
            }
        }
        let is_field = opens_record || text.trim_end().ends_with(';') || text.contains(';');
        if is_field || body.contains(" : ") && !body.starts_with('|') {
            for part in body.trim_start_matches('{').split(';').take(64) {
                let part = part.trim_start().trim_start_matches('{').trim_start();
                let part = part.strip_prefix("mutable ").unwrap_or(part).trim_start();
                let name = word_at(part, "'");
                if name.starts_with(|c: char| c.is_lowercase() || c == '_')
                    && part[name.len()..].trim_start().starts_with(':')
                {
                    self.member(line, SymbolKind::Field, name);
                }
            }
        }
    }

    fn member(&mut self, line: &Line<'text>, kind: SymbolKind, name: &'text str) {
        let entry = Entry::new(kind, line.place(name), line.place(line.text.trim()));
        self.sheet.declare(entry.doc(line.doc));
    }
}

/// Whether what stands behind a name gives it no parameters.
fn is_plain_value(word: &str, behind: &str) -> bool {
    let behind = behind.trim_start();
    match word {
        "val" | "external" => !behind.contains("->"),
        _ => {
            let is_function = behind.contains("fun ") || behind.contains("function");
            (behind.starts_with('=') || behind.starts_with(':')) && !is_function
        }
    }
}

/// A type's head without its parameters: `('a, 'b) t`, `'a t`, `+'a t`.
fn without_parameters(rest: &str) -> &str {
    let rest = rest.trim_start_matches(['+', '-', '!']);
    if let Some(inside) = rest.strip_prefix('(').or_else(|| rest.strip_prefix('[')) {
        return inside.split_once([')', ']']).map_or("", |(_, rest)| rest.trim_start());
    }
    match rest.strip_prefix('\'') {
        Some(variable) => variable[word_at(variable, "").len()..].trim_start(),
        None => rest.strip_prefix("_ ").unwrap_or(rest),
    }
}
