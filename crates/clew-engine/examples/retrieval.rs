//! Measures how well search finds what questions ask for.
//!
//! `cargo run --release -p clew-engine --example retrieval -- DATA FOLDER QUESTIONS…`
//! reads tab-separated files of `package, kind, question, answers`, where
//! FOLDER/package is the package's source tree and answers are `path::symbol`
//! (or a path alone) with ` | ` between them. It asks every question in every
//! mode and prints one JSON object a line: `package`, `kind`, `question`,
//! `answers` (lines of the definitions) and for each mode the hits in order.
//! A question whose answer is not in the tree is an error.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the result and what is left out")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clew_engine::{Engine, EngineOptions, InProcessEngine, RequestContext};
use clew_protocol::{OutlineRequest, ScanRequest, ScanWait, SearchMode, SearchRequest};
use clew_vfs::Environment;
use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error>;

/// Hits asked for.
const HITS: u32 = 10;

/// Symbols of a file asked for at once.
const MOST_SYMBOLS: u32 = 1_000;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [data, folder, files @ ..] = arguments.as_slice() else {
        return Err("usage: retrieval DATA FOLDER QUESTIONS…".into());
    };
    let mut packages: BTreeMap<String, Vec<Question>> = BTreeMap::new();
    for file in files {
        for line in std::fs::read_to_string(file)?.lines() {
            let question = Question::read(line).ok_or_else(|| format!("{file}: {line:?}"))?;
            packages.entry(question.package.clone()).or_default().push(question);
        }
    }
    let mut missing = 0;
    for (package, questions) in packages {
        let tree = Tree::open(&Path::new(folder).join(&package), Path::new(data))?;
        for question in questions {
            missing += tree.ask(&question)?;
        }
    }
    if missing > 0 {
        return Err(format!("{missing} answers are not in the trees").into());
    }
    Ok(())
}

/// One line of a file of questions.
struct Question {
    package: String,
    kind: String,
    text: String,
    answers: Vec<String>,
}

impl Question {
    fn read(line: &str) -> Option<Self> {
        let mut fields = line.split('\t').map(str::to_owned);
        let (package, kind, text) = (fields.next()?, fields.next()?, fields.next()?);
        let answers = fields.next()?.split(" | ").map(|answer| answer.trim().to_owned()).collect();
        Some(Question { package, kind, text, answers })
    }
}

/// A package with its index.
struct Tree {
    engine: InProcessEngine,
    context: RequestContext,
}

impl Tree {
    fn open(root: &Path, data: &Path) -> Result<Self, Failure> {
        let environment =
            Environment { clew_data_dir: Some(data.to_path_buf()), ..Environment::default() };
        let engine = InProcessEngine::new(EngineOptions {
            start: std::fs::canonicalize(root)?,
            project_root: Some(PathBuf::from(root)),
            environment,
            ..EngineOptions::default()
        })?;
        let context = RequestContext::new("bench");
        let scan = ScanRequest { wait: ScanWait::UntilDone, ..ScanRequest::default() };
        engine.scan(scan, &context)?;
        Ok(Tree { engine, context })
    }

    /// Prints a question with its hits; returns how many answers are missing.
    fn ask(&self, question: &Question) -> Result<usize, Failure> {
        let mut missing = 0;
        let mut answers = Vec::new();
        for answer in &question.answers {
            let found = self.places(answer);
            if found.is_empty() {
                eprintln!("{}: {}: no {answer}", question.package, question.text);
                missing += 1;
            }
            answers.push(Value::Array(found));
        }
        let mut out = json!({
            "package": question.package,
            "kind": question.kind,
            "question": question.text,
            "answers": answers,
        });
        for mode in [SearchMode::Lexical, SearchMode::Vector, SearchMode::Hybrid] {
            let request = SearchRequest {
                query: question.text.clone(),
                mode,
                limit: Some(HITS),
                compact: true,
                ..SearchRequest::default()
            };
            let hits = self.engine.search(request, &self.context)?.hits;
            let hits: Vec<Value> = hits
                .iter()
                .map(|hit| json!([hit.file, hit.start_line, hit.end_line, hit.name]))
                .collect();
            out[mode.as_str()] = Value::Array(hits);
        }
        println!("{out}");
        Ok(missing)
    }

    /// File and lines of each definition that `answer` names.
    fn places(&self, answer: &str) -> Vec<Value> {
        let (path, name) = answer.split_once("::").unwrap_or((answer, ""));
        let mut found = Vec::new();
        let mut request = OutlineRequest {
            file_path: path.to_owned(),
            limit: Some(MOST_SYMBOLS),
            ..OutlineRequest::default()
        };
        let wanted: Vec<&str> = name.split('.').collect();
        let mut around: Vec<String> = Vec::new();
        while let Ok(outline) = self.engine.outline(request.clone(), &self.context) {
            if name.is_empty() {
                return vec![json!([path, 1, 1_000_000])];
            }
            for item in &outline.symbols {
                around.truncate(item.depth as usize);
                around.push(item.name.rsplit([':', '.']).next().unwrap_or(&item.name).to_owned());
                if ends_with(&around, &item.name, &wanted) {
                    found.push(json!([path, item.span.start_line, item.span.end_line]));
                }
            }
            request.cursor = outline.cursor;
            if request.cursor.is_none() {
                break;
            }
        }
        found
    }
}

/// Whether a symbol is the wanted one: by its last name, and by its container
/// where one is asked for and known.
fn ends_with(around: &[String], name: &str, wanted: &[&str]) -> bool {
    let last = around.last().map(String::as_str);
    let container = around.len().checked_sub(2).and_then(|index| around.get(index));
    let in_name = |wanted: &str| name.split(['.', ':']).any(|part| part == wanted);
    match wanted {
        [own] => last == Some(own),
        [.., outer, own] => {
            last == Some(own)
                && container.is_none_or(|container| container == outer || in_name(outer))
        }
        [] => false,
    }
}
