//! Which folder is the project.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::fs::FileSystem;

/// How a project root was chosen, as results report it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RootSource {
    /// Named by `--project-root`.
    CliFlag,
    /// Found by a marker in the start folder or above it.
    AutoDetected,
    /// No marker: the start folder itself.
    FallbackCwd,
}

impl RootSource {
    /// The name used in results.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::CliFlag => "cli_flag",
            Self::AutoDetected => "auto_detected",
            Self::FallbackCwd => "fallback_cwd",
        }
    }
}

/// Which rule decided.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RootRule {
    /// `--project-root`.
    CliFlag,
    /// The nearest `clew.yaml`.
    ClewYaml,
    /// The nearest `yaoxiang.toml`.
    YaoxiangToml,
    /// The nearest version-control root; holds the marker, such as `.git`.
    VersionControl(&'static str),
    /// The topmost folder with a language manifest; holds its file name.
    Manifest(String),
    /// Nothing was found.
    CurrentFolder,
}

impl RootRule {
    /// What a person reads, as in "root: /a (version-control root, .git)".
    pub fn describe(&self) -> String {
        match self {
            Self::CliFlag => "named by --project-root".to_owned(),
            Self::ClewYaml => "nearest clew.yaml".to_owned(),
            Self::YaoxiangToml => "nearest yaoxiang.toml".to_owned(),
            Self::VersionControl(marker) => format!("version-control root, {marker}"),
            Self::Manifest(name) => format!("topmost folder with a manifest, {name}"),
            Self::CurrentFolder => "current folder, no marker above it".to_owned(),
        }
    }
}

/// A project root and why it is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectRoot {
    /// The folder: absolute, links resolved.
    pub path: PathBuf,
    /// The kind of decision.
    pub source: RootSource,
    /// The rule that decided.
    pub rule: RootRule,
}

/// A project root could not be used.
#[derive(Debug, thiserror::Error)]
pub enum RootError {
    /// There is nothing of that name.
    #[error("project root {path} does not exist; name an existing folder")]
    Missing {
        /// The path as given.
        path: PathBuf,
    },
    /// It is there but no folder.
    #[error("project root {path} is not a folder; name the folder that holds it")]
    NotAFolder {
        /// The path as given.
        path: PathBuf,
    },
    /// The system refused to tell.
    #[error("cannot open project root {path}")]
    Unreadable {
        /// The path as given.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Chooses the project root for a start folder, usually the current one.
///
/// `cli_flag` wins if given; a relative one counts from `start`. Else, from
/// `start` upwards: the nearest `clew.yaml`, else the nearest `yaoxiang.toml`,
/// else the nearest version-control root (for git also the `.git` file of a
/// worktree or submodule), else the topmost folder with a language manifest,
/// else `start` itself. A `.clew` folder is no marker.
///
/// Fails if the named folder, or `start` where none is named, is missing or no
/// folder.
pub fn find_root(
    fs: &dyn FileSystem,
    start: &Path,
    cli_flag: Option<&Path>,
) -> Result<ProjectRoot, RootError> {
    if let Some(named) = cli_flag {
        let path = open_folder(fs, &start.join(named), named)?;
        return Ok(ProjectRoot { path, source: RootSource::CliFlag, rule: RootRule::CliFlag });
    }
    let start = open_folder(fs, start, start)?;
    let (path, rule) = detect(fs, &start);
    let source = match rule {
        RootRule::CurrentFolder => RootSource::FallbackCwd,
        _ => RootSource::AutoDetected,
    };
    Ok(ProjectRoot { path, source, rule })
}

fn open_folder(fs: &dyn FileSystem, path: &Path, shown: &Path) -> Result<PathBuf, RootError> {
    let shown = shown.to_path_buf();
    match fs.canonicalize(path) {
        Ok(found) if fs.is_folder(&found) => Ok(found),
        Ok(_) => Err(RootError::NotAFolder { path: shown }),
        Err(error) => Err(match error.kind() {
            std::io::ErrorKind::NotFound => RootError::Missing { path: shown },
            std::io::ErrorKind::NotADirectory => RootError::NotAFolder { path: shown },
            _ => RootError::Unreadable { path: shown, source: error },
        }),
    }
}

fn detect(fs: &dyn FileSystem, start: &Path) -> (PathBuf, RootRule) {
    let nearest = |name: &str| start.ancestors().find(|folder| fs.is_file(&folder.join(name)));
    if let Some(folder) = nearest("clew.yaml") {
        return (folder.to_path_buf(), RootRule::ClewYaml);
    }
    if let Some(folder) = nearest("yaoxiang.toml") {
        return (folder.to_path_buf(), RootRule::YaoxiangToml);
    }
    for folder in start.ancestors() {
        if let Some(marker) = version_control_marker(fs, folder) {
            return (folder.to_path_buf(), RootRule::VersionControl(marker));
        }
    }
    let manifests = start.ancestors().filter_map(|folder| Some((folder, manifest(fs, folder)?)));
    match manifests.last() {
        Some((folder, name)) => (folder.to_path_buf(), RootRule::Manifest(name)),
        None => (start.to_path_buf(), RootRule::CurrentFolder),
    }
}

/// Version-control folders; their content is never indexed.
pub(crate) const VERSION_CONTROL: [&str; 4] = [".git", ".hg", ".svn", ".jj"];

/// Returns the version-control marker in `folder`, if there is one.
pub(crate) fn version_control_marker(fs: &dyn FileSystem, folder: &Path) -> Option<&'static str> {
    VERSION_CONTROL.into_iter().find(|marker| {
        let path = folder.join(marker);
        fs.is_folder(&path) || (*marker == ".git" && is_git_link(fs, &path))
    })
}

/// Whether `path` is the `.git` file that leads to the real one.
fn is_git_link(fs: &dyn FileSystem, path: &Path) -> bool {
    fs.is_file(path) && fs.read_prefix(path, 8).is_ok_and(|bytes| bytes.starts_with(b"gitdir:"))
}

/// File names that make a folder the root of a project of some language.
const MANIFESTS: &[&str] = &[
    "Cargo.toml",
    "package.json",
    "deno.json",
    "deno.jsonc",
    "tsconfig.json",
    "jsconfig.json",
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "Pipfile",
    "requirements.txt",
    "environment.yml",
    "go.mod",
    "go.work",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
    "build.xml",
    "build.sbt",
    "build.sc",
    "CMakeLists.txt",
    "meson.build",
    "configure.ac",
    "Makefile",
    "MODULE.bazel",
    "WORKSPACE",
    "WORKSPACE.bazel",
    "composer.json",
    "Gemfile",
    "mix.exs",
    "rebar.config",
    "Package.swift",
    "Podfile",
    "pubspec.yaml",
    "dune-project",
    "stack.yaml",
    "cabal.project",
    "build.zig",
    "project.clj",
    "deps.edn",
    "shard.yml",
    "Project.toml",
    "DESCRIPTION",
    "elm.json",
    "gleam.toml",
    "spago.yaml",
    "dub.json",
    "dub.sdl",
    "v.mod",
    "Directory.Build.props",
    "global.json",
    "foundry.toml",
    "Makefile.PL",
    "cpanfile",
    "flake.nix",
];

/// Endings of manifests whose name is the project's.
const MANIFEST_ENDINGS: &[&str] = &[
    ".sln",
    ".slnx",
    ".csproj",
    ".fsproj",
    ".vbproj",
    ".vcxproj",
    ".cabal",
    ".gemspec",
    ".opam",
    ".rockspec",
    ".nimble",
    ".xcodeproj",
];

fn manifest(fs: &dyn FileSystem, folder: &Path) -> Option<String> {
    if let Some(name) = MANIFESTS.iter().find(|name| fs.is_file(&folder.join(name))) {
        return Some((*name).to_owned());
    }
    let entries = fs.read_dir(folder).unwrap_or_default();
    let names = entries.into_iter().filter_map(|entry| entry.name.into_string().ok());
    names.filter(|name| MANIFEST_ENDINGS.iter().any(|ending| name.ends_with(ending))).min()
}

#[cfg(test)]
mod tests;
