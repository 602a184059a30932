//! Words of near meaning, for questions whose words are not those of the code.
//!
//! What they find counts less than the words of the question themselves, and little
//! where a chunk holds the word that they stand for.

mod groups;

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::terms::{QueryTerm, bit};
use super::weights::KIN;
use crate::query::Query;
use crate::tokens::Terms;

/// Words that count less have no kin.
const LEAST_WEIGHT: f32 = 0.3;

/// Most terms that are added to a query.
const MOST: usize = 48;

/// The terms of near meaning to those of a query, heaviest first, in the order of its
/// words. None of them is a term of the query itself.
pub(super) fn kin_terms(query: &Query, own: &[QueryTerm]) -> Vec<QueryTerm> {
    let mut terms: Vec<QueryTerm> = Vec::new();
    for (index, word) in query.words.iter().enumerate() {
        let [term] = word.terms.as_slice() else { continue };
        if word.weight < LEAST_WEIGHT || !is_plain(&word.text) {
            continue;
        }
        for kin in kin_of_all().get(term).into_iter().flatten() {
            if own.iter().any(|own| own.text == *kin && own.weight >= LEAST_WEIGHT) {
                continue;
            }
            let weight = KIN * word.weight;
            match terms.iter_mut().find(|known| known.text == *kin) {
                Some(known) => {
                    known.weight = known.weight.max(weight);
                    known.words |= bit(index);
                }
                None => terms.push(QueryTerm {
                    text: kin.clone(),
                    weight,
                    words: bit(index),
                    is_kin: true,
                }),
            }
        }
    }
    terms.sort_by(|left, right| right.weight.total_cmp(&left.weight));
    terms.truncate(MOST);
    terms
}

/// Whether a word is one of the language, not a name or a method such as `GET`.
fn is_plain(word: &str) -> bool {
    word.chars().skip(1).all(char::is_lowercase)
}

/// Terms and those that may stand for them.
fn kin_of_all() -> &'static FxHashMap<String, Vec<String>> {
    static KIN_OF_ALL: OnceLock<FxHashMap<String, Vec<String>>> = OnceLock::new();
    KIN_OF_ALL.get_or_init(|| {
        let mut all: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for group in groups::GROUPS {
            let mut terms = Terms::default();
            terms.add(group);
            let mut terms = terms.iter().map(str::to_owned);
            let Some(first) = terms.next() else { continue };
            let known = all.entry(first.clone()).or_default();
            for kin in terms {
                if kin != first && !known.contains(&kin) {
                    known.push(kin);
                }
            }
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::super::terms::query_terms;
    use super::*;
    use crate::parse_query;

    fn check_kin(text: &str, wanted: &[&str], unwanted: &[&str]) {
        let query = parse_query(text);
        let kin = kin_terms(&query, &query_terms(&query));
        let has = |name: &&str| kin.iter().any(|term| term.text == *name);
        assert!(wanted.iter().all(has), "{kin:?}");
        assert!(!unwanted.iter().any(has), "{kin:?}");
        assert!(kin.len() <= MOST && kin.iter().all(|term| term.is_kin && term.weight <= KIN));
    }

    #[test]
    fn a_word_brings_its_kin_and_no_kin_of_kin() {
        check_kin("delete the folder", &["remov", "eras", "dir"], &["delet", "disk"]);
        check_kin("deleted folders", &["remov", "dir"], &[]);
    }

    #[test]
    fn words_that_tell_little_names_and_own_words_have_none() {
        check_kin("when does it run", &["execut"], &["do", "begin"]);
        check_kin("removeItem deleteItem", &[], &["eras", "drop"]);
        check_kin("DELETE users", &["person"], &["eras", "remov"]);
        check_kin("delete and remove", &["eras"], &["remov", "delet"]);
    }

    #[test]
    fn every_group_is_words_of_which_the_first_leads() {
        let mut seen = Vec::new();
        for group in groups::GROUPS {
            let words: Vec<&str> = group.split(' ').collect();
            assert!(words.len() > 1, "{group}");
            assert!(words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_alphanumeric())));
            assert!(!seen.contains(group), "{group} stands twice");
            seen.push(group);
        }
    }
}
