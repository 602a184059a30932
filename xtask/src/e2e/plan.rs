//! The workspace that clients ask about, and what they ask.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::{Value, json};

use crate::served::Served;

/// A workspace, a data folder and the plan of the calls.
pub(crate) struct Stage {
    project: PathBuf,
    data: PathBuf,
    /// The plan as a file.
    pub(super) plan: PathBuf,
    /// How the inspector starts the server.
    pub(super) config: PathBuf,
    /// The calls of the plan.
    pub(super) calls: Vec<Value>,
}

const YAOXIANG: &str = "main = () => {\n  total=1\n  print(total)\n}\n";

const FILES: [(&str, &str); 7] = [
    ("notes/empty.txt", "nothing here\n"),
    ("broken.py", "def whole():\n    pass\n\n\ndef half(:\n"),
    ("main.yx", "main = () => {\n  print(missing)\n}\n"),
    (
        "shop/cart.py",
        "\"\"\"A cart.\"\"\"\nfrom shop.price import price_of\nimport json\n\n\nclass Cart:\n    \
         \"\"\"Things to buy.\"\"\"\n\n    def __init__(self):\n        self.items = []\n\n    \
         def total(self):\n        \"\"\"Sums the prices.\"\"\"\n        return sum(price_of(item) \
         for item in self.items)\n\n\ndef checkout(cart: Cart):\n    return \
         json.dumps(cart.total())\n",
    ),
    (
        "shop/price.py",
        "def price_of(item):\n    \"\"\"Looks the price up.\"\"\"\n    return retry(lambda: item)\n\n\n\
         def retry(action, times=3):\n    \"\"\"Retries a failed action.\"\"\"\n    for _ in \
         range(times):\n        try:\n            return action()\n        except OSError:\n            \
         continue\n",
    ),
    (
        "web/app.ts",
        "import { render } from './view';\n\nexport function start(): void {\n  render('shop');\n}\n",
    ),
    (
        "web/view.ts",
        "export function render(name: string): string {\n  return `<b>${name}</b>`;\n}\n",
    ),
];

/// All tools.
pub(super) const TOOLS: [&str; 19] = [
    "search",
    "graph",
    "lookup_symbol",
    "find_references",
    "find_similar",
    "outline",
    "list_imports",
    "repo_map",
    "parse_source",
    "format_source",
    "typecheck",
    "explain_diagnostic",
    "rename_symbol",
    "status",
    "scan",
    "logs",
    "stats",
    "setup",
    "setup_status",
];

impl Stage {
    /// Writes workspace and plan below `cache`.
    pub(crate) fn set_up(cache: &Path, clew: &Path) -> anyhow::Result<Self> {
        let stage = cache.join("stage");
        if stage.exists() {
            fs::remove_dir_all(&stage).with_context(|| format!("removing {}", stage.display()))?;
        }
        // A name with a space, as many home folders have.
        let project = stage.join("my project");
        for (name, text) in FILES {
            let path = project.join(name);
            fs::create_dir_all(path.parent().unwrap_or(&project))?;
            fs::write(path, text)?;
        }
        let calls = calls();
        let plan = stage.join("plan.json");
        fs::write(
            &plan,
            json!({ "tools": TOOLS, "calls": calls, "offers": offers() }).to_string(),
        )?;
        let config = stage.join("inspector.json");
        let stage = Stage { project, data: stage.join("data"), plan, config, calls };
        let server = json!({ "command": clew, "args": stage.mcp_arguments() });
        fs::write(&stage.config, json!({ "mcpServers": { "clew": server } }).to_string())?;
        Ok(stage)
    }

    /// Arguments of `clew mcp` that keep it to workspace and data folder, and
    /// leave no daemon behind.
    /// Clients pass hardly any of the environment on, so arguments it is.
    pub(crate) fn server_arguments(&self) -> [&OsStr; 5] {
        [
            OsStr::new("--standalone"),
            OsStr::new("--project-root"),
            self.project.as_os_str(),
            OsStr::new("--data-dir"),
            self.data.as_os_str(),
        ]
    }

    /// Where the server notes its calls.
    pub(crate) fn usage_log(&self) -> PathBuf {
        self.project.join(".clew/mcp-usage.jsonl")
    }

    /// Serves the workspace over HTTP, with both transports and a token.
    pub(crate) fn serve(&self, clew: &Path) -> anyhow::Result<Served> {
        let fixed = ["mcp", "--http", "--sse", "--addr", "127.0.0.1:0"].map(OsStr::new);
        Served::start(clew, &[&fixed[..], &self.server_arguments()[..]].concat())
    }

    /// Serves the workspace over HTTP without a token.
    pub(crate) fn serve_openly(&self, clew: &Path) -> anyhow::Result<Served> {
        let fixed = ["mcp", "--http", "--addr", "127.0.0.1:0"].map(OsStr::new);
        Served::start_openly(clew, &[&fixed[..], &self.server_arguments()[..]].concat())
    }

    fn mcp_arguments(&self) -> Vec<String> {
        let arguments = self.server_arguments().map(|text| text.to_string_lossy().into_owned());
        std::iter::once("mcp".to_string()).chain(arguments).collect()
    }
}

/// What is there besides tools: each with what its answer must hold; `null`
/// for what must be refused.
fn offers() -> Value {
    let template = json!({ "type": "ref/resource", "uri": "clew://file/{+path}{#symbol}" });
    let prompt = json!({ "type": "ref/prompt", "name": "impact_of_change" });
    json!({
        "prompts": ["explore_codebase", "impact_of_change", "review_diff"],
        "template": "clew://file/{+path}{#symbol}",
        "reads": [
            { "uri": "clew://file/shop/price.py", "contains": "def price_of(item):" },
            { "uri": "clew://file/shop/cart.py#Cart.total", "contains": "sum(price_of(item)" },
            { "uri": "clew://file/shop/none.py", "contains": null },
            { "uri": "clew://file/..%2F..%2Fetc%2Fpasswd", "contains": null },
        ],
        "gets": [
            { "name": "explore_codebase", "arguments": {}, "contains": "`repo_map`" },
            { "name": "impact_of_change", "arguments": { "symbol": "Cart.total" }, "contains": "`Cart.total`" },
            { "name": "impact_of_change", "arguments": {}, "contains": null },
        ],
        "completions": [
            { "ref": template, "name": "path", "value": "shop/c", "values": ["shop/cart.py"] },
            { "ref": template, "name": "symbol", "value": "check", "values": ["checkout"] },
            { "ref": prompt, "name": "symbol", "value": "price", "values": ["price_of"] },
            { "ref": prompt, "name": "symbol", "value": "zzqqxx", "values": [] },
        ],
    })
}

/// A call that must answer, with what its text must hold.
fn good(tool: &str, arguments: Value, contains: &str) -> Value {
    json!({ "tool": tool, "arguments": arguments, "outcome": "ok", "contains": contains })
}

/// A call that must be answered with an error.
fn bad(tool: &str, arguments: Value, contains: &str) -> Value {
    json!({ "tool": tool, "arguments": arguments, "outcome": "error", "contains": contains })
}

const INVALID: &str = "MCP-INVALID-INPUT";

/// Each tool with a good, an empty or diagnosing, and a bad input.
fn calls() -> Vec<Value> {
    let mut calls = workspace_calls();
    calls.extend(fragment_calls());
    calls
}

fn workspace_calls() -> Vec<Value> {
    vec![
        good("search", json!({ "query": "retry a failed action" }), "shop/price.py"),
        good("search", json!({ "query": "zzqqxx" }), "No matching components found."),
        bad("search", json!({}), INVALID),
        good("graph", json!({ "from": "Cart.total" }), "price_of"),
        good("graph", json!({ "from": "checkout", "to": "retry", "format": "json" }), "nodes"),
        good("graph", json!({ "from": "Cart.total", "format": "mermaid" }), "flowchart"),
        good("graph", json!({ "from": "render", "direction": "down" }), "render"),
        bad("graph", json!({ "from": "no_such_name" }), "MCP-NOT-FOUND"),
        good("lookup_symbol", json!({ "query": "Cart.total" }), "shop/cart.py"),
        good("lookup_symbol", json!({ "query": "zzqqxx" }), "\"symbols\":[]"),
        bad("lookup_symbol", json!({ "query": "a", "kind": ["king"] }), INVALID),
        good("find_references", json!({ "query": "price_of" }), "\"role\":\"call\""),
        good("find_references", json!({ "query": "zzqqxx" }), "\"locations\":[]"),
        bad("find_references", json!({ "query": "a", "role": "king" }), INVALID),
        good("outline", json!({ "file_path": "shop/cart.py" }), "total"),
        good("outline", json!({ "file_path": "broken.py" }), "syntax errors"),
        good("outline", json!({ "file_path": "notes/empty.txt" }), "\"symbols\":[]"),
        bad("outline", json!({ "file_path": "." }), "is a folder"),
        bad("outline", json!({ "file_path": "shop/none.py" }), "MCP-NOT-FOUND"),
        bad("outline", json!({ "file_path": "../../etc/passwd" }), "MCP-PATH-OUTSIDE-PROJECT"),
        good("list_imports", json!({ "file_path": "shop/cart.py" }), "shop/price.py"),
        good("list_imports", json!({ "file_path": "web/view.ts" }), "\"imports\":[]"),
        bad("list_imports", json!({ "file_path": "none.py" }), "MCP-NOT-FOUND"),
        good("repo_map", json!({}), "shop/price.py"),
        good("repo_map", json!({ "path": "notes" }), "\"total_symbols\":0"),
        bad("repo_map", json!({ "max_tokens": 1 }), INVALID),
        good("status", json!({}), "has_index"),
        good("status", json!({ "path": ".", "colour": 1 }), "unknown argument `colour`"),
        bad("status", json!({ "project_path": "no/such/folder" }), "MCP-PROJECT-NOT-FOUND"),
        good("scan", json!({}), "scan_id"),
        good("scan", json!({ "project_path": "shop" }), "\"started\": false"),
        bad("scan", json!({ "project_path": "no/such/folder" }), "MCP-PROJECT-NOT-FOUND"),
        good("logs", json!({}), "stream_id"),
        good("logs", json!({ "stream_id": "gone", "after_id": "7" }), "\"truncated\": true"),
        bad("logs", json!({ "after_id": 1 }), INVALID),
        good("find_similar", json!({ "target": "price_of" }), "\"hits\":["),
        good("find_similar", json!({ "query": "retry", "limit": 1 }), "\"hits\":["),
        bad("find_similar", json!({}), INVALID),
        good("setup_status", json!({}), "config_path"),
        good("setup", json!({ "interactive": false, "mode": "bm25" }), "config_path"),
        bad("setup", json!({ "interactive": false, "mode": "king" }), INVALID),
        good("stats", json!({}), "session_calls"),
        good("stats", json!({ "since": "yesterday", "limit": "1" }), "unknown argument `since`"),
        bad("stats", json!({ "limit": 0 }), INVALID),
    ]
}

fn fragment_calls() -> Vec<Value> {
    let rename = |old: &str, new: &str| json!({ "source": YAOXIANG, "language": "yx", "old_name": old, "new_name": new });
    vec![
        good("parse_source", json!({ "source": "a = 1\n", "language": "python" }), "\"ok\":true"),
        good("parse_source", json!({ "source": "def (:", "language": "py" }), "\"ok\":false"),
        bad("parse_source", json!({ "source": "a", "language": "klingon" }), "yaoxiang"),
        good("format_source", json!({ "source": YAOXIANG, "language": "yx" }), "\"changed\":true"),
        good(
            "format_source",
            json!({ "source": "main = (", "language": "yx" }),
            "\"changed\":false",
        ),
        bad("format_source", json!({ "source": "a", "language": "klingon" }), "yaoxiang"),
        good("typecheck", json!({ "file_paths": ["main.yx"], "project_root": "." }), "\"E1001\""),
        good("typecheck", json!({ "file_paths": ["shop"], "project_root": "." }), "\"errors\":0"),
        good(
            "typecheck",
            json!({ "file_paths": "main.yx", "project_root": ".", "lang": "zh" }),
            "E1001",
        ),
        bad("typecheck", json!({ "project_root": "." }), INVALID),
        good("explain_diagnostic", json!({ "code": "E1001", "lang": "zh" }), "E1001"),
        good("explain_diagnostic", json!({ "code": "e1001" }), "E1001"),
        bad("explain_diagnostic", json!({ "code": "E9999" }), "MCP-NOT-FOUND"),
        good("rename_symbol", rename("total", "sum"), "sum=1"),
        good("rename_symbol", rename("no_such_name", "sum"), "\"occurrences\":0"),
        bad("rename_symbol", json!({ "source": YAOXIANG }), INVALID),
    ]
}
