//! From packages and dotted paths to types.

use clew_model::{FileFacts, ImportForm, Role, SymbolId};

use super::members::own_and_fitting;
use crate::{Binder, FileId, SymbolRef, Target};

/// The top-level type of a package.
pub(super) fn type_in_package(binder: &Binder<'_>, package: &str, name: &str) -> Option<SymbolRef> {
    for file in binder.source().files_defining(name) {
        let Some(facts) = binder.facts(file) else { continue };
        let own = facts.package.map_or("", |package| facts.name(package));
        if own != package || facts.language.as_str() != "java" {
            continue;
        }
        let symbol = facts.symbols.iter().position(|symbol| {
            symbol.container.is_none() && symbol.kind.is_type() && facts.name(symbol.name) == name
        });
        if let Some(symbol) = symbol {
            return Some(SymbolRef { file, symbol: SymbolId(symbol as u32) });
        }
    }
    None
}

/// The type at a dotted path: `a.b.Outer.Inner`.
pub(super) fn type_at(binder: &Binder<'_>, path: &str) -> Option<SymbolRef> {
    let parts: Vec<&str> = path.split('.').map(str::trim).collect();
    for split in (0..parts.len()).rev() {
        let package = parts[..split].join(".");
        let Some(mut symbol) = type_in_package(binder, &package, parts[split]) else { continue };
        for part in &parts[split + 1..] {
            symbol = *binder.members_of(symbol, part).iter().find(|member| {
                binder.facts(member.file).is_some_and(|facts| {
                    facts.symbol(member.symbol).is_some_and(|member| member.kind.is_type())
                })
            })?;
        }
        return Some(symbol);
    }
    None
}

/// A type named alone: of the same package, else from imports on demand.
pub(super) fn type_from_outside(binder: &Binder<'_>, facts: &FileFacts, name: &str) -> Vec<Target> {
    let own = facts.package.map_or("", |package| facts.name(package));
    if let Some(symbol) = type_in_package(binder, own, name) {
        return vec![Target::Symbol(symbol)];
    }
    for import in facts.imports.iter().filter(|import| import.form == ImportForm::Glob) {
        let module = facts.name(import.module);
        if let Some(symbol) = type_in_package(binder, module, name) {
            return vec![Target::Symbol(symbol)];
        }
        if let Some(owner) = type_at(binder, module) {
            let nested = own_and_fitting(binder, owner, name, Role::Type);
            if !nested.is_empty() {
                return nested;
            }
        }
    }
    Vec::new()
}

/// The folder of a package below the source root of `file`, or its test twin.
pub(super) fn folder_of_package(
    binder: &Binder<'_>,
    file: FileId,
    package: &str,
) -> Option<String> {
    let facts = binder.facts(file)?;
    let path = binder.path(file);
    let own = facts.package.map_or("", |package| facts.name(package)).replace('.', "/");
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let root = folder.strip_suffix(own.as_str())?.trim_end_matches('/');
    let wanted = package.replace('.', "/");
    let twins =
        [root.to_string(), root.replace("/test/", "/main/"), root.replace("/main/", "/test/")];
    twins
        .iter()
        .map(|root| if root.is_empty() { wanted.clone() } else { format!("{root}/{wanted}") })
        .find(|folder| !binder.source().files_in(folder).is_empty())
}
