//! Automation of the workspace: `cargo xtask VERB`.

mod bench;
mod built;
mod cancel;
mod conformance;
mod daemon;
mod e2e;
mod fuzz;
mod load;
mod mcp_session;
mod processor;
mod quality;
mod registry;
mod served;
mod shell;
mod test;
mod tidy;
mod yaoxiang;

use anyhow::bail;

const VERBS: &str =
    "test, bench, quality, tidy, fuzz, e2e, conformance, load, cancel, daemon-load, yaoxiang";

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    match args.first().map(String::as_str) {
        Some("test") => test::test(rest),
        Some("bench") => bench::bench(rest),
        Some("quality") => quality::quality(rest),
        Some("tidy") => tidy::run(),
        Some("daemon-load") => daemon::run(rest),
        Some("fuzz") => fuzz::run_fuzz(rest),
        Some("e2e") => e2e::run(rest),
        Some("load") => load::run(rest),
        Some("cancel") => cancel::run(rest),
        Some("conformance") => conformance::run(rest),
        Some("yaoxiang") => yaoxiang::run(rest),
        Some(other) => bail!("unknown verb {other}; verbs: {VERBS}"),
        None => bail!("a verb is missing: {VERBS}"),
    }
}
