//! Tests of reading and writing through the public face.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use crate::{
    Credential, KEYS, Llm, Provider, SemanticMode, Settings, defaults_yaml, parse, parse_workspace,
    to_yaml,
};

fn check_problems(text: &str, expected: Expect) {
    let problems: Vec<String> = parse(text).problems.iter().map(ToString::to_string).collect();
    expected.assert_eq(&problems.join("\n"));
}

fn check_clean(text: &str) -> Settings {
    let parsed = parse(text);
    assert_eq!(parsed.problems, []);
    parsed.settings
}

#[test]
fn nothing_and_comments_are_defaults() {
    for text in ["", "# nothing\n", "---\n", "llm:\nexclude:\n", "\u{feff}"] {
        assert_eq!(check_clean(text), Settings::default(), "{text:?}");
    }
}

#[test]
fn the_written_defaults_are_the_defaults() {
    assert_eq!(check_clean(&defaults_yaml()), Settings::default());
    for key in KEYS.iter().filter(|key| !key.path.contains('*')) {
        assert!(defaults_yaml().contains(key.about), "{}", key.path);
    }
}

#[test]
fn values_are_read() {
    let settings = check_clean(
        "llm:\n  provider: ollama\n  url: 'http://localhost:11434'\n  embed_model: bge-m3\n  \
         token_env: MY_TOKEN\n  retry_delays_seconds: [1, 2]\nsemantic: {mode: llm, \
         throttling: {adaptive: false}}\nexclude: 'dist/**'\nlanguages:\n  python:\n    \
         exclude: ['*_pb2.py']\n",
    );
    assert_eq!(settings.llm.provider, Provider::Ollama);
    assert_eq!(settings.llm.embed_model.as_deref(), Some("bge-m3"));
    assert_eq!(settings.llm.credential(), Some(Credential::Variable("MY_TOKEN")));
    assert_eq!(settings.llm.retry_delays_seconds, [1, 2]);
    assert_eq!(settings.semantic.mode, SemanticMode::Llm);
    assert!(!settings.semantic.throttling.adaptive);
    assert_eq!(settings.exclude, ["dist/**"]);
    assert_eq!(settings.languages["python"].exclude, ["*_pb2.py"]);
}

#[test]
fn problems_have_place_and_suggestion() {
    check_problems(
        "llm:\n  providr: ollama\n  url: localhost:11434\n  max_bytes: many\n  model: 7\n\
         semantic:\n  mode: smart\n  concurrency: 3\n  throttling:\n    delay_ms: -1\n\
         exclude: ['a[', 'fine/**', 5]\nprovider: ollama\nindex_location: Workspace\n\
         colour: blue\n",
        expect![[r#"
            2:3: llm.providr: unknown key; did you mean provider?
            3:8: llm.url: no address of the form https://host; write https:// before it
            4:14: llm.max_bytes: text where a whole number belongs
            5:10: llm.model: a number where text belongs; put it in quotes if it is text
            7:9: semantic.mode: the word is not known; one of fast, llm
            8:16: semantic.concurrency: a number where keys belong; write keys below it: semantic_workers
            10:15: semantic.throttling.delay_ms: the number is out of range; from 0 to 600000
            11:11: exclude: no glob: unclosed character class; missing ']'; write `\` before a sign that is meant literally
            11:28: exclude: a number where a glob belongs; put it in quotes if it is text
            12:1: provider: unknown key; it belongs at llm.provider
            13:17: index_location: the word is not known; did you mean workspace?
            14:1: colour: unknown key; known here: llm, semantic, exclude, max_file_bytes, max_data_bytes, index_location, languages"#]],
    );
    let parsed = parse("exclude: ['a[', 'fine/**']\nllm: {model: m, max_bytes: x}\n");
    assert_eq!(parsed.settings.exclude, ["fine/**"], "the rest counts");
    assert_eq!(parsed.settings.llm.model.as_deref(), Some("m"));
}

#[test]
fn a_workspace_chooses_no_provider() {
    let parsed = parse_workspace(
        "exclude: [a]\nllm:\n  url: https://evil.example\n\"semantic\": {mode: llm}\n",
    );
    let problems: Vec<String> = parsed.problems.iter().map(ToString::to_string).collect();
    expect![[r#"
        2:1: llm: a workspace cannot set it; it is ignored; only your own `clew setup` can
        4:1: semantic: a workspace cannot set it; it is ignored; only your own `clew setup` can"#]]
    .assert_eq(&problems.join("\n"));
    assert_eq!(parsed.settings.llm, Llm::default());
    assert_eq!(parsed.settings.semantic.mode, SemanticMode::Fast);
    assert_eq!(parsed.settings.exclude, ["a"]);
}

#[test]
fn aliases_cannot_blow_up_a_file() {
    let mut bomb = "a0: &a0 [x, x]\n".to_owned();
    for level in 1..40 {
        bomb += &format!("a{level}: &a{level} [*a{0}, *a{0}]\n", level - 1);
    }
    assert!(!parse(&bomb).problems.is_empty());
}

#[test]
fn broken_files_say_where() {
    check_problems(
        "llm:\n  provider: [ollama\nexclude: x\n",
        expect!["3:8: not valid YAML: illegal placement of ':' indicator"],
    );
    check_problems(
        "- a\n",
        expect![
            "1:1: a list where keys belong; write keys below it: llm, semantic, exclude, max_file_bytes, max_data_bytes, index_location, languages"
        ],
    );
    check_problems(
        "exclude: a\n---\nexclude: b\n",
        expect!["3:1: a second document; it does not count"],
    );
    check_problems(
        "exclude: &x [a]\nmax_file_bytes: *x\n",
        expect!["2:17: max_file_bytes: a list where a whole number belongs"],
    );
    check_problems(
        "max_file_bytes: 99999999999999999999999\n",
        expect!["1:17: max_file_bytes: the number is out of range; from 1 to 1099511627776"],
    );
    check_problems(&"[".repeat(100_000), expect!["1:1: nested too deeply; it was not read"]);
    check_problems(&"a".repeat(2 << 20), expect!["1:1: larger than 1 MiB; it was not read"]);
}

#[test]
fn a_key_in_the_file_is_never_shown() {
    let settings = check_clean(
        "llm: {token: s3cr3t, model: 'gpt:x'}\nlanguages: {go: {include: ['*.gox']}}\n",
    );
    let shown = to_yaml(&settings);
    assert!(!shown.contains("s3cr3t"));
    assert!(shown.contains("token: REDACTED"));
    assert!(shown.contains("  go:\n    include: [\"*.gox\"]\n"));
}

proptest! {
    #[test]
    fn any_text_is_read_or_reported(text in "[a-z:\\-\\[\\]{}&*!|>'\"#%@, \n\t]{0,200}") {
        let parsed = parse(&text);
        prop_assert!(parsed.problems.iter().all(|problem| problem.line >= 1));
    }

    #[test]
    fn what_is_written_is_read_again(
        model in "[ -~]{0,20}", exclude in proptest::collection::vec("[a-z/*.]{1,10}", 0..4),
        delay in 0_u32..600_000, adaptive: bool,
    ) {
        let mut settings = Settings { exclude, ..Settings::default() };
        settings.exclude.retain(|glob| globset::Glob::new(glob).is_ok());
        settings.llm.model = Some(model);
        settings.semantic.throttling.delay_ms = delay;
        settings.semantic.throttling.adaptive = adaptive;
        let parsed = parse(&to_yaml(&settings));
        prop_assert_eq!(parsed.problems, []);
        prop_assert_eq!(parsed.settings, settings);
    }
}
