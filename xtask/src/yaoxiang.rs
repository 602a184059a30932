//! `cargo xtask yaoxiang --corpus DIR`: how far the YaoXiang front-end agrees
//! with the recorded results of the reference compiler; `--bench` instead
//! times the check of a large project.

mod bench;
mod corpus;
mod defects;
mod layout;
mod loops;
mod report;

use std::path::PathBuf;

use anyhow::{Context, bail};

/// Runs the verb with its arguments.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    let mut corpus = None;
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "--bench" => {
                bench::run();
                return Ok(());
            }
            "--corpus" => corpus = rest.next().map(PathBuf::from),
            other => bail!("unknown argument {other}; use --corpus DIR or --bench"),
        }
    }
    let corpus = corpus.context("--corpus DIR is missing")?;
    let rows = corpus::read(&corpus)?;
    report::print(&rows);
    Ok(())
}
