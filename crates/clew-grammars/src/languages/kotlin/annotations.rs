//! Annotations before declarations.
//!
//! `@Name word …` is an annotated expression for the grammar as well, and it prefers
//! that reading or drops the other where several annotations or words follow each
//! other. Such annotations are blanked before the parse; their names are read here.

use clew_model::{Binding, Expression, ExpressionId, Role};
use clew_text::TextRange;

use super::layout::code;
use crate::definition::Prepared;
use crate::described::{Lead, Walk};

/// Words between annotations and the word that declares.
const MODIFIERS: &[&str] = &[
    "abstract",
    "actual",
    "annotation",
    "const",
    "crossinline",
    "data",
    "enum",
    "expect",
    "external",
    "final",
    "infix",
    "inline",
    "inner",
    "internal",
    "lateinit",
    "noinline",
    "open",
    "operator",
    "override",
    "private",
    "protected",
    "public",
    "sealed",
    "suspend",
    "tailrec",
    "value",
    "vararg",
];

/// Words that declare. A primary constructor is none: it is a part of its class.
const DECLARING: &[&str] = &["class", "fun", "interface", "object", "typealias", "val", "var"];

/// The text without annotations before declarations; `None` if there are none.
pub(super) fn prepare(text: &str) -> Option<Prepared> {
    let leads = leads(text);
    if leads.is_empty() {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    for lead in leads {
        for byte in &mut bytes[lead.range.start.to_usize()..lead.range.end.to_usize()] {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }
    Some(Prepared { text: String::from_utf8(bytes).ok()?, macros: Vec::new() })
}

/// The annotations before declarations, in source order.
pub(super) fn leads(text: &str) -> Vec<Lead> {
    let mut found = Vec::new();
    if !text.contains('@') {
        return found;
    }
    let code = code(text);
    let mut scan = Scan { text, code: &code, at: 0 };
    while scan.at < code.len() {
        match scan.lead() {
            Some(lead) => found.push(lead),
            None => scan.at += 1,
        }
    }
    found
}

/// A place in the code of a text.
#[derive(Clone, Copy)]
struct Scan<'a> {
    text: &'a str,
    /// Places of bytes that are code.
    code: &'a [(usize, u8)],
    at: usize,
}

impl<'a> Scan<'a> {
    fn byte(&self) -> Option<u8> {
        self.code.get(self.at).map(|(_, byte)| *byte)
    }

    /// The place in the text; its end behind the last byte.
    fn place(&self) -> usize {
        self.code.get(self.at).map_or(self.text.len(), |(place, _)| *place)
    }

    fn skip_room(&mut self) {
        while self.byte().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn take(&mut self, wanted: u8) -> bool {
        let is_there = self.byte() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    /// The name here, which is passed: in letters, or between backticks.
    fn name(&mut self) -> Option<TextRange> {
        let start = self.place();
        if self.take(b'`') {
            while !self.take(b'`') {
                self.byte().filter(|byte| *byte != b'\n')?;
                self.at += 1;
            }
        }
        while self.byte().is_some_and(is_name_byte) {
            self.at += 1;
        }
        (self.end() > start).then(|| TextRange::new(start, self.end()))
    }

    /// The end of the last byte passed.
    fn end(&self) -> usize {
        self.at.checked_sub(1).and_then(|at| self.code.get(at)).map_or(0, |(place, _)| place + 1)
    }

    /// Annotations here that a declaration follows. The scan stands
    /// behind the annotations afterwards, where there are any, else where it stood.
    fn lead(&mut self) -> Option<Lead> {
        let begins = self.at.checked_sub(1).and_then(|at| self.code.get(at));
        if self.byte() != Some(b'@') || begins.is_some_and(|(_, byte)| is_name_byte(*byte)) {
            return None;
        }
        let start = self.place();
        let mut ahead = *self;
        let mut end = start;
        while ahead.byte() == Some(b'@') {
            ahead.annotation()?;
            end = ahead.end();
            ahead.skip_room();
        }
        let declaration = ahead.place();
        if !ahead.modifies() {
            return None;
        }
        while self.place() < end {
            self.at += 1;
        }
        Some(Lead { range: TextRange::new(start, end), declaration, is_read: false })
    }

    /// Passes `@target:name<…>(…)` or `@[…]`.
    fn annotation(&mut self) -> Option<()> {
        self.take(b'@');
        let mut ahead = *self;
        if ahead.name().is_some() && ahead.take(b':') {
            *self = ahead;
            self.skip_room();
        }
        if self.byte() == Some(b'[') {
            return self.group();
        }
        self.name()?;
        while self.take(b'.') {
            self.name()?;
        }
        if self.byte() == Some(b'<') {
            self.types()?;
        }
        if self.byte() == Some(b'(') { self.group() } else { Some(()) }
    }

    /// Passes what brackets enclose.
    fn group(&mut self) -> Option<()> {
        let mut open = 0_u32;
        loop {
            match self.byte()? {
                b'(' | b'[' | b'{' => open += 1,
                b')' | b']' | b'}' => open = open.checked_sub(1)?,
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                return Some(());
            }
        }
    }

    /// Passes the types between angle brackets.
    fn types(&mut self) -> Option<()> {
        let mut open = 0_u32;
        loop {
            match self.byte()? {
                b'<' => open += 1,
                b'>' => open = open.checked_sub(1)?,
                b'(' | b')' | b'{' | b'}' | b';' | b'=' => return None,
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                return Some(());
            }
        }
    }

    /// Whether a word that declares stands here, perhaps behind modifiers, with
    /// annotations between those.
    fn modifies(mut self) -> bool {
        for count in 0..16 {
            while self.byte() == Some(b'@') && count > 0 {
                if self.annotation().is_none() {
                    return false;
                }
                self.skip_room();
            }
            let Some(name) = self.name() else { return false };
            let word = name.slice(self.text);
            if DECLARING.contains(&word) {
                return true;
            }
            if !MODIFIERS.contains(&word) {
                return false;
            }
            self.skip_room();
        }
        false
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Words in arguments that are no names.
const WORDS: &[&str] = &["true", "false", "null", "class", "this"];

/// Reports the names in annotations: those of the annotations as called, those in their
/// arguments as read.
pub(super) fn read(walk: &mut Walk<'_, '_>, range: TextRange) {
    let text = walk.builder.text();
    let part = range.slice(text);
    let start = range.start.to_usize();
    let code: Vec<(usize, u8)> = code(part);
    let mut scan = Scan { text: part, code: &code, at: 0 };
    let mut brackets = Vec::new();
    // What stands before the dot that was passed, and whether an annotation begins.
    let mut base: Option<ExpressionId> = None;
    let mut names_annotation = false;
    while let Some(byte) = scan.byte() {
        if !is_name_byte(byte) && byte != b'`' {
            let is_chain = byte == b'.' || byte == b':' && part[scan.place()..].starts_with("::");
            match byte {
                b'@' => names_annotation = true,
                b'[' => brackets.push(names_annotation),
                b'(' | b'{' | b'<' => brackets.push(false),
                b')' | b']' | b'}' | b'>' => {
                    brackets.pop();
                    names_annotation = brackets.last().copied().unwrap_or(false);
                }
                _ => {}
            }
            if !is_chain && byte != b':' {
                base = None;
            }
            scan.at += 1;
            continue;
        }
        let Some(name) = scan.name() else { break };
        let after = scan;
        let word = name.slice(part);
        let is_target = names_annotation && after.byte() == Some(b':');
        if is_target || WORDS.contains(&word) || byte.is_ascii_digit() || is_parameter(after) {
            continue;
        }
        let calls = after.byte() == Some(b'(') || names_annotation && after.byte() != Some(b'.');
        let role = if calls { Role::Call } else { Role::Read };
        let whole = TextRange::new(start + name.start.to_usize(), start + name.end.to_usize());
        let occurrence = match base {
            Some(base) => walk.builder.occurrence_at(whole, role, Binding::Member(base)),
            None => walk.builder.reference_at(whole, role),
        };
        base = Some(walk.builder.occurrence_expression(occurrence));
        if calls && let Some(callee) = base {
            base = Some(walk.builder.expression(Expression::Call(callee)));
            let is_listed = brackets.last().copied().unwrap_or(false);
            names_annotation = is_listed;
        }
    }
}

/// Whether a name that ends here names the parameter that an argument is for.
fn is_parameter(mut after: Scan<'_>) -> bool {
    after.skip_room();
    after.take(b'=') && after.byte() != Some(b'=')
}
