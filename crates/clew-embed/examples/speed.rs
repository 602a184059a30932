//! Measures encoding: `cargo run --release -p clew-embed --example speed -- FILE…`
//! cuts the files into snippets of 25 lines and prints snippets a second on one
//! thread.

#![expect(clippy::print_stdout, reason = "the result")]

use std::time::Instant;

use clew_embed::Encoder;

fn main() -> std::io::Result<()> {
    let mut snippets = Vec::new();
    for file in std::env::args().skip(1) {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let lines: Vec<&str> = text.lines().collect();
        snippets.extend(lines.chunks(25).map(|part| part.join("\n")));
    }
    let mut encoder = Encoder::default();
    let mut best = f64::MAX;
    let mut sum = 0.0;
    for _ in 0..5 {
        let start = Instant::now();
        for snippet in &snippets {
            sum += encoder.encode(snippet).scale;
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    let bytes: usize = snippets.iter().map(String::len).sum();
    println!(
        "{} snippets of {} bytes on average: {:.0} a second ({sum})",
        snippets.len(),
        bytes / snippets.len().max(1),
        snippets.len() as f64 / best
    );
    Ok(())
}
