//! Sections of classes that Qt's macros open: `signals:`, `public slots:`.

use clew_text::TextRange;

use super::tokens::Token;

/// Macros of which a class of Qt holds one.
const MARKS: &[&str] = &["Q_OBJECT", "Q_GADGET", "Q_NAMESPACE"];

/// Blanks what stands behind the visibility of slots, and gives signals the look of the
/// public section that they are.
pub(super) fn find(
    text: &str,
    tokens: &[Token],
    blanks: &mut Vec<TextRange>,
    patches: &mut Vec<(usize, u8)>,
) {
    if !MARKS.iter().any(|mark| text.contains(mark)) {
        return;
    }
    for (at, token) in tokens.iter().enumerate() {
        let is_closed = tokens.get(at + 1).is_some_and(|next| next.is(b':'))
            && !tokens.get(at + 2).is_some_and(|next| next.is(b':'));
        if !is_closed {
            continue;
        }
        match token.text(text) {
            "slots" | "Q_SLOTS" if at > 0 && is_visibility(tokens[at - 1].text(text)) => {
                blanks.push(TextRange::new(token.start as usize, token.end as usize));
            }
            word @ ("signals" | "Q_SIGNALS") if token.begins_line => {
                let look = b"public".iter().chain(std::iter::repeat(&b' ')).take(word.len());
                let places = token.start as usize..;
                patches.extend(places.zip(look.copied()));
            }
            _ => {}
        }
    }
}

fn is_visibility(word: &str) -> bool {
    matches!(word, "public" | "protected" | "private")
}
