//! Choosing among overloads by the number of arguments.

use clew_model::{FileFacts, OccurrenceId};

use crate::{Binder, Resolution, SymbolRef, Target, Type};

impl Binder<'_> {
    /// Of what a call may mean, what takes as many arguments as it gives: among
    /// the targets themselves, else among the same in the bases of their types.
    pub(crate) fn fitting_arguments(
        &self,
        facts: &FileFacts,
        call: OccurrenceId,
        targets: Vec<Target>,
    ) -> Resolution {
        let Some(count) = facts.argument_count(call) else {
            return Resolution::from_targets(targets);
        };
        let takes = |target: &Target| match target {
            Target::Symbol(symbol) => self.takes(*symbol, count),
            _ => true,
        };
        if targets.iter().any(takes) {
            return Resolution::from_targets(targets.into_iter().filter(takes).collect());
        }
        let mut has_outside_base = false;
        for target in &targets {
            let Target::Symbol(member) = target else { continue };
            let inherited = self.inherited(*member, count, &mut has_outside_base);
            if !inherited.is_empty() {
                return Resolution::from_targets(inherited);
            }
        }
        // A base outside of the workspace may have the overload that is meant.
        if has_outside_base { Resolution::Unknown } else { Resolution::from_targets(targets) }
    }

    fn takes(&self, callable: SymbolRef, count: u8) -> bool {
        let facts = self.facts(callable.file);
        facts.and_then(|facts| facts.arity(callable.symbol)).is_none_or(|arity| arity.takes(count))
    }

    fn inherited(&self, member: SymbolRef, count: u8, has_outside_base: &mut bool) -> Vec<Target> {
        let Some(facts) = self.facts(member.file) else { return Vec::new() };
        let name = facts.symbol_name(member.symbol);
        for owner in self.owner_of(member) {
            for ancestor in self.ancestors(owner) {
                let is_ours = |base: &Type| matches!(base, Type::Instance(..));
                *has_outside_base |= !self.bases(ancestor).iter().all(is_ours);
                let fitting: Vec<Target> = self
                    .own_members(ancestor, name)
                    .into_iter()
                    .filter(|other| self.takes(*other, count))
                    .map(Target::Symbol)
                    .collect();
                if !fitting.is_empty() {
                    return fitting;
                }
            }
        }
        Vec::new()
    }
}
