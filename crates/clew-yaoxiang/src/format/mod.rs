//! The formatter: another layout for the same tree.
//!
//! The printer walks the tree and emits every token in order together with
//! the comments around it, so that nothing can get lost; the renderer decides
//! where lines end. The result is parsed again and compared with the input,
//! and laid out again until nothing changes: should the meaning ever differ or
//! the layout not settle, the input is returned as it was.

mod comments;
mod expr;
mod list;
mod matching;
mod ops;
mod printer;
mod render;
mod same;
mod stmt;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::project::Fmt;
use crate::syntax::{Parse, SyntaxTree, parse};

pub use same::same_meaning;

/// What one level of indentation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndentStyle {
    /// Blanks, as many as the indent width.
    Spaces,
    /// One tab, counted as the indent width.
    Tabs,
}

/// How code is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatOptions {
    /// Columns (characters) that a line should not exceed.
    pub line_width: usize,
    /// Columns of one level of indentation.
    pub indent_width: usize,
    /// What one level of indentation is.
    pub indent_style: IndentStyle,
}

impl Default for FormatOptions {
    fn default() -> Self {
        FormatOptions { line_width: 120, indent_width: 4, indent_style: IndentStyle::Spaces }
    }
}

impl FormatOptions {
    /// The default with another indent width, as editors and tools ask for it.
    pub fn with_tab_size(columns: usize) -> Self {
        FormatOptions { indent_width: columns.clamp(1, 16), ..FormatOptions::default() }
    }

    fn indent_unit(&self) -> String {
        match self.indent_style {
            IndentStyle::Spaces => " ".repeat(self.indent_width),
            IndentStyle::Tabs => "\t".to_owned(),
        }
    }
}

impl From<&Fmt> for FormatOptions {
    /// The settings of a project file. Single quotes are not honoured, since
    /// they would make characters of strings; imports are never sorted.
    fn from(settings: &Fmt) -> Self {
        let default = FormatOptions::default();
        FormatOptions {
            line_width: settings.line_width.unwrap_or(default.line_width),
            indent_width: settings.indent_width.unwrap_or(default.indent_width).clamp(1, 16),
            indent_style: match settings.use_tabs {
                Some(true) => IndentStyle::Tabs,
                _ => IndentStyle::Spaces,
            },
        }
    }
}

/// What became of a text.
#[derive(Clone, Debug)]
pub struct FormatOutcome {
    /// The formatted text; the input where it does not parse.
    pub formatted: String,
    /// Whether it differs from the input.
    pub changed: bool,
    /// Lexical and syntax errors of the input.
    pub diagnostics: Arc<[Diagnostic]>,
}

/// Formats a text. One with lexical or syntax errors comes back unchanged
/// with its diagnostics.
pub fn format(source: &str, options: &FormatOptions) -> FormatOutcome {
    let parsed = parse(source);
    let formatted = if parsed.is_clean() { format_parsed(&parsed, options) } else { None };
    let formatted = formatted.unwrap_or_else(|| source.to_owned());
    FormatOutcome { changed: formatted != source, formatted, diagnostics: parsed.diagnostics }
}

/// Layouts that are tried until one stays as it is.
const MAX_PASSES: usize = 4;

/// None if the result would not mean the same, or would change once more the
/// next time.
fn format_parsed(parsed: &Parse, options: &FormatOptions) -> Option<String> {
    let mut text = layout(parsed, options);
    for _ in 0..MAX_PASSES {
        let again = parse(&text);
        if !same_meaning(parsed, &again) {
            return None;
        }
        let next = layout(&again, options);
        if next == text {
            return Some(text);
        }
        text = next;
    }
    None
}

/// The layout of a tree without errors, not yet compared with the input;
/// [`format`] is what callers want.
pub fn layout(parsed: &Parse, options: &FormatOptions) -> String {
    let ops = printer::print(&parsed.tree);
    render::render(&ops, options, line_end(&parsed.tree))
}

/// The last line end of the text, wherever it stands. The result ends with it
/// too, so that the next run decides the same.
fn line_end(tree: &SyntaxTree) -> &'static str {
    match tree.text().rsplit_once('\n') {
        Some((before, _)) if before.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}
