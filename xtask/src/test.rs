//! `cargo xtask test`: everything that must hold before a change lands.
//!
//! The slow parts (long fuzz runs, load, peer comparisons) have verbs of their
//! own; here they run as short smoke tests.

use anyhow::bail;

use crate::conformance::{self, Extent};
use crate::shell::{cargo, run};
use crate::{built, daemon, e2e, fuzz, load, tidy};

/// Runs formatting, lints, our own checks, all tests, the fuzz smoke and the
/// client tests. `--only PART` runs one of them.
pub(crate) fn test(arguments: &[String]) -> anyhow::Result<()> {
    let only = match arguments {
        [] => None,
        [flag, part] if flag == "--only" => Some(part.as_str()),
        _ => bail!("usage: cargo xtask test [--only PART]; parts: {}", PARTS.join(", ")),
    };
    if let Some(part) = only
        && !PARTS.contains(&part)
    {
        bail!("unknown part {part}; parts: {}", PARTS.join(", "));
    }
    for part in PARTS.iter().filter(|part| only.is_none_or(|only| only == **part)) {
        eprintln!("== {part}");
        match *part {
            "format" => run(cargo().args(["fmt", "--all", "--check"]))?,
            "lints" => run(cargo().args([
                "clippy",
                "--workspace",
                "--all-targets",
                "--quiet",
                "--",
                "--deny",
                "warnings",
            ]))?,
            "tidy" => tidy::run()?,
            "fuzz" => fuzz::smoke()?,
            "clients" => {
                conformance::check(Extent::Short)?;
                e2e::run(&[])?;
                load::check(&built::clew()?, LOAD_SMOKE).map(drop)?;
                daemon::smoke(&built::clew()?)?;
            }
            _ => run(cargo().args(["test", "--workspace", "--quiet"]))?,
        }
    }
    Ok(())
}

/// Calls of the short load.
const LOAD_SMOKE: usize = 2_000;

/// The parts in order; the runner's own summary lines come last.
const PARTS: [&str; 6] = ["format", "lints", "tidy", "fuzz", "clients", "tests"];
