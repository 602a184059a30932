//! Finding the symbols that a name path means.

use clew_bind::{Source, SymbolRef};
use clew_index::{DocumentId, DocumentInfo, MacroNamespaces, NameBits, NameQuery, PathRole};
use clew_model::{FileFacts, Symbol, SymbolFlags, SymbolId, SymbolKind};
use clew_protocol::ToolError;

use super::NamePath;
use super::components::{components_called, shown_name};
use super::qualifiers::{ends_with, fits_qualifiers, is_subsequence};
use super::routes::routes_called;
use crate::api::RequestContext;
use crate::workspace::{View, store_error};

/// A symbol that a name means.
#[derive(Clone, Debug)]
pub(crate) struct FoundSymbol {
    pub(crate) symbol: SymbolRef,
    /// Path of its file.
    pub(crate) path: String,
    /// Name with containers, without the module.
    pub(crate) qualified: String,
    pub(crate) kind: SymbolKind,
    /// Whether it only announces what is defined elsewhere.
    pub(crate) is_declaration: bool,
    /// Whether only the function around it sees it.
    pub(crate) is_local: bool,
    /// Whether it stands in an example.
    pub(crate) is_example: bool,
    /// Whether its containers alone fit the qualifiers asked for, without its module.
    in_containers: bool,
    /// Whether it is but another name of a type called the same (C's `typedef`).
    is_alias: bool,
    /// Whether it lies where prototypes elsewhere may mean it: not in tests, examples
    /// and documents.
    is_meant: bool,
    /// Smaller comes first: definitions before declarations, product code before
    /// tests and generated code.
    pub(crate) rank: u8,
    /// The whole path of a route, with its method, where its file does not tell it.
    pub(crate) route: Option<String>,
    /// Whether it is called as asked only where it is imported or exported.
    pub(super) is_given: bool,
}

/// `path::qualified`, which names a symbol without doubt (but for overloads).
pub(crate) fn full_name(found: &FoundSymbol) -> String {
    format!("{}::{}", found.path, found.qualified)
}

/// Distinct full names of several symbols. A mere declaration is no candidate
/// beside its definition, nor a constructor beside its type.
pub(crate) fn candidates_text(found: &[FoundSymbol]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for one in found.iter().filter(|one| !stands_for_another(one, found)) {
        let name = full_name(one);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

impl FoundSymbol {
    fn is_type_with_members(&self) -> bool {
        let kinds = [SymbolKind::Struct, SymbolKind::Class, SymbolKind::Enum];
        kinds.contains(&self.kind) && !self.is_declaration
    }
}

/// Whether a symbol is a declaration or a `typedef` whose definition is among the
/// others, or a constructor whose type is.
pub(crate) fn stands_for_another(one: &FoundSymbol, all: &[FoundSymbol]) -> bool {
    all.iter().any(|other| {
        let declared = one.is_declaration
            && !other.is_declaration
            && other.qualified == one.qualified
            && other.kind.is_callable() == one.kind.is_callable();
        let constructed = one.kind == SymbolKind::Constructor
            && other.kind.is_type()
            && other.symbol.file == one.symbol.file
            && one
                .qualified
                .strip_prefix(other.qualified.as_str())
                .is_some_and(|rest| rest.starts_with(['.', ':']));
        let renamed =
            one.is_alias && other.is_type_with_members() && other.qualified == one.qualified;
        declared || constructed || renamed
    })
}

/// The symbols that a name means, best first: those of [`every_definition`], but keys of
/// data and headings, functions and types inside functions, and examples in documents
/// only where nothing else is called so, and
/// for `Cart.total` what the module `cart` holds only where no type `Cart` does.
pub(crate) fn resolve_name(
    view: &View,
    path: &NamePath,
    context: &RequestContext,
) -> Result<Vec<FoundSymbol>, ToolError> {
    let mut found = every_definition(view, path, context)?;
    if found.is_empty() {
        found = super::sides::of_type_itself(view, path, context)?;
    }
    super::sides::keep_asked(view, path, &mut found);
    let preferred: [fn(&FoundSymbol) -> bool; 4] = [
        |one| !one.kind.is_data(),
        |one| !one.is_local,
        |one| !one.is_example,
        |one| one.in_containers,
    ];
    for is_preferred in preferred {
        if found.iter().any(is_preferred) {
            found.retain(is_preferred);
        }
    }
    Ok(found)
}

/// All symbols of the workspace with exactly this name that fit the qualifiers,
/// best first. Where none fits case for case, names that differ only in case do.
pub(crate) fn every_definition(
    view: &View,
    path: &NamePath,
    context: &RequestContext,
) -> Result<Vec<FoundSymbol>, ToolError> {
    if let Some(asked) = &path.route {
        let mut routes = routes_called(view, asked)?;
        routes.retain(|one| fits_file(path, &one.path));
        if !routes.is_empty() {
            return Ok(routes);
        }
    }
    let whole = named_whole(view, path, context)?;
    if !whole.is_empty() {
        return Ok(whole);
    }
    let fitting = by_parts(view, path, context)?;
    if !fitting.is_empty() || path.written.is_empty() {
        return Ok(fitting);
    }
    let as_written = with_name(view, &NamePath::default(), &path.written, context)?;
    match path.by_colons().filter(|_| as_written.is_empty()) {
        Some(by_colons) => by_parts(view, &by_colons, context),
        None => Ok(as_written),
    }
}

/// The symbols that `FILE::QUALIFIED` names with the whole of their name, or that are
/// called by signs alone (`<+>`, `.:?`), which are no separators then.
fn named_whole(
    view: &View,
    path: &NamePath,
    context: &RequestContext,
) -> Result<Vec<FoundSymbol>, ToolError> {
    let mut found = Vec::new();
    for (file, name) in path.full_names() {
        let file_asked = file.trim_start_matches("./");
        let asked = NamePath { file: Some(file.to_string()), ..NamePath::default() };
        for file in view.files_called(file.rsplit('/').next().unwrap_or(file)) {
            let Some(document) = view.snapshot.document(DocumentId(file.0)) else { continue };
            let Some(facts) = view.facts(file).filter(|_| fits_file(&asked, &document.path)) else {
                continue;
            };
            for index in 0..facts.symbols.len() as u32 {
                let id = SymbolId(index);
                let is_asked = facts.symbol(id).is_some_and(clew_model::Symbol::is_findable)
                    && name.ends_with(facts.name(facts.symbols[index as usize].name))
                    && facts.qualified_name(id) == name;
                if is_asked {
                    let known = MacroNamespaces::default();
                    collect_one(&document, &facts, &known, (id, &asked), &mut found);
                }
            }
        }
        if found.iter().any(|one| one.path == file_asked) {
            found.retain(|one| one.path == file_asked);
        }
        if !found.is_empty() {
            sort(&mut found);
            return Ok(found);
        }
    }
    if path.written.contains(|c: char| c.is_alphanumeric() || c == '_') {
        return Ok(found);
    }
    with_name(view, &NamePath::default(), &path.written, context)
}

/// The symbols whose last name and qualifiers fit.
fn by_parts(
    view: &View,
    path: &NamePath,
    context: &RequestContext,
) -> Result<Vec<FoundSymbol>, ToolError> {
    if path.name.is_empty() {
        return Ok(Vec::new());
    }
    // A component goes by the name of its file, whatever else is called so.
    let mut exact = components(view, path);
    exact.extend(with_name(view, path, &path.name, context)?);
    for joined in path.joined() {
        exact.extend(with_name(view, &joined, &joined.name, context)?);
    }
    if !exact.is_empty() {
        let is_whole = |one: &FoundSymbol| super::query::is_whole(path, &one.qualified);
        exact.sort_by_key(|one| {
            let is_outside = !path.qualifiers.is_empty() && !one.in_containers;
            (is_outside, !is_whole(one), one.rank / 8)
        });
        return Ok(exact);
    }
    let given = super::given::given(view, path, context)?;
    if !given.is_empty() {
        return Ok(given);
    }
    let folded = view
        .snapshot
        .names_matching(&NameQuery::ExactFolded(path.name.clone()), 20)
        .map_err(store_error)?;
    let mut found = Vec::new();
    for name in folded {
        found.extend(with_name(view, path, &name.name, context)?);
    }
    sort(&mut found);
    Ok(found)
}

/// Component files called so.
fn components(view: &View, path: &NamePath) -> Vec<FoundSymbol> {
    let mut found = Vec::new();
    for (file, symbol) in components_called(view, &path.name) {
        let Some(document) = view.snapshot.document(document_of(symbol)) else { continue };
        let Some(facts) = view.facts(file) else { continue };
        let Some(known) = facts.symbol(symbol.symbol) else { continue };
        if !fits_file(path, &document.path)
            || !is_subsequence(&module_parts_of(&document.path), &path.qualifiers)
        {
            continue;
        }
        found.push(FoundSymbol {
            symbol,
            path: document.path.clone(),
            qualified: shown_name(&facts, symbol.symbol, &document.path),
            kind: known.kind,
            is_declaration: false,
            is_local: false,
            is_example: false,
            in_containers: path.qualifiers.is_empty(),
            is_alias: false,
            is_meant: true,
            rank: rank(&document, known),
            route: None,
            is_given: false,
        });
    }
    sort(&mut found);
    found
}

/// A symbol of the view that nothing qualifies.
pub(super) fn found_at(view: &View, symbol: SymbolRef) -> Option<FoundSymbol> {
    let document = view.snapshot.document(document_of(symbol))?;
    let facts = view.facts(symbol.file)?;
    let known = facts.symbol(symbol.symbol)?;
    Some(FoundSymbol {
        symbol,
        path: document.path.clone(),
        qualified: facts.qualified_name(symbol.symbol),
        kind: known.kind,
        is_declaration: false,
        is_local: false,
        is_example: known.flags.has(SymbolFlags::EXAMPLE),
        in_containers: true,
        is_alias: false,
        is_meant: true,
        rank: rank(&document, known),
        route: None,
        is_given: false,
    })
}

pub(super) fn module_parts_of(path: &str) -> Vec<&str> {
    path.split(['/', '.']).collect()
}

/// Symbols called exactly `name` that fit the qualifiers of `path`.
pub(crate) fn with_name(
    view: &View,
    path: &NamePath,
    name: &str,
    context: &RequestContext,
) -> Result<Vec<FoundSymbol>, ToolError> {
    let documents = view.snapshot.documents_naming(name).map_err(store_error)?;
    let mut found = Vec::new();
    for (id, bits) in documents {
        context.check()?;
        if !bits.has(NameBits::DEFINES) {
            continue;
        }
        let Some(document) = view.snapshot.document(id) else { continue };
        if !fits_file(path, &document.path) {
            continue;
        }
        let facts = view.snapshot.facts(id).map_err(store_error)?;
        let namespaces = match path.qualifiers.as_slice() {
            [] => MacroNamespaces::default(),
            _ => view.snapshot.macro_namespaces(&facts).map_err(store_error)?,
        };
        collect(&document, &facts, &namespaces, (name, path), &mut found);
    }
    sort(&mut found);
    if !path.qualifiers.is_empty() {
        found.sort_by_key(|one| !one.in_containers);
    }
    Ok(found)
}

fn collect(
    document: &DocumentInfo,
    facts: &FileFacts,
    namespaces: &MacroNamespaces,
    (name, path): (&str, &NamePath),
    found: &mut Vec<FoundSymbol>,
) {
    let Some(name_id) = facts.names.find(name) else { return };
    for (index, symbol) in facts.symbols.iter().enumerate() {
        if symbol.name == name_id && symbol.is_findable() {
            collect_one(document, facts, namespaces, (SymbolId(index as u32), path), found);
        }
    }
}

/// Adds a symbol if its qualifiers fit.
fn collect_one(
    document: &DocumentInfo,
    facts: &FileFacts,
    namespaces: &MacroNamespaces,
    (id, path): (SymbolId, &NamePath),
    found: &mut Vec<FoundSymbol>,
) {
    let Some(symbol) = facts.symbol(id) else { return };
    let parts = facts.qualified_parts(id);
    let around = namespaces.around(symbol.name_range.start).iter().map(String::as_str);
    let containers: Vec<&str> = around
        .chain(parts.iter().take(parts.len().saturating_sub(1)).copied())
        .flat_map(super::query::parts_of_name)
        .collect();
    let packages = facts.packages_of(Some(id));
    if !fits_qualifiers(&path.qualifiers, &document.path, facts, (&packages, &containers)) {
        return;
    }
    found.push(FoundSymbol {
        symbol: SymbolRef { file: clew_bind::FileId(document.id.0), symbol: id },
        path: document.path.clone(),
        qualified: parts.join(facts.separator.as_str()),
        kind: symbol.kind,
        is_declaration: symbol.flags.has(SymbolFlags::DECLARATION),
        is_local: symbol.is_local(),
        is_example: symbol.flags.has(SymbolFlags::EXAMPLE),
        in_containers: ends_with(&containers, &path.qualifiers),
        is_alias: symbol.kind == SymbolKind::Type && matches!(facts.language.as_str(), "c" | "cpp"),
        is_meant: !matches!(document.role, PathRole::Test | PathRole::Example | PathRole::Docs),
        rank: rank(document, symbol),
        route: None,
        is_given: false,
    });
}

fn sort(found: &mut [FoundSymbol]) {
    put_behind_definitions(found);
    found.sort_by(|a, b| {
        (a.rank, a.is_alias, &a.path, a.symbol.symbol).cmp(&(
            b.rank,
            b.is_alias,
            &b.path,
            b.symbol.symbol,
        ))
    });
}

/// Lets a prototype stand behind the definition that it announces, wherever that lies
/// (but for stand-ins in tests and examples), and the `typedef` of a type of the same
/// name behind that.
fn put_behind_definitions(found: &mut [FoundSymbol]) {
    let defined: Vec<(String, bool, u8)> = found
        .iter()
        .filter(|one| !one.is_declaration && one.is_meant)
        .map(|one| (one.qualified.clone(), one.kind.is_callable(), one.rank))
        .collect();
    let types: Vec<String> = found
        .iter()
        .filter(|one| one.is_type_with_members())
        .map(|one| one.qualified.clone())
        .collect();
    for one in found.iter_mut() {
        one.is_alias &= types.contains(&one.qualified);
        let announced = defined.iter().filter(|(qualified, is_callable, _)| {
            one.is_declaration
                && *qualified == one.qualified
                && *is_callable == one.kind.is_callable()
        });
        if let Some(first) = announced.map(|(.., rank)| *rank).min() {
            one.rank = one.rank.max(first.saturating_add(2));
        }
    }
}

fn rank(document: &DocumentInfo, symbol: &Symbol) -> u8 {
    let place = match document.role {
        PathRole::Product => 0,
        PathRole::Vendored => 2,
        PathRole::Example | PathRole::Docs => 3,
        PathRole::Test => 4,
        PathRole::Generated => 5,
    };
    let declaration = u8::from(symbol.flags.has(SymbolFlags::DECLARATION));
    let inner = u8::from(symbol.is_local());
    // What has a body before what only demands one, and before the macros that
    // rename it.
    let is_main = (symbol.kind.is_callable() || symbol.kind.is_type())
        && symbol.kind != SymbolKind::Macro
        && !symbol.flags.has(SymbolFlags::ABSTRACT);
    let weak = u8::from(!is_main);
    let example = if symbol.flags.has(SymbolFlags::EXAMPLE) { 40 } else { 0 };
    let data = if symbol.kind.is_data() { 80 } else { 0 };
    place * 8 + inner * 4 + declaration * 2 + weak + data + example
}

pub(super) fn fits_file(path: &NamePath, file: &str) -> bool {
    match &path.file {
        None => true,
        Some(wanted) => {
            let file = &*clew_text::composed(file);
            file == wanted
                || file.strip_suffix(wanted.as_str()).is_some_and(|head| head.ends_with('/'))
        }
    }
}

/// An order for symbols of different names: product code first, then by place.
pub(super) fn rank_of_path(found: &FoundSymbol) -> (u8, String, SymbolId) {
    (found.rank, found.path.clone(), found.symbol.symbol)
}

/// The document of a symbol.
pub(crate) fn document_of(symbol: SymbolRef) -> DocumentId {
    DocumentId(symbol.file.0)
}
