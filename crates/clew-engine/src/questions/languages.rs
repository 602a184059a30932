//! languages: what is understood, and how deep.

use crate::front_ends::front_ends;
use clew_grammars::Depth;
use clew_protocol::{LanguageDepth, LanguageEntry, LanguagesAnswer};

pub(crate) fn languages() -> LanguagesAnswer {
    let mut languages: Vec<LanguageEntry> = clew_grammars::languages()
        .iter()
        .map(|language| LanguageEntry {
            id: language.id.to_string(),
            name: language.name.to_string(),
            extensions: names(language),
            depth: match language.depth {
                Depth::Deep => LanguageDepth::Deep,
                Depth::Outline => LanguageDepth::Outline,
                Depth::Words => LanguageDepth::Text,
            },
            extracts: language.extracts.to_string(),
            verified: language.verified.to_string(),
        })
        .collect();
    languages.extend(front_ends().iter().map(|own| LanguageEntry {
        id: own.id().to_string(),
        name: own.name().to_string(),
        extensions: own.extensions().iter().map(|one| one.to_string()).collect(),
        depth: LanguageDepth::Deep,
        extracts: String::new(),
        verified: String::new(),
    }));
    languages.sort_by(|a, b| a.id.cmp(&b.id));
    LanguagesAnswer { languages }
}

/// What files of a language are known by: their extensions, else their names.
fn names(language: &clew_grammars::LanguageDefinition) -> Vec<String> {
    let known = match language.extensions {
        [] => language.file_names,
        extensions => extensions,
    };
    known.iter().map(|one| one.to_string()).collect()
}
