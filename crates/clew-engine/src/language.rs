//! How a file or fragment is read: by a tree-sitter grammar, by a front-end of
//! its own, or by its words.

use clew_grammars::{Extractor, LanguageDefinition};
use clew_model::{FileFacts, LanguageId};

use crate::front_ends::{FrontEnd, front_end, front_ends};

/// Extractor version recorded for text without a language.
///
/// Raised when a further language is read, so that its files, plain text until then,
/// are read again.
const PLAIN_VERSION: u32 = 3;

/// The reader of a text.
#[derive(Clone, Copy)]
pub(crate) enum Reader {
    /// A tree-sitter grammar, or `None` for plain text.
    Grammar(Option<&'static LanguageDefinition>),
    /// A front-end of its own.
    FrontEnd(&'static dyn FrontEnd),
}

impl Reader {
    /// The reader of the file at `path`.
    pub(crate) fn of_file(path: &str, text: &str) -> Reader {
        let extension = path.rsplit('/').next().and_then(|name| name.rsplit_once('.'));
        let own = extension.and_then(|(_, extension)| {
            front_ends().iter().copied().find(|one| one.extensions().contains(&extension))
        });
        match own {
            Some(own) => Reader::FrontEnd(own),
            None => Reader::Grammar(clew_grammars::detect_language(path, text)),
        }
    }

    /// The language's identifier.
    pub(crate) fn language(self) -> LanguageId {
        match self {
            Reader::Grammar(Some(definition)) => definition.language_id(),
            Reader::Grammar(None) => LanguageId::default(),
            Reader::FrontEnd(own) => LanguageId::new(own.id()),
        }
    }

    /// The version of its facts.
    pub(crate) fn version(self) -> u32 {
        match self {
            Reader::Grammar(Some(definition)) => definition.facts_version(),
            Reader::Grammar(None) => PLAIN_VERSION,
            Reader::FrontEnd(own) => own.extractor_version(),
        }
    }

    /// The facts of a text.
    pub(crate) fn facts(self, extractor: &mut Extractor, text: &str) -> FileFacts {
        match self {
            Reader::Grammar(definition) => extractor.facts(definition, text),
            Reader::FrontEnd(own) => own.facts(text),
        }
    }
}

/// The current version of a language's facts, by its id.
pub(crate) fn extractor_version(language: &str) -> u32 {
    match front_end(language) {
        Some(own) => own.extractor_version(),
        None => clew_grammars::language_by_id(language)
            .map_or(PLAIN_VERSION, clew_grammars::LanguageDefinition::facts_version),
    }
}
