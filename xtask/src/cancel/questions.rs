//! The most expensive question of each tool.

use serde_json::{Value, json};

use super::tree::Tree;

/// A question with what it is asked of.
pub(super) struct Question {
    /// Its name in the figures.
    pub(super) name: &'static str,
    /// The tool.
    pub(super) tool: &'static str,
    /// Its arguments.
    pub(super) arguments: Value,
    /// The index that is there.
    pub(super) data: Data,
}

/// What the data folder holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Data {
    /// The index of the tree.
    Indexed,
    /// Nothing, so that the question waits for the first index.
    Empty,
}

/// All questions.
pub(super) fn all(tree: &Tree) -> Vec<Question> {
    let first = Question {
        name: "first index",
        tool: "lookup_symbol",
        arguments: json!({ "query": "Model" }),
        data: Data::Empty,
    };
    let indexed = searches().into_iter().chain(graphs()).chain(names(tree)).chain(fragments());
    let indexed = indexed.map(|(name, tool, arguments)| Question {
        name,
        tool,
        arguments,
        data: Data::Indexed,
    });
    indexed.chain([first]).collect()
}

/// Name, tool and arguments.
type Put = (&'static str, &'static str, Value);

fn searches() -> Vec<Put> {
    let words = huge_query(8_000);
    let related = |query: &str| {
        json!({ "query": query, "limit": 1000, "include_code": true, "callers_level": 5,
            "callees_level": 5 })
    };
    let like = json!({ "query": words, "limit": 1000, "include_code": true });
    vec![
        ("search", "search", related(&words)),
        ("search names", "search", related("model field save get filter query")),
        ("find_similar symbol", "find_similar", json!({ "target": "QuerySet", "limit": 1000 })),
        ("find_similar words", "find_similar", like),
    ]
}

fn graphs() -> Vec<Put> {
    let everything = "contains,call,inherits,implements";
    let graph = |from: &str, direction: &str| {
        json!({ "from": from, "depth": 100, "direction": direction, "edge_types": everything,
            "internal_only": false, "limit": 1000, "format": "json" })
    };
    let path = json!({ "from": "ManagementUtility.execute", "to": "django/utils/text.py::slugify",
        "edge_types": everything, "depth": 100 });
    vec![
        ("graph both", "graph", graph("django/db/models/base.py", "both")),
        ("graph up", "graph", graph("django.db.models.Model", "up")),
        ("graph down", "graph", graph("BaseHandler.load_middleware", "down")),
        ("graph path", "graph", path),
        ("repo_map", "repo_map", json!({ "max_tokens": 10_000 })),
    ]
}

fn names(tree: &Tree) -> Vec<Put> {
    let check = |path: &str| json!({ "file_paths": [path], "mode": "full", "project_root": tree.root(), "limit": 1000 });
    let references = |name: &str| json!({ "query": name, "limit": 1000 });
    let query = json!({ "file_path": "django/db/models/query.py", "limit": 1000 });
    vec![
        ("references class", "find_references", references("Model")),
        ("references name", "find_references", references("get")),
        ("references init", "find_references", references("__init__")),
        ("lookup fuzzy", "lookup_symbol", json!({ "query": "gte", "limit": 1000 })),
        ("lookup long", "lookup_symbol", json!({ "query": "getquerysetfiltr".repeat(400) })),
        ("typecheck full", "typecheck", check(".")),
        ("typecheck one", "typecheck", check("yx/m7.yx")),
        ("outline", "outline", query),
        ("list_imports", "list_imports", json!({ "file_path": "django/db/models/base.py" })),
        ("status", "status", json!({})),
    ]
}

fn fragments() -> Vec<Put> {
    // Names of a usual length; a parse of far more tokens is refused as too long.
    let python = "def pairs_of(arguments, defaults=[1, 2]):\n    return {default: [argument for \
        argument in arguments] for default in defaults}\n";
    let python = filling(python, 2);
    let yaoxiang = "f: (n: Int) -> Int = (n) => {\n    total=n*2\n    return total\n}\n";
    let yaoxiang = filling(yaoxiang, 4);
    let tree = json!({ "source": python, "language": "python", "max_depth": 100,
        "max_nodes": 20_000 });
    let rename = json!({ "source": yaoxiang, "language": "yx", "old_name": "total",
        "new_name": "sum" });
    let yaoxiang = json!({ "source": yaoxiang, "language": "yx" });
    vec![
        ("parse_source", "parse_source", tree),
        ("parse_source yx", "parse_source", yaoxiang.clone()),
        ("format_source", "format_source", yaoxiang),
        ("rename_symbol", "rename_symbol", rename),
    ]
}

/// A text as often as it fits into so many MiB.
fn filling(text: &str, mib: usize) -> String {
    text.repeat(mib * 1024 * 1024 / text.len())
}

/// Words of the tree, as many as fit.
fn huge_query(bytes: usize) -> String {
    let words = [
        "model",
        "field",
        "query",
        "set",
        "filter",
        "request",
        "response",
        "cache",
        "form",
        "template",
        "render",
        "save",
        "delete",
        "user",
        "session",
        "value",
        "error",
        "name",
        "migration",
        "schema",
        "connection",
        "cursor",
        "where",
        "lookup",
        "prefetch",
        "widget",
    ];
    let mut text = String::new();
    let mut number = 0_usize;
    while text.len() + 40 < bytes {
        let (one, two) = (words[number % words.len()], words[(number / 7 + 3) % words.len()]);
        text.push_str(&format!("{one}_{two}{} ", number % 11));
        number += 1;
    }
    text
}
