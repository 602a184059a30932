//! Where words begin and end: the same rule as `model/words.py`.
//!
//! A word is a run of ASCII letters or of digits. `camelCase` is two words, and
//! of `HTTPServer` the last capital begins the second. All becomes lower case.

/// Longer words are left out; a run of base64 is no word.
pub(crate) const LONGEST_WORD: usize = 40;

/// A word in lower case.
pub(crate) struct Word {
    bytes: [u8; LONGEST_WORD],
    length: usize,
}

impl Word {
    /// Its bytes.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// Calls `found` for each word of `text`, in order, until it says `false`.
pub(crate) fn split(text: &str, mut found: impl FnMut(&Word) -> bool) {
    let bytes = text.as_bytes();
    let mut word = Word { bytes: [0; LONGEST_WORD], length: 0 };
    let mut at = 0;
    while at < bytes.len() {
        let end = word_end(bytes, at);
        if end == at {
            at += 1;
            continue;
        }
        let length = end - at;
        if length <= LONGEST_WORD {
            for (to, from) in word.bytes.iter_mut().zip(&bytes[at..end]) {
                *to = from.to_ascii_lowercase();
            }
            word.length = length;
            if !found(&word) {
                return;
            }
        }
        at = end;
    }
}

/// The end of the word that begins at `at`; `at` itself if none does.
fn word_end(bytes: &[u8], at: usize) -> usize {
    let run = |from: usize, is: fn(&u8) -> bool| {
        from + bytes[from..].iter().take_while(|byte| is(byte)).count()
    };
    match bytes[at] {
        b'0'..=b'9' => run(at, u8::is_ascii_digit),
        b'a'..=b'z' => run(at, u8::is_ascii_lowercase),
        b'A'..=b'Z' => {
            let capitals = run(at, u8::is_ascii_uppercase);
            let is_lower = bytes.get(capitals).is_some_and(u8::is_ascii_lowercase);
            match (is_lower, capitals - at) {
                (false, _) => capitals,
                (true, 1) => run(capitals, u8::is_ascii_lowercase),
                (true, _) => capitals - 1,
            }
        }
        _ => at,
    }
}
