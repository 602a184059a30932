//! `cargo xtask bench languages [--dev]`: what the languages beyond the first eight cost.
//!
//! Builds the binary twice, each time from nothing: with the first eight languages alone and
//! with all. Then both index the same sources, which are in the first eight alone, by turns,
//! each time into an empty folder. Prints seconds of the builds, sizes and the ratio of the
//! processor time that indexing takes. `--dev` builds both quickly, so that sizes and
//! seconds of the builds say nothing, the ratio nearly the same.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use super::measure::{Usage, percentile, usage_of};
use super::print_machine;
use crate::quality::packages;
use crate::shell::{Profile, build, root};

/// The first eight languages, with the ends of their files' names.
const FIRST: &[(&str, &[&str])] = &[
    ("python", &["py", "pyi"]),
    ("typescript", &["ts", "tsx", "mts", "cts"]),
    ("javascript", &["js", "jsx", "mjs", "cjs"]),
    ("rust", &["rs"]),
    ("go", &["go"]),
    ("java", &["java"]),
    ("c", &["c", "h"]),
    ("cpp", &["cc", "cpp", "hpp", "h"]),
];

/// Scans by each binary.
const RUNS: usize = 11;

/// How much longer indexing the first eight may take with all languages in the binary.
const AIM: f64 = 1.03;

/// Builds, indexes and prints.
pub(super) fn bench(options: &[String]) -> anyhow::Result<()> {
    let profile = match options {
        [] => Profile::Release,
        [dev] if dev == "--dev" => Profile::Dev,
        _ => bail!("unknown options {}; option: --dev", options.join(" ")),
    };
    let scratch = std::env::temp_dir().join(format!("clew-languages-{}", std::process::id()));
    let sources = scratch.join("sources");
    for (language, ends) in FIRST {
        let mut packages = 0;
        for (name, folder) in packages::each(language)? {
            match folder {
                Ok(folder) => {
                    let plain = name.replace(['@', '/', ':'], "-");
                    copy_sources(&folder, &sources.join(language).join(plain), ends)?;
                    packages += 1;
                }
                Err(error) => eprintln!("left out: {error}"),
            }
        }
        if packages == 0 {
            bail!("no package of {language} can be had; is the network there?");
        }
    }
    let first = Binary::build("first", profile, &["--no-default-features"])?;
    let all = Binary::build("all", profile, &[])?;
    let (mut of_first, mut of_all) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        of_first.push(first.scan(&sources, &scratch)?);
        of_all.push(all.scan(&sources, &scratch)?);
    }
    std::fs::remove_dir_all(&scratch)?;
    let files = indexed(&of_first)?;
    if files != indexed(&of_all)? {
        bail!("the two binaries indexed different files; is a package of the eight mixed?");
    }
    print_machine();
    println!("{}", table(&[&first, &all], &files));
    let ratio = print_ratio(&of_first, &of_all);
    if ratio > AIM {
        bail!("indexing takes {ratio:.3} times as long with all languages, aim {AIM}");
    }
    Ok(())
}

/// A binary that was built from nothing.
struct Binary {
    path: PathBuf,
    built: Usage,
}

impl Binary {
    fn build(name: &str, profile: Profile, options: &[&str]) -> anyhow::Result<Binary> {
        let target = std::env::var_os("CARGO_TARGET_DIR");
        let target = target.map_or_else(|| root().join("target"), PathBuf::from);
        // Quick builds begin with what is there.
        let target = match profile {
            Profile::Release => target.join("languages").join(name),
            Profile::Dev => target,
        };
        if profile == Profile::Release && target.exists() {
            std::fs::remove_dir_all(&target)?;
        }
        eprintln!("== building with {name} languages");
        let mut command = build(profile);
        command.args(["--quiet", "--package", "clew"]).args(options);
        let built = usage_of(command.env("CARGO_TARGET_DIR", &target))?;
        let folder = if profile == Profile::Release { "release" } else { "debug" };
        let made = target.join(folder).join(format!("clew{}", std::env::consts::EXE_SUFFIX));
        let path = target.join(format!("clew-{name}{}", std::env::consts::EXE_SUFFIX));
        std::fs::copy(&made, &path).with_context(|| format!("{} was not built", made.display()))?;
        Ok(Binary { path, built })
    }

    /// A scan into an empty folder; vectors are left out, since no grammar has a part in them.
    fn scan(&self, sources: &Path, scratch: &Path) -> anyhow::Result<Usage> {
        let data = scratch.join("data");
        if data.exists() {
            std::fs::remove_dir_all(&data)?;
        }
        usage_of(
            Command::new(&self.path)
                .arg("--standalone")
                .arg("--project-root")
                .arg(sources)
                .args(["scan", "--json", "--no-vectors"])
                .env("CLEW_DATA_DIR", &data),
        )
    }
}

/// Files and bytes that were indexed.
fn indexed(scans: &[Usage]) -> anyhow::Result<(u64, u64)> {
    let scan = scans.first().context("no scan")?;
    let answer: Value = serde_json::from_str(&scan.stdout).context("scan --json")?;
    let count = |what: &str| answer["counts"][what].as_u64().unwrap_or(0);
    Ok((count("files"), count("bytes")))
}

fn table(binaries: &[&Binary], (files, bytes): &(u64, u64)) -> String {
    let row = |what: &str, cell: &dyn Fn(&Binary) -> String| {
        let cells: Vec<String> = binaries.iter().map(|binary| cell(binary)).collect();
        format!("| {what} | {} |\n", cells.join(" | "))
    };
    let size = |binary: &Binary| std::fs::metadata(&binary.path).map_or(0, |found| found.len());
    [
        "| | first eight | all |\n| --- | --- | --- |\n".to_string(),
        row("build, CPU s", &|binary| format!("{:.0}", binary.built.cpu)),
        row("build, wall s", &|binary| format!("{:.0}", binary.built.wall)),
        row("binary, MB", &|binary| format!("{:.1}", size(binary) as f64 / 1e6)),
        format!("\nindexed: {files} files, {:.1} MB", *bytes as f64 / 1e6),
    ]
    .concat()
}

/// Prints what indexing takes and how much more it is with all languages.
fn print_ratio(first: &[Usage], all: &[Usage]) -> f64 {
    let median = |scans: &[Usage]| {
        percentile(&mut scans.iter().map(|scan| scan.user).collect::<Vec<f64>>(), 0.5)
    };
    let pairs = first.iter().zip(all);
    let mut ratios: Vec<f64> = pairs.map(|(first, all)| all.user / first.user).collect();
    let ratio = percentile(&mut ratios, 0.5);
    let (first, all) = (median(first), median(all));
    println!(
        "cold index, user CPU s, median of {RUNS} by turns: first eight {first:.2}, all {all:.2}; \
         median of the ratios of neighbours {ratio:.3} (aim {AIM})"
    );
    ratio
}

/// Copies the files that end so.
fn copy_sources(from: &Path, to: &Path, ends: &[&str]) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (kind, path) = (entry.file_type()?, entry.path());
        let is_source = path.extension().is_some_and(|end| ends.iter().any(|one| end == *one));
        if kind.is_dir() {
            copy_sources(&path, &to.join(entry.file_name()), ends)?;
        } else if kind.is_file() && is_source {
            std::fs::create_dir_all(to)?;
            std::fs::copy(&path, to.join(entry.file_name()))?;
        }
    }
    Ok(())
}
