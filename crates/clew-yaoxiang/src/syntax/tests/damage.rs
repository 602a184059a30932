//! Programs cut short or with a token missing: the tree still holds every
//! byte, and errors stay near the damage.

use super::robust::check_lossless;
use crate::lexer::{Token, lex};
use crate::syntax::{SyntaxKind, parse};

const SAMPLES: [&str; 2] =
    [include_str!("../../samples/shapes.yx"), include_str!("../../samples/control.yx")];

fn words(source: &str) -> Vec<Token> {
    lex(source).tokens.into_iter().filter(|token| !token.kind.is_trivia()).collect()
}

/// Start of the top-level statement that holds `offset`.
fn statement_start(source: &str, offset: usize) -> usize {
    let tree = parse(source).tree;
    let statements = tree.root().children().map(|node| node.range().start.to_usize());
    statements.take_while(|start| *start <= offset).last().unwrap_or(0)
}

#[test]
fn samples_are_clean() {
    for source in SAMPLES {
        assert!(parse(source).is_clean(), "{:?}", parse(source).diagnostics);
        check_lossless(source);
    }
}

#[test]
fn every_beginning_of_a_program_parses() {
    for source in SAMPLES {
        for token in words(source) {
            check_lossless(&source[..token.end as usize]);
        }
    }
}

#[test]
fn a_missing_token_costs_few_errors_behind_the_damage() {
    let mut errors = 0;
    let mut programs = 0;
    for source in SAMPLES {
        for token in words(source) {
            let (start, end) = (token.start as usize, token.end as usize);
            let damaged = format!("{}{}", &source[..start], &source[end..]);
            check_lossless(&damaged);
            let found = parse(&damaged).diagnostics;
            if let Some(first) = found.iter().map(|d| d.range.start.to_usize()).min() {
                assert!(first >= statement_start(source, start), "{damaged}\n{found:?}");
            }
            errors += found.len();
            programs += 1;
        }
    }
    assert!(errors < programs * 3 / 2, "{errors} errors for {programs} missing tokens");
}

#[test]
fn a_doubled_token_costs_few_errors() {
    let mut errors = 0;
    let mut programs = 0;
    for source in SAMPLES {
        for token in words(source) {
            let (start, end) = (token.start as usize, token.end as usize);
            let damaged = format!("{} {}", &source[..end], &source[start..]);
            check_lossless(&damaged);
            errors += parse(&damaged).diagnostics.len();
            programs += 1;
        }
    }
    assert!(errors < programs * 3 / 2, "{errors} errors for {programs} doubled tokens");
}

#[test]
fn statements_behind_a_broken_line_are_read() {
    for broken in ["a = = 1", "f(1, , 2)", "b c d )", "x: = 3", "use .a", "y = [1, for]", "@ @"] {
        let source = format!("{broken}\nlater: (n: Int) -> Int = {{\n    return n\n}}\n");
        let parse = parse(&source);
        assert!(!parse.is_clean(), "{broken}");
        let last = parse.tree.root().children().last();
        let kinds =
            (last.map(|node| node.kind()), last.map(|node| node.text().starts_with("later")));
        assert_eq!(kinds, (Some(SyntaxKind::Binding), Some(true)), "{broken}");
    }
}
