//! The rules of one file, however many there are.
//!
//! Plain names and endings are looked up in tables whatever their number; patterns with
//! wildcards become automata, which take long to make for thousands of patterns and fail
//! altogether for more. A file with many of those is therefore taken apart: patterns
//! that begin with plain letters are kept by these, and an automaton is made of them when
//! the first path comes by that begins so. Most never do.

use std::collections::HashMap;
use std::path::Path;
use std::sync::OnceLock;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::rules::Verdict;
use crate::fs::CaseRule;

/// With no more patterns with wildcards all are one automaton.
const FEW: usize = 200;

/// Patterns of one automaton, and their bytes: far below what its builder takes.
const MOST_PATTERNS: usize = 200;
const MOST_BYTES: usize = 16 << 10;

/// Longer lines cannot fit any path.
const LONGEST_LINE: usize = 4_096;

/// Plain letters by which patterns are kept.
const KEY: usize = 3;

/// The compiled rules of one file or list.
pub(super) struct RuleSet {
    /// What is asked for every path.
    always: Vec<Gitignore>,
    /// What is asked for paths that begin so.
    by_start: HashMap<Start, Vec<Automaton>>,
    case: CaseRule,
    /// The number of each line, where rules of several parts may contradict each other.
    numbers: HashMap<String, usize>,
}

/// How a path (from the folder of the rules), or else its last part, begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Start {
    is_path: bool,
    letters: [u8; KEY],
}

/// Patterns that are compiled when they are first asked.
struct Automaton {
    builder: GitignoreBuilder,
    patterns: usize,
    bytes: usize,
    compiled: OnceLock<Gitignore>,
}

impl RuleSet {
    /// Compiles lines in `.gitignore` syntax, where braces also stand for alternatives.
    /// Lines that are no valid pattern go to `bad`, with their numbers. `None` if there
    /// is no rule.
    pub(super) fn new<'line>(
        lines: impl Iterator<Item = &'line str>,
        case: CaseRule,
        bad: &mut Vec<String>,
    ) -> Option<RuleSet> {
        RuleSet::with(lines.collect(), case, FEW, bad)
    }

    /// As [`RuleSet::new`], taken apart from more than `few` wildcards on.
    fn with(
        lines: Vec<&str>,
        case: CaseRule,
        few: usize,
        bad: &mut Vec<String>,
    ) -> Option<RuleSet> {
        let is_many = lines.iter().filter(|line| sort_of(line) != Sort::Table).count() > few;
        let mut tables = Automaton::new(case)?;
        let mut whole: Vec<Automaton> = Vec::new();
        let mut set =
            RuleSet { always: Vec::new(), by_start: HashMap::new(), case, numbers: HashMap::new() };
        for (at, line) in lines.iter().enumerate() {
            let added = match sort_of(line) {
                _ if line.len() > LONGEST_LINE => false,
                Sort::Start(start) if is_many => {
                    let start = start.folded(case);
                    add(set.by_start.entry(start).or_default(), line, case)
                }
                Sort::Whole if is_many => add(&mut whole, line, case),
                _ => tables.add(line),
            };
            if !added {
                bad.push(format!("{}: {line}", at + 1));
            }
        }
        let parts = [tables].into_iter().chain(whole);
        set.always = parts.map(Automaton::finish).filter(|rules| !rules.is_empty()).collect();
        set.number(&lines);
        (!set.always.is_empty() || !set.by_start.is_empty()).then_some(set)
    }

    /// Numbers the lines where it matters which of several comes last.
    fn number(&mut self, lines: &[&str]) {
        let contradicts = lines.iter().any(|line| line.starts_with('!'));
        let is_one = self.by_start.is_empty() && self.always.len() == 1;
        if contradicts && !is_one {
            let numbered = lines.iter().enumerate();
            self.numbers = numbered.map(|(at, line)| (line.trim_end().to_owned(), at)).collect();
        }
    }

    /// What the last fitting rule says of a path, relative to the folder of the rules.
    pub(super) fn verdict(&self, path: &str, is_folder: bool) -> Option<Verdict> {
        let mut last: Option<(usize, Verdict)> = None;
        for rules in self.always.iter().chain(self.beginning_like(path)) {
            let (glob, verdict) = match rules.matched(Path::new(path), is_folder) {
                Match::None => continue,
                Match::Ignore(glob) => (glob, Verdict::Ignore),
                Match::Whitelist(glob) => (glob, Verdict::Walk),
            };
            if self.numbers.is_empty() {
                return Some(verdict);
            }
            let number = self.numbers.get(glob.original().trim_end()).copied().unwrap_or(0);
            if last.is_none_or(|(known, _)| known <= number) {
                last = Some((number, verdict));
            }
        }
        last.map(|(_, verdict)| verdict)
    }

    fn beginning_like(&self, path: &str) -> impl Iterator<Item = &Gitignore> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let starts = [(true, path), (false, name)].map(|(is_path, text)| {
            let letters = text.as_bytes().get(..KEY)?.try_into().ok()?;
            Some(Start { is_path, letters }.folded(self.case))
        });
        let known = starts.into_iter().flatten().filter_map(|start| self.by_start.get(&start));
        known.flatten().map(Automaton::compiled)
    }
}

impl Start {
    fn folded(mut self, case: CaseRule) -> Start {
        if case == CaseRule::Insensitive {
            self.letters.make_ascii_lowercase();
        }
        self
    }
}

/// How a pattern is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// In tables that grow without cost: plain names, endings, comments.
    Table,
    /// By the letters that what fits begins with.
    Start(Start),
    /// As one of those that are asked for every path.
    Whole,
}

/// How the pattern of a line is kept. Every path that it fits begins with the plain
/// letters that it begins with; without a slash inside it fits the last part of a path.
fn sort_of(line: &str) -> Sort {
    if line.starts_with('#') {
        return Sort::Table;
    }
    let pattern = line.strip_prefix('!').unwrap_or(line).trim_end();
    let pattern = pattern.strip_suffix('/').unwrap_or(pattern);
    let is_special = |c: char| "*?[]{}\\".contains(c);
    if !pattern.strip_prefix('*').unwrap_or(pattern).contains(is_special) {
        return Sort::Table;
    }
    let is_path = pattern.contains('/');
    let pattern = pattern.strip_prefix('/').unwrap_or(pattern);
    let plain = pattern.find(is_special).unwrap_or(pattern.len());
    let letters = pattern.as_bytes()[..plain].get(..KEY).and_then(|key| key.try_into().ok());
    // Other letters may be equal but for case in ways that bytes do not show.
    let is_ascii = |letters: &[u8; KEY]| letters.is_ascii();
    match letters.filter(is_ascii) {
        Some(letters) => Sort::Start(Start { is_path, letters }),
        None => Sort::Whole,
    }
}

/// Adds a line to the last of some automata that has room.
fn add(automata: &mut Vec<Automaton>, line: &str, case: CaseRule) -> bool {
    let is_full = automata
        .last()
        .is_none_or(|last| last.patterns >= MOST_PATTERNS || last.bytes + line.len() > MOST_BYTES);
    if is_full {
        automata.extend(Automaton::new(case));
    }
    automata.last_mut().is_some_and(|last| last.add(line))
}

impl Automaton {
    fn new(case: CaseRule) -> Option<Automaton> {
        let mut builder = GitignoreBuilder::new("");
        builder.case_insensitive(case == CaseRule::Insensitive).ok()?;
        Some(Automaton { builder, patterns: 0, bytes: 0, compiled: OnceLock::new() })
    }

    /// Whether the line is a valid pattern, or none.
    fn add(&mut self, line: &str) -> bool {
        self.patterns += 1;
        self.bytes += line.len();
        self.builder.add_line(None, line).is_ok()
    }

    /// Its rules. Compiling parts of this size does not fail.
    fn compiled(&self) -> &Gitignore {
        self.compiled.get_or_init(|| self.builder.build().unwrap_or_else(|_| Gitignore::empty()))
    }

    fn finish(self) -> Gitignore {
        self.builder.build().unwrap_or_else(|_| Gitignore::empty())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn set(lines: &str, few: usize) -> Option<RuleSet> {
        RuleSet::with(lines.lines().collect(), CaseRule::Sensitive, few, &mut Vec::new())
    }

    fn check_paths(lines: &str, expected: &[(&str, Option<Verdict>)]) {
        for few in [0, usize::MAX] {
            let rules = set(lines, few).unwrap();
            for (path, verdict) in expected {
                assert_eq!(rules.verdict(path, false), *verdict, "{path} of {lines:?}, {few}");
            }
        }
    }

    #[test]
    fn the_last_rule_wins_wherever_it_is_kept() {
        let ignore = Some(Verdict::Ignore);
        check_paths(
            "build*.log\n!build_keep*.log\nbuild_keep_not?.log\n!/top/build*\n*.tmp\n!abc*.tmp",
            &[
                ("build1.log", ignore),
                ("deep/build1.log", ignore),
                ("build_keep1.log", Some(Verdict::Walk)),
                ("build_keep_not1.log", ignore),
                ("top/build1.log", Some(Verdict::Walk)),
                ("a.tmp", ignore),
                ("abcd.tmp", Some(Verdict::Walk)),
                ("other", None),
            ],
        );
    }

    #[test]
    fn patterns_with_slashes_fit_from_the_folder_on() {
        check_paths(
            "src/*.bin\n/out*\n**/cache*/x\nlib/**/deep?\nfoo*/",
            &[
                ("src/a.bin", Some(Verdict::Ignore)),
                ("x/src/a.bin", None),
                ("out1", Some(Verdict::Ignore)),
                ("x/out1", None),
                ("a/b/cache9/x", Some(Verdict::Ignore)),
                ("lib/a/b/deep1", Some(Verdict::Ignore)),
                ("foo1", None),
            ],
        );
    }

    #[test]
    fn more_patterns_than_one_automaton_holds_all_count() {
        let long = "x".repeat(300);
        let lines: String = (0..3_000).map(|n| format!("{n:04}_{long}*_[a-f]?\n")).collect();
        let lines = format!("{lines}?{long}\n");
        let mut bad = Vec::new();
        let rules = RuleSet::new(lines.lines(), CaseRule::Sensitive, &mut bad).unwrap();
        for number in [0, 1_499, 2_999] {
            let path = format!("deep/{number:04}_{long}__ab");
            assert_eq!(rules.verdict(&path, false), Some(Verdict::Ignore), "{number}");
        }
        assert_eq!(rules.verdict("1499_other", false), None);
        assert_eq!(rules.verdict(&format!("y{long}"), false), Some(Verdict::Ignore));
        assert!(bad.is_empty());
    }

    #[test]
    fn case_is_folded_where_the_file_system_folds_it() {
        let lines = vec!["Build*.LOG", "Other?"];
        let rules = RuleSet::with(lines, CaseRule::Insensitive, 0, &mut Vec::new()).unwrap();
        assert_eq!(rules.verdict("a/bUILD1.log", false), Some(Verdict::Ignore));
        assert_eq!(rules.verdict("OTHERs", false), Some(Verdict::Ignore));
    }

    #[test]
    fn lines_that_fit_nothing_are_told() {
        let long = "a".repeat(LONGEST_LINE + 1);
        let mut bad = Vec::new();
        let lines = vec!["fine*x", &long, "bad[z-a]"];
        RuleSet::with(lines, CaseRule::Sensitive, 0, &mut bad).unwrap();
        assert_eq!(bad.len(), 2, "{bad:?}");
        assert!(bad[0].starts_with("2: ") && bad[1] == "3: bad[z-a]");
    }

    proptest! {
        #[test]
        fn taken_apart_rules_say_what_they_say_together(
            lines in prop::collection::vec("!?/?(\\*\\*/)?[ab]{0,4}[*?/]?[ab/]{0,3}[*]?/?", 0..12),
            path in "[ab]{1,4}(/[ab]{1,4}){0,2}",
            is_folder: bool,
        ) {
            let lines = lines.join("\n");
            let (apart, whole) = (set(&lines, 0), set(&lines, usize::MAX));
            let verdict = |rules: Option<RuleSet>| rules.and_then(|set| set.verdict(&path, is_folder));
            prop_assert_eq!(verdict(apart), verdict(whole), "{:?} on {}", lines, path);
        }
    }
}
