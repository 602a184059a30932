//! What must hold of every language read by a scanner: no text makes it fail, and its
//! time grows with the text alone.

use proptest::prelude::*;

use super::{Lexer, Lexis, Quote, TokenKind};
use crate::languages::LANGUAGES;
use crate::testing::facts_of;

/// Texts that show every format at work.
const TEXTS: &[&str] = &[
    include_str!("../languages/dotenv/fixture.txt"),
    include_str!("../languages/ini/fixture.txt"),
    include_str!("../languages/properties/fixture.txt"),
    include_str!("../languages/gomod/fixture.txt"),
    include_str!("../languages/dockerfile/fixture.txt"),
    include_str!("../languages/makefile/fixture.txt"),
    include_str!("../languages/cmake/fixture.txt"),
    include_str!("../languages/sql/fixture.sql"),
    include_str!("../languages/protobuf/fixture.proto"),
    include_str!("../languages/graphql/fixture.graphql"),
    include_str!("../languages/css/fixture.css"),
    include_str!("../languages/css/fixture.scss"),
    include_str!("../languages/css/fixture.less"),
    include_str!("../languages/hcl/fixture.tf"),
    include_str!("../languages/prisma/fixture.prisma"),
    include_str!("../languages/xml/fixture.xml"),
    include_str!("../languages/xml/pom.xml"),
    include_str!("../languages/julia/fixture.jl"),
    include_str!("../languages/objc/fixture.m"),
];

fn scanned() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().filter(|language| language.outline.is_some()).map(|language| language.id)
}

/// Words and marks of a text, blanks kept apart.
fn tokens(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        tokens.push(&rest[..length]);
        rest = &rest[length..];
    }
    tokens
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_tokens_never_break_a_reader(
        text in 0..TEXTS.len(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 1..160),
    ) {
        let tokens = tokens(TEXTS[text]);
        let soup: String = picks.iter().map(|pick| *pick.get(&tokens)).collect();
        for language in scanned() {
            facts_of(language, &soup);
        }
    }

    #[test]
    fn cut_texts_never_break_a_reader(
        text in 0..TEXTS.len(),
        at in any::<prop::sample::Index>(),
        length in 0_usize..60,
    ) {
        let letters: Vec<char> = TEXTS[text].chars().collect();
        let start = at.index(letters.len());
        let end = (start + length).min(letters.len());
        let without: String = letters[..start].iter().chain(&letters[end..]).collect();
        for language in scanned() {
            facts_of(language, &without);
        }
    }

    #[test]
    fn concealed_texts_keep_their_shape(text in "(A=|export |#|\"|'|[a-zé€😀]{1,3}|[ \n=:]){0,40}") {
        for language in LANGUAGES.iter().filter(|language| language.conceal.is_some()) {
            let kept = language.kept_text(text.clone());
            prop_assert_eq!(kept.matches('\n').count(), text.matches('\n').count());
            for (kept, line) in kept.lines().zip(text.lines()) {
                prop_assert!(kept.chars().count() <= line.chars().count());
                let at_its_column = |(kept, own): (char, char)| kept == own || kept == ' ';
                prop_assert!(kept.chars().zip(line.chars()).all(at_its_column));
            }
            prop_assert_eq!(language.kept_text(kept.clone()), kept);
        }
    }
}

/// Kinds and texts of the tokens.
fn shown(text: &str, lexis: Lexis) -> Vec<String> {
    let lexer = Lexer::new(text, lexis);
    lexer
        .map(|token| {
            let kind = match token.kind {
                TokenKind::Word => 'w',
                TokenKind::Number => 'n',
                TokenKind::Quoted => 'q',
                TokenKind::Mark(_) => 'm',
            };
            let doc = token.doc.map_or(String::new(), |doc| format!(" \"{}\"", doc.slice(text)));
            format!("{kind}{}{doc}", lexer.inner(token))
        })
        .collect()
}

#[test]
fn tokens_comments_and_quotes() {
    const LEXIS: Lexis = Lexis {
        long_brackets: false,
        line_comments: &["--"],
        block_comment: Some(("/*", "*/")),
        quotes: &[Quote::plain("\""), Quote::block("'")],
        word_marks: "-",
        escapes: false,
        dollar_quotes: true,
        heredocs: true,
    };
    let text = "a-b 12px 'x''\ny' -- no doc\n\n/* doc */\nö \"\\\"\" $f$ 'in' $f$ $1 \"open\n.";
    assert_eq!(
        shown(text, LEXIS),
        [
            "wa-b",
            "n12px",
            "qx''\ny",
            "wö \"/* doc */\"",
            "q\\\"",
            "q 'in' ",
            "m$",
            "n1",
            "qopen",
            "m."
        ]
    );
}
