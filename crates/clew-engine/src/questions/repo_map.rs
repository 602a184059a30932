//! repo_map: the most central symbols, within a token budget.
//!
//! A symbol is central when many files use its name and few symbols share it.
//! The use of a name counts half when it comes from a test.

use std::sync::{Arc, Mutex};

use clew_index::{DocumentId, PathRole};
use clew_model::{Binding, Role, SymbolFlags, SymbolId, SymbolKind};
use clew_protocol::{
    DEFAULT_MAP_TOKENS, IndexStats, MapFile, MapSymbol, RepoMapAnswer, RepoMapRequest, SymbolType,
    ToolError,
};
use rustc_hash::FxHashMap;

use super::render;
use crate::api::RequestContext;
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
    stats: IndexStats,
    /// Symbols with their rank, best first.
    central: Vec<Central>,
}

#[derive(Clone, Copy)]
struct Central {
    document: DocumentId,
    symbol: SymbolId,
    rank: f32,
}

impl Derived {
    /// Numbers of the index; `None` if it cannot be read.
    pub(crate) fn stats(&self, view: &View) -> Option<IndexStats> {
        self.survey(view, &|| false).ok().map(|survey| survey.stats.clone())
    }

    fn survey(&self, view: &View, stop: &dyn Fn() -> bool) -> Result<Arc<Survey>, ToolError> {
        let generation = view.snapshot.generation();
        if let Some(known) = lock(&self.state).as_ref()
            && known.generation == generation
        {
            return Ok(known.clone());
        }
        let survey = Arc::new(survey(view, stop)?);
        *lock(&self.state) = Some(survey.clone());
        Ok(survey)
    }
}

pub(crate) fn repo_map(
    workspace: &Arc<Workspace>,
    request: &RepoMapRequest,
    context: &RequestContext,
) -> Result<RepoMapAnswer, ToolError> {
    let budget = request.max_tokens.unwrap_or(DEFAULT_MAP_TOKENS).clamp(50, MAX_TOKENS);
    let view = workspace.current(context)?;
    let folder = match request.path.as_deref().filter(|path| !path.is_empty() && *path != ".") {
        Some(path) => Some(workspace.contained(path)?.relative.as_str().to_string()),
        None => None,
    };
    let survey = workspace.derived.survey(&view, &|| context.check().is_err())?;
    context.check()?;
    let inside = |path: &str| match &folder {
        Some(folder) => {
            path == folder || path.strip_prefix(folder.as_str()).is_some_and(|r| r.starts_with('/'))
        }
        None => true,
    };
    let mut files: Vec<MapFile> = Vec::new();
    let mut tokens = 0;
    let mut total_symbols = 0;
    let mut full = false;
    for central in &survey.central {
        let Some(path) = view.snapshot.path(central.document) else { continue };
        if !inside(path) {
            continue;
        }
        total_symbols += 1;
        if full {
            continue;
        }
        let known = files.iter().position(|file| file.file == path);
        if known.is_some_and(|index| files[index].symbols.len() >= PER_FILE) {
            continue;
        }
        let Some(symbol) = shown(workspace, &view, central)? else { continue };
        let heading = if known.is_none() { path.len() + 2 } else { 0 };
        let cost = cost(&symbol, heading);
        if tokens + cost > budget {
            full = true;
            continue;
        }
        tokens += cost;
        match known {
            Some(index) => files[index].symbols.push(symbol),
            None => files.push(MapFile { file: path.to_string(), symbols: vec![symbol] }),
        }
    }
    for file in &mut files {
        file.symbols.sort_by_key(|symbol| symbol.line);
    }
    let total_files = view.documents().filter(|document| inside(&document.path)).count() as u32;
    let mut stamp = workspace.stamp(&view);
    if let (Some(folder), 0) = (&folder, total_files) {
        return Err(ToolError::not_found(
            format!("no indexed file lies in {folder}"),
            "name a folder of the project, or none for all of it",
            Vec::new(),
        ));
    }
    if full {
        stamp.notes.push(format!("cut at {budget} tokens; raise max_tokens or name a folder"));
    }
    Ok(RepoMapAnswer { files, total_files, total_symbols, tokens, stamp })
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
    let facts = view.snapshot.facts(central.document).map_err(store_error)?;
    let Some(found) = facts.symbol(central.symbol) else { return Ok(None) };
    let Some(text) = workspace.text(view, central.document) else { return Ok(None) };
    Ok(Some(MapSymbol {
        name: facts.qualified_name(central.symbol),
        kind: found.kind,
        line: text.lines.line_of(found.name_range.start) as u32 + 1,
        signature: render::signature(&facts, central.symbol, &text),
        rank: central.rank,
    }))
}

/// Reads all facts once.
fn survey(view: &View, stop: &dyn Fn() -> bool) -> Result<Survey, ToolError> {
    let mut uses: FxHashMap<String, f32> = FxHashMap::default();
    let mut definers: FxHashMap<String, u32> = FxHashMap::default();
    let mut stats = IndexStats::default();
    let mut symbols: Vec<(DocumentId, SymbolId, String, f32)> = Vec::new();
    for document in view.documents() {
        if stop() {
            return Err(ToolError::new(
                clew_protocol::ErrorCode::Timeout,
                "the survey of all files took too long",
                "ask again; narrow the question",
            ));
        }
        stats.files += 1;
        let facts = view.snapshot.facts(document.id).map_err(store_error)?;
        stats.dependencies += facts.imports.len() as u64;
        let weight = place_weight(document.role);
        let mut used: Vec<bool> = vec![false; facts.names.len()];
        for occurrence in &facts.occurrences {
            match occurrence.role {
                Role::Call | Role::Inherit => stats.edges += 1,
                Role::Definition | Role::Declaration => continue,
                _ => {}
            }
            // A free name is a builtin or comes from the same package; it says
            // little about the workspace where a language has no such packages.
            if occurrence.binding == Binding::Free && facts.package.is_none() {
                continue;
            }
            if let Some(slot) = used.get_mut(occurrence.name.0 as usize) {
                *slot = true;
            }
        }
        for (name, _) in facts.names.iter().zip(&used).filter(|(_, used)| **used) {
            *uses.entry(name.1.to_string()).or_default() += weight;
        }
        for (index, symbol) in facts.symbols.iter().enumerate() {
            if symbol.is_local() || symbol.flags.has(SymbolFlags::ANONYMOUS) {
                continue;
            }
            match SymbolType::of(symbol.kind) {
                SymbolType::Declaration => stats.declarations += 1,
                SymbolType::Function => stats.functions += 1,
                SymbolType::Member => stats.members += 1,
                _ => {}
            }
            let inner = symbol.container.is_some() || symbol.owner.is_some();
            let worth = kind_weight(symbol.kind, inner) * weight;
            if worth > 0.0 {
                let name = facts.name(symbol.name).to_string();
                *definers.entry(name.clone()).or_default() += 1;
                symbols.push((document.id, SymbolId(index as u32), name, worth));
            }
        }
    }
    let mut central: Vec<Central> = symbols
        .into_iter()
        .map(|(document, symbol, name, worth)| {
            let used = uses.get(&name).copied().unwrap_or(0.0);
            let shared = definers.get(&name).copied().unwrap_or(1).max(1) as f32;
            Central { document, symbol, rank: worth * (1.0 + used).ln() / shared.sqrt() }
        })
        .filter(|central| central.rank > 0.0)
        .collect();
    central.sort_by(|a, b| {
        b.rank.total_cmp(&a.rank).then_with(|| {
            let path = |one: &Central| view.snapshot.path(one.document).map(str::to_string);
            (path(a), a.symbol).cmp(&(path(b), b.symbol))
        })
    });
    Ok(Survey { generation: view.snapshot.generation(), stats, central })
}

fn place_weight(role: PathRole) -> f32 {
    match role {
        PathRole::Product => 1.0,
        PathRole::Example | PathRole::Docs => 0.3,
        PathRole::Test => 0.3,
        PathRole::Generated | PathRole::Vendored => 0.1,
    }
}

/// Types count most; members less than what stands on its own, for their names
/// are shared with members of types elsewhere.
fn kind_weight(kind: SymbolKind, inner: bool) -> f32 {
    match kind {
        SymbolKind::Key | SymbolKind::Heading | SymbolKind::TypeParameter | SymbolKind::Label => {
            0.0
        }
        kind if kind.is_type() && inner => 0.2,
        kind if kind.is_type() => 1.5,
        SymbolKind::Function | SymbolKind::Macro => 1.0,
        kind if kind.is_callable() => 0.5,
        SymbolKind::Constant => 0.4,
        _ => 0.1,
    }
}
