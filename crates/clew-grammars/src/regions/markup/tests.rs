//! What the scanner makes of texts.

use super::*;
use crate::regions::elements::is_html;

fn shown(text: &str, syntax: Syntax) -> String {
    let markup = scan(text, TextRange::new(0, text.len()), syntax);
    let mut out = String::new();
    for token in &markup.tokens {
        out += &match token {
            Token::Open(tag) => {
                let attributes = tag.attributes.iter().map(|one| {
                    let value = one.value.map_or("", |value| value.slice(text));
                    format!(" {}={value}", one.name.slice(text))
                });
                let raw = tag.raw.map_or(String::new(), |raw| format!("[{}]", raw.slice(text)));
                let end = if tag.is_closed { "/" } else { "" };
                format!("<{}{}{end}>{raw}", tag.name.slice(text), attributes.collect::<String>())
            }
            Token::Close { name, .. } => format!("</{}>", name.slice(text)),
            Token::Text(range) => format!("'{}'", range.slice(text)),
            Token::Code(range) => format!("{{{}}}", range.slice(text)),
        };
    }
    if markup.is_cut { out + " cut" } else { out }
}

#[test]
fn tags_attributes_and_raw_texts() {
    let html =
        "<!doctype html><P class=a id='b' hidden>x &lt; y<!-- <b> --><br/><SCRIPT>a</b>1</script >";
    assert_eq!(
        shown(html, Syntax::Html),
        "<P class=a id=b hidden=>'x &lt; y'<br/><SCRIPT>[a</b>1]</script>"
    );
    assert_eq!(shown("a < b </ >", Syntax::Html), "'a < b </ >'");
}

#[test]
fn braces_hold_code() {
    let svelte = "{#if a}<p on:click={() => { f('}') }} {...rest} class=\"x {y ? \"a\" : b} z\">{`${b}}`}</p>{/if}";
    assert_eq!(
        shown(svelte, Syntax::Braces),
        "{#if a}<p on:click=() => { f('}') } =...rest class=x {y ? \"a\" : b} z>{`${b}}`}</p>{/if}"
    );
    assert_eq!(shown("<p>{a</p>", Syntax::Braces), "<p>'{a'</p> cut");
}

#[test]
fn blocks_of_vue_files() {
    let vue = "<template><template #a><b/></template></template><i18n>{<a>}</i18n>";
    assert_eq!(
        shown(vue, Syntax::Vue),
        "<template><template #a=><b/></template></template><i18n>[{<a>}]</i18n>"
    );
}

#[test]
fn components_are_no_elements() {
    assert!(["a", "wbr", "h1", "textPath", "feMerge"].iter().all(|name| is_html(name)));
    assert!(!is_html("my-card"));
}

#[test]
fn ends_anywhere() {
    for text in
        ["<", "<a", "<a b", "<a b=", "<a b=\"", "<a {", "</", "</a", "<!--", "<script>", "{"]
    {
        for syntax in [Syntax::Html, Syntax::Vue, Syntax::Braces] {
            shown(text, syntax);
        }
    }
}
