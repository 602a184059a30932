//! The workspace that clients ask about, and what they ask.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::{Value, json};

/// A workspace, a data folder and the plan of the calls.
pub(super) struct Stage {
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

const FILES: [(&str, &str); 5] = [
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

const TOOLS: [&str; 16] = [
    "search",
    "graph",
    "lookup_symbol",
    "find_references",
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
];

impl Stage {
    /// Writes workspace and plan below `cache`.
    pub(super) fn set_up(cache: &Path, clew: &Path) -> anyhow::Result<Self> {
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
        fs::write(&plan, json!({ "tools": TOOLS, "calls": calls }).to_string())?;
        let config = stage.join("inspector.json");
        let stage = Stage { project, data: stage.join("data"), plan, config, calls };
        let server = json!({ "command": clew, "args": stage.mcp_arguments() });
        fs::write(&stage.config, json!({ "mcpServers": { "clew": server } }).to_string())?;
        Ok(stage)
    }

    /// Arguments of `clew mcp` that keep it to workspace and data folder.
    /// Clients pass hardly any of the environment on, so arguments it is.
    pub(super) fn server_arguments(&self) -> [&OsStr; 4] {
        [
            OsStr::new("--project-root"),
            self.project.as_os_str(),
            OsStr::new("--data-dir"),
            self.data.as_os_str(),
        ]
    }

    fn mcp_arguments(&self) -> Vec<String> {
        let arguments = self.server_arguments().map(|text| text.to_string_lossy().into_owned());
        std::iter::once("mcp".to_string()).chain(arguments).collect()
    }
}

/// Each tool with a good, an empty or diagnosing, and a bad input.
fn calls() -> Vec<Value> {
    let good = |tool: &str, arguments: Value, contains: &str| json!({ "tool": tool, "arguments": arguments, "outcome": "ok", "contains": contains });
    let bad = |tool: &str, arguments: Value, contains: &str| json!({ "tool": tool, "arguments": arguments, "outcome": "error", "contains": contains });
    let rename = |old: &str, new: &str| json!({ "source": YAOXIANG, "language": "yx", "old_name": old, "new_name": new });
    let invalid = "MCP-INVALID-INPUT";
    vec![
        good("search", json!({ "query": "retry a failed action" }), "shop/price.py"),
        good("search", json!({ "query": "zzqqxx" }), "No matching components found."),
        bad("search", json!({}), invalid),
        good("graph", json!({ "from": "Cart.total" }), "price_of"),
        good("graph", json!({ "from": "checkout", "to": "retry", "format": "json" }), "nodes"),
        good("graph", json!({ "from": "Cart.total", "format": "mermaid" }), "flowchart"),
        bad("graph", json!({ "from": "no_such_name" }), "MCP-NOT-FOUND"),
        good("lookup_symbol", json!({ "query": "Cart.total" }), "shop/cart.py"),
        good("lookup_symbol", json!({ "query": "zzqqxx" }), "\"symbols\":[]"),
        bad("lookup_symbol", json!({ "query": "a", "kind": ["king"] }), invalid),
        good("find_references", json!({ "query": "price_of" }), "\"role\":\"call\""),
        good("find_references", json!({ "query": "zzqqxx" }), "\"locations\":[]"),
        bad("find_references", json!({ "query": "a", "role": "king" }), invalid),
        good("outline", json!({ "file_path": "shop/cart.py" }), "total"),
        bad("outline", json!({ "file_path": "shop/none.py" }), "MCP-NOT-FOUND"),
        bad("outline", json!({ "file_path": "../../etc/passwd" }), "MCP-PATH-OUTSIDE-PROJECT"),
        good("list_imports", json!({ "file_path": "shop/cart.py" }), "shop/price.py"),
        good("list_imports", json!({ "file_path": "web/view.ts" }), "\"imports\":[]"),
        bad("list_imports", json!({ "file_path": "none.py" }), "MCP-NOT-FOUND"),
        good("repo_map", json!({}), "shop/price.py"),
        bad("repo_map", json!({ "max_tokens": 1 }), invalid),
        good("parse_source", json!({ "source": "a = 1\n", "language": "python" }), "\"ok\":true"),
        good("parse_source", json!({ "source": "def (:", "language": "py" }), "\"ok\":false"),
        bad("parse_source", json!({ "source": "a", "language": "klingon" }), invalid),
        good("format_source", json!({ "source": YAOXIANG, "language": "yx" }), "\"changed\":true"),
        bad("format_source", json!({ "source": "a", "language": "klingon" }), invalid),
        good("typecheck", json!({ "file_paths": ["main.yx"], "project_root": "." }), "\"E1001\""),
        good("typecheck", json!({ "file_paths": ["shop"], "project_root": "." }), "\"errors\":0"),
        bad("typecheck", json!({ "project_root": "." }), invalid),
        good("explain_diagnostic", json!({ "code": "E1001", "lang": "zh" }), "E1001"),
        bad("explain_diagnostic", json!({ "code": "E9999" }), "MCP-NOT-FOUND"),
        good("rename_symbol", rename("total", "sum"), "sum=1"),
        good("rename_symbol", rename("no_such_name", "sum"), "\"occurrences\":0"),
        bad("rename_symbol", json!({ "source": YAOXIANG }), invalid),
        good("status", json!({}), "has_index"),
        bad("status", json!({ "project_path": "no/such/folder" }), "MCP-PROJECT-NOT-FOUND"),
        good("scan", json!({}), "scan_id"),
        bad("scan", json!({ "project_path": "no/such/folder" }), "MCP-PROJECT-NOT-FOUND"),
        good("logs", json!({}), "stream_id"),
        bad("logs", json!({ "after_id": 1 }), invalid),
        good("stats", json!({}), "session_calls"),
    ]
}
