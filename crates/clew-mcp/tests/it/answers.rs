//! What answers of every tool have in common: their sizes, and that they are what
//! the list of tools announces.

use std::collections::BTreeMap;
use std::sync::Arc;

use clew_mcp::{ToolSet, tool_list};
use serde_json::{Value, json};

use crate::harness::{Wire, legacy, modern};
use crate::plenty::{ALL, Plenty};

/// Every tool with what it needs at least, and what makes its answer longest.
fn calls() -> Vec<(&'static str, Value, Value)> {
    let source = json!({ "source": "value = 1\n".repeat(9_000), "language": "python",
        "old_name": "value", "new_name": "total" });
    let small = json!({ "source": "a = 1\n", "language": "python", "old_name": "a",
        "new_name": "b" });
    let file = json!({ "file_path": "a.py" });
    let files = json!({ "file_paths": ["src"], "project_root": "." });
    let limit = json!({ "limit": 1000 });
    let code = json!({ "limit": 1000, "include_code": true, "callers_level": 5 });
    vec![
        ("search", json!({ "query": "a" }), code.clone()),
        ("search", json!({ "query": "a", "include_code": true }), code.clone()),
        ("graph", json!({ "from": "a" }), limit.clone()),
        ("graph", json!({ "from": "a", "format": "mermaid" }), limit.clone()),
        ("graph", json!({ "from": "a", "format": "json" }), limit.clone()),
        ("lookup_symbol", json!({ "query": "a" }), limit.clone()),
        ("find_references", json!({ "query": "a" }), limit.clone()),
        ("find_similar", json!({ "target": "a" }), code.clone()),
        ("find_similar", json!({ "target": "a", "include_code": true }), code),
        ("outline", file.clone(), limit.clone()),
        ("list_imports", file, limit.clone()),
        ("repo_map", json!({}), json!({ "max_tokens": 10_000 })),
        ("parse_source", small.clone(), json!({ "max_nodes": 20_000 })),
        ("format_source", small.clone(), source.clone()),
        ("typecheck", files, limit.clone()),
        ("explain_diagnostic", json!({ "code": "E1" }), json!({})),
        ("rename_symbol", small, source),
        ("status", json!({}), json!({})),
        ("scan", json!({}), json!({})),
        ("logs", json!({}), json!({ "stream_id": "x", "after_id": 0 })),
        ("stats", json!({}), limit),
        ("setup", json!({}), json!({})),
        ("setup_status", json!({}), json!({})),
    ]
}

fn merged(mut one: Value, other: &Value) -> Value {
    for (name, value) in other.as_object().unwrap() {
        one[name] = value.clone();
    }
    one
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

/// The list of tools, by their names.
fn announced() -> BTreeMap<String, Value> {
    let list = tool_list(&Plenty, &ToolSet::All);
    let tools = list["tools"].as_array().unwrap().iter();
    tools.map(|tool| (tool["name"].as_str().unwrap().to_string(), tool.clone())).collect()
}

/// Tools whose answer is as long as the source that they are sent.
const OF_SOURCE: [&str; 2] = ["format_source", "rename_symbol"];

#[test]
fn every_tool_is_called_here() {
    let called: std::collections::BTreeSet<_> = calls().iter().map(|call| call.0).collect();
    assert!(announced().keys().map(String::as_str).eq(called));
}

#[test]
fn answers_are_short_unless_more_is_asked_for() {
    let mut wire = Wire::over(Arc::new(Plenty));
    for (tool, least, _) in calls().into_iter().filter(|call| !OF_SOURCE.contains(&call.0)) {
        let result = wire.call(tool, least.clone());
        let text = text(&result);
        assert_eq!(result["isError"], false, "{tool} {least}: {text}");
        let (bytes, lines) = (text.len(), text.lines().count());
        assert!(bytes <= 8 * 1024 && lines <= 250, "{tool} {least}: {bytes} bytes, {lines} lines");
    }
}

#[test]
fn no_answer_is_over_the_cap_and_long_ones_are_announced() {
    let mut wire = Wire::over(Arc::new(Plenty));
    let announced = announced();
    for (tool, least, most) in calls() {
        let arguments = merged(least, &most);
        let result = wire.call(tool, arguments);
        let text = text(&result);
        assert_eq!(result["isError"], false, "{tool}: {text}");
        let characters = text.chars().count();
        assert!(characters <= 40_000, "{tool}: {characters}");
        let mark = announced[tool]["_meta"]["anthropic/maxResultSizeChars"].as_u64();
        assert!(mark.is_none_or(|mark| mark == 40_000), "{tool}: {mark:?}");
        assert!(characters <= 8 * 1024 || mark.is_some(), "{tool}: {characters} unannounced");
    }
}

#[test]
fn what_was_cut_says_how_to_go_on() {
    let mut wire = Wire::over(Arc::new(Plenty));
    for (tool, least, _) in calls() {
        let text = text(&wire.call(tool, least.clone())).to_string();
        let has_all = ["parse_source", "format_source", "rename_symbol", "explain_diagnostic"];
        let says = ["cursor", "limit", "after_id", "command line"];
        let says = says.iter().any(|word| text.contains(word));
        assert!(says || has_all.contains(&tool), "{tool} {least}: {text}");
    }
}

#[test]
fn logs_are_read_on_without_a_gap() {
    let mut wire = Wire::over(Arc::new(Plenty));
    let ids = |page: &Value| -> Vec<u64> {
        let entries = page["entries"].as_array().unwrap().iter();
        entries.map(|entry| entry["id"].as_u64().unwrap()).collect()
    };
    let newest = wire.call("logs", json!({}))["structuredContent"].take();
    let last: Vec<u64> = (101 - ids(&newest).len() as u64..=100).collect();
    assert_eq!((ids(&newest), &newest["next_cursor"]), (last, &json!(100)));
    let (mut after, mut seen) = (0, Vec::new());
    while after < 100 {
        let arguments = json!({ "stream_id": "x", "after_id": after });
        let page = wire.call("logs", arguments)["structuredContent"].take();
        seen.extend(ids(&page));
        after = page["next_cursor"].as_u64().unwrap();
    }
    assert_eq!(seen, (1..=100).collect::<Vec<_>>());
}

#[test]
fn errors_are_short_whatever_was_sent() {
    let mut wire = Wire::start();
    let long = "x".repeat(1_000_000);
    for (tool, arguments) in [
        ("search", json!({ "query": [long] })),
        ("search", json!({ "query": "fail", long.clone(): 1 })),
        ("outline", json!({ "file_path": long })),
        ("find_references", json!({ "query": long })),
        ("graph", json!({ "from": "a", "edge_types": long })),
    ] {
        let result = wire.call(tool, arguments);
        assert_eq!(result["isError"], true, "{tool}");
        assert!(text(&result).len() <= 8_000, "{tool}: {}", text(&result).len());
        let structured = result["structuredContent"].to_string();
        assert!(structured.len() <= 8_000, "{tool}: {}", structured.len());
    }
}

/// Whether `value` is what a schema of this crate's kind says.
fn conforms(schema: &Value, value: &Value) -> bool {
    let fits = match schema["type"].as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        other => panic!("unexpected type {other}"),
    };
    let required = schema["required"].as_array().into_iter().flatten();
    let has_required = required.into_iter().all(|name| value.get(name.as_str().unwrap()).is_some());
    let properties = schema["properties"].as_object().into_iter().flatten();
    let members = properties.filter_map(|(name, schema)| Some((schema, value.get(name)?)));
    let items = schema.get("items").zip(value.as_array());
    fits && has_required
        && members.into_iter().all(|(schema, member)| conforms(schema, member))
        && items.is_none_or(|(schema, items)| items.iter().all(|item| conforms(schema, item)))
}

/// Checks a result against what the list says of its tool.
#[track_caller]
fn check_announced(tool: &Value, arguments: &Value, result: &Value) {
    let structured = result.get("structuredContent");
    let shown = format!("{} {arguments}: {result}", tool["name"]);
    assert!(structured.is_none_or(Value::is_object), "{shown}");
    if let Some(schema) = tool.get("outputSchema") {
        assert!(structured.is_some_and(|structured| conforms(schema, structured)), "{shown}");
    }
    let failed = result["isError"] == true;
    let is_text = !failed && (tool["name"] == "search" || tool["name"] == "graph");
    let is_text = is_text && arguments["format"] != "json";
    assert_eq!(structured.is_none(), is_text, "{shown}");
    if let (Some(structured), false) = (structured, failed) {
        assert_eq!(serde_json::from_str::<Value>(text(result)).ok().as_ref(), Some(structured));
    }
    for block in result["content"].as_array().unwrap() {
        let kind = block["type"].as_str().unwrap();
        assert!(["text", "resource_link"].contains(&kind), "{shown}");
    }
}

#[test]
fn every_answer_is_what_the_list_announces() {
    let announced = announced();
    for era in [legacy as fn(i64, &str, Value) -> Value, modern] {
        let mut wire = Wire::over(Arc::new(Plenty)).handshake("2025-11-25");
        for (tool, least, most) in calls() {
            let failing = json!({ "limit": {}, "query": {}, "file_path": {}, "after_id": 5 });
            for arguments in [least.clone(), merged(least.clone(), &most), failing] {
                let params = json!({ "name": tool, "arguments": arguments });
                let result = wire.ask(&era(1, "tools/call", params))["result"].take();
                check_announced(&announced[tool], &arguments, &result);
            }
        }
    }
}

#[test]
fn own_metadata_has_an_own_prefix() {
    fn keys(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => members.iter().for_each(|(name, member)| {
                if name == "_meta" {
                    found.extend(member.as_object().unwrap().keys().cloned());
                }
                keys(member, found);
            }),
            Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
            _ => {}
        }
    }
    let mut wire = Wire::over(Arc::new(Plenty)).handshake("2025-11-25");
    let mut found = Vec::new();
    for era in [legacy as fn(i64, &str, Value) -> Value, modern] {
        for (method, params) in [
            ("tools/list", json!({})),
            ("prompts/list", json!({})),
            ("resources/list", json!({})),
            ("resources/templates/list", json!({})),
            ("resources/read", json!({ "uri": "clew://file/a.py" })),
            ("tools/call", json!({ "name": "lookup_symbol", "arguments": { "query": "a" } })),
        ] {
            keys(&wire.ask(&era(1, method, params)), &mut found);
        }
    }
    assert!(found.iter().any(|key| key.starts_with("dev.clew/")), "{found:?}");
    for key in found {
        let of_others = ["anthropic/maxResultSizeChars", "io.modelcontextprotocol/serverInfo"];
        assert!(key.starts_with("dev.clew/") || of_others.contains(&key.as_str()), "{key}");
    }
}

#[test]
fn completion_has_a_hundred_values_at_most() {
    let template = json!({ "type": "ref/resource", "uri": "clew://file/{+path}{#symbol}" });
    let prompt = json!({ "type": "ref/prompt", "name": "impact_of_change" });
    for era in [legacy as fn(i64, &str, Value) -> Value, modern] {
        let mut wire = Wire::over(Arc::new(Plenty)).handshake("2025-06-18");
        for (reference, name, value) in [
            (&template, "path", ""),
            (&template, "symbol", ""),
            (&template, "symbol", "Some"),
            (&prompt, "symbol", "Some"),
        ] {
            let params = json!({ "ref": reference, "argument": { "name": name, "value": value } });
            let reply = wire.ask(&era(1, "completion/complete", params));
            let completion = &reply["result"]["completion"];
            let values = completion["values"].as_array().unwrap().len();
            assert!((1..=100).contains(&values), "{name} {value}: {values}");
            assert!(completion["total"].as_u64() <= Some(ALL.into()), "{completion}");
            assert_eq!(completion["hasMore"], true, "{name} {value}: {completion}");
        }
    }
}
