//! From text to terms: one way for chunks, overlay documents and queries.
//!
//! An identifier gives its parts (`getUserName` and `get_user_name`: `get`,
//! `user`, `name`) and, if there are several, also the whole without separators
//! (`getusername`), so that both spellings of a name find each other. Parts are
//! stemmed, wholes are not. Text without word boundaries (Chinese, Japanese,
//! Korean) gives pairs of neighbouring characters.

mod split;
mod stem;

#[cfg(test)]
mod tests;

pub(crate) use split::{SplitWord, split_words};
pub(crate) use stem::stem;

/// Longer terms are cut; a run of base64 is no word.
const MAX_TERM: usize = 40;

/// Terms of one text, in order, and a sketch of their set.
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
        let mut whole = String::new();
        split_words(text, |word| self.add_word(&word, &mut whole));
    }

    /// The terms, each followed by a line feed.
    pub(crate) fn as_text(&self) -> &str {
        &self.text
    }

    /// The terms one by one.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.text.split_terminator('\n')
    }

    /// Number of terms.
    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// Empties it, keeping the memory.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.count = 0;
    }

    fn add_word(&mut self, word: &SplitWord<'_>, whole: &mut String) {
        match *word {
            SplitWord::Identifier { text, parts } => {
                if parts.len() > 1 {
                    whole.clear();
                    for part in parts {
                        push_lower(whole, text.get(part.clone()).unwrap_or(""));
                    }
                    self.push(whole, Stemming::No);
                }
                for part in parts {
                    whole.clear();
                    push_lower(whole, text.get(part.clone()).unwrap_or(""));
                    self.push(whole, Stemming::Yes);
                }
            }
            SplitWord::Pair(pair) => self.push(pair, Stemming::No),
        }
    }

    fn push(&mut self, term: &str, stemming: Stemming) {
        let term = cut(term);
        if term.is_empty() {
            return;
        }
        match stemming {
            Stemming::Yes => stem(term, &mut self.text),
            Stemming::No => self.text.push_str(term),
        }
        self.text.push('\n');
        self.count += 1;
    }
}

#[derive(Clone, Copy)]
enum Stemming {
    Yes,
    No,
}

/// The whole of an identifier as indexed: lower case, without separators.
pub(crate) fn whole_term(identifier: &str) -> String {
    let mut whole = String::new();
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
