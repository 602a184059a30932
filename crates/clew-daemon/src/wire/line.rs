//! Lines out of a stream of bytes, with a bound on their length.

use std::io::{self, BufRead};

/// What [`read_line`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A whole line is in the buffer, without its end.
    Whole,
    /// The line was longer than allowed; it was skipped to its end.
    TooLong,
    /// The stream ended inside a line, which is in the buffer.
    Unfinished,
    /// The stream ended.
    End,
}

/// Reads one line into `line`, which is emptied first.
///
/// Never holds more than `limit` bytes of it; the rest of a longer line is read
/// and dropped, so that the next line is found.
pub(crate) fn read_line(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
    limit: usize,
) -> io::Result<Line> {
    line.clear();
    if line.capacity() > 64 * 1024 {
        line.shrink_to(64 * 1024);
    }
    let mut too_long = false;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            return Ok(match (too_long, line.is_empty()) {
                (true, _) => Line::TooLong,
                (false, true) => Line::End,
                (false, false) => Line::Unfinished,
            });
        }
        let end = available.iter().position(|byte| *byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        if line.len() + part.len() > limit {
            too_long = true;
            line.clear();
        }
        if !too_long {
            line.extend_from_slice(part);
        }
        let used = end.map_or(available.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            return Ok(if too_long { Line::TooLong } else { Line::Whole });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(input: &str, expected: &[(Line, &str)]) {
        for capacity in [1, 2, 7, 100] {
            let mut reader = BufReader::with_capacity(capacity, input.as_bytes());
            let mut line = Vec::new();
            for (kind, text) in expected {
                assert_eq!(read_line(&mut reader, &mut line, 5).unwrap(), *kind);
                assert_eq!(String::from_utf8_lossy(&line), *text);
            }
            assert_eq!(read_line(&mut reader, &mut line, 5).unwrap(), Line::End);
        }
    }

    #[test]
    fn lines_are_cut_at_their_ends() {
        check("ab\n\ncd\r\n", &[(Line::Whole, "ab"), (Line::Whole, ""), (Line::Whole, "cd")]);
        check("ab\ncd", &[(Line::Whole, "ab"), (Line::Unfinished, "cd")]);
        check("", &[]);
    }

    #[test]
    fn long_lines_are_skipped_and_the_next_is_found() {
        check("12345\nx\n", &[(Line::Whole, "12345"), (Line::Whole, "x")]);
        check("123456\nx\n", &[(Line::TooLong, ""), (Line::Whole, "x")]);
        check("12345678901234567890", &[(Line::TooLong, "")]);
    }

    proptest! {
        #[test]
        fn whole_lines_come_out_as_they_went_in(lines in prop::collection::vec("[^\r\n]{0,9}", 0..9)) {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let mut reader = BufReader::with_capacity(3, text.as_bytes());
            let mut line = Vec::new();
            for wanted in &lines {
                prop_assert_eq!(read_line(&mut reader, &mut line, 100).unwrap(), Line::Whole);
                prop_assert_eq!(std::str::from_utf8(&line).unwrap(), wanted);
            }
            prop_assert_eq!(read_line(&mut reader, &mut line, 100).unwrap(), Line::End);
        }
    }
}
