//! Members that are the same thing: a method of an interface and those of the
//! types that claim it.

use std::collections::{BTreeMap, BTreeSet};

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
        let members = members_by_owner(names);
        let mut families = Families { family_of: FxHashMap::default() };
        for owner in claims.by_type.keys() {
            families.join_members(owner, &claims.all_of(owner), &members);
        }
        families
    }

    /// Makes members of one name in a type and what it claims one.
    fn join_members(&mut self, owner: &str, claimed: &[&str], members: &ByOwner<'_>) {
        let mut first_of: FxHashMap<&str, SymbolId> = FxHashMap::default();
        let related = claimed.iter().copied().chain([owner]);
        let related: BTreeSet<&str> = related.filter(|owner| members.contains_key(owner)).collect();
        for (name, symbol) in related.into_iter().flat_map(|owner| &members[owner]) {
            crate::stop::step();
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

/// Name and symbol of the members of each type, ordered.
type ByOwner<'a> = FxHashMap<&'a str, Vec<(&'a str, SymbolId)>>;

fn members_by_owner(names: &Names) -> ByOwner<'_> {
    let mut members = ByOwner::default();
    for ((owner, name), symbol) in &names.members {
        members.entry(owner).or_default().push((name, *symbol));
    }
    for found in members.values_mut() {
        found.sort_unstable();
    }
    members
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
    fn all_of<'a>(&'a self, name: &'a str) -> Vec<&'a str> {
        let mut seen = FxHashSet::from_iter([name]);
        let mut found = Vec::new();
        let mut open = vec![name];
        while let Some(current) = open.pop() {
            crate::stop::step();
            for claimed in self.by_type.get(current).into_iter().flatten() {
                if seen.insert(claimed) {
                    found.push(claimed.as_str());
                    open.push(claimed);
                }
            }
        }
        found
    }
}
