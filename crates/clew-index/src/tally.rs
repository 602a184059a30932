//! What facts hold, in numbers: counted once, when a document is indexed.

use clew_model::{FileFacts, Role, SymbolFlags};

use crate::SymbolType;

/// Numbers in a tally.
pub(crate) const TALLIES: usize = 5;

/// How many symbols, imports and edges documents have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Types, without those that only their function sees.
    pub declarations: u64,
    /// Functions, methods, constructors and macros.
    pub functions: u64,
    /// Fields, properties, variables and constants outside functions.
    pub members: u64,
    /// Imports.
    pub dependencies: u64,
    /// Calls and bases.
    pub edges: u64,
}

impl Tally {
    /// The numbers of one document.
    pub(crate) fn of(facts: &FileFacts) -> Tally {
        let mut tally = Tally { dependencies: facts.imports.len() as u64, ..Tally::default() };
        for symbol in &facts.symbols {
            if symbol.is_local() || symbol.flags.has(SymbolFlags::ANONYMOUS) {
                continue;
            }
            match SymbolType::of(symbol.kind) {
                SymbolType::Declaration => tally.declarations += 1,
                SymbolType::Function => tally.functions += 1,
                SymbolType::Member => tally.members += 1,
                _ => {}
            }
        }
        let edges = facts.occurrences.iter();
        tally.edges =
            edges.filter(|one| matches!(one.role, Role::Call | Role::Inherit)).count() as u64;
        tally
    }

    /// The numbers as a table of documents holds them.
    pub(crate) fn numbers(&self) -> [u32; TALLIES] {
        [self.declarations, self.functions, self.members, self.dependencies, self.edges]
            .map(|number| u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// The tally with these numbers.
    pub(crate) fn from_numbers(numbers: [u32; TALLIES]) -> Tally {
        let [declarations, functions, members, dependencies, edges] = numbers.map(u64::from);
        Tally { declarations, functions, members, dependencies, edges }
    }

    /// Adds the numbers of another.
    pub(crate) fn add(&mut self, other: &Tally) {
        self.declarations += other.declarations;
        self.functions += other.functions;
        self.members += other.members;
        self.dependencies += other.dependencies;
        self.edges += other.edges;
    }
}
