//! Line breaks that the grammar wants and the language does not.

use super::mend::declares;

/// Ends the line before a brace that closes what is not empty, and between such a brace
/// and a declaration after it: the grammar wants each member to end with a line or `;`.
pub(super) fn end_members(text: &str, bytes: &mut [u8]) -> bool {
    let mut changed = false;
    // The last byte of code that is no space, and whether a line ended after it.
    let (mut last, mut ended) = (b'{', false);
    for (at, byte) in code(text) {
        let is_room = at > 0 && matches!(bytes[at - 1], b' ' | b'\t');
        let ends = match byte {
            b'}' => !matches!(last, b'{' | b';' | b','),
            _ => last == b'}' && text.is_char_boundary(at) && declares(&text[at..]),
        };
        if ends && is_room && !ended {
            bytes[at - 1] = b'\n';
            changed = true;
        }
        match byte {
            b'\n' => ended = true,
            b' ' | b'\t' | b'\r' => {}
            _ => (last, ended) = (byte, false),
        }
    }
    changed
}

/// What the scan of a text is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Code,
    /// A text between quotes, of which three for a raw one.
    Text {
        is_raw: bool,
    },
    /// Code in a text, with the braces open there.
    Template(u32),
}

/// The bytes of a text that are code, outside of texts, characters and comments.
pub(super) fn code(text: &str) -> Vec<(usize, u8)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut states = vec![State::Code];
    let mut at = 0;
    while at < bytes.len() {
        let state = states.last().copied().unwrap_or(State::Code);
        let rest = &bytes[at..];
        if let State::Text { is_raw } = state {
            at += in_text(rest, is_raw, &mut states);
            continue;
        }
        let skipped = beside_code(text, at);
        if skipped > 0 {
            at += skipped;
            continue;
        }
        if rest[0] == b'"' {
            let is_raw = rest.starts_with(b"\"\"\"");
            states.push(State::Text { is_raw });
            at += if is_raw { 3 } else { 1 };
            continue;
        }
        if let (State::Template(open), Some(top)) = (state, states.last_mut()) {
            match rest[0] {
                b'{' => *top = State::Template(open + 1),
                b'}' if open == 0 => {
                    states.pop();
                }
                b'}' => *top = State::Template(open - 1),
                _ => {}
            }
        } else {
            found.push((at, rest[0]));
        }
        at += 1;
    }
    found
}

/// The length of a step inside a text.
fn in_text(rest: &[u8], is_raw: bool, states: &mut Vec<State>) -> usize {
    if rest.starts_with(b"${") {
        states.push(State::Template(0));
        return 2;
    }
    if !is_raw && rest[0] == b'\\' {
        return 2;
    }
    let is_over = match is_raw {
        true => rest.starts_with(b"\"\"\"") && !rest.starts_with(b"\"\"\"\""),
        false => matches!(rest[0], b'"' | b'\n'),
    };
    if is_over {
        states.pop();
    }
    if is_over && is_raw { 3 } else { 1 }
}

/// The length of a comment or character at a place of code.
fn beside_code(text: &str, at: usize) -> usize {
    let rest = &text.as_bytes()[at..];
    let until = |mark: &[u8], from: usize| {
        rest.get(from..)
            .and_then(|inner| inner.windows(mark.len()).position(|window| window == mark))
            .map_or(rest.len(), |found| found + from + mark.len())
    };
    match rest {
        [b'/', b'/', ..] => until(b"\n", 2) - usize::from(rest.contains(&b'\n')),
        [b'/', b'*', ..] => until(b"*/", 2),
        [b'\'', b'\\', ..] => until(b"'", 3),
        [b'\'', ..] => {
            let character = text.get(at + 1..).and_then(|inner| inner.chars().next());
            let end = 1 + character.map_or(0, char::len_utf8);
            if rest.get(end) == Some(&b'\'') { end + 1 } else { 0 }
        }
        _ => 0,
    }
}

/// Blanks the line break before annotations of an accessor that begin a line.
pub(super) fn join_accessors(text: &str, bytes: &mut [u8]) -> bool {
    let mut changed = false;
    let mut property_end = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.trim();
        if let Some(end) = property_end
            && code.starts_with('@')
            && is_accessor(&text[start..])
        {
            for byte in &mut bytes[end..start] {
                if matches!(byte, b'\n' | b'\r') {
                    *byte = b' ';
                    changed = true;
                }
            }
        }
        let is_property = code.split(' ').any(|word| matches!(word, "val" | "var"));
        property_end = is_property.then_some(start + line.trim_end().len());
        if code.contains("//") {
            property_end = None;
        }
        start += line.len();
    }
    changed
}

/// Whether annotations at the start of a text belong to an accessor.
fn is_accessor(text: &str) -> bool {
    let mut rest = text.trim_start();
    for _ in 0..8 {
        let Some(annotation) = rest.strip_prefix('@') else { break };
        let is_named = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | ':');
        rest = annotation.trim_start_matches(is_named);
        if rest.starts_with('(') {
            let Some((_, after)) = rest.split_once(')') else { return false };
            rest = after;
        }
        rest = rest.trim_start();
    }
    ["get()", "set("].iter().any(|accessor| rest.starts_with(accessor))
}

#[cfg(test)]
mod tests {
    use super::{end_members, join_accessors};

    fn check(pass: fn(&str, &mut [u8]) -> bool, text: &str, wanted: Option<&str>) {
        let mut bytes = text.as_bytes().to_vec();
        let changed = pass(text, &mut bytes);
        let mended = String::from_utf8(bytes).unwrap();
        assert_eq!(changed.then_some(mended.as_str()), wanted, "{text}");
    }

    #[test]
    fn members_end_with_a_line() {
        check(
            end_members,
            "class A { val s = \"${ b } }\" } class B { }",
            Some("class A { val s = \"${ b } }\"\n}\nclass B { }"),
        );
        check(end_members, "class A { /* x } */ val c = '}'; } // }\n", None);
        check(end_members, "class Ö { val c = 'ö' }", Some("class Ö { val c = 'ö'\n}"));
        check(end_members, "val s = \"\"\" a } \"\"\"\nval t = \"\\\"a }\"", None);
    }

    #[test]
    fn annotated_accessors_stand_beside_their_property() {
        check(join_accessors, "val a\n@B(\"b\")\nget() = 1", Some("val a @B(\"b\")\nget() = 1"));
        check(join_accessors, "val a\n@B(\"b\")\nfun get() = 1", None);
    }
}
