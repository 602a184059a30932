//! Headings with their sections, shared by the languages of documents.

use clew_model::SymbolKind;
use clew_text::TextRange;

use crate::builder::{Declaration, FactsBuilder, Visible};

/// Levels that are told apart, 1 to this.
pub(super) const LEVELS: usize = 6;

/// A heading as a language found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heading {
    /// 1 for the outermost, at most [`LEVELS`].
    pub(super) level: usize,
    /// Where its section begins, in bytes.
    pub(super) start: usize,
    /// Bytes of its title, without marks.
    pub(super) title: (usize, usize),
}

/// Declares every heading with the text up to the next one of its level or above.
/// `end` is where the last section ends.
pub(super) fn declare_sections(headings: &[Heading], end: usize, builder: &mut FactsBuilder<'_>) {
    // Where the section of each heading ends: one pass from behind, keeping the
    // nearest start for every level.
    let mut next_start = [end; LEVELS + 1];
    let mut ends = vec![0; headings.len()];
    for (index, heading) in headings.iter().enumerate().rev() {
        ends[index] = next_start[heading.level];
        next_start[heading.level..].fill(heading.start);
    }
    let mut open: Vec<usize> = Vec::new();
    for (heading, end) in headings.iter().zip(ends) {
        while open.pop_if(|above| *above >= heading.level).is_some() {
            builder.leave();
        }
        if declare(heading, end, builder) {
            open.push(heading.level);
        }
    }
    for _ in open {
        builder.leave();
    }
}

fn declare(heading: &Heading, end: usize, builder: &mut FactsBuilder<'_>) -> bool {
    let text = builder.text();
    let (first, last) = heading.title;
    let (Some(name), Some(section)) = (text.get(first..last), text.get(heading.start..end)) else {
        return false;
    };
    if name.is_empty() {
        return false;
    }
    let range = TextRange::new(heading.start, heading.start + section.trim_end().len());
    let title = TextRange::new(first, last);
    let mut declaration = Declaration::at(SymbolKind::Heading, name, title, range);
    declaration.visible = Visible::MemberOnly;
    let symbol = builder.declare(declaration);
    builder.enter(symbol);
    true
}
