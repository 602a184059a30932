//! `cargo xtask fuzz [TARGET [SECONDS | --runs N]]`: libFuzzer on the stable
//! toolchain.
//!
//! The targets are a workspace of their own under `fuzz/`, built with sanitizer
//! coverage flags, so that no nightly compiler is needed.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, bail};

use crate::shell::{cargo, root, run};

/// Inputs of each target in the smoke run, and the most seconds it may take. The
/// seed is fixed, so that equal code gives equal runs.
const SMOKE_RUNS: u32 = 4_000;
const SMOKE_SECONDS: u32 = 60;

/// Seconds of each target when no number is given.
const DEFAULT_SECONDS: u32 = 600;

/// Flags that make the compiler emit what libFuzzer needs.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Clink-dead-code -Ccodegen-units=1 --cfg=fuzzing";

/// Runs one target, or all, for a time or a number of inputs.
pub(crate) fn run_fuzz(arguments: &[String]) -> anyhow::Result<()> {
    let number = |text: &String| -> anyhow::Result<u64> {
        text.parse().with_context(|| format!("{text:?} is no number"))
    };
    let limit = match arguments.get(1..).unwrap_or_default() {
        [] => format!("-max_total_time={DEFAULT_SECONDS}"),
        [flag, runs] if flag == "--runs" => format!("-runs={}", number(runs)?),
        [seconds] => format!("-max_total_time={}", number(seconds)?),
        _ => bail!("usage: cargo xtask fuzz [TARGET [SECONDS | --runs N]]"),
    };
    let all = targets()?;
    let wanted: Vec<String> = match arguments.first() {
        Some(target) if all.contains(target) => vec![target.clone()],
        Some(target) => bail!("unknown target {target}; targets: {}", all.join(", ")),
        None => all,
    };
    fuzz(&wanted, "corpus", &[limit])
}

/// Every target on a few thousand inputs, always the same ones.
pub(crate) fn smoke() -> anyhow::Result<()> {
    let limits = [
        format!("-runs={SMOKE_RUNS}"),
        format!("-max_total_time={SMOKE_SECONDS}"),
        "-seed=1".into(),
    ];
    let corpus = target_dir().join("smoke");
    if corpus.exists() {
        std::fs::remove_dir_all(&corpus)?;
    }
    fuzz(&targets()?, "smoke", &limits)
}

fn fuzz(targets: &[String], corpus: &str, limits: &[String]) -> anyhow::Result<()> {
    let build_dir = target_dir();
    let host = host_triple()?;
    run(cargo()
        .current_dir(root().join("fuzz"))
        .env("RUSTFLAGS", FLAGS)
        .env("CARGO_TARGET_DIR", &build_dir)
        .args(["build", "--release", "--target", &host])
        .args(targets.iter().flat_map(|target| ["--bin", target.as_str()])))?;
    for target in targets {
        let corpus = build_dir.join(corpus).join(target);
        std::fs::create_dir_all(&corpus)?;
        run(Command::new(build_dir.join(&host).join("release").join(target))
            .current_dir(&build_dir)
            .arg(&corpus)
            .args(limits)
            .args(["-timeout=20", "-rss_limit_mb=2048", "-verbosity=0", "-print_final_stats=0"]))?;
    }
    Ok(())
}

/// Beside the workspace's own build folder, since the flags differ.
fn target_dir() -> PathBuf {
    let base =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    base.join("fuzz")
}

fn targets() -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(root().join("fuzz/fuzz_targets"))? {
        let path = entry?.path();
        if let Some(stem) = path.file_stem() {
            names.push(stem.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn host_triple() -> anyhow::Result<String> {
    let version = crate::shell::output(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_string).context("rustc -vV names no host")
}
