//! Lists what the sanitizer finds in the files of a folder: kind, file, line.
//!
//! `cargo run --release -p clew-door --example alarms -- FOLDER`

use std::path::{Path, PathBuf};

use clew_door::Sanitizer;

#[expect(clippy::print_stderr, reason = "what the example is for")]
fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    let (mut open, mut lines, mut bytes) = (vec![PathBuf::from(folder)], 0, 0);
    let start = std::time::Instant::now();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(&path)?.flatten().map(|entry| entry.path()));
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            lines += text.lines().count();
            bytes += text.len();
            list(&path, &text);
        }
    }
    eprintln!("{lines} lines, {bytes} bytes, {:.2} s", start.elapsed().as_secs_f64());
    Ok(())
}

#[expect(clippy::print_stdout, reason = "what the example is for")]
fn list(path: &Path, text: &str) {
    let (clean, _) = Sanitizer::default().text(text);
    for (number, (before, after)) in text.lines().zip(clean.get().lines()).enumerate() {
        if before != after {
            println!("{}:{}\t{}\t{}", path.display(), number + 1, after.trim(), before.trim());
        }
    }
}
