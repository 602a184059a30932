//! The packages that the data speaks of, in the user's cache folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::registry::Registry;
use crate::shell::root;

/// The folders of a language's packages by name; what is absent is downloaded.
pub(super) fn fetched(language: &str) -> anyhow::Result<BTreeMap<String, PathBuf>> {
    each(language)?.into_iter().map(|(name, folder)| Ok((name, folder?))).collect()
}

/// A language's packages with their folders, or with what kept them from being downloaded:
/// archives do not keep every version.
pub(crate) fn each(language: &str) -> anyhow::Result<Vec<(String, anyhow::Result<PathBuf>)>> {
    let cache = cache()?.join(language);
    let mut found = Vec::new();
    for row in rows(&root().join("quality").join(language).join("packages.tsv"))? {
        let [registry, name, version, ..] = row.as_slice() else { continue };
        let plain = name.replace('@', "").replace('/', "-");
        // Colons of Debian's versions are no part of file names everywhere.
        let versioned = format!("{plain}-{version}").replace(':', "_");
        let known = [name.clone(), format!("{plain}-{version}"), plain.clone(), versioned.clone()]
            .iter()
            .map(|folder| cache.join(folder))
            .find(|folder| folder.is_dir());
        let folder = match known {
            Some(folder) => Ok(folder),
            None => {
                let folder = cache.join(if registry == "Debian" { &plain } else { &versioned });
                let fetched = Registry::named(registry, language)?.fetch(name, version, &folder);
                fetched.map(|()| folder)
            }
        };
        found.push((name.clone(), folder));
    }
    Ok(found)
}

/// The rows of a table of tab-separated cells, without its head.
pub(super) fn rows(path: &Path) -> anyhow::Result<Vec<Vec<String>>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
    Ok(text.lines().skip(1).map(|row| row.split('\t').map(str::to_string).collect()).collect())
}

fn cache() -> anyhow::Result<PathBuf> {
    let base = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")))
        .context("neither XDG_CACHE_HOME nor HOME is set")?;
    Ok(base.join("clew-quality"))
}
