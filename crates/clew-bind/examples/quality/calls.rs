//! Call sites marked `bound` against the true ones.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::workspace::{Site, Workspace};

/// What came out for targets of one kind.
#[derive(Default)]
pub(crate) struct Score {
    pub(crate) targets: usize,
    pub(crate) absent: usize,
    pub(crate) calls: usize,
    pub(crate) bound: usize,
    pub(crate) right: usize,
    pub(crate) wrong: Vec<String>,
    pub(crate) missed: Vec<String>,
}

impl Score {
    /// The share of the bound calls that are right.
    pub(crate) fn precision(&self) -> f64 {
        self.right as f64 / self.bound.max(1) as f64
    }

    /// The share of the true calls that are bound.
    pub(crate) fn recall(&self) -> f64 {
        self.right as f64 / self.calls.max(1) as f64
    }
}

/// Scores the calls of one target, a row of `references.jsonl`.
pub(crate) fn score_row(workspace: &Workspace, row: &Value, score: &mut Score) {
    let file = row["file"].as_str().unwrap_or("");
    let name = row["name"].as_str().unwrap_or("");
    let line = row["line"].as_u64().unwrap_or(0);
    let label = format!("{} {file}:{line} {name}", row["package"].as_str().unwrap_or(""));
    let truth = sites(&row["calls"]);
    let unsure = sites(&row["unsure"]);
    score.targets += 1;
    score.calls += truth.len();
    let Some(symbol) = workspace.symbol(file, line, name) else {
        score.absent += 1;
        score.missed.push(format!("{label}: no such symbol"));
        return;
    };
    let mut found = workspace.bound_calls(symbol);
    found.retain(|site| !unsure.contains(site));
    score.bound += found.len();
    score.right += found.intersection(&truth).count();
    for site in found.difference(&truth) {
        score.wrong.push(format!("{label}: {}:{}:{}", site.0, site.1, site.2));
    }
    for site in truth.difference(&found) {
        score.missed.push(format!("{label}: {}:{}:{}", site.0, site.1, site.2));
    }
}

/// A list of call sites. Those listed as `unsure` are calls of which the other
/// tool cannot tell the target; they count neither for nor against.
fn sites(value: &Value) -> BTreeSet<Site> {
    value
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|call| {
            Some((call[0].as_str()?.to_string(), call[1].as_u64()?, call[2].as_u64()?))
        })
        .collect()
}
