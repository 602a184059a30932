//! find_references: definitions first, then uses with role and certainty.

use std::collections::BTreeMap;
use std::sync::Arc;

use clew_bind::{Binder, Reference, ReferenceQuery, References, Source, SymbolRef};
use clew_index::DocumentId;
use clew_model::{Binding, Certainty, OccurrenceId, Role, Symbol};
use clew_protocol::{FindReferencesAnswer, FindReferencesRequest, Location, Stamp, ToolError};

use super::{check_length, hint_nothing_found, in_file};
use crate::api::RequestContext;
use crate::cursor::Page;
use crate::names::{FoundSymbol, NamePath, candidates_text, case_note, resolve_name, shown_name};
use crate::workspace::{View, Workspace};

/// Most symbols of one ambiguous name whose uses are looked for.
const MAX_TARGETS: usize = 500;

/// Most symbols named in a note.
const MAX_NAMED: usize = 5;

/// Most candidates listed.
const MAX_CANDIDATES: usize = 50;

pub(crate) fn references(
    workspace: &Arc<Workspace>,
    request: &FindReferencesRequest,
    context: &RequestContext,
) -> Result<FindReferencesAnswer, ToolError> {
    let query = request.query.trim();
    if query.is_empty() {
        return Err(ToolError::invalid_input(
            "the query is empty",
            "give a name or a qualified name",
        ));
    }
    check_length(query)?;
    let question = format!(
        "references {query} {:?} {:?} {}",
        request.roles, request.certainty, request.include_declarations
    );
    let page = Page::read(request.limit, request.cursor.as_deref(), &question)?;
    let view = workspace.current(context)?;
    let path = NamePath::parse(query);
    let mut found = resolve_name(&view, &path, context)?;
    let all_candidates = candidates_text(&found);
    found.truncate(MAX_TARGETS);
    let mut stamp = workspace.stamp_of(&view);
    stamp.notes.extend(case_note(&path, &found));
    // Roles and declarations are told apart later, pages too.
    let same = format!("{query} {:?}", request.certainty);
    let result = view.uses.get(&same, || match found.is_empty() {
        true => by_name_alone(&view, &path.name, request, context),
        false => collect(&view, &found, request, context),
    });
    if found.is_empty() && result.unbound.is_empty() {
        hint_nothing_found(&mut stamp, &view, &path.name);
        stamp.notes.extend(in_file(workspace, &view, &path));
        return Ok(nothing(stamp));
    }
    if found.is_empty() {
        stamp.notes.push(undefined_note(&view, &path, context)?);
    }
    context.check()?;
    let kept: Vec<Reference> = filter(&result.found, request);
    let mut locations = Vec::new();
    let mut changed = 0;
    for reference in page.slice(&kept) {
        match location(workspace, &view, reference) {
            Some(location) => locations.push(location),
            None => changed += 1,
        }
    }
    notes(&mut stamp.notes, &result, request, changed);
    let candidates = listed(all_candidates, &mut stamp.notes);
    Ok(FindReferencesAnswer {
        locations,
        total: kept.len() as u32,
        by_file: by_file(&view, &kept),
        candidates,
        cursor: page.next(kept.len(), &question),
        stamp,
    })
}

/// Says that nothing fits a name, and where only its qualifiers do not, what is called so.
fn undefined_note(
    view: &View,
    path: &NamePath,
    context: &RequestContext,
) -> Result<String, ToolError> {
    let bare = NamePath { name: path.name.clone(), ..NamePath::default() };
    let others = match path.is_bare() {
        true => Vec::new(),
        false => candidates_text(&resolve_name(view, &bare, context)?),
    };
    if others.is_empty() {
        return Ok(format!("nothing in this workspace defines {:?}", path.name));
    }
    let (total, shown) = (others.len(), others[..others.len().min(MAX_NAMED)].join(", "));
    let more =
        if total > MAX_NAMED { format!(" and {} more", total - MAX_NAMED) } else { String::new() };
    let asked = path.qualifiers.join(".");
    let place = path.file.as_deref().filter(|_| asked.is_empty()).unwrap_or(&asked);
    Ok(format!("{:?} is defined as {shown}{more}, but not in {place:?}", path.name))
}

/// The candidates of an ambiguous name, as many as an answer lists.
fn listed(mut candidates: Vec<String>, notes: &mut Vec<String>) -> Vec<String> {
    let total = candidates.len();
    if total < 2 {
        return Vec::new();
    }
    if total > MAX_CANDIDATES {
        notes.push(format!("{MAX_CANDIDATES} of {total} candidates are listed"));
        candidates.truncate(MAX_CANDIDATES);
    }
    candidates
}

/// Uses of a name that the workspace does not define.
fn by_name_alone(
    view: &View,
    name: &str,
    request: &FindReferencesRequest,
    context: &RequestContext,
) -> References {
    let mut result = References::default();
    for file in view.files_naming(name) {
        if context.check().is_err() {
            result.partial = true;
            break;
        }
        let Some(facts) = view.facts(file) else { continue };
        let Some(wanted) = facts.names.find(name) else { continue };
        for (index, occurrence) in facts.occurrences.iter().enumerate() {
            let is_local = match occurrence.binding {
                Binding::Symbol(symbol) => facts.symbol(symbol).is_some_and(Symbol::is_local),
                Binding::Opaque => true,
                _ => false,
            };
            if occurrence.name != wanted || is_local {
                continue;
            }
            result.unbound.push(occurrence.role);
            if request.certainty == Some(Certainty::Name) {
                let (role, certainty) = (occurrence.role, Certainty::Name);
                let occurrence = OccurrenceId(index as u32);
                result.found.push(Reference { file, occurrence, role, certainty });
            }
        }
    }
    result
}

fn nothing(stamp: Stamp) -> FindReferencesAnswer {
    FindReferencesAnswer {
        locations: Vec::new(),
        total: 0,
        by_file: BTreeMap::new(),
        candidates: Vec::new(),
        cursor: None,
        stamp,
    }
}

fn by_file(view: &View, kept: &[Reference]) -> BTreeMap<String, u32> {
    let mut by_file: BTreeMap<String, u32> = BTreeMap::new();
    for reference in kept {
        if let Some(path) = view.snapshot.path(DocumentId(reference.file.0)) {
            *by_file.entry(path.to_string()).or_default() += 1;
        }
    }
    by_file
}

fn collect(
    view: &View,
    found: &[FoundSymbol],
    request: &FindReferencesRequest,
    context: &RequestContext,
) -> References {
    let stop = || context.check().is_err();
    let binder = Binder::new(view).until(&stop);
    let targets: Vec<SymbolRef> = found.iter().map(|found| found.symbol).collect();
    let query = ReferenceQuery {
        targets,
        include_name_matches: request.certainty == Some(Certainty::Name),
    };
    binder.references(&query)
}

fn filter(found: &[Reference], request: &FindReferencesRequest) -> Vec<Reference> {
    let keep = |reference: &&Reference| {
        let role_fits = has_role(request, reference.role);
        let sure_enough = request.certainty.is_none_or(|wanted| reference.certainty <= wanted);
        role_fits && sure_enough && (request.include_declarations || !reference.is_declaration())
    };
    found.iter().filter(keep).copied().collect()
}

fn has_role(request: &FindReferencesRequest, role: Role) -> bool {
    request.roles.is_empty() || request.roles.contains(&role)
}

fn location(workspace: &Workspace, view: &View, reference: &Reference) -> Option<Location> {
    let id = DocumentId(reference.file.0);
    let facts = view.snapshot.facts(id).ok()?;
    let occurrence = facts.occurrence(reference.occurrence)?;
    let text = workspace.text(view, id)?;
    let file = view.snapshot.path(id)?.to_string();
    Some(Location {
        span: text.span(occurrence.range),
        role: reference.role,
        certainty: reference.certainty,
        enclosing: occurrence
            .enclosing
            .map(|symbol| shown_name(&facts, symbol, &file))
            .filter(|name| !name.is_empty()),
        file,
        line_text: text.line_text(occurrence.range),
    })
}

fn notes(
    notes: &mut Vec<String>,
    result: &References,
    request: &FindReferencesRequest,
    changed: usize,
) {
    let unbound = result.unbound.iter().filter(|role| has_role(request, **role)).count();
    if unbound > 0 && request.certainty != Some(Certainty::Name) {
        notes.push(format!(
            "{unbound} more places have the same name but could not be bound to it; certainty \"name\" lists them"
        ));
    }
    if result.partial {
        notes.push("the search was cut short; narrow the name for a whole answer".into());
    }
    if changed > 0 {
        notes.push(format!("{changed} places were left out: their files just changed"));
    }
}
