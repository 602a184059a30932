//! `cargo xtask bench search cost`: what search by meaning costs.
//!
//! Encoding on one thread, the cold index with and without vectors over the bare
//! parse of the same files, and warm questions in words over the whole tree.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use serde_json::Value;

use super::corpora::{ALL, Corpus};
use super::measure::usage_of;
use super::{print_machine, row};
use crate::shell::{Profile, build, output, run};

/// Names that questions are made of.
const NAMES: u32 = 200;

/// Most files given to the encoder.
const FILES: usize = 2_000;

/// Builds what is measured and prints a table for each tree.
pub(super) fn bench(profile: Profile) -> anyhow::Result<()> {
    run(build(profile)
        .args(["-p", "clew", "-p", "clew-engine", "-p", "clew-grammars"])
        .args(["-p", "clew-embed", "--bin", "clew", "--example", "latency"])
        .args(["--example", "bare_parse", "--example", "speed"]))?;
    print_machine();
    for corpus in ALL {
        let folder = corpus.fetch()?;
        let scratch = std::env::temp_dir().join(format!(
            "clew-bench-meaning-{}-{}",
            std::process::id(),
            corpus.name
        ));
        std::fs::create_dir_all(&scratch)?;
        let result = table(profile, corpus, &folder, &scratch);
        std::fs::remove_dir_all(&scratch)?;
        result?;
    }
    Ok(())
}

fn table(profile: Profile, corpus: &Corpus, folder: &Path, scratch: &Path) -> anyhow::Result<()> {
    println!("\n## {} {}", corpus.name, corpus.version);
    println!("| what | clew | against | ratio |\n| --- | --- | --- | --- |");
    let encoded = output(Command::new(profile.artefact("examples/speed")).args(sources(folder)?))?;
    let rate = encoded.split(": ").nth(1).and_then(|rest| rest.split(' ').next());
    let rate: f64 = rate.context("speed prints no rate")?.parse()?;
    row("snippets a second, one thread", format!("{rate:.0}"), "aim 20000".into(), rate / 20_000.0);
    let program = profile.artefact("examples/bare_parse");
    // Once to fill the file cache.
    usage_of(Command::new(&program).arg(folder))?;
    let floor = usage_of(Command::new(&program).arg(folder))?;
    for (what, data, aim) in [("with vectors", "with", 2.8), ("without vectors", "without", 2.0)] {
        let mut command = Command::new(profile.artefact("clew"));
        command.args(["--standalone", "--project-root"]).arg(folder).args(["scan", "--json"]);
        if data == "without" {
            command.arg("--no-vectors");
        }
        let cold = usage_of(command.env("CLEW_DATA_DIR", scratch.join(data)))?;
        row(
            &format!("cold index {what}, CPU s (aim {aim} of the floor)"),
            format!("{:.2}", cold.cpu),
            format!("bare parse {:.2}", floor.cpu),
            cold.cpu / floor.cpu,
        );
    }
    let text = output(
        Command::new(profile.artefact("examples/latency"))
            .arg(folder)
            .arg(scratch.join("with"))
            .arg(NAMES.to_string()),
    )?;
    let figures: Value = serde_json::from_str(&text).context("latency")?;
    println!("| chunks | {} | | |", figures["chunks"]);
    for what in ["hybrid search", "question"] {
        let measured = |key: &str| figures[what][key].as_f64().unwrap_or(f64::NAN);
        row(
            &format!("{what}, ms p50 / p99"),
            format!("{:.3} / {:.3}", measured("p50"), measured("p99")),
            "aim 5 at p50".into(),
            measured("p50") / 5.0,
        );
    }
    Ok(())
}

/// Source files of a tree, the first by path.
fn sources(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut waiting = vec![folder.to_path_buf()];
    let mut found = Vec::new();
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|end| end == "py" || end == "js" || end == "rs")
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found.truncate(FILES);
    Ok(found)
}
