//! From package names and dotted paths to symbols.

use clew_model::{Binding, FileFacts, Import, Role, SymbolId, SymbolKind};

use super::Packaged;
use super::members::fits;
use crate::{Binder, FileId, SymbolRef, Target};

/// The package that a file names.
pub(super) fn package_of_file(facts: &FileFacts) -> String {
    facts.package.map_or(String::new(), |package| facts.name(package).to_string())
}

/// The package of a place in a symbol: that of the file and of the blocks around it.
pub(super) fn package_at(
    rules: &Packaged,
    facts: &FileFacts,
    enclosing: Option<SymbolId>,
) -> String {
    facts.packages_of(enclosing).join(rules.separator)
}

/// The packages around a place in blocks of Scala, which sees what each of them holds, the
/// nearest first.
pub(super) fn blocks_around(
    rules: &Packaged,
    facts: &FileFacts,
    enclosing: Option<SymbolId>,
) -> Vec<String> {
    if rules.language != "scala" {
        return Vec::new();
    }
    let parts = facts.packages_of(enclosing);
    (1..parts.len()).rev().map(|end| parts[..end].join(rules.separator)).collect()
}

/// The packages around that of a file whose members it sees without an import: those of
/// the outer of several package clauses, the nearest first.
pub(super) fn packages_around(facts: &FileFacts) -> Vec<&str> {
    let own = facts.package.map_or("", |package| facts.name(package));
    let marks = facts.occurrences.iter().take(MOST_CLAUSES);
    let mut around: Vec<&str> = marks
        .filter(|mark| mark.role == Role::Import && mark.binding == Binding::Opaque)
        .map(|mark| facts.name(mark.name))
        .filter(|outer| own.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.')))
        .collect();
    around.reverse();
    around
}

/// Occurrences of a file among which marks of package clauses are.
const MOST_CLAUSES: usize = 16;

/// The package of a symbol: that of its file and the namespaces around it; `None`
/// for members of types.
fn package_of(rules: &Packaged, facts: &FileFacts, symbol: SymbolId) -> Option<String> {
    let mut parts = Vec::new();
    let mut current = facts.symbol(symbol)?.container;
    for _ in 0..64 {
        let Some(id) = current else { break };
        let container = facts.symbol(id)?;
        if container.kind != SymbolKind::Namespace {
            return None;
        }
        parts.push(facts.name(container.name).to_string());
        current = container.container;
    }
    let own = package_of_file(facts);
    if !own.is_empty() {
        parts.push(own);
    }
    parts.reverse();
    Some(parts.join(rules.separator))
}

/// The members of a package that a name in a role can mean, asked from `file`.
pub(super) fn in_package(
    rules: &Packaged,
    binder: &Binder<'_>,
    file: FileId,
    package: &str,
    name: &str,
    role: Role,
) -> Vec<Target> {
    let found: Vec<SymbolRef> = top_level(rules, binder, name)
        .into_iter()
        .filter(|(facts, symbol)| {
            package_of(rules, facts, symbol.symbol).as_deref() == Some(package)
                && facts.symbol(symbol.symbol).is_some_and(|found| fits(found, name, role))
        })
        .map(|(_, symbol)| symbol)
        .collect();
    nearest(rules, binder, file, found).into_iter().map(Target::Symbol).collect()
}

type Found = (std::sync::Arc<FileFacts>, SymbolRef);

/// Symbols of the language with this name that stand in no type.
fn top_level(rules: &Packaged, binder: &Binder<'_>, name: &str) -> Vec<Found> {
    let mut found = Vec::new();
    for file in binder.source().files_defining(name) {
        let Some(facts) = binder.facts(file) else { continue };
        if facts.language.as_str() != rules.language {
            continue;
        }
        for (index, symbol) in facts.symbols.iter().enumerate() {
            let stands_free = !symbol.is_local() && symbol.owner.is_none();
            if stands_free && facts.name(symbol.name) == name {
                let symbol = SymbolRef { file, symbol: SymbolId(index as u32) };
                found.push((facts.clone(), symbol));
            }
        }
    }
    found
}

/// Whether the workspace declares the name in this language at all.
pub(super) fn is_ours(rules: &Packaged, binder: &Binder<'_>, name: &str) -> bool {
    !top_level(rules, binder, name).is_empty()
}

/// Of equal names in several files, those of the file whose path has most in common
/// with the asking one; none where that does not decide.
fn nearest(
    rules: &Packaged,
    binder: &Binder<'_>,
    file: FileId,
    found: Vec<SymbolRef>,
) -> Vec<SymbolRef> {
    let mut files: Vec<FileId> = found.iter().map(|symbol| symbol.file).collect();
    files.dedup();
    if files.len() < 2 || rules.has_parts {
        return found;
    }
    let asking = binder.path(file);
    let shared = |other: FileId| {
        let path = binder.path(other);
        let folders =
            |path: &str| path.rsplit_once('/').map_or("", |(folder, _)| folder).to_string();
        let (a, b) = (folders(&asking), folders(&path));
        a.split('/').zip(b.split('/')).take_while(|(a, b)| a == b).count()
    };
    let best = files.iter().map(|file| shared(*file)).max().unwrap_or(0);
    let near: Vec<FileId> = files.into_iter().filter(|file| shared(*file) == best).collect();
    match near.as_slice() {
        [one] => found.into_iter().filter(|symbol| symbol.file == *one).collect(),
        // Overloads of a function may well stand in several files of a package.
        _ if found.iter().all(|symbol| is_function(binder, *symbol)) => {
            found.into_iter().filter(|symbol| near.contains(&symbol.file)).collect()
        }
        _ => Vec::new(),
    }
}

fn is_function(binder: &Binder<'_>, symbol: SymbolRef) -> bool {
    binder.facts(symbol.file).is_some_and(|facts| {
        facts.symbol(symbol.symbol).is_some_and(|symbol| symbol.kind.is_callable())
    })
}

/// The package whose names an import may begin with: that of the block around it.
pub(super) fn package_of_import(
    rules: &Packaged,
    facts: &FileFacts,
    import: &Import,
) -> Option<String> {
    let block = facts.scope(import.scope)?.owner.filter(|one| facts.is_package(*one));
    let block = block.filter(|_| rules.sees_parents)?;
    Some(package_at(rules, facts, Some(block)))
}

/// What a path may name: the path itself, that path in the package around an import
/// and its parents, and in Scala that path in the packages that the file is in.
pub(super) fn places_of(
    rules: &Packaged,
    binder: &Binder<'_>,
    file: FileId,
    module: &str,
    around: Option<&str>,
) -> Vec<String> {
    let mut places = vec![module.to_string()];
    let mut around = around;
    while let Some(package) = around {
        places.push(format!("{package}{}{module}", rules.separator));
        around = package.rsplit_once(rules.separator).map(|(parent, _)| parent);
    }
    if rules.language == "scala"
        && let Some(facts) = binder.facts(file)
    {
        let own = package_of_file(&facts);
        let around = packages_around(&facts).into_iter().map(str::to_string);
        let packages = std::iter::once(own).chain(around).filter(|one| !one.is_empty());
        places.extend(packages.map(|package| format!("{package}.{module}")));
    }
    places
}

/// The type at a path: `a.b.Outer.Inner`; in Scala also from the own package on.
pub(super) fn type_at(
    rules: &Packaged,
    binder: &Binder<'_>,
    file: FileId,
    path: &str,
) -> Option<SymbolRef> {
    let whole = type_at_whole(rules, binder, file, path);
    if whole.is_some() || rules.language != "scala" {
        return whole;
    }
    let own = binder.facts(file).map(|facts| package_of_file(&facts))?;
    let mut around = own.as_str();
    while !around.is_empty() {
        let path = format!("{around}.{path}");
        if let Some(found) = type_at_whole(rules, binder, file, &path) {
            return Some(found);
        }
        around = around.rsplit_once('.').map_or("", |(around, _)| around);
    }
    None
}

fn type_at_whole(
    rules: &Packaged,
    binder: &Binder<'_>,
    file: FileId,
    path: &str,
) -> Option<SymbolRef> {
    let parts: Vec<&str> = path.split(rules.separator).map(str::trim).collect();
    for split in (0..parts.len()).rev() {
        let package = parts[..split].join(rules.separator);
        let found = in_package(rules, binder, file, &package, parts[split], Role::Type);
        let Some(Target::Symbol(mut symbol)) = found.first().cloned() else { continue };
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

/// All declarations of a type that is written in several parts.
pub(super) fn parts_of(rules: &Packaged, binder: &Binder<'_>, part: SymbolRef) -> Vec<SymbolRef> {
    let Some(facts) = binder.facts(part.file) else { return vec![part] };
    let Some(package) = package_of(rules, &facts, part.symbol) else { return vec![part] };
    let name = facts.symbol_name(part.symbol);
    let mut parts: Vec<SymbolRef> = top_level(rules, binder, name)
        .into_iter()
        .filter(|(facts, symbol)| {
            package_of(rules, facts, symbol.symbol).as_deref() == Some(package.as_str())
                && facts.symbol(symbol.symbol).is_some_and(|symbol| symbol.kind.is_type())
        })
        .map(|(_, symbol)| symbol)
        .collect();
    if !parts.contains(&part) {
        parts.push(part);
    }
    parts
}

/// The file that an include names: beside the including file, else the only one of
/// the workspace with that path's end.
pub(super) fn included_file(binder: &Binder<'_>, file: FileId, module: &str) -> Option<FileId> {
    if !module.contains('.') || module.contains(char::is_whitespace) {
        return None;
    }
    let path = binder.path(file);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let relative = module.trim_start_matches("./").trim_start_matches('/');
    let beside = match folder {
        "" => relative.to_string(),
        folder => format!("{folder}/{relative}"),
    };
    if let Some(found) = binder.source().file_at(&beside) {
        return Some(found);
    }
    let name = relative.rsplit('/').next()?;
    let candidates: Vec<FileId> = binder
        .source()
        .files_called(name)
        .into_iter()
        .filter(|candidate| binder.path(*candidate).ends_with(relative))
        .collect();
    match candidates.as_slice() {
        [one] if relative.contains('/') => Some(*one),
        _ => None,
    }
}
