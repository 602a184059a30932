//! Any text gives facts.

use clew_model::FileFlags;
use proptest::prelude::*;

use crate::testing::facts_of;

#[test]
fn deep_nesting_is_cut_not_fatal() {
    for (open, close) in [("(", ")"), ("[", "]"), ("{a:", "}"), ("f(() => {", "})")] {
        let text = format!("x = {}1{}", open.repeat(20_000), close.repeat(20_000));
        let facts = facts_of("javascript", &text);
        assert!(facts.flags.has(FileFlags::CUT), "{open}");
    }
    let types = format!("type T = {}1{}", "A<".repeat(20_000), ">".repeat(20_000));
    assert!(facts_of("typescript", &types).flags.has(FileFlags::CUT));
}

#[test]
fn long_chains_are_followed() {
    let sum = format!("x = {}last(1)", "a + ".repeat(20_000));
    assert!(!facts_of("javascript", &sum).flags.has(FileFlags::CUT));
    let union = format!("type T = {} B", "A | ".repeat(20_000));
    assert!(!facts_of("typescript", &union).flags.has(FileFlags::CUT));
}

proptest! {
    #[test]
    fn any_javascript_gives_facts(
        text in "(function |class |import |export |default |const |var |return |=> |async |static |get |require\\('x'\\)|module.exports|exports\\.|this\\.|prototype|new |<A>|</A>|[a-z]{1,3}|[ \n(){},;:.=\\[\\]'\"`$/*#?!]){0,60}"
    ) {
        facts_of("javascript", &text);
    }

    #[test]
    fn any_comment_gives_facts(
        text in "(/\\*\\* @|param |returns |type |typedef |\\*/|import\\(|'x'|[a-z]{1,2}|é|=>|\\.\\.\\.|[ \n*{}<>()\\[\\]|?!=.,']){0,40}"
    ) {
        facts_of("javascript", &format!("/** @type {{{text}}} */\nlet x;\n/** {text} */\nfunction f(a) {{}}"));
    }

    #[test]
    fn any_typescript_gives_facts(
        text in "(interface |type |enum |namespace |declare |abstract |class |implements |extends |function |import |export |as |is |keyof |infer |@|private |const |=> |<T>|[A-Za-z]{1,3}|[ \n(){},;:.=\\[\\]'|&<>?!]){0,60}"
    ) {
        facts_of("typescript", &text);
        facts_of("typescriptreact", &text);
    }
}
