//! The history layer of search: commits as hits.

use std::sync::Arc;

use clew_history::{Commit, CommitId};
use clew_index::{FilePattern, TextQuery};
use clew_protocol::{
    CodeRole, CommitHit, Origin, SearchHit, SearchRequest, SymbolKind, SymbolType, ToolError,
};

use super::search::{explanation, index_mode};
use crate::api::RequestContext;
use crate::workspace::{HistoryView, Workspace, store_error};

/// Changed files shown of one commit.
const SHOWN_PATHS: usize = 10;

/// Commits looked at where only those of some files count.
const MAX_LOOKED_AT: usize = 500;

/// What the history says to a question.
pub(super) struct CommitHits {
    pub(super) hits: Vec<SearchHit>,
    /// What is missing, for people.
    pub(super) notes: Vec<String>,
}

/// The best commits, at most `reach`.
pub(super) fn commits(
    workspace: &Arc<Workspace>,
    request: &SearchRequest,
    reach: usize,
    context: &RequestContext,
) -> Result<CommitHits, ToolError> {
    let history = match workspace.history(context)? {
        Ok(history) => history,
        Err(note) => return Ok(CommitHits { hits: Vec::new(), notes: vec![note] }),
    };
    let filter = Filter::new(request.file_pattern.as_deref(), &history.prefix);
    let mut query = TextQuery::new(&request.query);
    query.mode = index_mode(request.mode);
    query.explain = request.explain;
    query.limit = if filter.lets_all() { reach } else { MAX_LOOKED_AT.max(reach) };
    let found = history.snapshot.search(&query).map_err(store_error)?;
    let mut hits = Vec::new();
    let mut lost = 0;
    for one in found {
        context.check()?;
        if hits.len() == reach {
            break;
        }
        let id = history.snapshot.path(one.document).and_then(CommitId::parse);
        let Some(commit) = id.and_then(|id| history.log.commit(id).ok()) else {
            lost += 1;
            continue;
        };
        if filter.lets(&commit) {
            let explanation = explanation(&one);
            hits.push(SearchHit {
                score: one.score,
                explanation,
                ..hit(&history, &commit, request)
            });
        }
    }
    let mut notes = history.notes;
    if lost > 0 {
        notes.push(format!("{lost} commits were left out: git does not have them any more"));
    }
    Ok(CommitHits { hits, notes })
}

fn hit(history: &HistoryView, commit: &Commit, request: &SearchRequest) -> SearchHit {
    let mine = |path: &&String| path.starts_with(&history.prefix);
    let paths = commit.paths.iter().filter(mine);
    let shown: Vec<String> = paths
        .clone()
        .take(SHOWN_PATHS)
        .map(|path| path[history.prefix.len()..].to_owned())
        .collect();
    let has_more_paths = commit.has_more_paths || paths.count() > shown.len();
    let lines = request.max_code_lines.unwrap_or(30).max(1) as usize;
    let body = || commit.body.lines().take(lines).collect::<Vec<_>>().join("\n");
    SearchHit {
        id: format!("git:{}", commit.id),
        name: commit.subject.clone(),
        symbol_type: SymbolType::Namespace,
        kind: SymbolKind::Module,
        role: CodeRole::Generic,
        origin: Origin::History,
        commit: Some(CommitHit {
            id: commit.id.to_string(),
            date: commit.date(),
            author: commit.author.clone(),
            subject: commit.subject.clone(),
            paths: shown,
            has_more_paths,
        }),
        is_declaration: false,
        file: String::new(),
        start_line: 0,
        end_line: 0,
        passage: None,
        score: 0.0,
        summary: None,
        description: None,
        described_by: None,
        code: (request.include_code && !commit.body.is_empty()).then(body),
        explanation: Vec::new(),
        callers: Vec::new(),
        callees: Vec::new(),
    }
}

/// Which commits and symbols count: those of certain files.
pub(super) struct Filter {
    pattern: Option<FilePattern>,
    prefix: String,
}

impl Filter {
    pub(super) fn new(pattern: Option<&str>, prefix: &str) -> Filter {
        Filter { pattern: pattern.map(FilePattern::new), prefix: prefix.to_owned() }
    }

    fn lets_all(&self) -> bool {
        self.pattern.is_none() && self.prefix.is_empty()
    }

    /// Whether a file fits, given relative to the root.
    pub(super) fn fits(&self, path: &str) -> bool {
        self.pattern.as_ref().is_none_or(|pattern| pattern.matches(path))
    }

    fn lets(&self, commit: &Commit) -> bool {
        self.lets_all()
            || commit
                .paths
                .iter()
                .filter_map(|path| path.strip_prefix(&self.prefix))
                .any(|path| self.pattern.as_ref().is_none_or(|pattern| pattern.matches(path)))
    }
}
