//! Every format through its one face.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

fn slot(format: Format) -> Slot {
    let container = if format == Format::Toml { "mcp_servers" } else { "mcpServers" };
    Slot { format, container, name: "clew".into(), preamble: "name: a\nversion: 0.0.1\n" }
}

fn members() -> Vec<(&'static str, Plain)> {
    vec![("command", Plain::text("C:\\clew")), ("args", Plain::texts(&["mcp".into()]))]
}

fn check_put(format: Format, text: &str, expected: Expect) {
    let slot = slot(format);
    let with = put_entry(text, &slot, &members()).unwrap();
    expected.assert_eq(&with);
    assert_eq!(put_entry(&with, &slot, &members()).unwrap(), with, "twice is once");
    let without = take_entry(&with, &slot).unwrap();
    assert_eq!(get_entry(&without, &slot), Ok(None));
}

fn check_refused(format: Format, text: &str, expected: &str) {
    let error = put_entry(text, &slot(format), &members()).unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
}

#[test]
fn toml_gets_a_table_at_the_end() {
    check_put(
        Format::Toml,
        "model = \"o\" # best\n\n[mcp_servers.docs] # keep\nurl = 'x'\n",
        expect![[r#"
            model = "o" # best

            [mcp_servers.docs] # keep
            url = 'x'

            [mcp_servers.clew]
            command = 'C:\clew'
            args = ["mcp"]
        "#]],
    );
    check_put(
        Format::Toml,
        "mcp_servers = { docs = { url = 'x' } } # all\n",
        expect![[r#"
            mcp_servers = { docs = { url = 'x' } , clew = { command = 'C:\clew', args = ["mcp"] } } # all
        "#]],
    );
}

#[test]
fn members_that_a_person_added_stay() {
    check_put(
        Format::Toml,
        "[mcp_servers.clew]\ncommand = \"old\"\nstartup_timeout_sec = 20 # slow disk\n",
        expect![[r#"
            [mcp_servers.clew]
            command = 'C:\clew'
            startup_timeout_sec = 20 # slow disk
            args = ["mcp"]
        "#]],
    );
    check_put(
        Format::Json,
        "{\"mcpServers\": {\"clew\": {\"command\": \"old\", \"env\": {\"A\": \"b\"}}}}",
        expect![[
            r#"{"mcpServers": {"clew": {"command": "C:\\clew", "env": {"A": "b"}, "args": ["mcp"]}}}"#
        ]],
    );
}

#[test]
fn yaml_lists_grow_in_their_own_indentation() {
    check_put(
        Format::Yaml,
        "name: x\nmcpServers: # tools\n- name: docs\n  command: d\n  # about docs\n  args: [a]\n\nmodels: []\n",
        expect![[r#"
            name: x
            mcpServers: # tools
            - name: docs
              command: d
              # about docs
              args: [a]
            - name: clew
              command: "C:\\clew"
              args:
                - mcp

            models: []
        "#]],
    );
    check_put(
        Format::Yaml,
        "mcpServers: [] # none\n",
        expect![[r#"
            mcpServers: # none
              - name: clew
                command: "C:\\clew"
                args:
                  - mcp
        "#]],
    );
    check_put(
        Format::Yaml,
        "",
        expect![[r#"
            name: a
            version: 0.0.1
            mcpServers:
              - name: clew
                command: "C:\\clew"
                args:
                  - mcp
        "#]],
    );
}

#[test]
fn broken_texts_are_refused_with_line_and_column() {
    check_refused(Format::Json, "{\n  \"a\" 1\n}", "line 2, column ");
    check_refused(Format::Toml, "a = 1\nb = \n", "line 2, column ");
    check_refused(Format::Yaml, "a: 1\n  b: 2\n", "line 2, column ");
    check_refused(Format::Toml, "mcp_servers = 3\n", "`mcp_servers` is integer, expected a table");
    check_refused(Format::Yaml, "- a\n", "not an object");
}

#[test]
fn layouts_that_cannot_be_edited_safely_are_refused() {
    check_refused(Format::Yaml, "mcpServers: [{name: docs}]\n", "in brackets");
    check_refused(Format::Yaml, "{mcpServers: []}\n", "by hand");
    check_refused(Format::Yaml, "mcpServers: &all\n  - name: docs\n", "anchored");
}

#[test]
fn a_byte_order_mark_stays() {
    let with = put_entry("\u{feff}{}", &slot(Format::Json), &members()).unwrap();
    assert!(with.starts_with("\u{feff}{"), "{with}");
}

fn json() -> impl Strategy<Value = String> {
    let blank = prop_oneof![
        Just(""),
        Just(" "),
        Just("\n  "),
        Just(" // c\n"),
        Just("/* c */"),
        Just("\r\n\t")
    ];
    let leaf = prop_oneof![
        Just("1".to_string()),
        Just("null".into()),
        Just("'a\\'b'".into()),
        Just("\"é//,}\"".into()),
    ];
    let value = leaf.prop_recursive(3, 24, 4, move |inner| {
        let key = prop_oneof![
            Just("\"a\""),
            Just("mcpServers"),
            Just("\"mcpServers\""),
            Just("\"clew\"")
        ];
        let member = (key, blank.clone(), inner.clone(), blank.clone())
            .prop_map(|(key, before, value, after)| format!("{before}{key}: {value}{after}"));
        let end = prop_oneof![Just(""), Just(","), Just(", // c\n"), Just("\n")];
        prop_oneof![
            (prop::collection::vec(member, 0..4), end.clone()).prop_map(|(members, end)| {
                let end = if members.is_empty() { "" } else { end };
                format!("{{{}{end}}}", members.join(","))
            }),
            prop::collection::vec(inner, 0..3).prop_map(|items| format!("[{}]", items.join(","))),
        ]
    });
    (prop_oneof![Just(""), Just("// head\n"), Just("\u{feff}")], value)
        .prop_map(|(head, value)| format!("{head}{value}\n"))
}

fn toml() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("# c\n"),
        Just("\n"),
        Just("a = 1 # x\n"),
        Just("[mcp_servers]\n"),
        Just("[mcp_servers.docs]\n"),
        Just("url = 'x'\n"),
        Just("[t]\n"),
        Just("b.c = 2\n"),
        Just("mcp_servers.docs.url = \"u\"\n"),
        Just("mcp_servers = { docs = {} }\n"),
        Just("[mcp_servers.clew]\n"),
        Just("command = \"old\"\n"),
        Just("[[mcp_servers.x]]\n"),
    ];
    prop::collection::vec(line, 0..7).prop_map(|lines| lines.concat())
}

fn yaml() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("# c\n"),
        Just("\n"),
        Just("a: 1\n"),
        Just("mcpServers:\n"),
        Just("  - name: docs\n"),
        Just("    command: d\n"),
        Just("- name: docs\n"),
        Just("  command: d\n"),
        Just("mcpServers: []\n"),
        Just("  - name: clew\n"),
        Just("models: [x]\n"),
        Just("b: |\n"),
        Just("  mcpServers:\n"),
    ];
    prop::collection::vec(line, 0..7).prop_map(|lines| lines.concat())
}

/// What is not ours is the same after an edit, and the edit can be undone.
fn check_any(format: Format, text: &str) -> Result<(), TestCaseError> {
    let slot = slot(format);
    let Ok(with) = put_entry(text, &slot, &members()) else { return Ok(()) };
    let found = get_entry(&with, &slot).unwrap().unwrap();
    for (key, value) in members() {
        prop_assert_eq!(found.get(key), Some(&value), "{}", with);
    }
    prop_assert_eq!(put_entry(&with, &slot, &members()).unwrap(), with.clone());
    if let Ok(without) = take_entry(&with, &slot) {
        prop_assert_eq!(get_entry(&without, &slot), Ok(None));
    }
    let splice = crate::splice::Splice::between(text, &with);
    if !splice.inserted.is_empty() {
        prop_assert_eq!(splice.undone(&with), Some(text.to_string()));
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_json_is_edited_or_refused(text in json()) {
        check_any(Format::Json, &text)?;
    }

    #[test]
    fn any_toml_is_edited_or_refused(text in toml()) {
        check_any(Format::Toml, &text)?;
    }

    #[test]
    fn any_yaml_is_edited_or_refused(text in yaml()) {
        check_any(Format::Yaml, &text)?;
    }
}

fn yaml_slot() -> Slot {
    let preamble = "name: Local Config\nversion: 1.0.0\nschema: v1\n";
    Slot { format: Format::Yaml, container: "mcpServers", name: "clew".into(), preamble }
}

fn check_yaml(text: &str, expected: expect_test::Expect) {
    let members = [("command", Plain::text("new")), ("args", Plain::texts(&["mcp".into()]))];
    let shown = match put_entry(text, &yaml_slot(), &members) {
        Ok(text) => text,
        Err(error) => error.to_string(),
    };
    expected.assert_eq(&shown);
}

#[test]
fn what_a_person_wrote_in_a_yaml_entry_stays() {
    check_yaml(
        "mcpServers:\n  - name: clew\n    command: old # keep\n    # mine\n    env: {A: \"1\"}\n",
        expect_test::expect![[r#"
            mcpServers:
              - name: clew
                command: new # keep
                # mine
                env: {A: "1"}
                args:
                  - mcp
        "#]],
    );
    check_yaml(
        "mcpServers:\n- command: old\n  name: clew\n  args:\n  - a\n  - b\n  env:\n    A: b\n- name: x\n",
        expect_test::expect![[r#"
            mcpServers:
            - command: new
              name: clew
              args:
                - mcp
              env:
                A: b
            - name: x
        "#]],
    );
}

#[test]
fn yaml_of_other_layouts_is_edited_or_refused_with_its_place() {
    check_yaml(
        "# only a comment\n",
        expect_test::expect![[r#"
        # only a comment
        name: Local Config
        version: 1.0.0
        schema: v1
        mcpServers:
          - name: clew
            command: new
            args:
              - mcp
    "#]],
    );
    check_yaml(
        "name: a\n...\n",
        expect_test::expect![[r#"
        name: a
        mcpServers:
          - name: clew
            command: new
            args:
              - mcp
        ...
    "#]],
    );
    check_yaml(
        "mcpServers: [{name: a}]\n",
        expect_test::expect![
            "line 1, column 1: `mcpServers` is in brackets, anchored or no list, expected a list with a line `- name: …` for each server"
        ],
    );
    check_yaml(
        "name: a\nname: b\n",
        expect_test::expect![[r#"line 2, column 1: duplicate entry with key "name""#]],
    );
    check_yaml(
        "- a\n",
        expect_test::expect![
            "line 1, column 1: the file holds a list or a single value, not an object"
        ],
    );
}
