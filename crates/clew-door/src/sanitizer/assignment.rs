//! Values that are named secrets: `password = "…"`, `API_TOKEN: …`.

use std::sync::LazyLock;

use regex::Regex;

use super::found::{Found, Rank};
use super::kind::SecretKind;
use super::rules::compile;

/// The words that end the name of a secret.
static WORD: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i-u)(?:passwords?|passwd|passphrase|pwd|passcode|pass|secrets?|tokens?|(?:api|access|auth|private|signing|encryption|master|account|storage|secret|license)[_-]?keys?|credentials?)",
    )
});

/// What stands between a name and its value, and the value, in quotes. Group `d` is the
/// sign between them.
static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r#"(?i)^["'`\]]{0,2}[ \t]*(?:(?::[ \t]*[A-Za-z_&][A-Za-z0-9_&<>\[\]'|? ]{0,40}?[ \t]*=)|(?P<d>:=|=>|===?|!==?|=|:|,|\())[ \t]*[rbufl@$]{0,2}#{0,3}(?:"""(?P<t>[^"\n]{4,512})"""|'''(?P<u>[^'\n]{4,512})'''|"(?P<a>[^"\n]{4,512})"|'(?P<b>[^'\n]{4,512})'|`(?P<c>[^`\n]{4,512})`)"#,
    )
});

/// The rest of a line of a properties, INI, `.env` or YAML file after the name.
static BARE: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r#"^[ \t]*(?:=|:[ \t])[ \t]*(?P<a>[^\s"'`#;,(){}\[\]<>$]{6,512})[ \t]*(?:#[^\n]*)?(?:\r?\n|$)"#,
    )
});

/// What may stand before a name on a line of such a file.
static BEFORE_BARE: LazyLock<Regex> =
    LazyLock::new(|| compile(r"(?i)^[ \t]*(?:export[ \t]+|set[ \t]+|ENV[ \t]+|-[ \t]+)?$"));

/// Finds assigned secrets.
pub(super) fn find(text: &str, found: &mut Vec<Found>) {
    for word in WORD.find_iter(text) {
        let before = &text[..word.start()];
        let letters = before.bytes().rev().take_while(|byte| is_name(*byte)).count();
        let name = &text[word.start() - letters..word.end()];
        let rest = &text[word.end()..];
        let Some(value) = value_after(name, rest, &before[..before.len() - letters]) else {
            continue;
        };
        if !super::placeholder::is_placeholder(&rest[value.clone()]) {
            let range = word.end() + value.start..word.end() + value.end;
            found.push(Found { range, kind: kind_of(name), rank: Rank::Assignment });
        }
    }
}

/// Where in the rest the value of the secret stands, if it is one.
fn value_after(name: &str, rest: &str, before: &str) -> Option<std::ops::Range<usize>> {
    let password = kind_of(name) == SecretKind::Password;
    if let Some(matched) = QUOTED.captures(rest) {
        let value = ["t", "u", "a", "b", "c"].iter().find_map(|group| matched.name(group))?;
        let text = value.as_str();
        let secret = if password { is_password(name, text, true) } else { is_key(text) };
        // After a comma the next argument may be anything.
        let listed = matched.name("d").is_some_and(|sign| sign.as_str() == ",");
        return (secret && (!listed || has_mixture(text))).then(|| value.range());
    }
    let line = before.rsplit('\n').next().unwrap_or(before);
    let value = BARE.captures(rest)?.name("a")?;
    let text = value.as_str();
    let secret = if password { is_password(name, text, false) } else { is_key(text) };
    (secret && BEFORE_BARE.is_match(line)).then(|| value.range())
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_.$-".contains(&byte)
}

fn kind_of(name: &str) -> SecretKind {
    let name = name.to_ascii_lowercase();
    let ends = |words: &[&str]| words.iter().any(|word| name.trim_end_matches('s').ends_with(word));
    if ends(&["password", "passwd", "passphrase", "pwd", "passcode", "pas"]) {
        SecretKind::Password
    } else if ends(&["token"]) {
        SecretKind::Token
    } else if name.contains("api") || ends(&["key"]) {
        SecretKind::ApiKey
    } else {
        SecretKind::Secret
    }
}

/// Whether a value is a password rather than the word for one, a label or a template.
fn is_password(name: &str, value: &str, quoted: bool) -> bool {
    if is_template(value) || value.chars().any(char::is_whitespace) && !is_phrase(name, value) {
        return false;
    }
    let lower = value.to_ascii_lowercase();
    let word_for_it = ["password", "passwd", "passphrase", "pwd", "passcode", "secret", "token"]
        .iter()
        .any(|word| lower.contains(word));
    let mixed = has_mixture(value);
    if word_for_it && !mixed {
        return false;
    }
    // A short name such as `pass` is a password only where the value looks like one.
    let plain_name = name.to_ascii_lowercase().ends_with("pass");
    if plain_name || !quoted {
        return mixed && value.len() >= 6;
    }
    mixed || value.len() >= 6 && !is_identifier_like(value)
}

/// A passphrase may hold blanks, where it is named one.
fn is_phrase(name: &str, value: &str) -> bool {
    let words: Vec<&str> = value.split(' ').collect();
    name.to_ascii_lowercase().contains("passphrase")
        && words.len() >= 4
        && words
            .iter()
            .all(|word| !word.is_empty() && word.chars().all(|letter| letter.is_ascii_lowercase()))
}

/// Whether a value is a key or token: long, of letters and digits, without order.
fn is_key(value: &str) -> bool {
    if value.len() < 12 || is_template(value) || value.chars().any(char::is_whitespace) {
        return false;
    }
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    let alphabet = value
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"+/=_.~-!@#$%^&*".contains(&byte));
    if !alphabet || digits < 2 || letters < 2 || is_path(value) {
        return false;
    }
    entropy(value) >= 3.0 && longest_word(value) < 12
}

fn is_path(value: &str) -> bool {
    value.starts_with(['/', '.', '~']) || value.contains("://") || value.matches('/').count() >= 3
}

/// A value that is filled in elsewhere, or says that it is none.
fn is_template(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let marks = ["${", "{{", "<%", "%(", "$(", "{}", "#{", "%s", "\\(", "***", "...", "…"];
    let words = [
        "example",
        "changeme",
        "change-me",
        "change_me",
        "change_this",
        "your-",
        "your_",
        "<your",
        "placeholder",
        "dummy",
        "todo",
        "xxxx",
        "process.env",
        "os.environ",
        "getenv",
        "insert",
        "redacted",
        "not-a-",
        "fake",
    ];
    value.starts_with(['$', '<', '%', '{', '[', '/', '\\'])
        || marks.iter().any(|mark| value.contains(mark))
        || words.iter().any(|word| lower.contains(word))
}

/// Digits or signs among letters, as passwords have them and words have not.
fn has_mixture(value: &str) -> bool {
    let digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let letter = value.bytes().any(|byte| byte.is_ascii_alphabetic());
    let sign = value.bytes().any(|byte| b"!@#$%^&*+=?~|".contains(&byte));
    digit && letter && value.len() >= 6 && !is_versioned_word(value) || sign && letter
}

/// A word with a number at its end, such as `sha256` or `password1`-like labels of
/// fields (`new_password1`).
fn is_versioned_word(value: &str) -> bool {
    let word = value.trim_end_matches(|letter: char| letter.is_ascii_digit());
    value.len() - word.len() == 1
        && word.contains(['_', '-'])
        && word.bytes().all(|byte| byte.is_ascii_lowercase() || b"_-".contains(&byte))
}

/// Names of things: several words in one, or dotted.
fn is_identifier_like(value: &str) -> bool {
    let identifier = value
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':'));
    let joined = value.contains(['_', '-', '.', ':']);
    let camel = value
        .as_bytes()
        .windows(2)
        .any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let title = value.as_bytes()[0].is_ascii_uppercase();
    identifier && (joined || camel || title) || FIELD_WORDS.contains(&value) || !value.is_ascii()
}

/// Values that a field of that name has in schemas and forms.
const FIELD_WORDS: &[&str] = &[
    "string",
    "hidden",
    "required",
    "optional",
    "invalid",
    "missing",
    "default",
    "unknown",
    "disabled",
    "enabled",
    "prompt",
    "plain",
    "bearer",
    "access",
    "refresh",
    "header",
    "cookie",
    "number",
    "object",
    "boolean",
    "undefined",
    "client",
    "server",
    "internal",
    "public",
];

/// Bits per character (Shannon).
fn entropy(value: &str) -> f64 {
    let mut counts = [0_u32; 256];
    for byte in value.bytes() {
        counts[usize::from(byte)] += 1;
    }
    let total = value.len() as f64;
    counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| f64::from(*count) / total)
        .map(|share| -share * share.log2())
        .sum()
}

/// Length of the longest run of lower-case letters: words have long ones.
fn longest_word(value: &str) -> usize {
    value.split(|letter: char| !letter.is_ascii_lowercase()).map(str::len).max().unwrap_or(0)
}
