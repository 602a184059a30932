//! Words that tell little in a question.

/// How much a word (lower case) counts beside other words.
pub(super) fn weight(word: &str) -> f32 {
    if COMMON.contains(&word) {
        0.05
    } else if VAGUE.contains(&word) {
        0.4
    } else {
        1.0
    }
}

/// Whether `ending` is one of source and document files.
pub(super) fn is_file_ending(ending: &str) -> bool {
    ENDINGS.contains(&ending.to_ascii_lowercase().as_str())
}

/// Words that hold questions together.
const COMMON: &[&str] = &[
    "a", "about", "all", "an", "and", "any", "are", "as", "at", "be", "been", "before", "being",
    "but", "by", "can", "could", "did", "do", "does", "done", "each", "for", "from", "had", "has",
    "have", "how", "i", "if", "in", "into", "is", "it", "its", "me", "my", "of", "on", "or", "our",
    "out", "should", "so", "some", "that", "the", "their", "them", "then", "there", "these",
    "they", "this", "those", "to", "us", "was", "we", "were", "what", "when", "where", "which",
    "while", "who", "whose", "why", "will", "with", "would", "you", "your",
];

/// Words about code in general.
const VAGUE: &[&str] = &[
    "after",
    "called",
    "class",
    "classes",
    "code",
    "decide",
    "decides",
    "defined",
    "definition",
    "different",
    "find",
    "function",
    "functions",
    "given",
    "happens",
    "implementation",
    "implemented",
    "implements",
    "logic",
    "made",
    "method",
    "methods",
    "module",
    "part",
    "place",
    "program",
    "responsible",
    "show",
    "used",
    "uses",
    "using",
    "way",
    "work",
    "works",
];

/// Endings of files that people name in questions.
const ENDINGS: &[&str] = &[
    "bash", "c", "cc", "cfg", "cjs", "cpp", "cs", "css", "cxx", "dart", "ex", "exs", "go",
    "gradle", "h", "hpp", "hs", "html", "ini", "java", "jl", "js", "json", "jsx", "kt", "kts",
    "less", "lua", "m", "md", "mjs", "ml", "mm", "php", "pl", "proto", "py", "pyi", "r", "rb",
    "rs", "rst", "scala", "scss", "sh", "sql", "svelte", "swift", "toml", "ts", "tsx", "txt",
    "vue", "xml", "yaml", "yml", "yx", "zig",
];
