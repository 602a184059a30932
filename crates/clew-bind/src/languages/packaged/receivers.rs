//! Names in functions without name that are called on a value (`x.apply { … }`).

use clew_model::{
    Binding, Expression, ExpressionId, FileFacts, Occurrence, Role, Symbol, SymbolFlags, SymbolKind,
};

use super::members::fitting_inherited;
use crate::languages::members::enclosing_types;
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

/// What a plain name means as a member of what the functions around it are called on;
/// `None` where it means what it would mean without them.
pub(super) fn in_receivers(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    occurrence: &Occurrence,
) -> Option<Resolution> {
    let this = facts.names.find("this")?;
    let is_plain = !matches!(occurrence.binding, Binding::Member(_));
    let reads = matches!(occurrence.role, Role::Call | Role::Read | Role::Write);
    let name = facts.name(occurrence.name);
    if !is_plain || !reads || name.starts_with(char::is_uppercase) {
        return None;
    }
    let bound = match occurrence.binding {
        Binding::Symbol(symbol) => facts.symbol(symbol),
        _ => None,
    };
    if bound.is_some_and(Symbol::is_local) {
        return None;
    }
    let at = occurrence.range;
    let before = facts.symbols.partition_point(|symbol| symbol.range.start <= at.start);
    let is_around = |symbol: &&Symbol| {
        symbol.name == this
            && symbol.kind == SymbolKind::Parameter
            && symbol.flags.has(SymbolFlags::ANONYMOUS)
            && symbol.range.end >= at.end
    };
    for receiver in facts.symbols.get(..before)?.iter().rev().filter(is_around) {
        let is_inside = |symbol: &Symbol| {
            symbol.range.start >= receiver.range.start && symbol.range.end <= receiver.range.end
        };
        if bound.is_some_and(is_inside) {
            return None;
        }
        for class in enclosing_types(facts, occurrence) {
            let is_nearer = facts.symbol(class).is_some_and(is_inside);
            let class = SymbolRef { file, symbol: class };
            if is_nearer && !fitting_inherited(binder, class, name, occurrence.role).is_empty() {
                return None;
            }
        }
        match member_of_receiver(binder, file, facts, receiver, occurrence) {
            Found::Members(targets) => return Some(Resolution::Bound(targets)),
            Found::Perhaps => return Some(Resolution::Unknown),
            Found::None => {}
        }
    }
    None
}

/// What a receiver says of a name.
enum Found {
    /// It has it.
    Members(Vec<Target>),
    /// It may have it.
    Perhaps,
    /// It does not have it.
    None,
}

fn member_of_receiver(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    receiver: &Symbol,
    occurrence: &Occurrence,
) -> Found {
    let Some(value) = receiver.value else { return Found::Perhaps };
    let types = binder.value_types(file, value);
    if types.is_empty() {
        return match facts.expression(value) {
            Some(Expression::Item(taken, 0)) if !may_receive(binder, file, facts, *taken) => {
                Found::None
            }
            _ => Found::Perhaps,
        };
    }
    let name = facts.name(occurrence.name);
    let mut is_closed = true;
    for one in &types {
        let Type::Instance(class, _) = one else {
            is_closed = false;
            continue;
        };
        let members = fitting_inherited(binder, *class, name, occurrence.role);
        if !members.is_empty() {
            return Found::Members(members);
        }
        let ancestors = std::iter::once(*class).chain(binder.ancestors(*class));
        let is_ours = |base: &Type| matches!(base, Type::Instance(..));
        is_closed &= ancestors.into_iter().all(|one| binder.bases(one).iter().all(is_ours));
    }
    if is_closed { Found::None } else { Found::Perhaps }
}

/// Whether a function of which no declaration is known may call the function that it is
/// given on a value of its own (`html { body { … } }`). Methods of values, mostly of
/// sequences, do not, as far as is known.
fn may_receive(binder: &Binder<'_>, file: FileId, facts: &FileFacts, taken: ExpressionId) -> bool {
    let Some(Expression::Item(callee, _)) = facts.expression(taken) else { return false };
    let Some(Expression::Occurrence(id)) = facts.expression(*callee) else { return false };
    let Some(callee) = facts.occurrence(*id) else { return false };
    let name = facts.name(callee.name);
    let is_plain = !matches!(callee.binding, Binding::Member(_));
    if !is_plain || name.starts_with(char::is_uppercase) || CALL_PLAINLY.contains(&name) {
        return false;
    }
    let resolution = binder.resolve(file, *id);
    resolution.targets().iter().all(|target| matches!(target, Target::External(_)))
}

/// Functions of Kotlin's libraries that call what they are given on nothing, or on a scope
/// of coroutines.
const CALL_PLAINLY: &[&str] = &[
    "also",
    "assert",
    "assertDoesNotThrow",
    "assertFails",
    "assertFailsWith",
    "assertThrows",
    "async",
    "check",
    "checkNotNull",
    "compareBy",
    "compareByDescending",
    "coroutineScope",
    "generateSequence",
    "launch",
    "lazy",
    "let",
    "measureNanoTime",
    "measureTime",
    "measureTimeMillis",
    "measureTimedValue",
    "remember",
    "repeat",
    "require",
    "requireNotNull",
    "run",
    "runBlocking",
    "runCatching",
    "runTest",
    "supervisorScope",
    "synchronized",
    "thread",
    "use",
    "withContext",
    "withLock",
    "withTimeout",
    "withTimeoutOrNull",
];
