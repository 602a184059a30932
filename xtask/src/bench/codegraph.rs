//! A rival in the same run: codegraph (npm, MIT), a code graph for agents that is
//! built ahead and asked by name.
//!
//! It writes its database into the tree, so it works on a copy. It is kept in the
//! user's cache folder; without npm the table says that it is missing. Its usage
//! reports and its background process are switched off.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::Context;

use super::corpora::cache;
use super::measure::{Usage, folder_bytes, percentile, usage_any, usage_of};
use super::table::Table;
use crate::shell::run;

const PACKAGE: &str = "@colbymchenry/codegraph";
const VERSION: &str = "1.6.1";

/// What Clew reached on the same tree.
pub(super) struct Ours<'a> {
    /// The cold scan.
    pub(super) cold: &'a Usage,
    /// Size of the index in bytes.
    pub(super) disk: f64,
    /// Fresh process to an answer, milliseconds, p50.
    pub(super) fresh: f64,
    /// One edited file, fresh process to an answer, milliseconds, p50.
    pub(super) edit: f64,
}

/// Sets the rows of the comparison on one tree.
pub(super) fn set_rows(
    tree: &Path,
    scratch: &Path,
    names: &[String],
    ours: &Ours,
    table: &mut Table,
) -> anyhow::Result<()> {
    let Some(program) = install()? else {
        table.set("codegraph", "", "npm is not installed".into());
        return Ok(());
    };
    let copy = scratch.join("codegraph-tree");
    copy_tree(tree, &copy)?;
    let rival = Rival { program, copy };
    rival.set_cold(ours, table)?;
    rival.set_questions(names, ours, table)?;
    rival.set_edit(ours, table)
}

struct Rival {
    program: PathBuf,
    copy: PathBuf,
}

impl Rival {
    fn set_cold(&self, ours: &Ours, table: &mut Table) -> anyhow::Result<()> {
        let cold = usage_of(self.command().args(["init", "--yes", "."]))?;
        let disk = folder_bytes(&self.copy.join(".codegraph"))? as f64;
        versus(table, "cold index, CPU s", ours.cold.cpu, cold.cpu);
        versus(table, "peak memory, MiB", ours.cold.peak_mib, cold.peak_mib);
        versus(table, "index on disk, MB", ours.disk / 1e6, disk / 1e6);
        Ok(())
    }

    fn set_questions(
        &self,
        names: &[String],
        ours: &Ours,
        table: &mut Table,
    ) -> anyhow::Result<()> {
        let mut times = Vec::new();
        for name in names.iter().take(10) {
            let usage = usage_any(self.command().args(["query", name, "--json"]))?;
            times.push(usage.wall * 1000.0);
        }
        versus(table, "fresh process to answer, ms p50", ours.fresh, percentile(&mut times, 0.5));
        Ok(())
    }

    fn set_edit(&self, ours: &Ours, table: &mut Table) -> anyhow::Result<()> {
        let mut times = Vec::new();
        for round in 0..3 {
            let name = format!("clew_bench_symbol_{round}");
            std::fs::write(self.copy.join("clew_bench_edit.py"), format!("def {name}(): pass\n"))?;
            let start = Instant::now();
            usage_of(self.command().args(["sync", "."]))?;
            let answer = usage_of(self.command().args(["query", &name, "--json"]))?;
            if !answer.stdout.contains(&name) {
                table.set("codegraph: one file edited", "", "not seen".into());
                return Ok(());
            }
            times.push(start.elapsed().as_secs_f64() * 1000.0);
        }
        versus(table, "one file edited, to answer, ms p50", ours.edit, percentile(&mut times, 0.5));
        Ok(())
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .current_dir(&self.copy)
            .env("DO_NOT_TRACK", "1")
            .env("CODEGRAPH_TELEMETRY", "0")
            .env("CODEGRAPH_NO_DAEMON", "1");
        command
    }
}

fn versus(table: &mut Table, what: &str, ours: f64, theirs: f64) {
    let cell = format!("{theirs:.1} ({:.1}x ours)", theirs / ours);
    table.set(&format!("codegraph {VERSION}: {what}"), "", cell);
}

/// The program, installed once into the cache folder; nothing where npm is missing.
fn install() -> anyhow::Result<Option<PathBuf>> {
    if Command::new("npm").arg("--version").output().is_err() {
        return Ok(None);
    }
    let folder = cache()?.join("rivals").join(format!("codegraph-{VERSION}"));
    let program = folder.join("node_modules/.bin/codegraph");
    if !program.exists() {
        std::fs::create_dir_all(&folder)?;
        run(Command::new("npm")
            .args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"])
            .arg(&folder)
            .arg(format!("{PACKAGE}@{VERSION}")))?;
    }
    Ok(Some(program))
}

fn copy_tree(from: &Path, to: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy_tree(&source, &target)?;
        } else if kind.is_file() {
            std::fs::copy(&source, &target)
                .with_context(|| format!("cannot copy {}", source.display()))?;
        }
    }
    Ok(())
}
