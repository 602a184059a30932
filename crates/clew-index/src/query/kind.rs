//! What sort of query a text is. Ranking weighs names, words and meaning by it.

use super::Query;

/// What a query looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum QueryKind {
    /// One name: `parse_query`, `Cart.total`.
    Identifier,
    /// One path, perhaps with a line: `src/main.rs:12`.
    Path,
    /// What a program printed: `cannot open file`.
    ErrorMessage,
    /// Several lines with places in files.
    StackTrace,
    /// A sentence about what code does.
    Question,
    /// Names among words, or a few words.
    #[default]
    Mixed,
}

impl QueryKind {
    /// The kind of `text`, which was parsed as `query`.
    pub(super) fn of(text: &str, query: &Query) -> Self {
        if query.is_identifier {
            return QueryKind::Identifier;
        }
        if query.words.len() == 1 && !query.paths.is_empty() {
            return QueryKind::Path;
        }
        if is_stack_trace(text, query) {
            return QueryKind::StackTrace;
        }
        let words: Vec<String> = query.words.iter().map(|word| word.text.to_lowercase()).collect();
        let first = words.first().map_or("", String::as_str);
        let asks = ASKS.contains(&first) || text.trim_end().ends_with('?');
        let fails = words.iter().any(|word| FAILS.contains(&word.as_str()));
        // A clause, a colon and a value in quotes: nobody asks like that.
        let reports = text.contains(": ") && !query.phrases.is_empty() && words.len() >= 4;
        if (fails && !describes(text, &words) || reports) && !asks {
            return QueryKind::ErrorMessage;
        }
        if asks || query.identifiers.is_empty() && words.len() >= 4 {
            return QueryKind::Question;
        }
        QueryKind::Mixed
    }
}

/// Whether a text tells what code does rather than what a program printed: a clause of
/// some length in small letters, without the marks of messages.
fn describes(text: &str, words: &[String]) -> bool {
    words.len() >= FEWEST_OF_CLAUSE
        && text.trim_start().starts_with(char::is_lowercase)
        && !text.contains([':', '"', '\'', '`', '='])
        && words.iter().any(|word| CLAUSES.contains(&word.as_str()))
}

/// Shorter texts with a word of [`FAILS`] are messages.
const FEWEST_OF_CLAUSE: usize = 6;

/// Words that join the clauses of a description.
const CLAUSES: &[&str] = &["that", "which", "who", "whose", "when", "how", "where", "by"];

/// First words of questions and wishes.
const ASKS: &[&str] = &[
    "how", "where", "what", "which", "who", "why", "when", "is", "are", "does", "do", "can",
    "find", "show", "list", "explain",
];

/// Words of messages about failures that descriptions of code seldom hold.
const FAILS: &[&str] = &[
    "error",
    "exception",
    "failed",
    "failure",
    "cannot",
    "can't",
    "couldn't",
    "unable",
    "must",
    "invalid",
    "unexpected",
    "unsupported",
    "unknown",
    "illegal",
    "mismatch",
    "missing",
    "unrecognized",
    "exceeded",
    "overflow",
    "denied",
    "refused",
    "undefined",
    "panic",
    "fatal",
    "no",
    "not",
    "bad",
    "expected",
    "could",
];

fn is_stack_trace(text: &str, query: &Query) -> bool {
    let lines = text.lines().filter(|line| {
        let line = line.trim_start();
        line.starts_with("at ") || line.starts_with("File \"") || line.contains(".go:")
    });
    let placed = query.paths.iter().filter(|(_, line)| line.is_some()).count();
    let framed = query.frames.len() >= 2 || !query.frames.is_empty() && query.text.contains('\n');
    framed || lines.count() >= 2 || text.contains("Traceback (") || placed >= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_query;

    #[test]
    fn kinds_are_told_apart() {
        let check = |text: &str, kind| assert_eq!(parse_query(text).kind, kind, "{text}");
        check("parse_query", QueryKind::Identifier);
        check("Cart.total", QueryKind::Identifier);
        check("src/main.rs:12", QueryKind::Path);
        check("Missing option", QueryKind::ErrorMessage);
        check("error: unknown option '--x'", QueryKind::ErrorMessage);
        check("Traceback (most recent call last):\n  File \"a.py\", line 1", QueryKind::StackTrace);
        check("Error: boom\n    at f (a.js:1)\n    at g (b.js:2)", QueryKind::StackTrace);
        check("how are missing options reported", QueryKind::Question);
        check("convert a value to text", QueryKind::Question);
        check("reject two switches that may not be given together", QueryKind::Question);
        check("option 'x' that was not given", QueryKind::ErrorMessage);
        check("ldap: filter returned several (7) results: \"bar\"", QueryKind::ErrorMessage);
        check("retry backoff", QueryKind::Mixed);
        check("HttpClient timeout", QueryKind::Mixed);
    }
}
