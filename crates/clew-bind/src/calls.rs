//! Who calls whom, and who derives from whom.

use clew_model::{HeritageKind, HeritageSubject, OccurrenceId, Role, SymbolKind};

use crate::types::Type;
use crate::{Binder, FileId, ReferenceQuery, SymbolRef, Target};

/// One call site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The file of the call.
    pub file: FileId,
    /// The called name's occurrence.
    pub occurrence: OccurrenceId,
    /// Who calls: the innermost symbol that is not local; `None` at file level.
    pub caller: Option<SymbolRef>,
    /// What is called.
    pub callee: Target,
}

/// One step of a type hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HierarchyEdge {
    /// The derived type.
    pub derived: SymbolRef,
    /// The base.
    pub base: SymbolRef,
    /// How it is derived.
    pub kind: HeritageKind,
}

impl Binder<'_> {
    /// The bound calls of the given symbols.
    pub fn callers(&self, targets: &[SymbolRef]) -> Vec<Call> {
        let query = ReferenceQuery { targets: targets.to_vec(), include_name_matches: false };
        let references = self.references(&query);
        references
            .found
            .into_iter()
            .filter_map(|reference| {
                let facts = self.facts(reference.file)?;
                let occurrence = facts.occurrence(reference.occurrence)?;
                if occurrence.role != Role::Call {
                    return None;
                }
                let resolution = self.resolve(reference.file, reference.occurrence);
                let callee = resolution.targets().iter().find(
                    |target| matches!(target, Target::Symbol(symbol) if targets.contains(symbol)),
                )?;
                Some(Call {
                    file: reference.file,
                    occurrence: reference.occurrence,
                    caller: occurrence
                        .enclosing
                        .map(|symbol| SymbolRef { file: reference.file, symbol }),
                    callee: callee.clone(),
                })
            })
            .collect()
    }

    /// The bound calls inside a symbol, in source order; for types, those of
    /// all members.
    pub fn callees(&self, of: SymbolRef) -> Vec<Call> {
        let Some(facts) = self.facts(of.file) else { return Vec::new() };
        let Some(symbol) = facts.symbol(of.symbol) else { return Vec::new() };
        let range = symbol.range;
        let first = facts.occurrences.partition_point(|o| o.range.start < range.start);
        let mut calls = Vec::new();
        for (index, occurrence) in facts.occurrences.iter().enumerate().skip(first) {
            if occurrence.range.start >= range.end {
                break;
            }
            // One line may register several routes, each with a handler of its own.
            let is_of_another = occurrence.enclosing.is_some_and(|other| {
                other != of.symbol
                    && facts.symbol(other).is_some_and(|other| {
                        other.kind == SymbolKind::Event && other.range == range
                    })
            });
            if occurrence.role != Role::Call || is_of_another {
                continue;
            }
            let id = OccurrenceId(index as u32);
            for target in self.resolve(of.file, id).targets() {
                calls.push(Call {
                    file: of.file,
                    occurrence: id,
                    caller: occurrence.enclosing.map(|symbol| SymbolRef { file: of.file, symbol }),
                    callee: target.clone(),
                });
            }
        }
        calls
    }

    /// The bases of a type that are in the workspace, and the types that it fits
    /// without naming them.
    pub fn supertypes(&self, of: SymbolRef) -> Vec<HierarchyEdge> {
        let named = self.bases(of);
        let named = named.iter().filter_map(|base| match base {
            Type::Instance(base, _) => Some(*base),
            _ => None,
        });
        let mut bases: Vec<SymbolRef> = named.collect();
        if let Some(facts) = self.facts(of.file) {
            for base in self.rules(&facts).structural_bases(self, of) {
                if !bases.contains(&base) {
                    bases.push(base);
                }
            }
        }
        bases
            .into_iter()
            .map(|base| HierarchyEdge { derived: of, base, kind: self.heritage_kind(of, base) })
            .collect()
    }

    /// The types of the workspace that name `base` as a base, or fit it without
    /// naming it.
    pub fn subtypes(&self, base: SymbolRef) -> Vec<HierarchyEdge> {
        let mut edges = self.named_subtypes(base);
        if let Some(facts) = self.facts(base.file) {
            for derived in self.rules(&facts).structural_subtypes(self, base) {
                if edges.iter().all(|edge| edge.derived != derived) {
                    edges.push(HierarchyEdge { derived, base, kind: HeritageKind::Implements });
                }
            }
        }
        edges
    }

    /// The types of the workspace that name `base` as a base.
    pub(crate) fn named_subtypes(&self, base: SymbolRef) -> Vec<HierarchyEdge> {
        let query = ReferenceQuery { targets: vec![base], include_name_matches: false };
        let mut edges: Vec<HierarchyEdge> = Vec::new();
        for reference in self.references(&query).found {
            let Some(facts) = self.facts(reference.file) else { continue };
            let is_base = facts
                .occurrence(reference.occurrence)
                .is_some_and(|occurrence| occurrence.role == Role::Inherit);
            if !is_base {
                continue;
            }
            for heritage in &facts.heritage {
                if !self.mentions(&facts, heritage.base, reference.occurrence) {
                    continue;
                }
                for derived in self.subjects(reference.file, heritage.subject) {
                    let edge = HierarchyEdge { derived, base, kind: heritage.kind };
                    if derived != base && !edges.contains(&edge) {
                        edges.push(edge);
                    }
                }
            }
        }
        edges
    }

    fn subjects(&self, file: FileId, subject: HeritageSubject) -> Vec<SymbolRef> {
        match subject {
            HeritageSubject::Symbol(symbol) => vec![SymbolRef { file, symbol }],
            HeritageSubject::Named(expression) => self
                .annotated_types(file, expression)
                .into_iter()
                .filter_map(|one| match one {
                    Type::Instance(class, _) => Some(class),
                    _ => None,
                })
                .collect(),
        }
    }

    /// Whether the last name of a type expression is the given occurrence.
    fn mentions(
        &self,
        facts: &clew_model::FileFacts,
        id: clew_model::ExpressionId,
        wanted: OccurrenceId,
    ) -> bool {
        use clew_model::Expression;
        let mut current = id;
        for _ in 0..8 {
            match facts.expression(current) {
                Some(Expression::Occurrence(occurrence)) => return *occurrence == wanted,
                Some(
                    Expression::Generic(base, _)
                    | Expression::Instance(base)
                    | Expression::Call(base)
                    | Expression::TypeOf(base),
                ) => current = *base,
                _ => return false,
            }
        }
        false
    }

    fn heritage_kind(&self, of: SymbolRef, base: SymbolRef) -> HeritageKind {
        let is_interface = |symbol: SymbolRef| {
            self.facts(symbol.file).is_some_and(|facts| {
                facts
                    .symbol(symbol.symbol)
                    .is_some_and(|symbol| symbol.kind == clew_model::SymbolKind::Interface)
            })
        };
        if is_interface(base) && !is_interface(of) {
            HeritageKind::Implements
        } else {
            HeritageKind::Extends
        }
    }
}
