//! The bounds of requests, shared by all edges and the engine.

/// Items of a list answer when the caller gives no limit.
pub const DEFAULT_LIST_LIMIT: u32 = 20;
/// Most items of one list answer; larger limits are cut to this.
pub const MAX_LIST_LIMIT: u32 = 1000;
/// Most bytes of text that one reading of a file gives (128 KiB).
pub const MAX_FILE_PART_BYTES: u32 = 128 * 1024;
/// Largest source text of a fragment tool, in bytes (4 MiB).
pub const MAX_SOURCE_BYTES: usize = 4 * 1024 * 1024;
/// Depth of a syntax tree when the caller gives none.
pub const DEFAULT_PARSE_DEPTH: u32 = 24;
/// Greatest depth of a returned syntax tree, which bounds the recursion of
/// everything that reads or writes it.
pub const MAX_PARSE_DEPTH: u32 = 100;
/// Nodes of a syntax tree when the caller gives no number.
pub const DEFAULT_PARSE_NODES: u32 = 200;
/// Most nodes of a returned syntax tree.
pub const MAX_PARSE_NODES: u32 = 20_000;
/// Greatest depth of a graph walk.
pub const MAX_GRAPH_DEPTH: u32 = 100;
/// Token budget of a repository map when the caller gives none.
pub const DEFAULT_MAP_TOKENS: u32 = 1500;
/// Longest query of `search` and of questions by name, in bytes.
pub const MAX_QUERY_BYTES: usize = 8 * 1024;
/// Unsaved documents named in one freshness stamp.
pub const MAX_UNSAVED_NAMED: usize = 10;
