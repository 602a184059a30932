//! Ways through branches, loops and value blocks, and where they meet again.

use super::Walk;
use super::moves::{Changed, Mark};
use super::walk::Flow;
use crate::syntax::ast::{Expr, IfExpr, MatchExpr};

/// What can be left by a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrameKind {
    /// A loop, left by `break` and `continue`.
    Loop,
    /// A block with a value, left by `return`.
    Value,
}

/// A loop or value block around the place of the walk.
pub(super) struct Frame {
    kind: FrameKind,
    /// Where it began.
    mark: Mark,
    /// What has changed at each jump out of it.
    exits: Vec<Changed>,
    /// What has changed at each `continue`.
    again: Vec<Changed>,
}

/// Whether an `if` gives a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    Statement,
    Value,
}

impl<'tree> Walk<'_, 'tree> {
    /// Walks a block that a jump may leave; goes on where its jumps and its
    /// end meet.
    pub(super) fn in_frame(
        &mut self,
        kind: FrameKind,
        walk: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        let mark = self.moves.mark();
        let (flow, frame) = self.framed(kind, mark, walk);
        let mut ways = frame.exits;
        if ways.is_empty() {
            return flow;
        }
        let changed = self.moves.undo(mark);
        if flow == Flow::GoesOn {
            ways.push(changed);
        }
        self.join(&ways)
    }

    /// Walks something with a frame around it.
    fn framed(
        &mut self,
        kind: FrameKind,
        mark: Mark,
        walk: impl FnOnce(&mut Self) -> Flow,
    ) -> (Flow, Frame) {
        let frame = |exits| Frame { kind, mark, exits, again: Vec::new() };
        self.frames.push(frame(Vec::new()));
        let flow = walk(self);
        (flow, self.frames.pop().unwrap_or_else(|| frame(Vec::new())))
    }

    /// A jump out of the nearest frame of a kind, or of the function.
    pub(super) fn leave(&mut self, kind: FrameKind) -> Flow {
        let moves = &self.moves;
        if let Some(frame) = self.frames.iter_mut().rev().find(|frame| frame.kind == kind) {
            frame.exits.push(moves.since(frame.mark));
        }
        Flow::Leaves
    }

    /// A jump to the next turn of the nearest loop.
    pub(super) fn turn_again(&mut self) -> Flow {
        let moves = &self.moves;
        if let Some(frame) = self.frames.iter_mut().rev().find(|f| f.kind == FrameKind::Loop) {
            frame.again.push(moves.since(frame.mark));
        }
        Flow::Leaves
    }

    /// The body of a loop, which may run or not, and once more if its end can
    /// be reached: what moved in one turn is gone in the next. `head` is what
    /// each further turn begins with.
    pub(super) fn loop_body(&mut self, body: Option<Expr<'tree>>, head: impl FnOnce(&mut Self)) {
        let mark = self.moves.mark();
        let mut ways = vec![Changed::default()];
        let ends = self.turn(body, mark, &mut ways);
        if self.turns == 0 && !ends.is_empty() {
            self.moves.join(&ends);
            self.turns += 1;
            head(self);
            let later = self.turn(body, mark, &mut ways);
            self.turns -= 1;
            ways.extend(later);
        }
        ways.extend(ends);
        self.moves.join(&ways);
    }

    /// One turn: the states at its end, those that leave the loop go to `ways`.
    fn turn(
        &mut self,
        body: Option<Expr<'tree>>,
        mark: Mark,
        ways: &mut Vec<Changed>,
    ) -> Vec<Changed> {
        let (flow, frame) = self.framed(FrameKind::Loop, mark, |walk| match body {
            Some(Expr::Block(block)) => walk.block(block),
            other => walk.optional(other),
        });
        let changed = self.moves.undo(mark);
        ways.extend(frame.exits);
        let mut ends = frame.again;
        if flow == Flow::GoesOn {
            ends.push(changed);
        }
        ends
    }

    pub(super) fn conditional(&mut self, conditional: IfExpr<'tree>, position: Position) -> Flow {
        let mut ways = Vec::new();
        let flow = self.optional(conditional.condition());
        self.way(&mut ways, conditional.then_branch().map(Expr::Block), position);
        for branch in conditional.else_ifs() {
            self.optional(branch.condition());
            self.way(&mut ways, branch.then_branch().map(Expr::Block), position);
        }
        let last = conditional.else_clause().and_then(|clause| clause.body());
        self.way(&mut ways, last, position);
        flow.and(self.join(&ways))
    }

    pub(super) fn matching(&mut self, matching: MatchExpr<'tree>) -> Flow {
        let flow = self.optional(matching.scrutinee());
        let mut ways = Vec::new();
        for arm in matching.arms() {
            self.unseen(|walk| {
                walk.optional(arm.guard().and_then(|guard| guard.condition()));
                walk.way(&mut ways, arm.body(), Position::Value);
                Flow::GoesOn
            });
        }
        if !ways.is_empty() {
            self.join(&ways);
        }
        flow
    }

    /// Walks one of several ways, then goes back to where they part.
    fn way(&mut self, ways: &mut Vec<Changed>, body: Option<Expr<'tree>>, position: Position) {
        let mark = self.moves.mark();
        let borrows = self.borrows.len();
        let flow = match (body, position) {
            (Some(Expr::Block(block)), Position::Statement) => self.block(block),
            (body, _) => self.optional(body),
        };
        let changed = self.moves.undo(mark);
        self.borrows.truncate(borrows);
        if flow == Flow::GoesOn {
            ways.push(changed);
        }
    }

    /// Goes on behind all ways that reach this place.
    fn join(&mut self, ways: &[Changed]) -> Flow {
        if ways.is_empty() {
            return Flow::Leaves;
        }
        self.moves.join(ways);
        Flow::GoesOn
    }
}
