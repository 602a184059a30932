//! Texts written in lines.

use clew_text::TextRange;

/// A line with the lines that continue it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'text> {
    /// The text without its line end.
    pub(crate) text: &'text str,
    /// Where it starts in the whole text.
    pub(crate) start: usize,
    /// The comment lines right above it.
    pub(crate) doc: Option<TextRange>,
}

impl<'text> Line<'text> {
    /// Where it ends, without the line end.
    pub(crate) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// The whole line.
    pub(crate) fn range(&self) -> TextRange {
        TextRange::new(self.start, self.end())
    }

    /// The line without blanks at its start.
    pub(crate) fn trimmed(&self) -> &'text str {
        self.text.trim_start()
    }

    /// Where a piece of this line stands in the whole text.
    pub(crate) fn place(&self, piece: &str) -> TextRange {
        let at = (piece.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let start = self.start + at.min(self.text.len());
        TextRange::new(start, start + piece.len())
    }
}

/// Reads a text line by line, comments apart.
pub(crate) struct Lines<'text> {
    text: &'text str,
    at: usize,
    comments: &'static [&'static str],
    continues: Option<char>,
    comments_inside: bool,
    doc: Option<TextRange>,
}

impl<'text> Lines<'text> {
    /// Lines of `text` in which `comments` start comments, and a line that ends
    /// with `continues` goes on in the next one.
    pub(crate) fn new(
        text: &'text str,
        comments: &'static [&'static str],
        continues: Option<char>,
    ) -> Self {
        Lines { text, at: 0, comments, continues, comments_inside: false, doc: None }
    }

    /// Comment lines between the lines that continue one do not end it.
    pub(crate) fn with_comments_inside(self) -> Self {
        Lines { comments_inside: true, ..self }
    }

    /// Goes on with the line at this place.
    pub(crate) fn go_to(&mut self, at: usize) {
        self.at = at.min(self.text.len());
    }

    /// The end of the line at `start`, with its continuations.
    fn end_of(&self, start: usize) -> usize {
        let mut from = start;
        loop {
            let end = self.text[from..].find('\n').map_or(self.text.len(), |at| from + at);
            let line = self.text[from..end].trim_end_matches('\r');
            let is_inside = self.comments_inside && from > start && self.is_comment(line);
            let goes_on = self.continues.is_some_and(|mark| line.ends_with(mark)) || is_inside;
            if !goes_on || end == self.text.len() {
                return end;
            }
            from = end + 1;
        }
    }

    fn is_comment(&self, line: &str) -> bool {
        let line = line.trim_start();
        self.comments.iter().any(|mark| line.starts_with(mark))
    }
}

impl<'text> Iterator for Lines<'text> {
    type Item = Line<'text>;

    fn next(&mut self) -> Option<Line<'text>> {
        while self.at < self.text.len() {
            let start = self.at;
            let plain = self.text[start..].find('\n').map_or(self.text.len(), |at| start + at);
            if self.is_comment(&self.text[start..plain]) {
                let first = self.doc.map_or(start, |doc| doc.start.to_usize());
                let names_program = start == 0 && self.text.starts_with("#!");
                self.doc = (!names_program).then_some(TextRange::new(first, plain));
                self.at = plain + 1;
                continue;
            }
            let end = self.end_of(start);
            self.at = end + 1;
            let text = self.text[start..end].trim_end_matches('\r');
            let doc = self.doc.take();
            if !text.trim().is_empty() {
                return Some(Line { text, start, doc });
            }
        }
        None
    }
}
