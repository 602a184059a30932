//! Routes as symbols of their file.

use clew_model::{
    Binding, Expression, ExpressionId, FileFacts, NameId, Occurrence, OccurrenceId, Role, ScopeId,
    Symbol, SymbolFlags, SymbolId, SymbolKind, Visibility,
};
use clew_text::TextRange;

use super::{Handler, Route};

/// Adds a route to the facts of its file, not yet in order. The value of its symbol is
/// the router that it is registered on.
pub(super) fn add(text: &str, facts: &mut FileFacts, route: Route) {
    let name = format!("{} {}", route.method, route.path);
    let name = facts.names.find(&name).unwrap_or_else(|| facts.names.push(&name));
    let id = SymbolId(facts.symbols.len() as u32);
    let signature = super::arguments::first_line(text, route.range);
    let value = route.router.map(|router| {
        facts.expressions.push(Expression::Occurrence(router));
        ExpressionId(facts.expressions.len() as u32 - 1)
    });
    facts.symbols.push(Symbol {
        name,
        kind: SymbolKind::Event,
        container: None,
        owner: None,
        name_range: route.place,
        range: route.range,
        signature_range: signature,
        doc_range: None,
        scope: ScopeId(0),
        body: None,
        visibility: Visibility::Public,
        flags: SymbolFlags::default(),
        declared_type: None,
        value,
    });
    facts.occurrences.push(Occurrence {
        name,
        range: route.place,
        role: Role::Definition,
        enclosing: Some(id),
        binding: Binding::Symbol(id),
    });
    add_handler(text, facts, &route, id);
}

/// The call of what handles a route, at the route's place.
fn add_handler(text: &str, facts: &mut FileFacts, route: &Route, id: SymbolId) {
    let enclosing = Some(id);
    let called = match &route.handler {
        Handler::Symbol(symbol) => {
            facts.symbol(*symbol).map(|handler| (handler.name, Binding::Symbol(*symbol)))
        }
        Handler::Occurrence(of) => {
            facts.occurrence(*of).map(|handler| (handler.name, handler.binding))
        }
        Handler::Member(of, place) => {
            let base = member_of(facts, *of);
            return add_named(text, facts, *place, enclosing, base);
        }
        Handler::MemberCalled(of, name) => {
            let base = member_of(facts, *of);
            Some((name_id(facts, name), base))
        }
        Handler::OfClass(class, method) => {
            let instance = instance_of(facts, class, (route.place, id));
            Some((name_id(facts, method), Binding::Member(instance)))
        }
        Handler::Named(place) => return add_named(text, facts, *place, enclosing, Binding::Unsure),
        Handler::Inline(range) => return done_by(facts, &route.place, *range, id),
        Handler::Unknown => None,
    };
    if let Some((name, binding)) = called {
        let (range, role) = (route.place, Role::Call);
        facts.occurrences.push(Occurrence { name, range, role, enclosing, binding });
    }
}

fn name_id(facts: &mut FileFacts, name: &str) -> NameId {
    facts.names.find(name).unwrap_or_else(|| facts.names.push(name))
}

/// An instance of a class by its qualified name, as if that were written at the place.
fn instance_of(
    facts: &mut FileFacts,
    class: &str,
    (range, route): (TextRange, SymbolId),
) -> ExpressionId {
    let mut binding = Binding::Free;
    let add = |facts: &mut FileFacts, expression| {
        facts.expressions.push(expression);
        ExpressionId(facts.expressions.len() as u32 - 1)
    };
    let mut last = None;
    for part in class.split("::").filter(|part| !part.is_empty()) {
        let name = name_id(facts, part);
        let enclosing = Some(route);
        facts.occurrences.push(Occurrence { name, range, role: Role::Read, enclosing, binding });
        let id = OccurrenceId(facts.occurrences.len() as u32 - 1);
        let named = add(facts, Expression::Occurrence(id));
        (binding, last) = (Binding::Member(named), Some(named));
    }
    let class = last.unwrap_or_else(|| add(facts, Expression::Unknown));
    add(facts, Expression::Instance(class))
}

fn member_of(facts: &mut FileFacts, of: OccurrenceId) -> Binding {
    facts.expressions.push(Expression::Occurrence(of));
    Binding::Member(ExpressionId(facts.expressions.len() as u32 - 1))
}

/// A handler that a string names.
fn add_named(
    text: &str,
    facts: &mut FileFacts,
    range: TextRange,
    enclosing: Option<SymbolId>,
    binding: Binding,
) {
    let name = range.slice(text);
    let name = facts.names.find(name).unwrap_or_else(|| facts.names.push(name));
    facts.occurrences.push(Occurrence { name, range, role: Role::Call, enclosing, binding });
}

/// What is done in `range` by whoever registers the route is done by the route.
fn done_by(facts: &mut FileFacts, place: &TextRange, range: TextRange, route: SymbolId) {
    let registrar = facts
        .occurrences
        .iter()
        .filter(|one| one.range.end <= place.start)
        .max_by_key(|one| one.range.start)
        .and_then(|one| one.enclosing);
    for occurrence in &mut facts.occurrences {
        if range.contains_range(occurrence.range) && occurrence.enclosing == registrar {
            occurrence.enclosing = Some(route);
        }
    }
}
