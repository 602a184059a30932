//! `cargo xtask bench`: cost and latency on real source trees, as ratios against
//! floors and rivals in the same run.
//!
//! Source trees come from package registries and are kept in the user's cache
//! folder. Floors: the bare tree-sitter parse of the same files with the same
//! number of threads. Rivals: ripgrep for words, universal-ctags for symbols,
//! codegraph for the whole job; what is not installed is said to be missing. The
//! table comes at the end, with a column for each tree and the aims beside it.

mod codegraph;
mod corpora;
mod languages;
mod mcp;
mod meaning;
mod measure;
mod search;
mod table;
mod tree;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::shell::{cargo, run};
use corpora::Corpus;
use table::Table;
use tree::Tree;

/// Names asked for.
const NAMES: usize = 240;

/// The folder of a large Python project, fetched once.
pub(crate) fn django() -> anyhow::Result<PathBuf> {
    let corpus = corpora::ALL.iter().find(|corpus| corpus.name == "django");
    corpus.context("no such tree")?.fetch()
}

/// Runs the benchmark on all trees, or on those that are named, and prints one table.
pub(crate) fn bench(arguments: &[String]) -> anyhow::Result<()> {
    match arguments.first().map(String::as_str) {
        Some("search") => return search::bench(&arguments[1..]),
        Some("languages") => return languages::bench(&arguments[1..]),
        _ => {}
    }
    let wanted = |corpus: &Corpus| arguments.is_empty() || arguments.contains(&corpus.name.into());
    let corpora: Vec<&Corpus> = corpora::ALL.iter().filter(|corpus| wanted(corpus)).collect();
    if corpora.is_empty() {
        let names: Vec<&str> = corpora::ALL.iter().map(|corpus| corpus.name).collect();
        bail!("no such tree; trees: {}", names.join(", "));
    }
    // One build, so that all parts share their dependencies' features.
    run(cargo()
        .args(["build", "--release", "-p", "clew", "-p", "clew-engine", "-p", "clew-grammars"])
        .args(["--bin", "clew", "--example", "latency", "--example", "bare_parse"]))?;
    let mut table = Table::default();
    for corpus in corpora {
        eprintln!("== {}", corpus.name);
        let folder = corpus.fetch()?;
        bench_tree(corpus, &folder, &mut table)?;
    }
    print_machine();
    println!("{}", table.markdown());
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

fn bench_tree(corpus: &Corpus, folder: &Path, table: &mut Table) -> anyhow::Result<()> {
    let name = corpus.name;
    let scratch = std::env::temp_dir().join(format!("clew-bench-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&scratch)?;
    let tree = Tree { folder: folder.to_path_buf(), scratch: scratch.clone() };
    table.begin(corpus.title());
    let result = tree.measure(table);
    std::fs::remove_dir_all(&scratch)?;
    result
}

/// Prints a figure beside what it is compared with.
fn row(what: &str, ours: String, against: String, ratio: f64) {
    println!("| {what} | {ours} | {against} | {ratio:.2} |");
}
