//! Ownership: moves, borrows and mutability, in one walk over the body of
//! each top-level function.
//!
//! The walk follows the order of execution. Each branch starts from the same
//! state; afterwards a variable counts as moved if it moved on any way that
//! reaches that place. A loop whose end can be reached is walked twice, the
//! second time for what the first turn has moved.

mod borrow;
mod branches;
mod moves;
mod walk;

use clew_text::TextRange;
use rustc_hash::FxHashMap;

use moves::Moves;

use super::scope::{LocalId, Mutability};
use super::ty::{Kind, Prim, Ty};
use super::{Checker, Stage};
use crate::diagnostic::{Diagnostic, Severity};
use crate::modules::Borrow;
use crate::syntax::ast::{AstNode, Block, LambdaExpr, Name, Signature, Type};

/// What happens to a variable when its value is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// Copied: numbers, truth values, and whatever is not known.
    Copied,
    /// Duplicated: shared borrows and shared values.
    Shared,
    /// Unique: `&mut` borrows.
    Exclusive,
    /// Moved: everything else.
    Owned,
}

/// A borrow that lives as long as the variable that holds it.
#[derive(Clone, Debug)]
struct LiveBorrow {
    owner: LocalId,
    mode: Borrow,
    holder: LocalId,
    range: TextRange,
}

/// The walk over one function.
struct Walk<'check, 'tree> {
    checker: &'check mut Checker<'tree>,
    moves: Moves,
    /// Loops and value blocks around the place.
    frames: Vec<branches::Frame>,
    borrows: Vec<LiveBorrow>,
    /// What happens to each variable with the value it has now.
    classes: FxHashMap<LocalId, Class>,
    /// Above zero where the reference does not look: findings are warnings.
    unseen: usize,
    /// Above zero in a further turn of a loop, where only moves are news.
    turns: usize,
    /// The last use of each variable, by index of its node.
    last_use: FxHashMap<LocalId, u32>,
}

impl<'tree> Checker<'tree> {
    /// Walks the body of a top-level function.
    pub(super) fn check_ownership(
        &mut self,
        signature: Option<Signature<'tree>>,
        lambda: Option<LambdaExpr<'tree>>,
        body: Block<'tree>,
    ) {
        let mut last_use = FxHashMap::default();
        let (first, end) = (body.syntax().index(), body.syntax().end_index());
        for index in first..end {
            if let Some(local) = self.flow.uses.get(&index) {
                last_use.insert(*local, index);
            }
        }
        let mut walk = Walk {
            checker: self,
            moves: Moves::default(),
            frames: Vec::new(),
            borrows: Vec::new(),
            classes: FxHashMap::default(),
            unseen: 0,
            turns: 0,
            last_use,
        };
        let mut current = signature;
        while let Some(group) = current {
            for param in group.params().into_iter().flat_map(|list| list.params()) {
                walk.declare(param.name());
            }
            current = match group.result() {
                Some(Type::Signature(next)) => Some(next),
                _ => None,
            };
        }
        for param in
            lambda.and_then(|lambda| lambda.params()).into_iter().flat_map(|list| list.params())
        {
            walk.declare(param.name());
        }
        walk.block(body);
    }

    fn class_of(&self, ty: Ty) -> Class {
        match self.types.kind(ty) {
            Kind::Prim(Prim::String | Prim::Bytes) => Class::Owned,
            Kind::Prim(_) | Kind::Unknown | Kind::Var(_) => Class::Copied,
            Kind::Meta(_) | Kind::Module(_) | Kind::Const(_) => Class::Copied,
            Kind::Ref(_, Borrow::Shared) => Class::Shared,
            Kind::Ref(_, Borrow::Exclusive) => Class::Exclusive,
            Kind::Named(symbol, _) => match self.types.name(*symbol) {
                "Arc" | "Weak" => Class::Shared,
                _ if self.record_of(*symbol).is_some() => Class::Owned,
                "List" | "Dict" | "Set" | "Result" | "Option" | "Range" => Class::Owned,
                _ => Class::Copied,
            },
            Kind::Tuple(_) | Kind::Fn(..) | Kind::Pointer(_) => Class::Owned,
        }
    }
}

impl<'tree> Walk<'_, 'tree> {
    /// Makes the variable of a name node known.
    fn declare(&mut self, name: Option<Name<'tree>>) {
        let Some(name) = name else { return };
        self.bind(name.syntax().index());
    }

    /// A variable gets a value at the node with this index: it lives anew.
    fn bind(&mut self, index: u32) -> Option<LocalId> {
        let (local, ty) = *self.checker.flow.bindings.get(&index)?;
        let class = self.checker.class_of(ty);
        self.classes.insert(local, class);
        self.moves.revive(local);
        self.borrows.retain(|borrow| borrow.holder != local);
        Some(local)
    }

    fn is_mutable(&self, local: LocalId) -> bool {
        self.checker.scopes.get(local).mutability == Mutability::Mutable
    }

    fn class(&self, local: LocalId) -> Class {
        self.classes.get(&local).copied().unwrap_or(Class::Copied)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.turns > 0 && diagnostic.code != "E2014" {
            return;
        }
        let severity = if self.unseen > 0 { Severity::Warning } else { diagnostic.severity };
        self.checker.report(Stage::Ownership, Diagnostic { severity, ..diagnostic });
    }
}
