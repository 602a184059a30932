//! Ignore rules as they apply in one folder.

use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::rule_cache::{KnownRules, RuleCache};
use super::rule_set::RuleSet;
use crate::fs::{CaseRule, FileSystem};
use crate::repository::{GitDirs, Tracked, TrackedFiles};

/// Largest rule file that is read, in bytes.
const MAX_RULE_BYTES: usize = 1024 * 1024;

/// Name of git's rule file.
pub(super) const GIT_RULES: &str = ".gitignore";

/// Name of Clew's own rule file.
pub(super) const CLEW_RULES: &str = ".clewignore";

/// The rules that apply below one folder: its own, and those further up.
///
/// Paths are matched as text below the *anchor*, the outermost folder whose
/// rules apply: the top of the repository around the root, or the root.
pub(super) struct Rules {
    outer: Option<Arc<Rules>>,
    /// Bytes of an anchored path to skip to be relative to this folder.
    base: usize,
    git: Option<Arc<RuleSet>>,
    clew: Option<Arc<RuleSet>>,
    repository: Option<RepositoryRules>,
}

/// What only the top folder of a repository has.
#[derive(Default)]
pub(super) struct RepositoryRules {
    /// Its `info/exclude`.
    pub(super) exclude: Option<Arc<RuleSet>>,
    /// Where its index lies; `None` if it is damaged.
    pub(super) dirs: Option<GitDirs>,
    /// Read when something is ignored for the first time.
    pub(super) tracked: OnceLock<TrackedFiles>,
}

/// The own rules of one folder, before they are chained.
#[derive(Default)]
pub(super) struct FolderRules {
    pub(super) git: Option<Arc<RuleSet>>,
    pub(super) clew: Option<Arc<RuleSet>>,
    pub(super) repository: Option<RepositoryRules>,
}

/// Rules that hold in the whole walk.
pub(super) struct GlobalRules {
    /// Patterns of the configuration, relative to the root.
    pub(super) exclude: Option<RuleSet>,
    /// Bytes of an anchored path to skip to be relative to the root.
    pub(super) root_base: usize,
    /// The user's global git excludes.
    pub(super) git: Option<Arc<RuleSet>>,
}

/// What the rules say of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It belongs to the workspace.
    Walk,
    /// It does not, whether git tracks it or not.
    Exclude,
    /// It does not unless git tracks it.
    Ignore,
}

impl Rules {
    /// Chains the rules of the folder at `anchored` below those of its parent.
    pub(super) fn chain(
        outer: Option<Arc<Rules>>,
        anchored: &str,
        own: FolderRules,
    ) -> Option<Arc<Rules>> {
        let has_own = own.git.is_some() || own.clew.is_some() || own.repository.is_some();
        if !has_own {
            return outer;
        }
        let FolderRules { git, clew, repository } = own;
        let base = base_of(anchored);
        Some(Arc::new(Self { outer, base, git, clew, repository }))
    }

    fn chain_of<'rules>(
        rules: &'rules Option<Arc<Rules>>,
    ) -> impl Iterator<Item = &'rules Rules> + 'rules {
        std::iter::successors(rules.as_deref(), |rules| rules.outer.as_deref())
    }
}

impl GlobalRules {
    /// Decides on one path: the configuration first, then `.clewignore` from
    /// the inside out, then git's rules up to the top of its repository, then
    /// those of the repository and of the user.
    pub(super) fn decide(
        &self,
        rules: &Option<Arc<Rules>>,
        anchored: &str,
        is_folder: bool,
    ) -> Verdict {
        let own = ask(self.exclude.as_ref(), anchored, self.root_base, is_folder);
        let own = own.or_else(|| {
            Rules::chain_of(rules)
                .find_map(|one| ask(one.clew.as_deref(), anchored, one.base, is_folder))
        });
        match own {
            Some(Verdict::Ignore) => Verdict::Exclude,
            Some(verdict) => verdict,
            None => self.decide_git(rules, anchored, is_folder).unwrap_or(Verdict::Walk),
        }
    }

    fn decide_git(
        &self,
        rules: &Option<Arc<Rules>>,
        anchored: &str,
        is_folder: bool,
    ) -> Option<Verdict> {
        for one in Rules::chain_of(rules) {
            if let Some(verdict) = ask(one.git.as_deref(), anchored, one.base, is_folder) {
                return Some(verdict);
            }
            if let Some(repository) = &one.repository {
                let excludes = ask(repository.exclude.as_deref(), anchored, one.base, is_folder);
                let user = || ask(self.git.as_deref(), anchored, one.base, is_folder);
                return excludes.or_else(user);
            }
        }
        ask(self.git.as_deref(), anchored, self.root_base, is_folder)
    }
}

/// What the innermost repository tracks at a path.
pub(super) fn tracked(fs: &dyn FileSystem, rules: &Option<Arc<Rules>>, anchored: &str) -> Tracked {
    let top = Rules::chain_of(rules)
        .find_map(|one| one.repository.as_ref().map(|repository| (one.base, repository)));
    let Some((base, RepositoryRules { dirs: Some(dirs), tracked, .. })) = top else {
        return Tracked::No;
    };
    let files = tracked.get_or_init(|| TrackedFiles::read(fs, dirs));
    anchored.get(base..).map_or(Tracked::No, |path| files.at(path))
}

fn ask(rules: Option<&RuleSet>, anchored: &str, base: usize, is_folder: bool) -> Option<Verdict> {
    rules?.verdict(anchored.get(base..)?, is_folder)
}

/// Bytes to skip of a path below the folder at `anchored`.
pub(super) fn base_of(anchored: &str) -> usize {
    if anchored.is_empty() { 0 } else { anchored.len() + 1 }
}

/// Reads rule files and patterns, with one rule for case in the whole walk.
pub(super) struct RuleReader<'walk> {
    pub(super) fs: &'walk dyn FileSystem,
    pub(super) case: CaseRule,
    pub(super) cache: &'walk RuleCache,
}

impl RuleReader<'_> {
    /// Reads a rule file; `None` if there is none or it has no rules. `shown`
    /// is its name in reports of bad lines.
    pub(super) fn read(
        &self,
        path: &Path,
        shown: &str,
        bad: &mut Vec<String>,
    ) -> Option<Arc<RuleSet>> {
        let found = self.fs.metadata(path).ok()?;
        if let Some(known) = self.cache.known(path, self.case, &found) {
            bad.extend(known.bad.iter().map(|line| format!("{shown}:{line}")));
            return known.rules;
        }
        let bytes = self.fs.read_prefix(path, MAX_RULE_BYTES).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let lines: Vec<Cow<'_, str>> = text.lines().map(escape_braces).collect();
        let mut invalid = Vec::new();
        let rules = self.build(lines.iter().map(Cow::as_ref), &mut invalid).map(Arc::new);
        bad.extend(invalid.iter().map(|line| format!("{shown}:{line}")));
        self.cache.keep(path, self.case, found, KnownRules { rules: rules.clone(), bad: invalid });
        rules
    }

    /// Builds rules from lines in `.gitignore` syntax, where braces also stand
    /// for alternatives. Lines that are no valid pattern go to `bad`, with their
    /// numbers.
    pub(super) fn build<'line>(
        &self,
        lines: impl Iterator<Item = &'line str>,
        bad: &mut Vec<String>,
    ) -> Option<RuleSet> {
        RuleSet::new(lines, self.case, bad)
    }
}

/// Makes braces ordinary characters, which they are to git.
fn escape_braces(line: &str) -> Cow<'_, str> {
    if !line.contains(['{', '}']) {
        return Cow::Borrowed(line);
    }
    let mut escaped = String::with_capacity(line.len() + 4);
    let mut chars = line.chars();
    let mut in_class = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                escaped.push(c);
                escaped.extend(chars.next());
                continue;
            }
            '[' => in_class = true,
            ']' => in_class = false,
            '{' | '}' if !in_class => escaped.push('\\'),
            _ => {}
        }
        escaped.push(c);
    }
    Cow::Owned(escaped)
}
