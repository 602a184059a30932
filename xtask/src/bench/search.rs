//! `cargo xtask bench search`: how well search finds what questions ask for.
//!
//! The questions are in `quality/search/*.tsv`, the trees come from package
//! registries. Beside our modes the same run asks BM25 over plain chunks and,
//! where it can be installed, semble with our own table of vectors. `cost` measures
//! what search by meaning costs instead. `--dev` builds without the slow last steps of
//! a release, own crates optimised all the same.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::bail;

use super::corpora::cache;
use crate::shell::{Profile, build, output, root, run};

/// Files of questions: one for each language, and one whose words differ from the code's.
const QUESTIONS: [&str; 9] =
    ["python", "javascript", "typescript", "rust", "go", "java", "c", "cpp", "paraphrase"];

/// What semble needs to read our table.
const SEMBLE: [&str; 3] = ["semble==0.7.0", "numpy==2.2.6", "safetensors==0.5.3"];

/// Runs the benchmark and prints the tables; `tuning`, `test` or `all` packages.
pub(super) fn bench(arguments: &[String]) -> anyhow::Result<()> {
    let (flags, words): (Vec<_>, Vec<_>) =
        arguments.iter().map(String::as_str).partition(|word| word.starts_with("--"));
    let profile = match flags.as_slice() {
        [] => Profile::Release,
        ["--dev"] => Profile::Dev,
        _ => bail!("no such option; options: --dev"),
    };
    let split = words.first().copied().unwrap_or("test");
    if split == "cost" {
        return super::meaning::bench(profile);
    }
    if !["tuning", "test", "all"].contains(&split) {
        bail!("no such split {split}; splits: tuning, test, all; or cost");
    }
    run(build(profile).args([
        "-p",
        "clew-engine",
        "--features",
        "languages",
        "--example",
        "retrieval",
    ]))?;
    let folder = cache()?.join("search");
    let scripts = root().join("quality/search");
    std::fs::create_dir_all(&folder)?;
    run(Command::new("python3").arg(scripts.join("trees.py")).arg(&folder))?;
    let scratch = folder.join(format!("run-{}", std::process::id()));
    std::fs::create_dir_all(&scratch)?;
    let files = Files { folder, scripts, scratch, profile };
    let result = files.bench(split);
    std::fs::remove_dir_all(&files.scratch)?;
    result
}

/// Where things are.
struct Files {
    folder: PathBuf,
    scripts: PathBuf,
    scratch: PathBuf,
    profile: Profile,
}

impl Files {
    fn bench(&self, split: &str) -> anyhow::Result<()> {
        let trees = self.folder.join("trees");
        let questions = QUESTIONS.map(|name| self.scripts.join(format!("{name}.tsv")));
        let ours = self.scratch.join("ours.jsonl");
        let found = output(
            Command::new(self.profile.artefact("examples/retrieval"))
                .arg(self.scratch.join("data"))
                .arg(&trees)
                .args(questions),
        )?;
        std::fs::write(&ours, found)?;
        let rivals = self.scratch.join("rivals.jsonl");
        std::fs::write(&rivals, self.ask_rivals(&ours, &trees)?)?;
        let report = output(
            Command::new("python3")
                .arg(self.scripts.join("report.py"))
                .arg(split)
                .args([&ours, &rivals]),
        )?;
        print!("{report}");
        Ok(())
    }

    /// BM25 over plain chunks and, if it can be installed, semble.
    fn ask_rivals(&self, ours: &Path, trees: &Path) -> anyhow::Result<String> {
        let script = self.scripts.join("rivals.py");
        let table = root().join("crates/clew-embed/data/table.bin");
        let python = self.folder.join("semble").join("bin").join("python");
        let has_semble = table.exists() && (python.exists() || self.install().is_ok());
        let mut command = Command::new(if has_semble { python } else { "python3".into() });
        command.arg(script).args([ours, trees]);
        if has_semble {
            command.args([&table, &self.scratch]);
        } else {
            eprintln!("semble cannot be installed and is left out");
        }
        output(&mut command)
    }

    fn install(&self) -> anyhow::Result<()> {
        let folder = self.folder.join("semble");
        run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        let pip = folder.join("bin").join("pip");
        run(Command::new(pip).args(["install", "--quiet"]).args(SEMBLE))
    }
}
