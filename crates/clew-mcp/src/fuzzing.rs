//! The message codec for the fuzz targets.

use serde_json::{Value, json};

use crate::http;
use crate::stdio::{Connection, Step, parse, write};

/// Feeds the lines of `data` to a connection and answers what it delivers.
/// Panics if a reply is no reply, or if requests pile up.
pub fn exchange(data: &[u8]) {
    let mut connection = Connection::new("1".into());
    let mut delivered = 0_usize;
    for line in data.split(|byte| *byte == b'\n') {
        if let Some(message) = parse(line) {
            assert_eq!(parse(&write(&message)), Some(message), "ids come back");
        }
        let steps = match parse(line) {
            Some(message) => connection.message(message, None),
            None => vec![Step::Reply(connection.unreadable(line))],
        };
        assert!(steps.len() <= 101, "{} steps of one line", steps.len());
        for step in steps {
            match step {
                Step::Reply(reply) => check_reply(&reply),
                Step::Deliver(message) => {
                    delivered += 1;
                    let message = serde_json::to_value(&*message).unwrap_or_default();
                    // Every other request is answered; the rest stay open.
                    if let (Some(id), true) = (message.get("id"), delivered.is_multiple_of(2)) {
                        let reply = json!({ "jsonrpc": "2.0", "id": id, "result": {} });
                        if let (Some(reply), _) = connection.outgoing(reply) {
                            check_reply(&reply);
                        }
                    }
                }
            }
        }
    }
    http::fuzz_ids(data);
}

fn check_reply(reply: &Value) {
    if let Value::Array(replies) = reply {
        return replies.iter().for_each(check_reply);
    }
    assert_eq!(reply["jsonrpc"], "2.0", "{reply}");
    let id = reply.get("id").unwrap_or(&Value::Null);
    assert!(id.is_null() || id.is_string() || id.is_number(), "{reply}");
    assert!(reply["result"].is_object() != reply["error"].is_object(), "{reply}");
}
