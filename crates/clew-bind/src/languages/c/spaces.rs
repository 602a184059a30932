//! C++: what a name means in a namespace, over all files.

use std::rc::Rc;

use clew_model::{
    FileFacts, ImportForm, Occurrence, Role, SymbolFlags, SymbolId, SymbolKind, Visibility,
};

use super::cpp::enclosing_classes;
use super::{is_c_family, is_header};
use crate::{Binder, FileId, SymbolRef, Target};

/// Most namespaces of one file that relative names are tried in.
const MAX_SPACES: usize = 16;

/// A symbol of a namespace.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    symbol: SymbolRef,
    space: Vec<String>,
    in_header: bool,
    is_namespace: bool,
    is_type: bool,
    is_announced: bool,
    /// Whether only its own file and those that include it can mean it.
    is_own: bool,
}

/// The namespaces around an occurrence, innermost first, the global one last.
pub(super) fn spaces_around(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    occurrence: &Occurrence,
) -> Vec<Vec<String>> {
    let mut spaces: Vec<Vec<String>> = Vec::new();
    let mut add_all = |space: Vec<String>| {
        for length in (0..=space.len()).rev() {
            let outer = space[..length].to_vec();
            if !spaces.contains(&outer) {
                spaces.push(outer);
            }
        }
    };
    if let Some(space) = around(facts, occurrence.enclosing) {
        add_all(space);
    }
    for class in enclosing_classes(binder, file, facts, occurrence) {
        if let Some(other) = binder.facts(class.file)
            && let Some(space) = around(&other, Some(class.symbol))
        {
            add_all(space);
        }
    }
    spaces.sort_by_key(|space| std::cmp::Reverse(space.len()));
    spaces
}

/// The namespaces that contain a symbol, or that it is, outermost first.
fn around(facts: &FileFacts, symbol: Option<SymbolId>) -> Option<Vec<String>> {
    let mut names = Vec::new();
    let mut current = symbol;
    for _ in 0..64 {
        let Some(id) = current else { break };
        let found = facts.symbol(id)?;
        if found.kind == SymbolKind::Namespace {
            names.push(facts.name(found.name).to_string());
        }
        current = found.container;
    }
    names.reverse();
    Some(names)
}

/// The namespace path of a container; `None` if it is a type.
pub(super) fn space_of(facts: &FileFacts, container: Option<SymbolId>) -> Option<Vec<String>> {
    let mut names = Vec::new();
    let mut current = container;
    for _ in 0..64 {
        let Some(id) = current else { break };
        let found = facts.symbol(id)?;
        match found.kind {
            SymbolKind::Namespace => names.push(facts.name(found.name).to_string()),
            // Plain enumerators are visible around their enumeration.
            SymbolKind::Enum => {}
            _ => return None,
        }
        current = found.container;
    }
    names.reverse();
    Some(names)
}

/// The path before a symbol's own name, owners included.
fn owner_path(facts: &FileFacts, symbol: SymbolId) -> Option<Vec<String>> {
    let mut parts: Vec<String> =
        facts.qualified_parts(symbol).into_iter().map(str::to_string).collect();
    parts.pop()?;
    Some(parts)
}

/// What `name` means in a namespace, as `file` sees it.
pub(super) fn in_space(
    binder: &Binder<'_>,
    file: FileId,
    space: &[String],
    name: &str,
    role: Role,
) -> Vec<Target> {
    let mut found = Vec::new();
    for named in named(binder, name).iter() {
        let is_visible = named.in_header || named.symbol.file == file || !named.is_own;
        if is_visible && same_space(&named.space, space) {
            if named.is_namespace {
                return vec![Target::Symbol(named.symbol)];
            }
            found.push(named.clone());
        }
    }
    chosen(file, found, role)
}

/// All symbols outside of types that are called `name`, with their namespaces.
fn named(binder: &Binder<'_>, name: &str) -> Rc<Vec<Named>> {
    if let Some(known) = binder.memo.named.borrow().get(name) {
        return known.clone();
    }
    let mut all = Vec::new();
    for file in binder.source().files_defining(name) {
        let Some(facts) = binder.facts(file) else { continue };
        if !is_c_family(&facts) {
            continue;
        }
        let in_header = is_header(&binder.path(file));
        let Some(name_id) = facts.names.find(name) else { continue };
        for (index, symbol) in facts.symbols.iter().enumerate() {
            let is_candidate = symbol.name == name_id
                && !symbol.is_local()
                && symbol.kind != SymbolKind::Constructor;
            if !is_candidate {
                continue;
            }
            let id = SymbolId(index as u32);
            let space = match symbol.owner {
                // `int space::name()`: its owner may be a namespace.
                Some(_) => owner_path(&facts, id),
                None => space_of(&facts, symbol.container),
            };
            let Some(space) = space else { continue };
            all.push(Named {
                symbol: SymbolRef { file, symbol: id },
                space,
                in_header,
                is_namespace: symbol.kind == SymbolKind::Namespace,
                is_type: symbol.kind.is_type(),
                is_announced: symbol.flags.has(SymbolFlags::DECLARATION),
                is_own: symbol.visibility == Visibility::Private
                    || symbol.kind.is_type()
                    || symbol.kind == SymbolKind::Macro,
            });
        }
    }
    let all = Rc::new(all);
    binder.memo.named.borrow_mut().insert(name.to_string(), all.clone());
    all
}

/// Types or other things, as the role wants; definitions alone for types.
fn chosen(file: FileId, found: Vec<Named>, role: Role) -> Vec<Target> {
    let wants_type = matches!(role, Role::Type | Role::Inherit);
    let (types, others): (Vec<_>, Vec<_>) = found.into_iter().partition(|one| one.is_type);
    let (first, second) = if wants_type { (types, others) } else { (others, types) };
    let mut kept = if first.is_empty() { second } else { first };
    let is_type = kept.iter().any(|one| one.is_type);
    if is_type && kept.iter().any(|one| !one.is_announced) {
        kept.retain(|one| !one.is_announced);
    }
    if !is_type && is_open(file, &kept) {
        return Vec::new();
    }
    kept.sort_by_key(|one| (one.is_announced, one.symbol));
    kept.into_iter().map(|one| Target::Symbol(one.symbol)).collect()
}

/// Whether several programs define the name and nothing tells which one is meant.
fn is_open(file: FileId, found: &[Named]) -> bool {
    let mut defining: Vec<FileId> = found
        .iter()
        .filter(|one| !one.is_announced && !one.in_header)
        .map(|one| one.symbol.file)
        .collect();
    defining.sort();
    defining.dedup();
    let is_shared = found.iter().any(|one| one.in_header);
    defining.len() > 1 && !is_shared && !defining.contains(&file)
}

/// Whether a namespace is the wanted one; inline ones between do not count.
fn same_space(own: &[String], wanted: &[String]) -> bool {
    if own == wanted {
        return true;
    }
    let is_version = |name: &String| {
        name.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            || name.starts_with("__")
    };
    own.len() > wanted.len() && own.iter().filter(|name| !is_version(name)).eq(wanted.iter())
}

/// Names that `using namespace` shows.
pub(super) fn from_using_directives(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    name: &str,
    role: Role,
) -> Vec<Target> {
    for import in facts.imports.iter().filter(|import| import.form == ImportForm::Glob) {
        let module = facts.name(import.module);
        if module.starts_with(['<', '"']) {
            continue;
        }
        let space = parts(module);
        for base in own_spaces(binder, file).iter() {
            let found = in_space(binder, file, &joined(base, &space), name, role);
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}

/// The global namespace and those that the file opens, where relative names begin.
pub(super) fn own_spaces(binder: &Binder<'_>, file: FileId) -> Rc<Vec<Vec<String>>> {
    if let Some(known) = binder.memo.spaces.borrow().get(&file) {
        return known.clone();
    }
    let mut spaces = vec![Vec::new()];
    if let Some(facts) = binder.facts(file) {
        for (index, symbol) in facts.symbols.iter().enumerate() {
            if symbol.kind == SymbolKind::Namespace
                && let Some(space) = around(&facts, Some(SymbolId(index as u32)))
                && !spaces.contains(&space)
                && spaces.len() < MAX_SPACES
            {
                spaces.push(space);
            }
        }
    }
    let spaces = Rc::new(spaces);
    binder.memo.spaces.borrow_mut().insert(file, spaces.clone());
    spaces
}

pub(super) fn parts(module: &str) -> Vec<&str> {
    module.split("::").map(str::trim).filter(|part| !part.is_empty()).collect()
}

pub(super) fn joined(base: &[String], rest: &[&str]) -> Vec<String> {
    base.iter().cloned().chain(rest.iter().map(|part| part.to_string())).collect()
}
