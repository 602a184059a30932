//! Measures what extraction costs on top of the bare parse of the same files.
//!
//! `cargo run --release -p clew-grammars --example extraction_cost -- FOLDER…`
//! reads every file of a known language below the folders, takes the best of
//! several rounds for each file, and prints both times and their ratio.

#![expect(clippy::print_stdout, reason = "the result")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clew_grammars::{Extractor, detect_language};

const ROUNDS: usize = 5;

fn main() -> std::io::Result<()> {
    let mut extractor = Extractor::default();
    let (mut parse, mut whole) = (Duration::ZERO, Duration::ZERO);
    let (mut bytes, mut files) = (0usize, 0usize);
    for folder in std::env::args().skip(1) {
        for path in files_below(Path::new(&folder))? {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let Some(language) = detect_language(&path.to_string_lossy(), &text) else { continue };
            if !language.has_grammar() {
                continue;
            }
            parse += best_of(|| {
                extractor.bare_parse(language, &text);
            });
            whole += best_of(|| {
                extractor.facts(Some(language), &text);
            });
            bytes += text.len();
            files += 1;
        }
    }
    let extraction = whole.saturating_sub(parse);
    let ratio = extraction.as_secs_f64() / parse.as_secs_f64().max(f64::EPSILON);
    println!("files {files}, bytes {bytes}");
    println!("parse {parse:?}, extraction {extraction:?}, extraction over parse {ratio:.2}");
    Ok(())
}

fn best_of(mut run: impl FnMut()) -> Duration {
    (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

fn files_below(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    if folder.is_file() {
        return Ok(vec![folder.to_path_buf()]);
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files_below(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
