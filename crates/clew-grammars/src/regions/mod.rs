//! Files of several languages: regions, each read in its own language.
//!
//! A format's folder under `languages/` splits a text into [`Region`]s. What is
//! parsed of a region is put together from [`Pieces`] of the file with glue between
//! them: cells of a notebook one after another, the expressions of a template as
//! statements in the scopes that the template gives them. Facts found in it are then
//! [merged](merge) into those of the file at the places that the pieces come from;
//! what stands in glue alone is dropped.

pub(crate) mod brackets;
pub(crate) mod component;
pub(crate) mod elements;
mod join;
pub(crate) mod markup;
mod merge;
mod options;
mod order;
mod pieces;
#[cfg(test)]
mod tests;

use clew_model::{FileFacts, SymbolFlags};
use clew_text::TextRange;

pub(crate) use join::{join_component, join_stores};
pub(crate) use merge::Merge;
pub(crate) use options::join_options;
pub(crate) use order::sort as sort_facts;
pub(crate) use pieces::{Manner, Pieces};

use crate::LanguageDefinition;

/// Most regions read in one file.
pub(crate) const MAX_REGIONS: usize = 2_000;

/// Whether the names of a region are those of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// The region's file scope is the file's.
    File,
    /// The region has a scope of its own and stands inside what the outline says.
    Own,
}

/// A part of a file in one language.
pub(crate) struct Region<'text> {
    /// The language that it is read as.
    pub(crate) definition: &'static LanguageDefinition,
    /// What is parsed.
    pub(crate) pieces: Pieces<'text>,
    /// Whose names they are.
    pub(crate) sharing: Sharing,
    /// Set on every symbol of the region.
    pub(crate) flags: SymbolFlags,
}

impl<'text> Region<'text> {
    /// A region whose names are the file's.
    pub(crate) fn new(definition: &'static LanguageDefinition, pieces: Pieces<'text>) -> Self {
        let flags = SymbolFlags::default();
        Region { definition, pieces, sharing: Sharing::File, flags }
    }
}

/// What a format finds in a text beside its outline.
#[derive(Default)]
pub(crate) struct Mixed<'text> {
    /// The regions, in the order in which they are merged.
    pub(crate) regions: Vec<Region<'text>>,
    /// Binds across regions when all are merged.
    pub(crate) join: Option<Join<'text>>,
    /// The parts of the file that search ranks; the whole file if `None`.
    pub(crate) ranked: Option<Vec<TextRange>>,
}

/// Binds across regions.
pub(crate) type Join<'text> = Box<dyn FnOnce(&mut FileFacts, &str) + 'text>;

/// Splits a text: declares its outline and gives its regions.
pub(crate) type Splitter = for<'text> fn(&mut crate::builder::FactsBuilder<'text>) -> Mixed<'text>;

/// The language that a region says it is in, where its code can be read.
pub(crate) fn code_language(id: &str) -> Option<&'static LanguageDefinition> {
    let id = match id.trim().to_ascii_lowercase().as_str() {
        "babel" | "module" | "text/javascript" | "application/javascript" => "javascript".into(),
        "ipython" | "ipython3" | "python3" => "python".into(),
        "ir" => "r".into(),
        "shell" | "sh" | "zsh" => "bash".into(),
        other => other.to_string(),
    };
    let definition = crate::language_by_id(&id)?;
    let is_data = matches!(definition.id, "json" | "yaml" | "toml" | "markdown");
    let is_read = definition.grammar.is_some() && definition.walk.is_some();
    (is_read && definition.mixed.is_none() && !is_data).then_some(definition)
}
