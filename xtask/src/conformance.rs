//! `cargo xtask conformance`: the protocol's own suites.
//!
//! The newer suite runs against the fixture server with the requirements of
//! two revisions, the older one with its active scenarios; scenarios that need
//! no fixture run against the product too. No failure is expected anywhere. Then a
//! scanner reads what the tools say of themselves.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::built::{self, said};
use crate::e2e::{self, say};
use crate::served::Served;

/// How much is run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The newer suite against the fixture.
    Short,
    /// Everything.
    Whole,
}

/// Runs the verb: everything, the short part with `--short`, or the scanner alone.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    match arguments {
        [] => check(Extent::Whole),
        [flag] if flag == "--short" => check(Extent::Short),
        [flag] if flag == "--scanner" => e2e::scan(),
        _ => bail!("usage: cargo xtask conformance [--short | --scanner]"),
    }
}

/// Runs the suites; fails if any check fails or fewer run than known.
pub(crate) fn check(extent: Extent) -> anyhow::Result<()> {
    let suites = e2e::suites()?;
    let fixture = Served::start(&built::conformance_fixture()?, &["0"])?;
    let newer = |arguments: &[&str], least| {
        run_suite(&suites.newer, &suites, &fixture.url, arguments, least)
    };
    newer(&["--requirements", "2025-11-25"], 83)?;
    newer(&["--requirements", "2026-07-28"], 197)?;
    if extent == Extent::Short {
        return Ok(());
    }
    run_suite(&suites.older, &suites, &fixture.url, &["--suite", "active"], 40)?;
    drop(fixture);
    check_product(&suites)?;
    e2e::scan()
}

/// Scenarios that a server with tools of its own can pass.
const LEGACY: [&str; 7] = [
    "server-initialize",
    "ping",
    "logging-set-level",
    "tools-list",
    "server-sse-multiple-streams",
    "server-session-lifecycle",
    "dns-rebinding-protection",
];
const MODERN: [&str; 6] = [
    "server-stateless",
    "tools-list",
    "caching",
    "http-header-validation",
    "dns-rebinding-protection",
    "server-sse-multiple-streams",
];

/// How the suite says that a check inside those scenarios calls a tool of the
/// fixture, which a product does not have.
const OF_THE_FIXTURE: &str = "Not testable: server does not list the diagnostic tool";

fn check_product(suites: &e2e::Suites) -> anyhow::Result<()> {
    let clew = built::clew()?;
    let stage = e2e::Stage::set_up(&e2e::cache_folder()?, &clew)?;
    let served = stage.serve_openly(&clew)?;
    for (revision, scenarios) in [("2025-11-25", &LEGACY[..]), ("2026-07-28", &MODERN[..])] {
        for scenario in scenarios {
            let results = suites.results(&format!("product-{revision}-{scenario}"))?;
            let output = suites
                .command(&suites.newer, &served.url)
                .args(["--scenario", scenario, "--spec-version", revision, "-o"])
                .arg(&results)
                .output()
                .context("starting the suite")?;
            let found = results_of(&results)?;
            if !found.failed.is_empty() || found.passed == 0 {
                bail!("{scenario} {revision}: {:?} failed\n{}", found.failed, said(&output));
            }
            say(&format!("ok    product {revision} {scenario}: {} passed", found.passed));
        }
    }
    Ok(())
}

/// What one run of a scenario found.
#[derive(Default)]
struct Found {
    passed: u32,
    failed: Vec<String>,
}

fn results_of(results: &Path) -> anyhow::Result<Found> {
    let mut found = Found::default();
    for entry in std::fs::read_dir(results)? {
        let file = entry?.path().join("checks.json");
        let checks: Value = serde_json::from_str(&std::fs::read_to_string(&file)?)?;
        for check in checks.as_array().into_iter().flatten() {
            let reason = check["errorMessage"].as_str().unwrap_or_default();
            match check["status"].as_str() {
                Some("SUCCESS") => found.passed += 1,
                Some("FAILURE") if !reason.starts_with(OF_THE_FIXTURE) => {
                    found.failed.push(check["id"].as_str().unwrap_or_default().to_string());
                }
                _ => {}
            }
        }
    }
    Ok(found)
}

fn run_suite(
    suite: &Path,
    suites: &e2e::Suites,
    url: &str,
    arguments: &[&str],
    least: u32,
) -> anyhow::Result<()> {
    let name = arguments.join(" ");
    let results: PathBuf = suites.results(arguments.last().unwrap_or(&"all"))?;
    let mut command: Command = suites.command(suite, url);
    let output =
        command.args(arguments).arg("-o").arg(&results).output().context("starting the suite")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let total = text.lines().find_map(|line| line.trim().strip_prefix("Total: "));
    let passed = total.and_then(|total| total.split(' ').next()?.parse::<u32>().ok());
    let clean = total.is_some_and(|total| total.contains(" 0 failed")) && !text.contains('✗');
    if !output.status.success() || !clean || passed.is_none_or(|passed| passed < least) {
        bail!("{name}: {total:?}, wanted {least} and no failure\n{}", said(&output));
    }
    say(&format!("ok    conformance {name}: {}", total.unwrap_or_default()));
    Ok(())
}
