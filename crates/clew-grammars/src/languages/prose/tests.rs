//! What is extracted from documents without a grammar.

use clew_model::ChunkKind;
use expect_test::expect;
use proptest::prelude::*;

use crate::detect_language;
use crate::testing::{check_symbols, facts_of};

#[test]
fn styles_of_restructured_text_nest_as_they_come() {
    check_symbols(
        "rst",
        "\
=====
Guide
=====

Words
that go on.

Install
-------

::

    Not one
    -------

From source
~~~~~~~~~~~

x

Too long for this
---

Use
---
=====  =====
a      b
=====  =====
",
        expect![[r#"
            heading Guide 1-28 public
            heading Guide.Install 8-22 public
            heading Guide.Install.From source 16-22 public
            heading Guide.Use 24-28 public
        "#]],
    );
}

#[test]
fn rows_of_equals_mark_headings_of_asciidoc() {
    check_symbols(
        "asciidoc",
        "= Guide\n:toc:\n\n== Install\n\n----\n== not one\n----\n\n=== Überall\nx\n\n== Use\n====\nexample\n====\n",
        expect![[r#"
            heading Guide 1-16 public
            heading Guide.Install 4-11 public
            heading Guide.Install.Überall 10-11 public
            heading Guide.Use 13-16 public
        "#]],
    );
}

#[test]
fn plain_text_has_underlined_titles_and_lines_of_capitals() {
    check_symbols(
        "txt",
        "Version 1.2\n===========\n\nFIXED BUGS\n\nThe cache. NOT THIS\n\nADDED\n    a thing\n\nVersion 1.1\n===========\r\nx\n",
        expect![[r#"
            heading Version 1.2 1-9 public
            heading Version 1.2.FIXED BUGS 4-6 public
            heading Version 1.2.ADDED 8-9 public
            heading Version 1.1 11-13 public
        "#]],
    );
}

#[test]
fn sections_are_chunks() {
    let text = "before\n\nOne\n===\na\n\nTwo\n===\nb\n";
    let facts = facts_of("rst", text);
    let chunks: Vec<_> =
        facts.chunks.iter().map(|chunk| (chunk.kind, chunk.range.slice(text))).collect();
    let sections = ["One\n===\na\n", "Two\n===\nb\n"].map(|text| (ChunkKind::Section, text));
    assert_eq!(chunks, [(ChunkKind::Text, "before\n"), sections[0], sections[1]]);
}

#[test]
fn lists_for_tools_are_no_documents() {
    let check = |path: &str, expected: Option<&str>| {
        let found = detect_language(path, "").map(|language| language.id);
        assert_eq!(found, expected, "{path}");
    };
    check("docs/a.txt", Some("text"));
    check("README", Some("text"));
    check("a.rst", Some("restructuredtext"));
    check("x/CMakeLists.txt", Some("cmake"));
    check("requirements.txt", None);
    check("requirements-dev.txt", None);
    check("robots.txt", None);
}

proptest! {
    #[test]
    fn any_text_gives_facts(text in "(=+|-+|~+| |\\n|\\r\\n|[a-zA-Zé]{1,4}|== |----\\n){0,60}") {
        for language in ["rst", "asciidoc", "txt"] {
            facts_of(language, &text);
        }
    }
}
