//! Texts in the middle of an edit: brackets that nobody has closed yet, marks of a merge.
//!
//! A parser that meets `second(a` before the next method often gives up the class around,
//! and whatever follows loses its owner. So such a text is read again as it may be meant:
//! all places stay, only blanks, ends of lines and the half-written lines differ.

/// Longer texts are not read again, in bytes.
const MAX_BYTES: usize = 512 * 1024;

/// What places with an open bracket are read as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// Heads of functions: closed, with an empty body.
    Heads,
    /// Statements: closed and ended.
    Statements,
    /// Nothing: their lines are left out.
    LeftOut,
}

/// The readings of a text that does not fit its grammar, the likeliest first; none where
/// nothing in it looks half-written.
pub(crate) fn readings(text: &str) -> impl Iterator<Item = String> {
    let short = Some(text).filter(|text| text.len() <= MAX_BYTES);
    let merged = short.map(without_marks);
    let marks = merged.iter().filter(|merged| **merged != text).cloned().collect::<Vec<_>>();
    let base = merged.unwrap_or_default();
    let all = [Reading::Heads, Reading::Statements, Reading::LeftOut];
    let ways = all.map(Some).into_iter().chain([None]);
    marks.into_iter().chain(ways.filter_map(move |way| match way {
        Some(reading) => completed(&base, reading),
        None => with_braces(&base),
    }))
}

/// The text with the marks of merge conflicts blanked, and what both sides began from.
fn without_marks(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let (mut is_inside, mut is_base) = (false, false);
    for line in text.split_inclusive('\n') {
        let is_mark = |mark: &str| {
            line.strip_prefix(mark).is_some_and(|rest| rest.starts_with([' ', '\n', '\r']))
        };
        let is_start = is_mark("<<<<<<<");
        let is_end = is_inside && is_mark(">>>>>>>");
        is_inside |= is_start;
        is_base = is_inside && (is_base || is_mark("|||||||"));
        let is_middle = is_inside && is_mark("=======");
        match is_start || is_end || is_middle || is_base {
            true => push_blank(&mut result, line),
            false => result.push_str(line),
        }
        is_base &= !is_middle;
        is_inside &= !is_end;
    }
    result
}

fn push_blank(result: &mut String, line: &str) {
    let kept = line.trim_end_matches(['\n', '\r']).len();
    result.extend(std::iter::repeat_n(' ', kept));
    result.push_str(&line[kept..]);
}

/// The text with its half-written lines read in one way; `None` if it has none.
fn completed(text: &str, reading: Reading) -> Option<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut result = text.as_bytes().to_vec();
    let mut start = 0;
    let mut is_changed = false;
    for (index, line) in lines.iter().enumerate() {
        let at = start;
        start += line.len();
        let open = left_open(line);
        let Some(open) = open.filter(|_| indent_of(line) < line.trim_end().len()) else { continue };
        let Some(blanks) = lines[index + 1..].iter().position(|next| !next.trim().is_empty())
        else {
            continue;
        };
        let next = lines[index + 1 + blanks];
        let is_continued = indent_of(next) > indent_of(line)
            || next.trim_start().starts_with([')', ']'])
            || next.trim_start().starts_with('}') && indent_of(next) == indent_of(line);
        if is_continued {
            continue;
        }
        is_changed = true;
        let end = at + line.trim_end().len();
        match reading {
            Reading::LeftOut => result[at..end].fill(b' '),
            _ => {
                let is_head = reading == Reading::Heads && indent_of(next) == indent_of(line);
                let written = open + if is_head { "{}" } else { ";" };
                let between: usize = lines[index + 1..][..blanks].iter().map(|l| l.len()).sum();
                let room = start + between + indent_of(next) - end;
                match written.len() <= room {
                    true => result[end..end + written.len()].copy_from_slice(written.as_bytes()),
                    false => result[at..end].fill(b' '),
                }
            }
        }
    }
    String::from_utf8(result).ok().filter(|_| is_changed)
}

/// The text with each `{` closed before the next line that is indented no further than the
/// one that opens it; `None` if all are.
fn with_braces(text: &str) -> Option<String> {
    let mut result = text.as_bytes().to_vec();
    let mut open: Vec<usize> = Vec::new();
    let (mut start, mut end_before) = (0, 0);
    let mut is_changed = false;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let written = line.trim();
        if written.is_empty() {
            continue;
        }
        let indent = indent_of(line);
        let room = at + indent - end_before;
        let inner = open.iter().rev().take_while(|one| **one >= indent).count();
        if inner > 0 && inner <= room && !written.starts_with(['}', ')', ']', '{', '#']) {
            result[end_before..end_before + inner].fill(b'}');
            open.truncate(open.len() - inner);
            is_changed = true;
        }
        for byte in written.bytes() {
            match byte {
                b'{' => open.push(indent),
                b'}' => drop(open.pop()),
                _ => {}
            }
        }
        end_before = at + line.trim_end().len();
    }
    String::from_utf8(result).ok().filter(|_| is_changed)
}

/// What would close the brackets that a line opens and leaves open; `None` if there are
/// none.
fn left_open(line: &str) -> Option<String> {
    let mut open = Vec::new();
    let bytes = line.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'(' => open.push(')'),
            b'[' => open.push(']'),
            b')' | b']' => {
                open.pop();
            }
            b'"' | b'\'' | b'`' => at = end_of_string(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'/') => break,
            // What follows is written: the bracket alone is forgotten.
            b'{' | b';' if !open.is_empty() => return None,
            _ => {}
        }
        at += 1;
    }
    (!open.is_empty()).then(|| open.into_iter().rev().collect())
}

/// Where a string that begins here ends in its line; here if it does not.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            byte if *byte == bytes[start] => return at,
            _ => {}
        }
        at += 1;
    }
    start
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

#[cfg(test)]
mod tests;
