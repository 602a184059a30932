//! search: ranked chunks, shown as the symbols that they hold.

use std::sync::Arc;

use clew_bind::{Binder, SymbolRef};
use clew_index::{SymbolRole, SymbolType as IndexType, TextHit, TextQuery};
use clew_model::{LanguageId, SymbolFlags, SymbolKind};
use clew_protocol::{
    CodeRole, Direction, Origin, Passage, ScoreReason, SearchAnswer, SearchHit, SearchMode,
    SearchRequest, SearchScope, Stamp, SymbolType, ToolError,
};
use clew_text::TextRange;

use super::ranked::ranked;
use super::related::Related;
use super::{absent, check_length, described, hint_nothing_found, history, render};
use crate::api::{Progress, RequestContext};
use crate::cursor::Page;
use crate::front_ends::front_ends;
use crate::workspace::{DocumentText, View, Workspace, store_error, words_alone};

/// Hits when the request gives no limit.
const DEFAULT_HITS: u32 = 10;

/// Most hits that a cursor can reach.
const MAX_REACH: usize = 1_000;

/// Lines of code shown per hit when the request gives no number.
const DEFAULT_CODE_LINES: u32 = 30;

pub(crate) fn search(
    workspace: &Arc<Workspace>,
    request: &SearchRequest,
    context: &RequestContext,
) -> Result<SearchAnswer, ToolError> {
    if request.query.trim().is_empty() {
        return Err(ToolError::invalid_input(
            "the query is empty",
            "give a name, or words that say what the code does",
        ));
    }
    check_length(&request.query)?;
    check_length(request.file_pattern.as_deref().unwrap_or(""))?;
    check_glob(request.file_pattern.as_deref())?;
    let request = &SearchRequest {
        file_pattern: relative_pattern(workspace, request.file_pattern.as_deref()),
        ..request.clone()
    };
    let question = format!(
        "search {} {:?} {:?} {:?} {:?} {:?}",
        request.query,
        request.mode,
        request.scope,
        request.file_pattern,
        request.role_boost,
        request.type_boost
    );
    let limit = Some(request.limit.unwrap_or(DEFAULT_HITS));
    let page = Page::read(limit, request.cursor.as_deref(), &question)?;
    let found = match request.scope {
        Some(SearchScope::History) => in_history(workspace, request, page, context)?,
        Some(SearchScope::All) => everywhere(workspace, request, page, context)?,
        Some(SearchScope::Code | SearchScope::Docs) | None => {
            in_files(workspace, request, page, context)?
        }
    };
    let total = page.offset + found.hits.len() + usize::from(found.more);
    let more = found.more && total < MAX_REACH;
    let cursor = if more { page.next(usize::MAX, &question) } else { None };
    Ok(SearchAnswer {
        hits: found.hits,
        total: total as u32,
        total_is_lower_bound: found.more,
        cursor,
        stamp: found.stamp,
    })
}

/// What one search found.
struct Found {
    hits: Vec<SearchHit>,
    /// Whether there is more behind them.
    more: bool,
    stamp: Stamp,
}

/// Hits in files, of the layers that the scope names.
fn in_files(
    workspace: &Arc<Workspace>,
    request: &SearchRequest,
    page: Page,
    context: &RequestContext,
) -> Result<Found, ToolError> {
    let view = workspace.current(context)?;
    let mut query = text_query(request, page);
    let compared =
        workspace.compared(|provided| provided.of_search(&view.snapshot, &query, context));
    query.vector = compared.vector;
    let of_symbols = request.scope != Some(SearchScope::Docs) && workspace.is_described();
    let mut found = match of_symbols {
        false => ranked(workspace, &view, &mut query, context)?,
        true => {
            let reach = (page.offset + page.limit + 1).min(MAX_REACH);
            (query.offset, query.limit) = (0, reach);
            let found = ranked(workspace, &view, &mut query, context)?;
            let described = described::hits(workspace, &view, request, reach)?;
            let mut all = described::mixed(found, described);
            all.drain(..page.offset.min(all.len()));
            all
        }
    };
    context.check()?;
    let more = found.len() > page.limit;
    found.truncate(page.limit);
    let mut stamp = workspace.stamp_of(&view);
    stamp.notes.extend(compared.note);
    stamp.notes.extend(workspace.description_note());
    let is_empty = view.documents().next().is_none();
    stamp.notes.extend((!is_empty).then(|| vectors_note(&view, request.mode)).flatten());
    if query.loose_phrases && !found.is_empty() {
        stamp.notes.push("nothing holds all that stands in quotes; these hold some of it".into());
    }
    let (hits, changed) = hits(workspace, &view, &found, request, context)?;
    if changed > 0 {
        stamp.notes.push(format!("{changed} hits were left out: their files just changed"));
    }
    if is_empty && !stamp.freshness.scanning {
        stamp.notes.push("no file is indexed; `scan` says what it left out and why".into());
    }
    stamp.notes.extend(copies_note(&found));
    stamp.notes.extend(absent::among(&view, &found));
    if let (true, Some(pattern)) = (found.is_empty(), &request.file_pattern) {
        stamp.notes.extend(absent::fitting(workspace, &view, pattern));
    }
    if found.is_empty() && page.offset == 0 && request.scope != Some(SearchScope::Docs) {
        hint_nothing_found(&mut stamp, &view, longest_word(&request.query));
    }
    Ok(Found { hits, more, stamp })
}

/// What the index is asked for a page and one hit more.
fn text_query(request: &SearchRequest, page: Page) -> TextQuery {
    TextQuery {
        mode: index_mode(request.mode),
        explain: request.explain,
        offset: page.offset,
        limit: page.limit + 1,
        per_file: 3,
        file_pattern: request.file_pattern.clone(),
        languages: languages_of(request.scope),
        type_boost: request.type_boost.map(index_type),
        role_boost: request.role_boost.map(index_role),
        ..TextQuery::new(&request.query)
    }
}

/// Tells of places that are nearly the same as those shown.
fn copies_note(found: &[TextHit]) -> Option<String> {
    let copies: u32 = found.iter().map(|hit| hit.copies).sum();
    let how = "words in quotes list every place that holds them";
    match copies {
        0 => None,
        1 => Some(format!("1 similar place is left out; {how}")),
        more => Some(format!("{more} similar places are left out; {how}")),
    }
}

/// What a search by meaning lacks in an index without vectors.
fn vectors_note(view: &View, mode: SearchMode) -> Option<String> {
    let found = match mode {
        SearchMode::Lexical => return None,
        SearchMode::Vector => "nothing",
        SearchMode::Hybrid => "words alone",
    };
    let note = format!("there are no vectors in this index, so {found}; `scan` makes them");
    (!view.snapshot.has_vectors()).then_some(note)
}

/// Commits alone.
fn in_history(
    workspace: &Arc<Workspace>,
    request: &SearchRequest,
    page: Page,
    context: &RequestContext,
) -> Result<Found, ToolError> {
    let mut stamp = workspace.stamp(&workspace.view());
    let reach = (page.offset + page.limit + 1).min(MAX_REACH);
    let commits = history::commits(workspace, request, reach, context)?;
    stamp.notes.extend(commits.notes);
    Ok(paged(commits.hits, page, stamp))
}

/// Files and commits: after every two of the files comes a commit.
fn everywhere(
    workspace: &Arc<Workspace>,
    request: &SearchRequest,
    page: Page,
    context: &RequestContext,
) -> Result<Found, ToolError> {
    let reach = (page.offset + page.limit + 1).min(MAX_REACH);
    let whole = Page { offset: 0, limit: reach };
    let files = in_files(workspace, request, whole, context)?;
    let commits = history::commits(workspace, request, reach, context)?;
    let mut stamp = files.stamp;
    stamp.notes.extend(commits.notes);
    let (mut files, mut commits) = (files.hits.into_iter(), commits.hits.into_iter());
    let mut mixed = Vec::new();
    loop {
        let before = mixed.len();
        mixed.extend(files.by_ref().take(2));
        mixed.extend(commits.next());
        if mixed.len() == before || mixed.len() > reach {
            return Ok(paged(mixed, page, stamp));
        }
    }
}

/// One page of all hits.
fn paged(mut hits: Vec<SearchHit>, page: Page, stamp: Stamp) -> Found {
    hits.drain(..page.offset.min(hits.len()));
    let more = hits.len() > page.limit;
    hits.truncate(page.limit);
    Found { hits, more, stamp }
}

/// The languages of a scope; none where all count.
fn languages_of(scope: Option<SearchScope>) -> Vec<LanguageId> {
    let known = || clew_grammars::languages().iter();
    let id = |language: &&clew_grammars::LanguageDefinition| language.language_id();
    match scope {
        Some(SearchScope::Docs) => {
            known().filter(|language| language.is_documentation()).map(id).collect()
        }
        Some(SearchScope::Code) => {
            let own = front_ends().iter().map(|own| LanguageId::new(own.id()));
            let code = known().filter(|language| !language.is_documentation()).map(id);
            code.chain(own).chain([LanguageId::default()]).chain(words_alone()).collect()
        }
        Some(SearchScope::History | SearchScope::All) | None => Vec::new(),
    }
}

/// Whether a language is that of documents.
fn origin(language: &LanguageId) -> Origin {
    let known = clew_grammars::language_by_id(language.as_str());
    match known {
        Some(known) if known.is_documentation() => Origin::Docs,
        _ => Origin::Code,
    }
}

fn hits(
    workspace: &Workspace,
    view: &View,
    found: &[TextHit],
    request: &SearchRequest,
    context: &RequestContext,
) -> Result<(Vec<SearchHit>, usize), ToolError> {
    let stop = || context.check().is_err();
    let binder = Binder::new(view).until(&stop);
    let mut hits = Vec::new();
    let mut changed = 0;
    for (done, one) in found.iter().enumerate() {
        context.check()?;
        context.progress.report(&Progress {
            done: done as u64,
            total: Some(found.len() as u64),
            message: "reading hits".into(),
        });
        let Some(text) = workspace.text(view, one.document) else {
            changed += 1;
            continue;
        };
        let Some(mut hit) = hit(view, one, &text, request)? else { continue };
        if let Some(symbol) = one.symbol
            && let Some(described) = workspace.description(view, one.document, symbol, &text)
        {
            hit.description = Some(described.text);
            hit.described_by = Some(described.model);
        }
        if let (Some(symbol), false) = (one.symbol, request.compact) {
            let symbol = SymbolRef { file: clew_bind::FileId(one.document.0), symbol };
            let related = Related { workspace, view, binder: &binder };
            hit.callers = related.of(symbol, Direction::Up, request.callers_level);
            hit.callees = related.of(symbol, Direction::Down, request.callees_level);
        }
        hits.push(hit);
    }
    Ok((hits, changed))
}

fn hit(
    view: &View,
    found: &TextHit,
    text: &DocumentText,
    request: &SearchRequest,
) -> Result<Option<SearchHit>, ToolError> {
    let facts = view.snapshot.facts(found.document).map_err(store_error)?;
    let Some(path) = view.snapshot.path(found.document) else { return Ok(None) };
    let Some(chunk) = facts.chunks.get(found.chunk as usize) else { return Ok(None) };
    let symbol = found.symbol.and_then(|id| facts.symbol(id));
    let (name, kind) = match (found.symbol, symbol) {
        (Some(id), Some(symbol)) => (facts.qualified_name(id), symbol.kind),
        _ => (path.rsplit('/').next().unwrap_or(path).to_string(), SymbolKind::Module),
    };
    let place = Place::of(symbol.map(|symbol| symbol.range), chunk.range, text);
    let code = request.include_code.then(|| {
        let lines = request.max_code_lines.unwrap_or(DEFAULT_CODE_LINES).max(1);
        code(text, place.best, lines as usize)
    });
    let summary = found.symbol.and_then(|id| {
        render::doc(&facts, id, text).or_else(|| render::signature(&facts, id, text))
    });
    Ok(Some(SearchHit {
        id: format!("{path}::{name}"),
        name,
        symbol_type: SymbolType::of(kind),
        kind,
        role: render::role(&facts, found.symbol, path),
        origin: origin(&facts.language),
        commit: None,
        is_declaration: symbol.is_some_and(|one| one.flags.has(SymbolFlags::DECLARATION)),
        file: path.to_string(),
        start_line: place.start_line,
        end_line: place.end_line,
        passage: place.passage,
        score: found.score,
        summary,
        description: None,
        described_by: None,
        code,
        explanation: explanation(found),
        callers: Vec::new(),
        callees: Vec::new(),
    }))
}

/// The parts of a score, where they were asked for.
pub(super) fn explanation(found: &TextHit) -> Vec<ScoreReason> {
    let parts = found.parts.iter().filter(|part| part.value != 0.0);
    parts.map(|part| ScoreReason { what: part.what.to_string(), value: part.value }).collect()
}

/// Definitions with more lines are shown with the part of them that fits.
const LONG_DEFINITION: u32 = 60;

/// Longest line of code that is shown whole, in bytes.
const LONG_LINE: usize = 2_000;

/// Where a hit is.
pub(super) struct Place {
    /// Lines of the definition, or of the chunk where that belongs to none.
    pub(super) start_line: u32,
    pub(super) end_line: u32,
    /// The part of a long definition that was found.
    pub(super) passage: Option<Passage>,
    /// What is worth reading first: the passage, else all of it.
    pub(super) best: TextRange,
}

impl Place {
    /// The place of a symbol of which `chunk` was found.
    pub(super) fn of(symbol: Option<TextRange>, chunk: TextRange, text: &DocumentText) -> Self {
        let whole = symbol.unwrap_or(chunk);
        let (start_line, end_line) = render::lines(text, whole);
        let (first, last) = render::lines(text, chunk);
        // Who reads the definition begins at its head.
        let is_inner = first > start_line && last <= end_line;
        let is_long = end_line - start_line >= LONG_DEFINITION;
        let passage =
            (is_inner && is_long).then_some(Passage { start_line: first, end_line: last });
        let best = if passage.is_some() { chunk } else { whole };
        Place { start_line, end_line, passage, best }
    }
}

/// Whole lines of a range, at most `limit` of them; of lines that nobody reads whole,
/// what of them lies in the range.
pub(super) fn code(text: &DocumentText, range: TextRange, limit: usize) -> String {
    let (first, last) = render::lines(text, range);
    let all = (last - first + 1) as usize;
    let shown = (first - 1..last).take(limit).map(|line| line_of(text, line as usize, range));
    let mut lines: Vec<String> = shown.collect();
    if all > limit {
        lines.push(format!("… {} more lines", all - limit));
    }
    lines.join("\n")
}

/// A line, cut where it is very long.
fn line_of(text: &DocumentText, line: usize, range: TextRange) -> String {
    let whole = text.lines.line_text(&text.text, line);
    if whole.len() <= LONG_LINE {
        return whole.to_string();
    }
    let start = text.lines.line_range(line).map_or(range.start, |line| line.start);
    let before = range.start.0.saturating_sub(start.0) as usize;
    let inside = whole.get(before..).unwrap_or(whole);
    let end = (0..=LONG_LINE.min(inside.len())).rev().find(|at| inside.is_char_boundary(*at));
    let end = end.unwrap_or(0);
    let dots = |is_cut: bool| if is_cut { "…" } else { "" };
    format!("{}{}{}", dots(before > 0), &inside[..end], dots(end < inside.len()))
}

pub(super) fn check_glob(pattern: Option<&str>) -> Result<(), ToolError> {
    match pattern.map(globset::Glob::new) {
        Some(Err(error)) => Err(ToolError::invalid_input(
            format!("the file pattern is no valid glob: {error}"),
            "give a pattern such as src/**/*.py",
        )),
        _ => Ok(()),
    }
}

/// A pattern of files below the root, also where it was given with the root.
pub(super) fn relative_pattern(workspace: &Workspace, pattern: Option<&str>) -> Option<String> {
    let pattern = pattern?;
    let below = std::path::Path::new(pattern).strip_prefix(&workspace.root).ok();
    let below = below.and_then(|below| below.to_str()).filter(|below| !below.is_empty());
    Some(below.unwrap_or(pattern).to_string())
}

fn longest_word(query: &str) -> &str {
    query
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .max_by_key(|word| word.len())
        .unwrap_or("")
}

pub(super) fn index_mode(mode: SearchMode) -> clew_index::SearchMode {
    match mode {
        SearchMode::Lexical => clew_index::SearchMode::Lexical,
        SearchMode::Vector => clew_index::SearchMode::Vector,
        SearchMode::Hybrid => clew_index::SearchMode::Hybrid,
    }
}

pub(super) fn index_type(symbol_type: SymbolType) -> IndexType {
    match symbol_type {
        SymbolType::Declaration => IndexType::Declaration,
        SymbolType::Function => IndexType::Function,
        SymbolType::Member => IndexType::Member,
        SymbolType::Dependency => IndexType::Dependency,
        SymbolType::Namespace => IndexType::Namespace,
    }
}

pub(super) fn index_role(role: CodeRole) -> SymbolRole {
    match role {
        CodeRole::Controller => SymbolRole::Controller,
        CodeRole::Repository => SymbolRole::Repository,
        CodeRole::Service => SymbolRole::Service,
        CodeRole::Model => SymbolRole::Model,
        CodeRole::Utility => SymbolRole::Utility,
        CodeRole::Contract => SymbolRole::Contract,
        CodeRole::Factory => SymbolRole::Factory,
        CodeRole::Adapter => SymbolRole::Adapter,
        CodeRole::Handler => SymbolRole::Handler,
        CodeRole::Entrypoint => SymbolRole::Entrypoint,
        CodeRole::State => SymbolRole::State,
        CodeRole::Dependency => SymbolRole::Dependency,
        CodeRole::Callsite => SymbolRole::Callsite,
        CodeRole::Test => SymbolRole::Test,
        CodeRole::Generic => SymbolRole::Generic,
    }
}
