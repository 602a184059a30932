//! Walking one folder: its rules, its files, its folders.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::queue::Queue;
use super::rules::{
    self, CLEW_RULES, FolderRules, GIT_RULES, GlobalRules, RepositoryRules, RuleReader, Rules,
    Verdict,
};
use super::wanted::{Part as WantedPart, Wanted};
use super::{FileEntry, HiddenFiles, MAX_DEPTH, WalkOptions};
use crate::classify::{has_binary_extension, holds_keys};
use crate::contain::resolve_inside;
use crate::fs::{CaseRule, FileKind, FileSystem, FolderEntry};
use crate::left_out::{LeftOut, LeftOutReason};
use crate::project_root::{VERSION_CONTROL, version_control_marker};
use crate::relative_path::RelativePath;
use crate::repository::{self, GitDirs, Tracked};
use crate::workspace_dir::WORKSPACE_DIR;

/// Folders of dependencies and caches, left out where no version control says
/// what belongs to the project.
const DEPENDENCY_FOLDERS: [&str; 6] =
    ["node_modules", "bower_components", "__pycache__", ".venv", ".tox", ".gradle"];

/// Files that mark the folder they lie in as a cache or an installation.
const DEPENDENCY_MARKERS: [&str; 2] = ["CACHEDIR.TAG", "pyvenv.cfg"];

/// Entries between two questions whether to stop.
const CANCEL_EVERY: usize = 256;

/// Whether ignore rules of a version-control system can be expected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Control {
    Versioned,
    Loose,
}

/// What belongs to the workspace of what is in a folder.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// All that no rule ignores.
    All,
    /// What git tracks, for the folder itself is ignored.
    Tracked,
}

/// A folder waiting to be walked.
pub(super) struct Folder {
    /// Path below the root, `/`-separated.
    relative: String,
    rules: Option<Arc<Rules>>,
    control: Control,
    scope: Scope,
    depth: usize,
}

/// What one thread found.
#[derive(Default)]
pub(super) struct Part {
    pub(super) files: Vec<FileEntry>,
    pub(super) too_large: Vec<FileEntry>,
    pub(super) folders: Vec<RelativePath>,
    pub(super) left_out: LeftOut,
    pub(super) unreadable_folders: Vec<RelativePath>,
    pub(super) bad_patterns: Vec<String>,
    pub(super) stopped: bool,
}

/// What all threads of one walk share.
pub(super) struct Walker<'walk> {
    fs: &'walk dyn FileSystem,
    root: &'walk Path,
    options: &'walk WalkOptions,
    cancel: &'walk (dyn Fn() -> bool + Sync),
    sink: &'walk (dyn Fn(&[FileEntry]) + Sync),
    /// The root below the anchor, `/`-separated; see [`Rules`].
    prefix: String,
    anchor: PathBuf,
    global: GlobalRules,
    reader: RuleReader<'walk>,
    repository: Option<GitDirs>,
    bad_patterns: Vec<String>,
    /// What is to be walked; all of it where none.
    only: Option<Wanted>,
}

impl<'walk> Walker<'walk> {
    pub(super) fn new(
        fs: &'walk dyn FileSystem,
        root: &'walk Path,
        options: &'walk WalkOptions,
        cancel: &'walk (dyn Fn() -> bool + Sync),
        sink: &'walk (dyn Fn(&[FileEntry]) + Sync),
    ) -> Self {
        let repository = repository::locate(fs, root);
        let anchor = repository.as_ref().map_or(root, |dirs| dirs.top.as_path()).to_path_buf();
        let below = root.strip_prefix(&anchor).unwrap_or(Path::new(""));
        let names: Vec<_> = below.iter().map(OsStr::to_string_lossy).collect();
        let prefix = names.join("/");
        let mut bad_patterns = Vec::new();
        let exclude: Vec<String> = options.exclude.iter().map(|line| exclude_rule(line)).collect();
        let excludes_file = options.global_excludes.as_deref();
        let case = case_rule(fs, repository.as_ref());
        let reader = RuleReader { fs, case, cache: &options.rules };
        let lines = exclude.iter().map(String::as_str);
        let mut invalid = Vec::new();
        let exclude = reader.build(lines, &mut invalid);
        bad_patterns.extend(invalid.iter().map(|line| format!("exclude:{line}")));
        let global = GlobalRules {
            exclude,
            root_base: rules::base_of(&prefix),
            git: excludes_file
                .and_then(|path| reader.read(path, "global excludes", &mut bad_patterns)),
        };
        Self {
            fs,
            root,
            options,
            cancel,
            sink,
            prefix,
            anchor,
            global,
            reader,
            repository,
            bad_patterns,
            only: None,
        }
    }

    /// The same walker for a part of the tree.
    pub(super) fn only(self, wanted: Wanted) -> Self {
        Self { only: Some(wanted), ..self }
    }

    pub(super) fn bad_patterns(&self) -> &[String] {
        &self.bad_patterns
    }

    pub(super) fn is_cancelled(&self) -> bool {
        (self.cancel)()
    }

    /// The root, with the rules of the folders between the anchor and it.
    pub(super) fn first_folder(&self) -> Folder {
        let mut rules = None;
        let mut path = self.anchor.clone();
        let mut anchored = String::new();
        let mut ignored = Vec::new();
        for name in self.prefix.split('/').filter(|name| !name.is_empty()) {
            let own = self.own_rules(&path, &anchored, &self.rule_names(&path), &mut ignored);
            rules = Rules::chain(rules, &anchored, own);
            path.push(name);
            anchored = join(&anchored, name);
        }
        let versioned =
            self.root.ancestors().any(|folder| version_control_marker(self.fs, folder).is_some());
        let control = if versioned { Control::Versioned } else { Control::Loose };
        Folder { relative: String::new(), rules, control, scope: Scope::All, depth: 0 }
    }

    fn rule_names(&self, path: &Path) -> Vec<&'static str> {
        let names = [GIT_RULES, CLEW_RULES, ".git"].into_iter();
        names.filter(|name| self.fs.exists(&path.join(name))).collect()
    }

    /// Walks folders until the queue is empty.
    pub(super) fn work(&self, queue: &Queue<Folder>) -> Part {
        let mut part = Part::default();
        while let Some((folder, _ticket)) = queue.take() {
            if (self.cancel)() {
                part.stopped = true;
                queue.clear();
                continue;
            }
            let from = part.files.len();
            let below = self.walk_folder(folder, &mut part);
            if part.files.len() > from {
                (self.sink)(&part.files[from..]);
            }
            queue.add(below);
        }
        part
    }

    fn walk_folder(&self, folder: Folder, part: &mut Part) -> Vec<Folder> {
        let path = self.path_of(&folder.relative);
        let entries = match self.entries(&folder.relative, &path) {
            Ok(entries) => entries,
            Err(error) => {
                part.leave_folder_unread(&folder.relative, &error);
                return Vec::new();
            }
        };
        let has = |name: &str| entries.iter().any(|entry| entry.name == name);
        if folder.depth > 0 {
            if folder.control == Control::Loose && DEPENDENCY_MARKERS.into_iter().any(has) {
                part.left_out.add(LeftOutReason::DependencyFolder, &folder.relative);
                return Vec::new();
            }
            if has(".git") && self.is_sibling_worktree(&path) {
                part.left_out.add(LeftOutReason::NestedWorktree, &folder.relative);
                return Vec::new();
            }
        }
        let present: Vec<&str> =
            [GIT_RULES, CLEW_RULES, ".git"].into_iter().filter(|name| has(name)).collect();
        let anchored = join(&self.prefix, &folder.relative);
        let own = self.own_rules(&path, &anchored, &present, &mut part.bad_patterns);
        let versioned = own.repository.is_some() || folder.control == Control::Versioned;
        let here = Folder {
            rules: Rules::chain(folder.rules, &anchored, own),
            control: if versioned { Control::Versioned } else { Control::Loose },
            ..folder
        };
        part.folders.push(RelativePath::from_listed(&here.relative));
        self.walk_entries(&here, &path, self.wanted_entries(&here.relative, entries), part)
    }

    /// The entries of a folder: all, or where only some are wanted those and the
    /// files that its rules depend on.
    fn entries(&self, relative: &str, path: &Path) -> io::Result<Vec<FolderEntry>> {
        let Some(WantedPart::Names(names)) = self.only.as_ref().map(|only| only.below(relative))
        else {
            return self.fs.read_dir(path);
        };
        let rules = [GIT_RULES, CLEW_RULES, ".git"].into_iter().chain(DEPENDENCY_MARKERS);
        let rules = rules.filter(|rule| !names.contains(rule));
        let wanted = names.iter().copied().chain(rules);
        Ok(wanted
            .filter_map(|name| {
                let kind = match self.fs.symlink_metadata(&path.join(name)) {
                    Ok(found) => found.kind,
                    Err(_) => self.only.as_ref()?.imagined_kind(&join(relative, name))?,
                };
                Some(FolderEntry { name: name.into(), kind })
            })
            .collect())
    }

    /// Those entries that are walked.
    fn wanted_entries(&self, relative: &str, entries: Vec<FolderEntry>) -> Vec<FolderEntry> {
        match self.only.as_ref().map(|only| only.below(relative)) {
            Some(WantedPart::Names(names)) => entries
                .into_iter()
                .filter(|entry| entry.name.to_str().is_some_and(|name| names.contains(&name)))
                .collect(),
            _ => entries,
        }
    }

    fn walk_entries(
        &self,
        here: &Folder,
        path: &Path,
        entries: Vec<FolderEntry>,
        part: &mut Part,
    ) -> Vec<Folder> {
        let mut below = Vec::new();
        for (at, entry) in entries.into_iter().enumerate() {
            if at % CANCEL_EVERY == CANCEL_EVERY - 1 && (self.cancel)() {
                part.stopped = true;
                break;
            }
            let Some(name) = entry.name.to_str() else {
                part.left_out.add(
                    LeftOutReason::NameNotUtf8,
                    &join(&here.relative, &entry.name.to_string_lossy()),
                );
                continue;
            };
            if self.is_never_walked(name) {
                continue;
            }
            // Answers show paths on one line; such a name could forge another.
            if name.chars().any(char::is_control) {
                let shown = name.replace(char::is_control, "\u{fffd}");
                part.left_out.add(LeftOutReason::ControlInName, &join(&here.relative, &shown));
                continue;
            }
            let relative = join(&here.relative, name);
            let is_folder = entry.kind == FileKind::Folder;
            let Some(scope) = self.scope_of(here, &relative, is_folder) else {
                let reason = match is_folder {
                    true => LeftOutReason::IgnoredFolder,
                    false => LeftOutReason::IgnoredFile,
                };
                part.left_out.add(reason, &relative);
                continue;
            };
            match entry.kind {
                FileKind::Folder => {
                    let folder = self.accept_folder(here, name, relative, part);
                    below.extend(folder.map(|folder| Folder { scope, ..folder }));
                }
                FileKind::File => self.accept_file(&path.join(name), &relative, part),
                FileKind::Link => {
                    part.left_out.add(self.link_reason(&path.join(name)), &relative);
                }
                FileKind::Special => part.left_out.add(LeftOutReason::SpecialFile, &relative),
            }
        }
        below
    }

    fn is_never_walked(&self, name: &str) -> bool {
        VERSION_CONTROL.contains(&name)
            || name == WORKSPACE_DIR
            || (self.options.hidden == HiddenFiles::Skip && name.starts_with('.'))
    }

    /// Which part of an entry belongs to the workspace; `None` for no part.
    fn scope_of(&self, here: &Folder, relative: &str, is_folder: bool) -> Option<Scope> {
        let anchored;
        let path = if self.prefix.is_empty() {
            relative
        } else {
            anchored = join(&self.prefix, relative);
            &anchored
        };
        match self.global.decide(&here.rules, path, is_folder) {
            Verdict::Walk if here.scope == Scope::All => return Some(Scope::All),
            Verdict::Exclude => return None,
            Verdict::Walk | Verdict::Ignore => {}
        }
        match rules::tracked(self.fs, &here.rules, path) {
            Tracked::Itself => Some(Scope::All),
            Tracked::Below if is_folder => Some(Scope::Tracked),
            Tracked::Below | Tracked::No => None,
        }
    }

    fn accept_folder(
        &self,
        here: &Folder,
        name: &str,
        relative: String,
        part: &mut Part,
    ) -> Option<Folder> {
        if here.control == Control::Loose && DEPENDENCY_FOLDERS.contains(&name) {
            part.left_out.add(LeftOutReason::DependencyFolder, &relative);
            return None;
        }
        if here.depth >= MAX_DEPTH {
            part.left_out.add(LeftOutReason::TooDeep, &relative);
            return None;
        }
        let (rules, control, scope) = (here.rules.clone(), here.control, here.scope);
        Some(Folder { relative, rules, control, scope, depth: here.depth + 1 })
    }

    fn accept_file(&self, path: &Path, relative: &str, part: &mut Part) {
        let by_name = [
            (has_binary_extension(relative), LeftOutReason::Binary),
            (holds_keys(relative), LeftOutReason::KeyFile),
        ];
        if let Some((_, reason)) = by_name.into_iter().find(|(is_so, _)| *is_so) {
            part.left_out.add(reason, relative);
            return;
        }
        let found = match self.fs.symlink_metadata(path) {
            Ok(found) => found,
            Err(_) if self.only.as_ref().is_some_and(|only| only.imagines(relative)) => {
                part.files.push(FileEntry::imagined(relative));
                return;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(_) => {
                part.left_out.add(LeftOutReason::Unreadable, relative);
                return;
            }
        };
        if found.kind != FileKind::File {
            part.left_out.add(LeftOutReason::SpecialFile, relative);
            return;
        }
        let file = FileEntry {
            relative: RelativePath::from_listed(relative),
            size: found.size,
            modified_ns: found.modified_ns,
            changed_ns: found.changed_ns,
            id: found.id,
        };
        if found.size > self.options.limit_of(relative) {
            part.left_out.add(LeftOutReason::TooLarge, relative);
            part.too_large.push(file);
        } else {
            part.files.push(file);
        }
    }

    /// A link to a folder around it leads in a circle, like one to itself.
    fn link_reason(&self, path: &Path) -> LeftOutReason {
        match self.fs.canonicalize(path) {
            Ok(target) if path.starts_with(&target) => LeftOutReason::SymlinkLoop,
            Err(error) if crate::fs::is_link_loop(&error) => LeftOutReason::SymlinkLoop,
            _ => LeftOutReason::Symlink,
        }
    }

    /// Whether a folder is a linked worktree of the repository that is walked.
    fn is_sibling_worktree(&self, path: &Path) -> bool {
        let Some(own) = &self.repository else { return false };
        repository::at(self.fs, path)
            .is_some_and(|found| found.common_dir == own.common_dir && found.top != own.top)
    }

    /// Whether a rule file is a link to somewhere outside what is walked: patterns are
    /// no way to read what belongs to others.
    fn leads_out(&self, file: &Path) -> bool {
        self.fs.symlink_metadata(file).is_ok_and(|found| found.kind == FileKind::Link)
            && !matches!(resolve_inside(self.fs, &self.anchor, file), Ok(Some(_)))
    }

    fn own_rules(
        &self,
        path: &Path,
        anchored: &str,
        present: &[&str],
        bad: &mut Vec<String>,
    ) -> FolderRules {
        let mut read = |name: &str| {
            let (file, shown) = (path.join(name), join(anchored, name));
            if !present.contains(&name) {
                return None;
            }
            if self.leads_out(&file) {
                bad.push(format!("{shown} (a link out of the project)"));
                return None;
            }
            self.reader.read(&file, &shown, bad)
        };
        let (git, clew) = (read(GIT_RULES), read(CLEW_RULES));
        let repository = present.contains(&".git").then(|| {
            let dirs = repository::at(self.fs, path);
            let exclude = dirs.as_ref().and_then(|dirs| {
                let exclude = dirs.common_dir.join("info/exclude");
                self.reader.read(&exclude, &join(anchored, ".git/info/exclude"), bad)
            });
            RepositoryRules { exclude, dirs, ..RepositoryRules::default() }
        });
        FolderRules { git, clew, repository }
    }

    fn path_of(&self, relative: &str) -> PathBuf {
        if relative.is_empty() { self.root.to_path_buf() } else { self.root.join(relative) }
    }
}

impl Part {
    /// A folder that vanished is no loss; another failure is counted.
    fn leave_folder_unread(&mut self, relative: &str, error: &io::Error) {
        if error.kind() != io::ErrorKind::NotFound {
            self.left_out
                .add(LeftOutReason::Unreadable, if relative.is_empty() { "." } else { relative });
            self.unreadable_folders.push(RelativePath::from_listed(relative));
        }
    }
}

/// Whether rules mind the case: as the repository says, else as is usual on the
/// platform.
fn case_rule(fs: &dyn FileSystem, repository: Option<&GitDirs>) -> CaseRule {
    let folds = match repository {
        Some(dirs) => repository::config_value(fs, dirs, "core", "ignorecase")
            .is_some_and(|value| value.eq_ignore_ascii_case("true")),
        None => cfg!(any(windows, target_os = "macos")),
    };
    if folds { CaseRule::Insensitive } else { CaseRule::Sensitive }
}

/// `dir/**` spares the folder itself, which would be listed for nothing.
fn exclude_rule(pattern: &str) -> String {
    match pattern.strip_suffix("/**") {
        Some(folder) if folder.contains('/') => folder.to_owned(),
        Some(folder) if !folder.starts_with('!') => format!("/{folder}"),
        _ => pattern.to_owned(),
    }
}

fn join(folder: &str, name: &str) -> String {
    match (folder.is_empty(), name.is_empty()) {
        (true, _) => name.to_owned(),
        (_, true) => folder.to_owned(),
        _ => [folder, "/", name].concat(),
    }
}
