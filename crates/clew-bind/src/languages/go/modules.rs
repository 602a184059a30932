//! What `go.mod` files say of modules.

use crate::Binder;
use crate::languages::paths::{normal, parent};

/// The name that the `go.mod` of a folder gives to its module.
pub(super) fn module_name(binder: &Binder<'_>, folder: &str) -> Option<String> {
    let text = module_file(binder, folder)?;
    let line = text.lines().find_map(|line| line.trim().strip_prefix("module "))?;
    Some(unquoted(line).to_string())
}

/// The folder that the `go.mod` of a folder puts in the place of an imported package:
/// `replace module => ../folder`, alone or in brackets.
pub(super) fn replaced(binder: &Binder<'_>, folder: &str, package: &str) -> Option<String> {
    let text = module_file(binder, folder)?;
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or(line).trim());
    let replacements = lines.filter_map(|line| {
        let (old, new) = line.split_once("=>")?;
        let old = old.trim().trim_start_matches("replace").split_whitespace().next()?;
        let new = new.split_whitespace().next().map(unquoted)?;
        let is_folder = new.starts_with("./") || new.starts_with("../");
        is_folder.then_some((unquoted(old), new))
    });
    let inside = replacements.filter_map(|(old, new)| Some((rest_of(package, old)?, new)));
    // The longest module holds the package.
    let (rest, new) = inside.min_by_key(|(rest, _)| rest.len())?;
    normal(folder, &format!("{new}/{rest}"))
}

/// The folder of a package in a module of the workspace that does not enclose the asking
/// file, as `go.work` joins them.
pub(super) fn elsewhere(binder: &Binder<'_>, package: &str) -> Option<String> {
    let files = binder.source().files_called("go.mod").into_iter();
    let inside = files.filter_map(|file| {
        let path = binder.path(file);
        let name = module_name(binder, parent(&path))?;
        Some((rest_of(package, &name)?.to_string(), parent(&path).to_string()))
    });
    let (rest, folder) = inside.min_by_key(|(rest, _)| rest.len())?;
    normal(&folder, &rest)
}

/// What follows a module in the path of a package of it; packages of the standard
/// library are named without their module, `std`.
pub(super) fn rest_of<'path>(package: &'path str, module: &str) -> Option<&'path str> {
    if module == "std" && !package.split('/').next()?.contains('.') {
        return Some(package);
    }
    let rest = package.strip_prefix(module)?;
    (rest.is_empty() || rest.starts_with('/')).then(|| rest.trim_start_matches('/'))
}

fn module_file(binder: &Binder<'_>, folder: &str) -> Option<String> {
    let path = if folder.is_empty() { "go.mod".to_string() } else { format!("{folder}/go.mod") };
    binder.source().config_text(&path)
}

fn unquoted(text: &str) -> &str {
    text.trim().trim_matches('"')
}
