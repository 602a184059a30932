//! Reads hostile texts as every language, each in a process of its own, and prints
//! the slowest and the largest.
//!
//! `cargo run -p clew-grammars --features all --example robustness [-- LANGUAGE…]`
//! reads texts of full size and prints
//! `language, text, bytes, seconds, peak MiB, reports, cut` a line. On Linux the seconds are
//! those of the processor, so that a busy machine tells the same; elsewhere they are the
//! clock's, and peak memory is not told.

#![expect(clippy::print_stdout, reason = "the result")]

mod texts;

use std::process::Command;
use std::time::Instant;

use clew_grammars::{Extractor, language_by_id, languages};
use clew_model::FileFlags;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [one, language, text] = arguments.as_slice()
        && one == "--one"
    {
        run(language, text);
        return Ok(());
    }
    let program = std::env::current_exe()?;
    for language in languages() {
        if !arguments.is_empty() && !arguments.iter().any(|id| id == language.id) {
            continue;
        }
        for (name, _) in texts::hostile_texts(1_000) {
            let status = Command::new(&program).args(["--one", language.id, name]).status()?;
            if !status.success() {
                println!("{}\t{name}\tFAILED {status}", language.id);
            }
        }
    }
    Ok(())
}

fn run(language: &str, name: &str) {
    let Some((_, text)) = texts::hostile_texts(1).into_iter().find(|(one, _)| *one == name) else {
        return;
    };
    let before = peak_mib();
    let start = Instant::now();
    let mut extractor = Extractor::default();
    let facts = extractor.facts(language_by_id(language), &text);
    let seconds = processor_seconds().unwrap_or_else(|| start.elapsed().as_secs_f64());
    let cut = if facts.flags.has(FileFlags::CUT) { "cut" } else { "" };
    let peak = peak_mib().saturating_sub(before);
    let (bytes, reports) = (text.len(), extractor.reports());
    println!("{language}\t{name}\t{bytes}\t{seconds:.2}\t{peak}\t{reports}\t{cut}");
}

/// The processor seconds that this process used; `None` where that is not told.
fn processor_seconds() -> Option<f64> {
    let figures = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: f64 = figures.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

/// The most memory that this process had so far, in MiB; 0 where that is not told.
fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}
