//! Members that are the same thing: a method of an interface and those of the
//! types that claim it.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::modules::{Interface, TypeBody};
use crate::names::{Names, SymbolId};
use crate::syntax::SyntaxTree;

/// Members by the family they belong to.
pub(super) struct Families {
    family_of: FxHashMap<SymbolId, SymbolId>,
}

impl Families {
    /// The families of a text.
    pub(super) fn of(tree: &SyntaxTree, names: &Names) -> Families {
        let claims = Claims::of(tree);
        let mut families = Families { family_of: FxHashMap::default() };
        for owner in claims.by_type.keys() {
            families.join_members(owner, &claims.all_of(owner), names);
        }
        families
    }

    /// Makes members of one name in a type and what it claims one.
    fn join_members(&mut self, owner: &str, claimed: &[String], names: &Names) {
        let mut first_of: FxHashMap<&str, SymbolId> = FxHashMap::default();
        let related = |of: &str| of == owner || claimed.iter().any(|one| one == of);
        let mut members: Vec<_> = names.members.iter().filter(|((of, _), _)| related(of)).collect();
        members.sort_unstable();
        for ((_, name), symbol) in members {
            let first = *first_of.entry(name).or_insert(*symbol);
            self.join(first, *symbol);
        }
    }

    fn join(&mut self, one: SymbolId, other: SymbolId) {
        let (one, other) = (self.root(one), self.root(other));
        if one != other {
            self.family_of.insert(one.max(other), one.min(other));
        }
    }

    /// The member that stands for the family.
    pub(super) fn root(&self, member: SymbolId) -> SymbolId {
        let mut current = member;
        while let Some(next) = self.family_of.get(&current) {
            current = *next;
        }
        current
    }

    /// Whether two members are the same thing.
    pub(super) fn are_one(&self, one: SymbolId, other: SymbolId) -> bool {
        self.root(one) == self.root(other)
    }
}

/// The interfaces that types claim.
struct Claims {
    by_type: BTreeMap<String, Vec<String>>,
}

impl Claims {
    fn of(tree: &SyntaxTree) -> Claims {
        let mut by_type = BTreeMap::new();
        for (name, def) in Interface::of(tree).types {
            if let TypeBody::Record(record) = def.body
                && !record.interfaces.is_empty()
            {
                let claimed = record.interfaces.iter().map(|claim| claim.to_string()).collect();
                by_type.insert(name.to_string(), claimed);
            }
        }
        Claims { by_type }
    }

    /// What a type claims, itself or through its interfaces.
    fn all_of(&self, name: &str) -> Vec<String> {
        let mut seen = FxHashSet::from_iter([name.to_owned()]);
        let mut found = Vec::new();
        let mut open = vec![name.to_owned()];
        while let Some(current) = open.pop() {
            for claimed in self.by_type.get(&current).into_iter().flatten() {
                if seen.insert(claimed.clone()) {
                    found.push(claimed.clone());
                    open.push(claimed.clone());
                }
            }
        }
        found
    }
}
