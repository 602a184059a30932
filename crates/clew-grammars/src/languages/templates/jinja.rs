//! `{{ expression|filter }}` and `{% statement %}`, as Python.

use clew_model::FileFlags;
use clew_text::TextRange;

use super::{declare_block, import_file, leading_string, page_outline};
use crate::builder::FactsBuilder;
use crate::regions::brackets::{is_balanced, is_name};
use crate::regions::component::{split_at_word, trimmed};
use crate::regions::{Manner, Mixed, Pieces, Region, code_language};

/// Deepest nesting of loops and macros.
const MAX_BLOCKS: usize = 100;

struct Program<'text> {
    text: &'text str,
    pieces: Pieces<'text>,
    /// The words that end what is open.
    open: Vec<&'static str>,
}

pub(super) fn split<'text>(builder: &mut FactsBuilder<'text>) -> Mixed<'text> {
    page_outline(builder);
    let text = builder.text();
    let mut program = Program { text, pieces: Pieces::new(text), open: Vec::new() };
    program.pieces.glue("def _():\n pass\n");
    let mut at = 0;
    let mut raw_until: Option<&str> = None;
    while let Some(found) = memchr::memchr(b'{', &text.as_bytes()[at..]) {
        let start = at + found;
        let close = match text.as_bytes().get(start + 1) {
            Some(b'{') => "}}",
            Some(b'%') => "%}",
            Some(b'#') => "#}",
            _ => {
                at = start + 1;
                continue;
            }
        };
        let Some(length) = text[start + 2..].find(close) else {
            builder.flag(FileFlags::CUT);
            break;
        };
        let end = start + 2 + length;
        at = end + 2;
        let is_control = |c: char| matches!(c, '-' | '+' | '~') || c.is_whitespace();
        let inside = &text[start + 2..end];
        let lead = inside.len() - inside.trim_start_matches(is_control).len();
        let code = inside[lead..].trim_end_matches(is_control);
        let range = TextRange::new(start + 2 + lead, start + 2 + lead + code.len());
        if let Some(word) = raw_until {
            if close == "%}" && code.trim() == word {
                raw_until = None;
            }
            continue;
        }
        match close {
            "}}" => program.value(range),
            "%}" => match code.split_whitespace().next() {
                Some("raw") => raw_until = Some("endraw"),
                Some("verbatim") => raw_until = Some("endverbatim"),
                Some(word) => program.statement(builder, word, range, TextRange::new(start, at)),
                None => {}
            },
            _ => {}
        }
    }
    let region = code_language("python").map(|python| Region::new(python, program.pieces));
    Mixed { regions: region.into_iter().collect(), ..Mixed::default() }
}

impl Program<'_> {
    fn indent(&mut self) {
        self.pieces.glue(&" ".repeat(self.open.len() + 1));
    }

    /// `expression|filter(argument)|filter:argument`
    fn value(&mut self, range: TextRange) {
        let mut parts = parts_at_bars(self.text, range).into_iter();
        if let Some(value) = parts.next() {
            self.expression(value);
        }
        for part in parts {
            let slice = part.slice(self.text);
            let end = slice.find(|c: char| !(c.is_alphanumeric() || c == '_'));
            let name = &slice[..end.unwrap_or(slice.len())];
            let start = part.start.to_usize();
            if is_name(name) {
                self.indent();
                let place = TextRange::new(start, start + name.len());
                self.pieces.renamed(name, place, Manner::Tag);
                self.pieces.glue("()\n");
            }
            let rest = slice[name.len()..].trim_start_matches(':');
            let from = part.end.to_usize() - rest.len();
            self.expression(TextRange::new(from, part.end.to_usize()));
        }
    }

    fn expression(&mut self, range: TextRange) {
        let range = trimmed(self.text, range);
        let code = range.slice(self.text);
        if code.is_empty() || !is_balanced(code) || code.contains('\n') && code.contains('#') {
            return;
        }
        self.indent();
        self.pieces.glue("(");
        self.code(range);
        self.pieces.glue(")\n");
    }

    /// `~` joins texts, which Python writes otherwise.
    fn code(&mut self, range: TextRange) {
        let start = range.start.to_usize();
        let mut from = 0;
        let code = range.slice(self.text);
        for (at, _) in code.match_indices(" ~ ") {
            self.pieces.source(TextRange::new(start + from, start + at + 1));
            self.pieces.glue("+");
            from = at + 2;
        }
        self.pieces.source(TextRange::new(start + from, range.end.to_usize()));
    }

    fn statement(
        &mut self,
        builder: &mut FactsBuilder<'_>,
        word: &str,
        range: TextRange,
        whole: TextRange,
    ) {
        let rest = TextRange::new(range.start.to_usize() + word.len(), range.end.to_usize());
        let rest = trimmed(self.text, rest);
        match word {
            "if" | "elif" | "elsif" | "elseif" | "do" => self.value(rest),
            "for" => self.for_loop(rest),
            "set" => self.assignment(rest),
            "with" => self.with(rest),
            "macro" => self.macro_definition(rest),
            "endfor" | "endmacro" if self.open.last() == Some(&word) => {
                self.open.pop();
            }
            "block" => {
                let slice = rest.slice(self.text);
                let length = slice.find(|c: char| c.is_whitespace()).unwrap_or(slice.len());
                let start = rest.start.to_usize();
                declare_block(builder, TextRange::new(start, start + length), whole);
            }
            "extends" | "include" | "import" | "from" | "embed" => {
                if let Some(name) = leading_string(self.text, rest) {
                    import_file(builder, name, whole);
                }
            }
            _ => {}
        }
    }

    fn open(&mut self, end: &'static str) {
        if self.open.len() < MAX_BLOCKS {
            self.open.push(end);
        }
        self.indent();
        self.pieces.glue("pass\n");
    }

    fn for_loop(&mut self, rest: TextRange) {
        let Some((names, list)) = split_at_word(self.text, rest, &["in"]) else { return };
        let (list, condition) = match split_at_word(self.text, list, &["if"]) {
            Some((list, condition)) => (list, Some(condition)),
            None => (list, None),
        };
        let list = parts_at_bars(self.text, list).first().copied().unwrap_or(list);
        let is_plain = |range: TextRange| {
            let slice = range.slice(self.text);
            !slice.is_empty() && is_balanced(slice) && !slice.contains(['\n', ':'])
        };
        if !is_plain(names) || !is_plain(list) || self.open.len() >= MAX_BLOCKS {
            return;
        }
        self.indent();
        self.pieces.glue("for ");
        self.pieces.source(names);
        self.pieces.glue(" in (");
        self.code(list);
        self.pieces.glue("):\n");
        self.open("endfor");
        if let Some(condition) = condition {
            self.value(condition);
        }
    }

    fn assignment(&mut self, rest: TextRange) {
        let slice = rest.slice(self.text);
        let equals = slice.find('=').unwrap_or(slice.len());
        let names = slice[..equals].trim_end();
        if !names.split(',').all(|name| is_name(name.trim())) {
            return;
        }
        let start = rest.start.to_usize();
        self.indent();
        self.pieces.source(TextRange::new(start, start + names.len()));
        self.pieces.glue(" = 0\n");
        if equals < slice.len() {
            self.value(TextRange::new(start + equals + 1, rest.end.to_usize()));
        }
    }

    /// `with name = value` and `with value as name`
    fn with(&mut self, rest: TextRange) {
        match split_at_word(self.text, rest, &["as"]) {
            Some((value, name)) => {
                self.value(value);
                self.assignment(name);
            }
            None => self.assignment(rest),
        }
    }

    fn macro_definition(&mut self, rest: TextRange) {
        let slice = rest.slice(self.text);
        let name = slice.split('(').next().unwrap_or("");
        if !is_name(name) || !slice.ends_with(')') || !is_balanced(slice) || slice.contains('\n') {
            return;
        }
        if self.open.len() < MAX_BLOCKS {
            self.indent();
            self.pieces.glue("def ");
            self.pieces.source(rest);
            self.pieces.glue(":\n");
            self.open("endmacro");
        }
    }
}

/// The parts of a range between bars that stand in no brackets or quotes.
fn parts_at_bars(text: &str, range: TextRange) -> Vec<TextRange> {
    let start = range.start.to_usize();
    let (mut parts, mut depth, mut from) = (Vec::new(), 0_usize, start);
    let mut quote = None;
    for (at, byte) in range.slice(text).bytes().enumerate() {
        match byte {
            byte if quote == Some(byte) => quote = None,
            _ if quote.is_some() => {}
            b'"' | b'\'' => quote = Some(byte),
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'|' if depth == 0 => {
                parts.push(trimmed(text, TextRange::new(from, start + at)));
                from = start + at + 1;
            }
            _ => {}
        }
    }
    parts.push(trimmed(text, TextRange::new(from, range.end.to_usize())));
    parts
}
