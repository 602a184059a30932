//! Documents without a grammar: reStructuredText, AsciiDoc and plain text. Their
//! headings are told from whole lines, as their processors do.

#[cfg(test)]
mod tests;

use super::sections::{Heading, LEVELS, declare_sections};
use crate::builder::FactsBuilder;
use crate::{Depth, LanguageDefinition};

pub(crate) static RESTRUCTURED_TEXT: LanguageDefinition = LanguageDefinition {
    aliases: &["rst"],
    extensions: &["rst", "rest"],
    depth: Depth::Outline,
    guessed: false,
    outline: Some(restructured_text),
    ..LanguageDefinition::words("restructuredtext", "reStructuredText")
};

pub(crate) static ASCIIDOC: LanguageDefinition = LanguageDefinition {
    aliases: &["adoc"],
    extensions: &["adoc", "asciidoc"],
    depth: Depth::Outline,
    guessed: false,
    outline: Some(asciidoc),
    ..LanguageDefinition::words("asciidoc", "AsciiDoc")
};

pub(crate) static TEXT: LanguageDefinition = LanguageDefinition {
    aliases: &["txt"],
    extensions: &["txt", "text"],
    file_names: &[
        "AUTHORS",
        "CHANGELOG",
        "CHANGES",
        "CONTRIBUTING",
        "FAQ",
        "HACKING",
        "HISTORY",
        "INSTALL",
        "NEWS",
        "README",
        "TODO",
        "UPGRADING",
    ],
    depth: Depth::Outline,
    guessed: false,
    outline: Some(plain_text),
    ..LanguageDefinition::words("text", "Text")
};

/// Longest title, in bytes; a longer line is prose.
const MAX_TITLE: usize = 160;

/// Characters that underline titles.
const MARKS: &[u8] = b"=-~^\"'`*+#:._<>!$%&,;@";

fn restructured_text(builder: &mut FactsBuilder<'_>) {
    let text = builder.text();
    declare_sections(&underlined(text, false), text.len(), builder);
}

fn plain_text(builder: &mut FactsBuilder<'_>) {
    let text = builder.text();
    declare_sections(&underlined(text, true), text.len(), builder);
}

fn asciidoc(builder: &mut FactsBuilder<'_>) {
    let text = builder.text();
    declare_sections(&marked(text), text.len(), builder);
}

/// A line with where it begins, without its end.
#[derive(Clone, Copy)]
struct Line<'text> {
    start: usize,
    text: &'text str,
}

impl Line<'_> {
    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// The mark that fills the line from its beginning, and how often.
    fn rule(&self) -> Option<(u8, usize)> {
        let text = self.text.trim_end();
        let mark = *text.as_bytes().first()?;
        let is_rule = MARKS.contains(&mark) && text.bytes().all(|byte| byte == mark);
        is_rule.then_some((mark, text.len()))
    }

    /// Where its words are.
    fn title(&self) -> (usize, usize) {
        let lead = self.text.len() - self.text.trim_start().len();
        (self.start + lead, self.start + lead + self.text.trim().len())
    }
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|whole| {
        let line = Line { start, text: whole.trim_end_matches(['\n', '\r']) };
        start += whole.len();
        line
    });
    lines.collect()
}

/// How a heading is written; the first style of a document is its outermost.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Under(u8),
    Around(u8),
    Capitals,
}

/// Titles with a rule below, or above and below; where `capitals`, also lines of
/// capitals that stand alone.
fn underlined(text: &str, capitals: bool) -> Vec<Heading> {
    let lines = lines(text);
    let mut styles: Vec<Style> = Vec::new();
    let mut headings = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some((style, line, taken)) = heading_at(&lines, at, capitals) else {
            at += 1;
            continue;
        };
        let known = styles.iter().position(|one| *one == style);
        let level = known.unwrap_or_else(|| {
            styles.push(style);
            styles.len() - 1
        });
        let heading = Heading {
            level: (level + 1).min(LEVELS),
            start: lines[at].start,
            title: lines[line].title(),
        };
        headings.push(heading);
        at += taken;
    }
    headings
}

/// The heading that begins at a line: its style, the line of its title, its lines.
fn heading_at(lines: &[Line<'_>], at: usize, capitals: bool) -> Option<(Style, usize, usize)> {
    let is_free = at == 0 || lines[at - 1].is_blank();
    if !is_free {
        return None;
    }
    let line = lines[at];
    let next = lines.get(at + 1);
    if let Some((mark, length)) = line.rule() {
        let title = next.filter(|title| is_title(title) && title.rule().is_none())?;
        let below = lines.get(at + 2)?.rule()?;
        let fits = below == (mark, length) && length >= width(title).min(MAX_TITLE);
        return fits.then_some((Style::Around(mark), at + 1, 3));
    }
    if !is_title(&line) || line.text.starts_with([' ', '\t']) {
        return None;
    }
    if let Some((mark, length)) = next.and_then(Line::rule) {
        let is_long =
            length >= 3.max(width(&line)) || capitals && length >= 3 && length + 3 >= width(&line);
        return is_long.then_some((Style::Under(mark), at, 2));
    }
    let stands_alone =
        next.is_none_or(|next| next.is_blank() || next.text.starts_with([' ', '\t']));
    (capitals && stands_alone && is_in_capitals(line.text)).then_some((Style::Capitals, at, 1))
}

fn is_title(line: &Line<'_>) -> bool {
    let text = line.text.trim();
    !text.is_empty() && text.len() <= MAX_TITLE && text.chars().any(char::is_alphanumeric)
}

/// Characters of a title.
fn width(line: &Line<'_>) -> usize {
    line.text.trim_end().chars().count()
}

fn is_in_capitals(text: &str) -> bool {
    let text = text.trim();
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    letters >= 4
        && text.len() <= 60
        && !text.chars().any(char::is_lowercase)
        && text.chars().all(|letter| letter.is_alphanumeric() || " -/&().,:'".contains(letter))
}

/// Titles behind a row of `=`, outside of listings and comments.
fn marked(text: &str) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut inside: Option<&str> = None;
    for line in lines(text) {
        let trimmed = line.text.trim_end();
        if let Some(fence) = inside {
            inside = (trimmed != fence).then_some(fence);
            continue;
        }
        let fence = ["----", "....", "++++", "////", "```"];
        if fence.iter().any(|start| trimmed.starts_with(start)) && is_fence(trimmed) {
            inside = Some(if trimmed.starts_with('`') { "```" } else { trimmed });
            continue;
        }
        let level = trimmed.bytes().take_while(|byte| *byte == b'=').count();
        let title = trimmed.get(level..).unwrap_or("");
        if (1..=LEVELS).contains(&level) && title.starts_with(' ') && !title.trim().is_empty() {
            let first = line.start + level + (title.len() - title.trim_start().len());
            let last = first + title.trim().len();
            headings.push(Heading { level, start: line.start, title: (first, last) });
        }
    }
    headings
}

fn is_fence(line: &str) -> bool {
    let mark = line.as_bytes().first().copied();
    line.starts_with("```") || line.bytes().all(|byte| Some(byte) == mark)
}
