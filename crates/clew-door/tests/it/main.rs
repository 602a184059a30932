//! Programs that try to get past the sanitizer do not compile.

#[test]
fn nothing_gets_past_the_sanitizer() {
    trybuild::TestCases::new().compile_fail("tests/refused/*.rs");
}
