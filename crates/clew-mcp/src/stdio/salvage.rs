//! What can still be learned from a line that is no valid JSON.

use std::collections::BTreeMap;

use clew_rpc::read_id;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::era::is_description;

/// What a broken line was meant to be.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Salvaged {
    /// A request whose id and method can be read.
    Request {
        /// Its id.
        id: Value,
        /// Its method.
        method: String,
        /// Whether it describes itself, so that no handshake counts for it.
        described: bool,
        /// What is wrong with the line.
        fault: &'static str,
    },
    /// Nothing.
    Nothing,
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
    method: String,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
}

/// The params of a request, as far as they say by which rules it is served.
#[derive(Deserialize)]
struct Described<'a> {
    #[serde(borrow, rename = "_meta")]
    meta: BTreeMap<String, &'a RawValue>,
}

/// Reads id and method of a line that does not parse as a whole: one with
/// bytes that are no UTF-8, halves of surrogate pairs, too deep nesting or too
/// large numbers.
pub(super) fn salvage(line: &[u8]) -> Salvaged {
    let text = String::from_utf8_lossy(line);
    let (text, fault) = if text.as_bytes() == line {
        match without_lone_surrogates(&text) {
            Some(repaired) => (repaired, "half of a surrogate pair in a text"),
            None => (text.into_owned(), fault_of(line)),
        }
    } else {
        (without_lone_surrogates(&text).unwrap_or(text.into_owned()), "bytes that are no UTF-8")
    };
    let Ok(Envelope { id, method, params }) = serde_json::from_str::<Envelope<'_>>(&text) else {
        return Salvaged::Nothing;
    };
    let params = params.and_then(|params| serde_json::from_str::<Described<'_>>(params.get()).ok());
    let described = params.is_some_and(|params| is_description(params.meta.keys()));
    match read_id(id.get()) {
        Some(id) => Salvaged::Request { id, method, described, fault },
        None => Salvaged::Nothing,
    }
}

/// What is wrong with well-formed JSON that no value can hold.
fn fault_of(line: &[u8]) -> &'static str {
    match serde_json::from_slice::<Value>(line) {
        Err(error) if error.to_string().starts_with("number out of range") => {
            "a number beyond 1.8e308"
        }
        _ => "nested too deeply",
    }
}

/// `text` with U+FFFD for every escaped half of a surrogate pair, or nothing
/// if there is none.
fn without_lone_surrogates(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut repaired = String::new();
    let mut copied = 0;
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'\\' {
            at += 1;
            continue;
        }
        match escaped_unit(bytes, at) {
            Some(0xD800..=0xDBFF)
                if matches!(escaped_unit(bytes, at + 6), Some(0xDC00..=0xDFFF)) =>
            {
                at += 12;
            }
            Some(0xD800..=0xDFFF) => {
                repaired.push_str(&text[copied..at]);
                repaired.push_str("\\ufffd");
                at += 6;
                copied = at;
            }
            Some(_) => at += 6,
            None => at = skip_escape(text, at),
        }
    }
    (copied > 0).then(|| {
        repaired.push_str(&text[copied..]);
        repaired
    })
}

/// The code unit of `\uXXXX` at `at`.
fn escaped_unit(bytes: &[u8], at: usize) -> Option<u16> {
    let escape = bytes.get(at..at + 6)?;
    let digits = escape.strip_prefix(b"\\u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

fn skip_escape(text: &str, at: usize) -> usize {
    let mut next = at + 2;
    while next < text.len() && !text.is_char_boundary(next) {
        next += 1;
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_fault(line: &[u8], expected: Option<&str>) {
        let fault = match salvage(line) {
            Salvaged::Request { id, method, described, fault } => {
                assert!(!described);
                assert_eq!((id, method.as_str()), (Value::from(7), "tools/call"));
                Some(fault)
            }
            Salvaged::Nothing => None,
        };
        assert_eq!(fault, expected, "{}", String::from_utf8_lossy(line));
    }

    #[test]
    fn id_and_method_survive_most_faults() {
        check_fault(
            br#"{"id":7,"method":"tools/call","params":{"a":"\ud800x"}}"#,
            Some("half of a surrogate pair in a text"),
        );
        check_fault(
            b"{\"id\":7,\"method\":\"tools/call\",\"params\":{\"a\":\"\xff\"}}",
            Some("bytes that are no UTF-8"),
        );
        let deep = format!(
            r#"{{"id":7,"method":"tools/call","params":{{"a":{}{}}}}}"#,
            "[".repeat(5000),
            "]".repeat(5000)
        );
        check_fault(deep.as_bytes(), Some("nested too deeply"));
        check_fault(
            br#"{"id":7,"method":"tools/call","params":{"a":1e999}}"#,
            Some("a number beyond 1.8e308"),
        );
    }

    #[test]
    fn what_describes_itself_is_known_to() {
        for (meta, expected) in [
            (r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#, true),
            (r#"{"io.modelcontextprotocol/clientCapabilities":5}"#, true),
            (r#"{"progressToken":1}"#, false),
            ("[]", false),
        ] {
            let line = format!(
                r#"{{"id":7,"method":"tools/call","params":{{"a":"\ud800","_meta":{meta}}}}}"#
            );
            let Salvaged::Request { described, .. } = salvage(line.as_bytes()) else {
                panic!("{line}")
            };
            assert_eq!(described, expected, "{meta}");
        }
    }

    #[test]
    fn garbage_gives_nothing() {
        check_fault(b"{\"id\":7,", None);
        check_fault(b"hello", None);
        check_fault(b"", None);
    }

    proptest::proptest! {
        #[test]
        fn repaired_texts_parse(units in proptest::collection::vec(0_u16.., 0..20)) {
            let escaped: String = units.iter().map(|unit| format!("\\u{unit:04x}")).collect();
            let text = format!("\"{escaped}\"");
            let repaired = without_lone_surrogates(&text).unwrap_or(text);
            let parsed = serde_json::from_str::<String>(&repaired);
            proptest::prop_assert!(parsed.is_ok(), "{repaired}");
        }
    }

    #[test]
    fn whole_pairs_and_other_escapes_stay() {
        assert_eq!(without_lone_surrogates(r"\ud83d\ude00 \\ud800 \n é"), None);
        assert_eq!(without_lone_surrogates(r"a\udc00b\ud800").as_deref(), Some(r"a\ufffdb\ufffd"));
        assert_eq!(without_lone_surrogates("\\é\\"), None);
    }
}
