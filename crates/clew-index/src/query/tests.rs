use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

#[expect(clippy::needless_pass_by_value)]
fn check(text: &str, expected: Expect) {
    let query = parse_query(text);
    let words: Vec<String> =
        query.words.iter().map(|word| format!("{}*{}", word.text, word.weight)).collect();
    expected.assert_eq(&format!(
        "words {}; phrases {:?}; identifiers {:?}; paths {:?}; identifier {}",
        words.join(" "),
        query.phrases,
        query.identifiers,
        query.paths,
        query.is_identifier
    ));
}

#[test]
fn identifiers() {
    check(
        "getUser",
        expect![[
            r#"words getUser*1; phrases []; identifiers [["getUser"]]; paths []; identifier true"#
        ]],
    );
    check(
        "Store::open()",
        expect![[
            r#"words Store::open*1; phrases []; identifiers [["Store", "open"]]; paths []; identifier true"#
        ]],
    );
    check(
        "retry",
        expect![[
            r#"words retry*1; phrases []; identifiers [["retry"]]; paths []; identifier true"#
        ]],
    );
    check(
        "Vec<Vec<T>>::push()",
        expect![[
            r#"words Vec<Vec<T>>::push*1; phrases []; identifiers [["Vec", "push"]]; paths []; identifier true"#
        ]],
    );
    check(
        "`a.b.c`",
        expect![[
            r#"words a.b.c*1; phrases []; identifiers [["a", "b", "c"]]; paths []; identifier true"#
        ]],
    );
}

#[test]
fn questions() {
    check(
        "Where are retries handled?",
        expect![
            "words Where*0.05 are*0.05 retries*1 handled*1; phrases []; identifiers []; paths []; identifier false"
        ],
    );
    check(
        "how does parse_query split words",
        expect![[
            r#"words how*0.05 does*0.05 parse_query*1 split*1 words*1; phrases []; identifiers [["parse_query"]]; paths []; identifier false"#
        ]],
    );
    check(
        "what is it",
        expect!["words what*1 is*1 it*1; phrases []; identifiers []; paths []; identifier false"],
    );
}

#[test]
fn paths() {
    check(
        "src/foo.rs:12",
        expect![[
            r#"words src/foo.rs:12*1; phrases []; identifiers []; paths [("src/foo.rs", Some(12))]; identifier false"#
        ]],
    );
    check(
        "main.py",
        expect![[
            r#"words main.py*1; phrases []; identifiers [["main", "py"]]; paths [("main.py", None)]; identifier false"#
        ]],
    );
    check(
        "read/write lock",
        expect![[
            r#"words read/write*1 lock*1; phrases []; identifiers []; paths [("read/write", None)]; identifier false"#
        ]],
    );
}

#[test]
fn phrases() {
    check(
        "\"connection reset\" pool",
        expect![[
            r#"words connection*1 reset*1 pool*1; phrases ["connection reset"]; identifiers []; paths []; identifier false"#
        ]],
    );
    check(
        "\"never closed",
        expect!["words never*1 closed*1; phrases []; identifiers []; paths []; identifier false"],
    );
    check("\"\" \" \"", expect!["words ; phrases []; identifiers []; paths []; identifier false"]);
}

#[test]
fn nothing_is_a_query_too() {
    assert_eq!(parse_query(""), Query::default());
    let text = " ?! ::: \" ";
    assert_eq!(parse_query(text), Query { text: text.into(), ..Query::default() });
}

proptest! {
    #[test]
    fn any_text_is_a_query(text in any::<String>()) {
        let query = parse_query(&text);
        prop_assert!(query.words.iter().all(|word| !word.terms.is_empty() && word.weight > 0.0));
    }

    #[test]
    fn any_punctuation_is_a_query(text in "[ab_:./\"'`#()<>0-9 é检-]{0,60}") {
        let query = parse_query(&text);
        prop_assert!(query.identifiers.iter().all(|parts| !parts.is_empty()));
        prop_assert!(!query.is_identifier || query.identifiers.len() == 1);
    }
}
