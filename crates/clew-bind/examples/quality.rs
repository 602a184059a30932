//! Scores references against what an independent tool says of real packages.
//!
//! `cargo run --release -p clew-bind --example quality -- LANGUAGE [SHOWN]` reads
//! `quality/LANGUAGE/references.jsonl` and the packages in
//! `${XDG_CACHE_HOME:-$HOME/.cache}/clew-quality/LANGUAGE`, and prints, for
//! functions and methods, how many call sites marked `bound` are right and how
//! many of the true call sites are found so; up to SHOWN disagreements follow.

#![expect(clippy::print_stdout, reason = "the result")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clew_bind::{Binder, FileId, ReferenceQuery, Source, SymbolRef};
use clew_grammars::{Extractor, detect_language};
use clew_model::{Certainty, FileFacts, Role, SymbolId};
use clew_text::LineIndex;
use serde_json::Value;

/// File, line, column.
type Site = (String, u64, u64);

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let language = arguments.next().unwrap_or_else(|| "python".into());
    let shown: usize = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0);
    let folder = Path::new("quality").join(&language);
    let rows = std::fs::read_to_string(folder.join("references.jsonl"))?;
    let rows: Vec<Value> =
        rows.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for package in packages(&folder, &language)? {
        let wanted: Vec<&Value> =
            rows.iter().filter(|row| row["package"] == package.name.as_str()).collect();
        if wanted.is_empty() {
            continue;
        }
        let workspace = Workspace::read(&package)?;
        for row in wanted {
            let kind = row["kind"].as_str().unwrap_or("function").to_string();
            let score = scores.entry(kind).or_default();
            score_row(&workspace, row, score);
        }
    }
    for (kind, score) in &scores {
        println!(
            "{kind}: {} targets ({} not found), {} calls; bound {}, right {:.4}; covering {:.4}",
            score.targets,
            score.absent,
            score.calls,
            score.bound,
            score.right as f64 / score.bound.max(1) as f64,
            score.right as f64 / score.calls.max(1) as f64,
        );
    }
    for (kind, score) in &scores {
        for line in score.wrong.iter().take(shown) {
            println!("wrong {kind} {line}");
        }
        for line in score.missed.iter().take(shown) {
            println!("missed {kind} {line}");
        }
    }
    Ok(())
}

#[derive(Default)]
struct Score {
    targets: usize,
    absent: usize,
    calls: usize,
    bound: usize,
    right: usize,
    wrong: Vec<String>,
    missed: Vec<String>,
}

fn score_row(workspace: &Workspace, row: &Value, score: &mut Score) {
    let file = row["file"].as_str().unwrap_or("");
    let name = row["name"].as_str().unwrap_or("");
    let line = row["line"].as_u64().unwrap_or(0);
    let label = format!("{} {file}:{line} {name}", row["package"].as_str().unwrap_or(""));
    let truth = sites(&row["calls"]);
    let unsure = sites(&row["unsure"]);
    score.targets += 1;
    score.calls += truth.len();
    let Some(symbol) = workspace.symbol(file, line, name) else {
        score.absent += 1;
        score.missed.push(format!("{label}: no such symbol"));
        return;
    };
    let mut found = workspace.bound_calls(symbol);
    found.retain(|site| !unsure.contains(site));
    score.bound += found.len();
    score.right += found.intersection(&truth).count();
    for site in found.difference(&truth) {
        score.wrong.push(format!("{label}: {}:{}:{}", site.0, site.1, site.2));
    }
    for site in truth.difference(&found) {
        score.missed.push(format!("{label}: {}:{}:{}", site.0, site.1, site.2));
    }
}

/// A list of call sites. Those listed as `unsure` are calls of which the other
/// tool cannot tell the target; they count neither for nor against.
fn sites(value: &Value) -> BTreeSet<Site> {
    value
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|call| {
            Some((call[0].as_str()?.to_string(), call[1].as_u64()?, call[2].as_u64()?))
        })
        .collect()
}

struct Package {
    name: String,
    root: PathBuf,
    sources: Vec<String>,
}

/// The packages of a language that are unpacked in the cache.
fn packages(folder: &Path, language: &str) -> std::io::Result<Vec<Package>> {
    let cache = std::env::var("XDG_CACHE_HOME")
        .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cache")))
        .unwrap_or_default();
    let cache = Path::new(&cache).join("clew-quality").join(language);
    let table = std::fs::read_to_string(folder.join("packages.tsv"))?;
    let mut packages = Vec::new();
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [_, name, version, _, rest @ ..] = cells.as_slice() else { continue };
        let plain = name.replace('@', "").replace('/', "-");
        let root = [name.to_string(), format!("{plain}-{version}"), plain]
            .iter()
            .map(|folder| cache.join(folder))
            .find(|folder| folder.is_dir());
        let sources = rest.first().map_or("", |sources| sources).split(',');
        if let Some(root) = root {
            packages.push(Package {
                name: name.to_string(),
                root,
                sources: sources.map(str::to_string).collect(),
            });
        }
    }
    Ok(packages)
}

struct File {
    path: String,
    text: String,
    facts: Arc<FileFacts>,
}

/// The source files of one package.
struct Workspace {
    root: PathBuf,
    files: Vec<File>,
    by_path: BTreeMap<String, FileId>,
    by_folder: BTreeMap<String, Vec<FileId>>,
    naming: BTreeMap<String, Vec<FileId>>,
    defining: BTreeMap<String, Vec<FileId>>,
}

impl Workspace {
    fn read(package: &Package) -> std::io::Result<Workspace> {
        let mut paths = Vec::new();
        for source in &package.sources {
            collect(&package.root.join(source), &mut paths)?;
        }
        paths.sort();
        let mut workspace = Workspace {
            root: package.root.clone(),
            files: Vec::new(),
            by_path: BTreeMap::new(),
            by_folder: BTreeMap::new(),
            naming: BTreeMap::new(),
            defining: BTreeMap::new(),
        };
        let mut extractor = Extractor::default();
        for path in paths {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let relative = path.strip_prefix(&package.root).unwrap_or(&path);
            let relative = relative.to_string_lossy().into_owned();
            let Some(language) = detect_language(&relative, &text) else { continue };
            let facts = Arc::new(extractor.facts(Some(language), &text));
            workspace.add(File { path: relative, text, facts });
        }
        Ok(workspace)
    }

    fn add(&mut self, file: File) {
        let id = FileId(self.files.len() as u32);
        self.by_path.insert(file.path.clone(), id);
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        self.by_folder.entry(folder.to_string()).or_default().push(id);
        for (_, name) in file.facts.names.iter() {
            self.naming.entry(name.to_string()).or_default().push(id);
        }
        let defined: BTreeSet<&str> = file
            .facts
            .symbols
            .iter()
            .filter(|symbol| !symbol.is_local())
            .map(|symbol| file.facts.name(symbol.name))
            .collect();
        for name in defined {
            self.defining.entry(name.to_string()).or_default().push(id);
        }
        self.files.push(file);
    }

    fn symbol(&self, file: &str, line: u64, name: &str) -> Option<SymbolRef> {
        let id = *self.by_path.get(file)?;
        let file = &self.files[id.0 as usize];
        let lines = LineIndex::new(&file.text);
        let index = file.facts.symbols.iter().position(|symbol| {
            file.facts.name(symbol.name) == name
                && lines.line_of(symbol.name_range.start) as u64 + 1 == line
        })?;
        Some(SymbolRef { file: id, symbol: SymbolId(index as u32) })
    }

    fn bound_calls(&self, symbol: SymbolRef) -> BTreeSet<Site> {
        let binder = Binder::new(self);
        let query =
            ReferenceQuery { targets: binder.overloads(symbol), include_name_matches: false };
        let mut sites = BTreeSet::new();
        for reference in binder.references(&query, &|| false).found {
            let file = &self.files[reference.file.0 as usize];
            let Some(occurrence) = file.facts.occurrence(reference.occurrence) else { continue };
            if occurrence.role == Role::Call && reference.certainty != Certainty::Name {
                let span = LineIndex::new(&file.text).span(&file.text, occurrence.range);
                let column = span.start_column as u64;
                sites.insert((file.path.clone(), span.start_line as u64, column));
            }
        }
        sites
    }
}

fn collect(path: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            collect(&entry?.path(), paths)?;
        }
    } else if path.is_file() {
        paths.push(path.to_path_buf());
    }
    Ok(())
}

impl Source for Workspace {
    fn facts(&self, file: FileId) -> Option<Arc<FileFacts>> {
        self.files.get(file.0 as usize).map(|file| file.facts.clone())
    }
    fn path(&self, file: FileId) -> Option<String> {
        self.files.get(file.0 as usize).map(|file| file.path.clone())
    }
    fn file_at(&self, path: &str) -> Option<FileId> {
        self.by_path.get(path).copied()
    }
    fn files_called(&self, file_name: &str) -> Vec<FileId> {
        let is_called = |path: &str| path.rsplit('/').next().is_some_and(|name| name == file_name);
        self.by_path.iter().filter(|(path, _)| is_called(path)).map(|(_, id)| *id).collect()
    }
    fn files_in(&self, folder: &str) -> Vec<FileId> {
        self.by_folder.get(folder).cloned().unwrap_or_default()
    }
    fn files_naming(&self, name: &str) -> Vec<FileId> {
        self.naming.get(name).cloned().unwrap_or_default()
    }
    fn files_defining(&self, name: &str) -> Vec<FileId> {
        self.defining.get(name).cloned().unwrap_or_default()
    }
    fn config_text(&self, path: &str) -> Option<String> {
        std::fs::read_to_string(self.root.join(path)).ok()
    }
}
