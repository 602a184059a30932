//! What a page consists of: elements with ids, headings, landmarks, forms with fields.

use clew_model::{Role, SymbolId, SymbolKind};
use clew_text::TextRange;

use crate::builder::{Declaration, FactsBuilder, Visible};
use crate::regions::elements::is_void;
use crate::regions::markup::{Tag, Token};

/// How many open elements are looked at to find the one that a tag closes.
const MAX_LOOK: usize = 64;

/// Deepest nesting of containers in the outline.
const MAX_CONTAINERS: usize = 32;

/// Attributes that name elements by their ids.
const ID_REFERENCES: &[&str] =
    &["for", "form", "list", "headers", "aria-labelledby", "aria-describedby", "aria-controls"];

struct Frame<'text> {
    name: &'text str,
    symbol: Option<SymbolId>,
    is_container: bool,
}

struct Outline<'builder, 'text> {
    builder: &'builder mut FactsBuilder<'text>,
    text: &'text str,
    frames: Vec<Frame<'text>>,
    containers: usize,
    /// The heading whose text is awaited.
    heading: Option<TextRange>,
}

/// Declares the outline of a page.
pub(crate) fn declare(builder: &mut FactsBuilder<'_>, tokens: &[Token]) {
    let text = builder.text();
    let mut outline = Outline { builder, text, frames: Vec::new(), containers: 0, heading: None };
    for token in tokens {
        match token {
            Token::Open(tag) => outline.open(tag),
            Token::Close { name, range } => outline.close(name.slice(text), range.end.to_usize()),
            Token::Text(range) => outline.text(*range),
            Token::Code(_) => {}
        }
    }
    while let Some(frame) = outline.frames.pop() {
        outline.end(&frame, text.len());
    }
}

impl<'text> Outline<'_, 'text> {
    fn open(&mut self, tag: &Tag) {
        let name = tag.name.slice(self.text);
        let lower = name.to_ascii_lowercase();
        if matches!(lower.as_str(), "h1" | "h2" | "h3" | "h4" | "h5" | "h6") {
            self.heading = Some(tag.range);
        }
        self.references(tag);
        let (symbol, is_container) = self.declared(tag, &lower);
        let frame = Frame { name, symbol, is_container };
        if tag.is_closed || is_void(&lower) {
            self.end(&frame, tag.range.end.to_usize());
        } else {
            self.frames.push(frame);
        }
    }

    fn close(&mut self, name: &str, end: usize) {
        let found = self.frames.iter().rev().take(MAX_LOOK);
        let found = found.into_iter().position(|frame| frame.name.eq_ignore_ascii_case(name));
        for _ in 0..found.map_or(0, |depth| depth + 1) {
            if let Some(frame) = self.frames.pop() {
                self.end(&frame, end);
            }
        }
        if name.len() == 2 && name.starts_with(['h', 'H']) {
            self.heading = None;
        }
    }

    fn end(&mut self, frame: &Frame<'text>, end: usize) {
        if let Some(symbol) = frame.symbol.and_then(|id| self.builder.symbol_mut(id)) {
            symbol.range = TextRange::new(symbol.range.start.to_usize(), end);
        }
        if frame.is_container {
            self.builder.leave();
            self.containers -= 1;
        }
    }

    /// The first text of a heading is its name.
    fn text(&mut self, range: TextRange) {
        let raw = range.slice(self.text);
        let name = raw.trim();
        if name.is_empty() || name.contains(['{', '<', '\n']) {
            return;
        }
        let Some(tag) = self.heading.take() else { return };
        let start = range.start.to_usize() + (raw.len() - raw.trim_start().len());
        let place = TextRange::new(start, start + name.len());
        let whole = TextRange::new(tag.start.to_usize(), place.end.to_usize());
        self.builder.declare(Declaration::member_at(SymbolKind::Heading, name, place, whole));
    }

    /// What an element declares, and whether what it holds belongs to it.
    fn declared(&mut self, tag: &Tag, lower: &str) -> (Option<SymbolId>, bool) {
        let id = self.value(tag, &["id"]);
        let (kind, named) = match lower {
            "form" => (SymbolKind::Struct, id.or_else(|| self.value(tag, &["name", "action"]))),
            "main" | "nav" | "header" | "footer" | "aside" | "dialog" => {
                (SymbolKind::Module, id.or_else(|| self.value(tag, &["aria-label"])))
            }
            "section" | "article" if tag.attribute(self.text, "aria-label").is_some() => {
                (SymbolKind::Module, id.or_else(|| self.value(tag, &["aria-label"])))
            }
            "input" | "select" | "textarea" | "button" => {
                let field = self.value(tag, &["name"]);
                match field {
                    Some(_) => (SymbolKind::Field, field),
                    None => (SymbolKind::Key, id),
                }
            }
            _ => (SymbolKind::Key, id),
        };
        let holds = matches!(kind, SymbolKind::Struct | SymbolKind::Module);
        let place = match named {
            Some(place) => place,
            None if holds => tag.name,
            None => return (None, false),
        };
        let name = place.slice(self.text);
        let mut declaration = Declaration::member_at(kind, name, place, tag.range);
        declaration.signature_range = Some(tag.range);
        if Some(place) == id {
            declaration.visible = Visible::Whole;
        }
        let symbol = self.builder.declare(declaration);
        if let Some(id) = id.filter(|id| *id != place) {
            let declaration =
                Declaration::member_at(SymbolKind::Key, id.slice(self.text), id, tag.range);
            self.builder.declare(Declaration { visible: Visible::Whole, ..declaration });
        }
        let enters = holds && self.containers < MAX_CONTAINERS;
        if enters {
            self.builder.enter(symbol);
            self.containers += 1;
        }
        (Some(symbol), enters)
    }

    /// The value of the first of the attributes that has one and is no template.
    fn value(&self, tag: &Tag, names: &[&str]) -> Option<TextRange> {
        names.iter().find_map(|name| {
            let value = tag.attribute(self.text, name)?.value?;
            let text = value.slice(self.text);
            let is_plain = !text.trim().is_empty() && !text.contains(['{', '<', '\n']);
            is_plain.then_some(value)
        })
    }

    fn references(&mut self, tag: &Tag) {
        for attribute in &tag.attributes {
            let Some(value) = attribute.value else { continue };
            let name = attribute.name.slice(self.text).to_ascii_lowercase();
            let text = value.slice(self.text);
            let start = value.start.to_usize();
            if name == "href" && text.len() > 1 && text.starts_with('#') {
                let place = TextRange::new(start + 1, value.end.to_usize());
                self.builder.reference_at(place, Role::Read);
            } else if ID_REFERENCES.contains(&name.as_str()) {
                let mut at = start;
                for word in text.split_inclusive(' ') {
                    let id = word.trim_end();
                    if !id.is_empty() {
                        let place = TextRange::new(at, at + id.len());
                        self.builder.reference_at(place, Role::Read);
                    }
                    at += word.len();
                }
            }
        }
    }
}
