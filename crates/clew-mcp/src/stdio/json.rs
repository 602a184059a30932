//! Reading JSON with a bound on the number of its values, and writing it; ids come
//! back as they were sent.

use serde_json::Value;

/// Key of the id of a subscription in metadata.
const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// The places of a message that hold an id or a token.
const PLACES: [&[&str]; 6] = [
    &["id"],
    &["params", "requestId"],
    &["params", "progressToken"],
    &["params", "_meta", "progressToken"],
    &["params", "_meta", SUBSCRIPTION],
    &["result", "_meta", SUBSCRIPTION],
];

/// Most values of a message, counted by the commas between them. A value
/// takes far more memory than the two bytes that it may be sent in.
const MAX_VALUES: usize = 200_000;

/// `bytes` without the mark that some editors and systems begin UTF-8 with.
pub(super) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Reads a message; `None` if it is no JSON or has too many values.
pub(crate) fn parse(bytes: &[u8]) -> Option<Value> {
    let bytes = without_mark(bytes);
    if has_too_many_values(bytes) {
        return None;
    }
    clew_rpc::read(bytes, &PLACES).ok()
}

/// The bytes of a message, or of a batch.
pub(crate) fn write(message: &Value) -> Vec<u8> {
    clew_rpc::write(message, &PLACES)
}

/// Whether a message has more values than are read.
pub(super) fn has_too_many_values(bytes: &[u8]) -> bool {
    // There are no more commas than bytes.
    if bytes.len() <= MAX_VALUES {
        return false;
    }
    let mut commas = 0;
    let mut in_text = false;
    let mut escaped = false;
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b',' if !in_text => commas += 1,
            _ => {}
        }
    }
    commas > MAX_VALUES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_outside_texts() {
        let many = format!("[{}1]", "1,".repeat(MAX_VALUES + 1));
        assert!(has_too_many_values(many.as_bytes()) && parse(many.as_bytes()).is_none());
        let text = format!("[\"\\\"{}\\\\\",{}1]", ",".repeat(MAX_VALUES * 2), "1,".repeat(9));
        assert!(!has_too_many_values(text.as_bytes()) && parse(text.as_bytes()).is_some());
        assert!(parse(b"{").is_none());
    }
}
