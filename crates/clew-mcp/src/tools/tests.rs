//! Lint of the schemas, and the sizes that clients budget.

use std::collections::BTreeSet;

use clew_protocol::Question;
use serde_json::Value;

use super::*;
use crate::listing::wire_tool;
use crate::schema::{input_schema, output_schema};

/// Words that some client or provider refuses inside a schema.
const REFUSED: [&str; 17] = [
    "anyOf",
    "oneOf",
    "allOf",
    "if",
    "$ref",
    "$defs",
    "$schema",
    "format",
    "title",
    "nullable",
    "propertyNames",
    "patternProperties",
    "not",
    "const",
    "default",
    "then",
    "x-mcp-header",
];

fn check_schema(place: &str, schema: &Value) {
    let Some(object) = schema.as_object() else { panic!("{place}: a schema is an object") };
    assert!(!object.is_empty(), "{place}: empty schema");
    for word in REFUSED {
        assert!(!object.contains_key(word), "{place}: `{word}`");
    }
    assert!(object.get("type").is_some_and(Value::is_string), "{place}: one type, as a text");
    assert!(!object.get("additionalProperties").is_some_and(Value::is_object), "{place}");
    if let Some(values) = object.get("enum") {
        let values = values.as_array().unwrap();
        assert!(values.iter().all(Value::is_string), "{place}: enum of texts only");
    }
    if object["type"] == "array" {
        let items = object.get("items").unwrap_or_else(|| panic!("{place}: array without items"));
        check_schema(&format!("{place}[]"), items);
    }
    let properties = object.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        let fits = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
        assert!(name.len() <= 64 && name.chars().all(fits), "{place}: name `{name}`");
        check_schema(&format!("{place}.{name}"), property);
    }
}

#[test]
fn every_client_accepts_the_schemas() {
    for tool in TOOLS {
        let name = tool.question.as_str();
        let input = Value::Object(input_schema(tool.fields));
        assert_eq!(input["type"], "object", "{name}");
        check_schema(name, &input);
        for field in tool.fields {
            let property = &input["properties"][field.name];
            assert!(!field.description.is_empty(), "{name}.{}", field.name);
            assert_eq!(property["description"], field.description);
        }
        if let Some(members) = tool.output {
            let output = Value::Object(output_schema(members));
            assert_eq!(output["type"], "object", "{name}");
            assert_eq!(output["required"], serde_json::json!(["schemaVersion"]), "{name}");
            check_schema(name, &output);
        }
    }
}

#[test]
fn errors_conform_to_every_output_schema() {
    let error = clew_protocol::ToolError::ambiguous("a", vec!["b".into()]);
    let failure = crate::outcome::failure(&error);
    let members = failure.structured.unwrap();
    for tool in TOOLS {
        for (name, _) in tool.output.into_iter().flatten() {
            assert!(!members.contains_key(*name), "{}: `{name}`", tool.question.as_str());
        }
    }
}

#[test]
fn names_and_descriptions_fit_the_clients() {
    for tool in TOOLS {
        let name = tool.question.as_str();
        assert!(name.len() <= 40 && name.starts_with(|c: char| c.is_ascii_alphabetic()), "{name}");
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{name}");
        assert!(tool.description.len() <= 900, "{name}: {}", tool.description.len());
        assert!(!tool.description.contains("  "), "{name}: {}", tool.description);
    }
}

#[test]
fn each_question_has_one_tool_and_aliases_lead_somewhere() {
    let names: BTreeSet<&str> = TOOLS.iter().map(|tool| tool.question.as_str()).collect();
    assert_eq!(names.len(), TOOLS.len());
    let asked = Question::ALL.into_iter().filter(|question| {
        !matches!(question, Question::Languages | Question::ReadFile | Question::ListFiles)
    });
    assert!(asked.into_iter().all(|question| names.contains(question.as_str())));
    for tool in TOOLS {
        for (alias, meant) in tool.aliases {
            assert!(tool.fields.iter().any(|field| field.name == *meant), "{alias} -> {meant}");
            assert!(tool.fields.iter().all(|field| field.name != *alias), "{alias} is a field");
        }
    }
}

#[test]
fn whatever_can_be_cut_goes_on_with_a_cursor() {
    // Figures of usage are no list to read on; log entries go on after an id;
    // fragments are cut by sending a smaller one.
    let without = [Question::Stats, Question::Logs];
    for tool in TOOLS {
        let has = |name: &str| tool.fields.iter().any(|field| field.name == name);
        let can_be_cut = has("limit") || has("max_tokens");
        let goes_on = has("cursor") || without.contains(&tool.question);
        assert!(!can_be_cut || goes_on, "{}", tool.question.as_str());
    }
}

#[test]
fn the_list_is_short() {
    // The frame of the longest reply, and a new line at its end.
    let size = |tools: Vec<&Tool>| {
        let tools: Vec<_> = tools.into_iter().map(wire_tool).collect();
        let line = serde_json::json!({
            "jsonrpc": "2.0",
            "id": "0123456789abcdef",
            "result": {
                "resultType": "complete",
                "tools": tools,
                "ttlMs": 3_600_000,
                "cacheScope": "private",
                "_meta": { "io.modelcontextprotocol/serverInfo": { "name": "clew", "version": "0.0.0" } },
            },
        });
        serde_json::to_string(&line).unwrap().len() + 1
    };
    let all = size(TOOLS.to_vec());
    let core = size(TOOLS.into_iter().filter(|tool| CORE.contains(&tool.question)).collect());
    assert!(all < 16 * 1024, "{all}");
    assert!(core < 8 * 1024, "{core}");
}
