//! Time to check a generated project of 100,000 lines.
#![expect(clippy::print_stdout, reason = "the figures are the output")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use clew_yaoxiang::check::{CheckMode, ProjectChecker};
use clew_yaoxiang::modules::FileProvider;
use clew_yaoxiang::parse;

/// Files of the project.
pub(super) const FILES: usize = 2000;
/// Functions in each file.
const FUNCTIONS: usize = 5;
/// Edits and parses that are timed.
const ROUNDS: usize = 200;

/// Files in memory with a version each.
struct Project(BTreeMap<String, (u64, Arc<str>)>);

impl FileProvider for Project {
    fn stamp(&self, path: &str) -> Option<u64> {
        self.0.get(path).map(|(version, _)| *version)
    }

    fn read(&self, path: &str) -> Option<Arc<str>> {
        self.0.get(path).map(|(_, text)| text.clone())
    }

    fn list(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

/// Prints the times.
pub fn run() {
    let mut project = Project(BTreeMap::new());
    for index in 0..FILES {
        project.0.insert(path(index), (0, file(index, 1).into()));
    }
    let lines: usize = project.0.values().map(|(_, text)| text.lines().count()).sum();
    let wanted = project.list();
    let mut checker = ProjectChecker::default();
    let start = Instant::now();
    let checked = checker.check_project(&project, &wanted, CheckMode::Full);
    let cold = start.elapsed();
    let found = checked.iter().flat_map(|file| file.diagnostics.iter());
    let errors = found.clone().filter(|found| found.is_error()).count();
    let all = found.count();
    println!("{lines} lines in {FILES} files, {errors} errors, {all} findings, cold {cold:?}");
    time_edits("edit of a body", &mut project, &mut checker, |round| file(7, round + 2));
    time_edits("edit of an interface", &mut project, &mut checker, |round| {
        format!("{}extra{round}: Int = 1\n", file(7, 1))
    });
    time_parse();
}

fn time_edits(
    what: &str,
    project: &mut Project,
    checker: &mut ProjectChecker,
    text: impl Fn(usize) -> String,
) {
    let wanted = project.list();
    let mut times = Vec::new();
    let mut most = 0;
    for round in 0..ROUNDS {
        if let Some(file) = project.0.get_mut(&path(7)) {
            *file = (file.0 + 1, text(round).into());
        }
        let start = Instant::now();
        checker.check_project(project, &wanted, CheckMode::Full);
        times.push(start.elapsed());
        most = most.max(checker.checks_run());
    }
    times.sort();
    println!(
        "{what}: p50 {:?}, p99 {:?}, at most {most} files checked again",
        times[times.len() / 2],
        times[times.len() * 99 / 100],
    );
}

fn time_parse() {
    let mut source = String::new();
    for index in 0..22 {
        source.push_str(&file(index, 1));
    }
    let source: String = source.lines().take(1000).map(|line| format!("{line}\n")).collect();
    let mut times: Vec<_> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            let parsed = parse(&source);
            assert!(parsed.tree.text().len() == source.len());
            start.elapsed()
        })
        .collect();
    times.sort();
    println!(
        "parse of {} lines: p50 {:?}, p99 {:?}",
        source.lines().count(),
        times[times.len() / 2],
        times[times.len() * 99 / 100],
    );
}

pub(super) fn path(index: usize) -> String {
    format!("src/m{index}.yx")
}

/// A file that imports the one before it.
pub(super) fn file(index: usize, seed: usize) -> String {
    let mut text = String::from("use std.io\n");
    if !index.is_multiple_of(10) {
        let _ = writeln!(text, "use m{}.{{Point{}, work{}_0}}", index - 1, index - 1, index - 1);
    }
    let _ = writeln!(text, "\nPoint{index}: Type = {{ x: Int, y: Int = 0 }}\n");
    let _ = writeln!(
        text,
        "Point{index}.total: (self: &Point{index}) -> Int = {{\n    return self.x + self.y\n}}\n"
    );
    for function in 0..FUNCTIONS {
        let _ = writeln!(
            text,
            "work{index}_{function}: (n: Int) -> Int = (n) => {{\n    mut i = {seed}\n    mut sum = 0\n    \
             while i < 10 {{\n        sum = sum + i * n\n        i = i + 1\n    }}\n    return sum\n}}"
        );
    }
    let _ = writeln!(
        text,
        "main = {{\n    p = Point{index}(1, 2)\n    io.println(f\"total {{p.total()}}\")\n}}"
    );
    text
}
