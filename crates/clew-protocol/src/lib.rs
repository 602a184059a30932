//! Requests and answers of every question Clew can be asked.
//!
//! Plain data shared by the engine, the command line, MCP and the daemon wire.
//! Field names are those of the published JSON; the crate knows no transport
//! and no engine. `schemaVersion` is added by [`to_structured`], at the edge.

mod documents;
mod envelope;
mod error;
mod explain;
mod files;
mod format;
mod graph;
mod imports;
mod languages;
mod limits;
mod logs;
mod lookup;
mod outline;
mod parse;
mod question;
mod references;
mod rename;
mod repo_map;
mod scan;
mod score;
mod search;
mod setup;
mod shapes;
mod similar;
mod stamp;
mod stats;
mod status;
mod taxonomy;
#[cfg(test)]
mod tests;
mod typecheck;
mod workspaces;

pub use clew_model::{Certainty, Role, Severity, SymbolKind, Visibility};
pub use clew_text::{Hunk, Span};

pub use documents::{CloseDocumentRequest, DocumentAnswer, DocumentRequest, UnsavedDocument};
pub use envelope::{SCHEMA_VERSION, to_structured};
pub use error::{ErrorCode, ToolError};
pub use explain::{ExplainDiagnosticAnswer, ExplainDiagnosticRequest};
pub use files::{FilePart, ListFilesAnswer, ListFilesRequest, ReadFileAnswer, ReadFileRequest};
pub use format::{FormatSourceAnswer, FormatSourceRequest};
pub use graph::{
    Direction, EdgeKind, GraphAnswer, GraphEdge, GraphFormat, GraphNode, GraphRequest,
};
pub use imports::{ImportEntry, ImportKind, ImportedItem, ListImportsAnswer, ListImportsRequest};
pub use languages::{LanguageDepth, LanguageEntry, LanguagesAnswer};
pub use limits::{
    DEFAULT_LIST_LIMIT, DEFAULT_MAP_TOKENS, DEFAULT_PARSE_DEPTH, DEFAULT_PARSE_NODES,
    MAX_FILE_PART_BYTES, MAX_GRAPH_DEPTH, MAX_LIST_LIMIT, MAX_PARSE_DEPTH, MAX_PARSE_NODES,
    MAX_QUERY_BYTES, MAX_SOURCE_BYTES, MAX_UNSAVED_NAMED,
};
pub use logs::{LogEntry, LogsAnswer, LogsRequest};
pub use lookup::{LookupSymbolAnswer, LookupSymbolRequest};
pub use outline::{OutlineAnswer, OutlineItem, OutlineRequest};
pub use parse::{ParseSourceAnswer, ParseSourceRequest};
pub use question::Question;
pub use references::{FindReferencesAnswer, FindReferencesRequest};
pub use rename::{RenameScope, RenameSymbolAnswer, RenameSymbolRequest};
pub use repo_map::{MapFile, MapSymbol, RepoMapAnswer, RepoMapRequest};
pub use scan::{
    LeftOut, ScanAnswer, ScanCounts, ScanPhase, ScanProgress, ScanRefusal, ScanRequest, ScanStatus,
    ScanWait,
};
pub use search::{
    CommitHit, Origin, Passage, RelatedHit, ScoreReason, SearchAnswer, SearchHit, SearchMode,
    SearchRequest, SearchScope,
};
pub use setup::{
    CredentialSource, PendingChange, ProviderCheck, SetupMode, SetupRequest, SetupState,
    SetupStatusAnswer, SetupStatusRequest,
};
pub use shapes::{Diagnostic, Edit, Location, Node, Related, Symbol};
pub use similar::{FindSimilarAnswer, FindSimilarRequest, RelationCounts, SimilarHit};
pub use stamp::{EdgeState, Freshness, Root, RootSource, Stamp};
pub use stats::{RecentCall, StatsAnswer, ToolUsage, UsageRecord};
pub use status::{
    Coverage, DaemonStatus, DescriptionState, IndexStats, MakingPhase, StatusAnswer, StatusRequest,
    VectorState,
};
pub use taxonomy::{CodeRole, SYMBOL_KIND_HINT, SymbolType, parse_symbol_kind};
pub use typecheck::{Counts, TypecheckAnswer, TypecheckMode, TypecheckRequest};
pub use workspaces::{OpenWorkspace, WatchMode, WatchState, WorkspacesAnswer};
