//! Declarations whose ends are told by indentation.

use clew_model::SymbolId;

use super::{Entry, Sheet};

/// Declarations that are open around a line, outermost first.
#[derive(Default)]
pub(crate) struct Indents {
    open: Vec<(SymbolId, usize)>,
    last_end: usize,
}

impl Indents {
    /// Declares `entry`, which is written `indent` columns deep, and opens it for what
    /// stands deeper.
    pub(crate) fn declare(
        &mut self,
        sheet: &mut Sheet<'_, '_>,
        entry: Entry,
        indent: usize,
    ) -> Option<SymbolId> {
        self.close_to(sheet, indent);
        let symbol = sheet.declare(entry)?;
        sheet.open(symbol);
        self.open.push((symbol, indent));
        Some(symbol)
    }

    /// Ends what is written as deep or deeper.
    pub(crate) fn close_to(&mut self, sheet: &mut Sheet<'_, '_>, indent: usize) {
        while let Some((symbol, _)) = self.open.pop_if(|(_, depth)| *depth >= indent) {
            sheet.close(symbol, self.last_end);
        }
    }

    /// Notes that a line belonged to what is open.
    pub(crate) fn reach(&mut self, end: usize) {
        self.last_end = self.last_end.max(end);
    }

    /// The column of the innermost open declaration.
    pub(crate) fn indent(&self) -> Option<usize> {
        self.open.last().map(|(_, indent)| *indent)
    }

    /// The innermost open declaration.
    pub(crate) fn innermost(&self) -> Option<SymbolId> {
        self.open.last().map(|(symbol, _)| *symbol)
    }
}

/// The blanks at the start of a line; a tab counts up to the next eighth column.
pub(crate) fn indent_of(line: &str) -> usize {
    let mut columns = 0;
    for byte in line.bytes() {
        match byte {
            b' ' => columns += 1,
            b'\t' => columns += 8 - columns % 8,
            _ => break,
        }
    }
    columns
}

/// The word at the start of a text: letters, digits, `_` and what `more` says.
pub(crate) fn word_at<'text>(text: &'text str, more: &str) -> &'text str {
    let ends = |c: char| !(c.is_alphanumeric() || c == '_' || more.contains(c));
    &text[..text.find(ends).unwrap_or(text.len())]
}
