//! The packages that the data of `quality/` speaks of.

use std::path::{Path, PathBuf};

/// A package that is unpacked in the cache.
pub(crate) struct Package {
    /// Its name in the data.
    pub(crate) name: String,
    /// Its folder.
    pub(crate) root: PathBuf,
    /// The folders and files in it that count.
    pub(crate) sources: Vec<String>,
}

/// The packages of a language that are unpacked in the cache.
///
/// # Errors
///
/// When `packages.tsv` cannot be read.
pub(crate) fn packages(folder: &Path, language: &str) -> std::io::Result<Vec<Package>> {
    let cache = std::env::var("XDG_CACHE_HOME")
        .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cache")))
        .unwrap_or_default();
    let cache = Path::new(&cache).join("clew-quality").join(language);
    let mut packages = Vec::new();
    for cells in rows(&folder.join("packages.tsv"))? {
        let [_, name, version, _, rest @ ..] = cells.as_slice() else { continue };
        let plain = name.replace('@', "").replace('/', "-");
        let root = [name.clone(), format!("{plain}-{version}"), plain]
            .iter()
            .map(|folder| cache.join(folder))
            .find(|folder| folder.is_dir());
        let sources = rest.first().map_or("", |sources| sources).split(',');
        if let Some(root) = root {
            packages.push(Package {
                name: name.clone(),
                root,
                sources: sources.map(str::to_string).collect(),
            });
        }
    }
    Ok(packages)
}

/// The rows of a table of tab-separated cells, without its head.
///
/// # Errors
///
/// When the file cannot be read.
pub(crate) fn rows(path: &Path) -> std::io::Result<Vec<Vec<String>>> {
    let text = std::fs::read_to_string(path)?;
    Ok(text.lines().skip(1).map(|row| row.split('\t').map(str::to_string).collect()).collect())
}
