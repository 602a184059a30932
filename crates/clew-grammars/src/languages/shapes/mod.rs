//! Data files of a known shape: what their keys and values mean.
//!
//! A shape is told by the names at the top of a file, so that facts stay a function of
//! the text. Files of no shape are keys and nothing more.

mod manifests;
mod pipelines;
mod schemas;
#[cfg(test)]
mod tests;

use clew_model::{Role, SymbolKind};

/// What a key declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyMeaning {
    /// A key like any other.
    Key,
    /// Nothing; what it holds is looked into.
    Skip,
    /// Something of this kind, under the key's name.
    Symbol(SymbolKind),
    /// An operation: the method above a path, named by both.
    Operation,
    /// A key that is also the name of a needed package.
    Dependency,
    /// The name of something declared elsewhere.
    Refers(Role),
}

/// What a scalar value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueMeaning {
    /// Data.
    Nothing,
    /// The name of something of this kind.
    Names(SymbolKind),
    /// The name of the package that the file describes.
    Package,
    /// A package or file that is needed.
    Import,
    /// A needed package with bounds on its version (`a>=1; extra`).
    Requirement,
    /// The name of something declared in the file.
    Refers(Role),
    /// A path whose last part is the name of something (`#/definitions/A`).
    Pointer,
}

/// A shape: meanings by the path of keys from the top, the key itself last.
pub(super) struct Shape {
    pub(super) key: fn(&[&str]) -> KeyMeaning,
    pub(super) value: fn(&[&str]) -> ValueMeaning,
}

/// The shape of a JSON or YAML file with these names at its top.
pub(super) fn shape_of(top: &[&str], text: &str) -> Option<&'static Shape> {
    let has = |name: &str| top.contains(&name);
    if (has("openapi") || has("swagger")) && (has("paths") || has("components")) {
        return Some(&schemas::OPENAPI);
    }
    if has("$schema") && text.contains("json-schema.org/") && has_type(top) {
        return Some(&schemas::JSON_SCHEMA);
    }
    if has("jobs") && has("on") || has("runs") && has("name") && text.contains("using:") {
        return Some(&pipelines::WORKFLOW);
    }
    // Files that only change others name neither image nor build.
    let of_services = ["image:", "build:", "depends_on:", "restart:", "ports:", "environment:"];
    if has("services") && !has("kind") && of_services.iter().any(|key| text.contains(key)) {
        return Some(&pipelines::COMPOSE);
    }
    if has("apiVersion") && has("kind") {
        return Some(&pipelines::KUBERNETES);
    }
    // A package that is not published needs no name.
    let is_named = has("name") || has("devDependencies") || has("dependencies") && has("scripts");
    let is_package = is_named && !has("lockfileVersion") && !has("packages-dev");
    let has_parts = ["dependencies", "devDependencies", "scripts", "workspaces", "require", "main"];
    let is_told = has("version") || has("private") || has_parts.iter().any(|part| has(part));
    if is_package && is_told {
        return Some(&manifests::PACKAGE);
    }
    None
}

/// Whether a schema says what it describes.
fn has_type(top: &[&str]) -> bool {
    ["type", "properties", "definitions", "$defs", "oneOf", "anyOf", "allOf", "items"]
        .iter()
        .any(|name| top.contains(name))
}

/// The shape of a TOML file with tables of these names.
pub(super) fn toml_shape_of(tables: &[&str]) -> Option<&'static Shape> {
    let has = |name: &str| tables.contains(&name);
    if has("project") || has("build-system") || has("tool") {
        return Some(&manifests::PYPROJECT);
    }
    let cargo = ["package", "workspace", "dependencies", "lib", "features"];
    cargo.iter().any(|name| has(name)).then_some(&manifests::CARGO)
}
