//! Package manifests as facts of a module: its name, what it needs, its scripts.

use clew_model::SymbolKind;

use super::{KeyMeaning, Shape, ValueMeaning};

/// `package.json` and `composer.json`.
pub(super) static PACKAGE: Shape = Shape { key: package_key, value: package_value };
pub(super) static CARGO: Shape = Shape { key: cargo_key, value: cargo_value };
pub(super) static PYPROJECT: Shape = Shape { key: python_key, value: python_value };

fn package_key(path: &[&str]) -> KeyMeaning {
    match path {
        ["name"] => KeyMeaning::Skip,
        ["scripts", _] => KeyMeaning::Symbol(SymbolKind::Function),
        [needs, _] if is_needs(needs) => KeyMeaning::Dependency,
        _ => KeyMeaning::Key,
    }
}

/// Whether a key of a manifest holds needed packages.
fn is_needs(key: &str) -> bool {
    let known = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
    known.contains(&key) || matches!(key, "require" | "require-dev")
}

fn package_value(path: &[&str]) -> ValueMeaning {
    match path {
        ["name"] => ValueMeaning::Package,
        _ => ValueMeaning::Nothing,
    }
}

fn cargo_key(path: &[&str]) -> KeyMeaning {
    match path {
        ["package", "name"] | ["bin" | "lib" | "example" | "test" | "bench", "name"] => {
            KeyMeaning::Skip
        }
        [.., needs, _] if is_cargo_needs(&path[..path.len() - 2], needs) => KeyMeaning::Dependency,
        _ => KeyMeaning::Key,
    }
}

/// Whether a table `needs` inside `outer` holds needed crates.
fn is_cargo_needs(outer: &[&str], needs: &str) -> bool {
    matches!(needs, "dependencies" | "dev-dependencies" | "build-dependencies")
        && matches!(outer, [] | ["workspace"] | ["target", _])
}

fn cargo_value(path: &[&str]) -> ValueMeaning {
    match path {
        ["package", "name"] => ValueMeaning::Package,
        ["lib", "name"] => ValueMeaning::Names(SymbolKind::Module),
        ["bin" | "example" | "test" | "bench", "name"] => ValueMeaning::Names(SymbolKind::Function),
        _ => ValueMeaning::Nothing,
    }
}

fn python_key(path: &[&str]) -> KeyMeaning {
    match path {
        ["project", "name"] | ["tool", "poetry", "name"] => KeyMeaning::Skip,
        ["project", "scripts" | "gui-scripts", _] | ["tool", "poetry", "scripts", _] => {
            KeyMeaning::Symbol(SymbolKind::Function)
        }
        ["tool", "poetry", "dependencies" | "dev-dependencies", _]
        | ["tool", "poetry", "group", _, "dependencies", _] => KeyMeaning::Dependency,
        _ => KeyMeaning::Key,
    }
}

fn python_value(path: &[&str]) -> ValueMeaning {
    match path {
        ["project", "name"] | ["tool", "poetry", "name"] => ValueMeaning::Package,
        ["project", "dependencies"]
        | ["project", "optional-dependencies", _]
        | ["dependency-groups", _]
        | ["build-system", "requires"] => ValueMeaning::Requirement,
        _ => ValueMeaning::Nothing,
    }
}
