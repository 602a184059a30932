//! Choosing among overloads by the number of arguments and by their plain types.

use clew_model::{Binding, LiteralKind, OccurrenceId};

use crate::types::Types;
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

/// How well an argument fits a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It cannot be given there.
    Not,
    /// It may be given there, as far as is known.
    Perhaps,
    /// Both have one type.
    Same,
}

impl Binder<'_> {
    /// Of what a call may mean, what takes as many arguments of such types as it
    /// gives: among the targets themselves, else among the same in the bases of their
    /// types.
    pub(crate) fn fitting_arguments(
        &self,
        file: FileId,
        call: OccurrenceId,
        targets: Vec<Target>,
    ) -> Resolution {
        let facts = self.facts(file);
        let Some((facts, count)) = facts.and_then(|facts| {
            let count = facts.argument_count(call)?;
            Some((facts, count))
        }) else {
            return Resolution::from_targets(targets);
        };
        let values = facts.argument_values(call).iter();
        let given =
            Given { count, types: values.map(|one| self.value_types(file, *one)).collect() };
        let takes = |target: &Target| match target {
            Target::Symbol(symbol) => self.takes(*symbol, &given) != Fit::Not,
            _ => true,
        };
        if targets.iter().any(takes) {
            let fitting = targets.into_iter().filter(takes).collect();
            return Resolution::from_targets(self.closest(fitting, &given));
        }
        let mut has_outside_base = false;
        for target in &targets {
            let Target::Symbol(member) = target else { continue };
            let inherited = self.inherited(*member, &given, &mut has_outside_base);
            if !inherited.is_empty() {
                return Resolution::from_targets(self.closest(inherited, &given));
            }
        }
        // A base outside of the workspace may have the overload that is meant.
        if has_outside_base {
            return Resolution::Unknown;
        }
        let occurrence =
            facts.occurrence(call).filter(|one| !matches!(one.binding, Binding::Member(_)));
        let further = match occurrence {
            Some(occurrence) => self.rules(&facts).further_meanings(self, file, &facts, occurrence),
            None if self.rules(&facts).needs_fitting_arguments() => Some(Vec::new()),
            None => None,
        };
        let Some(further) = further else { return Resolution::from_targets(targets) };
        let fitting = further.into_iter().map(|place| place.into_iter().filter(takes).collect());
        let fitting = fitting.into_iter().find(|place: &Vec<Target>| !place.is_empty());
        Resolution::from_targets(fitting.unwrap_or_default())
    }

    /// Those whose parameters are just what is given, if there are any.
    fn closest(&self, targets: Vec<Target>, given: &Given) -> Vec<Target> {
        let is_same = |target: &Target| match target {
            Target::Symbol(symbol) => self.takes(*symbol, given) == Fit::Same,
            _ => false,
        };
        if targets.len() > 1 && targets.iter().any(is_same) {
            return targets.into_iter().filter(is_same).collect();
        }
        targets
    }

    fn takes(&self, callable: SymbolRef, given: &Given) -> Fit {
        let facts = self.facts(callable.file);
        let Some(arity) = facts.and_then(|facts| facts.arity(callable.symbol)) else {
            return Fit::Perhaps;
        };
        if !arity.takes(given.count) {
            return Fit::Not;
        }
        // What stands for several arguments is a list of them.
        let plain = if arity.least == arity.most { given.types.len() } else { arity.least.into() };
        let mut fit = if plain == given.types.len() { Fit::Same } else { Fit::Perhaps };
        for (index, argument) in given.types.iter().enumerate().take(plain) {
            let parameter = self.parameter_types(callable, index as u32, None);
            fit = fit.min(self.fits(argument, &parameter));
        }
        fit
    }

    fn fits(&self, argument: &Types, parameter: &Types) -> Fit {
        match (argument.as_slice(), parameter.as_slice()) {
            ([argument], [parameter]) => self.fits_one(argument, parameter),
            _ => Fit::Perhaps,
        }
    }

    fn fits_one(&self, argument: &Type, parameter: &Type) -> Fit {
        if let Type::Builtin(LiteralKind::Nothing) = argument {
            let takes_nothing = *parameter != Type::Builtin(LiteralKind::Number);
            return if takes_nothing { Fit::Perhaps } else { Fit::Not };
        }
        match (&plain(argument), &plain(parameter)) {
            (Type::Builtin(given), Type::Builtin(wanted)) if given == wanted => Fit::Same,
            (Type::Builtin(_) | Type::List(_), Type::Instance(..))
            | (Type::Instance(..) | Type::List(_), Type::Builtin(_))
            | (Type::Builtin(_), Type::Builtin(_) | Type::List(_)) => Fit::Not,
            (Type::Instance(given, _), Type::Instance(wanted, _)) if given == wanted => Fit::Same,
            (Type::Instance(given, _), Type::Instance(wanted, _)) => {
                let is_base = self.ancestors(*given).contains(wanted);
                // A variable of an interface may hold what another interface names.
                if is_base || self.is_open(*given) { Fit::Perhaps } else { Fit::Not }
            }
            _ => Fit::Perhaps,
        }
    }

    /// Whether a type has bases that the workspace does not hold.
    fn is_open(&self, class: SymbolRef) -> bool {
        let all = std::iter::once(class).chain(self.ancestors(class));
        let is_ours = |base: &Type| matches!(base, Type::Instance(..));
        all.into_iter().any(|one| !self.bases(one).iter().all(is_ours))
    }

    fn inherited(
        &self,
        member: SymbolRef,
        given: &Given,
        has_outside_base: &mut bool,
    ) -> Vec<Target> {
        let Some(facts) = self.facts(member.file) else { return Vec::new() };
        let name = facts.symbol_name(member.symbol);
        for owner in self.owner_of(member) {
            for ancestor in self.ancestors(owner) {
                let is_ours = |base: &Type| matches!(base, Type::Instance(..));
                *has_outside_base |= !self.bases(ancestor).iter().all(is_ours);
                let fitting: Vec<Target> = self
                    .own_members(ancestor, name)
                    .into_iter()
                    .filter(|other| self.takes(*other, given) != Fit::Not)
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

/// Strings and boxed values of Java's library as what they hold.
fn plain(one: &Type) -> Type {
    let Type::External(name, _) = one else { return one.clone() };
    let literal = match name.strip_prefix("java.lang.") {
        Some("String") => LiteralKind::String,
        Some("Boolean") => LiteralKind::Boolean,
        Some("Byte" | "Short" | "Integer" | "Long" | "Float" | "Double" | "Character") => {
            LiteralKind::Number
        }
        _ => return one.clone(),
    };
    Type::Builtin(literal)
}

/// What a call gives.
struct Given {
    /// Number of arguments.
    count: u8,
    /// What they may be, where it is known of all of them.
    types: Vec<Types>,
}
