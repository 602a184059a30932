//! Macros that the file itself defines as nothing, or as words before a declaration.

use rustc_hash::FxHashSet;

use super::tokens::{Shape, Token};

/// Names of macros without parameters that stand for nothing, an attribute or words
/// such as `static`.
pub(super) fn heads<'text>(text: &'text str, tokens: &[Token]) -> FxHashSet<&'text str> {
    let directives = tokens.iter().filter(|token| token.shape == Shape::Directive);
    directives.filter_map(|token| head(token.text(text))).collect()
}

fn head(directive: &str) -> Option<&str> {
    let rest = directive.strip_prefix('#')?.trim_start().strip_prefix("define")?;
    let rest = rest.strip_prefix([' ', '\t'])?.trim_start();
    let length = rest.bytes().take_while(|byte| super::tokens::is_word_byte(*byte)).count();
    let (name, body) = rest.split_at_checked(length)?;
    let is_plain = length > 2 && !body.starts_with('(') && name.contains('_');
    (is_plain && is_head(body.trim())).then_some(name)
}

/// Whether a macro's body is part of the head of a declaration.
fn is_head(body: &str) -> bool {
    if ["__attribute__", "__declspec", "[[", "__forceinline"].iter().any(|w| body.starts_with(w)) {
        return true;
    }
    body.split_whitespace().all(|word| {
        matches!(word, "static" | "inline" | "extern" | "virtual" | "constexpr" | "__inline")
    })
}
