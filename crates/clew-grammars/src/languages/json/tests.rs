//! What is extracted from JSON.

use clew_model::ChunkKind;
use expect_test::expect;
use proptest::prelude::*;

use crate::testing::{check_symbols, facts_of};

#[test]
fn keys_nest() {
    check_symbols(
        "json",
        r#"// settings
{
  "name": "clew",
  "scripts": { "build:all": "make", "": 0 },
  "a": { "b": { "c": { "d": { "e": 1 } } } },
  "list": [ { "id": 1 }, [ { "deep": 2 } ] ],
  "ключ": null
}
"#,
        expect![[r#"
            module clew 3-3 public
            key scripts 4-4 public
            function scripts.build:all 4-4 public
            key a 5-5 public
            key a.b 5-5 public
            key a.b.c 5-5 public
            key a.b.c.d 5-5 public
            key a.b.c.d.e 5-5 public
            key list 6-6 public
            key list.id 6-6 public
            key list.deep 6-6 public
            key ключ 7-7 public
        "#]],
    );
}

#[test]
fn long_lists_and_long_files_are_bounded() {
    let list = r#"{"id": 1},"#.repeat(500);
    assert_eq!(facts_of("json", &format!("[{list} 0]")).symbols.len(), 50);
    let map: String = (0..9_000).map(|n| format!("\"k{n}\": {n},\n")).collect();
    let facts = facts_of("json", &format!("{{{map} \"z\": 0}}"));
    assert_eq!(facts.symbols.len(), 2_000);
    assert!(facts.chunks.len() > 100);
    assert!(facts.chunks.iter().all(|chunk| chunk.kind == ChunkKind::Text));
}

#[test]
fn deep_nesting_is_not_fatal() {
    facts_of("json", &"[".repeat(100_000));
    facts_of("json", &"{\"a\":".repeat(50_000));
}

proptest! {
    #[test]
    fn any_text_gives_facts(text in "([{}\\[\\]:,\"/*\n ]|\"[a-zé]\"|true|[0-9]){0,60}") {
        facts_of("json", &text);
    }
}
