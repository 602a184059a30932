//! Names with linkage: what one name means in all files of a C program.

use clew_model::{Role, Symbol, SymbolFlags, SymbolId, SymbolKind, Visibility};

use super::includes::{closure, is_c_family, is_header, shared};
use crate::{Binder, FileId, SymbolRef, Target};

/// A file-level symbol of some name.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) symbol: SymbolRef,
    pub(super) kind: SymbolKind,
    pub(super) is_definition: bool,
    pub(super) in_header: bool,
}

/// What `name` means in `file`: definitions first, then declarations.
pub(super) fn names(binder: &Binder<'_>, file: FileId, name: &str, role: Role) -> Vec<Target> {
    let mut candidates = Vec::new();
    for other in binder.source().files_defining(name) {
        let Some(facts) = binder.facts(other) else { continue };
        if !is_c_family(&facts) {
            continue;
        }
        let in_header = is_header(&binder.path(other));
        for (index, symbol) in facts.symbols.iter().enumerate() {
            let is_linked = is_at_top(&facts, symbol)
                && !symbol.is_local()
                && symbol.owner.is_none()
                && facts.name(symbol.name) == name
                && (other == file || in_header || !is_private(symbol));
            if is_linked {
                candidates.push(Candidate {
                    symbol: SymbolRef { file: other, symbol: SymbolId(index as u32) },
                    kind: symbol.kind,
                    is_definition: !symbol.flags.has(SymbolFlags::DECLARATION),
                    in_header,
                });
            }
        }
    }
    let candidates = without_far_macros(binder, file, fitting(candidates, role));
    targets(choose(binder, file, candidates))
}

/// Leaves out macros that `file` cannot see: those of another top folder that it does
/// not include, directly or not.
fn without_far_macros(
    binder: &Binder<'_>,
    file: FileId,
    candidates: Vec<Candidate>,
) -> Vec<Candidate> {
    let path = binder.path(file);
    let is_far = |candidate: &Candidate| {
        candidate.kind == SymbolKind::Macro
            && shared(&binder.path(candidate.symbol.file), &path) == 0
    };
    if !candidates.iter().any(is_far) {
        return candidates;
    }
    let included = closure(binder, file);
    only(candidates, |candidate| !is_far(candidate) || included.contains(&candidate.symbol.file))
}

fn is_at_top(facts: &clew_model::FileFacts, symbol: &Symbol) -> bool {
    match symbol.container {
        None => true,
        // Enumerators are visible around their enumeration.
        Some(container) => {
            symbol.kind == SymbolKind::EnumMember
                && facts.symbol(container).is_some_and(|outer| outer.container.is_none())
        }
    }
}

/// Whether other files cannot mean the symbol unless they include its file.
fn is_private(symbol: &Symbol) -> bool {
    symbol.visibility == Visibility::Private
        || symbol.kind.is_type()
        || matches!(symbol.kind, SymbolKind::Macro | SymbolKind::EnumMember)
}

/// Types in type positions, other things elsewhere, as far as there are any.
fn fitting(candidates: Vec<Candidate>, role: Role) -> Vec<Candidate> {
    let wants_type = matches!(role, Role::Type | Role::Inherit);
    let (types, others): (Vec<_>, Vec<_>) =
        candidates.into_iter().partition(|candidate| candidate.kind.is_type());
    let (first, second) = if wants_type { (types, others) } else { (others, types) };
    let mut kept = if first.is_empty() { second } else { first };
    // A macro of a function's name renames or wraps that function.
    if kept.iter().any(|candidate| candidate.kind == SymbolKind::Function) {
        kept.retain(|candidate| candidate.kind != SymbolKind::Macro);
    }
    kept
}

/// Of several definitions, those that `file` can mean; none where that is open.
fn choose(binder: &Binder<'_>, file: FileId, candidates: Vec<Candidate>) -> Vec<Candidate> {
    let is_type = candidates.iter().any(|candidate| candidate.kind.is_type());
    let mut defining: Vec<FileId> = candidates
        .iter()
        .filter(|candidate| candidate.is_definition)
        .map(|candidate| candidate.symbol.file)
        .collect();
    defining.dedup();
    let kept = match defining.as_slice() {
        [] | [_] => candidates,
        _ if defining.contains(&file) => {
            only(candidates, |candidate| candidate.symbol.file == file || !candidate.is_definition)
        }
        _ => {
            let included = closure(binder, file);
            let seen: Vec<FileId> =
                defining.iter().copied().filter(|other| included.contains(other)).collect();
            let from = if seen.is_empty() { nearest(binder, file, &defining) } else { seen };
            if from.len() > 1 && !is_type && !all_headers(&candidates, &from) {
                return Vec::new();
            }
            only(candidates, |candidate| {
                from.contains(&candidate.symbol.file) || !candidate.is_definition
            })
        }
    };
    let has_definition = kept.iter().any(|candidate| candidate.is_definition);
    if is_type && has_definition {
        return only(kept, |candidate| candidate.is_definition);
    }
    kept
}

fn only(candidates: Vec<Candidate>, keep: impl Fn(&Candidate) -> bool) -> Vec<Candidate> {
    candidates.into_iter().filter(keep).collect()
}

fn all_headers(candidates: &[Candidate], files: &[FileId]) -> bool {
    candidates
        .iter()
        .filter(|candidate| candidate.is_definition && files.contains(&candidate.symbol.file))
        .all(|candidate| candidate.in_header)
}

/// The files that share most folders with `file`.
fn nearest(binder: &Binder<'_>, file: FileId, files: &[FileId]) -> Vec<FileId> {
    let path = binder.path(file);
    let near = |other: &FileId| shared(&binder.path(*other), &path);
    let best = files.iter().map(near).max().unwrap_or(0);
    files.iter().copied().filter(|other| near(other) == best).collect()
}

fn targets(mut candidates: Vec<Candidate>) -> Vec<Target> {
    candidates.sort_by_key(|candidate| (!candidate.is_definition, candidate.symbol));
    candidates.into_iter().map(|candidate| Target::Symbol(candidate.symbol)).collect()
}
