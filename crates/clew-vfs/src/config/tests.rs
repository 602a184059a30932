use std::path::Path;

use expect_test::{Expect, expect};

use super::*;
use crate::fs::{FileKind, MemoryFs};

fn check_config(text: &str, expected: Expect) {
    expected.assert_eq(&show(&parse_config(text)));
}

fn show(loaded: &LoadedConfig) -> String {
    let FileConfig { exclude, max_file_bytes, max_data_bytes } = &loaded.config;
    let mut text = format!("{exclude:?} {max_file_bytes:?} {max_data_bytes:?}\n");
    for note in &loaded.notes {
        let line = note.line.map_or("?".to_owned(), |line| line.to_string());
        text += &format!("{line}: {}\n", note.message);
    }
    text
}

#[test]
fn own_keys() {
    check_config(
        "exclude:\n  - dist/**\n  - '*.gen.rs'\nmax_file_bytes: 1000\nmax_data_bytes: 10\n",
        expect![[r#"
            ["dist/**", "*.gen.rs"] Some(1000) Some(10)
        "#]],
    );
    check_config("exclude: dist\n", expect![["[\"dist\"] None None\n"]]);
    check_config("exclude:\n", expect![["[] None None\n"]]);
    check_config("", expect![["[] None None\n"]]);
    check_config("\u{feff}# nothing\n", expect![["[] None None\n"]]);
}

#[test]
fn keys_of_other_parts_are_left_to_them() {
    check_config("languages: {go: {}}\nindex_location: workspace\n", expect![["[] None None\n"]]);
}

#[test]
fn a_workspace_sets_no_provider() {
    check_config(
        "llm:\n  provider: openapi\n  url: https://evil.example\nsemantic: {mode: llm}\nexclude: [a]\n",
        expect![[r#"
            ["a"] None None
            1: llm: a workspace cannot set it; it is ignored; only your own `clew setup` can
            4: semantic: a workspace cannot set it; it is ignored; only your own `clew setup` can
        "#]],
    );
}

#[test]
fn unknown_keys_have_a_line_and_a_suggestion() {
    check_config(
        "# head\nexclud: [a]\n\"max_file_byte\": 3\ncolour: red\n1: x\nexclude: [b]\n",
        expect![[r#"
            ["b"] None None
            2: exclud: unknown key; did you mean exclude?
            3: max_file_byte: unknown key; did you mean max_file_bytes?
            4: colour: unknown key; known here: exclude, max_file_bytes, max_data_bytes, index_location, languages
            5: a key must be text
        "#]],
    );
}

#[test]
fn wrong_values_are_reported_and_the_rest_counts() {
    check_config(
        "exclude: [3]\nmax_file_bytes: -1\nmax_data_bytes: 5\n",
        expect![[r#"
            [] None Some(5)
            1: exclude: a number where a glob belongs; put it in quotes if it is text
            2: max_file_bytes: the number is out of range; from 1 to 1099511627776
        "#]],
    );
    check_config(
        "exclude: ['a[']\n",
        expect![[r#"
            [] None None
            1: exclude: no glob: unclosed character class; missing ']'; write `\` before a sign that is meant literally
        "#]],
    );
    check_config(
        "- a\n",
        expect![[r#"
            [] None None
            1: a list where keys belong; write keys below it: exclude, max_file_bytes, max_data_bytes, index_location, languages
        "#]],
    );
}

#[test]
fn broken_yaml_is_a_note() {
    let loaded = parse_config("exclude: [a\nb: c\n");
    assert_eq!(loaded.config, FileConfig::default());
    assert!(loaded.notes[0].message.starts_with("not valid YAML"));
    assert!(loaded.notes[0].line.is_some());
    let deep = "[".repeat(100_000);
    assert_eq!(parse_config(&deep).notes.len(), 1);
    let bomb = "a: &a [x,x]\nb: &b [*a,*a]\nexclude: *b\n";
    assert_eq!(parse_config(bomb).config.exclude.len(), 0);
}

#[test]
fn the_first_file_counts() {
    let fs = MemoryFs::new();
    let root = Path::new("/r");
    fs.make_folder(root);
    assert_eq!(load_config(&fs, root), LoadedConfig::default());
    fs.write("/r/.clew/config.yaml", "exclude: [inner]");
    let loaded = load_config(&fs, root);
    assert_eq!(loaded.config.exclude, ["inner"]);
    fs.write("/r/clew.yaml", "exclude: [outer]");
    let loaded = load_config(&fs, root);
    assert_eq!(loaded.config.exclude, ["outer"]);
    assert_eq!(loaded.path.as_deref(), Some(Path::new("/r/clew.yaml")));
}

#[test]
fn unreadable_and_huge_files_are_notes() {
    let fs = MemoryFs::new();
    fs.make_unreadable("/r/clew.yaml", FileKind::File);
    let note = &load_config(&fs, Path::new("/r")).notes[0].message;
    assert!(note.starts_with("the file cannot be read"), "{note}");
    fs.write("/r/clew.yaml", vec![b'#'; MAX_CONFIG_BYTES + 1]);
    let note = &load_config(&fs, Path::new("/r")).notes[0].message;
    assert_eq!(note, "the file is over 1 MiB and was not read");
}

#[test]
fn messages_name_their_file_and_line() {
    let fs = MemoryFs::new();
    let root = Path::new("/r");
    fs.write("/r/.clew/config.yaml", "# mine\nexclud: [a]\n");
    expect![[r#".clew/config.yaml:2: exclud: unknown key; did you mean exclude?"#]]
        .assert_eq(&load_config(&fs, root).messages(root).join("\n"));
    fs.make_unreadable("/r/clew.yaml", FileKind::File);
    assert!(load_config(&fs, root).messages(root)[0].starts_with("clew.yaml: the file cannot"));
}

#[test]
fn a_file_outside_the_root_is_not_read() {
    let root = Path::new("/r");
    for name in CONFIG_FILES {
        let fs = MemoryFs::new();
        fs.write("/etc/shadow", "root:*:20228:0:\nexclud: [a]\n");
        fs.link(root.join(name), "/etc/shadow");
        assert_eq!(
            load_config(&fs, root).messages(root),
            [format!(
                "{name}: a link that leads out of the project; it was not read; put a file in \
                 its place"
            )]
        );
    }
    let fs = MemoryFs::new();
    fs.write("/outside/config.yaml", "exclud: [a]\n");
    fs.link("/r/.clew", "/outside");
    let notes = load_config(&fs, root).messages(root).concat();
    assert!(notes.contains("leads out of the project"), "{notes}");
    fs.write("/r/settings/clew.yaml", "exclude: [mine]\n");
    fs.link("/r/clew.yaml", "/r/settings/clew.yaml");
    assert_eq!(load_config(&fs, root).config.exclude, ["mine"], "a link inside is fine");
}

#[test]
fn what_is_no_ordinary_file_is_not_opened() {
    let root = Path::new("/r");
    let fs = MemoryFs::new();
    fs.make_special("/r/clew.yaml");
    let message = ["clew.yaml: no ordinary file; it was not read; put a file in its place"];
    assert_eq!(load_config(&fs, root).messages(root), message);
    fs.remove("/r/clew.yaml");
    fs.make_folder("/r/clew.yaml");
    assert_eq!(load_config(&fs, root).messages(root), message);
}

#[test]
fn notes_quote_nothing_but_keys() {
    check_config(
        "root:*:20228:0:99999:7::: x\n\"do this\\nnow\": 1\nexclude: {ghp: s3cr3t}\n\
         index_location: s3cr3t\naaaaaaaaaabbbbbbbbbbccccccccccdddddddddd: 1\n",
        expect![[r#"
            [] None None
            1: (not shown): unknown key; known here: exclude, max_file_bytes, max_data_bytes, index_location, languages
            2: (not shown): unknown key; known here: exclude, max_file_bytes, max_data_bytes, index_location, languages
            3: exclude: a group of keys where a list belongs; write [a, b]
            4: index_location: the word is not known; one of user, workspace
            5: aaaaaaaaaabbbbbbbbbbccccccccccdd…: unknown key; known here: exclude, max_file_bytes, max_data_bytes, index_location, languages
        "#]],
    );
}

#[test]
fn only_a_few_notes_go_with_an_answer() {
    let many: String = (0..20_000).map(|number| format!("key{number}: 1\n")).collect();
    let loaded = LoadedConfig { path: Some("/r/clew.yaml".into()), ..parse_config(&many) };
    let brief = loaded.brief(Path::new("/r"));
    assert_eq!(brief.len(), 4);
    assert!(brief[0].starts_with("clew.yaml:1: key0: unknown key"), "{}", brief[0]);
    assert_eq!(brief[3], "19997 more about the settings: `clew config validate`");
    assert!(brief.concat().len() < 1_000);
}
