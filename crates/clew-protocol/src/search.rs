//! search: places by words or by meaning.

use clew_model::SymbolKind;
use serde::{Deserialize, Serialize};

use crate::score::rounded;
use crate::shapes::is_false;
use crate::{CodeRole, Stamp, SymbolType};

/// Asks for the code that fits a name or a description.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchRequest {
    /// Symbol name or description of what the code does.
    pub query: String,
    /// Another project root than the one the engine was started for.
    #[serde(default)]
    pub root: Option<String>,
    /// Which indexes are asked.
    #[serde(default)]
    pub mode: SearchMode,
    /// What is searched; the files, code and documents alike, when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<SearchScope>,
    /// Most hits to return; 10 when absent.
    #[serde(default)]
    pub limit: Option<u32>,
    /// Where to go on, from an earlier answer.
    #[serde(default)]
    pub cursor: Option<String>,
    /// Levels of callers attached to each hit.
    #[serde(default)]
    pub callers_level: u32,
    /// Levels of callees attached to each hit.
    #[serde(default)]
    pub callees_level: u32,
    /// Leaves callers and callees out whatever the levels say.
    #[serde(default)]
    pub compact: bool,
    /// Attaches the source of each hit.
    #[serde(default)]
    pub include_code: bool,
    /// Lines of source per hit; 30 when absent.
    #[serde(default)]
    pub max_code_lines: Option<u32>,
    /// Role that ranks higher.
    #[serde(default)]
    pub role_boost: Option<CodeRole>,
    /// Type that ranks higher.
    #[serde(default)]
    pub type_boost: Option<SymbolType>,
    /// Glob that the file must fit; `**/` is put in front when missing.
    #[serde(default)]
    pub file_pattern: Option<String>,
    /// Tells of each hit how its score came about.
    #[serde(default)]
    pub explain: bool,
}

/// Which indexes a search asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SearchMode {
    /// Words only.
    Lexical,
    /// Meaning only.
    Vector,
    /// Both, merged.
    #[default]
    Hybrid,
}

impl SearchMode {
    /// Name as written in requests.
    pub fn as_str(self) -> &'static str {
        match self {
            SearchMode::Lexical => "lexical",
            SearchMode::Vector => "vector",
            SearchMode::Hybrid => "hybrid",
        }
    }
}

/// What a search is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SearchScope {
    /// Code and data files.
    Code,
    /// Documents, by heading.
    Docs,
    /// Commits of git: what they say and which files they changed.
    History,
    /// All of these.
    All,
}

impl SearchScope {
    /// Every scope, in the order shown to people.
    pub const ALL: [SearchScope; 4] =
        [SearchScope::Code, SearchScope::Docs, SearchScope::History, SearchScope::All];

    /// Name as written in requests.
    pub fn as_str(self) -> &'static str {
        match self {
            SearchScope::Code => "code",
            SearchScope::Docs => "docs",
            SearchScope::History => "history",
            SearchScope::All => "all",
        }
    }

    /// Reads a name in any case.
    pub fn parse(text: &str) -> Option<SearchScope> {
        let wanted = text.trim().to_ascii_lowercase();
        SearchScope::ALL.into_iter().find(|scope| scope.as_str() == wanted)
    }
}

/// Where a hit comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// A file of code or data.
    #[default]
    Code,
    /// A document.
    Docs,
    /// A commit of git.
    History,
}

impl Origin {
    fn is_code(&self) -> bool {
        *self == Origin::Code
    }
}

/// A commit that a hit stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommitHit {
    /// Its name, 40 or 64 hex digits.
    pub id: String,
    /// Day of the commit in UTC, as `2026-11-30`.
    pub date: String,
    /// Name of its author.
    pub author: String,
    /// First paragraph of its message.
    pub subject: String,
    /// Files that it changed, relative to the root; some of them where there are many.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
    /// Whether it changed more than `paths` names.
    #[serde(default)]
    pub has_more_paths: bool,
}

/// Places that fit, best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchAnswer {
    /// The hits of this page.
    pub hits: Vec<SearchHit>,
    /// Number of hits on all pages that is known: on the last page all there are,
    /// before it one more than shown so far.
    pub total: u32,
    /// Whether there may be more hits than `total`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub total_is_lower_bound: bool,
    /// Where to go on; absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Root, freshness and hints.
    #[serde(flatten)]
    pub stamp: Stamp,
}

/// One place that fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchHit {
    /// `<file>::<qualified name>`.
    pub id: String,
    /// Qualified name; the file's name for a part without one.
    pub name: String,
    /// Coarse type.
    #[serde(rename = "type")]
    pub symbol_type: SymbolType,
    /// LSP kind in lower case.
    pub kind: SymbolKind,
    /// Part it plays in the application.
    pub role: CodeRole,
    /// Where it comes from; absent for code.
    #[serde(default, skip_serializing_if = "Origin::is_code")]
    pub origin: Origin,
    /// The commit, for a hit in the history; `file` is empty then and the lines are 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<CommitHit>,
    /// File relative to the root.
    pub file: String,
    /// Whether it only announces what is defined elsewhere: a prototype, an overload's
    /// signature.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_declaration: bool,
    /// First line of the definition (of the part found, where that belongs to none),
    /// 1-based.
    pub start_line: u32,
    /// Last line, 1-based, inclusive.
    pub end_line: u32,
    /// The part of a long definition that fits, which `code` shows; absent where the
    /// definition is short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passage: Option<Passage>,
    /// Goodness of fit; greater is better within one origin.
    #[serde(serialize_with = "rounded")]
    pub score: f32,
    /// Signature and first sentence of the doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// What a model wrote about it, where descriptions are written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The model that wrote `description`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub described_by: Option<String>,
    /// Source text, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// How the score came about, when asked for; the values add up to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explanation: Vec<ScoreReason>,
    /// Who calls it, when asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub callers: Vec<RelatedHit>,
    /// What it calls, when asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub callees: Vec<RelatedHit>,
}

/// Lines of a definition that fit better than the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// First line, 1-based.
    pub start_line: u32,
    /// Last line, 1-based, inclusive.
    pub end_line: u32,
}

/// One part of a score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreReason {
    /// What counted, for people.
    pub what: String,
    /// What it added; negative where it took away.
    #[serde(serialize_with = "rounded")]
    pub value: f32,
}

/// A caller or callee of a hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelatedHit {
    /// Qualified name.
    pub name: String,
    /// Coarse type.
    #[serde(rename = "type")]
    pub symbol_type: SymbolType,
    /// File relative to the root.
    pub file: String,
    /// First line, 1-based.
    pub start_line: u32,
    /// Last line, 1-based, inclusive.
    pub end_line: u32,
    /// What connects it, for example `call`.
    pub edge_type: String,
}
