//! Attributes of a Vue template: what they evaluate and what names they bring.

use clew_text::TextRange;

use crate::regions::component::{Component, camel_case, comma_parts, split_at_word, trimmed};
use crate::regions::markup::{Attribute, Tag};

/// Reads the attributes of an element that was just entered.
pub(super) fn read(component: &mut Component<'_>, text: &str, tag: &Tag) {
    let named = |one: &&Attribute, name: &str| one.name.slice(text) == name;
    if let Some(value) = tag.attributes.iter().find(|one| named(one, "v-for")).and_then(value_of) {
        open_loop(component, text, value);
    }
    component.tag(tag.name);
    for attribute in &tag.attributes {
        directive(component, text, attribute);
    }
    let slot = tag.attributes.iter().find(|one| is_slot(one.name.slice(text)));
    if let Some(pattern) = slot.and_then(value_of)
        && component.open_scope()
    {
        let pattern = trimmed(text, pattern);
        component.declare(pattern);
    }
}

fn value_of(attribute: &Attribute) -> Option<TextRange> {
    attribute.value.filter(|value| !value.is_empty())
}

fn is_slot(name: &str) -> bool {
    name.starts_with('#')
        || name == "v-slot"
        || name.starts_with("v-slot:")
        || name == "slot-scope"
        || name == "scope"
}

/// `item in list`, `(item, index) of list`
fn open_loop(component: &mut Component<'_>, text: &str, value: TextRange) {
    let Some((names, list)) = split_at_word(text, value, &["in", "of"]) else { return };
    let inner = names.slice(text);
    let names = match inner.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(_) => TextRange::new(names.start.to_usize() + 1, names.end.to_usize() - 1),
        None => names,
    };
    component.open_loop(list, &comma_parts(text, names));
}

fn directive(component: &mut Component<'_>, text: &str, attribute: &Attribute) {
    let name = attribute.name.slice(text);
    let value = value_of(attribute);
    if name == "v-for" || is_slot(name) {
        return;
    }
    if name == "ref" {
        if let Some(value) = value {
            component.hint(value.slice(text), value);
        }
        return;
    }
    if name.starts_with('@') || name.starts_with("v-on:") {
        if let Some(value) = value {
            component.statements(value);
        }
        return;
    }
    if let Some(property) = name.strip_prefix(':').or_else(|| name.strip_prefix("v-bind:")) {
        match value {
            Some(value) => component.expression(value),
            None => same_name(component, attribute, property),
        }
        return;
    }
    let Some(directive) = name.strip_prefix("v-") else { return };
    if let Some(value) = value {
        component.expression(value);
    }
    custom(component, attribute, directive);
}

/// `:title` alone is `:title="title"`.
fn same_name(component: &mut Component<'_>, attribute: &Attribute, property: &str) {
    let end = attribute.name.end.to_usize();
    let range = TextRange::new(end - property.len(), end);
    component.named(&camel_case(property), range);
}

/// `v-focus` is `vFocus` where the script has it.
fn custom(component: &mut Component<'_>, attribute: &Attribute, directive: &str) {
    let word = directive.split([':', '.']).next().unwrap_or(directive);
    let is_built_in = matches!(
        word,
        "if" | "else"
            | "else-if"
            | "show"
            | "model"
            | "html"
            | "text"
            | "bind"
            | "on"
            | "pre"
            | "cloak"
            | "once"
            | "memo"
            | "slot"
    );
    if !is_built_in {
        let start = attribute.name.start.to_usize();
        let range = TextRange::new(start, start + "v-".len() + word.len());
        component.hint(&camel_case(&format!("v-{word}")), range);
    }
}
