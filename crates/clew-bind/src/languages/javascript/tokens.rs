//! The tokens of a configuration file in JavaScript, as far as plain values need them.

/// One token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A name or word.
    Word(String),
    /// What stands in quotes, or between grave accents, as written.
    Text(String),
    /// Any other character.
    Mark(char),
}

/// The tokens of a text, without comments and regular expressions.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '/' if begins_pattern(found.last()) => quoted_length(rest, '/'),
            '"' | '\'' | '`' => {
                let length = quoted_length(rest, first);
                let inside = rest.get(1..length.saturating_sub(1)).unwrap_or("");
                found.push(Token::Text(inside.to_string()));
                length
            }
            first if is_of_word(first) => {
                let length = rest.find(|one: char| !is_of_word(one)).unwrap_or(rest.len());
                found.push(Token::Word(rest[..length].to_string()));
                length
            }
            first => {
                if !first.is_whitespace() {
                    found.push(Token::Mark(first));
                }
                first.len_utf8()
            }
        };
        rest = rest.get(length..).unwrap_or("");
    }
    found
}

fn is_of_word(one: char) -> bool {
    one.is_alphanumeric() || one == '_' || one == '$'
}

/// Whether a slash after this token begins a regular expression.
fn begins_pattern(before: Option<&Token>) -> bool {
    match before {
        None => true,
        Some(Token::Mark(mark)) => !matches!(mark, ')' | ']' | '}'),
        Some(Token::Word(word)) => word == "return",
        Some(Token::Text(_)) => false,
    }
}

/// Length of what stands between two `quote`s, both included; a line that does not end it
/// does, but for grave accents.
fn quoted_length(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, one) in text.char_indices().skip(1) {
        match one {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            one if one == quote => return at + one.len_utf8(),
            '\n' if quote != '`' => return at,
            _ => {}
        }
    }
    text.len()
}
