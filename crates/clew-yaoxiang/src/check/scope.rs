//! Local names.

use rustc_hash::{FxHashMap, FxHashSet};

use super::ty::Ty;

/// A local variable of the file, numbered in order of declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct LocalId(pub(super) u32);

/// Whether a variable may be assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mutability {
    Mutable,
    Immutable,
}

impl Mutability {
    /// Mutable where a `mut` token stands.
    pub(super) fn of<T>(token: Option<T>) -> Mutability {
        if token.is_some() { Mutability::Mutable } else { Mutability::Immutable }
    }
}

/// What a local name stands for.
#[derive(Clone, Debug)]
pub(super) enum LocalKind {
    /// A value.
    Value,
    /// A function written as a statement, with its number of parameters.
    Function(usize),
    /// An item bound by a `use` line inside a block.
    Import(super::env::Global),
}

/// A local variable.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub(super) ty: Ty,
    pub(super) mutability: Mutability,
    pub(super) kind: LocalKind,
    /// The block without a scope of its own that declared it has ended.
    pub(super) closed: bool,
}

/// One scope.
#[derive(Default)]
struct Frame<'tree> {
    names: FxHashMap<&'tree str, LocalId>,
    /// A function begins here.
    is_function: bool,
    /// Names of loop bodies that have ended inside this scope.
    ended: FxHashSet<&'tree str>,
}

/// Where a name was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// In the innermost scope.
    Here(LocalId),
    /// In a scope around it.
    Outside(LocalId),
}

/// The scopes around the place being checked.
#[derive(Default)]
pub(super) struct Scopes<'tree> {
    frames: Vec<Frame<'tree>>,
    pub(super) locals: Vec<Local>,
}

impl<'tree> Scopes<'tree> {
    pub(super) fn open(&mut self) {
        self.frames.push(Frame::default());
    }

    pub(super) fn open_function(&mut self) {
        self.frames.push(Frame { is_function: true, ..Frame::default() });
    }

    pub(super) fn close(&mut self) {
        self.frames.pop();
    }

    /// Closes a loop body, whose names are remembered as ended.
    pub(super) fn close_loop(&mut self) {
        if let Some(frame) = self.frames.pop()
            && let Some(outer) = self.frames.last_mut()
        {
            outer.ended.extend(frame.names.keys());
            outer.ended.extend(frame.ended);
        }
    }

    /// Number of locals so far; see [`Scopes::close_block`].
    pub(super) fn mark(&self) -> usize {
        self.locals.len()
    }

    /// Ends a block that opened no scope: what it declared since `mark` may
    /// be declared again.
    pub(super) fn close_block(&mut self, mark: usize) {
        for local in self.locals.iter_mut().skip(mark) {
            local.closed = true;
        }
    }

    pub(super) fn find(&self, name: &str) -> Option<Found> {
        let mut frames = self.frames.iter().rev();
        let innermost = frames.next()?;
        if let Some(id) = innermost.names.get(name) {
            return Some(Found::Here(*id));
        }
        frames.find_map(|frame| frame.names.get(name)).map(|id| Found::Outside(*id))
    }

    /// Whether `name` belonged to a loop body that has ended.
    pub(super) fn has_ended(&self, name: &str) -> bool {
        for frame in self.frames.iter().rev() {
            if frame.ended.contains(name) {
                return true;
            }
            if frame.is_function {
                break;
            }
        }
        false
    }

    pub(super) fn get(&self, id: LocalId) -> &Local {
        &self.locals[id.0 as usize]
    }

    pub(super) fn get_mut(&mut self, id: LocalId) -> &mut Local {
        &mut self.locals[id.0 as usize]
    }

    /// Declares `name` in the innermost scope.
    pub(super) fn declare(
        &mut self,
        name: &'tree str,
        ty: Ty,
        mutability: Mutability,
        kind: LocalKind,
    ) -> LocalId {
        let id = LocalId(u32::try_from(self.locals.len()).unwrap_or(u32::MAX));
        self.locals.push(Local { ty, mutability, kind, closed: false });
        if let Some(frame) = self.frames.last_mut() {
            frame.names.insert(name, id);
            frame.ended.remove(name);
        }
        id
    }
}

impl Found {
    pub(super) fn id(self) -> LocalId {
        match self {
            Found::Here(id) | Found::Outside(id) => id,
        }
    }
}
