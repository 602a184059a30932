//! Changed and unsaved files, in memory.

use std::sync::{Arc, OnceLock};

use clew_model::{FileFacts, LanguageId};
use rustc_hash::FxHashMap;

use crate::names_in_facts::{names_in_facts, paths_in_facts};
use crate::pack::FactsKey;
use crate::text::OverlayText;
use crate::{DocumentInput, FactsInput, FileStat, NameBits, PathRole, StoreError};

/// The documents of an overlay, ordered by path.
#[derive(Debug, Default)]
pub(crate) struct Overlay {
    /// The documents.
    pub(crate) documents: Vec<Arc<OverlayDocument>>,
}

/// A document of an overlay.
#[derive(Debug)]
pub(crate) struct OverlayDocument {
    /// Path relative to the root.
    pub(crate) path: String,
    /// What the file system says.
    pub(crate) stat: FileStat,
    /// BLAKE3 of the text.
    pub(crate) hash: [u8; 32],
    /// Its language.
    pub(crate) language: LanguageId,
    /// Version of the extractor.
    pub(crate) extractor: u32,
    /// What is known of it.
    pub(crate) facts: Arc<FileFacts>,
    /// What its path says.
    pub(crate) role: PathRole,
    /// Its text.
    pub(crate) text: Arc<str>,
    names: OnceLock<FxHashMap<Box<str>, NameBits>>,
    analysed: OnceLock<OverlayText>,
}

impl Overlay {
    /// An overlay of `inputs`; of several with one path the last counts.
    /// Documents of `previous` that are equal are re-used.
    pub(crate) fn new(
        inputs: Vec<DocumentInput>,
        previous: &Overlay,
        known: impl Fn(&FactsKey) -> Result<Option<Arc<FileFacts>>, StoreError>,
    ) -> Result<Self, StoreError> {
        let mut by_path = std::collections::BTreeMap::new();
        for input in inputs {
            by_path.insert(input.path.clone(), input);
        }
        let mut documents = Vec::with_capacity(by_path.len());
        for input in by_path.into_values() {
            let same = previous.at_path(&input.path).map(|index| &previous.documents[index]);
            let document = match same.filter(|document| document.equals(&input)) {
                Some(document) => Arc::clone(document),
                None => Arc::new(OverlayDocument::new(input, &known)?),
            };
            documents.push(document);
        }
        Ok(Overlay { documents })
    }

    /// Index of the document at `path`.
    pub(crate) fn at_path(&self, path: &str) -> Option<usize> {
        self.documents.binary_search_by(|document| document.path.as_str().cmp(path)).ok()
    }
}

impl OverlayDocument {
    fn new(
        input: DocumentInput,
        known: impl Fn(&FactsKey) -> Result<Option<Arc<FileFacts>>, StoreError>,
    ) -> Result<Self, StoreError> {
        let facts = match input.facts {
            FactsInput::New(facts) => facts,
            FactsInput::Known => {
                let key = FactsKey {
                    language: input.language.clone(),
                    extractor: input.extractor,
                    hash: input.hash,
                };
                known(&key)?.ok_or_else(|| StoreError::UnknownFacts { path: input.path.clone() })?
            }
        };
        Ok(OverlayDocument {
            role: PathRole::of(&input.path, facts.flags),
            path: input.path,
            stat: input.stat,
            hash: input.hash,
            language: input.language,
            extractor: input.extractor,
            facts,
            text: input.text,
            names: OnceLock::new(),
            analysed: OnceLock::new(),
        })
    }

    fn equals(&self, input: &DocumentInput) -> bool {
        self.hash == input.hash
            && self.stat == input.stat
            && self.language == input.language
            && self.extractor == input.extractor
    }

    /// The names that it uses.
    pub(crate) fn names(&self) -> &FxHashMap<Box<str>, NameBits> {
        self.names.get_or_init(|| {
            let names = names_in_facts(&self.facts).map(|(name, bits)| (name.into(), bits));
            let paths = paths_in_facts(&self.facts).into_iter();
            names.chain(paths.map(|path| (path.into(), NameBits::IMPORTS))).collect()
        })
    }

    /// Its chunks and their terms.
    pub(crate) fn analysed(&self) -> &OverlayText {
        self.analysed.get_or_init(|| OverlayText::new(&self.path, &self.facts, &self.text))
    }
}
