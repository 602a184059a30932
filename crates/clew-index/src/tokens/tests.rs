use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::{Terms, stem, whole_term};

#[expect(clippy::needless_pass_by_value)]
fn check_terms(text: &str, expected: Expect) {
    let mut terms = Terms::default();
    terms.add(text);
    assert_eq!(terms.iter().count(), terms.count() as usize);
    expected.assert_eq(&terms.iter().collect::<Vec<_>>().join(" "));
}

fn check_same_stem(words: &[&str]) {
    let stems: Vec<String> = words
        .iter()
        .map(|word| {
            let mut target = String::new();
            stem(word, &mut target);
            target
        })
        .collect();
    assert!(stems.windows(2).all(|pair| pair[0] == pair[1]), "{words:?} gave {stems:?}");
}

#[test]
fn identifiers_give_wholes_and_parts() {
    check_terms("getUserName", expect!["getusername get user nam"]);
    check_terms("get_user_name", expect!["getusername get user nam"]);
    check_terms("HTTPServer2", expect!["httpserver2 http serv 2"]);
    check_terms("__init__ x", expect!["init x"]);
    check_terms("utf8::to_utf16(a)", expect!["utf8 utf 8 toutf16 to utf 16 a"]);
    check_terms("SCREAMING_CASE", expect!["screamingcase scream cas"]);
    check_terms("___", expect![""]);
}

#[test]
fn other_scripts_are_words_too() {
    check_terms("Größe naïveTest", expect!["größe naïvetest naïve test"]);
    check_terms("检查类型", expect!["检查 查类 类型"]);
    check_terms("检 x 查", expect!["检 x 查"]);
    check_terms("имяФайла", expect!["имяфайла имя файла"]);
}

#[test]
fn long_runs_are_cut() {
    let mut terms = Terms::default();
    terms.add(&"é".repeat(1000));
    assert_eq!(terms.iter().next().map(str::len), Some(40));
}

#[test]
fn stems_join_what_questions_and_code_spell_differently() {
    check_same_stem(&["retry", "retries", "retried", "retrying"]);
    check_same_stem(&["handle", "handles", "handler", "handlers", "handled", "handling"]);
    check_same_stem(&["cache", "caches", "cached", "caching"]);
    check_same_stem(&["stop", "stops", "stopped", "stopping"]);
    check_same_stem(&["validate", "validation", "validator", "validates"]);
    check_same_stem(&["connect", "connection", "connected", "connecting"]);
    check_same_stem(&["class", "classes"]);
    check_same_stem(&["index", "indexes", "indexing", "indexed"]);
    check_same_stem(&["parse", "parser", "parsing", "parsed"]);
    check_same_stem(&["match", "matches", "matching"]);
}

#[test]
fn wholes_ignore_separators_and_case() {
    assert_eq!(whole_term("Get_user-Name"), "getusername");
    assert_eq!(whole_term("::"), "");
}

proptest! {
    #[test]
    fn any_text_gives_terms(text in any::<String>()) {
        let mut terms = Terms::default();
        terms.add(&text);
        prop_assert!(terms.iter().all(|term| !term.is_empty() && term.len() <= 40));
        prop_assert_eq!(terms.iter().count(), terms.count() as usize);
    }

    #[test]
    fn letter_runs_give_terms(text in "[a-zA-Z0-9_é检 ]{0,40}") {
        let mut terms = Terms::default();
        terms.add(&text);
        let again: Vec<String> = terms.iter().map(str::to_owned).collect();
        prop_assert!(again.iter().all(|term| !term.contains('_')));
    }
}
