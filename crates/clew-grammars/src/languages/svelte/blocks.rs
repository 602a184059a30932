//! What stands in braces in the markup of a Svelte component.

use clew_text::TextRange;

use crate::regions::component::{Component, comma_parts, split_at_word, trimmed};

/// Reads `{#if a}`, `{:then b}`, `{/each}`, `{@html c}` or `{d}`.
pub(super) fn read<'text>(component: &mut Component<'text>, text: &'text str, range: TextRange) {
    let range = trimmed(text, range);
    let code = range.slice(text);
    let Some(mark @ ('#' | ':' | '/' | '@')) = code.chars().next() else {
        return component.expression(range);
    };
    if code.starts_with("//") || code.starts_with("/*") {
        return component.expression(range);
    }
    let word_end = code[1..].find(|c: char| !c.is_alphanumeric()).map_or(code.len(), |at| at + 1);
    let word = &code[1..word_end];
    let start = range.start.to_usize() + word_end;
    let rest = trimmed(text, TextRange::new(start, range.end.to_usize()));
    match mark {
        '#' => open(component, text, word, rest),
        ':' => middle(component, text, word, rest),
        '/' => component.leave(word),
        _ => special(component, word, rest),
    }
}

fn open<'text>(
    component: &mut Component<'text>,
    text: &'text str,
    word: &'text str,
    rest: TextRange,
) {
    match word {
        "each" => {
            component.enter(word);
            each(component, text, rest);
        }
        "await" => {
            let (promise, value) = match split_at_word(text, rest, &["then", "catch"]) {
                Some((promise, value)) => (promise, Some(value)),
                None => (rest, None),
            };
            component.expression(promise);
            component.enter(word);
            if let Some(value) = value.filter(|_| component.open_scope()) {
                component.declare(value);
            }
        }
        "snippet" => {
            component.enter(word);
            component.glue("function ");
            component.source(rest);
            component.glue(" ");
            if !component.open_scope() {
                component.glue("{}\n");
            }
        }
        "if" | "key" => component.expression(rest),
        _ => {}
    }
}

/// `list as item, index (key)`
fn each(component: &mut Component<'_>, text: &str, rest: TextRange) {
    let Some((list, behind)) = split_at_word(text, rest, &["as"]) else {
        return component.expression(rest);
    };
    let (names, key) = match behind.slice(text).strip_suffix(')') {
        Some(before) => match before.rfind(" (") {
            Some(at) => {
                let start = behind.start.to_usize();
                let key = TextRange::new(start + at + 2, start + before.len());
                (TextRange::new(start, start + at), Some(key))
            }
            None => (behind, None),
        },
        None => (behind, None),
    };
    component.open_loop(list, &comma_parts(text, names));
    if let Some(key) = key {
        component.expression(key);
    }
}

fn middle(component: &mut Component<'_>, text: &str, word: &str, rest: TextRange) {
    match word {
        "else" => {
            let condition = rest.slice(text).strip_prefix("if ");
            if let Some(condition) = condition {
                let end = rest.end.to_usize();
                component.expression(TextRange::new(end - condition.len(), end));
            }
        }
        "then" | "catch" => {
            component.close_scopes();
            if !rest.is_empty() && component.open_scope() {
                component.declare(rest);
            }
        }
        _ => {}
    }
}

fn special(component: &mut Component<'_>, word: &str, rest: TextRange) {
    if word == "const" {
        component.glue("const ");
        component.source(rest);
        component.glue(";\n");
    } else {
        component.expression(rest);
    }
}
