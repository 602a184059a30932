//! Routes as symbols of their file.

use clew_model::{
    Binding, Expression, ExpressionId, FileFacts, Occurrence, Role, ScopeId, Symbol, SymbolFlags,
    SymbolId, SymbolKind, Visibility,
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
    let enclosing = Some(id);
    let mut push = |name, role, binding| {
        let range = route.place;
        facts.occurrences.push(Occurrence { name, range, role, enclosing, binding });
    };
    push(name, Role::Definition, Binding::Symbol(id));
    match route.handler {
        Handler::Symbol(symbol) => {
            if let Some(handler) = facts.symbols.get(symbol.0 as usize).map(|handler| handler.name)
            {
                push(handler, Role::Call, Binding::Symbol(symbol));
            }
        }
        Handler::Occurrence(of) => {
            if let Some((name, binding)) =
                facts.occurrence(of).map(|handler| (handler.name, handler.binding))
            {
                let range = route.place;
                facts.occurrences.push(Occurrence {
                    name,
                    range,
                    role: Role::Call,
                    enclosing,
                    binding,
                });
            }
        }
        Handler::Member(of, place) => {
            let base = ExpressionId(facts.expressions.len() as u32);
            facts.expressions.push(Expression::Occurrence(of));
            add_named(text, facts, place, enclosing, Binding::Member(base));
        }
        Handler::MemberCalled(of, name) => {
            let base = ExpressionId(facts.expressions.len() as u32);
            facts.expressions.push(Expression::Occurrence(of));
            let name = facts.names.find(name).unwrap_or_else(|| facts.names.push(name));
            let (range, role, binding) = (route.place, Role::Call, Binding::Member(base));
            facts.occurrences.push(Occurrence { name, range, role, enclosing, binding });
        }
        Handler::Named(place) => add_named(text, facts, place, enclosing, Binding::Unsure),
        Handler::Inline(range) => done_by(facts, &route.place, range, id),
        Handler::Unknown => {}
    }
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
