//! The one form in which texts are compared that look alike.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};

/// `text` in canonical composition (NFC): what a person sees as one letter is one, whether
/// the file, the file system or the one who asks wrote it so or with a mark of its own.
pub fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.nfc().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_with_marks_become_one() {
        for (text, expected) in
            [("cafe\u{301}", "caf\u{e9}"), ("caf\u{e9}", "caf\u{e9}"), ("cafe", "cafe"), ("", "")]
        {
            assert_eq!(composed(text), expected);
        }
        assert!(matches!(composed("caf\u{e9}"), Cow::Borrowed(_)));
    }
}
