//! `cargo xtask yaoxiang --corpus DIR`: how far the YaoXiang front-end agrees
//! with the recorded results of the reference compiler; `--bench` instead
//! times the check of a large project, in the library and, with `--clew
//! PROGRAM`, through the tool of that program.

mod bench;
mod corpus;
mod defects;
mod layout;
mod loops;
mod report;
mod tool;

use std::path::PathBuf;

use anyhow::{Context, bail};

/// Runs the verb with its arguments.
pub fn run(args: &[String]) -> anyhow::Result<()> {
    let mut corpus = None;
    let mut clew = None;
    let mut timed = false;
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "--bench" => timed = true,
            "--clew" => clew = rest.next().map(PathBuf::from),
            "--corpus" => corpus = rest.next().map(PathBuf::from),
            other => {
                bail!("unknown argument {other}; use --corpus DIR or --bench [--clew PROGRAM]")
            }
        }
    }
    if timed {
        bench::run();
        let Some(clew) = clew else { return Ok(()) };
        let folder = std::env::temp_dir().join(format!("yaoxiang-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let done = tool::run(&clew, &folder);
        std::fs::remove_dir_all(&folder)?;
        return done;
    }
    let corpus = corpus.context("--corpus DIR is missing")?;
    let rows = corpus::read(&corpus)?;
    report::print(&rows);
    Ok(())
}
