//! A rough tokenizer: enough to see braces, words and directives.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// An identifier, keyword or number.
    Word,
    /// Text or a character in quotes.
    Quoted,
    /// Any other single byte.
    Mark(u8),
    /// A line that begins with `#`, with its continuations.
    Directive,
    /// Part of a branch that is left out.
    Dead,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) shape: Shape,
    pub(super) start: u32,
    pub(super) end: u32,
    /// Whether it is the first of its line.
    pub(super) begins_line: bool,
}

impl Token {
    pub(super) fn text(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    pub(super) fn is(self, mark: u8) -> bool {
        self.shape == Shape::Mark(mark)
    }
}

pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// All tokens of a text, without blanks and comments.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut found = Vec::with_capacity(bytes.len() / 5);
    let mut at = 0;
    let mut begins_line = true;
    while at < bytes.len() {
        let start = at;
        let byte = bytes[at];
        let shape = match byte {
            b'\n' => {
                begins_line = true;
                at += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {
                at += 1;
                continue;
            }
            b'\\' if matches!(bytes.get(at + 1), Some(b'\n' | b'\r')) => {
                at += 2;
                continue;
            }
            b'/' if matches!(bytes.get(at + 1), Some(b'/' | b'*')) => {
                at = comment_end(bytes, at);
                continue;
            }
            b'#' if begins_line => {
                at = directive_end(bytes, at);
                Shape::Directive
            }
            b'"' | b'\'' => {
                at = quoted_end(bytes, at);
                Shape::Quoted
            }
            _ if is_word_byte(byte) => {
                while at < bytes.len() && is_word_byte(bytes[at]) {
                    at += 1;
                }
                match is_raw_prefix(&bytes[start..at]) && bytes.get(at) == Some(&b'"') {
                    true => {
                        at = raw_string_end(bytes, at);
                        Shape::Quoted
                    }
                    false => Shape::Word,
                }
            }
            _ => {
                at += 1;
                Shape::Mark(byte)
            }
        };
        found.push(Token { shape, start: start as u32, end: at as u32, begins_line });
        begins_line = false;
    }
    found
}

fn is_raw_prefix(word: &[u8]) -> bool {
    matches!(word, b"R" | b"LR" | b"uR" | b"UR" | b"u8R")
}

fn comment_end(bytes: &[u8], start: usize) -> usize {
    if bytes[start + 1] == b'/' {
        return line_end(bytes, start);
    }
    let mut at = start + 2;
    while at + 1 < bytes.len() {
        if bytes[at] == b'*' && bytes[at + 1] == b'/' {
            return at + 2;
        }
        at += 1;
    }
    bytes.len()
}

/// The end of a line, past continued line breaks.
fn line_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while at < bytes.len() && bytes[at] != b'\n' {
        if bytes[at] == b'\\' {
            at += 1;
            if bytes.get(at) == Some(&b'\r') {
                at += 1;
            }
        }
        at += 1;
    }
    at.min(bytes.len())
}

/// The end of a directive; a comment that runs over the line belongs to it.
fn directive_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' => at += if bytes.get(at + 1) == Some(&b'\r') { 3 } else { 2 },
            b'/' if bytes.get(at + 1) == Some(&b'*') => at = comment_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'/') => return line_end(bytes, at),
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}

fn quoted_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    if bytes.get(at) == Some(&quote) { at + 1 } else { at.min(bytes.len()) }
}

/// The end of `"delimiter( … )delimiter"`, whose quote is at `start`.
fn raw_string_end(bytes: &[u8], start: usize) -> usize {
    let open = bytes[start..].iter().take(20).position(|byte| *byte == b'(');
    let Some(open) = open else { return quoted_end(bytes, start) };
    let delimiter = &bytes[start + 1..start + open];
    let mut at = start + open;
    while at < bytes.len() {
        let rest = &bytes[at + 1..];
        if bytes[at] == b')'
            && rest.starts_with(delimiter)
            && rest.get(delimiter.len()) == Some(&b'"')
        {
            return at + delimiter.len() + 2;
        }
        at += 1;
    }
    bytes.len()
}
