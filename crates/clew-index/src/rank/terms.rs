//! The terms that a query looks for.

use super::weights::{COMPOUND, PART};
use crate::query::Query;
use crate::tokens::whole_term;

/// A set of words of a query, one bit each.
pub(super) type WordSet = u64;

/// A term to look for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct QueryTerm {
    /// As in the index.
    pub(super) text: String,
    /// How much it counts.
    pub(super) weight: f32,
    /// The words that it belongs to.
    pub(super) words: WordSet,
    /// Whether it only means nearly the same as they do.
    pub(super) is_kin: bool,
}

/// The terms of a query, each once, in order of appearance.
pub(super) fn query_terms(query: &Query) -> Vec<QueryTerm> {
    let mut terms: Vec<QueryTerm> = Vec::new();
    let mut add = |text: &str, weight: f32, words: WordSet| match terms
        .iter_mut()
        .find(|term| term.text == text)
    {
        Some(term) => {
            term.weight = term.weight.max(weight);
            term.words |= words;
        }
        None => terms.push(QueryTerm { text: text.to_owned(), weight, words, is_kin: false }),
    };
    for (index, word) in query.words.iter().enumerate() {
        for (position, term) in word.terms.iter().enumerate() {
            let is_part = word.terms.len() > 1 && position > 0;
            add(term, word.weight * if is_part { PART } else { 1.0 }, bit(index));
        }
    }
    for (index, pair) in query.words.windows(2).enumerate() {
        if pair.iter().all(|word| word.weight >= 1.0 && word.terms.len() == 1) {
            let compound = whole_term(&pair[0].text) + &whole_term(&pair[1].text);
            add(&compound, COMPOUND, bit(index) | bit(index + 1));
        }
    }
    terms
}

/// The set of one word; words past the last bit share it.
pub(super) fn bit(word: usize) -> WordSet {
    1 << word.min(63)
}

/// How much of a query's weight the words in `found` carry, 0 to 1.
pub(super) fn coverage(query: &Query, found: WordSet) -> f32 {
    let all: f32 = query.words.iter().map(|word| word.weight).sum();
    let carried: f32 = query
        .words
        .iter()
        .enumerate()
        .filter(|(index, _)| found & bit(*index) != 0)
        .map(|(_, word)| word.weight)
        .sum();
    if all > 0.0 { carried / all } else { 0.0 }
}

/// The words that tell something: a chunk with none of them is no answer.
pub(super) fn telling(query: &Query) -> WordSet {
    let words = query.words.iter().enumerate();
    words
        .filter(|(_, word)| word.weight >= LEAST_TELLING)
        .fold(0, |set, (index, _)| set | bit(index))
}

/// Words that count less only hold a question together.
const LEAST_TELLING: f32 = 0.3;

/// The words that must be found: those in quotes.
pub(super) fn required(query: &Query) -> WordSet {
    let quoted: Vec<String> =
        query.phrases.iter().flat_map(|phrase| phrase.split_whitespace()).map(whole_term).collect();
    let words = query.words.iter().enumerate();
    words
        .filter(|(_, word)| quoted.contains(&whole_term(&word.text)))
        .fold(0, |set, (index, _)| set | bit(index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_query;

    #[test]
    fn terms_carry_weights_and_words() {
        let query = parse_query("where is the connection pool getUser");
        let terms: Vec<String> = query_terms(&query)
            .iter()
            .map(|term| format!("{}*{}:{:b}", term.text, term.weight, term.words))
            .collect();
        expect_test::expect!["wher*0.05:1 is*0.05:10 the*0.05:100 connect*1:1000 pool*1:10000 getuser*1:100000 get*0.7:100000 user*0.7:100000 connectionpool*0.6:11000"]
            .assert_eq(&terms.join(" "));
        assert!(coverage(&query, bit(3) | bit(4) | bit(5)) > 0.9);
    }

    #[test]
    fn words_that_hold_a_question_together_tell_nothing() {
        assert_eq!(telling(&parse_query("how to water the plants")), bit(2) | bit(4));
        assert_eq!(telling(&parse_query("what is it")), bit(0) | bit(1) | bit(2));
    }

    #[test]
    fn quoted_words_are_required() {
        let query = parse_query("pool \"Connection reset\"");
        assert_eq!(required(&query), bit(1) | bit(2));
        assert_eq!(required(&parse_query("pool reset")), 0);
    }
}
