//! Ruby's two sorts of methods in questions: `Type#name` of the objects of a type,
//! `Type.self.name` of the type itself, `Type.name` either.

use clew_bind::Source;
use clew_model::SymbolFlags;
use clew_protocol::ToolError;

use super::NamePath;
use super::symbols::{FoundSymbol, every_definition};
use crate::api::RequestContext;
use crate::workspace::View;

/// Of the symbols found, those of the sort asked for, if there are any.
pub(super) fn keep_asked(view: &View, path: &NamePath, found: &mut Vec<FoundSymbol>) {
    let asks_objects = !path.qualifiers.is_empty()
        && path
            .written
            .trim_end_matches("()")
            .strip_suffix(path.name.as_str())
            .is_some_and(|front| front.ends_with('#'));
    if asks_objects && found.iter().any(|one| is_of_type(view, one) == Some(false)) {
        found.retain(|one| is_of_type(view, one) != Some(true));
    }
}

/// The methods that `Type.self.name` asks for.
pub(super) fn of_type_itself(
    view: &View,
    path: &NamePath,
    context: &RequestContext,
) -> Result<Vec<FoundSymbol>, ToolError> {
    let Some((last, front)) = path.qualifiers.split_last() else { return Ok(Vec::new()) };
    if last != "self" || front.is_empty() {
        return Ok(Vec::new());
    }
    let plain = NamePath { qualifiers: front.to_vec(), ..path.clone() };
    let mut found = every_definition(view, &plain, context)?;
    found.retain(|one| is_of_type(view, one) == Some(true));
    Ok(found)
}

/// Whether a symbol of Ruby belongs to the type itself; `None` in other languages.
fn is_of_type(view: &View, one: &FoundSymbol) -> Option<bool> {
    let facts = view.facts(one.symbol.file)?;
    let symbol = facts.symbol(one.symbol.symbol)?;
    (facts.language.as_str() == "ruby").then(|| symbol.flags.has(SymbolFlags::STATIC))
}
