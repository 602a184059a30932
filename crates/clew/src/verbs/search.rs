//! `clew search`: finds code by what it does or by name.

use clap::{Args, ValueEnum};
use clew_protocol::{
    CodeRole, CommitHit, SearchHit, SearchMode, SearchRequest, SearchScope, SymbolType, ToolError,
};

use crate::cli::{OutputOptions, PageOptions};
use crate::exit::Exit;
use crate::palette::{declaration, faint, file_line, kind, name, plain};
use crate::report::Report;
use crate::session::Session;

/// Find code by what it does or by name
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  clew search \"where are retries handled\"\n  \
    clew search Cart.total --code\n  clew search login --file 'src/**/*.py' --callers 1 --json")]
pub(crate) struct Search {
    /// Words or a name
    #[arg(required = true, value_name = "QUERY")]
    query: Vec<String>,
    /// Which indexes to ask
    #[arg(long, value_enum, default_value_t = Mode::Hybrid)]
    mode: Mode,
    /// What to search; code and documents unless given
    #[arg(long, value_enum)]
    scope: Option<Scope>,
    #[command(flatten)]
    page: PageOptions,
    /// Levels of callers to show with each hit
    #[arg(long = "callers", value_name = "LEVELS", default_value_t = 0)]
    callers_level: u32,
    /// Levels of callees to show with each hit
    #[arg(long = "callees", value_name = "LEVELS", default_value_t = 0)]
    callees_level: u32,
    /// Show the source of each hit
    #[arg(long)]
    code: bool,
    /// Lines of source per hit
    #[arg(long, value_name = "N", default_value_t = 30)]
    max_code_lines: u32,
    /// Rank a role higher, for example `service` or `test`
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
    /// Rank a type higher, for example `function` or `class`
    #[arg(long = "type", value_name = "TYPE")]
    symbol_type: Option<String>,
    /// Only files that fit this glob
    #[arg(long = "file", value_name = "GLOB")]
    file_pattern: Option<String>,
    /// Tell how each score came about
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    output: OutputOptions,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Mode {
    Lexical,
    Vector,
    Hybrid,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Scope {
    /// Code and data files
    Code,
    /// Documents, by heading
    Docs,
    /// Commits of git
    History,
    /// All of these
    All,
}

impl Search {
    /// Searches and prints the hits, best first.
    pub(crate) fn run(self, session: &Session) -> anyhow::Result<Report> {
        let json = self.output.json;
        let request = self.request()?;
        let answer = session.ask(|engine, context| engine.search(request, context))?;
        let exit = Exit::by_count(answer.hits.len());
        if json {
            return Report::json(&answer, exit);
        }
        let text: String = answer.hits.iter().map(hit_text).collect();
        Ok(Report::new(text, exit)
            .with_stamp(&answer.stamp)
            .with_more(answer.hits.len(), answer.cursor.as_deref()))
    }

    fn request(self) -> Result<SearchRequest, ToolError> {
        let role_boost = match &self.role {
            None => None,
            Some(text) => Some(CodeRole::parse(text).ok_or_else(|| {
                let known = CodeRole::ALL.map(CodeRole::as_str).join(", ");
                ToolError::invalid_input(format!("unknown role `{text}`"), format!("use {known}"))
            })?),
        };
        let type_boost = match &self.symbol_type {
            None => None,
            Some(text) => Some(SymbolType::parse(text).ok_or_else(|| {
                ToolError::invalid_input(format!("unknown type `{text}`"), SymbolType::HINT)
            })?),
        };
        Ok(SearchRequest {
            query: self.query.join(" "),
            root: None,
            mode: match self.mode {
                Mode::Lexical => SearchMode::Lexical,
                Mode::Vector => SearchMode::Vector,
                Mode::Hybrid => SearchMode::Hybrid,
            },
            scope: self.scope.map(|scope| match scope {
                Scope::Code => SearchScope::Code,
                Scope::Docs => SearchScope::Docs,
                Scope::History => SearchScope::History,
                Scope::All => SearchScope::All,
            }),
            limit: Some(self.page.limit.unwrap_or(10)),
            cursor: self.page.cursor,
            callers_level: self.callers_level,
            callees_level: self.callees_level,
            compact: false,
            include_code: self.code,
            max_code_lines: Some(self.max_code_lines),
            role_boost,
            type_boost,
            file_pattern: self.file_pattern,
            explain: self.explain,
        })
    }
}

fn commit_text(commit: &CommitHit) -> String {
    let short = commit.id.get(..12).unwrap_or(&commit.id);
    let subject = name(&plain(&commit.subject));
    let mut text = format!("{}: {} {subject}\n", kind(&format!("commit {short}")), commit.date);
    if !commit.paths.is_empty() {
        let more = if commit.has_more_paths { ", …" } else { "" };
        let paths = plain(&commit.paths.join(", "));
        text.push_str(&format!("    {}{more}\n", faint(&paths)));
    }
    text
}

fn hit_text(hit: &SearchHit) -> String {
    let mut text = match &hit.commit {
        Some(commit) => commit_text(commit),
        None => format!(
            "{}: {} {}{}\n",
            file_line(&plain(&hit.file), hit.start_line),
            kind(hit.kind.as_str()),
            name(&plain(&hit.name)),
            declaration(hit.is_declaration),
        ),
    };
    if let Some(passage) = hit.passage {
        let place = file_line(&plain(&hit.file), passage.start_line);
        let (first, last) = (hit.start_line, hit.end_line);
        text.push_str(&format!("    fits best at {place} (of lines {first}-{last})\n"));
    }
    if let Some(summary) = &hit.summary {
        let line = summary.split_whitespace().collect::<Vec<_>>().join(" ");
        text.push_str(&format!("    {}\n", faint(&plain(&line))));
    }
    if let (Some(description), Some(model)) = (&hit.description, &hit.described_by) {
        let line = plain(&format!("{description} [written by {model}]"));
        text.push_str(&format!("    {}\n", faint(&line)));
    }
    for reason in &hit.explanation {
        text.push_str(&format!("    {:+8.2} {}\n", reason.value, faint(&plain(&reason.what))));
    }
    for (arrow, related) in [("<-", &hit.callers), ("->", &hit.callees)] {
        for other in related {
            let place = match other.file.is_empty() {
                true => String::new(),
                false => file_line(&plain(&other.file), other.start_line),
            };
            text.push_str(&format!("    {arrow} {} {place}\n", plain(&other.name)));
        }
    }
    if let Some(code) = &hit.code {
        for line in code.lines() {
            text.push_str(&format!("    | {}\n", plain(line)));
        }
    }
    text
}
