//! Names that a file gives to what is called otherwise where it is defined:
//! `export { default as Bar } from`, `from .x import y as Bar`, `pub use x::y as Bar`.

use clew_bind::{Binder, FileId, Target};
use clew_index::NameBits;
use clew_model::{FileFacts, ImportId, NameId};
use clew_protocol::ToolError;

use super::NamePath;
use super::qualifiers::is_subsequence;
use super::symbols::{FoundSymbol, fits_file, found_at, module_parts_of, rank_of_path};
use crate::api::RequestContext;
use crate::workspace::{View, store_error};

/// Most files that are looked at for what they call so.
const MAX_FILES: usize = 64;

/// What files call by this name, which no symbol has.
pub(super) fn given(
    view: &View,
    path: &NamePath,
    context: &RequestContext,
) -> Result<Vec<FoundSymbol>, ToolError> {
    let documents = view.snapshot.documents_naming(&path.name).map_err(store_error)?;
    let gives = |bits: NameBits| bits.any(NameBits::IMPORTS) || bits.any(NameBits::EXPORTS);
    let stop = || context.check().is_err();
    let binder = Binder::new(view).until(&stop);
    let mut found: Vec<FoundSymbol> = Vec::new();
    for (id, _) in documents.into_iter().filter(|(_, bits)| gives(*bits)).take(MAX_FILES) {
        context.check()?;
        let Some(document) = view.snapshot.document(id) else { continue };
        if !fits_file(path, &document.path)
            || !is_subsequence(&module_parts_of(&document.path), &path.qualifiers)
        {
            continue;
        }
        let file = FileId(id.0);
        for target in targets(&binder, file, &path.name) {
            let Target::Symbol(symbol) = target else { continue };
            if !found.iter().any(|one| one.symbol == symbol)
                && let Some(mut one) = found_at(view, symbol)
            {
                one.is_given = true;
                found.push(one);
            }
        }
    }
    found.sort_by_key(rank_of_path);
    Ok(found)
}

/// What a file means by a name that it gives at its top level.
fn targets(binder: &Binder<'_>, file: FileId, name: &str) -> Vec<Target> {
    let Some(facts) = binder.source().facts(file) else { return Vec::new() };
    let Some(name_id) = facts.names.find(name) else { return Vec::new() };
    let mut targets = Vec::new();
    for (index, import) in facts.imports.iter().enumerate() {
        if import.scope.0 == 0 && import.local == Some(name_id) {
            targets.extend(binder.import_target(file, ImportId(index as u32)));
        }
    }
    if is_exported_otherwise(&facts, name_id) {
        targets.extend(binder.exported(file, name));
    }
    targets
}

fn is_exported_otherwise(facts: &FileFacts, name: NameId) -> bool {
    facts.exports.iter().any(|(exported, local)| *exported == name && *local != name)
}

/// Says that what is shown is only called as asked somewhere.
pub(super) fn note(path: &NamePath, found: &[FoundSymbol]) -> Option<String> {
    let shown = found.iter().find(|one| one.is_given)?;
    Some(format!(
        "{:?} is another name, given by imports or exports, of {} in {}",
        path.name, shown.qualified, shown.path
    ))
}
