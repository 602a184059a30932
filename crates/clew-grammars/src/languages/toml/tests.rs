//! What is extracted from TOML.

use expect_test::expect;
use proptest::prelude::*;

use crate::testing::{check_symbols, facts_of};

#[test]
fn tables_and_dotted_keys() {
    check_symbols(
        "toml",
        r#"top = 1

[package]
name = "clew"
edition.workspace = true

[dependencies.serde]
version = "1"
features = ["derive"]

[dependencies]
"quoted key" = { path = "x", deep = { a = 1 } }

[[bin]]
name = "a"

[[bin]]
name = "b"
"#,
        expect![[r#"
            key top 1-1 public
            key package 3-5 public
            module package.clew 4-4 public
            key package.edition 5-5 public
            key package.edition.workspace 5-5 public
            key dependencies 7-9 public
            key dependencies.serde 7-9 public
            key dependencies.serde.version 8-8 public
            key dependencies.serde.features 9-9 public
            key dependencies.quoted key 12-12 public
            key dependencies.quoted key.path 12-12 public
            key dependencies.quoted key.deep 12-12 public
            key dependencies.quoted key.deep.a 12-12 public
            key bin 14-15 public
            function bin.a 15-15 public
            key bin 17-18 public
            function bin.b 18-18 public
        "#]],
    );
}

#[test]
fn deep_nesting_is_not_fatal() {
    facts_of("toml", &format!("a = {}", "[".repeat(50_000)));
    facts_of("toml", &format!("[{}b]", "a.".repeat(20_000)));
}

proptest! {
    #[test]
    fn any_text_gives_facts(text in "([a-z] = |\\[[a-z.]{1,3}\\]|\\[\\[a\\]\\]|[a-zé.]|[ \n{}\\[\\],'\"#]|[0-9]){0,60}") {
        facts_of("toml", &text);
    }
}
