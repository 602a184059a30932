//! Astro components: a script between fences, then markup whose expressions hold
//! markup again.

#[cfg(test)]
mod tests;

use clew_text::TextRange;

use crate::builder::FactsBuilder;
use crate::regions::brackets::is_balanced;
use crate::regions::component::Component;
use crate::regions::elements::is_void;
use crate::regions::markup::{Attribute, Markup, Syntax, Tag, Token, scan};
use crate::regions::{Mixed, Pieces, Region, Sharing, code_language, join_component};
use crate::{Depth, LanguageDefinition};

/// How deep expressions and markup are followed into one another.
const MAX_NESTING: u32 = 16;

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    extensions: &["astro"],
    depth: Depth::Deep,
    guessed: false,
    mixed: Some(split),
    ..LanguageDefinition::words("astro", "Astro")
};

fn split<'text>(builder: &mut FactsBuilder<'text>) -> Mixed<'text> {
    let text = builder.text();
    let (script, rest) = frontmatter(text);
    let markup = scan(text, rest, Syntax::Braces);
    if markup.is_cut {
        builder.flag(clew_model::FileFlags::CUT);
    }
    let scripts: Vec<TextRange> = script.into_iter().collect();
    let mut component = Component::new(text, &scripts);
    let mut regions = Vec::new();
    for token in &markup.tokens {
        match token {
            Token::Open(tag) => {
                component.tag(tag.name);
                for attribute in &tag.attributes {
                    read_attribute(&mut component, text, attribute);
                }
                regions.extend(client_script(text, tag));
            }
            Token::Code(range) => expression(&mut component, text, *range),
            Token::Close { .. } | Token::Text(_) => {}
        }
    }
    regions.insert(0, component.finish(&crate::languages::TYPESCRIPT_REACT));
    Mixed { regions, join: Some(Box::new(join_component)), ranked: None }
}

/// What stands between the fences at the top, and what is behind them.
fn frontmatter(text: &str) -> (Option<TextRange>, TextRange) {
    let whole = TextRange::new(0, text.len());
    let lead = text.len() - text.trim_start().len();
    let Some(body) = text[lead..].strip_prefix("---") else { return (None, whole) };
    let start = lead + 3;
    let mut at = start;
    for line in body.split_inclusive('\n') {
        if at > start && line.starts_with("---") {
            return (Some(TextRange::new(start, at)), TextRange::new(at + 3, text.len()));
        }
        at += line.len();
    }
    (None, whole)
}

/// A script that runs in the browser has names of its own.
fn client_script<'text>(text: &'text str, tag: &Tag) -> Option<Region<'text>> {
    let code = tag.raw.filter(|_| tag.name.slice(text) == "script")?;
    let id = match tag.value(text, "type") {
        Some("module" | "text/javascript" | "") | None => "typescript",
        Some(_) => return None,
    };
    let definition = code_language(id)?;
    let region = Region::new(definition, Pieces::of(text, code));
    Some(Region { sharing: Sharing::Own, ..region })
}

fn read_attribute(component: &mut Component<'_>, text: &str, attribute: &Attribute) {
    let Some(value) = attribute.value.filter(|_| attribute.is_code) else { return };
    let before = text[..value.start.to_usize()].bytes().next_back();
    if before == Some(b'`') {
        let whole = TextRange::new(value.start.to_usize() - 1, value.end.to_usize() + 1);
        return component.expression(whole);
    }
    let code = value.slice(text).trim_start();
    let start = value.end.to_usize() - code.len();
    let skipped = if code.starts_with("...") { 3 } else { 0 };
    expression(component, text, TextRange::new(start + skipped, value.end.to_usize()));
}

/// An expression with markup in it, as JSX: empty elements closed, comments left out.
/// Markup that does not close what it opens would spoil what follows.
fn expression(component: &mut Component<'_>, text: &str, range: TextRange) {
    let code = range.slice(text);
    // Texts of elements may hold any quotes and brackets.
    if code.trim().is_empty() || !code.contains('<') && !is_balanced(code) {
        return;
    }
    let mut ends = Vec::new();
    if !closes_all(text, range, &mut ends, 0) {
        return;
    }
    component.glue("(");
    let mut from = range.start.to_usize();
    for end in ends {
        component.source(TextRange::new(from, end));
        component.glue("/");
        from = end;
    }
    component.source(TextRange::new(from, range.end.to_usize()));
    component.glue(");\n");
}

/// Whether all elements in an expression are closed; gives where empty ones need a
/// slash, in order.
fn closes_all(text: &str, range: TextRange, ends: &mut Vec<usize>, depth: u32) -> bool {
    let slice = range.slice(text);
    if depth > MAX_NESTING || slice.contains("<!--") {
        return false;
    }
    if !slice.contains('<') {
        return true;
    }
    // The outermost braces of an expression are code, those inside markup too.
    let Markup { tokens, is_cut } = scan(text, range, Syntax::Braces);
    let mut open: Vec<&str> = Vec::new();
    for token in &tokens {
        match token {
            Token::Open(tag) => {
                for value in tag.attributes.iter().filter(|one| one.is_code) {
                    let value = value.value.unwrap_or(TextRange::empty(0));
                    if !closes_all(text, value, ends, depth + 1) {
                        return false;
                    }
                }
                let name = tag.name.slice(text);
                match (tag.is_closed, is_void(name)) {
                    (true, _) => {}
                    (false, true) => ends.push(tag.range.end.to_usize() - 1),
                    (false, false) if tag.raw.is_some() => return false,
                    (false, false) => open.push(name),
                }
            }
            Token::Close { name, .. } => {
                if open.pop() != Some(name.slice(text)) {
                    return false;
                }
            }
            Token::Code(range) => {
                if !closes_all(text, *range, ends, depth + 1) {
                    return false;
                }
            }
            Token::Text(_) => {}
        }
    }
    !is_cut && open.is_empty()
}
