//! Which comment documents which declaration.

use clew_text::TextRange;
use tree_sitter::Node;

use crate::builder::range_of;

/// The comments met since the last statement, as far as they belong together.
#[derive(Default)]
pub(super) struct CommentRun {
    current: Option<Run>,
    last_code_row: Option<usize>,
}

struct Run {
    range: TextRange,
    is_lines: bool,
    last_row: usize,
}

/// Comments that speak to tools, not to readers.
const DIRECTIVES: &[&str] = &[
    "eslint",
    "@ts-",
    "ts-",
    "prettier-",
    "istanbul",
    "c8 ",
    "v8 ",
    "#region",
    "#endregion",
    "jshint",
    "jslint",
    "jscs",
    "biome-",
    "@__PURE__",
    "webpack",
];

impl CommentRun {
    /// Takes in a comment.
    pub(super) fn comment(&mut self, node: Node<'_>, text: &str) {
        let first_row = node.start_position().row;
        let is_trailing = self.last_code_row == Some(first_row);
        let is_lines = text.starts_with("//");
        let words = text.trim_start_matches(['/', '*', ' ', '!']);
        let declares = !is_lines && super::jsdoc::declares_types(text);
        if is_trailing
            || declares
            || DIRECTIVES.iter().any(|directive| words.starts_with(directive))
        {
            return;
        }
        let range = range_of(node);
        let last_row = node.end_position().row;
        match &mut self.current {
            Some(run) if is_lines && run.is_lines && run.last_row + 1 == first_row => {
                run.range.end = range.end;
                run.last_row = last_row;
            }
            _ => self.current = Some(Run { range, is_lines, last_row }),
        }
    }

    /// The comment that documents `node`, the statement or member now met.
    pub(super) fn take(&mut self, node: Node<'_>) -> Option<TextRange> {
        self.last_code_row = Some(node.end_position().row);
        let run = self.current.take()?;
        let distance = node.start_position().row.saturating_sub(run.last_row);
        let reach = if run.is_lines { 1 } else { 2 };
        (distance <= reach).then_some(run.range)
    }
}
