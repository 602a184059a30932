//! Judging values: what is a secret, and what a word for one, a label or a template.

/// Whether a value is a password rather than the word for one, a label or a template.
pub(super) fn is_password(name: &str, value: &str, quoted: bool) -> bool {
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
        return value.len() >= 6 && (mixed || is_random_letters(value));
    }
    mixed || is_random_letters(value) || value.len() >= 6 && !is_identifier_like(value)
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

/// Whether a value is without order, so that a name near it suffices to make it a
/// secret: letters and digits by turns, or letters in no word's case.
pub(super) fn is_random(value: &str, least: usize) -> bool {
    if value.len() < least || is_template(value) || is_path(value) || is_words(value) {
        return false;
    }
    if !value.bytes().all(|byte| byte.is_ascii_graphic()) || longest_word(value) >= 8 {
        return false;
    }
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let turns = turns(value);
    letters >= 3 && (digits >= 2 && turns >= 4 || digits >= 1 && turns >= 5)
        || is_random_letters(value)
}

/// Stretches of one sort of sign: small letters, capitals, digits, others.
fn turns(value: &str) -> usize {
    let sort = |byte: &u8| match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    value.as_bytes().chunk_by(|left, right| sort(left) == sort(right)).count()
}

/// Words, numbers and versions, joined by signs.
fn is_words(value: &str) -> bool {
    let is_word = |part: &str| {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let digits = rest.bytes().all(|byte| byte.is_ascii_digit());
        digits && (rest.len() <= 4 || rest.len() == part.len()) && turns(part) <= 4
    };
    let parts: Vec<&str> =
        value.split(['_', '-', '.', ':', '/', ',', '=', '+', '*', '@']).collect();
    parts.len() > 1 && parts.iter().all(|part| is_word(part))
}

/// Letters whose case follows no words: `jENUhJdu`, but not `MyAuthPlugin`.
fn is_random_letters(value: &str) -> bool {
    if value.len() < 8 || !value.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return false;
    }
    let runs: Vec<&[u8]> = value
        .as_bytes()
        .chunk_by(|left, right| left.is_ascii_lowercase() == right.is_ascii_lowercase())
        .collect();
    let vowel = |letter: &u8| b"aeiouyAEIOUY".contains(letter);
    let is_odd = |at: usize| {
        // A capital that begins a word belongs to it.
        let first = at.checked_sub(1).and_then(|before| runs[before].last());
        let length = runs[at].len() + usize::from(first.is_some());
        length <= 2 || is_cluttered(runs[at]) || !runs[at].iter().chain(first).any(vowel)
    };
    let words = (0..runs.len()).filter(|at| runs[*at][0].is_ascii_lowercase());
    runs.len() >= 4 && words.filter(|at| is_odd(*at)).count() >= 2
}

/// Whether a value is a key or token: long, of letters and digits, without order.
pub(super) fn is_key(value: &str) -> bool {
    if value.len() < 12 || is_template(value) || value.chars().any(char::is_whitespace) {
        return false;
    }
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    let alphabet = value
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"+/=_.~-!@#$%^&*".contains(&byte));
    if !alphabet || letters < 2 || is_path(value) || entropy(value) < 3.0 {
        return false;
    }
    digits >= 2 && longest_word(value) < 12 || is_random(value, 12)
}

pub(super) fn is_path(value: &str) -> bool {
    value.starts_with(['/', '.', '~']) || value.contains("://") || value.matches('/').count() >= 3
}

/// A value that is filled in elsewhere, or says that it is none.
pub(super) fn is_template(value: &str) -> bool {
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
pub(super) fn has_mixture(value: &str) -> bool {
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

/// Length of the longest run of lower-case letters that may be a word: words have long
/// ones.
fn longest_word(value: &str) -> usize {
    let runs = value.split(|letter: char| !letter.is_ascii_lowercase());
    let weigh = |run: &str| if is_cluttered(run.as_bytes()) { run.len() / 2 } else { run.len() };
    runs.map(weigh).max().unwrap_or(0)
}

/// Whether letters stand together as in no word: four consonants in a row.
fn is_cluttered(letters: &[u8]) -> bool {
    letters.windows(4).any(|four| !four.iter().any(|letter| b"aeiouy".contains(letter)))
}
