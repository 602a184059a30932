//! A scanner for tags: HTML and what component formats make of it.
//!
//! It never fails and looks at every byte a bounded number of times. Nesting is left
//! to its callers.

use clew_text::TextRange;

use super::brackets::closing_brace;

/// What differs between formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// Tags in any case; text of scripts, styles, text areas and titles is raw.
    Html,
    /// Blocks at the top, of which only templates hold tags.
    Vue,
    /// `{code}` in texts and attributes.
    Braces,
}

/// `name="value"`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute {
    /// Empty for `{code}` without a name.
    pub(crate) name: TextRange,
    /// Without quotes or braces.
    pub(crate) value: Option<TextRange>,
    /// Whether the value stood in braces.
    pub(crate) is_code: bool,
}

/// An opening tag.
#[derive(Clone, Debug)]
pub(crate) struct Tag {
    pub(crate) name: TextRange,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) range: TextRange,
    /// `<br/>`
    pub(crate) is_closed: bool,
    /// What stands up to the closing tag where that is no markup.
    pub(crate) raw: Option<TextRange>,
}

impl Tag {
    /// The attribute called `name`.
    pub(crate) fn attribute(&self, text: &str, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|one| one.name.slice(text).eq_ignore_ascii_case(name))
    }

    /// The value of the attribute called `name`; empty if it has none.
    pub(crate) fn value<'text>(&self, text: &'text str, name: &str) -> Option<&'text str> {
        self.attribute(text, name).map(|one| one.value.map_or("", |value| value.slice(text)))
    }
}

/// A part of a text, in order.
#[derive(Clone, Debug)]
pub(crate) enum Token {
    Open(Tag),
    Close {
        name: TextRange,
        range: TextRange,
    },
    Text(TextRange),
    /// What stands between `{` and `}` in a text.
    Code(TextRange),
}

/// The parts of a text.
pub(crate) struct Markup {
    pub(crate) tokens: Vec<Token>,
    /// Whether the end came inside a tag, comment, block or pair of braces.
    pub(crate) is_cut: bool,
}

/// Cuts a text, or the part of it in `range`, into tags and what is between them.
pub(crate) fn scan(text: &str, range: TextRange, syntax: Syntax) -> Markup {
    let end = range.end.to_usize().min(text.len());
    let at = range.start.to_usize().min(end);
    let mut scanner = Scanner {
        text: &text[..end],
        bytes: &text.as_bytes()[..end],
        syntax,
        at,
        text_from: at,
        templates: 0,
        braces: syntax == Syntax::Braces,
        markup: Markup { tokens: Vec::new(), is_cut: false },
    };
    scanner.run();
    scanner.markup
}

struct Scanner<'text> {
    text: &'text str,
    bytes: &'text [u8],
    syntax: Syntax,
    at: usize,
    text_from: usize,
    /// How many templates of a Vue file are open.
    templates: usize,
    /// Whether braces hold code; no longer when one was never closed.
    braces: bool,
    markup: Markup,
}

impl Scanner<'_> {
    fn run(&mut self) {
        while self.at < self.bytes.len() {
            match self.bytes[self.at] {
                b'<' => self.angle(),
                b'{' if self.braces => self.code(),
                _ => self.at += 1,
            }
        }
        self.flush(self.bytes.len());
    }

    /// Ends the text before `to`.
    fn flush(&mut self, to: usize) {
        if self.text_from < to {
            self.markup.tokens.push(Token::Text(TextRange::new(self.text_from, to)));
        }
    }

    fn resume(&mut self, at: usize) {
        self.at = at.min(self.bytes.len());
        self.text_from = self.at;
    }

    fn code(&mut self) {
        let Some(end) = closing_brace(self.bytes, self.at + 1) else {
            self.braces = false;
            self.markup.is_cut = true;
            return;
        };
        self.flush(self.at);
        self.markup.tokens.push(Token::Code(TextRange::new(self.at + 1, end)));
        self.resume(end + 1);
    }

    fn angle(&mut self) {
        let rest = &self.bytes[self.at..];
        match rest.get(1) {
            Some(b'!') | Some(b'?') => {
                self.flush(self.at);
                let (start, mark) = match rest.starts_with(b"<!--") {
                    true => (self.at + 4, "-->"),
                    false => (self.at + 2, ">"),
                };
                let end = self.find(start, mark);
                self.resume(end);
            }
            Some(b'/') => {
                let start = self.at + 2;
                let name = TextRange::new(start, self.name_end(start));
                if name.is_empty() {
                    self.at += 1;
                    return;
                }
                self.flush(self.at);
                let end = self.find(name.end.to_usize(), ">");
                let range = TextRange::new(self.at, end);
                self.closed(name);
                self.markup.tokens.push(Token::Close { name, range });
                self.resume(end);
            }
            Some(byte) if byte.is_ascii_alphabetic() => self.tag(),
            _ => self.at += 1,
        }
    }

    /// Behind the next `mark`, or the end of the text.
    fn find(&mut self, from: usize, mark: &str) -> usize {
        let from = from.min(self.bytes.len());
        match memchr::memmem::find(&self.bytes[from..], mark.as_bytes()) {
            Some(found) => from + found + mark.len(),
            None => {
                self.markup.is_cut = true;
                self.bytes.len()
            }
        }
    }

    fn name_end(&self, start: usize) -> usize {
        let is_part = |byte: &u8| !(byte.is_ascii_whitespace() || b"/>={}\"'<".contains(byte));
        start + self.bytes[start..].iter().take_while(|byte| is_part(byte)).count()
    }

    fn tag(&mut self) {
        self.flush(self.at);
        let start = self.at;
        let name = TextRange::new(start + 1, self.name_end(start + 1));
        self.at = name.end.to_usize();
        let mut attributes = Vec::new();
        let mut is_closed = false;
        loop {
            self.skip_space();
            match self.bytes.get(self.at) {
                None => {
                    self.markup.is_cut = true;
                    break;
                }
                Some(b'>') => {
                    self.at += 1;
                    break;
                }
                Some(b'/') => {
                    self.at += 1;
                    if self.bytes.get(self.at) == Some(&b'>') {
                        is_closed = true;
                    }
                }
                Some(_) => attributes.extend(self.attribute()),
            }
        }
        let range = TextRange::new(start, self.at);
        let mut tag = Tag { name, attributes, range, is_closed, raw: None };
        let mut behind = self.at;
        if !is_closed && self.is_raw(&tag) {
            let end = self.raw_end(self.at, name.slice(self.text));
            tag.raw = Some(TextRange::new(self.at, end));
            behind = end;
        }
        self.opened(&tag);
        self.markup.tokens.push(Token::Open(tag));
        self.resume(behind);
    }

    fn skip_space(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    /// One attribute; always moves on.
    fn attribute(&mut self) -> Option<Attribute> {
        let start = self.at;
        if self.bytes[start] == b'{' && self.syntax == Syntax::Braces {
            let value = self.braced()?;
            let name = TextRange::empty(start);
            return Some(Attribute { name, value: Some(value), is_code: true });
        }
        let stops = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'>');
        let mut end = start + 1;
        while let Some(byte) = self.bytes.get(end) {
            let closes = *byte == b'/' && self.bytes.get(end + 1) == Some(&b'>');
            if stops(byte) || closes {
                break;
            }
            end += 1;
        }
        let name = TextRange::new(start, end);
        self.at = end;
        self.skip_space();
        if self.bytes.get(self.at) != Some(&b'=') {
            return Some(Attribute { name, value: None, is_code: false });
        }
        self.at += 1;
        self.skip_space();
        let (value, is_code) = self.attribute_value();
        Some(Attribute { name, value, is_code })
    }

    fn attribute_value(&mut self) -> (Option<TextRange>, bool) {
        match self.bytes.get(self.at) {
            Some(b'{') if self.syntax == Syntax::Braces => (self.braced(), true),
            Some(quote @ (b'"' | b'\'' | b'`')) => {
                let start = self.at + 1;
                let Some(end) = self.quoted_end(start, *quote) else {
                    self.at = self.bytes.len();
                    self.markup.is_cut = true;
                    return (None, false);
                };
                self.at = end + 1;
                (Some(TextRange::new(start.min(end), end)), *quote == b'`')
            }
            _ => {
                let start = self.at;
                let stops = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
                let length = self.bytes[start..].iter().take_while(|byte| !stops(byte)).count();
                self.at = start + length;
                (Some(TextRange::new(start, self.at)), false)
            }
        }
    }

    /// What stands in the braces that begin here.
    fn braced(&mut self) -> Option<TextRange> {
        let start = self.at + 1;
        let end = if self.braces { closing_brace(self.bytes, start) } else { None };
        match end {
            Some(end) => {
                self.at = end + 1;
                Some(TextRange::new(start, end))
            }
            None => {
                self.braces = false;
                self.markup.is_cut = true;
                self.at = start;
                None
            }
        }
    }

    /// Where a quoted value ends; code in braces may hold the quote.
    fn quoted_end(&self, start: usize, quote: u8) -> Option<usize> {
        let mut at = start;
        while let Some(byte) = self.bytes.get(at) {
            if *byte == quote {
                return Some(at);
            }
            if *byte == b'{'
                && self.syntax == Syntax::Braces
                && self.braces
                && quote != b'`'
                && let Some(end) =
                    closing_brace(&self.bytes[..self.bytes.len().min(at + 400)], at + 1)
                && !self.bytes[at..end].contains(&b'\n')
            {
                at = end;
            }
            at += 1;
        }
        None
    }

    /// Whether what follows the tag is no markup.
    fn is_raw(&self, tag: &Tag) -> bool {
        let name = tag.name.slice(self.text);
        let is = |wanted: &str| name.eq_ignore_ascii_case(wanted);
        match self.syntax {
            Syntax::Html => is("script") || is("style") || is("textarea") || is("title"),
            Syntax::Braces => is("script") || is("style"),
            Syntax::Vue => {
                let is_html = tag.value(self.text, "lang").is_none_or(|lang| lang == "html");
                self.templates == 0 && !(name == "template" && is_html)
            }
        }
    }

    fn opened(&mut self, tag: &Tag) {
        let is_template = tag.name.slice(self.text) == "template";
        if self.syntax == Syntax::Vue && is_template && !tag.is_closed && tag.raw.is_none() {
            self.templates += 1;
        }
    }

    fn closed(&mut self, name: TextRange) {
        if name.slice(self.text) == "template" {
            self.templates = self.templates.saturating_sub(1);
        }
    }

    /// Where the closing tag of a raw element begins.
    fn raw_end(&mut self, from: usize, name: &str) -> usize {
        let mut at = from;
        while let Some(found) = memchr::memmem::find(&self.bytes[at..], b"</") {
            let start = at + found + 2;
            let end = start + name.len();
            let is_name = self
                .bytes
                .get(start..end)
                .is_some_and(|bytes| bytes.eq_ignore_ascii_case(name.as_bytes()));
            let ends =
                self.bytes.get(end).is_none_or(|b| b.is_ascii_whitespace() || b"/>".contains(b));
            if is_name && ends {
                return start - 2;
            }
            at = start;
        }
        self.markup.is_cut = true;
        self.bytes.len()
    }
}

#[cfg(test)]
mod tests;
