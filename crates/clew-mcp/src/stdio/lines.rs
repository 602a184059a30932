//! Reading lines with a bound on their length.

use std::io::{self, BufRead, BufReader, Read};

/// Longest line, in bytes; a 4 MiB source with every byte escaped fits.
pub(super) const MAX_LINE: usize = 32 * 1024 * 1024;

/// A line of input, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// The bytes of a whole line.
    Whole(Vec<u8>),
    /// A line over the limit; its bytes were dropped.
    TooLong,
}

/// Calls `each` for every line until it returns false, the input ends or
/// fails. A last line without an end counts.
pub(super) fn read_lines(
    input: impl Read,
    limit: usize,
    mut each: impl FnMut(Line) -> bool,
) -> io::Result<()> {
    let mut input = BufReader::with_capacity(64 * 1024, input);
    let mut line = Vec::new();
    let mut dropped = false;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            break;
        }
        let end = available.iter().position(|byte| *byte == b'\n');
        let taken = end.unwrap_or(available.len());
        if !dropped {
            if line.len() + taken > limit {
                dropped = true;
                line = Vec::new();
            } else {
                line.extend_from_slice(&available[..taken]);
            }
        }
        input.consume(end.map_or(taken, |end| end + 1));
        if end.is_some() && !each(finish(&mut line, &mut dropped)) {
            return Ok(());
        }
    }
    if dropped || !line.is_empty() {
        each(finish(&mut line, &mut dropped));
    }
    Ok(())
}

fn finish(line: &mut Vec<u8>, dropped: &mut bool) -> Line {
    if std::mem::take(dropped) { Line::TooLong } else { Line::Whole(std::mem::take(line)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_lines(input: &str, expected: &[&str]) {
        let mut found = Vec::new();
        read_lines(input.as_bytes(), 5, |line| {
            found.push(match line {
                Line::Whole(bytes) => String::from_utf8(bytes).unwrap(),
                Line::TooLong => "TOO LONG".into(),
            });
            true
        })
        .unwrap();
        assert_eq!(found, expected);
    }

    #[test]
    fn lines_end_at_newlines_and_at_the_end() {
        check_lines("ab\n\ncd", &["ab", "", "cd"]);
        check_lines("", &[]);
        check_lines("ab\n", &["ab"]);
    }

    #[test]
    fn long_lines_are_dropped_and_reading_goes_on() {
        check_lines("123456\nab\n", &["TOO LONG", "ab"]);
        check_lines("12345\n1234567", &["12345", "TOO LONG"]);
    }
}
