//! Before the parse: blanking what no grammar without a preprocessor can read.
//!
//! Conditional branches that cut a declaration or statement in two, dead
//! branches, and words that only a macro explains (`EXPORT int f(void)`) are
//! replaced by spaces. Statements of a macro get the semicolon that the macro
//! brings, in the place of a blank; heads of test cases get the look of functions.
//! Every byte keeps its place, so facts still point into the original text.

mod blocks;
mod brackets;
mod conditions;
mod defines;
mod macros;
mod pointers;
mod sections;
mod statements;
#[cfg(test)]
mod tests;
mod tokens;
mod words;

use clew_text::TextRange;

use super::kinds::Dialect;
use crate::definition::Prepared;
use tokens::Token;

/// Text to parse instead of `text`, for C.
pub(super) fn prepare_c(text: &str) -> Option<Prepared> {
    prepare(text, Dialect::C)
}

/// Text to parse instead of `text`, for C++.
pub(super) fn prepare_cpp(text: &str) -> Option<Prepared> {
    prepare(text, Dialect::Cpp)
}

fn prepare(text: &str, dialect: Dialect) -> Option<Prepared> {
    let mut tokens = tokens::tokens(text);
    let mut blanks = Vec::new();
    conditions::blank(text, dialect, &mut tokens, &mut blanks);
    let mut found = macros::find(text, &tokens);
    if dialect == Dialect::Cpp {
        sections::find(text, &tokens, &mut found.blanks, &mut found.patches);
    }
    blanks.extend(found.macros.iter().chain(&found.blanks).copied());
    if blanks.is_empty() && found.patches.is_empty() {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    for blank in blanks {
        for byte in &mut bytes[blank.to_usize()] {
            if *byte != b'\n' && *byte != b'\r' {
                *byte = b' ';
            }
        }
    }
    for (at, byte) in found.patches {
        bytes[at] = byte;
    }
    let macros = found.macros.iter().filter_map(|range| first_word(text, *range)).collect();
    let text = String::from_utf8(bytes).ok()?;
    Some(Prepared { text, macros })
}

/// The name of a macro with arguments.
fn first_word(text: &str, range: TextRange) -> Option<TextRange> {
    let word = range.slice(text);
    let length = word.bytes().take_while(|byte| tokens::is_word_byte(*byte)).count();
    let start = range.start.to_usize();
    (length > 0).then(|| TextRange::new(start, start + length))
}

/// The byte range from the start of one token to the end of another.
fn span(first: Token, last: Token) -> TextRange {
    TextRange::new(first.start as usize, last.end as usize)
}
