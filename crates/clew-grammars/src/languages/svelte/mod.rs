//! Svelte components: scripts, markup with its blocks, style.

mod blocks;
#[cfg(test)]
mod tests;

use clew_text::TextRange;

use crate::builder::FactsBuilder;
use crate::regions::brackets::{closing_brace, is_name};
use crate::regions::component::{Component, script_language, trimmed};
use crate::regions::markup::{Attribute, Syntax, Tag, Token, scan};
use crate::regions::{Mixed, join_component, join_stores};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    extensions: &["svelte"],
    depth: Depth::Deep,
    guessed: false,
    verified: "names in markup 1.000/0.999 (by file and name) against Svelte's compiler",
    mixed: Some(split),
    ..LanguageDefinition::words("svelte", "Svelte")
};

fn split<'text>(builder: &mut FactsBuilder<'text>) -> Mixed<'text> {
    let text = builder.text();
    let markup = scan(text, TextRange::new(0, text.len()), Syntax::Braces);
    if markup.is_cut {
        builder.flag(clew_model::FileFlags::CUT);
    }
    let scripts = markup.tokens.iter().filter_map(|token| match token {
        Token::Open(tag) if tag.raw.is_some() && tag.name.slice(text) == "script" => Some(tag),
        _ => None,
    });
    let mut scripts: Vec<&Tag> = scripts.collect();
    let is_module = |tag: &Tag| {
        tag.attribute(text, "module").is_some() || tag.value(text, "context") == Some("module")
    };
    scripts.sort_by_key(|tag| !is_module(tag));
    let code: Vec<TextRange> = scripts.iter().filter_map(|tag| tag.raw).collect();
    let mut component = Component::new_reactive(text, &code);
    for token in &markup.tokens {
        read_token(&mut component, text, token);
    }
    let language = script_language(text, &scripts);
    let regions = vec![component.finish(language)];
    Mixed { regions, join: Some(Box::new(join)), ranked: None }
}

fn join(facts: &mut clew_model::FileFacts, text: &str) {
    join_component(facts, text);
    join_stores(facts);
}

fn read_token<'text>(component: &mut Component<'text>, text: &'text str, token: &Token) {
    match token {
        Token::Open(tag) if tag.raw.is_none() => {
            component.enter(tag.name.slice(text));
            component.tag(tag.name);
            for attribute in &tag.attributes {
                read_attribute(component, text, attribute);
            }
            for attribute in &tag.attributes {
                slot_value(component, text, attribute);
            }
            if component.is_leaf(tag) {
                component.leave(tag.name.slice(text));
            }
        }
        Token::Open(_) | Token::Text(_) => {}
        Token::Close { name, .. } => component.leave(name.slice(text)),
        Token::Code(range) => blocks::read(component, text, *range),
    }
}

fn read_attribute(component: &mut Component<'_>, text: &str, attribute: &Attribute) {
    let name = attribute.name.slice(text);
    if name.starts_with("let:") {
        return;
    }
    directive_name(component, text, attribute);
    let Some(value) = attribute.value else { return };
    if !attribute.is_code {
        return mixed_value(component, text, value);
    }
    let code = value.slice(text).trim_start();
    let skipped = match code {
        code if code.starts_with("...") => 3,
        code if code.starts_with("@attach ") => "@attach ".len(),
        _ => 0,
    };
    let start = value.end.to_usize() - code.len() + skipped;
    component.expression(TextRange::new(start, value.end.to_usize()));
}

/// `text {code} text`
fn mixed_value(component: &mut Component<'_>, text: &str, value: TextRange) {
    let end = value.end.to_usize();
    let mut at = value.start.to_usize();
    while let Some(open) = text[at..end].find('{') {
        let start = at + open + 1;
        let Some(close) = closing_brace(&text.as_bytes()[..end], start) else { return };
        component.expression(TextRange::new(start, close));
        at = close + 1;
    }
}

/// `use:action`, `transition:fade`, and `bind:value` or `class:active` without a value
/// name what the script declares.
fn directive_name(component: &mut Component<'_>, text: &str, attribute: &Attribute) {
    let name = attribute.name.slice(text);
    let Some((directive, rest)) = name.split_once(':') else { return };
    let is_named = match directive {
        "use" | "transition" | "in" | "out" | "animate" => true,
        "bind" | "class" | "style" => attribute.value.is_none(),
        _ => false,
    };
    let named = rest.split(['|', '.']).next().unwrap_or(rest);
    if is_named && is_name(named) {
        let start = attribute.name.start.to_usize() + directive.len() + 1;
        component.hint(named, TextRange::new(start, start + named.len()));
    }
}

/// `let:item`, `let:item={pattern}`
fn slot_value(component: &mut Component<'_>, text: &str, attribute: &Attribute) {
    let name = attribute.name.slice(text);
    let Some(item) = name.strip_prefix("let:") else { return };
    if component.open_scope() {
        let end = attribute.name.end.to_usize();
        let whole = TextRange::new(end - item.len(), end);
        component.declare(attribute.value.map_or(whole, |value| trimmed(text, value)));
    }
}
