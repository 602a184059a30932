//! Cursors: where a list answer goes on.
//!
//! A cursor is opaque to callers. It holds the offset and a fingerprint of the
//! question, so that a cursor of another question is refused.

use clew_protocol::{DEFAULT_LIST_LIMIT, MAX_LIST_LIMIT, ToolError};

/// A page of a list: where it starts and how long it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) offset: usize,
    pub(crate) limit: usize,
}

impl Page {
    /// Reads limit and cursor of a request. `question` is the text that tells
    /// questions apart.
    pub(crate) fn read(
        limit: Option<u32>,
        cursor: Option<&str>,
        question: &str,
    ) -> Result<Page, ToolError> {
        let limit = limit.unwrap_or(DEFAULT_LIST_LIMIT).clamp(1, MAX_LIST_LIMIT) as usize;
        let offset = match cursor.filter(|cursor| !cursor.is_empty()) {
            None => 0,
            Some(cursor) => parse(cursor, question).ok_or_else(|| {
                ToolError::invalid_input(
                    format!("cursor {cursor:?} does not belong to this question"),
                    "give the cursor of the last answer to the same question, or none",
                )
            })?,
        };
        Ok(Page { offset, limit })
    }

    /// The cursor of the next page; `None` on the last one.
    pub(crate) fn next(self, total: usize, question: &str) -> Option<String> {
        let end = self.offset.saturating_add(self.limit);
        (end < total).then(|| format!("{end}-{}", fingerprint(question)))
    }

    /// The items of this page.
    pub(crate) fn slice<T>(self, items: &[T]) -> &[T] {
        &items[self.range(items.len())]
    }

    /// Which of so many items are on this page.
    pub(crate) fn range(self, total: usize) -> std::ops::Range<usize> {
        let start = self.offset.min(total);
        start..start.saturating_add(self.limit).min(total)
    }
}

fn parse(cursor: &str, question: &str) -> Option<usize> {
    let (offset, mark) = cursor.split_once('-')?;
    (mark == fingerprint(question)).then(|| offset.parse().ok()).flatten()
}

fn fingerprint(question: &str) -> String {
    blake3::hash(question.as_bytes()).to_hex().as_str()[..8].to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_follow_one_another() {
        let items: Vec<u32> = (0..5).collect();
        let first = Page::read(Some(2), None, "q").unwrap();
        assert_eq!(first.slice(&items), [0, 1]);
        let cursor = first.next(items.len(), "q").unwrap();
        let second = Page::read(Some(2), Some(&cursor), "q").unwrap();
        assert_eq!(second.slice(&items), [2, 3]);
        let cursor = second.next(items.len(), "q").unwrap();
        let last = Page::read(Some(2), Some(&cursor), "q").unwrap();
        assert_eq!(last.slice(&items), [4]);
        assert_eq!(last.next(items.len(), "q"), None);
    }

    #[test]
    fn strange_cursors_are_refused_and_empty_ones_start() {
        for cursor in ["x", "1-", "-1", "5-00000000", "999999999999999999999-1"] {
            assert!(Page::read(None, Some(cursor), "q").is_err(), "{cursor}");
        }
        assert_eq!(Page::read(None, Some(""), "q").unwrap().offset, 0);
        let beyond = Page { offset: 9, limit: 2 };
        assert!(beyond.slice(&[1]).is_empty());
    }
}
