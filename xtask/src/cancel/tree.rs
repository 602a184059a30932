//! The tree that is asked about: a large Python project with a large YaoXiang
//! program beside it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use serde_json::Value;

/// Modules of the YaoXiang program.
const MODULES: usize = 1_200;
/// Functions of each.
const FUNCTIONS: usize = 40;

/// A copy of the tree in a temporary folder, indexed; removed when dropped.
pub(super) struct Tree {
    folder: PathBuf,
    clew: PathBuf,
}

impl Tree {
    /// Copies, writes and indexes it.
    pub(super) fn set_up(clew: &Path) -> anyhow::Result<Self> {
        let folder = std::env::temp_dir().join(format!("clew-cancel-{}", std::process::id()));
        let tree = Tree { folder, clew: clew.to_path_buf() };
        copy(&crate::bench::django()?, &tree.root())?;
        let modules = tree.root().join("yx");
        std::fs::create_dir_all(&modules)?;
        for number in 0..MODULES {
            std::fs::write(modules.join(format!("m{number}.yx")), module(number)?)?;
        }
        let status = tree.command(&["--standalone", "scan"]).stdout(Stdio::null()).status()?;
        if !status.success() {
            bail!("the scan ended with {status}");
        }
        Ok(tree)
    }

    /// The root.
    pub(super) fn root(&self) -> PathBuf {
        self.folder.join("tree")
    }

    /// The program in the tree, with a data folder and no other settings.
    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.clew);
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("CLEW_") || text.starts_with("ZNT_") {
                command.env_remove(&name);
            }
        }
        command.args(arguments).current_dir(self.root()).stdin(Stdio::null());
        command.stderr(Stdio::null());
        command.env("CLEW_DATA_DIR", self.folder.join("data"));
        command
    }

    /// An empty data folder.
    pub(super) fn empty_data(&self) -> anyhow::Result<PathBuf> {
        let folder = self.folder.join("empty");
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// Process id of the daemon.
    pub(super) fn daemon(&self) -> anyhow::Result<u32> {
        let output = self.command(&["daemon", "status", "--json"]).output()?;
        let state: Value = serde_json::from_slice(&output.stdout).context("no daemon")?;
        Ok(u32::try_from(state["pid"].as_u64().context("no pid")?)?)
    }

    /// Ends the daemon, if one runs.
    pub(super) fn stop_daemon(&self) {
        // Fails only where none runs.
        let _ = self.command(&["daemon", "stop", "--force"]).output();
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.stop_daemon();
        // What is left lies in the system's temporary folder.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().context("no name")?);
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            std::fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

fn module(number: usize) -> anyhow::Result<String> {
    let mut text = String::new();
    let next = (number + 1) % MODULES;
    writeln!(text, "use m{next}.{{f{next}_0, Point{next}}}")?;
    writeln!(text, "Point{number}: Type = {{ x: Int, y: Int }}")?;
    for function in 0..FUNCTIONS {
        writeln!(
            text,
            "f{number}_{function}: (n: Int) -> Int = (n) => {{\n    p = Point{next}(n, {function})\n    \
             if n == 0 {{ return p.x }}\n    t = f{next}_0(n - 1)\n    return t * p.y + n\n}}"
        )?;
    }
    Ok(text)
}
