//! What is forgiven and what is refused.

use expect_test::{Expect, expect};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

static FIELDS: &[Field] = &[
    Field::required("query", FieldKind::Text, "words, e.g. `retry`"),
    Field::optional("limit", FieldKind::LIMIT, "number of hits, default 10"),
    Field::optional(
        "depth",
        FieldKind::Integer { min: 1, max: 100, over: Over::Refuse },
        "steps, default 1",
    ),
    Field::optional("compact", FieldKind::Flag, "default false"),
    Field::optional("mode", FieldKind::Choice(&["fast", "full"]), "default fast"),
    Field::optional("edge_types", FieldKind::Commas, "e.g. `call,inherits`"),
    Field::optional("files", FieldKind::TextList, "e.g. `src`"),
];

fn check_decode(given: Value, expected: Expect) {
    let Value::Object(given) = given else { panic!("not an object") };
    let mut arguments = Arguments::default();
    let mut lines: Vec<String> = match arguments.decode(FIELDS, &[("q", "query")], given) {
        Ok(()) => {
            let values = arguments.values.iter();
            values.map(|(name, value)| format!("{name} = {value:?}")).collect()
        }
        Err(error) => vec![format!("{error}\n-> {}", error.next)],
    };
    lines.extend(arguments.notes.iter().map(|note| format!("note: {note}")));
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn text_forms_of_numbers_flags_and_lists_are_accepted() {
    check_decode(
        json!({"query": 7, "limit": "5", "depth": 2.0, "compact": "True", "mode": " FULL ",
               "edge_types": "call, inherits,", "files": "a, b.py"}),
        expect![[r#"
            compact = Flag(true)
            depth = Number(2)
            edge_types = List(["call", "inherits"])
            files = List(["a, b.py"])
            limit = Number(5)
            mode = Text("full")
            query = Text("7")"#]],
    );
}

#[test]
fn lists_as_text_are_read() {
    check_decode(
        json!({"query": "a", "edge_types": ["call"], "files": "[\"a\", \"b\"]"}),
        expect![[r#"
            edge_types = List(["call"])
            files = List(["a", "b"])
            query = Text("a")"#]],
    );
}

#[test]
fn old_names_work_and_unknown_ones_are_noted() {
    check_decode(
        json!({"q": "a", "colour": 1, "limit": null}),
        expect![[r#"
            query = Text("a")
            note: unknown argument `colour` was ignored; known: query, limit, depth, compact, mode, edge_types, files"#]],
    );
}

#[test]
fn unknown_names_are_noted_whatever_else_is_wrong_and_few_are_named() {
    check_decode(
        json!({"depth": 101, "colour": 1, "limit": 0, "q": "a"}),
        expect![[r#"
            MCP-INVALID-INPUT: `depth` must be at most 100, not 101
            -> depth: steps, default 1
            note: unknown argument `colour` was ignored; known: query, limit, depth, compact, mode, edge_types, files"#]],
    );
    let many: Map<String, Value> = (0..7).map(|number| (format!("a{number}"), json!(1))).collect();
    check_decode(
        Value::Object(many),
        expect![[r#"
            MCP-INVALID-INPUT: `query` is missing
            -> give `query`: words, e.g. `retry`
            note: unknown arguments `a0`, `a1`, `a2`, `a3`, `a4` and 2 more were ignored; known: query, limit, depth, compact, mode, edge_types, files"#]],
    );
}

#[test]
fn large_limits_are_cut_and_large_depths_refused() {
    check_decode(
        json!({"query": "a", "limit": 99999}),
        expect![[r#"
            limit = Number(1000)
            query = Text("a")
            note: `limit` was cut to 1000"#]],
    );
    check_decode(
        json!({"query": "a", "depth": 101}),
        expect![[r#"
            MCP-INVALID-INPUT: `depth` must be at most 100, not 101
            -> depth: steps, default 1"#]],
    );
}

#[test]
fn wrong_values_are_refused_with_the_way_out() {
    check_decode(
        json!({}),
        expect![[r#"
            MCP-INVALID-INPUT: `query` is missing
            -> give `query`: words, e.g. `retry`"#]],
    );
    check_decode(
        json!({"query": {"a": 1}}),
        expect![[r#"
            MCP-INVALID-INPUT: `query` must be a text, not {"a":1}
            -> query: words, e.g. `retry`"#]],
    );
    check_decode(
        json!({"query": "a", "depth": 1.5}),
        expect![[r#"
            MCP-INVALID-INPUT: `depth` must be a whole number, not 1.5
            -> depth: steps, default 1"#]],
    );
    check_decode(
        json!({"query": "a", "limit": 0}),
        expect![[r#"
            MCP-INVALID-INPUT: `limit` must be at least 1, not 0
            -> limit: number of hits, default 10"#]],
    );
    check_decode(
        json!({"query": "a", "mode": "slow"}),
        expect![[r#"
            MCP-INVALID-INPUT: `mode` must be one of fast, full, not "slow"
            -> mode: default fast"#]],
    );
    check_decode(
        json!({"query": "a", "compact": "perhaps"}),
        expect![[r#"
            MCP-INVALID-INPUT: `compact` must be true or false, not "perhaps"
            -> compact: default false"#]],
    );
    check_decode(
        json!({"query": "a", "files": [1]}),
        expect![[r#"
            MCP-INVALID-INPUT: `files` must be a list of texts, not [1]
            -> files: e.g. `src`"#]],
    );
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        Just(json!("[\"a\", [1]]")),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| prop::collection::vec(inner, 0..3).prop_map(Value::from))
}

proptest! {
    #[test]
    fn any_value_is_taken_or_refused(
        names in prop::collection::vec(0..8_usize, 0..8),
        values in prop::collection::vec(any_value(), 8),
    ) {
        let known = ["query", "limit", "depth", "compact", "mode", "edge_types", "files", "q"];
        let given = names.iter().zip(values).map(|(at, value)| (known[*at].to_string(), value));
        let mut arguments = Arguments::default();
        match arguments.decode(FIELDS, &[("q", "query")], given.collect()) {
            Ok(()) => {
                prop_assert!(arguments.text("query").is_some());
                prop_assert!(arguments.number("limit").is_none_or(|limit| (1..=1000).contains(&limit)));
                prop_assert!(arguments.number("depth").is_none_or(|depth| (1..=100).contains(&depth)));
            }
            Err(error) => {
                prop_assert_eq!(error.code, clew_protocol::ErrorCode::InvalidInput);
                prop_assert!(error.message.chars().count() < 200);
            }
        }
    }
}
