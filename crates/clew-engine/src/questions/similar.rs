//! find_similar: chunks whose meaning is near to that of a symbol, or of code or
//! words.

use std::sync::Arc;

use clew_bind::{Binder, FileId, Source, SymbolRef};
use clew_index::{SimilarQuery, SimilarTo};
use clew_model::{FileFacts, SymbolId, SymbolKind};
use clew_protocol::{
    Direction, EdgeKind, FindSimilarAnswer, FindSimilarRequest, RelationCounts, SimilarHit,
    SymbolType, ToolError,
};

use super::relations::{EdgeFilter, Node, edges};
use super::search::{Place, check_glob, code, index_role, index_type, relative_pattern};
use super::{NEAREST, absent, check_length, unknown_symbol};
use crate::api::RequestContext;
use crate::cursor::Page;
use crate::names::{NamePath, candidates_text, document_of, resolve_name};
use crate::workspace::{View, Workspace, store_error};

/// Hits when the request gives no limit.
const DEFAULT_HITS: u32 = 10;

/// Most hits of one answer, and the most that cursors can reach.
const MAX_HITS: u32 = 200;
const MAX_REACH: usize = 1_000;

/// Lines of code shown per hit when the request gives no number.
const DEFAULT_CODE_LINES: u32 = 30;

/// Candidates listed of an ambiguous target.
const MAX_CANDIDATES: usize = 10;

pub(crate) fn find_similar(
    workspace: &Arc<Workspace>,
    request: &FindSimilarRequest,
    context: &RequestContext,
) -> Result<FindSimilarAnswer, ToolError> {
    for text in [&request.target, &request.query, &request.file_pattern] {
        check_length(text.as_deref().unwrap_or(""))?;
    }
    check_glob(request.file_pattern.as_deref())?;
    let question = format!(
        "similar {:?} {:?} {:?} {:?} {:?}",
        request.target, request.query, request.symbol_type, request.role, request.file_pattern
    );
    let limit = Some(request.limit.unwrap_or(DEFAULT_HITS).min(MAX_HITS));
    let page = Page::read(limit, request.cursor.as_deref(), &question)?;
    let reach = page.offset.saturating_add(page.limit).min(MAX_REACH);
    let view = workspace.current(context)?;
    let target = Target::of(&view, request, context)?;
    let compared = match &target.to {
        SimilarTo::Text(text) => {
            workspace.compared(|provided| provided.of_text(&view.snapshot, text, context))
        }
        SimilarTo::Symbol(..) => workspace.compared(|provided| provided.of_symbol(&view.snapshot)),
    };
    let query = SimilarQuery {
        to: target.to.clone(),
        limit: reach + 1,
        symbol_type: request.symbol_type.map(index_type),
        role: request.role.map(index_role),
        file_pattern: relative_pattern(workspace, request.file_pattern.as_deref()),
        model: compared.model,
        vector: compared.vector,
    };
    let found = view.snapshot.similar(&query).map_err(store_error)?;
    let mut stamp = workspace.stamp_of(&view);
    stamp.notes.extend(compared.note);
    if !view.snapshot.has_vectors() && view.documents().next().is_some() {
        stamp.notes.push("there are no vectors in this index; `scan` makes them".into());
    }
    let stop = || context.check().is_err();
    let binder = Binder::new(&*view).until(&stop);
    let mut hits = Vec::new();
    for one in page.slice(&found) {
        context.check()?;
        if absent::is_found_by_words(&view, one.document) {
            continue;
        }
        let Some(mut hit) = hit(workspace, &view, one, &target, request)? else { continue };
        if let Some(symbol) = one.symbol {
            let symbol = SymbolRef { file: FileId(one.document.0), symbol };
            hit.relations = relations(&binder, symbol);
        }
        hits.push(hit);
    }
    let cursor = if reach < MAX_REACH { page.next(found.len(), &question) } else { None };
    Ok(FindSimilarAnswer { hits, candidates: target.candidates, cursor, stamp })
}

/// What hits are to be similar to.
struct Target {
    to: SimilarTo,
    candidates: Vec<String>,
    /// Facts and id of the symbol, for reasons.
    symbol: Option<(Arc<FileFacts>, SymbolId)>,
}

impl Target {
    fn of(
        view: &View,
        request: &FindSimilarRequest,
        context: &RequestContext,
    ) -> Result<Self, ToolError> {
        let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let Some(name) = filled(&request.target) else {
            let Some(text) = filled(&request.query) else {
                return Err(ToolError::invalid_input(
                    "neither `target` nor `query` is given",
                    "name a symbol in `target`, or give code or words in `query`",
                ));
            };
            return Ok(Target { to: SimilarTo::Text(text), candidates: vec![], symbol: None });
        };
        let found = resolve_name(view, &NamePath::parse(name.trim()), context)?;
        let first = found.first().ok_or_else(|| not_a_symbol(view, name.trim(), context))?;
        let (document, id) = (document_of(first.symbol), first.symbol.symbol);
        let facts = view.snapshot.facts(document).map_err(store_error)?;
        let mut candidates = candidates_text(&found);
        candidates.truncate(if candidates.len() > 1 { MAX_CANDIDATES } else { 0 });
        Ok(Target { to: SimilarTo::Symbol(document, id), candidates, symbol: Some((facts, id)) })
    }

    /// Why a hit is similar: what both have in common beside their words.
    fn reason(&self, hit: &FileFacts, symbol: Option<SymbolId>, score: f32) -> String {
        let degree = match score {
            score if score >= 0.85 => "nearly the same words and names",
            score if score >= 0.6 => "much the same words and names",
            _ => "related words and names",
        };
        let Some(((own, id), other)) = self.symbol.as_ref().zip(symbol) else {
            return degree.into();
        };
        let kinds = (own.symbol(*id).map(|one| one.kind), hit.symbol(other).map(|one| one.kind));
        let same_name = own.symbol_name(*id) == hit.symbol_name(other);
        match (same_name, kinds.0 == kinds.1) {
            (true, _) => format!("the same name, {degree}"),
            (false, true) => format!("the same kind, {degree}"),
            (false, false) => degree.into(),
        }
    }
}

/// The error for what no symbol is called; a file is told apart from what does not exist.
fn not_a_symbol(view: &View, name: &str, context: &RequestContext) -> ToolError {
    let Some(file) = view.file_at(name.trim_start_matches("./")) else {
        return unknown_symbol(view, name, context);
    };
    let facts = view.facts(file);
    let outer = facts.iter().flat_map(|facts| {
        let all = facts.symbols.iter().filter(|one| one.container.is_none() && one.is_findable());
        all.map(|one| format!("{name}::{}", facts.name(one.name)))
    });
    let nearest: Vec<String> = outer.take(NEAREST).collect();
    let next = match nearest.is_empty() {
        true => "give code or words in `query` (`--snippet`)",
        false => "name one of its symbols, or give code or words in `query` (`--snippet`)",
    };
    let message = format!("{name} is a file, and this is about one symbol");
    ToolError { nearest, ..ToolError::invalid_input(message, next) }
}

fn hit(
    workspace: &Workspace,
    view: &View,
    found: &clew_index::SimilarHit,
    target: &Target,
    request: &FindSimilarRequest,
) -> Result<Option<SimilarHit>, ToolError> {
    let Some(text) = workspace.text(view, found.document) else { return Ok(None) };
    let facts = view.snapshot.facts(found.document).map_err(store_error)?;
    let Some(path) = view.snapshot.path(found.document) else { return Ok(None) };
    let Some(chunk) = facts.chunks.get(found.chunk as usize) else { return Ok(None) };
    let symbol = found.symbol.and_then(|id| facts.symbol(id));
    let (name, kind) = match (found.symbol, symbol) {
        (Some(id), Some(symbol)) => (facts.qualified_name(id), symbol.kind),
        _ => (path.rsplit('/').next().unwrap_or(path).to_string(), SymbolKind::Module),
    };
    let place = Place::of(symbol.map(|symbol| symbol.range), chunk.range, &text);
    let lines = request.max_code_lines.unwrap_or(DEFAULT_CODE_LINES).max(1) as usize;
    Ok(Some(SimilarHit {
        name,
        symbol_type: SymbolType::of(kind),
        kind,
        file: path.to_string(),
        start_line: place.start_line,
        end_line: place.end_line,
        passage: place.passage,
        score: found.score,
        similarity_reason: target.reason(&facts, found.symbol, found.score),
        code: request.include_code.then(|| code(&text, place.best, lines)),
        relations: RelationCounts::default(),
    }))
}

fn relations(binder: &Binder<'_>, symbol: SymbolRef) -> RelationCounts {
    let filter = EdgeFilter { kinds: &[EdgeKind::Call], internal_only: false };
    let node = Node::Symbol(symbol);
    let callers = edges(binder, &node, Direction::Up, &filter);
    let callees = edges(binder, &node, Direction::Down, &filter);
    let external = callees.iter().filter(|edge| matches!(edge.to, Node::External(_))).count();
    RelationCounts {
        callers_count: callers.len() as u32,
        callees_count: callees.len() as u32,
        internal_callees_count: (callees.len() - external) as u32,
        external_callees_count: external as u32,
    }
}
