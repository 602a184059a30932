//! HTML: ids, headings, landmarks and forms as an outline; scripts and handlers.

mod outline;
#[cfg(test)]
mod tests;

pub(crate) use outline::declare as declare_outline;

use clew_model::{FileFlags, ImportForm};
use clew_text::TextRange;

use crate::builder::{FactsBuilder, ImportDraft};
use crate::regions::component::Component;
use crate::regions::markup::{Syntax, Tag, Token, scan};
use crate::regions::{Mixed, Pieces, Region, Sharing, code_language};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["htm"],
    extensions: &["html", "htm", "xhtml"],
    depth: Depth::Outline,
    guessed: false,
    #[cfg(feature = "markup")]
    grammar: Some(|| tree_sitter_html::LANGUAGE.into()),
    mixed: Some(split),
    verified: "1.000/1.000 of 7,114 names against html.parser",
    ..LanguageDefinition::words("html", "HTML")
};

fn split<'text>(builder: &mut FactsBuilder<'text>) -> Mixed<'text> {
    let text = builder.text();
    let markup = scan(text, TextRange::new(0, text.len()), Syntax::Html);
    if markup.is_cut {
        builder.flag(FileFlags::CUT);
    }
    outline::declare(builder, &markup.tokens);
    let mut regions = Vec::new();
    let mut classic = Vec::new();
    for tag in open_tags(&markup.tokens) {
        linked_file(builder, text, tag);
        match tag.raw {
            Some(code) if is_named(text, tag, "script") => match script_language(text, tag) {
                Script::Classic => classic.push(code),
                Script::Own(id) => regions.extend(own_region(text, id, code)),
                Script::Data => {}
            },
            _ => {}
        }
    }
    // Scripts that are no modules share their names with each other and with handlers.
    let mut page = Component::new(text, &classic);
    for tag in open_tags(&markup.tokens) {
        for attribute in &tag.attributes {
            let name = attribute.name.slice(text);
            let is_handler = name.get(..2).is_some_and(|on| on.eq_ignore_ascii_case("on"));
            if let Some(value) = attribute.value.filter(|_| is_handler) {
                page.statements(value);
            }
        }
    }
    regions.insert(0, page.finish(&crate::languages::JAVASCRIPT));
    Mixed { regions, join: None, ranked: None }
}

fn open_tags(tokens: &[Token]) -> impl Iterator<Item = &Tag> {
    tokens.iter().filter_map(|token| match token {
        Token::Open(tag) => Some(tag),
        _ => None,
    })
}

fn is_named(text: &str, tag: &Tag, name: &str) -> bool {
    tag.name.slice(text).eq_ignore_ascii_case(name)
}

enum Script {
    /// JavaScript whose names are those of the page.
    Classic,
    /// Code with names of its own.
    Own(&'static str),
    /// No code.
    Data,
}

fn script_language(text: &str, tag: &Tag) -> Script {
    let kind = tag.value(text, "type").unwrap_or("").trim().to_ascii_lowercase();
    match kind.as_str() {
        "" | "text/javascript" | "application/javascript" => Script::Classic,
        "module" => Script::Own("javascript"),
        "text/babel" | "text/jsx" => Script::Own("javascriptreact"),
        "text/typescript" | "ts" => Script::Own("typescript"),
        _ => Script::Data,
    }
}

fn own_region<'text>(text: &'text str, id: &str, code: TextRange) -> Option<Region<'text>> {
    let region = Region::new(code_language(id)?, Pieces::of(text, code));
    Some(Region { sharing: Sharing::Own, ..region })
}

/// `<script src>` and `<link rel="stylesheet" href>` take in files.
fn linked_file(builder: &mut FactsBuilder<'_>, text: &str, tag: &Tag) {
    let attribute = if is_named(text, tag, "script") {
        tag.attribute(text, "src")
    } else if is_named(text, tag, "link") && tag.value(text, "rel") == Some("stylesheet") {
        tag.attribute(text, "href")
    } else {
        None
    };
    let Some(value) = attribute.and_then(|one| one.value) else { return };
    let path = value.slice(text);
    if path.is_empty() || path.contains(':') || path.starts_with("//") || path.contains("{{") {
        return;
    }
    let mut draft = ImportDraft::new("", ImportForm::SideEffect, tag.range);
    let last = path.rsplit('/').next().unwrap_or(path);
    let end = value.end.to_usize();
    let place = TextRange::new(end - last.len(), end);
    draft.item = Some((place.slice(builder.text()), place));
    match path.starts_with(['.', '/']) {
        true => builder.import_from(draft, path),
        false => builder.import_from(draft, &format!("./{path}")),
    };
}
