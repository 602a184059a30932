//! Scores facts and references against what independent tools say of real packages.
//!
//! `cargo run --release -p clew-bind --example quality -- LANGUAGE [SHOWN | --json]`
//! reads the data of `quality/LANGUAGE` and the packages in
//! `${XDG_CACHE_HOME:-$HOME/.cache}/clew-quality/LANGUAGE`, and prints
//!
//! - symbols: precision and recall of functions, methods and types;
//! - scopes: how many uses of local names are bound right;
//! - calls, imports and bases: precision and recall in sampled windows of lines;
//! - how fast the files are read and how many nodes are errors;
//! - for sampled functions and methods, how many call sites marked `bound` are right
//!   and how many of the true call sites are found so.
//!
//! Up to SHOWN disagreements of each sort follow.

#![expect(clippy::print_stdout, reason = "the result")]

mod calls;
mod facts;
mod package;
mod sites;
mod speed;
mod workspace;

use std::collections::BTreeMap;
use std::path::Path;

use calls::{Score, score_row};
use facts::Agreement;
use package::packages;
use serde_json::{Value, json};
use workspace::Workspace;

/// All that is measured for one language.
#[derive(Default)]
struct Report {
    symbols: Agreement,
    scopes: Agreement,
    sites: BTreeMap<String, Agreement>,
    scores: BTreeMap<String, Score>,
    reading: speed::Reading,
}

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let language = arguments.next().unwrap_or_else(|| "python".into());
    let option = arguments.next().unwrap_or_default();
    let report = measure(&language)?;
    if option == "--json" {
        println!("{}", report.json());
    } else {
        report.print(option.parse().unwrap_or(0));
    }
    Ok(())
}

fn measure(language: &str) -> std::io::Result<Report> {
    let folder = Path::new("quality").join(language);
    let listed = folder.join("references.jsonl");
    let rows = if listed.exists() { std::fs::read_to_string(listed)? } else { String::new() };
    let rows: Vec<Value> =
        rows.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let mut report = Report::default();
    for package in packages(&folder, language)? {
        let name = package.name.as_str();
        let workspace = Workspace::read(&package, language)?;
        report.reading.add(&workspace.reading);
        facts::symbols(&folder, language, name, &workspace, &mut report.symbols)?;
        facts::scopes(&folder, name, &workspace, &mut report.scopes)?;
        sites::sites(&folder, language, name, &workspace, &mut report.sites)?;
        for row in rows.iter().filter(|row| row["package"] == name) {
            let kind = row["kind"].as_str().unwrap_or("function").to_string();
            score_row(&workspace, row, report.scores.entry(kind).or_default());
        }
    }
    Ok(report)
}

impl Report {
    fn json(&self) -> Value {
        let agreement = |one: &Agreement| {
            json!({ "precision": one.precision(),
            "recall": one.recall(), "wanted": one.wanted, "found": one.found })
        };
        let sites: BTreeMap<_, _> =
            self.sites.iter().map(|(kind, one)| (kind, agreement(one))).collect();
        let calls: BTreeMap<_, _> = self
            .scores
            .iter()
            .map(|(kind, score)| {
                let figures = json!({ "targets": score.targets, "calls": score.calls,
                    "right": score.precision(), "covering": score.recall() });
                (kind, figures)
            })
            .collect();
        json!({ "symbols": agreement(&self.symbols), "scopes": self.scopes.recall(),
            "sites": sites, "calls": calls, "reading": self.reading.json() })
    }

    fn print(&self, shown: usize) {
        println!("reading: {}", self.reading.json());
        println!("scope: {} wanted, right {:.4}", self.scopes.wanted, self.scopes.recall());
        self.scopes.differences.iter().take(shown).for_each(|line| println!("  {line}"));
        let sites = self.sites.iter().map(|(kind, one)| (kind.as_str(), one));
        for (what, one) in [("symbol", &self.symbols)].into_iter().chain(sites) {
            println!(
                "{what}: {} wanted, precision {:.4}, recall {:.4}",
                one.wanted,
                one.precision(),
                one.recall()
            );
            one.differences.iter().take(shown).for_each(|line| println!("  {line}"));
        }
        for (kind, score) in &self.scores {
            println!(
                "{kind}: {} targets ({} not found), {} calls; bound {}, right {:.4}; covering {:.4}",
                score.targets,
                score.absent,
                score.calls,
                score.bound,
                score.precision(),
                score.recall(),
            );
            score.wrong.iter().take(shown).for_each(|line| println!("  wrong {line}"));
            score.missed.iter().take(shown).for_each(|line| println!("  missed {line}"));
        }
    }
}
