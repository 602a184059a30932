//! No text stops or breaks any language.

#[path = "../examples/robustness/texts.rs"]
mod texts;

use crate::languages::LANGUAGES;
use crate::testing::check_invariants;
use crate::{Extractor, Limits};
use clew_model::FileFlags;

/// How much smaller the texts are than in the example `robustness`, which measures.
const SCALE: usize = 200;

#[test]
fn hostile_texts_give_facts_in_every_language() {
    let mut extractor = Extractor::default();
    for language in LANGUAGES {
        for (name, text) in texts::hostile_texts(SCALE) {
            let before = extractor.reports();
            check_invariants(&extractor.facts(Some(language), &text), &text);
            // As written, mended, and in parts: each within its bound, which is one on
            // memory, too.
            let used = extractor.reports() - before;
            assert!(used <= PARSES * granted(&text), "{} {name}: {used} steps", language.id);
        }
    }
}

/// Parses of one text at most: as it is written, mended, and of its regions.
const PARSES: usize = 3;

/// The reports that one parse of a text may make.
fn granted(text: &str) -> usize {
    let limits = Limits::default();
    (2_000 + text.len() / 1024 * limits.reports_per_kib).min(limits.max_reports)
}

/// The least stack of a thread that reads texts, in bytes.
const STACK: usize = 2 * 1024 * 1024;

#[test]
fn depth_does_not_use_up_the_stack_in_any_language() {
    let read_all = || {
        for language in LANGUAGES {
            // As deep as trees are followed, and beyond.
            let followed = texts::deep_texts(12).into_iter();
            let beyond =
                [4, 2].into_iter().flat_map(|scale| texts::deep_texts(scale).into_iter().take(2));
            for (_, text) in followed.filter(|(name, _)| name.starts_with("deep")).chain(beyond) {
                check_invariants(&Extractor::default().facts(Some(language), &text), &text);
            }
        }
    };
    std::thread::Builder::new().stack_size(STACK).spawn(read_all).unwrap().join().unwrap();
}

#[test]
fn what_is_beyond_the_bounds_is_read_by_its_words() {
    let limits = Limits { max_bytes: 64, ..Limits::default() };
    let text = "word (other) = \"more\";\n".repeat(8);
    let mut extractor = Extractor::with_limits(limits);
    for language in LANGUAGES {
        let facts = extractor.facts(Some(language), &text);
        assert!(facts.flags.has(FileFlags::CUT), "{}", language.id);
        assert!(facts.symbols.is_empty() && !facts.chunks.is_empty(), "{}", language.id);
    }
}

#[test]
fn texts_that_are_broken_all_over_are_cut_before_they_take_long() {
    let statements = "statement 1; ".repeat(60_000);
    let members = format!("class A {{ {}", "a = 1; ".repeat(60_000));
    let texts = [
        ("python", &statements),
        ("rust", &statements),
        ("java", &members),
        ("csharp", &statements),
        ("csharp", &members),
    ];
    for (id, text) in texts {
        let Some(language) = crate::language_by_id(id) else { continue };
        let facts = Extractor::default().facts(Some(language), text);
        assert!(facts.flags.has(FileFlags::CUT), "{id} {}", &text[..9]);
    }
    let plain = "item = first(second, 3);\n".repeat(20_000);
    let facts = Extractor::default().facts(crate::language_by_id("csharp"), &plain);
    assert!(!facts.flags.has(FileFlags::CUT));
}

#[test]
fn thousands_of_comments_in_a_row_are_no_hostile_text() {
    for (language, comment) in [("python", "#"), ("ruby", "#"), ("rust", "//"), ("lua", "--")] {
        let Some(language) = crate::language_by_id(language) else { continue };
        let text = format!("{comment} a line of some length\n").repeat(3_000);
        let facts = Extractor::default().facts(Some(language), &text);
        assert!(!facts.flags.has(FileFlags::CUT), "{}", language.id);
    }
}
