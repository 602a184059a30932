//! The configuration files that module paths depend on.

use std::rc::Rc;

use serde_json::Value;

use super::modules::join;
use crate::Binder;
use crate::languages::paths::{normal, parent};

/// Most `extends` followed from one `tsconfig.json`.
const MAX_EXTENDS: usize = 4;

/// A parsed JSON file, comments and trailing commas allowed; read once.
pub(super) fn json(binder: &Binder<'_>, path: &str) -> Option<Rc<Value>> {
    if let Some(known) = binder.memo.json.borrow().get(path) {
        return known.clone();
    }
    let parsed = binder
        .source()
        .config_text(path)
        .and_then(|text| serde_json::from_str(&strict(&text)).ok())
        .map(Rc::new);
    binder.memo.json.borrow_mut().insert(path.to_string(), parsed.clone());
    parsed
}

/// The first of the named files found from `folder` upwards, with its folder.
pub(super) fn nearest(
    binder: &Binder<'_>,
    folder: &str,
    names: &[&str],
) -> Option<(String, Rc<Value>)> {
    let mut folder = folder;
    loop {
        for name in names {
            if let Some(found) = json(binder, &join(folder, name)) {
                return Some((folder.to_string(), found));
            }
        }
        if folder.is_empty() {
            return None;
        }
        folder = parent(folder);
    }
}

/// The compiler options that decide module paths, and the folder that they are
/// relative to: those of the nearest configuration that has any.
pub(super) fn compiler_options(binder: &Binder<'_>, folder: &str) -> Option<(String, Value)> {
    let (mut root, mut config) = nearest(binder, folder, &["tsconfig.json", "jsconfig.json"])?;
    for _ in 0..MAX_EXTENDS {
        let options = config.get("compilerOptions");
        if let Some(options) = options
            && (options.get("paths").is_some() || options.get("baseUrl").is_some())
        {
            return Some((root, options.clone()));
        }
        let base = config.get("extends").and_then(Value::as_str)?;
        let path = normal(&root, base)?;
        let path = if path.ends_with(".json") { path } else { format!("{path}.json") };
        config = json(binder, &path)?;
        root = parent(&path).to_string();
    }
    None
}

/// The kinds of dependencies that a `package.json` lists.
const DEPENDENCIES: &[&str] =
    &["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/// The folder of the workspace's package that `name` means in a folder: what the
/// manifests above give that name to, else the package that is called so.
pub(super) fn dependency_folder(binder: &Binder<'_>, folder: &str, name: &str) -> Option<String> {
    let mut above = folder;
    loop {
        let manifest = json(binder, &join(above, "package.json"));
        let wanted = manifest.as_ref().and_then(|manifest| {
            DEPENDENCIES.iter().find_map(|kind| manifest.get(*kind)?.get(name)?.as_str())
        });
        if let Some(wanted) = wanted {
            return match wanted.split_once(':') {
                Some(("file" | "link" | "portal", path)) => normal(above, path),
                Some(("npm" | "workspace", package)) if package.starts_with('.') => {
                    normal(above, package)
                }
                Some(("npm" | "workspace", package)) => {
                    package_folder(binder, without_version(package).unwrap_or(name))
                }
                _ => package_folder(binder, name),
            };
        }
        if above.is_empty() {
            return package_folder(binder, name);
        }
        above = parent(above);
    }
}

/// Names that a manifest gives to dependencies which are called otherwise or lie at a
/// path, with the name or path.
pub(super) fn renamed(package: &Value) -> Vec<(String, String)> {
    let tables = DEPENDENCIES.iter().filter_map(|kind| package.get(*kind)?.as_object());
    let pairs = tables.flatten().filter_map(|(name, wanted)| {
        let (_, target) = wanted.as_str()?.split_once(':')?;
        let called = if target.starts_with('.') { None } else { without_version(target) };
        Some((name.clone(), called.unwrap_or(target).to_string()))
    });
    pairs.collect()
}

/// The name of `name@version`; `None` for a version alone (`*`, `^1.2`).
fn without_version(package: &str) -> Option<&str> {
    match package.get(1..)?.find('@') {
        Some(at) => Some(&package[..=at]),
        None => package.starts_with('@').then_some(package),
    }
}

/// The folder of the workspace's package with this name.
fn package_folder(binder: &Binder<'_>, name: &str) -> Option<String> {
    if binder.memo.packages.borrow().is_none() {
        let source = binder.source();
        let mut folders = rustc_hash::FxHashMap::default();
        for file in source.files_called("package.json") {
            let path = binder.path(file);
            let Some(package) = json(binder, &path) else { continue };
            if let Some(name) = package.get("name").and_then(Value::as_str) {
                folders.entry(name.to_string()).or_insert_with(|| parent(&path).to_string());
            }
        }
        *binder.memo.packages.borrow_mut() = Some(folders);
    }
    binder.memo.packages.borrow().as_ref()?.get(name).cloned()
}

/// JSON without the comments and trailing commas of configuration files.
fn strict(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut in_string = false;
    while let Some(one) = rest.next() {
        match (in_string, one) {
            (true, '\\') => {
                out.push(one);
                out.extend(rest.next());
            }
            (_, '"') => {
                in_string = !in_string;
                out.push(one);
            }
            (false, '/') if rest.peek() == Some(&'/') => {
                while rest.next_if(|next| *next != '\n').is_some() {}
            }
            (false, '/') if rest.peek() == Some(&'*') => {
                rest.next();
                let mut last = ' ';
                for next in rest.by_ref() {
                    if last == '*' && next == '/' {
                        break;
                    }
                    last = next;
                }
            }
            (false, '}' | ']') => {
                let end = out.trim_end().len();
                if out[..end].ends_with(',') {
                    out.truncate(end - 1);
                }
                out.push(one);
            }
            _ => out.push(one),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::strict;

    #[test]
    fn comments_and_trailing_commas_go() {
        let text = "{ // one\n \"a/*\": [1, 2,], /* two */ \"b\": \"\\\"//\", }";
        assert_eq!(strict(text).replace([' ', '\n'], ""), "{\"a/*\":[1,2],\"b\":\"\\\"//\"}");
    }
}
