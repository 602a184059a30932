//! The floor of indexing: reads and parses every file of a known language below
//! a folder, with as many threads as the machine has, and does nothing else.
//!
//! `cargo run --release -p clew-grammars --example bare_parse -- FOLDER`

#![expect(clippy::print_stdout, reason = "the result")]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use clew_grammars::{Extractor, detect_language};

fn main() -> std::io::Result<()> {
    let mut files = Vec::new();
    for folder in std::env::args().skip(1) {
        collect(Path::new(&folder), &mut files)?;
    }
    let next = AtomicUsize::new(0);
    let parsed = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut extractor = Extractor::default();
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Ok(text) = std::fs::read_to_string(path) else { continue };
                    let Some(language) = detect_language(&path.to_string_lossy(), &text) else {
                        continue;
                    };
                    if language.has_grammar() && extractor.bare_parse(language, &text) {
                        parsed.fetch_add(text.len(), Ordering::Relaxed);
                    }
                }
            });
        }
    });
    println!("{} files, {} bytes parsed", files.len(), parsed.into_inner());
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&entry.path(), files)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}
