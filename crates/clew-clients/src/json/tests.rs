//! Edits of JSON texts as people write them.

use expect_test::{Expect, expect};

use super::*;

fn check_set(text: &str, expected: Expect) {
    let value = Plain::Map(vec![
        ("command".into(), Plain::text("clew")),
        ("args".into(), Plain::texts(&["mcp".into()])),
    ]);
    let path = ["mcpServers", "clew"];
    let with = set(text, &path, &value).unwrap();
    expected.assert_eq(&with);
    let (old, new) = (read(text).unwrap(), read(&with).unwrap());
    assert_eq!(new.get("mcpServers").and_then(|servers| servers.get("clew")), Some(&value));
    let without = read(&remove(&with, &path).unwrap()).unwrap();
    if old.get("mcpServers").is_some() {
        assert!(without.same(&old), "{without:?}");
    }
}

#[test]
fn comments_and_trailing_commas_stay() {
    check_set(
        "// mine\n{\n    \"theme\": \"dark\", // night\n    /* tools */\n    \"mcpServers\": {\n        \"other\": { \"url\": \"http://x\" }, // keep\n    },\n}\n",
        expect![[r#"
            // mine
            {
                "theme": "dark", // night
                /* tools */
                "mcpServers": {
                    "other": { "url": "http://x" }, // keep
                    "clew": {
                        "command": "clew",
                        "args": [
                            "mcp"
                        ]
                    },
                },
            }
        "#]],
    );
}

#[test]
fn a_comment_behind_the_last_member_stays_with_it() {
    check_set(
        "{\n  \"a\": 1 // one\n  // end\n}",
        expect![[r#"
            {
              "a": 1, // one
              "mcpServers": {
                "clew": {
                  "command": "clew",
                  "args": [
                    "mcp"
                  ]
                }
              }
              // end
            }"#]],
    );
}

#[test]
fn one_line_stays_one_line() {
    check_set(
        r#"{"mcpServers":{"b":{}}}"#,
        expect![[r#"{"mcpServers":{"b":{}, "clew": { "command": "clew", "args": ["mcp"] }}}"#]],
    );
    check_set(
        "{ 'a': .5, }",
        expect![[
            r#"{ 'a': .5, "mcpServers": { "clew": { "command": "clew", "args": ["mcp"] } }, }"#
        ]],
    );
}

#[test]
fn empty_texts_become_objects() {
    let whole = expect![[r#"
        {
          "mcpServers": {
            "clew": {
              "command": "clew",
              "args": [
                "mcp"
              ]
            }
          }
        }
    "#]];
    check_set("", whole);
    check_set(
        "{\n  // none yet\n}\n",
        expect![[r#"
            {
              // none yet
              "mcpServers": {
                "clew": {
                  "command": "clew",
                  "args": [
                    "mcp"
                  ]
                }
              }
            }
        "#]],
    );
}

#[test]
fn carriage_returns_stay() {
    let value = Plain::text("x");
    let with = set("{\r\n\t\"a\": 1\r\n}\r\n", &["b", "c"], &value).unwrap();
    assert_eq!(with, "{\r\n\t\"a\": 1,\r\n\t\"b\": {\r\n\t\t\"c\": \"x\"\r\n\t}\r\n}\r\n");
}

#[test]
fn removal_takes_its_own_comma_and_no_comment() {
    let check = |text: &str, expected: &str| {
        assert_eq!(remove(text, &["s", "clew"]).unwrap(), expected, "{text}");
    };
    check("{\"s\": {\"a\": 1, \"clew\": 2}}", "{\"s\": {\"a\": 1 }}");
    check("{\"s\": {\"clew\": 2, \"a\": 1}}", "{\"s\": { \"a\": 1}}");
    check("{\"s\": {\"clew\": 2}}", "{\"s\": {}}");
    check(
        "{\"s\": {\n  \"a\": 1, // one\n  // about clew\n  \"clew\": 2\n}}",
        "{\"s\": {\n  \"a\": 1 // one\n  // about clew\n}}",
    );
    check("{\"s\": {\n  // c\n  \"clew\": 2, \"b\": 3\n}}", "{\"s\": {\n  // c\n   \"b\": 3\n}}");
    check("{\"t\": 1}", "{\"t\": 1}");
}

#[test]
fn what_is_broken_is_refused_with_its_place() {
    let check = |text: &str, place: &str| {
        let error = set(text, &["mcpServers", "clew"], &Plain::Null).unwrap_err().to_string();
        assert!(error.starts_with(place), "{text}: {error}");
    };
    check("{\n  \"a\": ,\n}", "line 2, column 8: ");
    check("{\"a\": 1 \"b\": 2}", "line 1, column ");
    check("{\"é\": \"", "line 1, column 7: ");
    check("[1]", "line 1, column 1: `the whole file` is an array");
    check("{\n \"mcpServers\": []}", "line 2, column 16: `mcpServers` is an array");
    check("{\"mcpServers\": {}, \"mcpServers\": {}}", "line 1, column 20: `mcpServers` stands");
    check(&"[".repeat(9000), "line 1, column ");
}
