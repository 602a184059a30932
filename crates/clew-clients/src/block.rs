//! A marked block in a Markdown file, updated in place.

use crate::error::{EditError, place};

const BEGIN: &str = "<!-- clew:begin -->";
const END: &str = "<!-- clew:end -->";

/// Whether `text` has the block.
pub fn has_block(text: &str) -> bool {
    matches!(find(text), Ok(Some(_)))
}

/// `text` with `content` in the block: in the place of the old one, else at
/// the end.
///
/// Fails if the marks in the text are not one pair.
pub fn put_block(text: &str, content: &str) -> Result<String, EditError> {
    let newline = crate::newline::newline_of(text);
    let content = content.trim_end().replace('\n', newline);
    let block = format!("{BEGIN}{newline}{content}{newline}{END}");
    match find(text)? {
        Some((start, end)) => Ok(format!("{}{block}{}", &text[..start], &text[end..])),
        None => {
            let mut out = text.to_string();
            if !out.is_empty() {
                if !out.ends_with('\n') {
                    out.push_str(newline);
                }
                out.push_str(newline);
            }
            Ok(out + &block + newline)
        }
    }
}

/// `text` without the block and the blank line before it.
///
/// Fails if the marks in the text are not one pair.
pub fn take_block(text: &str) -> Result<String, EditError> {
    let Some((start, end)) = find(text)? else { return Ok(text.to_string()) };
    let before = &text[..start];
    let kept = ["\r\n\r\n", "\n\n"]
        .iter()
        .find(|blank| before.ends_with(**blank))
        .map_or(before, |blank| &before[..before.len() - blank.len() / 2]);
    let after = &text[end..];
    let after = after.strip_prefix("\r\n").or_else(|| after.strip_prefix('\n')).unwrap_or(after);
    Ok(format!("{kept}{after}"))
}

fn find(text: &str) -> Result<Option<(usize, usize)>, EditError> {
    let fault = |at: usize, reason: &str| {
        let (line, column) = place(text, at);
        Err(EditError::Syntax { line, column, reason: reason.into() })
    };
    match (text.find(BEGIN), text.find(END)) {
        (None, None) => Ok(None),
        (Some(start), Some(end)) if start < end => {
            if text.rfind(BEGIN) != Some(start) || text.rfind(END) != Some(end) {
                return fault(start, "the block of clew is there more than once");
            }
            Ok(Some((start, end + END.len())))
        }
        (Some(at), _) => fault(at, "the block of clew has no end mark"),
        (None, Some(at)) => fault(at, "the block of clew has no begin mark"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &str, new: &str) {
        assert_eq!(put_block(old, "use it\n").as_deref(), Ok(new));
        assert_eq!(put_block(new, "use it").as_deref(), Ok(new), "twice is once");
        let updated = put_block(new, "other").unwrap();
        assert_eq!(put_block(&updated, "use it").as_deref(), Ok(new));
    }

    #[test]
    fn the_block_goes_to_the_end() {
        check("", "<!-- clew:begin -->\nuse it\n<!-- clew:end -->\n");
        check("# A\n", "# A\n\n<!-- clew:begin -->\nuse it\n<!-- clew:end -->\n");
        check("# A", "# A\n\n<!-- clew:begin -->\nuse it\n<!-- clew:end -->\n");
        check("a\r\n", "a\r\n\r\n<!-- clew:begin -->\r\nuse it\r\n<!-- clew:end -->\r\n");
    }

    #[test]
    fn broken_marks_are_refused_with_their_place() {
        for broken in [
            "a\n<!-- clew:begin -->\n",
            "a\n<!-- clew:end -->\n",
            "a\n<!-- clew:end --><!-- clew:begin -->",
            "<!-- clew:begin --><!-- clew:end --><!-- clew:begin --><!-- clew:end -->",
        ] {
            assert!(put_block(broken, "x").is_err(), "{broken}");
            assert!(take_block(broken).is_err(), "{broken}");
        }
    }

    proptest::proptest! {
        #[test]
        fn taking_out_undoes_putting_in(text in "([a-z# ]{0,9}\n){0,4}") {
            let with = put_block(&text, "use it").unwrap();
            proptest::prop_assert!(has_block(&with));
            proptest::prop_assert_eq!(take_block(&with).unwrap(), text);
        }
    }
}
