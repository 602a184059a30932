//! What a person or an agent types, as data.

mod frames;
mod kind;
mod log_line;
mod stop;

#[cfg(test)]
mod tests;

use rustc_hash::FxHashSet;

pub use frames::Frame;
pub use kind::QueryKind;

use crate::tokens::Terms;

/// Longer queries are cut; nobody means more.
const MAX_QUERY: usize = 2_000;

/// Further words are left out.
const MAX_WORDS: usize = 64;

/// What words in quotes count in a message, and how many others it needs for that.
const VALUE: f32 = 0.5;
const FEWEST_AROUND_VALUES: usize = 2;

/// One word of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// The word as typed.
    pub text: String,
    /// Its normalised terms: the whole identifier first, then its parts.
    pub terms: Vec<String>,
    /// How much it counts; words that every question holds count little.
    pub weight: f32,
}

/// A parsed query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// What was asked, without what a log puts around a message.
    pub text: String,
    /// All words outside and inside quotes, in order, each once.
    pub words: Vec<Word>,
    /// Quoted phrases as typed, without quotes.
    pub phrases: Vec<String>,
    /// Identifiers that may name a definition, as parts: `a.b::c` is `[a, b, c]`.
    pub identifiers: Vec<Vec<String>>,
    /// Files that are named, with a 1-based line where one is given.
    pub paths: Vec<(String, Option<u32>)>,
    /// Places in files that a stack trace or the query itself names, where the program
    /// was last first.
    pub frames: Vec<Frame>,
    /// Whether the whole query is one identifier.
    pub is_identifier: bool,
    /// What it looks like.
    pub kind: QueryKind,
}

/// Reads a query. Any text is a query.
///
/// Quotes make phrases; a quote that never ends is ignored. Words with a slash
/// or a file ending are paths, words that look like code are identifiers; all
/// of them count as words too.
pub fn parse_query(text: &str) -> Query {
    let told = log_line::message_of(cut(text));
    let text = told.as_deref().unwrap_or(cut(text));
    let mut query =
        Query { text: text.to_owned(), frames: frames::frames(text), ..Query::default() };
    let mut seen = FxHashSet::default();
    let mut pieces = 0;
    for piece in Pieces(text) {
        match piece {
            Piece::Phrase(phrase) => {
                query.phrases.push(phrase.to_owned());
                phrase.split_whitespace().for_each(|word| query.add_word(word, &mut seen));
                pieces += 2;
            }
            Piece::Word(word) => {
                query.add_path(word);
                query.add_identifier(word);
                query.add_word(word, &mut seen);
                pieces += 1;
            }
        }
    }
    query.is_identifier = pieces == 1 && query.identifiers.len() == 1 && query.paths.is_empty();
    query.keep_likely_identifiers();
    query.weigh();
    query.kind = match QueryKind::of(text, &query) {
        QueryKind::Mixed | QueryKind::Question if told.is_some() => QueryKind::ErrorMessage,
        kind => kind,
    };
    if matches!(query.kind, QueryKind::ErrorMessage | QueryKind::StackTrace) {
        query.phrases_are_values();
    }
    query
}

impl Query {
    fn add_word(&mut self, raw: &str, seen: &mut FxHashSet<String>) {
        let text = trim(raw);
        let mut terms = Terms::default();
        terms.add(text);
        let terms: Vec<String> = terms.iter().map(str::to_owned).collect();
        if !terms.is_empty() && self.words.len() < MAX_WORDS && seen.insert(terms.join(" ")) {
            self.words.push(Word { text: text.to_owned(), terms, weight: 1.0 });
        }
    }

    fn add_path(&mut self, raw: &str) {
        let word = trim(raw);
        let (path, line) = match word.rsplit_once(':') {
            Some((path, line)) if line.bytes().all(|byte| byte.is_ascii_digit()) => {
                (path, line.parse().ok())
            }
            _ => (word, None),
        };
        let named = path.rsplit('/').next().unwrap_or(path);
        let has_ending = named.rsplit_once('.').is_some_and(|(stem, ending)| {
            // `a.b.c` is a name; `main.c` may be a file.
            let is_short = ending.len() == 1 && stem.contains('.');
            !stem.is_empty() && (line.is_some() || stop::is_file_ending(ending) && !is_short)
        });
        let has_folder = path.trim_matches('/').contains('/') && !path.contains("::");
        if !path.contains("//") && (has_ending || has_folder) {
            self.paths.push((path.trim_start_matches("./").to_owned(), line));
        }
    }

    fn add_identifier(&mut self, raw: &str) {
        let word = trim(raw);
        let word = without_arguments(word.split('(').next().unwrap_or(word));
        let normal = word.replace("::", ".").replace("->", ".").replace(['#', '\\'], ".");
        let parts: Vec<String> =
            normal.split('.').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        let is_name = |part: &String| {
            part.chars().all(|character| character.is_alphanumeric() || "_$@!?".contains(character))
        };
        if !parts.is_empty() && parts.len() <= 12 && parts.iter().all(is_name) {
            self.identifiers.push(parts);
        }
    }

    /// In a query of several words only what looks like code may be a name.
    fn keep_likely_identifiers(&mut self) {
        if !self.is_identifier {
            self.identifiers.retain(|parts| parts.len() > 1 || looks_like_code(&parts[0]));
        }
    }

    /// What stands in quotes in a message is mostly a value that the program filled in,
    /// so it need not be found, and counts less.
    fn phrases_are_values(&mut self) {
        let phrases = std::mem::take(&mut self.phrases);
        let is_value = |word: &Word| {
            phrases
                .iter()
                .flat_map(|phrase| phrase.split_whitespace())
                .any(|one| trim(one) == word.text)
        };
        let values: Vec<bool> = self.words.iter().map(is_value).collect();
        if values.iter().filter(|is_value| !**is_value).count() >= FEWEST_AROUND_VALUES {
            let words = self.words.iter_mut().zip(values).filter(|(_, is_value)| *is_value);
            words.for_each(|(word, _)| word.weight *= VALUE);
        }
    }

    fn weigh(&mut self) {
        let plain = |word: &Word| stop::weight(&word.text.to_lowercase());
        if self.words.iter().any(|word| plain(word) >= 1.0) {
            self.words.iter_mut().for_each(|word| word.weight = plain(word));
        }
    }
}

/// `Vec<T>::push` as `Vec::push`; arrows and comparisons stay.
fn without_arguments(word: &str) -> String {
    let (mut kept, mut depth) = (String::with_capacity(word.len()), 0usize);
    for character in word.chars() {
        match character {
            '<' => depth += 1,
            '>' if depth > 0 => depth -= 1,
            _ if depth == 0 => kept.push(character),
            _ => {}
        }
    }
    if depth == 0 { kept } else { word.to_owned() }
}

fn looks_like_code(word: &str) -> bool {
    let inner_capital = word.chars().skip(1).any(char::is_uppercase);
    let lower = word.chars().any(char::is_lowercase);
    word.contains(['_', '$']) && word.chars().any(char::is_alphanumeric)
        || inner_capital && lower
        || word.chars().any(char::is_numeric) && word.chars().any(char::is_alphabetic)
}

/// A word without the punctuation of the sentence around it.
fn trim(word: &str) -> &str {
    word.trim_matches(|character: char| {
        !character.is_alphanumeric() && !"_$@/.".contains(character)
    })
    .trim_end_matches(['.', '/', '@'])
}

fn cut(text: &str) -> &str {
    match text.char_indices().nth(MAX_QUERY) {
        Some((end, _)) => text.get(..end).unwrap_or(text),
        None => text,
    }
}

enum Piece<'text> {
    Word(&'text str),
    Phrase(&'text str),
}

/// Splits a query at white space and quotes.
struct Pieces<'text>(&'text str);

impl<'text> Iterator for Pieces<'text> {
    type Item = Piece<'text>;

    fn next(&mut self) -> Option<Piece<'text>> {
        loop {
            self.0 = self.0.trim_start();
            if let Some(rest) = self.0.strip_prefix('"') {
                let Some((phrase, rest)) = rest.split_once('"') else {
                    self.0 = rest;
                    continue;
                };
                self.0 = rest;
                if phrase.trim().is_empty() {
                    continue;
                }
                return Some(Piece::Phrase(phrase.trim()));
            }
            let end = self.0.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(self.0.len());
            if end == 0 {
                return None;
            }
            let (word, rest) = self.0.split_at(end);
            self.0 = rest;
            return Some(Piece::Word(word));
        }
    }
}
