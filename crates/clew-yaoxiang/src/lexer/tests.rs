use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::{char_value, int_value, is_identifier, lex, string_value};

/// One line per token that is no blank, then one per error.
fn check_tokens(source: &str, expected: Expect) {
    let lexed = lex(source);
    let mut shown = String::new();
    for token in lexed.tokens.iter().filter(|token| token.kind.name() != "whitespace") {
        let text = &source[token.start as usize..token.end as usize];
        shown.push_str(&format!("{} {text:?}\n", token.kind.name()));
    }
    for error in &lexed.diagnostics {
        let args: Vec<_> = error.args.iter().map(|(_, value)| value.as_str()).collect();
        shown.push_str(&format!("{} {:?} {args:?}\n", error.code, error.range.slice(source)));
    }
    expected.assert_eq(&shown);
}

#[test]
fn operators_take_the_longest_match() {
    check_tokens(
        "a->b=>c...d..e::f &mut g &mutable",
        expect![[r#"
        identifier "a"
        -> "->"
        identifier "b"
        => "=>"
        identifier "c"
        ... "..."
        identifier "d"
        .. ".."
        identifier "e"
        :: "::"
        identifier "f"
        &mut "&mut"
        identifier "g"
        & "&"
        identifier "mutable"
    "#]],
    );
}

#[test]
fn numbers() {
    check_tokens(
        "1_000 0xFF 0b12 1.5e-3 .25 1..5 1.foo 5abc",
        expect![[r#"
        int "1_000"
        int "0xFF"
        int "0b1"
        int "2"
        float "1.5e-3"
        float ".25"
        int "1"
        .. ".."
        int "5"
        int "1"
        . "."
        identifier "foo"
        int "5"
        identifier "abc"
    "#]],
    );
}

#[test]
fn bad_numbers_are_all_reported() {
    check_tokens(
        "0xZZ 1e 1_ 1.5_ 999999999999999999999999999999999999999999",
        expect![[r#"
        int "0xZZ"
        float "1e"
        int "1_"
        float "1.5_"
        int "999999999999999999999999999999999999999999"
        E0002 "0xZZ" ["0xZZ"]
        E0002 "1e" ["1e"]
        E0002 "1_" ["1_"]
        E0002 "1.5_" ["1.5_"]
        E0002 "999999999999999999999999999999999999999999" ["999999999999999999999999999999999999999999"]
    "#]],
    );
}

#[test]
fn strings_and_chars() {
    check_tokens(
        "\"a\\n\\u{1F600}\" \"\"\"x\n\"y\"\"\" 'c' '\\'' '' 'ab' \"\\q\" \"open\nx 'o\n",
        expect![[r#"
            string "\"a\\n\\u{1F600}\""
            multiline_string "\"\"\"x\n\"y\"\"\""
            char "'c'"
            char "'\\''"
            char "''"
            char "'ab'"
            string "\"\\q\""
            string "\"open"
            identifier "x"
            char "'o"
            E0012 "''" ["@empty_char"]
            E0004 "'ab'" ["'ab'"]
            E0012 "\\q" ["@unknown_escape"]
            E0012 "\"open" ["@unterminated_string"]
            E0012 "'o" ["@unterminated_char"]
        "#]],
    );
}

#[test]
fn every_lexical_error_has_its_place() {
    check_tokens(
        "变量 = 1 # 2\na && b || $ \u{feff}",
        expect![[r##"
        error_token "变量"
        = "="
        int "1"
        error_token "#"
        int "2"
        identifier "a"
        and "&&"
        identifier "b"
        or "||"
        error_token "$"
        error_token "\u{feff}"
        E0001 "变量" ["变"]
        E0001 "#" ["#"]
        E0012 "&&" ["@use_and"]
        E0012 "||" ["@use_or"]
        E0001 "$" ["$"]
        E0001 "\u{feff}" ["\u{feff}"]
    "##]],
    );
}

#[test]
fn comments_nest_and_may_stay_open() {
    check_tokens(
        "// line\r\n/* a /* b */ c */ x /* open",
        expect![[r#"
        line_comment "// line"
        block_comment "/* a /* b */ c */"
        identifier "x"
        block_comment "/* open"
    "#]],
    );
}

#[test]
fn interpolations_are_lexed_in_place() {
    check_tokens(
        r#"f"a {x.y:.2f} {{b}} {g("}")} {}""#,
        expect![[r#"
        f" "f\""
        fstring_text "a "
        interpolation_start "{"
        identifier "x"
        . "."
        identifier "y"
        format_spec ":.2f"
        interpolation_end "}"
        fstring_text " {{b}} "
        interpolation_start "{"
        identifier "g"
        ( "("
        string "\"}\""
        ) ")"
        interpolation_end "}"
        fstring_text " "
        interpolation_start "{"
        interpolation_end "}"
        fstring_end "\""
    "#]],
    );
}

#[test]
fn interpolations_nest_and_span_lines() {
    check_tokens(
        "f\"{f\"{\n1}\"}\" z",
        expect![[r#"
        f" "f\""
        interpolation_start "{"
        f" "f\""
        interpolation_start "{"
        int "1"
        interpolation_end "}"
        fstring_end "\""
        interpolation_end "}"
        fstring_end "\""
        identifier "z"
    "#]],
    );
}

#[test]
fn an_open_interpolation_ends_with_its_line() {
    check_tokens(
        "a = f\"x {y\nb = f\"{c}\"\n",
        expect![[r#"
        identifier "a"
        = "="
        f" "f\""
        fstring_text "x "
        interpolation_start "{"
        identifier "y"
        identifier "b"
        = "="
        f" "f\""
        interpolation_start "{"
        identifier "c"
        interpolation_end "}"
        fstring_end "\""
        E0012 "f\"x {y" ["@unterminated_string"]
    "#]],
    );
}

#[test]
fn a_lexical_error_inside_makes_text_of_an_interpolation() {
    check_tokens(
        r##"f"{a # b}""##,
        expect![[r##"
        f" "f\""
        interpolation_start "{"
        error_token "a"
        error_token "#"
        identifier "b"
        interpolation_end "}"
        fstring_end "\""
    "##]],
    );
}

#[test]
fn values() {
    assert_eq!(int_value("0x_F_f"), Some(255));
    assert_eq!(int_value("170141183460469231731687303715884105728"), None);
    assert_eq!(string_value(r#""a\x41\t""#).as_deref(), Some("aA\t"));
    assert_eq!(string_value("\"\"\"a\\q\\n\"\"\"").as_deref(), Some("a\\q\n"));
    assert_eq!(char_value(r"'\q'"), Some('q'));
    assert!(is_identifier("_x") && !is_identifier("_") && !is_identifier("for"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tokens_cover_any_text(source in r#"([a-z0-9_ .+\-'"{}\\\nf]|/\*|\*/|f"|é|😀|\r\n)*"#) {
        let lexed = lex(&source);
        let mut end = 0;
        for token in &lexed.tokens {
            prop_assert_eq!(token.start, end);
            prop_assert!(token.end > token.start && source.is_char_boundary(token.end as usize));
            end = token.end;
        }
        prop_assert_eq!(end as usize, source.len());
    }
}
