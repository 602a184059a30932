//! Templates: text with code in it. Jinja (and what writes alike: Django, Nunjucks,
//! Twig), ERB and Blade: names used, names that loops and macros bring, blocks, files
//! taken in, and the outline of the page around.

mod blade;
mod erb;
mod jinja;
#[cfg(test)]
mod tests;

use clew_model::{ImportForm, SymbolKind};
use clew_text::TextRange;

use crate::builder::{Declaration, FactsBuilder, ImportDraft};
use crate::regions::component::trimmed;
use crate::regions::markup::{Syntax, scan};
use crate::{Depth, LanguageDefinition};

pub(crate) static JINJA: LanguageDefinition = LanguageDefinition {
    aliases: &["jinja2", "django", "nunjucks", "twig"],
    extensions: &["j2", "jinja", "jinja2", "njk", "twig"],
    depth: Depth::Outline,
    guessed: false,
    mixed: Some(jinja::split),
    ..LanguageDefinition::words("jinja", "Jinja templates")
};

pub(crate) static ERB: LanguageDefinition = LanguageDefinition {
    aliases: &["eruby"],
    extensions: &["erb", "rhtml"],
    depth: Depth::Outline,
    guessed: false,
    mixed: Some(erb::split),
    ..LanguageDefinition::words("erb", "ERB templates")
};

pub(crate) static BLADE: LanguageDefinition = LanguageDefinition {
    depth: Depth::Outline,
    guessed: false,
    mixed: Some(blade::split),
    ..LanguageDefinition::words("blade", "Blade templates")
};

/// Whether a page holds tags of Jinja or Django.
pub(crate) fn is_jinja(text: &str) -> bool {
    text.find("{%").is_some_and(|at| text[at..].contains("%}"))
}

/// Declares the outline of a page that code is mixed into.
fn page_outline(builder: &mut FactsBuilder<'_>) {
    let text = builder.text();
    if text.contains("</") {
        let markup = scan(text, TextRange::new(0, text.len()), Syntax::Html);
        super::html::declare_outline(builder, &markup.tokens);
    }
}

/// The string literal that a range begins with, without its quotes.
fn leading_string(text: &str, range: TextRange) -> Option<TextRange> {
    let range = trimmed(text, range);
    let slice = range.slice(text);
    let quote = slice.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let length = slice[1..].find(quote)?;
    let start = range.start.to_usize() + 1;
    (length > 0).then(|| TextRange::new(start, start + length))
}

/// Takes in the file that a string names.
fn import_file(builder: &mut FactsBuilder<'_>, name: TextRange, statement: TextRange) {
    let text = builder.text();
    let mut draft = ImportDraft::new(name.slice(text), ImportForm::SideEffect, statement);
    draft.item = Some((name.slice(text), name));
    builder.import(draft);
}

/// Declares a named block.
fn declare_block(builder: &mut FactsBuilder<'_>, name: TextRange, statement: TextRange) {
    let text = name.slice(builder.text());
    if !text.is_empty() {
        builder.declare(Declaration::member_at(SymbolKind::Module, text, name, statement));
    }
}
