//! From text to terms: one way for chunks, overlay documents and queries.
//!
//! An identifier gives its parts (`getUserName` and `get_user_name`: `get`,
//! `user`, `name`) and, if there are several, also the whole without separators
//! (`getusername`), so that both spellings of a name find each other. Parts are
//! stemmed, wholes are not. Text without word boundaries (Chinese, Japanese,
//! Korean) gives pairs of neighbouring characters. Letters with marks are one form.

mod split;
mod stem;
mod strings;
mod vocabulary;

#[cfg(test)]
mod tests;

pub(crate) use split::{SplitWord, split_words};
pub(crate) use stem::stem;
pub(crate) use strings::Strings;
pub(crate) use vocabulary::{Reading, TermId, Vectors, Vocabulary};

/// Longer terms are cut; a run of base64 is no word.
const MAX_TERM: usize = 40;

/// Terms of one text, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    /// The terms, each followed by a line feed.
    text: String,
    /// Number of terms.
    count: u32,
}

impl Terms {
    /// Adds the terms of `text`.
    pub(crate) fn add(&mut self, text: &str) {
        for_each_term(text, &mut Scratch::default(), |term| self.push(term));
    }

    /// The terms one by one.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.text.split_terminator('\n')
    }

    /// Number of terms.
    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    fn push(&mut self, term: &str) {
        self.text.push_str(term);
        self.text.push('\n');
        self.count += 1;
    }
}

/// Memory that splitting uses again and again.
#[derive(Debug, Default)]
struct Scratch {
    lower: String,
    stemmed: String,
}

/// Calls `found` for the terms of `text`, in order.
fn for_each_term(text: &str, scratch: &mut Scratch, mut found: impl FnMut(&str)) {
    split_words(&clew_text::composed(text), |word| match word {
        SplitWord::Identifier { text, parts } => {
            let Scratch { lower, stemmed } = &mut *scratch;
            if parts.len() > 1 {
                lower.clear();
                for part in parts {
                    push_lower(lower, text.get(part.clone()).unwrap_or(""));
                }
                give(cut(lower), &mut found);
            }
            for part in parts {
                lower.clear();
                push_lower(lower, text.get(part.clone()).unwrap_or(""));
                stemmed.clear();
                stem(cut(lower), stemmed);
                give(stemmed, &mut found);
            }
        }
        SplitWord::Pair(pair) => give(cut(pair), &mut found),
    });
}

fn give(term: &str, found: &mut impl FnMut(&str)) {
    if !term.is_empty() {
        found(term);
    }
}

/// The whole of an identifier as indexed: lower case, without separators.
pub(crate) fn whole_term(identifier: &str) -> String {
    let mut whole = String::new();
    let identifier = clew_text::composed(identifier);
    for character in identifier.chars().filter(|character| character.is_alphanumeric()) {
        whole.extend(character.to_lowercase());
    }
    cut(&whole).to_owned()
}

fn push_lower(target: &mut String, text: &str) {
    if text.is_ascii() {
        target.extend(text.bytes().map(|byte| char::from(byte.to_ascii_lowercase())));
    } else {
        target.extend(text.chars().flat_map(char::to_lowercase));
    }
}

fn cut(term: &str) -> &str {
    if term.len() <= MAX_TERM {
        return term;
    }
    let mut end = MAX_TERM;
    while !term.is_char_boundary(end) {
        end -= 1;
    }
    &term[..end]
}
