//! The names of all questions.

use serde::{Deserialize, Serialize};

/// One kind of question; its name is the MCP tool's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Places by words or by meaning.
    Search,
    /// Code like other code.
    FindSimilar,
    /// Connections of symbols.
    Graph,
    /// Definitions by name.
    LookupSymbol,
    /// Uses by name.
    FindReferences,
    /// Symbols of a file.
    Outline,
    /// Imports of a file.
    ListImports,
    /// Central symbols of a workspace.
    RepoMap,
    /// Syntax tree of a fragment.
    ParseSource,
    /// Layout of a fragment.
    FormatSource,
    /// Findings about files.
    Typecheck,
    /// Meaning of a diagnostic code.
    ExplainDiagnostic,
    /// New name inside a fragment.
    RenameSymbol,
    /// State of a workspace.
    Status,
    /// Bringing the index up to date.
    Scan,
    /// Last messages of the engine.
    Logs,
    /// Usage figures.
    Stats,
    /// Known languages.
    Languages,
    /// Text of a file.
    ReadFile,
    /// Paths of files.
    ListFiles,
    /// A configuration of models.
    Setup,
    /// What is configured.
    SetupStatus,
}

impl Question {
    /// All questions, the most useful first.
    pub const ALL: [Question; 22] = [
        Question::Search,
        Question::FindSimilar,
        Question::Graph,
        Question::LookupSymbol,
        Question::FindReferences,
        Question::Outline,
        Question::ListImports,
        Question::RepoMap,
        Question::ParseSource,
        Question::FormatSource,
        Question::Typecheck,
        Question::ExplainDiagnostic,
        Question::RenameSymbol,
        Question::Status,
        Question::Scan,
        Question::Logs,
        Question::Stats,
        Question::Languages,
        Question::ReadFile,
        Question::ListFiles,
        Question::Setup,
        Question::SetupStatus,
    ];

    /// Name as tools and logs use it, for example `lookup_symbol`.
    pub fn as_str(self) -> &'static str {
        match self {
            Question::Search => "search",
            Question::FindSimilar => "find_similar",
            Question::Graph => "graph",
            Question::LookupSymbol => "lookup_symbol",
            Question::FindReferences => "find_references",
            Question::Outline => "outline",
            Question::ListImports => "list_imports",
            Question::RepoMap => "repo_map",
            Question::ParseSource => "parse_source",
            Question::FormatSource => "format_source",
            Question::Typecheck => "typecheck",
            Question::ExplainDiagnostic => "explain_diagnostic",
            Question::RenameSymbol => "rename_symbol",
            Question::Status => "status",
            Question::Scan => "scan",
            Question::Logs => "logs",
            Question::Stats => "stats",
            Question::Languages => "languages",
            Question::ReadFile => "read_file",
            Question::ListFiles => "list_files",
            Question::Setup => "setup",
            Question::SetupStatus => "setup_status",
        }
    }
}
