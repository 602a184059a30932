//! What a connection makes of every kind of line.

use expect_test::{Expect, expect};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::connection::{Connection, Step};
use super::lines::Line;

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

fn initialize(version: &str) -> String {
    json!({
        "jsonrpc": "2.0", "id": "init", "method": "initialize",
        "params": {
            "protocolVersion": version,
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" }
        }
    })
    .to_string()
}

fn feed(connection: &mut Connection, line: &str) -> Vec<Step> {
    connection.incoming(&Line::Whole(line.as_bytes().to_vec()), None)
}

fn show(steps: Vec<Step>) -> String {
    let show_one = |step: Step| match step {
        Step::Deliver(_) => "delivered".to_string(),
        Step::Reply(reply) => reply.to_string(),
    };
    steps.into_iter().map(show_one).collect::<Vec<_>>().join("\n")
}

/// Feeds the handshake of `version`, if any, then each line; shows what
/// becomes of the lines.
fn check_lines(version: Option<&str>, lines: &[&str], expected: Expect) {
    let mut connection = Connection::new("1".into());
    if let Some(version) = version {
        feed(&mut connection, &initialize(version));
        connection.outgoing(json!({"jsonrpc": "2.0", "id": "init", "result": {}}));
    }
    let shown: Vec<String> = lines.iter().map(|line| show(feed(&mut connection, line))).collect();
    expected.assert_eq(&shown.join("\n"));
}

#[test]
fn garbage_is_answered_without_an_id() {
    check_lines(
        Some("2025-11-25"),
        &[
            "{",
            "",
            "  ",
            "7",
            r#"{"id":null,"method":"ping","jsonrpc":"2.0"}"#,
            r#"{"id":[1],"method":"ping","jsonrpc":"2.0"}"#,
        ],
        expect![[r#"
            {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is no valid JSON"}}


            {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message is an object"}}
            {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"an id is a text or a number"}}
            {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"an id is a text or a number"}}"#]],
    );
}

#[test]
fn half_messages_are_answered_with_their_id() {
    check_lines(
        Some("2025-11-25"),
        &[
            r#"{"id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":5}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}"#,
        ],
        expect![[r#"
            {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"`jsonrpc` must be \"2.0\""}}
            {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"`method` must be a text"}}
            {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"`method` must be a text"}}
            {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"`params` must be an object"}}
            {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"`name` of the tool is missing"}}
            {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"`name` must be a text"}}"#]],
    );
}

#[test]
fn requests_need_a_handshake_or_to_describe_themselves() {
    let modern = format!(r#"{{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{{{META}}}}}"#);
    let half = r#"{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#;
    let initialize =
        format!(r#"{{"jsonrpc":"2.0","id":4,"method":"initialize","params":{{{META}}}}}"#);
    check_lines(
        None,
        &[
            r#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
            &modern,
            half,
            &initialize,
        ],
        expect![[r#"
            delivered
            {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"params._meta lacks or has malformed io.modelcontextprotocol/protocolVersion and io.modelcontextprotocol/clientCapabilities; send it with every request, or send initialize first"}}
            delivered
            {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"params._meta lacks or has malformed io.modelcontextprotocol/clientCapabilities; send it with every request, or send initialize first"}}
            {"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"unknown method `initialize`"}}"#]],
    );
}

#[test]
fn ids_in_use_are_refused_and_free_afterwards() {
    let mut connection = Connection::new("1".into());
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    assert_eq!(show(feed(&mut connection, ping)), "delivered");
    assert!(show(feed(&mut connection, ping)).contains("belongs to a running request"));
    let text_id = r#"{"jsonrpc":"2.0","id":"1","method":"ping"}"#;
    assert_eq!(show(feed(&mut connection, text_id)), "delivered");
    connection.outgoing(json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
    assert_eq!(show(feed(&mut connection, ping)), "delivered");
}

#[test]
fn only_cancellations_of_running_requests_are_passed_on() {
    check_lines(
        Some("2025-11-25"),
        &[
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/unheard/of","params":{}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
            r#"{"jsonrpc":"2.0","id":9,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":9,"method":"tools/list"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}"#,
        ],
        expect![[r#"





            delivered
            delivered
        "#]],
    );
}

#[test]
fn initialize_cannot_be_cancelled() {
    let mut connection = Connection::new("1".into());
    feed(&mut connection, &initialize("2025-06-18"));
    let cancel =
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"init"}}"#;
    assert!(feed(&mut connection, cancel).is_empty());
}

#[test]
fn batches_belong_to_one_revision() {
    let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},5]"#;
    let refused = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"batches are not part of the agreed protocol version\"}}";
    for version in [None, Some("2024-11-05"), Some("2025-06-18"), Some("2025-11-25")] {
        let mut connection = Connection::new("1".into());
        if let Some(version) = version {
            feed(&mut connection, &initialize(version));
        }
        assert_eq!(show(feed(&mut connection, batch)), refused, "{version:?}");
    }
    let mut connection = Connection::new("1".into());
    feed(&mut connection, &initialize("2025-03-26"));
    assert_eq!(show(feed(&mut connection, batch)), "delivered");
    let (array, _) = connection.outgoing(json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
    let replies = array.unwrap();
    assert_eq!(replies.as_array().map(Vec::len), Some(2), "{replies}");
    assert!(show(feed(&mut connection, "[]")).contains("the batch is empty"));
}

#[test]
fn a_cancelled_request_does_not_hold_up_its_batch() {
    let mut connection = Connection::new("1".into());
    feed(&mut connection, &initialize("2025-03-26"));
    let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"tools/list"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#;
    assert_eq!(feed(&mut connection, batch).len(), 2);
    assert_eq!(connection.outgoing(json!({"jsonrpc": "2.0", "id": 2, "result": {}})).0, None);
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    let shown = show(feed(&mut connection, cancel));
    assert_eq!(shown, "delivered\n[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}]");
}

#[test]
fn arguments_that_are_no_object_are_for_the_model_to_repair() {
    let call = |arguments: Value| {
        let mut connection = Connection::new("1".into());
        feed(&mut connection, &initialize("2025-06-18"));
        let call = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": "search", "arguments": arguments }
        });
        show(feed(&mut connection, &call.to_string()))
    };
    assert!(call(json!(5)).contains(r#""isError":true"#));
    assert!(call(json!("query")).contains("MCP-INVALID-INPUT"));
    assert_eq!(call(json!("{\"query\":\"a\"}")), "delivered");
    assert_eq!(call(Value::Null), "delivered");
}

#[test]
fn unreadable_calls_with_a_readable_id_are_tool_errors() {
    let mut connection = Connection::new("1".into());
    feed(&mut connection, &initialize("2025-06-18"));
    let call = r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"search","arguments":{"query":"\ud800"}}}"#;
    let shown = show(feed(&mut connection, call));
    assert!(shown.starts_with(r#"{"jsonrpc":"2.0","id":4,"result""#), "{shown}");
    assert!(shown.contains("half of a surrogate pair"), "{shown}");
    let list = r#"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"a":"\udc00"}}"#;
    assert!(show(feed(&mut connection, list)).contains(r#""id":4,"error":{"code":-32600"#));
}

#[test]
fn too_long_lines_are_refused() {
    let steps = Connection::new("1".into()).incoming(&Line::TooLong, None);
    assert!(show(steps).contains("the line is too long"));
}

/// Lines that are nearly messages.
fn nearly_message() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        Just("1".to_string()),
        Just("null".to_string()),
        Just("\"x\"".to_string()),
        Just("{}".to_string()),
        Just("[]".to_string()),
        Just("\"2.0\"".to_string()),
        Just("\"tools/call\"".to_string()),
        Just("\"initialize\"".to_string()),
        Just("\"notifications/cancelled\"".to_string()),
        Just("{\"name\":\"search\",\"arguments\":\"\\ud83d\"}".to_string()),
        Just(format!("{{{META}}}")),
    ];
    let key = prop_oneof![
        Just("jsonrpc"),
        Just("id"),
        Just("method"),
        Just("params"),
        Just("result"),
        Just("error"),
    ];
    prop::collection::vec((key, value), 0..6).prop_map(|members| {
        let members: Vec<String> =
            members.into_iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
        format!("{{{}}}", members.join(","))
    })
}

proptest! {
    #[test]
    fn no_line_is_too_much(lines in prop::collection::vec(nearly_message(), 1..8)) {
        let mut connection = Connection::new("1".into());
        for line in &lines {
            for step in feed(&mut connection, line) {
                if let Step::Reply(reply) = step {
                    prop_assert!(reply["error"].is_object() || reply["result"].is_object());
                }
            }
        }
    }

    #[test]
    fn no_bytes_are_too_much(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let steps = Connection::new("1".into()).incoming(&Line::Whole(bytes), None);
        prop_assert!(steps.len() <= 1);
    }
}
