//! Removing what a report of a fault must not show: secrets, and where the
//! user's home folder is.

use serde_json::Value;

/// Words in names whose values are secret.
const SECRET_WORDS: [&str; 8] =
    ["token", "secret", "password", "passwd", "apikey", "api_key", "credential", "authorization"];

/// What stands for something removed.
const REMOVED: &str = "[removed]";

/// Words of this length with letters and digits are taken for keys.
const KEY_LENGTH: usize = 20;

/// Removes secrets and the home folder from all texts of a value.
pub(super) fn redact(value: &mut Value, home: Option<&str>) {
    match value {
        Value::String(text) => *text = redact_text(text, home),
        Value::Array(items) => items.iter_mut().for_each(|item| redact(item, home)),
        Value::Object(map) => {
            for (name, item) in map {
                match item {
                    Value::String(text) if is_secret_name(name) && !text.is_empty() => {
                        *text = REMOVED.to_string();
                    }
                    _ => redact(item, home),
                }
            }
        }
        _ => {}
    }
}

/// Whether the value of a setting of this name is secret.
pub(super) fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    SECRET_WORDS.iter().any(|word| name.contains(word))
}

fn redact_text(text: &str, home: Option<&str>) -> String {
    let text = match home.filter(|home| home.len() > 1) {
        Some(home) => text.replace(home, "~"),
        None => text.to_string(),
    };
    let mut secret_follows = false;
    let mut out = String::new();
    // Inside an address commas and semicolons may be part of a secret.
    for chunk in text.split_inclusive(is_blank) {
        let words: Vec<&str> = match chunk.contains("://") {
            true => vec![chunk],
            false => chunk.split_inclusive(|c: char| is_blank(c) || is_mark(c)).collect(),
        };
        secret_follows = redact_words(&words, secret_follows, &mut out);
    }
    out
}

fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == '"'
}

fn is_mark(letter: char) -> bool {
    matches!(letter, ',' | ';')
}

/// Adds words with what stands after them; tells whether the next one is a secret.
fn redact_words(words: &[&str], mut secret_follows: bool, out: &mut String) -> bool {
    for word in words {
        let end = word.trim_end_matches(|c: char| is_blank(c) || is_mark(c));
        let (shown, follows) = redact_word(end, secret_follows);
        out.push_str(&shown);
        out.push_str(&word[end.len()..]);
        secret_follows = follows || (secret_follows && end.is_empty());
    }
    secret_follows
}

/// One word, and whether the next one is a secret.
fn redact_word(word: &str, is_secret: bool) -> (String, bool) {
    if word.is_empty() {
        return (String::new(), false);
    }
    if word.eq_ignore_ascii_case("bearer") || word.eq_ignore_ascii_case("basic") {
        return (word.to_string(), true);
    }
    if is_secret {
        return (REMOVED.to_string(), false);
    }
    let named = word.split_once('=').filter(|(name, _)| !name.contains("://"));
    if let Some((name, value)) = named.filter(|(name, _)| is_secret_name(name)) {
        let shown = if value.is_empty() { String::new() } else { REMOVED.to_string() };
        return (format!("{name}={shown}"), value.is_empty());
    }
    if let Some(name) = word.strip_suffix(':').filter(|name| is_secret_name(name)) {
        return (format!("{name}:"), true);
    }
    (without_keys(&without_secrets(word)), false)
}

/// Addresses without the name and password before the host, and without what
/// comes after a `?` or `#`.
fn without_secrets(chunk: &str) -> String {
    let Some((scheme, _)) = chunk.split_once("://") else { return chunk.to_string() };
    let (places, more) = match chunk.find(['?', '#']) {
        Some(end) if end + 1 < chunk.len() => (&chunk[..=end], &chunk[end + 1..]),
        _ => (chunk, ""),
    };
    // A password that was written as it is.
    if more.contains('@') {
        return format!("{scheme}://{REMOVED}");
    }
    let mut out = String::new();
    let mut rest = places;
    while let Some((scheme, after)) = rest.split_once("://") {
        out.push_str(scheme);
        out.push_str("://");
        let host_end = after.find(['/', '?', '#']).unwrap_or(after.len());
        rest = match after[..host_end].rfind('@') {
            Some(at) => {
                out.push_str(REMOVED);
                &after[at..]
            }
            None => after,
        };
    }
    out + rest + if more.is_empty() { "" } else { REMOVED }
}

/// A word whose parts that look like keys are removed.
fn without_keys(word: &str) -> String {
    let is_separator = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-'));
    let mut out = String::new();
    for part in word.split_inclusive(is_separator) {
        let end = part.trim_end_matches(is_separator);
        out.push_str(if is_key(end) { REMOVED } else { end });
        out.push_str(&part[end.len()..]);
    }
    out
}

fn is_key(part: &str) -> bool {
    let has = |test: fn(char) -> bool| part.chars().any(test);
    let digits = part.chars().filter(char::is_ascii_digit).count();
    part.chars().count() >= KEY_LENGTH && has(|c| c.is_alphabetic()) && digits >= 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(redact_text(text, Some("/home/ada")), expected);
    }

    #[test]
    fn secrets_go_and_the_rest_stays() {
        check("root /home/ada/shop (clew.yaml)", "root ~/shop (clew.yaml)");
        check("see https://ada:hunter2@host/x?y", "see https://[removed]@host/x?[removed]");
        check("http://a:b@127.0.0.1:1/?key=abc", "http://[removed]@127.0.0.1:1/?[removed]");
        check("http://h/?key=abc&to=http://x", "http://h/?[removed]");
        check("http://a:b@h/?token=abc", "http://[removed]@h/?[removed]");
        check("http://a:p?w@h/", "http://[removed]");
        check("token=ab://cd token: ab://cd", "token=[removed] token: [removed]");
        check("http://h/p#abc; next", "http://h/p#[removed]; next");
        check("http://h/?a=1;key=abc,d", "http://h/?[removed]");
        check("http://ada:p,w;d@host/x", "http://[removed]@host/x");
        check("http://a,http://ada:pw@b/c", "http://a,http://[removed]@b/c");
        check("is it https://host/?", "is it https://host/?");
        check("https://host/a@b", "https://host/a@b");
        check("api_key=abc next", "api_key=[removed] next");
        check("token: abc, more", "token: [removed], more");
        check("Authorization: Bearer abc", "Authorization: Bearer [removed]");
        check("sent Bearer abc", "sent Bearer [removed]");
        check("key sk-proj-0123456789abcdefghij.", "key [removed].");
        check(
            "src/module_with_a_long_name.rs: 120 files",
            "src/module_with_a_long_name.rs: 120 files",
        );
        check("", "");
    }

    #[test]
    fn values_of_secret_names_go() {
        let mut value = serde_json::json!({
            "name": "CLEW_LOG",
            "mcp_token": "short",
            "deep": [{ "password": "x", "other": "kept" }],
            "count": 3,
        });
        redact(&mut value, None);
        let expected = serde_json::json!({
            "name": "CLEW_LOG",
            "mcp_token": "[removed]",
            "deep": [{ "password": "[removed]", "other": "kept" }],
            "count": 3,
        });
        assert_eq!(value, expected);
    }
}
