//! Messages of JSON-RPC whose ids come back digit by digit.
//!
//! A JSON value keeps numbers beyond 64 bits, and those with a fraction or an
//! exponent, as doubles, and libraries know ids as texts or 64-bit whole numbers.
//! Such numbers go in as texts of our own that hold what was sent, and come out as
//! they were. Where a message holds ids and tokens is told by [`Places`].

use std::collections::BTreeMap;
use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// Paths to the members of a message that hold an id or a token.
pub type Places = [&'static [&'static str]];

/// What every text of our own begins with.
const MARK: &str = "\u{0}clew ";
/// Follows the mark of a number.
const NUMBER: char = '#';
/// Follows the mark of a text that began with the mark itself.
const TEXT: char = '"';

/// Reads a message, or a batch, so that [`write()`] with the same `places` gives
/// back its ids as they were sent. Fails if it is no JSON.
pub fn read(bytes: &[u8], places: &Places) -> serde_json::Result<Value> {
    // Numbers beyond doubles are no values, but may be ids.
    match serde_json::from_slice(bytes) {
        Ok(message) if !needs_care(&message, places) => Ok(message),
        plain => read_with_care(bytes, places).map_or(plain, Ok),
    }
}

/// Reads the id in `text`, as [`read()`] does; `None` if it is no JSON.
pub fn read_id(text: &str) -> Option<Value> {
    serde_json::from_str::<&RawValue>(text).ok().and_then(|raw| held(raw.get()))
}

/// Whether `message`, or one of a batch, holds an id that would be changed.
fn needs_care(message: &Value, places: &Places) -> bool {
    match message {
        Value::Array(messages) => messages.iter().any(|message| holds_odd(message, places)),
        message => holds_odd(message, places),
    }
}

fn holds_odd(message: &Value, places: &Places) -> bool {
    places.iter().any(|place| {
        let held = place.iter().try_fold(message, |value, key| value.get(key));
        match held {
            Some(Value::Number(number)) => !number.is_i64(),
            Some(Value::String(text)) => text.starts_with(MARK),
            _ => false,
        }
    })
}

fn read_with_care(bytes: &[u8], places: &Places) -> Option<Value> {
    let text = std::str::from_utf8(bytes).ok()?;
    if text.trim_start().starts_with('[') {
        let messages = serde_json::from_str::<Vec<&RawValue>>(text).ok()?;
        return messages.into_iter().map(|message| read_part(message.get(), places)).collect();
    }
    read_part(text, places)
}

fn read_part(text: &str, places: &[&[&str]]) -> Option<Value> {
    if places.iter().any(|place| place.is_empty()) {
        return read_id(text);
    }
    if places.is_empty() || !text.trim_start().starts_with('{') {
        return serde_json::from_str(text).ok();
    }
    let members = serde_json::from_str::<BTreeMap<String, &RawValue>>(text).ok()?;
    let read = members.into_iter().map(|(key, value)| {
        let value = read_part(value.get(), &below(places, &key))?;
        Some((key, value))
    });
    read.collect::<Option<serde_json::Map<_, _>>>().map(Value::Object)
}

/// The value of an id: as it is, or as a text of our own.
fn held(raw: &str) -> Option<Value> {
    if raw.starts_with(['-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']) {
        return Some(match raw.parse::<i64>() {
            Ok(number) if number.to_string() == raw => number.into(),
            _ => format!("{MARK}{NUMBER}{raw}").into(),
        });
    }
    match serde_json::from_str(raw).ok()? {
        Value::String(text) if text.starts_with(MARK) => Some(format!("{MARK}{TEXT}{text}").into()),
        value => Some(value),
    }
}

/// The bytes of a message, or of a batch, with the ids that were sent.
pub fn write(message: &Value, places: &Places) -> Vec<u8> {
    let part = |value| Outgoing { value, places: places.to_vec() };
    let written = match message {
        Value::Array(messages) => {
            serde_json::to_vec(&messages.iter().map(part).collect::<Vec<_>>())
        }
        message => serde_json::to_vec(&part(message)),
    };
    written.unwrap_or_default()
}

/// One id as it was sent, in JSON.
#[derive(Clone, Copy, Debug)]
pub struct AsSent<'a>(pub &'a Value);

impl Serialize for AsSent<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Outgoing { value: self.0, places: vec![&[]] }.serialize(serializer)
    }
}

impl fmt::Display for AsSent<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// A part of a message on its way out.
struct Outgoing<'a> {
    value: &'a Value,
    places: Vec<&'a [&'a str]>,
}

impl Serialize for Outgoing<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Object(members) if !self.places.is_empty() => {
                serializer.collect_map(members.iter().map(|(key, value)| {
                    (key, Outgoing { value, places: below(&self.places, key) })
                }))
            }
            Value::String(text) if self.places.iter().any(|place| place.is_empty()) => {
                match text.strip_prefix(MARK) {
                    Some(held) => write_held(held, text, serializer),
                    None => serializer.serialize_str(text),
                }
            }
            value => value.serialize(serializer),
        }
    }
}

fn write_held<S: Serializer>(held: &str, whole: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if let Some(text) = held.strip_prefix(TEXT) {
        return serializer.serialize_str(text);
    }
    let number = held.strip_prefix(NUMBER).map(|number| RawValue::from_string(number.into()));
    match number {
        Some(Ok(number)) => number.serialize(serializer),
        _ => serializer.serialize_str(whole),
    }
}

/// The rest of those places that lead through `key`.
fn below<'a>(places: &[&'a [&'a str]], key: &str) -> Vec<&'a [&'a str]> {
    let rest = |place: &&'a [&'a str]| place.split_first().filter(|(first, _)| **first == key);
    places.iter().filter_map(rest).map(|(_, rest)| rest).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PLACES: [&[&str]; 3] =
        [&["id"], &["params", "requestId"], &["params", "_meta", "progressToken"]];

    /// Every place of `id` in a message that is read and written again.
    fn check_comes_back(id: &str) {
        let sent = format!(
            r#"{{"id":{id},"params":{{"_meta":{{"progressToken":{id}}},"requestId":{id}}}}}"#
        );
        for sent in [sent.clone(), format!("[{sent},{sent}]")] {
            let read = read(sent.as_bytes(), &PLACES).unwrap();
            assert_eq!(String::from_utf8(write(&read, &PLACES)).unwrap(), sent);
            let held = read.get(0).unwrap_or(&read).get("id").unwrap();
            assert!(held.is_string() || held.is_i64(), "{held}");
            assert_eq!(AsSent(held).to_string(), id);
        }
    }

    #[test]
    fn odd_ids_come_back_as_they_were() {
        for id in [
            "1180591620717411303424",
            "-1180591620717411303424",
            "9223372036854775808",
            "18446744073709551615",
            "1.0",
            "-0",
            "1e400",
            "2.50E-3",
            "\"\"",
            "\"\\u0000clew #7\"",
            "\"\\u0000clew \\\"7\"",
        ] {
            check_comes_back(id);
        }
        check_comes_back(&"9".repeat(5000));
    }

    #[test]
    fn other_values_stay_what_they_are() {
        for sent in [
            r#"{"id":7,"result":{"a":1.5,"id":"\u0000clew #7"}}"#,
            r#"{"id":null}"#,
            r#"{"id":[18446744073709551615]}"#,
            r#"[5,{"params":{"_meta":{"progressToken":1.5}}}]"#,
        ] {
            let read = read(sent.as_bytes(), &PLACES).unwrap();
            assert_eq!(String::from_utf8(write(&read, &PLACES)).unwrap(), sent);
        }
        for broken in ["", "{", "[1,", "{\"id\":01}", "\u{feff}{}", "{\"a\":1e999}"] {
            assert!(read(broken.as_bytes(), &PLACES).is_err(), "{broken}");
        }
    }

    #[test]
    fn messages_without_odd_ids_are_read_at_once() {
        let odd = |sent: &str| needs_care(&serde_json::from_str(sent).unwrap(), &PLACES);
        assert!(!odd(r#"{"id":7,"result":{"a":1.5,"id":"\u0000clew #7"}}"#));
        assert!(!odd(r#"{"id":[18446744073709551615]}"#));
        assert!(odd(r#"{"id":18446744073709551615}"#));
        assert!(odd(r#"[5,{"params":{"_meta":{"progressToken":1.5}}}]"#));
    }

    proptest! {
        #[test]
        fn whole_numbers_come_back_digit_by_digit(id in "-?(0|[1-9][0-9]{0,60})") {
            check_comes_back(&id);
        }

        #[test]
        fn numbers_come_back_digit_by_digit(id in "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,9})?([eE][-+]?[0-9]{1,4})?") {
            check_comes_back(&id);
        }

        #[test]
        fn texts_come_back(id in any::<String>(), marked: bool) {
            let id = if marked { format!("{MARK}{id}") } else { id };
            check_comes_back(&serde_json::to_string(&id).unwrap());
        }
    }
}
