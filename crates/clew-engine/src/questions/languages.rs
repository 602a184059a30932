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
            extensions: language.extensions.iter().map(|one| one.to_string()).collect(),
            depth: match language.depth {
                Depth::Deep => LanguageDepth::Deep,
                Depth::Outline => LanguageDepth::Outline,
                Depth::Words => LanguageDepth::Text,
            },
            verified: language.verified.to_string(),
        })
        .collect();
    languages.extend(front_ends().iter().map(|own| LanguageEntry {
        id: own.id().to_string(),
        name: own.name().to_string(),
        extensions: own.extensions().iter().map(|one| one.to_string()).collect(),
        depth: LanguageDepth::Deep,
        verified: String::new(),
    }));
    languages.sort_by(|a, b| a.id.cmp(&b.id));
    LanguagesAnswer { languages }
}
