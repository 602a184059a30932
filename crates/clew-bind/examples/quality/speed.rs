//! How fast files are read, and how much of them the grammar does not take.

use std::time::Instant;

use clew_grammars::{Extractor, LanguageDefinition, TreeLimits};
use clew_model::FileFacts;
use serde_json::{Value, json};

/// Bytes, processor time and nodes of the files of one language.
#[derive(Clone, Copy, Default)]
pub(crate) struct Reading {
    bytes: usize,
    seconds: f64,
    nodes: usize,
    errors: usize,
}

impl Reading {
    /// Reads a file for its facts; what it takes counts if `counts`.
    pub(crate) fn facts(
        &mut self,
        extractor: &mut Extractor,
        language: &'static LanguageDefinition,
        text: &str,
        counts: bool,
    ) -> FileFacts {
        let start = Clock::now();
        let facts = extractor.facts(Some(language), text);
        if counts {
            self.seconds += start.seconds();
            self.bytes += text.len();
            let limits = TreeLimits { max_depth: 0, max_nodes: 1 };
            if let Some(tree) = extractor.syntax_tree(language, text, limits, &|| false) {
                for (kind, count) in tree.kind_counts {
                    self.nodes += count;
                    self.errors += if kind == "ERROR" { count } else { 0 };
                }
            }
        }
        facts
    }

    /// Adds what another package took.
    pub(crate) fn add(&mut self, other: &Reading) {
        self.bytes += other.bytes;
        self.seconds += other.seconds;
        self.nodes += other.nodes;
        self.errors += other.errors;
    }

    /// Millions of bytes a second, and errors among a million nodes.
    pub(crate) fn json(&self) -> Value {
        json!({ "megabytes": self.bytes as f64 / 1e6, "speed": self.bytes as f64 / 1e6 / self.seconds.max(1e-9),
            "nodes": self.nodes, "errors": self.errors as f64 * 1e6 / self.nodes.max(1) as f64 })
    }
}

/// The time of the processor on Linux, of the clock elsewhere.
struct Clock {
    wall: Instant,
    processor: Option<f64>,
}

impl Clock {
    fn now() -> Clock {
        Clock { wall: Instant::now(), processor: processor_seconds() }
    }

    fn seconds(&self) -> f64 {
        match (self.processor, processor_seconds()) {
            (Some(start), Some(end)) => end - start,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

fn processor_seconds() -> Option<f64> {
    let figures = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = figures.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
