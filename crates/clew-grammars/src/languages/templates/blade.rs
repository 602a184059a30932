//! `{{ $expression }}`, `@directive(arguments)` and plain PHP.

use clew_model::FileFlags;
use clew_text::TextRange;

use super::{declare_block, import_file, leading_string, page_outline};
use crate::builder::FactsBuilder;
use crate::regions::brackets::is_balanced;
use crate::regions::component::trimmed;
use crate::regions::{Mixed, Pieces, Region, code_language};

/// Longest list of arguments of a directive, in bytes.
const MAX_ARGUMENTS: usize = 4_000;

/// Deepest nesting of loops.
const MAX_LOOPS: usize = 100;

struct Program<'text> {
    text: &'text str,
    pieces: Pieces<'text>,
    loops: usize,
}

pub(super) fn split<'text>(builder: &mut FactsBuilder<'text>) -> Mixed<'text> {
    page_outline(builder);
    let text = builder.text();
    let mut program = Program { text, pieces: Pieces::new(text), loops: 0 };
    program.pieces.glue("<?php function _() {\n");
    let mut at = 0;
    while let Some(found) = memchr::memchr3(b'{', b'@', b'<', &text.as_bytes()[at..]) {
        at = program.step(builder, at + found);
    }
    for _ in 0..=program.loops {
        program.pieces.glue("}\n");
    }
    let region = code_language("php").map(|php| Region::new(php, program.pieces));
    Mixed { regions: region.into_iter().collect(), ..Mixed::default() }
}

impl Program<'_> {
    /// Reads what begins at `at`; gives where to go on.
    fn step(&mut self, builder: &mut FactsBuilder<'_>, at: usize) -> usize {
        let rest = &self.text[at..];
        if rest.starts_with("{{--") {
            return self.behind(builder, at, "--}}");
        }
        for (open, close) in [("{{", "}}"), ("{!!", "!!}")] {
            if rest.starts_with(open) {
                let end = self.behind(builder, at, close);
                let start = at + open.len();
                if end >= start + close.len() && self.text[..end].ends_with(close) {
                    self.expression(TextRange::new(start, end - close.len()));
                }
                return end;
            }
        }
        for (open, close) in [("<?php", "?>"), ("@php", "@endphp")] {
            if rest.starts_with(open) && !rest[open.len()..].starts_with('(') {
                let end = self.behind(builder, at + open.len(), close);
                let code = self.text[at + open.len()..end].trim_end_matches(close);
                let start = at + open.len();
                self.pieces.source(TextRange::new(start, start + code.len()));
                self.pieces.glue(";\n");
                return end;
            }
        }
        if rest.starts_with('@') { self.directive(builder, at) } else { at + 1 }
    }

    fn behind(&self, builder: &mut FactsBuilder<'_>, at: usize, close: &str) -> usize {
        match self.text[at..].find(close) {
            Some(length) => at + length + close.len(),
            None => {
                builder.flag(FileFlags::CUT);
                self.text.len()
            }
        }
    }

    fn expression(&mut self, range: TextRange) {
        let range = trimmed(self.text, range);
        if !range.is_empty() && is_balanced(range.slice(self.text)) {
            self.pieces.glue("(");
            self.pieces.source(range);
            self.pieces.glue(");\n");
        }
    }

    fn directive(&mut self, builder: &mut FactsBuilder<'_>, at: usize) -> usize {
        let rest = &self.text[at + 1..];
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let is_address = self.text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '@');
        if length == 0 || is_address {
            return at + 1;
        }
        let word = &rest[..length];
        if matches!(word, "endforeach" | "endforelse" | "endfor" | "endwhile") && self.loops > 0 {
            self.loops -= 1;
            self.pieces.glue("}\n");
        }
        let behind = at + 1 + length;
        let blank = self.text[behind..].len() - self.text[behind..].trim_start_matches(' ').len();
        let Some(arguments) = self.arguments(behind + blank) else { return behind };
        let end = arguments.end.to_usize() + 1;
        let whole = TextRange::new(at, end);
        match word {
            "foreach" | "forelse" | "for" | "while" if self.loops < MAX_LOOPS => {
                let keyword = if word == "forelse" { "foreach" } else { word };
                self.pieces.glue(keyword);
                self.pieces.glue(" (");
                self.pieces.source(arguments);
                self.pieces.glue(") {\n");
                self.loops += 1;
            }
            "section" | "push" | "stack" | "yield" => {
                if let Some(name) =
                    leading_string(self.text, arguments).filter(|_| word == "section")
                {
                    declare_block(builder, name, whole);
                }
                self.call(arguments);
            }
            "extends" | "include" | "includeIf" | "component" | "each" => {
                if let Some(name) = leading_string(self.text, arguments) {
                    import_file(builder, name, whole);
                }
                self.call(arguments);
            }
            _ => self.call(arguments),
        }
        end
    }

    /// `_(arguments);`
    fn call(&mut self, arguments: TextRange) {
        self.pieces.glue("_(");
        self.pieces.source(arguments);
        self.pieces.glue(");\n");
    }

    /// What stands in the parentheses at `at`.
    fn arguments(&self, at: usize) -> Option<TextRange> {
        let bytes = self.text.as_bytes();
        if bytes.get(at) != Some(&b'(') {
            return None;
        }
        let mut depth = 0_usize;
        let mut quote = None;
        for (length, byte) in bytes[at..].iter().take(MAX_ARGUMENTS).enumerate() {
            match byte {
                byte if quote == Some(*byte) => quote = None,
                _ if quote.is_some() => {}
                b'"' | b'\'' => quote = Some(*byte),
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        let range = TextRange::new(at + 1, at + length);
                        return is_balanced(range.slice(self.text)).then_some(range);
                    }
                }
                _ => {}
            }
        }
        None
    }
}
