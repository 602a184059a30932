//! Names of secrets.

use std::sync::LazyLock;

use regex::Regex;

use super::kind::SecretKind;
use super::rules::compile;

/// The words that end the name of a secret, in group `w`, and what may follow them in
/// the name. Longer ones stand first: the first that fits counts.
static WORD: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i-u)(?P<w>identified[ \t]+by|(?:api|access|auth|private|signing|signature|encryption|master|account|storage|secret|license|hmac|app|client|consumer|service|session|jwt|aes|fernet|shared|subscription|deploy|webhook)[_-]?keys?|passwords?|passwd|passphrase|passcode|pass|pwd|psw|pw|secrets?|tokens?|credentials?|auth)(?:[_-]?(?:string|value|plaintext|plain|text|base64|b64|base|hex))?",
    )
});

/// The name of a secret in a text.
pub(super) struct Name<'t> {
    /// The name up to the end of its word.
    pub(super) head: &'t str,
    /// The word alone.
    word: &'t str,
    /// Where the name begins, in bytes.
    pub(super) start: usize,
    /// Where it ends.
    pub(super) end: usize,
}

impl Name<'_> {
    /// What it is the name of.
    pub(super) fn kind(&self) -> SecretKind {
        kind_of(self.head)
    }

    /// Whether the word is so common that only a key beside it counts.
    pub(super) fn is_weak(&self) -> bool {
        self.word.eq_ignore_ascii_case("auth")
    }
}

/// Words that are so short that they stand in others.
const SHORT: [&str; 3] = ["pw", "psw", "auth"];

/// The names of secrets in a text, in order.
pub(super) fn names(text: &str) -> impl Iterator<Item = Name<'_>> {
    WORD.captures_iter(text).filter_map(move |found| {
        let (whole, word) = (found.get(0)?, found.name("w")?);
        let before = &text[..whole.start()];
        let joined = before.bytes().next_back().is_some_and(|last| last.is_ascii_alphanumeric());
        let begins = word.as_str().starts_with(|first: char| first.is_ascii_uppercase());
        let short = SHORT.iter().any(|short| word.as_str().eq_ignore_ascii_case(short));
        if short && joined && !begins {
            return None;
        }
        let letters = before.bytes().rev().take_while(|byte| is_name(*byte)).count();
        let start = whole.start() - letters;
        let head = &text[start..word.end()];
        Some(Name { head, word: word.as_str(), start, end: whole.end() })
    })
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_.$-".contains(&byte)
}

/// What a name that ends with its word is the name of.
fn kind_of(name: &str) -> SecretKind {
    let name = name.to_ascii_lowercase();
    let single = name.strip_suffix('s').unwrap_or(&name);
    let ends =
        |words: &[&str]| words.iter().any(|word| name.ends_with(word) || single.ends_with(word));
    let passwords =
        ["password", "passwd", "passphrase", "pwd", "passcode", "pass", "psw", "pw", " by"];
    if ends(&passwords) {
        SecretKind::Password
    } else if ends(&["token"]) {
        SecretKind::Token
    } else if name.contains("api") || ends(&["key"]) {
        SecretKind::ApiKey
    } else {
        SecretKind::Secret
    }
}
