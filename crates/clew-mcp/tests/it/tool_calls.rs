//! Tools as clients see them: list, arguments, answers, errors.

use std::sync::atomic::Ordering;

use clew_mcp::{ServeOptions, ToolSet, tool_list};
use expect_test::{expect, expect_file};
use serde_json::{Value, json};

use crate::engine::Scripted;
use crate::harness::{Wire, modern};
use crate::plenty::Plenty;

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

#[test]
fn the_list_of_tools() {
    let list = tool_list(&Scripted::default(), &ToolSet::All);
    expect_file!["tools_list.json"].assert_eq(&serde_json::to_string_pretty(&list).unwrap());
}

#[test]
fn smaller_sets_offer_less() {
    let options = ServeOptions { tools: "search,stats".parse().unwrap(), ..Default::default() };
    let mut wire = Wire::with(options);
    let list = wire.ask(&modern(1, "tools/list", json!({})));
    let tools = list["result"]["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["search", "stats"]);
    let call = modern(2, "tools/call", json!({ "name": "graph", "arguments": { "from": "a" } }));
    assert_eq!(wire.ask(&call)["error"]["code"], -32602);
}

#[test]
fn questions_that_the_engine_does_not_answer_have_no_tool() {
    let list = tool_list(&Scripted::default(), &ToolSet::All);
    assert!(!list.to_string().contains("rename_symbol"));
}

#[test]
fn search_is_text_and_an_empty_answer_is_no_error() {
    let mut wire = Wire::start();
    let result = wire.call("search", json!({ "query": "nothing" }));
    assert_eq!(result["isError"], false);
    assert!(result.get("structuredContent").is_none());
    assert_eq!(text(&result), "No matching components found.\nFreshness: current");
}

#[test]
fn data_is_both_text_and_structure() {
    let mut wire = Wire::start();
    let result = wire.call("lookup_symbol", json!({ "query": "one" }));
    let parsed: Value = serde_json::from_str(text(&result)).unwrap();
    assert_eq!(parsed, result["structuredContent"]);
    assert_eq!(parsed["schemaVersion"], "1.0");
    assert_eq!(parsed["symbols"][0]["span"], json!([1, 1, 2, 1]));
}

#[test]
fn graph_answers_in_three_formats() {
    let mut wire = Wire::start();
    let mut ask = |format: &str| {
        let arguments = json!({ "from": "a.b", "depth": "3", "format": format });
        wire.call("graph", arguments)
    };
    assert_eq!(text(&ask("TEXT")), "a.b depth 3\nFreshness: current");
    assert_eq!(text(&ask("mermaid")), "flowchart LR\n  a --> b\n%% Freshness: current");
    let result = ask("json");
    assert_eq!(result["structuredContent"]["nodes"], json!([]));
    assert_eq!(text(&ask("svg")).split(':').next(), Some("MCP-INVALID-INPUT"));
}

#[test]
fn graphs_that_were_cut_say_how_to_go_on() {
    let mut wire = Wire::start();
    let mut ask = |format: &str| {
        wire.call("graph", json!({ "from": "a", "depth": 9, "format": format, "cursor": "x" }))
    };
    let more = "More with cursor `after-100`";
    assert_eq!(text(&ask("text")), format!("a depth 9\n{more}\nFreshness: current"));
    assert!(text(&ask("mermaid")).contains(&format!("\n%% {more}\n")));
    assert_eq!(ask("json")["structuredContent"]["cursor"], "after-100");
}

#[test]
fn answers_stay_short_unless_a_limit_is_named() {
    let mut wire = Wire::start();
    let short = wire.call("lookup_symbol", json!({ "query": "many" }));
    assert!(text(&short).len() <= 8_200, "{}", text(&short).len());
    let structured = &short["structuredContent"];
    assert_eq!(structured["total"], 2000);
    assert!(structured["cursor"].is_string());
    let long = wire.call("lookup_symbol", json!({ "query": "many", "limit": 1000 }));
    assert!(text(&long).len() <= 40_000, "{}", text(&long).len());
    assert!(text(&long).len() > 20_000, "{}", text(&long).len());
    assert!(text(&long).contains("to keep the answer short"));
}

#[test]
fn errors_begin_with_their_code_and_say_what_to_do() {
    let mut wire = Wire::start();
    let result = wire.call("search", json!({ "query": "fail" }));
    assert_eq!(result["isError"], true);
    let expected = expect![[r#"
        MCP-AMBIGUOUS: `fail` means two (code -32009)
        Next: ask again with one of the candidates
        Candidates: a, b"#]];
    expected.assert_eq(text(&result));
    assert_eq!(
        result["structuredContent"],
        json!({
            "schemaVersion": "1.0",
            "errorCode": "MCP-AMBIGUOUS",
            "message": "`fail` means two",
            "next": "ask again with one of the candidates",
            "candidates": ["a", "b"],
            "numericCode": -32009
        })
    );
}

#[test]
fn wrong_arguments_are_for_the_model_to_repair() {
    let mut wire = Wire::start();
    for (tool, arguments) in [
        ("search", json!({})),
        ("search", json!({ "query": "  " })),
        ("search", json!({ "query": "a", "role_boost": "king" })),
        ("search", json!({ "query": "a", "type_boost": "king" })),
        ("graph", json!({ "from": "a", "depth": 0 })),
        ("graph", json!({ "from": "a", "depth": 101 })),
        ("graph", json!({ "from": "a", "edge_types": "likes" })),
        ("lookup_symbol", json!({ "query": "a", "kind": ["king"] })),
        ("find_references", json!({ "query": "a", "role": "king" })),
        ("outline", json!({})),
        ("list_imports", json!({ "file_path": ["a"] })),
        ("parse_source", json!({ "source": "x".repeat(4 * 1024 * 1024 + 1) })),
        ("repo_map", json!({ "max_tokens": 1 })),
        ("logs", json!({ "stream_id": "x" })),
        ("logs", json!({ "after_id": -1, "stream_id": "x" })),
    ] {
        let result = wire.call(tool, arguments);
        assert_eq!(result["isError"], true, "{tool}");
        assert!(text(&result).starts_with("MCP-INVALID-INPUT: "), "{}", text(&result));
        assert!(text(&result).contains("\nNext: "));
    }
}

#[test]
fn old_and_unknown_argument_names_are_taken_with_grace() {
    let mut wire = Wire::start();
    let old = json!({ "q": "a", "role": "service", "type": "class", "path": "*.py" });
    assert!(text(&wire.call("search", old)).starts_with("No matching"));
    let unknown = wire.call("status", json!({ "verbose": true }));
    assert_eq!(unknown["isError"], false);
    assert!(unknown["structuredContent"]["notes"][0].as_str().unwrap().contains("`verbose`"));
    let unknown = wire.call("search", json!({ "query": "a", "verbose": true }));
    assert!(text(&unknown).contains("Note: unknown argument `verbose` was ignored"));
}

#[test]
fn unknown_arguments_are_told_of_failing_calls_too() {
    let mut wire = Wire::start();
    for (tool, arguments, code) in [
        ("lookup_symbol", json!({ "symbol_nam": "a" }), "MCP-INVALID-INPUT"),
        ("search", json!({ "symbol_nam": 1, "query": ["a"] }), "MCP-INVALID-INPUT"),
        ("search", json!({ "query": ["a"], "symbol_nam": 1 }), "MCP-INVALID-INPUT"),
        ("search", json!({ "query": "fail", "symbol_nam": 1 }), "MCP-AMBIGUOUS"),
        ("outline", json!({ "file_path": "b.py", "symbol_nam": 1 }), "MCP-NOT-FOUND"),
    ] {
        let result = wire.call(tool, arguments);
        assert!(text(&result).starts_with(code), "{tool}: {result}");
        let note = "unknown argument `symbol_nam` was ignored; known: ";
        assert!(text(&result).contains(&format!("\nNote: {note}")), "{tool}: {result}");
        let notes = &result["structuredContent"]["notes"];
        assert!(notes[0].as_str().unwrap().starts_with(note), "{tool}: {result}");
    }
}

#[test]
fn hints_say_what_each_tool_does() {
    let hints = |result: &Value, name: &str| -> Vec<String> {
        let annotations = result["annotations"].as_object().unwrap();
        let named = annotations.iter().filter(|(_, value)| **value == true);
        let mut hints: Vec<String> = named.map(|(name, _)| name.clone()).collect();
        hints.sort();
        let all = ["readOnlyHint", "openWorldHint"].map(|hint| annotations[hint].is_boolean());
        assert_eq!(all, [true, true], "{name} says both");
        assert!(!result["title"].as_str().unwrap().is_empty(), "{name}");
        hints
    };
    let list = tool_list(&Plenty, &ToolSet::All);
    for tool in list["tools"].as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        let expected: &[&str] = match name {
            "scan" => &["idempotentHint"],
            // What is in use may be replaced, and a provider is asked whether it answers.
            "setup" => &["destructiveHint", "idempotentHint", "openWorldHint"],
            "setup_status" => &["openWorldHint", "readOnlyHint"],
            _ => &["readOnlyHint"],
        };
        assert_eq!(hints(tool, name), expected, "{name}");
        let changes = ["scan", "setup"].contains(&name);
        let says = tool["annotations"].get("destructiveHint").is_some();
        assert_eq!(says, changes, "{name}: clients take what is not said for destructive");
    }
}

#[test]
fn every_tool_answers() {
    let mut wire = Wire::start();
    for (tool, arguments) in [
        ("search", json!({ "query": "a", "include_code": "true", "limit": "3" })),
        ("graph", json!({ "from": "a" })),
        ("lookup_symbol", json!({ "query": "a", "kind": "trait" })),
        ("list_imports", json!({ "file": "a.py" })),
        ("repo_map", json!({})),
        ("parse_source", json!({ "source": "a = 1", "language": "py" })),
        ("status", json!({})),
        ("scan", json!({ "restart": "yes" })),
        ("logs", json!({})),
        ("stats", json!({})),
    ] {
        let result = wire.call(tool, arguments);
        assert_eq!(result["isError"], false, "{tool}: {result}");
    }
    for (tool, arguments) in [
        ("find_references", json!({ "query": "a", "role": "call,read", "certainty": "bound" })),
        ("outline", json!({ "path": "b.py" })),
    ] {
        let result = wire.call(tool, arguments);
        assert!(text(&result).starts_with("MCP-NOT-FOUND"), "{tool}: {result}");
    }
    assert_eq!(wire.engine.recorded.load(Ordering::SeqCst), 12);
}
