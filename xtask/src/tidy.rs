//! `cargo xtask tidy`: our own checks over the source tree.
//!
//! Old offenders are listed in `xtask/tidy-allowed.txt`, one `check path` a line
//! (with a number where the check counts). The list may only shrink: an entry
//! that is no longer needed is an error too.

mod checks;
mod named_tests;

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Context, bail};

use crate::shell;

/// One finding: which check, where, and how bad where it counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    pub(crate) check: &'static str,
    pub(crate) place: String,
    pub(crate) count: usize,
}

/// Runs all checks; fails on anything that the list does not allow.
pub(crate) fn run() -> anyhow::Result<()> {
    let root = shell::root();
    let listed = shell::output(Command::new("git").current_dir(&root).args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]))?;
    let mut findings = Vec::new();
    let mut tests = named_tests::Tests::default();
    let mut documents = Vec::new();
    for path in listed.split('\0').filter(|path| !path.is_empty()) {
        let Ok(text) = std::fs::read_to_string(root.join(path)) else { continue };
        findings.extend(checks::all(path, &text));
        tests.add(path, &text);
        if path.ends_with(".md") {
            documents.push((path, text));
        }
    }
    findings.extend(documents.iter().flat_map(|(path, text)| tests.check(path, text)));
    findings.sort();
    let allowed_text = std::fs::read_to_string(root.join("xtask/tidy-allowed.txt"))
        .context("cannot read xtask/tidy-allowed.txt")?;
    let problems = compare(&findings, &allowed(&allowed_text)?);
    for problem in &problems {
        eprintln!("tidy: {problem}");
    }
    if !problems.is_empty() {
        bail!("{} tidy findings", problems.len());
    }
    eprintln!("tidy: {} allowed findings, no new ones", findings.len());
    Ok(())
}

/// Reads the list: `check place count`.
fn allowed(text: &str) -> anyhow::Result<BTreeMap<(String, String), usize>> {
    let mut list = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let (Some(check), Some(place), Some(count)) = (words.next(), words.next(), words.next())
        else {
            bail!("tidy-allowed.txt: cannot read {line:?}");
        };
        let count = count.parse().with_context(|| format!("tidy-allowed.txt: {line:?}"))?;
        list.insert((check.to_string(), place.to_string()), count);
    }
    Ok(list)
}

fn compare(findings: &[Finding], allowed: &BTreeMap<(String, String), usize>) -> Vec<String> {
    let mut problems = Vec::new();
    let mut unused = allowed.clone();
    for finding in findings {
        let key = (finding.check.to_string(), finding.place.clone());
        match unused.remove(&key) {
            Some(limit) if finding.count <= limit => {}
            Some(limit) => problems.push(format!(
                "{} {}: {} now, {limit} allowed",
                finding.check, finding.place, finding.count
            )),
            None => {
                problems.push(format!("{} {} ({})", finding.check, finding.place, finding.count));
            }
        }
    }
    for ((check, place), _) in unused {
        problems.push(format!("{check} {place} is fine now: take it off tidy-allowed.txt"));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(count: usize) -> Finding {
        Finding { check: "long-file", place: "a.rs".into(), count }
    }

    #[test]
    fn the_list_only_shrinks() {
        let list = allowed("# old offenders\nlong-file a.rs 600\n").unwrap();
        assert!(compare(&[finding(600)], &list).is_empty());
        assert_eq!(compare(&[finding(601)], &list).len(), 1);
        assert_eq!(compare(&[], &list).len(), 1, "an entry without offender must go");
        assert_eq!(compare(&[finding(501)], &BTreeMap::new()).len(), 1);
    }
}
