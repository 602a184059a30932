//! Lines out of a stream of bytes, with a bound on their length and one on what the
//! long lines of all streams hold together.

use std::io::{self, BufRead};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What [`read_line`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A whole line is in the buffer, without its end.
    Whole,
    /// The line was longer than allowed; it was skipped to its end.
    TooLong,
    /// Long lines of all streams held too much together; it was skipped to its end.
    NoRoom,
    /// The stream ended inside a line, which is in the buffer.
    Unfinished,
    /// The stream ended.
    End,
}

/// Bytes of a line that need no room.
const FREE: usize = 64 * 1024;

/// By how much the room that a line takes grows at least.
const STEP: usize = 256 * 1024;

/// What long lines may hold together.
#[derive(Debug)]
pub(crate) struct Room(AtomicUsize);

impl Room {
    /// Room for so many bytes.
    pub(crate) const fn new(bytes: usize) -> Self {
        Room(AtomicUsize::new(bytes))
    }

    fn take(&self, bytes: usize) -> bool {
        let left = |left: usize| left.checked_sub(bytes);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left).is_ok()
    }

    fn give(&self, bytes: usize) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// The line of one stream.
#[derive(Debug)]
pub(crate) struct Buffer<'room> {
    /// What was read of it, without its end.
    pub(crate) line: Vec<u8>,
    room: &'room Room,
    taken: usize,
}

impl<'room> Buffer<'room> {
    /// An empty one that takes of `room`.
    pub(crate) fn new(room: &'room Room) -> Self {
        Buffer { line: Vec::new(), room, taken: 0 }
    }

    fn empty(&mut self) {
        self.line.clear();
        self.line.shrink_to(FREE);
        self.room.give(std::mem::take(&mut self.taken));
    }

    /// Adds a part if there is room for it.
    fn add(&mut self, part: &[u8]) -> bool {
        let missing = (self.line.len() + part.len()).saturating_sub(FREE + self.taken);
        if missing > 0 {
            let more = missing.next_multiple_of(STEP);
            if !self.room.take(more) {
                return false;
            }
            self.taken += more;
        }
        self.line.extend_from_slice(part);
        true
    }
}

impl Drop for Buffer<'_> {
    fn drop(&mut self) {
        self.room.give(self.taken);
    }
}

/// Reads one line into `buffer`, which is emptied first.
///
/// Never holds more than `limit` bytes of it; the rest of a longer line is read
/// and dropped, so that the next line is found.
pub(crate) fn read_line(
    input: &mut impl BufRead,
    buffer: &mut Buffer<'_>,
    limit: usize,
) -> io::Result<Line> {
    buffer.empty();
    let mut skipped = None;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            let rest = if buffer.line.is_empty() { Line::End } else { Line::Unfinished };
            return Ok(skipped.unwrap_or(rest));
        }
        let end = available.iter().position(|byte| *byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        if skipped != Some(Line::TooLong) && buffer.line.len() + part.len() > limit {
            skipped = Some(Line::TooLong);
        } else if skipped.is_none() && !buffer.add(part) {
            skipped = Some(Line::NoRoom);
        }
        if skipped.is_some() {
            buffer.empty();
        }
        let used = end.map_or(available.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            if buffer.line.last() == Some(&b'\r') {
                buffer.line.pop();
            }
            return Ok(skipped.unwrap_or(Line::Whole));
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
            let room = Room::new(0);
            let mut buffer = Buffer::new(&room);
            for (kind, text) in expected {
                assert_eq!(read_line(&mut reader, &mut buffer, 5).unwrap(), *kind);
                assert_eq!(String::from_utf8_lossy(&buffer.line), *text);
            }
            assert_eq!(read_line(&mut reader, &mut buffer, 5).unwrap(), Line::End);
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

    #[test]
    fn long_lines_share_their_room() {
        const LIMIT: usize = 8 * STEP;
        let room = Room::new(3 * STEP);
        let text = format!("{}\nx\n", "a".repeat(2 * STEP));
        let (mut first, mut second) = (Buffer::new(&room), Buffer::new(&room));
        let (mut one, mut other) = (text.as_bytes(), text.as_bytes());
        assert_eq!(read_line(&mut one, &mut first, LIMIT).unwrap(), Line::Whole);
        assert_eq!(read_line(&mut other, &mut second, LIMIT).unwrap(), Line::NoRoom);
        assert_eq!(read_line(&mut other, &mut second, LIMIT).unwrap(), Line::Whole);
        assert_eq!(second.line, b"x");
        // The next line of the first gives its room back, and so does its end.
        assert_eq!(read_line(&mut one, &mut first, LIMIT).unwrap(), Line::Whole);
        let mut again = text.as_bytes();
        assert_eq!(read_line(&mut again, &mut second, LIMIT).unwrap(), Line::Whole);
        drop((first, second));
        assert_eq!(room.0.into_inner(), 3 * STEP);
    }

    proptest! {
        #[test]
        fn whole_lines_come_out_as_they_went_in(lines in prop::collection::vec("[^\r\n]{0,9}", 0..9)) {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let mut reader = BufReader::with_capacity(3, text.as_bytes());
            let room = Room::new(0);
            let mut buffer = Buffer::new(&room);
            for wanted in &lines {
                prop_assert_eq!(read_line(&mut reader, &mut buffer, 100).unwrap(), Line::Whole);
                prop_assert_eq!(std::str::from_utf8(&buffer.line).unwrap(), wanted);
            }
            prop_assert_eq!(read_line(&mut reader, &mut buffer, 100).unwrap(), Line::End);
        }
    }
}
