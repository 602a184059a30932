//! The language between tree and text: words, possible line breaks, groups.

/// One instruction to the renderer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op<'text> {
    /// A word; may span lines (long strings, comments inside f-strings).
    Text(&'text str),
    /// A blank, unless at a line's start or end.
    Space,
    /// This many blanks.
    Pad(usize),
    /// A line end if the group around is broken, else a blank or nothing.
    Line(Flat),
    /// A line end.
    Hard,
    /// An empty line.
    Blank,
    /// A group begins; it is broken if it does not fit on the line.
    Open,
    /// A group ends.
    Close,
    /// One level more.
    Indent,
    /// One level less.
    Dedent,
    /// A word that shows only if the group around is broken.
    IfBroken(&'static str),
    /// `/* … */` among words.
    Inline(&'text str),
    /// A comment behind a word, up to the line's end.
    Trailing(&'text str),
    /// A comment on a line of its own.
    OwnLine(&'text str),
}

/// What a possible line break is on an unbroken line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flat {
    /// A blank.
    Blank,
    /// Nothing.
    Nothing,
}

impl Op<'_> {
    /// Columns it takes on an unbroken line.
    pub(super) fn width(self) -> usize {
        match self {
            Op::Text(text) => text.chars().count(),
            Op::Inline(text) => text.chars().count() + 2,
            Op::Trailing(text) => text.chars().count() + 1,
            Op::Space | Op::Line(Flat::Blank) => 1,
            Op::Pad(columns) => columns,
            _ => 0,
        }
    }

    /// Whether it ends a line whatever the width.
    pub(super) fn forces_break(self) -> bool {
        match self {
            Op::Hard | Op::Blank | Op::Trailing(_) | Op::OwnLine(_) => true,
            Op::Text(text) | Op::Inline(text) => text.contains('\n'),
            _ => false,
        }
    }
}
