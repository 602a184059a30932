//! Tokens cover every byte of any text.
#![no_main]

use clew_yaoxiang::lexer::lex;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    let mut end = 0;
    for token in lex(source).tokens {
        assert_eq!(token.start, end);
        assert!(token.end > token.start && source.is_char_boundary(token.end as usize));
        end = token.end;
    }
    assert_eq!(end as usize, source.len());
});
