//! A component's script and template as one program: expressions of the template
//! become statements behind the script, in blocks where the template declares names.

use clew_text::TextRange;

use super::brackets::{is_balanced, is_name};
use super::elements::{is_html, is_void};
use super::markup::Tag;
use super::{Manner, Pieces, Region, code_language};
use crate::LanguageDefinition;

/// Deepest nesting of scopes that a template may open.
const MAX_SCOPES: usize = 200;

/// How many open elements are looked at to find the one that a tag closes.
const MAX_LOOK: usize = 64;

/// What is open in a template.
struct Frame<'text> {
    name: &'text str,
    scopes: usize,
}

/// The program being put together.
pub(crate) struct Component<'text> {
    text: &'text str,
    pieces: Pieces<'text>,
    frames: Vec<Frame<'text>>,
    scopes: usize,
}

impl<'text> Component<'text> {
    /// Starts with the scripts, in the order in which they run.
    pub(crate) fn new(text: &'text str, scripts: &[TextRange]) -> Self {
        let mut pieces = Pieces::new(text);
        for script in scripts {
            pieces.source(*script);
            pieces.glue("\n");
        }
        pieces.glue("function $(){\n");
        Component { text, pieces, frames: Vec::new(), scopes: 0 }
    }

    /// Declares names that scripts assign without declaring them.
    pub(crate) fn new_reactive(text: &'text str, scripts: &[TextRange]) -> Self {
        let mut component = Component::new(text, scripts);
        let mut pieces = Pieces::new(text);
        for script in scripts {
            pieces.source(*script);
            pieces.glue("\n");
            for name in reactive_names(text, *script) {
                pieces.glue("let ");
                pieces.source(name);
                pieces.glue(";\n");
            }
        }
        pieces.glue("function $(){\n");
        component.pieces = pieces;
        component
    }

    /// The region of the whole program.
    pub(crate) fn finish(mut self, definition: &'static LanguageDefinition) -> Region<'text> {
        for _ in 0..self.scopes {
            self.pieces.glue("}\n");
        }
        self.pieces.glue("}\n");
        Region::new(definition, self.pieces)
    }

    fn slice(&self, range: TextRange) -> &'text str {
        range.slice(self.text)
    }

    /// `(code);` unless it could spoil what follows.
    pub(crate) fn expression(&mut self, range: TextRange) {
        if self.is_sound(range) {
            self.pieces.glue("(");
            self.code(range);
            self.pieces.glue(");\n");
        }
    }

    /// `{ code }`: one or more statements.
    pub(crate) fn statements(&mut self, range: TextRange) {
        let code = self.slice(range).trim_start();
        let is_function = ["function", "async "].iter().any(|word| code.starts_with(word));
        if is_function {
            return self.expression(range);
        }
        if self.is_sound(range) {
            self.pieces.glue("{");
            self.code(range);
            self.pieces.glue("\n}\n");
        }
    }

    fn is_sound(&self, range: TextRange) -> bool {
        let code = self.slice(range);
        !code.trim().is_empty() && is_balanced(code)
    }

    /// Code as it is, entities of HTML read.
    pub(crate) fn code(&mut self, range: TextRange) {
        let code = self.slice(range);
        let start = range.start.to_usize();
        let mut from = 0;
        while let Some(found) = code[from..].find('&') {
            let at = from + found;
            let known = ENTITIES.iter().find(|(name, _)| code[at..].starts_with(name));
            let Some((name, meant)) = known else {
                self.pieces.source(TextRange::new(start + from, start + at + 1));
                from = at + 1;
                continue;
            };
            self.pieces.source(TextRange::new(start + from, start + at));
            self.pieces.glue(meant);
            from = at + name.len();
        }
        self.pieces.source(TextRange::new(start + from, range.end.to_usize()));
    }

    /// Text that stands nowhere in the file.
    pub(crate) fn glue(&mut self, text: &str) {
        self.pieces.glue(text);
    }

    /// Bytes of the file.
    pub(crate) fn source(&mut self, range: TextRange) {
        self.pieces.source(range);
    }

    /// A name that counts only if the file declares it.
    pub(crate) fn hint(&mut self, name: &str, range: TextRange) {
        if is_name(name) {
            self.pieces.renamed(name, range, Manner::Hint);
            self.pieces.glue(";\n");
        }
    }

    /// A name that stands for itself.
    pub(crate) fn named(&mut self, name: &str, range: TextRange) {
        if is_name(name) {
            self.pieces.renamed(name, range, Manner::Renamed);
            self.pieces.glue(";\n");
        }
    }

    /// The component that a tag makes an instance of.
    pub(crate) fn tag(&mut self, name: TextRange) {
        let text = self.slice(name);
        if is_html(text) || is_built_in(text) {
            return;
        }
        if text.contains('.') {
            if text.split('.').all(is_name) {
                self.pieces.source(name);
                self.pieces.glue("();\n");
            }
            return;
        }
        let pascal = pascal_case(text);
        if is_name(&pascal) {
            self.pieces.renamed(&pascal, name, Manner::Tag);
            self.pieces.glue("();\n");
        }
    }

    /// Opens a block; `false` where there are too many.
    pub(crate) fn open_scope(&mut self) -> bool {
        if self.scopes >= MAX_SCOPES {
            return false;
        }
        self.scopes += 1;
        if let Some(frame) = self.frames.last_mut() {
            frame.scopes += 1;
        }
        self.pieces.glue("{\n");
        true
    }

    /// `for (const item of list) { let index;`
    pub(crate) fn open_loop(&mut self, list: TextRange, names: &[TextRange]) {
        if !self.is_sound(list) || names.iter().any(|name| !self.is_sound(*name)) {
            return;
        }
        let Some((item, rest)) = names.split_first() else { return self.expression(list) };
        self.pieces.glue("for (const ");
        self.pieces.source(*item);
        self.pieces.glue(" of (");
        self.code(list);
        self.pieces.glue(")) ");
        if !self.open_scope() {
            self.pieces.glue(";\n");
            return;
        }
        for name in rest {
            self.declare(*name);
        }
    }

    /// `let pattern = $;`
    pub(crate) fn declare(&mut self, pattern: TextRange) {
        if self.is_sound(pattern) {
            self.pieces.glue("let ");
            self.pieces.source(pattern);
            self.pieces.glue(" = $;\n");
        }
    }

    /// Begins an element or a block of the template.
    pub(crate) fn enter(&mut self, name: &'text str) {
        self.frames.push(Frame { name, scopes: 0 });
    }

    /// Ends the innermost element or block called `name`, and what was left open in it.
    pub(crate) fn leave(&mut self, name: &str) {
        let found = self.frames.iter().rev().take(MAX_LOOK).position(|frame| frame.name == name);
        for _ in 0..found.map_or(0, |depth| depth + 1) {
            if let Some(frame) = self.frames.pop() {
                self.close(frame.scopes);
            }
        }
    }

    fn close(&mut self, scopes: usize) {
        for _ in 0..scopes {
            self.pieces.glue("}\n");
        }
        self.scopes -= scopes;
    }

    /// Ends the scopes of the innermost block and leaves the block itself open.
    pub(crate) fn close_scopes(&mut self) {
        let scopes = self.frames.last_mut().map_or(0, |frame| std::mem::take(&mut frame.scopes));
        self.close(scopes);
    }

    /// Whether nothing can stand in an element.
    pub(crate) fn is_leaf(&self, tag: &Tag) -> bool {
        tag.is_closed || tag.raw.is_some() || is_void(self.slice(tag.name))
    }
}

/// `name` in lines `$: name = value` of a script that does not declare it.
fn reactive_names(text: &str, script: TextRange) -> Vec<TextRange> {
    let code = script.slice(text);
    let mut at = script.start.to_usize();
    let mut names: Vec<TextRange> = Vec::new();
    for line in code.split_inclusive('\n') {
        let rest = line.trim_start();
        if let Some(statement) = rest.strip_prefix("$:") {
            let start = at + line.len() - statement.trim_start().len();
            let statement = statement.trim_start();
            let end = statement.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(0);
            let behind = statement[end..].trim_start();
            let name = &statement[..end];
            let assigns = behind.starts_with('=') && !behind.starts_with("==");
            let is_declared = code.contains(&format!("let {name}"))
                || names.iter().any(|known| known.slice(text) == name);
            if assigns && is_name(name) && !is_declared {
                names.push(TextRange::new(start, start + end));
            }
        }
        at += line.len();
    }
    names
}

const ENTITIES: &[(&str, &str)] = &[
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#34;", "\""),
    ("&apos;", "'"),
    ("&#39;", "'"),
];

/// Tags that formats keep for themselves. In capitals they are components like others.
fn is_built_in(name: &str) -> bool {
    matches!(
        name,
        "component"
            | "slot"
            | "template"
            | "transition"
            | "transition-group"
            | "keep-alive"
            | "teleport"
            | "suspense"
    ) || name.contains(':')
}

/// `my-card` as `MyCard`.
pub(crate) fn pascal_case(name: &str) -> String {
    name.split('-').map(capital).collect()
}

/// `my-card` as `myCard`.
pub(crate) fn camel_case(name: &str) -> String {
    let mut parts = name.split('-');
    let first = parts.next().unwrap_or("").to_string();
    first + &parts.map(capital).collect::<String>()
}

fn capital(part: &str) -> String {
    let mut chars = part.chars();
    chars
        .next()
        .map_or(String::new(), |first| first.to_uppercase().collect::<String>() + chars.as_str())
}

/// The language of a component's scripts: what the first that names one says.
pub(crate) fn script_language(text: &str, scripts: &[&Tag]) -> &'static LanguageDefinition {
    let named = scripts.iter().find_map(|tag| tag.value(text, "lang"));
    let id = named.unwrap_or("javascript");
    code_language(id)
        .filter(|one| one.id.starts_with("javascript") || one.id.starts_with("typescript"))
        .unwrap_or(&crate::languages::JAVASCRIPT)
}

/// `range` without white space around it.
pub(crate) fn trimmed(text: &str, range: TextRange) -> TextRange {
    let slice = range.slice(text);
    let start = range.start.to_usize() + (slice.len() - slice.trim_start().len());
    TextRange::new(start, start + slice.trim().len())
}

/// The parts of a range between commas that stand in no brackets.
pub(crate) fn comma_parts(text: &str, range: TextRange) -> Vec<TextRange> {
    let mut parts = Vec::new();
    let mut depth = 0_usize;
    let start = range.start.to_usize();
    let mut from = start;
    for (at, byte) in range.slice(text).bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(trimmed(text, TextRange::new(from, start + at)));
                from = start + at + 1;
            }
            _ => {}
        }
    }
    parts.push(trimmed(text, TextRange::new(from, range.end.to_usize())));
    parts.retain(|part| !part.is_empty());
    parts
}

/// Where one of `words` stands, white space around it, in no brackets: what is before
/// it and what is behind.
pub(crate) fn split_at_word(
    text: &str,
    range: TextRange,
    words: &[&str],
) -> Option<(TextRange, TextRange)> {
    let slice = range.slice(text);
    let bytes = slice.as_bytes();
    let start = range.start.to_usize();
    let mut depth = 0_usize;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            byte if byte.is_ascii_whitespace() && depth == 0 => {
                let rest = &slice[at + 1..];
                let word = words.iter().find(|word| {
                    let behind = rest.strip_prefix(**word);
                    behind.is_some_and(|behind| behind.starts_with(|c: char| c.is_whitespace()))
                });
                if let Some(word) = word {
                    let before = TextRange::new(start, start + at);
                    let behind = TextRange::new(start + at + 1 + word.len(), range.end.to_usize());
                    return Some((trimmed(text, before), trimmed(text, behind)));
                }
            }
            _ => {}
        }
    }
    None
}
