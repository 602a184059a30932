//! Flowcharts of hostile names, read by the real mermaid.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::{Value, json};

use super::install;

const FILES: [(&str, &str); 4] = [
    (
        "box.cpp",
        "template <typename T> struct Box {\n  T value;\n  Box& operator<<(const T& other) { value = \
         combine(other); return *this; }\n  bool operator()(int a) { return check(a); }\n  T \
         operator[](int a) { return combine(value); }\n  bool operator->*(int a) { return \
         check(a); }\n  static T combine(const T& x) { return x; }\n  bool check(int a) { return a \
         > 0; }\n};\n",
    ),
    (
        "odd.ts",
        "export class Odd {\n  \"x[y]\\\"z`\"() { return this.plain(); }\n  \"%%{init: \
         {'theme':'x'}}%%\"() { return this.plain(); }\n  \"end\"() { return this.plain(); }\n  \
         [\"a|b;{c}(d)\"]() { return this.plain(); }\n  '<b>&amp;#quot;</b>'() { return \
         this.plain(); }\n  \"a --> b\"() { return this.plain(); }\n  \"\u{1f9f6} \u{202e}x\"() { return \
         this.plain(); }\n  plain() { return 1; }\n}\n",
    ),
    (
        "names.py",
        "def größe():\n    return 価格()\n\n\ndef 価格():\n    return 1\n\n\nclass end:\n    def \
         subgraph(self):\n        return größe()\n",
    ),
    ("twice.py", "def end():\n    return 1\n\n\ndef graph():\n    return end()\n"),
];

const ROOTS: [&str; 6] =
    ["Odd.plain", "Box.combine", "Box.check", "価格", "end.subgraph", "twice.py::end"];

/// Asks for the graph around each root and has it read.
pub(super) fn check(cache: &Path, clew: &Path, node: &Path) -> anyhow::Result<()> {
    let library = install::mermaid(cache)?;
    let stage = cache.join("mermaid-stage");
    if stage.exists() {
        fs::remove_dir_all(&stage).with_context(|| format!("removing {}", stage.display()))?;
    }
    let project = stage.join("project");
    fs::create_dir_all(&project)?;
    for (name, text) in FILES {
        fs::write(project.join(name), text)?;
    }
    let graph = |root: &str, format: &str| -> anyhow::Result<String> {
        let mut command = Command::new(clew);
        command.env("CLEW_STANDALONE", "1");
        command.arg("--project-root").arg(&project).arg("--data-dir").arg(stage.join("data"));
        command.args(["graph", root, "--direction", "both", "--depth", "3", "--format", format]);
        let output = command.output().context("starting clew")?;
        if !output.status.success() {
            bail!("{command:?} ended with {}", output.status);
        }
        Ok(String::from_utf8(output.stdout)?)
    };
    let mut charts = Vec::new();
    for root in ROOTS {
        let answer: Value = serde_json::from_str(&graph(root, "json")?)?;
        let nodes = answer["nodes"].as_array().context("no nodes")?;
        let labels: Vec<&Value> = nodes.iter().map(|node| &node["name"]).collect();
        charts.push(json!({ "name": root, "text": graph(root, "mermaid")?, "labels": labels }));
    }
    let file = stage.join("charts.json");
    fs::write(&file, Value::Array(charts).to_string())?;
    let output = Command::new(node).arg(library.join("mermaid.mjs")).arg(&file).output();
    let output = output.context("starting node")?;
    if !output.status.success() {
        bail!("mermaid refuses a chart\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}
