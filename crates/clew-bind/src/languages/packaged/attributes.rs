//! Attributes of C#: `[Route]` means `RouteAttribute` or, where there is none, `Route`.

use clew_model::{Expression, FileFacts, Occurrence, OccurrenceId, Role, SymbolId};

use crate::Binder;
use crate::languages::OtherName;

/// What may be left out at the end of an attribute's name.
const SUFFIX: &str = "Attribute";

/// The whole name that a name in brackets may stand for, if anything is called so.
pub(super) fn whole_name(
    binder: &Binder<'_>,
    facts: &FileFacts,
    name: &str,
    occurrence: &Occurrence,
) -> Option<String> {
    if occurrence.role != Role::Call || name.ends_with(SUFFIX) {
        return None;
    }
    let whole = format!("{name}{SUFFIX}");
    if binder.source().files_defining(&whole).is_empty() {
        return None;
    }
    let is_here = |id: OccurrenceId| {
        facts.occurrence(id).is_some_and(|known| known.range == occurrence.range)
    };
    let is_in_brackets = facts.expressions.iter().any(|one| match one {
        Expression::Union(parts) if parts.len() == 1 => {
            matches!(facts.expression(parts[0]), Some(Expression::Occurrence(id)) if is_here(*id))
        }
        _ => false,
    });
    is_in_brackets.then_some(whole)
}

/// The name that an attribute class goes by in brackets.
pub(super) fn short_name(facts: &FileFacts, symbol: SymbolId) -> Option<OtherName> {
    let found = facts.symbol(symbol)?;
    let is_class = found.kind.is_type() || found.kind == clew_model::SymbolKind::Constructor;
    let short = facts.name(found.name).strip_suffix(SUFFIX).filter(|_| is_class)?;
    (!short.is_empty()).then(|| OtherName::from(short.to_string()))
}
