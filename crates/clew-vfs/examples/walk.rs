//! Walks a folder a few times and prints what was found and how long it took.
//!
//! `cargo run --release -p clew-vfs --example walk -- DIR [read]`; with `read`
//! it also loads and classifies every file.

#![expect(clippy::print_stdout, reason = "this program is for people")]

use std::path::PathBuf;
use std::time::Instant;

use clew_vfs::{
    LeftOut, LeftOutReason, ReadError, RealFs, WalkOptions, is_generated, is_minified, read_text,
    walk,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let root = PathBuf::from(arguments.next().ok_or("name a folder")?);
    let reads = arguments.next().is_some();
    for threads in [1, 2, 2] {
        let start = Instant::now();
        let options = WalkOptions { threads, ..WalkOptions::default() };
        let found = walk(&RealFs, &root, &options, &|| false, &|_| {})?;
        let micros = start.elapsed().as_micros();
        let seen = found.files.len() as u128 + u128::from(found.left_out.total());
        let each = micros as f64 / seen.max(1) as f64;
        println!(
            "{threads} threads: {} files of {seen} in {micros} µs, {each:.1} µs each",
            found.files.len()
        );
        if threads == 2 && reads {
            read_all(&root, found.files, found.left_out);
            return Ok(());
        }
    }
    Ok(())
}

fn read_all(root: &std::path::Path, files: Vec<clew_vfs::FileEntry>, mut left_out: LeftOut) {
    let start = Instant::now();
    let (mut bytes, mut generated) = (0, 0);
    for file in files {
        let relative = file.relative.as_str();
        match read_text(&RealFs, &file.relative.to_path(root)) {
            Ok(loaded) if is_minified(relative, &loaded.text) => {
                left_out.add(LeftOutReason::Minified, relative);
            }
            Ok(loaded) => {
                bytes += loaded.text.len();
                if is_generated(relative, &loaded.text) {
                    generated += 1;
                    if generated % 97 == 0 {
                        println!("  generated: {relative}");
                    }
                }
            }
            Err(ReadError::LeftOut { reason, .. }) => left_out.add(reason, relative),
            Err(ReadError::Io { .. }) => left_out.add(LeftOutReason::Unreadable, relative),
        }
    }
    println!("read {bytes} bytes in {:?}, {generated} generated", start.elapsed());
    for (reason, found) in &left_out.by_reason {
        println!("{reason} {}: {}", found.count, found.examples.join(" "));
    }
}
