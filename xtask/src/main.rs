//! Automation of the workspace: `cargo xtask VERB`.

mod yaoxiang;

use anyhow::bail;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    match args.first().map(String::as_str) {
        Some("yaoxiang") => yaoxiang::run(rest),
        Some(other) => bail!("unknown verb {other}"),
        None => bail!("a verb is missing: yaoxiang"),
    }
}
