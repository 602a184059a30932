//! What is extracted from YAML.

use expect_test::expect;
use proptest::prelude::*;

use crate::testing::{check_facts, facts_of};

#[test]
fn keys_anchors_and_aliases() {
    check_facts(
        "yaml",
        "\
%YAML 1.2
---
base: &base
  image: x
jobs:
  'build':
    <<: *base
    steps:
      - name: one
        run: |
          key: not a key
      - {uses: two, \"with\": 1}
---
second: [*base]
",
        expect![[r#"
            key base 3-4 public
            label base.base 3-3 public
            key base.image 4-4 public
            key jobs 5-12 public
            key jobs.build 6-12 public
            key jobs.build.steps 8-12 public
            key jobs.build.steps.name 9-9 public
            key jobs.build.steps.run 10-11 public
            key jobs.build.steps.uses 12-12 public
            key jobs.build.steps.with 12-12 public
            key second 14-14 public
            7:10 read base -> base.base@3 in jobs.build
            14:11 read base -> base.base@3 in second
        "#]],
    );
}

#[test]
fn large_keys_are_chunks() {
    let lines: String = (0..20).map(|n| format!("  k{n}: {n}\n")).collect();
    let text = format!("a: 1\nb: 2\nbig:\n{lines}small: 3\n");
    let facts = facts_of("yaml", &text);
    let starts: Vec<_> = facts.chunks.iter().map(|chunk| &chunk.range.slice(&text)[..4]).collect();
    assert_eq!(starts, ["a: 1", "big:", "smal"]);
}

#[test]
fn deep_nesting_is_not_fatal() {
    facts_of("yaml", &"[".repeat(50_000));
    facts_of("yaml", &(0..2_000).map(|n| format!("{}a:\n", " ".repeat(n))).collect::<String>());
    let flags = facts_of("yaml", &"- ".repeat(5_000)).flags;
    assert!(flags.has(clew_model::FileFlags::CUT));
}

proptest! {
    #[test]
    fn any_text_gives_facts(text in "([a-z]: |- |&[a-z] |\\*[a-z] |\\||[a-zé]|[ \n{}\\[\\],'\"#]){0,60}") {
        facts_of("yaml", &text);
    }
}
