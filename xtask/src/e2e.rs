//! `cargo xtask e2e`: real MCP clients against the real binary.
//!
//! Installs four SDK clients and the inspector, at pinned versions, from the
//! package registries into the user's cache folder, once. Then each of them
//! talks to `clew mcp` over stdio, HTTP and the older transport with events, in
//! each era it knows, and calls every tool with a good, an empty or diagnosing,
//! and a bad input.

mod canary;
mod install;
mod mermaid;
mod page;
mod plan;
mod run;
mod scanner;

use std::path::PathBuf;

pub(crate) use install::Suites;
pub(crate) use plan::Stage;
pub(crate) use run::say;

use anyhow::{Context, bail};

/// Runs the clients named in `only`, or all of them with a short look at the page.
/// `page` is the whole of it, `keyring` a real Secret Service.
pub(crate) fn run(only: &[String]) -> anyhow::Result<()> {
    match only {
        [one] if one == "page" => {
            return page::check(&cache_folder()?, &crate::built::clew()?, page::Extent::Full);
        }
        [one] if one == "keyring" => {
            return page::check_keyring(&cache_folder()?, &crate::built::clew()?);
        }
        _ => {}
    }
    let clew = crate::built::clew()?;
    let cache = cache_folder()?;
    let clients = install::clients(&cache)?;
    let stage = plan::Stage::set_up(&cache, &clew)?;
    let mut failed = Vec::new();
    let served = stage.serve(&clew)?;
    for job in run::jobs(&clew, &clients, &stage, &served) {
        if !only.is_empty() && !only.iter().any(|name| job.name.contains(name.as_str())) {
            continue;
        }
        match job.run() {
            Ok(seconds) => run::say(&format!("ok    {} ({seconds:.1} s)", job.name)),
            Err(error) => {
                run::say(&format!("FAIL  {}: {error:#}", job.name));
                failed.push(job.name);
            }
        }
    }
    if only.is_empty() || only.iter().any(|name| name == "mermaid") {
        match mermaid::check(&cache, &clew, &clients.node_programs().join("node")) {
            Ok(()) => run::say("ok    mermaid"),
            Err(error) => {
                run::say(&format!("FAIL  mermaid: {error:#}"));
                failed.push("mermaid".into());
            }
        }
    }
    if only.is_empty() {
        failed.extend(short_page(&cache, &clew));
    }
    if !failed.is_empty() {
        bail!("{} clients failed: {}", failed.len(), failed.join(", "));
    }
    Ok(())
}

/// The page in two variants, where there is a browser; its name if it failed.
fn short_page(cache: &std::path::Path, clew: &std::path::Path) -> Option<String> {
    if page::browser().is_none() {
        run::say("left out: the page of set-up; there is no Chromium (see .ci/run)");
        return None;
    }
    let failed = page::check(cache, clew, page::Extent::Short).err()?;
    run::say(&format!("FAIL  page: {failed:#}"));
    Some("page".into())
}

/// Has a scanner read what all tools say of themselves.
pub(crate) fn scan() -> anyhow::Result<()> {
    let clew = crate::built::clew()?;
    let cache = cache_folder()?;
    scanner::check(&install::scanner(&cache)?, &plan::Stage::set_up(&cache, &clew)?)
}

/// The conformance suites, installed on demand.
pub(crate) fn suites() -> anyhow::Result<Suites> {
    install::suites(&cache_folder()?)
}

/// Where downloads and workspaces of the clients are kept.
pub(crate) fn cache_folder() -> anyhow::Result<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let base = variable("XDG_CACHE_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .map(PathBuf::from)
        .or_else(|| variable("HOME").map(|home| PathBuf::from(home).join(".cache")))
        .context("no cache folder; set XDG_CACHE_HOME")?;
    Ok(base.join("clew-e2e"))
}
