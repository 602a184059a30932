//! Putting the facts of regions into those of their file.

use clew_model::{
    Binding, Expression, ExpressionId, FileFacts, FileFlags, HeritageSubject, ImportId, NameId,
    Occurrence, OccurrenceId, ScopeId, ScopeKind, SymbolId,
};
use clew_text::TextRange;
use rustc_hash::FxHashMap;

use super::{Manner, Region, Sharing};

/// The facts of a file into which regions are merged.
pub(crate) struct Merge {
    facts: FileFacts,
    names: FxHashMap<String, NameId>,
}

/// Where the ids of one region's facts lead.
struct Shift {
    names: Vec<NameId>,
    symbols: Vec<Option<SymbolId>>,
    occurrences: Vec<Option<OccurrenceId>>,
    /// Places of the occurrences that are kept, in order.
    places: Vec<(TextRange, Manner)>,
    scopes: u32,
    imports: u32,
    expressions: u32,
    file_scope: ScopeId,
    around: Option<SymbolId>,
}

impl Merge {
    /// Starts from the outline of the file.
    pub(crate) fn new(facts: FileFacts) -> Self {
        let names = facts.names.iter().map(|(id, name)| (name.to_string(), id)).collect();
        Merge { facts, names }
    }

    /// Sets flags of the file.
    pub(crate) fn flag(&mut self, flags: FileFlags) {
        self.facts.flags.set(flags);
    }

    /// The facts, in order.
    pub(crate) fn finish(mut self) -> FileFacts {
        super::order::sort(&mut self.facts);
        self.facts
    }

    /// Adds the facts of a region.
    pub(crate) fn add(&mut self, region: &Region<'_>, inner: FileFacts) {
        let Some(extent) = region.pieces.extent() else { return };
        let broken = inner.flags.has(FileFlags::BROKEN);
        let is_example = region.sharing == Sharing::Own;
        if inner.flags.has(FileFlags::CUT) {
            self.facts.flags.set(FileFlags::CUT);
        }
        if broken && !is_example {
            self.facts.flags.set(FileFlags::BROKEN);
        }
        let mut shift = self.shift(region, &inner, extent);
        self.add_scopes(region, &inner, &shift, extent);
        self.place_symbols(region, &inner, &mut shift);
        self.place_occurrences(region, &inner, &mut shift);
        self.add_symbols(region, &inner, &shift, extent);
        self.add_occurrences(&inner, &shift);
        self.add_imports(region, &inner, &shift, extent);
        let expressions = inner.expressions.iter().map(|one| shift.expression(one));
        self.facts.expressions.extend(expressions);
        self.add_rest(&inner, &shift);
    }

    fn name(&mut self, name: &str) -> NameId {
        if let Some(known) = self.names.get(name) {
            return *known;
        }
        let id = self.facts.names.push(name);
        self.names.insert(name.to_string(), id);
        id
    }

    fn shift(&mut self, region: &Region<'_>, inner: &FileFacts, extent: TextRange) -> Shift {
        let names = inner.names.iter().map(|(_, name)| self.name(name)).collect();
        let own = region.sharing == Sharing::Own;
        let next_scope = self.facts.scopes.len() as u32;
        Shift {
            names,
            symbols: vec![None; inner.symbols.len()],
            occurrences: vec![None; inner.occurrences.len()],
            places: Vec::new(),
            scopes: next_scope.wrapping_sub(u32::from(!own)),
            imports: self.facts.imports.len() as u32,
            expressions: self.facts.expressions.len() as u32,
            file_scope: if own { ScopeId(next_scope) } else { ScopeId(0) },
            around: if own { self.innermost(extent) } else { None },
        }
    }

    /// The last declared symbol of the outline that holds a range.
    fn innermost(&self, range: TextRange) -> Option<SymbolId> {
        let symbols = self.facts.symbols.iter().enumerate();
        let around = symbols.filter(|(_, symbol)| symbol.range.contains_range(range));
        let least = around.min_by_key(|(_, symbol)| symbol.range.len());
        least.map(|(index, _)| SymbolId(index as u32))
    }

    fn add_scopes(
        &mut self,
        region: &Region<'_>,
        inner: &FileFacts,
        shift: &Shift,
        extent: TextRange,
    ) {
        let skipped = usize::from(region.sharing == Sharing::File);
        for (index, scope) in inner.scopes.iter().enumerate().skip(skipped) {
            let mut scope = scope.clone();
            scope.range = region.pieces.span(scope.range).unwrap_or(TextRange::empty(0));
            if index == 0 {
                scope.range = extent;
                scope.kind = ScopeKind::Module;
                scope.parent = Some(ScopeId(0));
            } else {
                scope.parent = scope.parent.map(|parent| shift.scope(parent));
            }
            // Owners are set when symbols have their places.
            self.facts.scopes.push(scope);
        }
    }

    fn place_symbols(&self, region: &Region<'_>, inner: &FileFacts, shift: &mut Shift) {
        let mut next = self.facts.symbols.len() as u32;
        for (index, symbol) in inner.symbols.iter().enumerate() {
            if region.pieces.token(symbol.name_range).is_some() {
                shift.symbols[index] = Some(SymbolId(next));
                next += 1;
            }
        }
    }

    fn place_occurrences(&self, region: &Region<'_>, inner: &FileFacts, shift: &mut Shift) {
        let mut next = self.facts.occurrences.len() as u32;
        for (index, occurrence) in inner.occurrences.iter().enumerate() {
            if let Some(place) = region.pieces.token(occurrence.range) {
                shift.occurrences[index] = Some(OccurrenceId(next));
                shift.places.push(place);
                next += 1;
            }
        }
    }

    fn add_symbols(
        &mut self,
        region: &Region<'_>,
        inner: &FileFacts,
        shift: &Shift,
        extent: TextRange,
    ) {
        for symbol in &inner.symbols {
            let Some((name_range, _)) = region.pieces.token(symbol.name_range) else { continue };
            let mut symbol = symbol.clone();
            symbol.name = shift.name(symbol.name);
            symbol.name_range = name_range;
            symbol.range = region.pieces.span(symbol.range).unwrap_or(name_range);
            let signature = region.pieces.span(symbol.signature_range);
            symbol.signature_range = signature.unwrap_or(name_range);
            symbol.doc_range = symbol.doc_range.and_then(|doc| region.pieces.span(doc));
            symbol.container = match symbol.container {
                Some(container) => shift.outer_symbol(inner, container),
                None => shift.around,
            };
            symbol.owner = symbol.owner.map(|id| shift.expression_id(id));
            symbol.scope = shift.scope(symbol.scope);
            symbol.body = symbol.body.map(|body| shift.scope(body));
            symbol.declared_type = symbol.declared_type.map(|id| shift.expression_id(id));
            symbol.value = symbol.value.map(|id| shift.expression_id(id));
            symbol.flags.set(region.flags);
            debug_assert!(extent.contains_range(symbol.range));
            self.facts.symbols.push(symbol);
        }
        for (index, scope) in inner.scopes.iter().enumerate() {
            let Some(owner) = scope.owner else { continue };
            let id = shift.scope(ScopeId(index as u32));
            if let Some(scope) = self.facts.scopes.get_mut(id.0 as usize) {
                scope.owner = shift.symbol(owner);
            }
        }
    }

    fn add_occurrences(&mut self, inner: &FileFacts, shift: &Shift) {
        let mut places = shift.places.iter();
        for (index, occurrence) in inner.occurrences.iter().enumerate() {
            if shift.occurrences[index].is_none() {
                continue;
            }
            let Some((range, manner)) = places.next() else { break };
            let binding = match (shift.binding(occurrence.binding), manner) {
                (Binding::Free, Manner::Tag) => Binding::Unsure,
                (Binding::Free, Manner::Hint) => Binding::Opaque,
                (binding, _) => binding,
            };
            let enclosing = occurrence.enclosing;
            let enclosing = enclosing.and_then(|id| shift.outer_symbol(inner, id));
            self.facts.occurrences.push(Occurrence {
                name: shift.name(occurrence.name),
                range: *range,
                role: occurrence.role,
                enclosing: enclosing.or(shift.around),
                binding,
            });
        }
    }

    fn add_imports(
        &mut self,
        region: &Region<'_>,
        inner: &FileFacts,
        shift: &Shift,
        extent: TextRange,
    ) {
        for import in &inner.imports {
            let mut import = import.clone();
            let place = region.pieces.span(import.range).unwrap_or(extent);
            let token = |range| region.pieces.token(range).map_or(place, |(range, _)| range);
            import.item_range = token(import.item_range);
            import.local_range = token(import.local_range);
            import.range = place;
            import.module = shift.name(import.module);
            import.item = import.item.map(|name| shift.name(name));
            import.local = import.local.map(|name| shift.name(name));
            import.scope = shift.scope(import.scope);
            self.facts.imports.push(import);
        }
    }

    fn add_rest(&mut self, inner: &FileFacts, shift: &Shift) {
        for heritage in &inner.heritage {
            let subject = match heritage.subject {
                HeritageSubject::Symbol(id) => match shift.symbol(id) {
                    Some(id) => HeritageSubject::Symbol(id),
                    None => continue,
                },
                HeritageSubject::Named(id) => HeritageSubject::Named(shift.expression_id(id)),
            };
            let mut heritage = heritage.clone();
            heritage.subject = subject;
            heritage.base = shift.expression_id(heritage.base);
            self.facts.heritage.push(heritage);
        }
        let parameters = inner.parameters.iter();
        let parameters = parameters.filter_map(|(id, arity)| Some((shift.symbol(*id)?, *arity)));
        self.facts.parameters.extend(parameters);
        let arguments = inner.arguments.iter();
        let arguments =
            arguments.filter_map(|(id, count)| Some((shift.occurrences[id.0 as usize]?, *count)));
        self.facts.arguments.extend(arguments);
        let exports = inner.exports.iter().map(|(a, b)| (shift.name(*a), shift.name(*b)));
        self.facts.exports.extend(exports);
        if self.facts.package.is_none() && shift.around.is_none() && shift.file_scope.0 == 0 {
            self.facts.package = inner.package.map(|name| shift.name(name));
        }
    }
}

impl Shift {
    fn name(&self, id: NameId) -> NameId {
        self.names.get(id.0 as usize).copied().unwrap_or_default()
    }

    fn symbol(&self, id: SymbolId) -> Option<SymbolId> {
        self.symbols.get(id.0 as usize).copied().flatten()
    }

    /// The symbol, or the nearest around it that has a place.
    fn outer_symbol(&self, inner: &FileFacts, id: SymbolId) -> Option<SymbolId> {
        let mut current = Some(id);
        for _ in 0..64 {
            let Some(id) = current else { break };
            if let Some(found) = self.symbol(id) {
                return Some(found);
            }
            current = inner.symbol(id).and_then(|symbol| symbol.container);
        }
        self.around
    }

    fn scope(&self, id: ScopeId) -> ScopeId {
        if id.0 == 0 { self.file_scope } else { ScopeId(id.0.wrapping_add(self.scopes)) }
    }

    fn expression_id(&self, id: ExpressionId) -> ExpressionId {
        ExpressionId(id.0 + self.expressions)
    }

    fn binding(&self, binding: Binding) -> Binding {
        match binding {
            Binding::Symbol(id) => self.symbol(id).map_or(Binding::Opaque, Binding::Symbol),
            Binding::Import(id) => Binding::Import(ImportId(id.0 + self.imports)),
            Binding::Member(id) => Binding::Member(self.expression_id(id)),
            other => other,
        }
    }

    fn expression(&self, expression: &Expression) -> Expression {
        let id = |id: &ExpressionId| self.expression_id(*id);
        let ids = |ids: &[ExpressionId]| ids.iter().map(id).collect();
        let symbol = |make: fn(SymbolId) -> Expression, id: SymbolId| {
            self.symbol(id).map_or(Expression::Unknown, make)
        };
        match expression {
            Expression::Unknown => Expression::Unknown,
            Expression::Occurrence(of) => {
                let place = self.occurrences.get(of.0 as usize).copied().flatten();
                place.map_or(Expression::Unknown, Expression::Occurrence)
            }
            Expression::Call(of) => Expression::Call(id(of)),
            Expression::Instance(of) => Expression::Instance(id(of)),
            Expression::SelfValue(of) => symbol(Expression::SelfValue, *of),
            Expression::SelfType(of) => symbol(Expression::SelfType, *of),
            Expression::Super(of) => symbol(Expression::Super, *of),
            Expression::Literal(kind) => Expression::Literal(*kind),
            Expression::Element(of) => Expression::Element(id(of)),
            Expression::Item(of, index) => Expression::Item(id(of), *index),
            Expression::Await(of) => Expression::Await(id(of)),
            Expression::Unwrap(of) => Expression::Unwrap(id(of)),
            Expression::Generic(of, arguments) => Expression::Generic(id(of), ids(arguments)),
            Expression::Union(parts) => Expression::Union(ids(parts)),
            Expression::ListOf(of) => Expression::ListOf(id(of)),
            Expression::MapOf(of) => Expression::MapOf(id(of)),
            Expression::TupleOf(parts) => Expression::TupleOf(ids(parts)),
            Expression::FunctionOf(of) => Expression::FunctionOf(id(of)),
            Expression::TypeOf(of) => Expression::TypeOf(id(of)),
            Expression::Iterated(of) => Expression::Iterated(id(of)),
        }
    }
}
