//! Brackets and quotes of embedded code, as far as splitting needs them.

/// Where the bracket that `text[start..]` begins behind is closed: the index of the
/// closing `}`; quotes, comments and template literals are skipped.
pub(crate) fn closing_brace(bytes: &[u8], start: usize) -> Option<usize> {
    let mut open: Vec<u8> = vec![b'}'];
    let mut at = start;
    while at < bytes.len() {
        let byte = bytes[at];
        if open.last() == Some(&b'`') {
            at = in_template(bytes, at, &mut open);
            continue;
        }
        match byte {
            b'{' => open.push(b'}'),
            b'}' => {
                open.pop();
                if open.is_empty() {
                    return Some(at);
                }
            }
            b'`' => open.push(b'`'),
            b'"' | b'\'' => at = string_end(bytes, at),
            b'/' => at = comment_end(bytes, at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// One step inside a template literal.
fn in_template(bytes: &[u8], at: usize, open: &mut Vec<u8>) -> usize {
    match bytes[at] {
        b'\\' => at + 2,
        b'`' => {
            open.pop();
            at + 1
        }
        b'$' if bytes.get(at + 1) == Some(&b'{') => {
            open.push(b'}');
            at + 2
        }
        _ => at + 1,
    }
}

/// The index of the quote that closes the string at `at`, or of `at` itself where the
/// line ends first (an apostrophe in prose).
fn string_end(bytes: &[u8], at: usize) -> usize {
    let quote = bytes[at];
    let mut end = at + 1;
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'\\' => end += 1,
            b'\n' => return at,
            byte if *byte == quote => return end,
            _ => {}
        }
        end += 1;
    }
    at
}

/// The index of the last byte of the comment at `at`, or `at` if there is none.
fn comment_end(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    if rest.starts_with(b"/*") {
        let end = rest[2..].windows(2).position(|pair| pair == b"*/");
        return end.map_or(bytes.len(), |end| at + 2 + end + 1);
    }
    if rest.starts_with(b"//") && at > 0 && bytes[at - 1].is_ascii_whitespace() {
        let end = rest.iter().position(|byte| *byte == b'\n');
        return end.map_or(bytes.len(), |end| at + end);
    }
    at
}

/// Whether every bracket of an expression is closed, in order, and every quote too:
/// what does not hold must not be put between other code.
pub(crate) fn is_balanced(code: &str) -> bool {
    let bytes = code.as_bytes();
    let mut open: Vec<u8> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if open.last() == Some(&b'`') {
            at = in_template(bytes, at, &mut open);
            continue;
        }
        match bytes[at] {
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b'`' => open.push(b'`'),
            close @ (b')' | b']' | b'}') if open.pop() != Some(close) => return false,
            b'"' | b'\'' => {
                let end = string_end(bytes, at);
                if end == at {
                    return false;
                }
                at = end;
            }
            b'/' if bytes[at..].starts_with(b"//") || bytes[at..].starts_with(b"/*") => {
                let end = comment_end(bytes, at);
                if end >= bytes.len() {
                    return false;
                }
                at = end;
            }
            _ => {}
        }
        at += 1;
    }
    open.is_empty()
}

/// Whether a text is a plain name of JavaScript.
pub(crate) fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    !text.is_empty()
        && text.chars().all(is_part)
        && !text.starts_with(|first: char| first.is_ascii_digit())
}
