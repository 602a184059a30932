//! The numbers of ranking in one place.
//!
//! They were chosen on the tuning packages of `quality/search`, never on its test
//! packages: one number after the other was changed, and a change stayed where
//! NDCG@10 (by symbol and by file, on average) grew. `cargo xtask bench search`
//! prints the figures.

use crate::query::QueryKind;
use crate::text::{FIELDS, Field};

/// How soon further occurrences of a term stop to count.
pub(super) const SATURATION: f32 = 1.4;

/// Weight of each field and how much its length counts, by `Field`.
const OF_FIELDS: [(f32, f32); FIELDS] =
    [(4.0, 0.3), (2.2, 0.3), (1.6, 0.2), (1.8, 0.3), (1.8, 0.3), (1.0, 0.65)];

/// Messages of programs stand in bodies, seldom in comments.
const BODY_OF_MESSAGE: f32 = 2.5;
const DOC_OF_MESSAGE: f32 = 1.0;

/// Parts of an identifier count less than a word of their own.
pub(super) const PART: f32 = 0.7;

/// Two neighbouring words written as one name.
pub(super) const COMPOUND: f32 = 0.6;

/// What words of near meaning count, and what is left of that where a chunk holds the
/// word that they stand for.
pub(super) const KIN: f32 = 0.7;
pub(super) const KIN_AGAIN: f32 = 0.3;

/// Share of a score that goes if all words but the found ones are missing.
pub(super) const MISSING: f32 = 0.2;

/// What a file's name and its folders add for the words of the query in them.
const FILE_NAME: f32 = 0.3;
const FOLDERS: f32 = 0.15;

/// The same for a name alone.
const FILE_NAME_OF_NAME: f32 = 0.45;
const FOLDERS_OF_NAME: f32 = 0.3;

/// What a symbol's name adds by the share of it that the query holds, and by that
/// times the share of the query that the name holds.
pub(super) const NAME: f32 = 0.1;
pub(super) const NAME_BOTH: f32 = 0.4;

/// What other good chunks of the file add, and how many of them count.
pub(super) const NEIGHBOURS: f32 = 0.1;
pub(super) const NEIGHBOURS_COUNTED: usize = 2;

/// What a chunk gains that is found by its words and by its meaning, as a part of
/// its score by words.
pub(super) const BY_BOTH: f32 = 0.1;

/// Factors of files that are seldom meant.
pub(super) const TEST_FILE: f32 = 0.35;
pub(super) const TEST_SYMBOL: f32 = 0.6;
pub(super) const DOCS: f32 = 0.3;
pub(super) const EXAMPLE: f32 = 0.6;
pub(super) const GENERATED: f32 = 0.45;
pub(super) const VENDORED: f32 = 0.45;
pub(super) const DATA: f32 = 0.4;

/// Factors of kinds of chunks.
pub(super) const IMPORTS: f32 = 0.75;
pub(super) const ANNOUNCES: f32 = 0.6;
pub(super) const DECLARATION: f32 = 1.1;
pub(super) const FUNCTION: f32 = 1.05;
pub(super) const MEMBER: f32 = 0.6;
pub(super) const OTHER: f32 = 0.85;
/// Include guards and switches repeat the name of their file and say nothing.
pub(super) const EMPTY_MACRO: f32 = 0.3;

/// Part of the best score that the definition of a name among words gains.
pub(super) const DEFINITION_AMONG_WORDS: f32 = 0.3;

/// Weight of a field and how much its length counts, for a kind of query.
pub(super) fn of_field(field: Field, kind: QueryKind) -> (f32, f32) {
    let (weight, by_length) = OF_FIELDS[field as usize];
    let weight = match (kind, field) {
        (QueryKind::ErrorMessage, Field::Body) => BODY_OF_MESSAGE,
        (QueryKind::ErrorMessage, Field::Doc) => DOC_OF_MESSAGE,
        _ => weight,
    };
    (weight, by_length)
}

/// What a file's name and its folders add, for a kind of query.
pub(super) fn of_path(kind: QueryKind) -> (f32, f32) {
    match kind {
        QueryKind::Identifier => (FILE_NAME_OF_NAME, FOLDERS_OF_NAME),
        _ => (FILE_NAME, FOLDERS),
    }
}

/// Share of meaning in the score of a hybrid search, for a kind of query.
pub(super) fn of_meaning(kind: QueryKind) -> f32 {
    match kind {
        QueryKind::Identifier
        | QueryKind::Path
        | QueryKind::ErrorMessage
        | QueryKind::StackTrace => 0.0,
        QueryKind::Question => 0.4,
        QueryKind::Mixed => 0.5,
    }
}
