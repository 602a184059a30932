//! Terms with a number each, and the words that were seen.
//!
//! Source texts repeat their words. A word is split, stemmed and looked up in the
//! table of vectors once; whoever meets it again gets the numbers of its terms and
//! the rows of its vectors with one look into a table.

use super::{Scratch, Strings, for_each_term};
use clew_embed::{Coarse, Encoder};

/// The number of a term in its vocabulary.
pub(crate) type TermId = u32;

/// Longer runs are no words that will be met again.
const LONGEST_WORD: usize = 64;

/// Terms and words of many texts.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    terms: Strings,
    hashes: Vec<u64>,
    words: Strings,
    /// What is known of each word.
    known: Vec<Word>,
    /// Numbers of terms, then rows of vectors, of one word after the other.
    lists: Vec<u32>,
    scratch: Scratch,
    loose: Vec<u32>,
    encoder: Option<Encoder>,
}

/// Whether chunks get vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vectors {
    /// By the built-in model.
    Made,
    /// None.
    No,
}

/// What words are read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Their terms.
    Terms,
    /// Their terms and, if vectors are made, the vector at hand.
    TermsAndMeaning,
}

/// Where the lists of a word stand.
#[derive(Clone, Copy, Debug)]
struct Word {
    start: u32,
    terms: u16,
    rows: u16,
}

impl Vocabulary {
    /// One that knows no word.
    pub(crate) fn new(vectors: Vectors) -> Self {
        let encoder = (vectors == Vectors::Made).then(Encoder::default);
        Vocabulary { encoder, ..Vocabulary::default() }
    }

    /// Adds the terms of a text to `target`.
    pub(crate) fn read(&mut self, text: &str, reading: Reading, target: &mut Vec<TermId>) {
        for_each_run(text, |run| match self.words.get(run) {
            Some(word) => self.give(self.known[word as usize], reading, target),
            None => self.learn(run, reading, target),
        });
    }

    /// Adds words to the vector at hand alone.
    pub(crate) fn mean(&mut self, text: &str) {
        if let Some(encoder) = &mut self.encoder {
            encoder.add(text);
        }
    }

    /// What was read so far is the head of the text at hand.
    pub(crate) fn end_head(&mut self) {
        if let Some(encoder) = &mut self.encoder {
            encoder.end_head();
        }
    }

    /// The vector at hand, if vectors are made; the next one begins empty.
    pub(crate) fn finish_vector(&mut self) -> Option<Coarse> {
        self.encoder.as_mut().map(|encoder| Coarse::of(&encoder.finish()))
    }

    fn give(&mut self, word: Word, reading: Reading, target: &mut Vec<TermId>) {
        let terms = word.start as usize + usize::from(word.terms);
        target.extend_from_slice(&self.lists[word.start as usize..terms]);
        if let (Some(encoder), Reading::TermsAndMeaning) = (&mut self.encoder, reading) {
            encoder.add_rows(&self.lists[terms..terms + usize::from(word.rows)]);
        }
    }

    /// Reads a run that is not known yet.
    fn learn(&mut self, run: &str, reading: Reading, target: &mut Vec<TermId>) {
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut list = std::mem::take(&mut self.loose);
        list.clear();
        for_each_term(run, &mut scratch, |term| list.push(self.number(term)));
        let terms = list.len();
        target.extend_from_slice(&list);
        if let Some(encoder) = &mut self.encoder {
            encoder.rows_of(run, &mut list);
            if reading == Reading::TermsAndMeaning {
                encoder.add_rows(&list[terms..]);
            }
        }
        if run.len() <= LONGEST_WORD {
            // A run this short has far fewer terms and rows than a `u16` counts.
            let (start, rows) = (self.lists.len() as u32, list.len() - terms);
            let word = Word { start, terms: terms as u16, rows: rows as u16 };
            self.words.number(run);
            self.known.push(word);
            self.lists.extend_from_slice(&list);
        }
        self.scratch = scratch;
        self.loose = list;
    }

    fn number(&mut self, term: &str) -> TermId {
        let number = self.terms.number(term);
        if number as usize == self.hashes.len() {
            self.hashes.push(hash(term.as_bytes()));
        }
        number
    }

    /// The text of a term.
    pub(crate) fn text(&self, term: TermId) -> &str {
        self.terms.text(term)
    }

    /// A hash of a term's text, the same on all machines.
    pub(crate) fn hash(&self, term: TermId) -> u64 {
        self.hashes[term as usize]
    }

    /// The terms in the order of their texts; none as soon as `cancel` says so.
    pub(crate) fn sorted(&self, cancel: &dyn Fn() -> bool) -> Option<Vec<TermId>> {
        self.terms.sorted(cancel)
    }

    /// The terms with their numbers, without what else was learnt.
    pub(crate) fn into_terms(self) -> Strings {
        self.terms
    }

    /// Bytes of memory in use, about.
    pub(crate) fn memory(&self) -> usize {
        self.terms.memory()
            + self.words.memory()
            + (self.hashes.len() + self.known.len()) * 8
            + self.lists.len() * 4
    }
}

/// Calls `found` for each run of letters, digits, underscores and characters beyond
/// ASCII, which no word or pair of [`super::split_words`] goes beyond.
fn for_each_run(text: &str, mut found: impl FnMut(&str)) {
    let bytes = text.as_bytes();
    let is_part = |byte: u8| IN_RUN[usize::from(byte)];
    let mut at = 0;
    while at < bytes.len() {
        if !is_part(bytes[at]) {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && is_part(bytes[at]) {
            at += 1;
        }
        // The ends are ASCII or the ends of the text.
        if let Some(run) = text.get(start..at) {
            found(run);
        }
    }
}

/// Which bytes are part of a run.
const IN_RUN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let ascii = byte as u8;
        table[byte] = byte >= 128 || ascii.is_ascii_alphanumeric() || ascii == b'_';
        byte += 1;
    }
    table
};

/// FNV-1a, eight bytes at a step; stable over machines and versions.
fn hash(bytes: &[u8]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for part in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01B3);
        hash ^= hash >> 29;
    }
    hash
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tokens::Terms;

    /// Terms read through a vocabulary, twice, are those read without one, and so
    /// is the vector.
    fn check_same(text: &str) {
        let mut plain = Terms::default();
        plain.add(text);
        let mut vocabulary = Vocabulary::new(Vectors::Made);
        for reading in [Reading::Terms, Reading::TermsAndMeaning, Reading::TermsAndMeaning] {
            let mut ids = Vec::new();
            vocabulary.read(text, reading, &mut ids);
            let read: Vec<&str> = ids.iter().map(|id| vocabulary.text(*id)).collect();
            assert_eq!(read, plain.iter().collect::<Vec<_>>());
            let meant = if reading == Reading::Terms { "" } else { text };
            assert_eq!(
                vocabulary.finish_vector(),
                Some(Coarse::of(&Encoder::default().encode(meant)))
            );
        }
    }

    #[test]
    fn words_known_and_new_give_the_same_terms() {
        check_same("getUserName get_user_name __init__ HTTPServer2 x_ _ 0xFF utf8::to_utf16(a)");
        check_same("Größe检查类型 имяФайла检 naïveTest");
        check_same(&"longIdentifier".repeat(20));
    }

    #[test]
    fn a_term_has_one_number() {
        let mut vocabulary = Vocabulary::new(Vectors::No);
        let mut ids = Vec::new();
        vocabulary.read("handle handler Handling", Reading::Terms, &mut ids);
        assert_eq!(ids, [0, 0, 0]);
        assert_eq!(vocabulary.sorted(&|| false), Some(vec![0]));
    }

    proptest! {
        #[test]
        fn any_text_gives_the_same_terms(text in any::<String>()) {
            check_same(&text);
        }

        #[test]
        fn letter_runs_give_the_same_terms(text in "[a-zA-Z0-9_é检 .]{0,90}") {
            check_same(&text);
        }
    }
}
