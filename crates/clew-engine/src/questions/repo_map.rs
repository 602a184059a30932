//! repo_map: the most central symbols, within a token budget.
//!
//! Which symbols are central is told in `centrality`.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use clew_index::{DocumentId, NameBits};
use clew_model::SymbolId;
use clew_protocol::{
    DEFAULT_MAP_TOKENS, MapFile, MapSymbol, RepoMapAnswer, RepoMapRequest, ToolError,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::centrality::{central_symbols, place_weight, worth};
use super::render;
use crate::api::RequestContext;
use crate::cursor::Page;
use crate::log_ring::lock;
use crate::workspace::{View, Workspace, store_error};

/// Largest budget, in tokens.
const MAX_TOKENS: u32 = 10_000;

/// Symbols shown of one file, at most.
const PER_FILE: usize = 12;

/// What is computed from all facts of a view, kept until the view changes.
#[derive(Default)]
pub(crate) struct Derived {
    state: Mutex<Option<Arc<Survey>>>,
}

struct Survey {
    generation: u64,
    /// Symbols with their rank, best first.
    central: Vec<Central>,
}

/// A symbol with its rank.
#[derive(Clone, Copy)]
pub(super) struct Central {
    pub(super) origin: Origin,
    pub(super) document: DocumentId,
    pub(super) symbol: SymbolId,
    pub(super) rank: f32,
}

/// Which snapshot a document's id is of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// That of the files.
    Saved,
    /// That with unsaved texts.
    Unsaved,
}

impl Derived {
    /// Bytes that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        let symbols = lock(&self.state).as_ref().map_or(0, |survey| survey.central.len());
        symbols * std::mem::size_of::<Central>()
    }

    fn survey(&self, view: &View, stop: &dyn Fn() -> bool) -> Result<Arc<Survey>, ToolError> {
        // Unsaved texts change with every key; what they define is looked up when
        // it is shown.
        let view = view.base();
        let generation = view.snapshot.generation();
        if let Some(known) = lock(&self.state).as_ref()
            && known.generation == generation
            && !view.is_holding()
        {
            return Ok(known.clone());
        }
        let survey = Arc::new(Survey { generation, central: central_symbols(view, stop)? });
        if !view.is_holding() {
            *lock(&self.state) = Some(survey.clone());
        }
        Ok(survey)
    }
}

pub(crate) fn repo_map(
    workspace: &Arc<Workspace>,
    request: &RepoMapRequest,
    context: &RequestContext,
) -> Result<RepoMapAnswer, ToolError> {
    let budget = request.max_tokens.unwrap_or(DEFAULT_MAP_TOKENS).clamp(50, MAX_TOKENS);
    let question = format!("repo_map {:?}", request.path);
    let start = Page::read(None, request.cursor.as_deref(), &question)?.offset;
    let view = workspace.current(context)?;
    let folder = match request.path.as_deref().filter(|path| !path.is_empty() && *path != ".") {
        Some(path) => Some(workspace.contained(path)?.relative.as_str().to_string()),
        None => None,
    };
    let survey = workspace.derived.survey(&view, &|| context.check().is_err())?;
    context.check()?;
    let total_files =
        view.documents().filter(|document| is_inside(&folder, &document.path)).count() as u32;
    if let (Some(folder), 0) = (&folder, total_files) {
        return Err(ToolError::not_found(
            format!("no indexed file lies in {folder}"),
            "name a folder of the project, or none for all of it",
            Vec::new(),
        ));
    }
    let mut map = Map { budget, ..Map::default() };
    let mut total_symbols = 0;
    for central in with_unsaved(&view, &survey.central)?.iter() {
        let Some(path) = path_of(&view, central) else { continue };
        if is_inside(&folder, path) {
            if total_symbols < start {
                map.pass(path);
            } else if map.next.is_none() && !map.offer(path, || shown(workspace, &view, central))? {
                map.next = Some(total_symbols);
            }
            total_symbols += 1;
        }
        context.check()?;
    }
    for file in &mut map.files {
        file.symbols.sort_by_key(|symbol| symbol.line);
    }
    let mut stamp = workspace.stamp_of(&view);
    // One symbol is always shown, so that cursors lead on.
    let cursor =
        map.next.and_then(|next| Page { offset: 0, limit: next }.next(total_symbols, &question));
    if cursor.is_some() {
        stamp
            .notes
            .push(format!("cut at {budget} tokens; raise the token budget or name a folder"));
    }
    let Map { files, tokens, .. } = map;
    let total_symbols = total_symbols as u32;
    Ok(RepoMapAnswer { files, total_files, total_symbols, tokens, cursor, stamp })
}

fn is_inside(folder: &Option<String>, path: &str) -> bool {
    match folder {
        Some(folder) => {
            path == folder
                || path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'))
        }
        None => true,
    }
}

/// A map under construction.
#[derive(Default)]
struct Map {
    budget: u32,
    files: Vec<MapFile>,
    tokens: u32,
    /// Symbols of each file in this map and the parts before it.
    taken: FxHashMap<String, usize>,
    /// Place of the first symbol that did not fit.
    next: Option<usize>,
}

impl Map {
    /// Passes over a symbol that a part before this one has shown.
    fn pass(&mut self, path: &str) {
        *self.taken.entry(path.to_string()).or_default() += 1;
    }

    /// Takes the symbol in if its file has room; false if the budget has none.
    fn offer(
        &mut self,
        path: &str,
        symbol: impl FnOnce() -> Result<Option<MapSymbol>, ToolError>,
    ) -> Result<bool, ToolError> {
        if self.taken.get(path).is_some_and(|taken| *taken >= PER_FILE) {
            return Ok(true);
        }
        let Some(symbol) = symbol()? else { return Ok(true) };
        let known = self.files.iter().position(|file| file.file == path);
        let heading = if known.is_none() { path.len() + 2 } else { 0 };
        let cost = cost(&symbol, heading);
        if self.tokens + cost > self.budget && !self.files.is_empty() {
            return Ok(false);
        }
        self.pass(path);
        self.tokens += cost;
        match known {
            Some(index) => self.files[index].symbols.push(symbol),
            None => {
                self.files.push(MapFile { file: path.to_string(), symbols: vec![symbol] });
            }
        }
        Ok(true)
    }
}

fn cost(symbol: &MapSymbol, heading: usize) -> u32 {
    let text = symbol.signature.as_deref().unwrap_or(&symbol.name).len() + 8 + heading;
    text.div_ceil(4) as u32
}

fn shown(
    workspace: &Workspace,
    view: &View,
    central: &Central,
) -> Result<Option<MapSymbol>, ToolError> {
    let Some((document, symbol)) = today(view, central)? else { return Ok(None) };
    let facts = view.snapshot.facts(document).map_err(store_error)?;
    let Some(found) = facts.symbol(symbol) else { return Ok(None) };
    let Some(text) = workspace.text(view, document) else { return Ok(None) };
    Ok(Some(MapSymbol {
        name: facts.qualified_name(symbol),
        kind: found.kind,
        line: text.lines.line_of(found.name_range.start) as u32 + 1,
        signature: render::signature(&facts, symbol, &text),
        rank: central.rank,
    }))
}

/// Where a symbol of the files is in the view: in unsaved text it is the one of
/// the same name, if that is still there.
fn today(view: &View, central: &Central) -> Result<Option<(DocumentId, SymbolId)>, ToolError> {
    let base = view.base();
    let Some(path) = path_of(view, central) else { return Ok(None) };
    if central.origin == Origin::Unsaved || view.unsaved_at(path).is_none() {
        return Ok(Some((central.document, central.symbol)));
    }
    let Some(document) = view.snapshot.document_by_path(path) else { return Ok(None) };
    let saved = base.snapshot.facts(central.document).map_err(store_error)?;
    let unsaved = view.snapshot.facts(document).map_err(store_error)?;
    let name = saved.qualified_name(central.symbol);
    let same = (0..unsaved.symbols.len() as u32)
        .map(SymbolId)
        .find(|symbol| unsaved.qualified_name(*symbol) == name);
    Ok(same.map(|symbol| (document, symbol)))
}

fn path_of<'view>(view: &'view View, central: &Central) -> Option<&'view str> {
    match central.origin {
        Origin::Saved => view.base().snapshot.path(central.document),
        Origin::Unsaved => view.snapshot.path(central.document),
    }
}

/// The central symbols of the files, and among them those that only unsaved texts
/// define, ranked as if they were saved.
fn with_unsaved<'survey>(
    view: &View,
    saved: &'survey [Central],
) -> Result<Cow<'survey, [Central]>, ToolError> {
    let mut fresh = Vec::new();
    for shown in &view.unsaved {
        let Some(id) = view.snapshot.document_by_path(&shown.relative) else { continue };
        let Some(document) = view.snapshot.document(id) else { continue };
        let facts = view.snapshot.facts(id).map_err(store_error)?;
        let known = names_saved(view, &shown.relative)?;
        for (index, symbol) in facts.symbols.iter().enumerate() {
            let symbol_id = SymbolId(index as u32);
            let worth = worth(symbol) * place_weight(document.role);
            if worth > 0.0 && !known.contains(&facts.qualified_name(symbol_id)) {
                let rank = worth * popularity(view, facts.name(symbol.name))?;
                let origin = Origin::Unsaved;
                fresh.push(Central { origin, document: id, symbol: symbol_id, rank });
            }
        }
    }
    fresh.retain(|central| central.rank > 0.0);
    if fresh.is_empty() {
        return Ok(Cow::Borrowed(saved));
    }
    fresh.extend_from_slice(saved);
    fresh.sort_by(|a, b| b.rank.total_cmp(&a.rank));
    Ok(Cow::Owned(fresh))
}

/// Qualified names of the symbols that the file at a path defines.
fn names_saved(view: &View, path: &str) -> Result<FxHashSet<String>, ToolError> {
    let base = view.base();
    let Some(id) = base.snapshot.document_by_path(path) else { return Ok(FxHashSet::default()) };
    let facts = base.snapshot.facts(id).map_err(store_error)?;
    Ok((0..facts.symbols.len() as u32).map(|index| facts.qualified_name(SymbolId(index))).collect())
}

/// How much the use of a name lifts its symbol.
fn popularity(view: &View, name: &str) -> Result<f32, ToolError> {
    let (mut used, mut shared) = (0.0, 0.0);
    for (id, bits) in view.snapshot.documents_naming(name).map_err(store_error)? {
        let Some(document) = view.snapshot.document(id) else { continue };
        if bits.has(NameBits::OCCURS) {
            used += place_weight(document.role);
        }
        if bits.has(NameBits::DEFINES) {
            shared += 1.0;
        }
    }
    Ok((1.0 + used).ln() / f32::max(shared, 1.0).sqrt())
}
