//! The tags of a text, comments and quoted sections left out.

use clew_text::TextRange;

/// A tag.
pub(super) enum Piece<'text> {
    /// `<name …>` or `<name … />`.
    Open(Tag<'text>),
    /// `</name>`.
    Close {
        /// The name without prefix.
        name: &'text str,
        /// Where the tag starts.
        start: usize,
        /// Where it ends.
        end: usize,
    },
}

/// An opening tag.
pub(super) struct Tag<'text> {
    /// The name without prefix.
    pub(super) local: &'text str,
    pub(super) local_range: TextRange,
    pub(super) range: TextRange,
    /// Whether it closes itself.
    pub(super) is_empty: bool,
    /// What stands behind the name, and where.
    rest: &'text str,
    rest_start: usize,
}

/// An attribute and where its value stands.
pub(super) struct Attribute<'text> {
    pub(super) name: &'text str,
    pub(super) value: TextRange,
}

/// Attributes of one tag that are looked at.
const MAX_ATTRIBUTES: usize = 64;

/// Reads the tags of a text in order.
pub(super) struct Markup<'text> {
    text: &'text str,
    at: usize,
}

impl<'text> Markup<'text> {
    pub(super) fn new(text: &'text str) -> Self {
        Markup { text, at: 0 }
    }

    /// Goes behind the next `mark` from `from` on, or to the end.
    fn skip_to(&mut self, from: usize, mark: &str) {
        let rest = self.text.get(from..).unwrap_or("");
        self.at = rest.find(mark).map_or(self.text.len(), |at| from + at + mark.len());
    }

    /// Skips what is no tag; whether it was one of those.
    fn skip_special(&mut self, start: usize) -> bool {
        let rest = &self.text[start..];
        if rest.starts_with("<!--") {
            self.skip_to(start + 4, "-->");
        } else if rest.starts_with("<![CDATA[") {
            self.skip_to(start + 9, "]]>");
        } else if rest.starts_with("<?") {
            self.skip_to(start + 2, "?>");
        } else if rest.starts_with("<!") {
            let end = rest.find(['>', '[']).unwrap_or(rest.len());
            match rest.as_bytes().get(end) {
                Some(b'[') => self.skip_to(start + end, "]>"),
                _ => self.at = (start + end + 1).min(self.text.len()),
            }
        } else {
            return false;
        }
        true
    }

    /// The end of the tag at `start`: behind the first `>` outside quotes.
    fn tag_end(&self, start: usize) -> usize {
        let mut quote = None;
        for (offset, byte) in self.text.as_bytes()[start..].iter().enumerate() {
            let at = start + offset;
            match (quote, *byte) {
                (None, b'"' | b'\'') => quote = Some(*byte),
                (Some(open), byte) if open == byte => quote = None,
                (None, b'>') => return at + 1,
                // A tag that was never closed.
                (_, b'<') if at > start => return at,
                _ => {}
            }
        }
        self.text.len()
    }

    fn open(&self, start: usize, end: usize) -> Option<Tag<'text>> {
        let whole = &self.text[start + 1..end];
        let inside = whole.strip_suffix('>').unwrap_or(whole);
        let is_empty = inside.ends_with('/');
        let length = inside.find(|c: char| c.is_whitespace() || c == '/').unwrap_or(inside.len());
        let name = &inside[..length];
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let local = name.rsplit(':').next().filter(|local| is_name && !local.is_empty())?;
        let name_end = start + 1 + length;
        Some(Tag {
            local,
            local_range: TextRange::new(name_end - local.len(), name_end),
            range: TextRange::new(start, end),
            is_empty,
            rest: &inside[length..],
            rest_start: name_end,
        })
    }
}

impl<'text> Iterator for Markup<'text> {
    type Item = Piece<'text>;

    fn next(&mut self) -> Option<Piece<'text>> {
        loop {
            let start = self.at + self.text.get(self.at..)?.find('<')?;
            if self.skip_special(start) {
                continue;
            }
            let end = self.tag_end(start);
            self.at = end;
            if let Some(name) = self.text[start..end].strip_prefix("</") {
                let name = name.strip_suffix('>').unwrap_or(name).trim();
                let name = name.rsplit(':').next().unwrap_or(name);
                return Some(Piece::Close { name, start, end });
            }
            if let Some(tag) = self.open(start, end) {
                return Some(Piece::Open(tag));
            }
        }
    }
}

impl<'text> Tag<'text> {
    /// The attributes with quoted values.
    pub(super) fn attributes(&self) -> impl Iterator<Item = Attribute<'text>> + use<'text> {
        let (text, base) = (self.rest, self.rest_start);
        let mut at = 0;
        std::iter::from_fn(move || {
            let equals = at + text.get(at..)?.find('=')?;
            let name = text[at..equals].trim();
            let name = name.rsplit(char::is_whitespace).next().unwrap_or(name);
            let behind = &text[equals + 1..];
            let value = behind.trim_start();
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
            let Some(quote) = quote else {
                at = equals + 1;
                return Some(Attribute { name: "", value: TextRange::new(base, base) });
            };
            let start = equals + 1 + (behind.len() - value.len()) + 1;
            let length = text[start..].find(quote).unwrap_or(text.len() - start);
            at = (start + length + 1).min(text.len());
            let value = TextRange::new(base + start, base + start + length);
            Some(Attribute { name, value })
        })
        .take(MAX_ATTRIBUTES)
    }
}
