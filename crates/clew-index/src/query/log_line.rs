//! What a program said, without what its log puts around it: pairs of names and values
//! (logfmt), JSON objects, times and levels.

use serde_json::Value;

/// Names under which logs keep what was said, and what went wrong, in the order in
/// which people read them.
const SAID: &[&str] = &["msg", "message", "event", "text"];
const WRONG: &[&str] = &["err", "error", "exception", "exc_info", "reason", "cause"];
const TRACES: &[&str] = &["stack", "stacktrace", "stack_trace", "traceback", "backtrace"];

/// Names that only logs use together with those.
const AROUND: &[&str] =
    &["time", "ts", "t", "timestamp", "@timestamp", "level", "lvl", "severity", "logger", "caller"];

/// Words for how bad it is.
const LEVELS: &[&str] = &[
    "trace", "debug", "info", "notice", "warn", "warning", "err", "error", "critical", "crit",
    "fatal", "panic", "alert", "emerg",
];

/// The message in a line of a log; `None` if the text is no such line.
pub(super) fn message_of(text: &str) -> Option<String> {
    let text = text.trim();
    let message = if text.starts_with('{') {
        of_object(text)?
    } else if text.contains('\n') {
        return None;
    } else {
        of_pairs(text).or_else(|| behind_time(text))?
    };
    (!message.trim().is_empty()).then_some(message)
}

fn of_object(text: &str) -> Option<String> {
    let first = text.lines().next().unwrap_or(text);
    let object: Value = serde_json::from_str(text).or_else(|_| serde_json::from_str(first)).ok()?;
    let object = object.as_object()?;
    let value = |name: &&str| {
        let (_, value) = object.iter().find(|(key, _)| key.eq_ignore_ascii_case(name))?;
        said_by(value)
    };
    let (said, wrong) = (SAID.iter().find_map(value), WRONG.iter().find_map(value));
    let traces = TRACES.iter().find_map(value);
    let around = AROUND.iter().any(|name| object.contains_key(*name));
    // Another object with a `text` or a `reason` is no line of a log.
    if said.is_none() && !(wrong.is_some() && around) {
        return None;
    }
    let message = [said, wrong].into_iter().flatten().collect::<Vec<_>>().join(": ");
    Some([Some(message), traces].into_iter().flatten().collect::<Vec<_>>().join("\n"))
}

/// A text, or the message of an error written as an object.
fn said_by(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Object(inner) => {
            SAID.iter().find_map(|name| inner.get(*name)?.as_str()).map(str::to_owned)
        }
        _ => None,
    }
}

fn of_pairs(text: &str) -> Option<String> {
    let pairs = pairs(text);
    let value = |names: &[&str]| {
        let found = |name: &&str| pairs.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        names.iter().find_map(found).map(|(_, value)| value.clone())
    };
    let around = value(AROUND).is_some();
    let (said, wrong) = (value(SAID), value(WRONG));
    if !around || said.is_none() && wrong.is_none() {
        return None;
    }
    Some([said, wrong].into_iter().flatten().collect::<Vec<_>>().join(": "))
}

/// The `name=value` and `name="value"` of a text; other words are passed over.
fn pairs(text: &str) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let Some(after) = after.strip_prefix('=').filter(|_| !name.is_empty()) else {
            rest = after.trim_start_matches('=').trim_start();
            continue;
        };
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => unquoted(quoted),
            None => {
                let end = after.find(char::is_whitespace).unwrap_or(after.len());
                (after[..end].to_owned(), &after[end..])
            }
        };
        found.push((name, value));
        rest = after.trim_start();
    }
    found
}

/// A text up to its closing quote, escapes undone, and what follows.
fn unquoted(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return (value, &text[at + 1..]),
            '\\' => match letters.next() {
                Some((_, 'n' | 't' | 'r')) => value.push(' '),
                Some((_, escaped)) => value.push(escaped),
                None => {}
            },
            other => value.push(other),
        }
    }
    (value, "")
}

/// What follows a time and a level.
fn behind_time(text: &str) -> Option<String> {
    let mut rest = text;
    let mut timed = false;
    while let Some((mark, after)) = rest.split_once(char::is_whitespace) {
        let inner = mark.trim_matches(|c: char| "[](){}<>:,|-".contains(c));
        let is_time = is_time(inner);
        let is_level = LEVELS.iter().any(|level| inner.eq_ignore_ascii_case(level));
        if !is_time && !(timed && (is_level || inner.is_empty())) {
            break;
        }
        timed |= is_time;
        rest = after.trim_start();
    }
    (timed && rest.split_whitespace().count() >= 2).then(|| rest.to_owned())
}

/// Whether a word is a date or a time of day: digits between `-`, `:`, `/` or `.`.
fn is_time(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let marks = word.bytes().filter(|byte| b"-:/.".contains(byte)).count();
    let known = |c: char| c.is_ascii_digit() || "-:/.,+TZ".contains(c);
    digits >= 4 && marks >= 2 && word.chars().all(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        assert_eq!(message_of(line).as_deref(), Some(expected).filter(|text| !text.is_empty()));
    }

    #[test]
    fn logs_are_taken_apart() {
        check(
            r#"level=error msg="cannot read \"a\": no such file""#,
            "cannot read \"a\": no such file",
        );
        check(
            r#"time=2024-05-01T10:00:00Z level=warn msg=retry err="time\nout" n=3"#,
            "retry: time out",
        );
        check(
            r#"{"time":"now","level":"ERROR","msg":"no header","err":"boom"}"#,
            "no header: boom",
        );
        check(
            r#"{"level":"e","error":{"message":"gone"},"stack":"at f (a.js:1)"}"#,
            "gone\nat f (a.js:1)",
        );
        check("2024-05-01 10:00:00,123 [ERROR] app.db: cannot connect", "app.db: cannot connect");
        check("[2024-05-01T10:00:00+02:00] error - cannot connect", "cannot connect");
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        for text in [
            "error: unknown option '--x'",
            "a=b c=d",
            r#"msg="x""#,
            r#"{"text": "x"#,
            r#"{"name": "x", "version": "1.2.3"}"#,
            "1.2.3 release",
            "2024-05-01 10:00:00",
            "where is level=error written",
            "",
        ] {
            check(text, "");
        }
    }
}
