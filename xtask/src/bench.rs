//! `cargo xtask bench`: cost and latency on real source trees, as ratios against
//! floors and rivals in the same run.
//!
//! Source trees come from package registries and are kept in the user's cache
//! folder. Floors: the bare tree-sitter parse of the same files with the same
//! number of threads. Rivals: ripgrep for words, universal-ctags for symbols,
//! codegraph for the whole job; what is not installed is said to be missing.

mod codegraph;
mod corpora;
mod mcp;
mod meaning;
mod measure;
mod search;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::shell::{cargo, output, release, run};
use corpora::Corpus;
use measure::{Usage, percentile, usage_of};

/// Names asked for.
const NAMES: usize = 200;

/// The folder of a large Python project, fetched once.
pub(crate) fn django() -> anyhow::Result<PathBuf> {
    let corpus = corpora::ALL.iter().find(|corpus| corpus.name == "django");
    corpus.context("no such tree")?.fetch()
}

/// Runs the benchmark on all trees, or on those that are named.
pub(crate) fn bench(arguments: &[String]) -> anyhow::Result<()> {
    if arguments.first().is_some_and(|first| first == "search") {
        return search::bench(&arguments[1..]);
    }
    // One build, so that all parts share their dependencies' features.
    run(cargo()
        .args(["build", "--release", "-p", "clew", "-p", "clew-engine", "-p", "clew-grammars"])
        .args(["--bin", "clew", "--example", "latency", "--example", "bare_parse"]))?;
    let wanted = |corpus: &Corpus| arguments.is_empty() || arguments.contains(&corpus.name.into());
    let corpora: Vec<&Corpus> = corpora::ALL.iter().filter(|corpus| wanted(corpus)).collect();
    if corpora.is_empty() {
        let names: Vec<&str> = corpora::ALL.iter().map(|corpus| corpus.name).collect();
        bail!("no such tree; trees: {}", names.join(", "));
    }
    print_machine();
    for corpus in corpora {
        let folder = corpus.fetch()?;
        bench_tree(corpus.name, &folder)?;
    }
    Ok(())
}

fn print_machine() {
    let model = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = model.lines().find(|line| line.starts_with("model name")).unwrap_or("unknown");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!(
        "machine: {cores} cores, {}",
        model.trim_start_matches("model name").trim_matches(['\t', ':', ' '])
    );
}

fn bench_tree(name: &str, folder: &Path) -> anyhow::Result<()> {
    let scratch = std::env::temp_dir().join(format!("clew-bench-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&scratch)?;
    let tree = Tree { folder: folder.to_path_buf(), data: scratch.join("data") };
    let result = tree.measure(name);
    std::fs::remove_dir_all(&scratch)?;
    result
}

/// A source tree with a fresh data folder.
struct Tree {
    folder: PathBuf,
    data: PathBuf,
}

impl Tree {
    fn measure(&self, name: &str) -> anyhow::Result<()> {
        let floor = self.floor()?;
        let cold = usage_of(self.clew().args(["scan", "--json"]))?;
        let counts: Value = serde_json::from_str(&cold.stdout).context("scan --json")?;
        let files = counts["counts"]["files"].as_u64().unwrap_or(0);
        let bytes = counts["counts"]["bytes"].as_u64().unwrap_or(0);
        println!("\n## {name}: {files} files, {:.1} MB", bytes as f64 / 1e6);
        println!("| what | clew | against | ratio |\n| --- | --- | --- | --- |");
        let disk = self.print_cold(&floor, &cold, bytes)?;
        self.print_ctags(&cold)?;
        let fresh = self.print_warm_start()?;
        let edit = self.print_edit()?;
        let names = self.print_questions()?;
        let ours = codegraph::Ours { cold: &cold, disk, fresh, edit };
        let scratch = self.data.parent().context("the data folder has no parent")?;
        codegraph::print_rows(&self.folder, scratch, &names, &ours)
    }

    /// The bare parse, with as many threads.
    fn floor(&self) -> anyhow::Result<Usage> {
        let program = release("examples/bare_parse");
        // Once to fill the file cache.
        usage_of(Command::new(&program).arg(&self.folder))?;
        usage_of(Command::new(&program).arg(&self.folder))
    }

    fn print_cold(&self, floor: &Usage, cold: &Usage, bytes: u64) -> anyhow::Result<f64> {
        row(
            "cold index, CPU s",
            format!("{:.2}", cold.cpu),
            format!("bare parse {:.2}", floor.cpu),
            cold.cpu / floor.cpu,
        );
        row(
            "cold index, wall s",
            format!("{:.2}", cold.wall),
            format!("bare parse {:.2}", floor.wall),
            cold.wall / floor.wall,
        );
        row(
            "peak memory, MiB",
            format!("{:.0}", cold.peak_mib),
            "aim 400".into(),
            cold.peak_mib / 400.0,
        );
        let disk = folder_bytes(&self.data)? as f64;
        row(
            "index on disk, MB",
            format!("{:.1}", disk / 1e6),
            format!("source {:.1}", bytes as f64 / 1e6),
            disk / bytes.max(1) as f64,
        );
        Ok(disk)
    }

    fn print_ctags(&self, cold: &Usage) -> anyhow::Result<()> {
        let tags = Command::new("ctags")
            .args(["-R", "-f", "-", "--sort=no"])
            .current_dir(&self.folder)
            .output();
        match tags {
            Ok(_) => {
                let tags = usage_of(
                    Command::new("ctags").args(["-R", "-f", "-"]).current_dir(&self.folder),
                )?;
                row(
                    "whole index against symbols alone, CPU s",
                    format!("{:.2}", cold.cpu),
                    format!("universal-ctags {:.2}", tags.cpu),
                    cold.cpu / tags.cpu,
                );
            }
            Err(_) => println!("| universal-ctags | not installed | | |"),
        }
        Ok(())
    }

    fn print_warm_start(&self) -> anyhow::Result<f64> {
        let mut times = Vec::new();
        for _ in 0..20 {
            times.push(usage_of(self.clew().args(["symbols", "main", "--json"]))?.wall * 1000.0);
        }
        row(
            "fresh process to answer, ms p50",
            format!("{:.1}", percentile(&mut times, 0.5)),
            "aim 30".into(),
            percentile(&mut times, 0.5) / 30.0,
        );
        Ok(percentile(&mut times, 0.5))
    }

    /// Writes a new file, asks for its symbol, and removes it again.
    fn print_edit(&self) -> anyhow::Result<f64> {
        let file = self.folder.join("clew_bench_edit.py");
        let mut times = Vec::new();
        for round in 0..10 {
            std::fs::write(&file, format!("def clew_bench_symbol_{round}(): pass\n"))?;
            let name = format!("clew_bench_symbol_{round}");
            let usage = usage_of(self.clew().args(["symbols", &name, "--json"]))?;
            if !usage.stdout.contains(&name) {
                std::fs::remove_file(&file)?;
                bail!("an edit was not seen");
            }
            times.push(usage.wall * 1000.0);
        }
        std::fs::remove_file(&file)?;
        usage_of(self.clew().args(["scan", "--json"]))?;
        row(
            "one file edited, fresh process to answer, ms p50",
            format!("{:.1}", percentile(&mut times, 0.5)),
            "aim 300".into(),
            percentile(&mut times, 0.5) / 300.0,
        );
        Ok(percentile(&mut times, 0.5))
    }

    fn print_questions(&self) -> anyhow::Result<Vec<String>> {
        let text = output(
            Command::new(release("examples/latency"))
                .arg(&self.folder)
                .arg(&self.data)
                .arg(NAMES.to_string()),
        )?;
        let figures: Value = serde_json::from_str(&text).context("latency")?;
        for (what, p50, p99) in [
            ("lookup", 0.3, 1.0),
            ("fuzzy", 1.0, 3.0),
            ("references", 0.5, 5.0),
            ("callers", 0.5, 5.0),
            ("graph depth 2", 0.5, 5.0),
            ("search", 1.0, 5.0),
        ] {
            let measured = |key: &str| figures[what][key].as_f64().unwrap_or(f64::NAN);
            row(
                &format!("{what}, ms p50 / p99"),
                format!("{:.3} / {:.3}", measured("p50"), measured("p99")),
                format!("aim {p50} / {p99}"),
                measured("p50") / p50,
            );
        }
        let resident = figures["resident_mib"].as_f64().unwrap_or(f64::NAN);
        row("anonymous memory, MiB", format!("{resident:.0}"), "aim 120".into(), resident / 120.0);
        let names = mcp::names(&release("clew"), &self.folder, &self.data, NAMES)?;
        let mut trips = mcp::round_trips(&release("clew"), &self.folder, &self.data, &names)?;
        row(
            "lookup over MCP stdio, ms p50 / p99",
            format!("{:.3} / {:.3}", percentile(&mut trips, 0.5), percentile(&mut trips, 0.99)),
            "engine + 1".into(),
            percentile(&mut trips, 0.5) / 1.0,
        );
        self.print_ripgrep(&names, &figures)?;
        Ok(names)
    }

    fn print_ripgrep(&self, names: &[String], figures: &Value) -> anyhow::Result<()> {
        if Command::new("rg").arg("--version").output().is_err() {
            println!("| ripgrep | not installed | | |");
            return Ok(());
        }
        let mut times = Vec::new();
        for name in names.iter().take(50) {
            let usage = measure::usage_any(
                Command::new("rg").args(["-w", "--no-heading", name]).current_dir(&self.folder),
            )?;
            times.push(usage.wall * 1000.0);
        }
        let rg = percentile(&mut times, 0.5);
        let ours = figures["references"]["p50"].as_f64().unwrap_or(f64::NAN);
        row("references, ms p50", format!("{ours:.3}"), format!("rg -w {rg:.1}"), ours / rg);
        Ok(())
    }

    fn clew(&self) -> Command {
        let mut command = Command::new(release("clew"));
        command
            .arg("--standalone")
            .arg("--project-root")
            .arg(&self.folder)
            .env("CLEW_DATA_DIR", &self.data);
        command
    }
}

fn row(what: &str, ours: String, against: String, ratio: f64) {
    println!("| {what} | {ours} | {against} | {ratio:.2} |");
}

fn folder_bytes(folder: &Path) -> anyhow::Result<u64> {
    let mut total = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let found = entry.metadata()?;
        total += if found.is_dir() { folder_bytes(&entry.path())? } else { found.len() };
    }
    Ok(total)
}
