//! What is extracted from Markdown.

use clew_model::ChunkKind;
use expect_test::expect;
use proptest::prelude::*;

use crate::testing::{check_facts, check_symbols, facts_of};

#[test]
fn headings_nest_by_level() {
    check_symbols(
        "markdown",
        "\
---
title: x
---
intro

# Guide ##

Text.

## Install `clew`

```sh
# not a heading
```

### Überall

Usage
-----

more

# Guide

end
",
        expect![[r#"
            heading Guide 6-21 public
            heading Guide.Install `clew` 10-16 public
            heading Guide.Install `clew`.Überall 16-16 public
            heading Guide.Usage 18-21 public
            heading Guide 23-25 public
        "#]],
    );
}

#[test]
fn sections_are_chunks() {
    let text = "before\n\n# One\n\na\n\n## Two\n\nb\n\n# Three\nc\n";
    let facts = facts_of("markdown", text);
    let chunks: Vec<_> = facts
        .chunks
        .iter()
        .map(|chunk| (chunk.kind, chunk.range.slice(text), chunk.symbol.is_some()))
        .collect();
    assert_eq!(
        chunks,
        [
            (ChunkKind::Text, "before\n", false),
            (ChunkKind::Section, "# One\n\na\n", true),
            (ChunkKind::Section, "## Two\n\nb\n", true),
            (ChunkKind::Section, "# Three\nc\n", true),
        ]
    );
}

#[test]
fn deep_nesting_is_not_fatal() {
    facts_of("markdown", &"> ".repeat(5_000));
    facts_of(
        "markdown",
        &(0..3_000).map(|n| format!("{}- x\n", " ".repeat(n))).collect::<String>(),
    );
}

#[test]
fn code_between_fences_is_an_example() {
    check_facts(
        "markdown",
        "\
# Usage

```python title=\"a\"
def greet(name):
    return name

greet(\"x\")
```

- item

  ~~~{.rust}
  fn greet() {}
  ~~~

```sh
greet
```

```text
def nothing(): pass
````

```js
greet(\"unfinished
",
        expect![[r#"
            heading Usage 1-25 public
            function Usage.greet 4-5 public example = name
            local parameter Usage.greet.name 4-4 public example
            function Usage.greet 13-13 private example
            5:12 read name -> Usage.greet.name@4 in Usage.greet
            7:1 call greet -> Usage.greet@4 in Usage
            25:1 read greet free
        "#]],
    );
    let text = "# A\n\n```python\ndef f():\n    return 1\n```\n";
    let chunks = facts_of("markdown", text).chunks;
    assert_eq!(chunks.len(), 1, "examples stay in their sections");
}

proptest! {
    #[test]
    fn any_text_gives_facts(text in "(# |## |=+|-+|```|> |- |[a-z]{1,3}|[ \n|*`]){0,60}") {
        facts_of("markdown", &text);
    }
}
