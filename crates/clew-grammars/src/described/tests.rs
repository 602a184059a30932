//! What must hold of every described language: no text makes its walker fail.

use proptest::prelude::*;

use crate::testing::{check_invariants, facts_of};
use crate::{Extractor, Limits, language_by_id};

/// Languages told by tables, with the text of their fixtures.
const LANGUAGES: &[(&str, &str)] = &[
    #[cfg(feature = "dotnet")]
    ("csharp", include_str!("../languages/csharp/fixture.cs")),
    #[cfg(feature = "scripts")]
    ("php", include_str!("../languages/php/fixture.php")),
    #[cfg(feature = "scripts")]
    ("ruby", include_str!("../languages/ruby/fixture.rb")),
    #[cfg(feature = "jvm")]
    ("kotlin", include_str!("../languages/kotlin/fixture.kt")),
    #[cfg(feature = "scripts")]
    ("bash", include_str!("../languages/bash/fixture.sh")),
    #[cfg(feature = "apple")]
    ("swift", include_str!("../languages/swift/fixture.swift")),
    #[cfg(feature = "jvm")]
    ("scala", include_str!("../languages/scala/fixture.scala")),
    #[cfg(feature = "flutter")]
    ("dart", include_str!("../languages/dart/fixture.dart")),
    #[cfg(feature = "scripts")]
    ("lua", include_str!("../languages/lua/fixture.lua")),
    #[cfg(feature = "systems")]
    ("zig", include_str!("../languages/zig/fixture.zig")),
    #[cfg(feature = "science")]
    ("r", include_str!("../languages/r/fixture.R")),
    #[cfg(feature = "functional")]
    ("elixir", include_str!("../languages/elixir/fixture.ex")),
    #[cfg(feature = "scripts")]
    ("perl", include_str!("../languages/perl/fixture.pl")),
    #[cfg(feature = "functional")]
    ("haskell", include_str!("../languages/haskell/fixture.hs")),
    #[cfg(feature = "functional")]
    ("ocaml", include_str!("../languages/ocaml/fixture.ml")),
    #[cfg(feature = "functional")]
    ("ocaml.interface", include_str!("../languages/ocaml/interface.mli")),
];

/// Words and marks of a text, blanks kept apart.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_tokens_never_break_a_walker(picks in prop::collection::vec(any::<prop::sample::Index>(), 1..160)) {
        for (language, text) in LANGUAGES {
            let tokens = tokens(text);
            let soup: String = picks.iter().map(|pick| *pick.get(&tokens)).collect();
            facts_of(language, &soup);
        }
    }

    #[test]
    fn cut_texts_never_break_a_walker(at in any::<prop::sample::Index>(), length in 0_usize..40) {
        for (language, text) in LANGUAGES {
            let letters: Vec<char> = text.chars().collect();
            let start = at.index(letters.len());
            let end = (start + length).min(letters.len());
            let without: String = letters[..start].iter().chain(&letters[end..]).collect();
            facts_of(language, &without);
        }
    }
}

#[test]
fn deep_nesting_is_cut_and_survived() {
    for (language, _) in LANGUAGES {
        for (open, close) in [("(", ")"), ("{", "}"), ("[", "]"), ("f(", ")"), ("a.b(", ")")] {
            let text = format!("x = {}1{}", open.repeat(20_000), close.repeat(20_000));
            let facts =
                Extractor::with_limits(Limits::default()).facts(language_by_id(language), &text);
            check_invariants(&facts, &text);
        }
    }
}
