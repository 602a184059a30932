//! Base types and ancestors.

use std::rc::Rc;

use clew_model::{Expression, FileFacts, HeritageSubject};
use rustc_hash::FxHashSet;

use crate::types::{Types, merge, no_arguments};
use crate::{Binder, FileId, SymbolRef, Type};

/// Most types looked at on the way up a hierarchy.
const MAX_ANCESTORS: usize = 200;

impl Binder<'_> {
    /// The type itself and all its bases in the workspace, nearest first.
    pub fn ancestors(&self, class: SymbolRef) -> Vec<SymbolRef> {
        let linearised =
            self.facts(class.file).and_then(|f| self.rules(&f).linearised(self, class));
        if let Some(order) = linearised {
            return order;
        }
        let mut order = vec![class];
        let mut seen: FxHashSet<SymbolRef> = FxHashSet::from_iter([class]);
        let mut next = 0;
        while next < order.len() && order.len() < MAX_ANCESTORS {
            for base in self.bases(order[next]).iter() {
                if let Type::Instance(base, _) = base
                    && seen.insert(*base)
                {
                    order.push(*base);
                }
            }
            next += 1;
        }
        order
    }

    /// The bases of a type, as instance types. [`Type::Unknown`] stands for a
    /// base that cannot be told.
    pub fn bases(&self, class: SymbolRef) -> Rc<Vec<Type>> {
        if let Some(known) = self.memo.bases.borrow().get(&class) {
            return known.clone();
        }
        self.memo.bases.borrow_mut().insert(class, Rc::default());
        let bases = Rc::new(self.bases_now(class));
        self.memo.bases.borrow_mut().insert(class, bases.clone());
        bases
    }

    fn bases_now(&self, class: SymbolRef) -> Types {
        let Some(facts) = self.facts(class.file) else { return Vec::new() };
        let mut bases = Vec::new();
        for heritage in &facts.heritage {
            if heritage.subject == HeritageSubject::Symbol(class.symbol) {
                let types = self.base_types(class.file, heritage.base);
                if types.is_empty() {
                    bases.push(Type::Unknown);
                }
                // A module that extends itself is no base of its own.
                let is_other =
                    |one: &Type| !matches!(one, Type::Instance(base, _) if *base == class);
                merge(&mut bases, types.into_iter().filter(is_other));
            }
        }
        if self.rules(&facts).has_outside_members() {
            merge(&mut bases, self.named_bases(class, &facts));
        }
        bases
    }

    /// A base is written as a type, or as a value that is a class.
    pub(crate) fn base_types(&self, file: FileId, base: clew_model::ExpressionId) -> Types {
        let types = self.annotated_types(file, base);
        if !types.is_empty() {
            return types;
        }
        let values = self.value_types(file, base);
        self.flat_map(&values, |one| match one {
            Type::Class(class) => vec![Type::Instance(*class, no_arguments())],
            Type::ExternalItem(name) => vec![Type::External(name.clone(), no_arguments())],
            other @ Type::External(..) => vec![other.clone()],
            _ => Vec::new(),
        })
    }

    /// Bases told by other declarations than the type's own (Rust's `impl Trait for Type`).
    fn named_bases(&self, class: SymbolRef, facts: &FileFacts) -> Types {
        let name = facts.symbol_name(class.symbol);
        let mut bases = Vec::new();
        for file in self.source().files_naming(name) {
            let Some(other) = self.facts(file) else { continue };
            for heritage in &other.heritage {
                let HeritageSubject::Named(subject) = heritage.subject else { continue };
                if !names(&other, subject, name) {
                    continue;
                }
                let subjects = self.annotated_types(file, subject);
                let is_ours = subjects
                    .iter()
                    .any(|one| matches!(one, Type::Instance(found, _) if *found == class));
                if is_ours {
                    merge(&mut bases, self.base_types(file, heritage.base));
                }
            }
        }
        bases
    }
}

/// Whether a type expression's last name is `name`.
fn names(facts: &FileFacts, id: clew_model::ExpressionId, name: &str) -> bool {
    let mut current = id;
    for _ in 0..8 {
        match facts.expression(current) {
            Some(Expression::Generic(base, _) | Expression::Instance(base)) => current = *base,
            Some(Expression::Occurrence(occurrence)) => {
                return facts
                    .occurrence(*occurrence)
                    .is_some_and(|occurrence| facts.name(occurrence.name) == name);
            }
            _ => return false,
        }
    }
    false
}
