//! Offsets, ranges, positions and edits over UTF-8 text.
//!
//! This crate knows nothing of files or languages: every function takes text
//! and numbers and gives text and numbers back.

mod diff;
mod edit;
mod form;
mod line_index;
mod offset;
mod position;

pub use diff::{Hunk, diff_hunks, diff_hunks_unless};
pub use edit::{EditError, TextEdit, apply_edits};
pub use form::composed;
pub use line_index::LineIndex;
pub use offset::{ByteOffset, TextRange};
pub use position::{PositionEncoding, Span, WirePosition};
