//! Source trees from package registries, kept in the user's cache folder.

use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::registry::Registry;

/// A source tree to measure on.
pub(super) struct Corpus {
    pub(super) name: &'static str,
    registry: Registry,
    package: &'static str,
    pub(super) version: &'static str,
    /// The extension of the files that count; empty for all.
    only: &'static str,
}

/// The trees: different languages and sizes; `django-python` has the half million lines
/// that the aims are for.
pub(super) const ALL: &[Corpus] = &[
    Corpus {
        name: "django-python",
        registry: Registry::Python,
        package: "django",
        version: "5.2.9",
        only: "py",
    },
    Corpus {
        name: "django",
        registry: Registry::Python,
        package: "django",
        version: "5.2.9",
        only: "",
    },
    Corpus {
        name: "three",
        registry: Registry::Node,
        package: "three",
        version: "0.181.0",
        only: "",
    },
    Corpus {
        name: "cranelift",
        registry: Registry::Rust,
        package: "cranelift-codegen",
        version: "0.126.0",
        only: "",
    },
];

impl Corpus {
    /// The name of its column.
    pub(super) fn title(&self) -> String {
        let whole = format!("{} {}", self.package, self.version);
        match self.only {
            "" => whole,
            extension => format!("{whole}, `*.{extension}` alone"),
        }
    }

    /// The folder of the unpacked package; downloads it once.
    pub(super) fn fetch(&self) -> anyhow::Result<PathBuf> {
        let folder = cache()?.join(format!("{}-{}", self.package, self.version));
        let tree = folder.join("tree");
        if !folder.join(".complete").exists() {
            self.registry.fetch(self.package, self.version, &tree)?;
            std::fs::write(folder.join(".complete"), "")?;
        }
        if self.only.is_empty() {
            return Ok(tree);
        }
        let part = folder.join(format!("tree-{}", self.only));
        let complete = folder.join(format!(".complete-{}", self.only));
        if !complete.exists() {
            copy_only(&tree, &part, self.only)?;
            std::fs::write(complete, "")?;
        }
        Ok(part)
    }
}

/// Copies the files of one extension, with the folders that they are in.
fn copy_only(from: &Path, to: &Path, extension: &str) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy_only(&path, &target, extension)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            std::fs::create_dir_all(to)?;
            std::fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

/// The cache folder for trees.
pub(super) fn cache() -> anyhow::Result<PathBuf> {
    let base = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")))
        .context("neither XDG_CACHE_HOME nor HOME is set")?;
    Ok(base.join("clew-bench"))
}
