//! What reports of a parser count for in a text that is broken all over.
//!
//! At each place where no reading fits, a parser goes through all words of its grammar
//! before its next operation. No report tells that: a text with an error every few bytes
//! takes ten times as long for a report. So a long text is judged by its beginning.

use tree_sitter::{Parser, TreeCursor};

/// Texts shorter than this many bytes are not probed: they end soon whatever they hold.
const LONG: usize = 256 * 1024;

/// How much of the beginning of a text is parsed for a probe, in bytes.
const PROBE: usize = 8 * 1024;

/// An error costs a report for so many words and rules of the grammar.
const KINDS_PER_REPORT: usize = 500;

/// The work of a report with a beginning without errors.
const PLAIN: usize = 1;

/// What each report counts for while `text` is parsed: more than one if its beginning is
/// broken at many places. Counts alone, so that equal texts have equal bounds.
pub(crate) fn cost_of_report(parser: &mut Parser, kinds: usize, text: &str) -> usize {
    if text.len() < LONG {
        return PLAIN;
    }
    let mut reports = 0;
    let end = (0..=PROBE).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let begin = &text[..end];
    let mut progress = |_: &tree_sitter::ParseState| {
        reports += 1;
        std::ops::ControlFlow::Continue(())
    };
    let options = tree_sitter::ParseOptions::new().progress_callback(&mut progress);
    let mut read = |offset: usize, _| begin.as_bytes().get(offset..).unwrap_or(&[]);
    let Some(tree) = parser.parse_with_options(&mut read, None, Some(options)) else {
        return PLAIN;
    };
    let of_errors = errors(tree.walk()) * kinds / KINDS_PER_REPORT;
    PLAIN + of_errors / (reports + 1)
}

/// The places of a tree that fit no rule.
fn errors(mut cursor: TreeCursor<'_>) -> usize {
    let mut total = 0;
    loop {
        let node = cursor.node();
        let has_children = node.has_error() && cursor.goto_first_child();
        // A missing word that the grammar does not show is told by its parent alone.
        let is_last = node.has_error() && !has_children;
        total += usize::from(node.is_error() || is_last);
        if has_children {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return total;
            }
        }
    }
}
