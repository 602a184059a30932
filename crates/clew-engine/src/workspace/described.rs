//! Descriptions of symbols as questions see them: by symbol, and as an index.
//!
//! The index is a store of its own beside that of the files. The document of a symbol
//! has the path `<file>/<qualified name>#<number among its namesakes>`, and its hash is
//! the key of the description, so that a description of an older text is never shown.

use clew_describe::{DescriptionKey, Subject};
use clew_index::{DocumentId, Snapshot, StoreError, TextQuery};
use clew_model::{FileFacts, SymbolFlags, SymbolId};

use super::view::View;
use super::{DocumentText, Workspace};

/// Fewest lines of a symbol that is described.
const MIN_LINES: usize = 3;

/// Lines of a type that are shown to the model: what its methods do is told apart.
const TYPE_LINES: usize = 40;

/// Most symbols of one file that are described.
const MAX_PER_FILE: usize = 500;

/// What a model wrote about a symbol.
pub(crate) struct Description {
    pub(crate) text: String,
    pub(crate) model: String,
}

/// A symbol that a description fits.
pub(crate) struct DescribedSymbol {
    pub(crate) document: DocumentId,
    pub(crate) symbol: SymbolId,
    pub(crate) score: f32,
}

/// A symbol of a file that may be described.
pub(super) struct Candidate {
    pub(super) symbol: SymbolId,
    /// Path of its document in the index of descriptions, below that of its file.
    pub(super) place: String,
    pub(super) subject: Subject,
    /// Whether a person wrote about it.
    pub(super) has_doc: bool,
}

/// The symbols of a file that may be described, in their order.
pub(super) fn candidates(path: &str, facts: &FileFacts, text: &str) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for index in 0..facts.symbols.len() {
        if found.len() == MAX_PER_FILE {
            break;
        }
        let symbol = SymbolId(index as u32);
        let Some(subject) = subject(path, facts, symbol, text) else { continue };
        let number = found.iter().filter(|other| other.subject.name == subject.name).count();
        found.push(Candidate {
            symbol,
            place: format!("{}#{number}", subject.name),
            has_doc: facts.symbols[index].doc_range.is_some(),
            subject,
        });
    }
    found
}

/// What a model is told of a symbol; none where it is not described.
fn subject(path: &str, facts: &FileFacts, id: SymbolId, text: &str) -> Option<Subject> {
    let symbol = facts.symbol(id)?;
    let kind = symbol.kind;
    let flags = symbol.flags;
    let is_wanted = (kind.is_callable() || kind.is_type())
        && !symbol.is_local()
        && !flags.has(SymbolFlags::TEST)
        && !flags.has(SymbolFlags::ANONYMOUS)
        && !flags.has(SymbolFlags::DECLARATION);
    if !is_wanted {
        return None;
    }
    let range = symbol.range;
    let start = symbol.doc_range.map_or(range.start, |doc| doc.start.min(range.start));
    let code = text.get(start.to_usize()..range.end.to_usize())?;
    if code.lines().count() < MIN_LINES {
        return None;
    }
    let code = match kind.is_type() {
        true => code.lines().take(TYPE_LINES).collect::<Vec<_>>().join("\n"),
        false => code.to_owned(),
    };
    Some(Subject {
        path: path.to_owned(),
        kind: kind.as_str().to_owned(),
        name: facts.qualified_name(id),
        code,
    })
}

impl Workspace {
    /// Whether descriptions by a model are wanted.
    pub(crate) fn is_described(&self) -> bool {
        self.whole().wanted_descriptions().is_some()
    }

    /// What the model wrote about a symbol as it is now.
    pub(crate) fn description(
        &self,
        view: &View,
        document: DocumentId,
        symbol: SymbolId,
        text: &DocumentText,
    ) -> Option<Description> {
        let whole = self.whole();
        let wanted = whole.wanted_descriptions()?;
        let facts = view.snapshot.facts(document).ok()?;
        let subject = subject("", &facts, symbol, &text.text)?;
        let key = DescriptionKey::of(&wanted.model, &wanted.language, &subject);
        let text = whole.texts_by_models().get(&key).filter(|text| !text.is_empty())?;
        Some(Description { text, model: wanted.model.clone() })
    }

    /// Symbols whose descriptions fit a query, best first.
    pub(crate) fn described_symbols(
        &self,
        view: &View,
        query: &TextQuery,
    ) -> Result<Vec<DescribedSymbol>, StoreError> {
        let whole = self.whole();
        let Some(wanted) = whole.wanted_descriptions() else { return Ok(Vec::new()) };
        let Some(store) = whole.description_store() else { return Ok(Vec::new()) };
        let snapshot = store.snapshot(&whole.key)?;
        if snapshot.document_count() == 0 {
            return Ok(Vec::new());
        }
        let folder = self.folder_in_whole();
        let mut found = Vec::new();
        for hit in snapshot.search(query)? {
            let Some((path, place)) = split(&snapshot, hit.document) else { continue };
            let Some(path) = path.strip_prefix(&folder) else { continue };
            let Some(document) = view.snapshot.document_by_path(path) else { continue };
            let Some(text) = self.text(view, document) else { continue };
            let facts = view.snapshot.facts(document)?;
            let all = candidates(path, &facts, &text.text);
            let Some(one) = all.into_iter().find(|one| one.place == place) else { continue };
            let key = DescriptionKey::of(&wanted.model, &wanted.language, &one.subject);
            let known = snapshot.document(hit.document).map(|info| info.hash);
            if known == Some(*key.as_bytes()) {
                found.push(DescribedSymbol { document, symbol: one.symbol, score: hit.score });
            }
        }
        Ok(found)
    }
}

/// File and place of a description's document.
fn split(snapshot: &Snapshot, document: DocumentId) -> Option<(String, String)> {
    let (path, place) = snapshot.path(document)?.rsplit_once(SEPARATOR)?;
    Some((path.to_owned(), place.to_owned()))
}

/// Between a file's path and a symbol's place: as a folder, so that the descriptions of
/// a file can be listed, and as no file is called.
pub(super) const SEPARATOR: &str = "/\u{1f}";
