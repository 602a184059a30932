//! Words of a query that stand side by side in a hit.
//!
//! The index knows which words a chunk holds, not in which order. What a program
//! prints stands in its source word by word, so the texts of the best hits are
//! looked at again: the longer the run of the query's words, the better.

use std::ops::Range;
use std::sync::Arc;

use clew_index::{Query, QueryKind, ScorePart, TextHit, TextQuery};
use clew_model::SymbolFlags;
use clew_protocol::CodeRole;

use super::{render, template};
use crate::workspace::{View, Workspace};

/// Hits that are looked at; all pages of an answer agree on them.
const LOOKED_AT_FOR_MESSAGE: usize = 100;
const LOOKED_AT: usize = 20;

/// What a run of all words of a query adds to a score, as a part of it.
const WHOLE: f32 = 1.5;

/// Shorter runs come about by chance: in messages, and in other queries.
const SHORTEST_OF_MESSAGE: usize = 3;
const SHORTEST: usize = 4;

/// Words of a query that count; traces go on and on.
const MOST_WORDS: usize = 24;

/// Words of a message that are compared with texts in code.
const MOST_WORDS_OF_MESSAGE: usize = 120;

/// What the text that a message was made from gains, as a part of the best score, and
/// what is left of that in tests, which only expect the message.
const SOURCE: f32 = 1.5;
const SOURCE_IN_TEST: f32 = 0.3;

/// The words of a query whose order tells something.
pub(super) struct Phrase {
    words: Vec<String>,
    /// All words of a message; empty for other queries.
    message: Vec<String>,
    shortest: usize,
    explain: bool,
}

impl Phrase {
    /// The phrase of a query; `None` for names, paths, short queries and where words
    /// do not count.
    pub(super) fn of(query: &TextQuery, parsed: &Query) -> Option<Self> {
        if query.mode == clew_index::SearchMode::Vector {
            return None;
        }
        let shortest = match parsed.kind {
            QueryKind::Identifier | QueryKind::Path => return None,
            QueryKind::ErrorMessage | QueryKind::StackTrace => SHORTEST_OF_MESSAGE,
            QueryKind::Question | QueryKind::Mixed => SHORTEST,
        };
        let mut message: Vec<String> = words(&parsed.text).take(MOST_WORDS_OF_MESSAGE).collect();
        let words: Vec<String> = message.iter().take(MOST_WORDS).cloned().collect();
        if shortest != SHORTEST_OF_MESSAGE {
            message.clear();
        }
        let explain = query.explain;
        (words.len() >= shortest).then_some(Phrase { words, message, shortest, explain })
    }

    /// How many of the best hits are to be looked at.
    pub(super) fn looked_at(&self) -> usize {
        if self.is_message() { LOOKED_AT_FOR_MESSAGE } else { LOOKED_AT }
    }

    fn is_message(&self) -> bool {
        self.shortest == SHORTEST_OF_MESSAGE
    }

    /// Raises hits by the longest run of the phrase in their text; their order follows.
    pub(super) fn raise(&self, workspace: &Workspace, view: &View, found: &mut [TextHit]) {
        let what: Arc<str> = "words side by side".into();
        let top = found.iter().map(|hit| hit.score).fold(0.0, f32::max);
        let mut sources = vec![0.0; found.len()];
        for (index, hit) in found.iter_mut().enumerate() {
            let Some(text) = workspace.text(view, hit.document) else { continue };
            let Ok(facts) = view.snapshot.facts(hit.document) else { continue };
            let Some(chunk) = facts.chunks.get(hit.chunk as usize) else { continue };
            let range = chunk.range.to_usize();
            if self.is_message() {
                let code = text.text.get(range.clone()).unwrap_or("");
                let words = template::most_words(code, &self.message) as f32;
                let path = view.snapshot.path(hit.document).unwrap_or("");
                let is_test = render::role(&facts, hit.symbol, path) == CodeRole::Test;
                sources[index] = if is_test { words * SOURCE_IN_TEST } else { words };
            }
            let share = self.share(&text.text, range);
            if share > 0.0 {
                let value = hit.score * WHOLE * share;
                hit.score += value;
                if self.explain {
                    hit.parts.push(ScorePart { what: what.clone(), value });
                }
            }
        }
        self.raise_sources(&sources, top, found);
        self.raise_definitions(view, found);
        // Equal scores keep their order.
        found.sort_by(|left, right| right.score.total_cmp(&left.score));
    }

    /// Raises hits with a text that the message was made from, by its words.
    fn raise_sources(&self, words: &[f32], top: f32, found: &mut [TextHit]) {
        let what: Arc<str> = "text that the message is made from".into();
        let most = words.iter().copied().fold(0.0, f32::max);
        for (hit, words) in found.iter_mut().zip(words).filter(|(_, words)| **words > 0.0) {
            let value = SOURCE * top * words / most;
            hit.score += value;
            if self.explain {
                hit.parts.push(ScorePart { what: what.clone(), value });
            }
        }
    }

    /// Raises a definition with the prototype that follows it: the comment with the
    /// phrase often stands in the header.
    fn raise_definitions(&self, view: &View, found: &mut [TextHit]) {
        let what: Arc<str> = "words at its prototype".into();
        for at in 1..found.len() {
            let more = found[at].score - found[at - 1].score;
            if more > 0.0 && announces(view, &found[at], &found[at - 1]) {
                found[at - 1].score += more;
                if self.explain {
                    found[at - 1].parts.push(ScorePart { what: what.clone(), value: more });
                }
            }
        }
    }

    /// How much of the phrase stands in a text, 0 to 1.
    fn share(&self, text: &str, range: Range<usize>) -> f32 {
        let run = self.longest_run(text.get(range).unwrap_or(""));
        if run < self.shortest || !self.is_message() && run * 2 < self.words.len() {
            return 0.0;
        }
        // Two words side by side are no news.
        (run - 2) as f32 / (self.words.len() - 2).max(1) as f32
    }

    /// The most words of the phrase in a row that a text holds in a row.
    fn longest_run(&self, text: &str) -> usize {
        let mut longest = 0;
        // By position in the phrase, plus one: how long the run is that ends there.
        let mut runs = vec![0; self.words.len() + 1];
        for word in words(text) {
            for index in (0..self.words.len()).rev() {
                let fits = self.words.get(index).is_some_and(|wanted| *wanted == word);
                runs[index + 1] = if fits { runs[index] + 1 } else { 0 };
                longest = longest.max(runs[index + 1]);
            }
        }
        longest
    }
}

/// Whether a hit is the prototype of another.
fn announces(view: &View, prototype: &TextHit, other: &TextHit) -> bool {
    let named = |hit: &TextHit| {
        let facts = view.snapshot.facts(hit.document).ok()?;
        let symbol = facts.symbol(hit.symbol?)?;
        let is_declaration = symbol.flags.has(SymbolFlags::DECLARATION);
        Some((facts.qualified_name(hit.symbol?), is_declaration))
    };
    match (named(prototype), named(other)) {
        (Some((name, true)), Some((defined, false))) => name == defined,
        _ => false,
    }
}

/// The words of a text in lower case.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, text: &str, expected: f32) {
        let share = Phrase::of(&TextQuery::new(query), &clew_index::parse_query(query))
            .map_or(0.0, |phrase| phrase.share(text, 0..text.len()));
        assert!((share - expected).abs() < 0.01, "{query}: {share}");
    }

    #[test]
    fn runs_of_messages_count_by_their_length() {
        let text = "throw new Error(`Cannot use a proxy that has been \" + \"revoked: ${name}`)";
        check("Cannot use a proxy that has been revoked", text, 1.0);
        check("error: cannot use a value that has been revoked", text, 0.29);
        check("cannot find the file", text, 0.0);
        check("Cannot use", text, 0.0);
    }

    #[test]
    fn questions_need_half_of_their_words_in_a_row() {
        let text = "# Adds the prices of all items.\ndef total(self):";
        check("adds the prices of all items", text, 1.0);
        check("where are the prices of all those things added up in the end", text, 0.0);
        check("total", text, 0.0);
        check("src/total.py", text, 0.0);
    }
}
