//! Source trees from package registries, kept in the user's cache folder.

use std::path::PathBuf;

use anyhow::Context;

use crate::registry::Registry;

/// A source tree to measure on.
pub(super) struct Corpus {
    pub(super) name: &'static str,
    registry: Registry,
    package: &'static str,
    pub(super) version: &'static str,
}

/// The trees: different languages and sizes, one of 500,000 lines.
pub(super) const ALL: &[Corpus] = &[
    Corpus { name: "django", registry: Registry::Python, package: "django", version: "5.2.9" },
    Corpus { name: "three", registry: Registry::Node, package: "three", version: "0.181.0" },
    Corpus {
        name: "cranelift",
        registry: Registry::Rust,
        package: "cranelift-codegen",
        version: "0.126.0",
    },
];

impl Corpus {
    /// The folder of the unpacked package; downloads it once.
    pub(super) fn fetch(&self) -> anyhow::Result<PathBuf> {
        let folder = cache()?.join(format!("{}-{}", self.package, self.version));
        if folder.join(".complete").exists() {
            return Ok(folder.join("tree"));
        }
        self.registry.fetch(self.package, self.version, &folder.join("tree"))?;
        std::fs::write(folder.join(".complete"), "")?;
        Ok(folder.join("tree"))
    }
}

/// The cache folder for trees.
pub(super) fn cache() -> anyhow::Result<PathBuf> {
    let base = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")))
        .context("neither XDG_CACHE_HOME nor HOME is set")?;
    Ok(base.join("clew-bench"))
}
