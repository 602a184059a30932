//! Where the cells of a notebook stand in its JSON text.
//!
//! A reader that keeps places, which parsers of JSON do not; it looks at every byte
//! once and nests without recursion.

use clew_text::TextRange;

/// Where the text of a cell stands.
pub(super) struct CellSource<'text> {
    /// `code`, `markdown` or `raw`.
    pub(super) kind: &'text str,
    /// The strings that it is made of, without quotes.
    pub(super) parts: Vec<TextRange>,
}

/// What counts of a notebook.
#[derive(Default)]
pub(super) struct Notebook<'text> {
    /// What the kernel runs; empty if the file does not say.
    pub(super) language: &'text str,
    pub(super) cells: Vec<CellSource<'text>>,
}

/// Reads a notebook; `None` if the text is no JSON object.
pub(super) fn notebook(text: &str) -> Option<Notebook<'_>> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0 };
    let mut notebook = Notebook::default();
    reader.members(|reader, key| match key {
        "cells" => reader.cells(&mut notebook.cells),
        // Notebooks of format 3.
        "worksheets" => reader.elements(|reader| {
            reader.members(|reader, key| match key {
                "cells" => reader.cells(&mut notebook.cells),
                _ => reader.skip(),
            })
        }),
        "metadata" => reader.kernel(&mut notebook.language),
        _ => reader.skip(),
    })?;
    reader.space();
    (reader.at == text.len()).then_some(notebook)
}

struct Reader<'text> {
    text: &'text str,
    bytes: &'text [u8],
    at: usize,
}

impl<'text> Reader<'text> {
    fn space(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> Option<u8> {
        self.space();
        self.bytes.get(self.at).copied()
    }

    fn eat(&mut self, wanted: u8) -> Option<()> {
        (self.peek()? == wanted).then(|| self.at += 1)
    }

    fn cells(&mut self, cells: &mut Vec<CellSource<'text>>) -> Option<()> {
        self.elements(|reader| {
            let mut cell = CellSource { kind: "", parts: Vec::new() };
            reader.members(|reader, key| match key {
                "cell_type" => {
                    cell.kind = reader.string()?.slice(reader.text);
                    Some(())
                }
                "source" | "input" => reader.strings(&mut cell.parts),
                _ => reader.skip(),
            })?;
            cells.push(cell);
            Some(())
        })
    }

    /// `language_info.name`, else `kernelspec.language`.
    fn kernel(&mut self, language: &mut &'text str) -> Option<()> {
        if self.peek()? != b'{' {
            return self.skip();
        }
        self.members(|reader, key| {
            let wanted = match key {
                "language_info" => "name",
                "kernelspec" => "language",
                _ => return reader.skip(),
            };
            if reader.peek()? != b'{' {
                return reader.skip();
            }
            reader.members(|reader, key| {
                if key == wanted && reader.peek()? == b'"' {
                    *language = reader.string()?.slice(reader.text);
                    return Some(());
                }
                reader.skip()
            })
        })
    }

    /// A string, or a list of strings.
    fn strings(&mut self, parts: &mut Vec<TextRange>) -> Option<()> {
        match self.peek()? {
            b'"' => parts.push(self.string()?),
            b'[' => {
                return self.elements(|reader| match reader.peek()? {
                    b'"' => {
                        parts.push(reader.string()?);
                        Some(())
                    }
                    _ => reader.skip(),
                });
            }
            _ => return self.skip(),
        }
        Some(())
    }

    /// A string without its quotes.
    fn string(&mut self) -> Option<TextRange> {
        self.eat(b'"')?;
        let start = self.at;
        loop {
            let rest = self.bytes.get(self.at..)?;
            self.at += memchr::memchr2(b'"', b'\\', rest)?;
            match self.bytes[self.at] {
                b'"' => break,
                _ => self.at += 2,
            }
        }
        self.at += 1;
        let range = TextRange::new(start, self.at - 1);
        self.text.get(range.to_usize()).map(|_| range)
    }

    fn members(
        &mut self,
        mut member: impl FnMut(&mut Self, &'text str) -> Option<()>,
    ) -> Option<()> {
        self.eat(b'{')?;
        if self.peek()? == b'}' {
            return self.eat(b'}');
        }
        loop {
            let key = self.string_after_space()?.slice(self.text);
            self.eat(b':')?;
            member(self, key)?;
            match self.peek()? {
                b',' => self.at += 1,
                _ => return self.eat(b'}'),
            }
        }
    }

    fn string_after_space(&mut self) -> Option<TextRange> {
        self.space();
        self.string()
    }

    fn elements(&mut self, mut element: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.eat(b'[')?;
        if self.peek()? == b']' {
            return self.eat(b']');
        }
        loop {
            element(self)?;
            match self.peek()? {
                b',' => self.at += 1,
                _ => return self.eat(b']'),
            }
        }
    }

    /// Passes over one value, whatever it is.
    fn skip(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                b'"' => {
                    self.string()?;
                }
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' => {
                    if depth == 0 {
                        return None;
                    }
                    self.at += 1;
                    continue;
                }
                _ => {
                    let rest = &self.bytes[self.at..];
                    let is_end =
                        |byte: &u8| b",:{}[]\"".contains(byte) || byte.is_ascii_whitespace();
                    self.at += rest.iter().position(is_end).unwrap_or(rest.len());
                }
            }
            if depth == 0 {
                return Some(());
            }
        }
    }
}
