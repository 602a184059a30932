//! Choosing among overloads by the number of arguments and by their plain types.

use std::cell::LazyCell;

use clew_model::{Arity, Binding, LiteralKind, OccurrenceId, SymbolKind};

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
    /// types. Where a language converts what is given, types that fit nothing say nothing.
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
        let rules = self.rules(&facts);
        let values = facts.argument_values(call).iter();
        let types = values.map(|one| self.value_types(file, *one)).collect();
        let occurrence =
            facts.occurrence(call).filter(|one| !matches!(one.binding, Binding::Member(_)));
        let further = LazyCell::new(|| match occurrence {
            Some(occurrence) => rules.further_meanings(self, file, &facts, occurrence),
            None if rules.needs_fitting_arguments() => Some(Vec::new()),
            None => None,
        });
        let further = || further.as_deref();
        let mut given = Given { count, types, converted: rules.converts_arguments() };
        let chosen = self.choose(&targets, &further, &given);
        if let Some(chosen) = chosen {
            return chosen;
        }
        if given.converted && given.types.iter().any(|types| !types.is_empty()) {
            given.types.clear();
            if let Some(chosen) = self.choose(&targets, &further, &given) {
                return chosen;
            }
        }
        match further() {
            Some(_) => Resolution::from_targets(Vec::new()),
            None => Resolution::from_targets(targets),
        }
    }

    /// What takes what is given; `None` where nothing does.
    fn choose<'further>(
        &self,
        targets: &[Target],
        further: &dyn Fn() -> Option<&'further [Vec<Target>]>,
        given: &Given,
    ) -> Option<Resolution> {
        let takes = |target: &&Target| match target {
            Target::Symbol(symbol) => self.takes(*symbol, given) != Fit::Not,
            _ => true,
        };
        let fitting: Vec<Target> = targets.iter().filter(takes).cloned().collect();
        if !fitting.is_empty() {
            return Some(Resolution::from_targets(self.closest(fitting, given)));
        }
        let mut has_outside_base = false;
        for target in targets {
            let Target::Symbol(member) = target else { continue };
            let inherited = self.inherited(*member, given, &mut has_outside_base);
            if !inherited.is_empty() {
                return Some(Resolution::from_targets(self.closest(inherited, given)));
            }
        }
        // A base outside of the workspace may have the overload that is meant.
        if has_outside_base {
            return Some(Resolution::Unknown);
        }
        let fitting = further()?.iter().map(|place| place.iter().filter(takes).cloned().collect());
        let fitting = fitting.into_iter().find(|place: &Vec<Target>| !place.is_empty())?;
        Some(Resolution::from_targets(self.closest(fitting, given)))
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
        let plain = self.told_by_place(callable, arity, given);
        let mut fit = if plain == given.types.len() { Fit::Same } else { Fit::Perhaps };
        for (index, argument) in given.types.iter().enumerate().take(plain) {
            let parameter = self.parameter_types(callable, index as u32, None);
            fit = fit.min(match (argument.as_slice(), parameter.as_slice()) {
                ([argument], [parameter]) => self.fits(argument, parameter, given),
                _ => Fit::Perhaps,
            });
        }
        fit
    }

    /// How many of the first arguments are for the parameters in their places.
    fn told_by_place(&self, callable: SymbolRef, arity: Arity, given: &Given) -> usize {
        let all = given.types.len();
        // What stands for several arguments is a list of them.
        if arity.most == Arity::ANY || !given.converted && arity.least != arity.most {
            return all.min(arity.least.into());
        }
        if given.count == arity.most {
            return all;
        }
        // A parameter left out may stand before others: by name, or what `this` is.
        let Some(facts) = self.facts(callable.file) else { return 0 };
        let is_extension = facts.symbol(callable.symbol).is_some_and(|one| one.owner.is_some());
        let leaves_out = is_extension || self.rules(&facts).leaves_arguments_out();
        if leaves_out { 0 } else { all }
    }

    fn fits(&self, argument: &Type, parameter: &Type, given: &Given) -> Fit {
        if let Type::Builtin(LiteralKind::Nothing) = argument {
            let is_number = matches!(parameter, Type::Builtin(kind) if is_number(*kind));
            return if is_number && !given.converted { Fit::Not } else { Fit::Perhaps };
        }
        match (&plain(argument), &plain(parameter)) {
            (Type::Builtin(given), Type::Builtin(wanted)) => fits_builtin(*given, *wanted),
            (Type::Instance(class, _), Type::Builtin(_) | Type::List(_) | Type::Instance(..))
            | (Type::Builtin(_) | Type::List(_), Type::Instance(class, _))
                if self.is_alias(*class) =>
            {
                Fit::Perhaps
            }
            (Type::Builtin(_) | Type::List(_), Type::Instance(..))
            | (Type::Instance(..) | Type::List(_), Type::Builtin(_))
            | (Type::Builtin(_), Type::List(_)) => Fit::Not,
            (Type::Instance(given, _), Type::Instance(wanted, _)) if given == wanted => Fit::Same,
            (Type::Instance(given, _), Type::Instance(wanted, _)) => {
                let is_base = self.ancestors(*given).contains(wanted);
                // A variable of an interface may hold what another interface names.
                if is_base || self.is_open(*given) { Fit::Perhaps } else { Fit::Not }
            }
            _ => Fit::Perhaps,
        }
    }

    /// Whether a type stands for another.
    fn is_alias(&self, class: SymbolRef) -> bool {
        let facts = self.facts(class.file);
        let symbol = facts.as_ref().and_then(|facts| facts.symbol(class.symbol));
        symbol.is_some_and(|symbol| symbol.kind == SymbolKind::Type)
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

/// Whether a value of one kind may be given where another is wanted.
fn fits_builtin(given: LiteralKind, wanted: LiteralKind) -> Fit {
    use LiteralKind::{Character, Fraction, Number, Whole};
    match (given, wanted) {
        // What was reckoned may be of any kind of number.
        (Number, wanted) if is_number(wanted) => Fit::Perhaps,
        (given, wanted) if given == wanted => Fit::Same,
        (given, Number) if is_number(given) => Fit::Perhaps,
        (Whole | Character, Fraction) | (Character, Whole) => Fit::Perhaps,
        _ => Fit::Not,
    }
}

/// Whether values of a kind are reckoned with.
pub(crate) fn is_number(kind: LiteralKind) -> bool {
    use LiteralKind::{Character, Fraction, Number, Whole};
    matches!(kind, Number | Whole | Fraction | Character)
}

/// Strings and boxed values of Java's library as what they hold.
fn plain(one: &Type) -> Type {
    let Type::External(name, _) = one else { return one.clone() };
    let literal = match name.strip_prefix("java.lang.") {
        Some("String") => LiteralKind::String,
        Some("Boolean") => LiteralKind::Boolean,
        Some("Byte" | "Short" | "Integer" | "Long") => LiteralKind::Whole,
        Some("Float" | "Double") => LiteralKind::Fraction,
        Some("Character") => LiteralKind::Character,
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
    /// Whether the language may convert what is given to what is taken.
    converted: bool,
}
