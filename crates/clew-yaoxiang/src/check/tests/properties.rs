//! Whatever a text looks like, checks come to an end and stay inside it.

use crate::check::check_source;
use crate::names::resolve_names;
use crate::parse;
use crate::registry;
use crate::rename::{RenameScope, rename_symbol};
use proptest::prelude::*;

/// Pieces that random edits put into programs.
const PIECES: [&str; 32] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ":",
    "=",
    "=>",
    "->",
    ",",
    ".",
    "..",
    "?",
    "&",
    "&mut ",
    "mut ",
    "if ",
    "while ",
    "for x in ",
    "match ",
    "return ",
    "spawn ",
    "unsafe ",
    "ref ",
    "use std.io\n",
    "1",
    "\"s\"",
    "f\"{x}\"",
    "x",
    "Int",
    "\n",
];

/// One random change: where, how much to delete, and what to put in.
type Edit = (prop::sample::Index, usize, Option<prop::sample::Index>);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let piece = prop::option::of(any::<prop::sample::Index>());
    prop::collection::vec((any::<prop::sample::Index>(), 0..6usize, piece), 1..8)
}

fn edited(program: &str, edits: Vec<Edit>) -> String {
    let mut letters: Vec<char> = program.chars().collect();
    for (place, deleted, piece) in edits {
        let start = place.index(letters.len() + 1);
        let end = (start + deleted).min(letters.len());
        let put = piece.map_or("", |piece| PIECES[piece.index(PIECES.len())]);
        letters.splice(start..end, put.chars());
    }
    letters.into_iter().collect()
}

fn program() -> impl Strategy<Value = String> {
    (any::<prop::sample::Index>(), any::<prop::sample::Index>(), edits()).prop_map(
        |(first, second, edits)| {
            let all = registry::all();
            let both = format!(
                "{}\n{}",
                all[first.index(all.len())].example,
                all[second.index(all.len())].example.replace("main", "other")
            );
            edited(&both, edits)
        },
    )
}

proptest! {
    #[test]
    fn findings_lie_in_the_text_and_are_told_once(source in program()) {
        let found = check_source(&source);
        for (index, diagnostic) in found.iter().enumerate() {
            prop_assert!(diagnostic.range.end.to_usize() <= source.len());
            prop_assert!(registry::find(diagnostic.code).is_some());
            for lang in registry::Lang::ALL {
                prop_assert!(!registry::message(diagnostic, lang).is_empty());
                for related in &diagnostic.related {
                    prop_assert_ne!(registry::phrase(related.role, lang), related.role);
                }
            }
            let again = found[..index].iter().any(|other| {
                other.code == diagnostic.code && other.range == diagnostic.range
            });
            prop_assert!(!again || !diagnostic.range.is_empty(), "{diagnostic:?}");
        }
    }

    #[test]
    fn a_check_gives_the_same_each_time(source in program()) {
        prop_assert_eq!(check_source(&source), check_source(&source));
    }

    #[test]
    fn every_name_found_is_a_name(source in program()) {
        let names = resolve_names(&parse(&source).tree);
        for pair in names.occurrences.windows(2) {
            prop_assert!(pair[0].range.end <= pair[1].range.start);
        }
        for found in &names.occurrences {
            if let Some(symbol) = found.symbol {
                prop_assert_eq!(found.range.slice(&source), &names.symbol(symbol).name);
            }
        }
    }

    #[test]
    fn a_rename_and_back_is_nothing(source in program(), old in "[a-z]|Pt|main|x") {
        let there = rename_symbol(&source, &old, "fresh_name", &RenameScope::Module);
        if there.diagnostics.is_empty() && there.occurrences > 0 && !there.source.contains(" as ") {
            let back = rename_symbol(&there.source, "fresh_name", &old, &RenameScope::Module);
            // A name that a loop around nothing takes, too, is refused: then nothing changes.
            let is_refused = !back.diagnostics.is_empty();
            prop_assert_eq!(back.source, if is_refused { there.source } else { source });
        } else if !there.diagnostics.is_empty() {
            prop_assert_eq!(there.source, source);
        }
    }
}

#[test]
fn nesting_and_length_are_no_trouble() {
    const DEEP: usize = 20_000;
    let repeated = |before: &str, inner: &str, after: &str| {
        format!("{}{inner}{}", before.repeat(DEEP), after.repeat(DEEP))
    };
    let programs = [
        format!("main = {{\n    x = {}\n}}\n", repeated("(", "1", ")")),
        format!("main = {{\n    x = {}\n}}\n", repeated("1 + ", "1", "")),
        format!("main = {{\n    x = {}\n}}\n", repeated("f", "", "(1)")),
        format!("main = {{\n    x = a{}\n}}\n", repeated("", "", ".b")),
        format!("main = {{\n    x = {}\n}}\n", repeated("a => ", "1", "")),
        format!("main = {{\n{}\n}}\n", repeated("if true {\n", "", "}")),
        format!("main = {{\n    if true {{ }} {}\n}}\n", repeated("", "", "else if true { }")),
        format!("main = {}\n", repeated("{\n", "", "}")),
        format!("x: {} = 1\n", repeated("List(", "Int", ")")),
        format!("f: {}Int = (a) => 1\n", "(a: Int) -> ".repeat(DEEP)),
        format!("P: (x: Int) -> Type = {{ x < {}1 }}\n", "1 + ".repeat(DEEP)),
    ];
    for program in programs {
        check_source(&program);
        resolve_names(&parse(&program).tree);
        rename_symbol(&program, "main", "start", &RenameScope::Module);
    }
}

/// The deepest programs the parser takes go through every pass.
#[test]
fn the_deepest_valid_programs_are_checked() {
    let deep = |before: &str, inner: &str, after: &str| {
        let program =
            format!("main = {{\n    x = {}{inner}{}\n}}\n", before.repeat(200), after.repeat(200));
        let errors: Vec<_> =
            check_source(&program).into_iter().filter(|found| found.is_error()).collect();
        assert!(errors.is_empty(), "{before}: {:?}", errors.first());
    };
    deep("(", "1", ")");
    deep("1 + ", "1", "");
    deep("- ", "1", "");
    deep("[", "1", "]");
    deep("if true { ", "1", " } else { 2 }");
    deep("match 1 { _ => ", "1", " }");
    deep("a => ", "1", "");
}

/// Types that share their parts would be exponentially large written out.
#[test]
fn types_that_double_are_no_trouble() {
    let mut program = "main = {\n    a0 = (1, 1)\n    b0 = (1, 1)\n".to_owned();
    for index in 1..60 {
        let last = index - 1;
        program.push_str(&format!("    a{index} = (a{last}, a{last})\n"));
        program.push_str(&format!("    b{index} = (b{last}, b{last})\n"));
    }
    program.push_str("    c = a59 == b59\n    d = [a59, b59]\n    e: Int = a59\n}\n");
    let found = check_source(&program);
    assert!(found.iter().any(|found| found.code == "E1002"));
    assert!(registry::message(&found[0], registry::Lang::En).len() < 1000);
}
