//! The walk over statements and expressions in order of execution.

use super::borrow::{borrow_mode, borrowed};
use super::branches::{FrameKind, Position};
use super::{Class, Walk};
use crate::check::ArgMode;
use crate::check::span::expr_range;
use crate::diagnostic::Diagnostic;
use crate::stack::with_room;
use crate::syntax::ast::{
    AssignExpr, AstNode, Binding, Block, CallExpr, Destructure, Expr, NameRef, Stmt,
};

/// Whether control goes on behind a statement or expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    GoesOn,
    Leaves,
}

impl Flow {
    pub(super) fn and(self, later: Flow) -> Flow {
        if self == Flow::Leaves { self } else { later }
    }
}

impl<'tree> Walk<'_, 'tree> {
    pub(super) fn block(&mut self, block: Block<'tree>) -> Flow {
        let borrows = self.borrows.len();
        let mut flow = Flow::GoesOn;
        for stmt in block.statements() {
            flow = flow.and(with_room(|| self.stmt(stmt)));
        }
        self.borrows.truncate(borrows);
        flow
    }

    fn stmt(&mut self, stmt: Stmt<'tree>) -> Flow {
        match stmt {
            Stmt::UseStmt(_) => Flow::GoesOn,
            Stmt::Binding(binding) => self.binding(binding),
            Stmt::Destructure(destructure) => self.destructure(destructure),
            Stmt::ExprStmt(statement) => match statement.expr() {
                Some(Expr::IfExpr(conditional)) => {
                    self.conditional(conditional, Position::Statement)
                }
                Some(Expr::Block(block)) => self.block(block),
                other => self.optional(other),
            },
        }
    }

    fn binding(&mut self, binding: Binding<'tree>) -> Flow {
        let value = binding.value();
        let Some(Expr::NameRef(target)) = binding.target() else {
            let flow = self.optional(binding.target());
            return flow.and(self.optional(value));
        };
        let index = target.syntax().index();
        let Some(value) = value else {
            self.bind(index);
            return Flow::GoesOn;
        };
        if is_function_value(binding, value) {
            self.bind(index);
            return Flow::GoesOn;
        }
        if let Some(borrow) = borrowed(value) {
            let flow = self.read_path(value);
            let holder = self.bind(index);
            self.hold_borrow(&borrow, holder);
            return flow;
        }
        if let Expr::NameRef(source) = value.unparenthesised() {
            self.copy_or_move(source);
            let local = self.bind(index);
            if let (Some(from), Some(to)) = (self.local_of(source), local) {
                self.share_borrows(from, to);
            }
            return Flow::GoesOn;
        }
        let flow = self.expr(value);
        self.bind(index);
        flow
    }

    /// `y = x`: the value of `x` is taken.
    fn copy_or_move(&mut self, source: NameRef<'tree>) {
        self.read(source);
        let Some(local) = self.local_of(source) else { return };
        match self.class(local) {
            Class::Owned => {
                self.moves.take(local, source.range());
            }
            Class::Exclusive => {
                let diagnostic = Diagnostic::error("E2003", source.range())
                    .with_arg("reason", format!("@mut_copied:{}", source.text()));
                self.report(diagnostic);
            }
            Class::Copied | Class::Shared => {}
        }
    }

    fn destructure(&mut self, destructure: Destructure<'tree>) -> Flow {
        let flow = match destructure.value() {
            Some(Expr::NameRef(source)) => {
                self.copy_or_move(source);
                Flow::GoesOn
            }
            other => self.optional(other),
        };
        for name in destructure.names() {
            self.declare(Some(name));
        }
        flow
    }

    pub(super) fn optional(&mut self, expr: Option<Expr<'tree>>) -> Flow {
        expr.map_or(Flow::GoesOn, |expr| self.expr(expr))
    }

    fn all(&mut self, exprs: impl IntoIterator<Item = Expr<'tree>>) -> Flow {
        let mut flow = Flow::GoesOn;
        for expr in exprs {
            flow = flow.and(self.expr(expr));
        }
        flow
    }

    pub(super) fn expr(&mut self, expr: Expr<'tree>) -> Flow {
        with_room(|| self.expr_kind(expr))
    }

    fn expr_kind(&mut self, expr: Expr<'tree>) -> Flow {
        match expr {
            Expr::NameRef(name) => {
                self.read(name);
                Flow::GoesOn
            }
            Expr::ParenExpr(paren) => self.optional(paren.expr()),
            Expr::TupleExpr(tuple) => self.all(tuple.items()),
            Expr::ListExpr(list) => self.all(list.items()),
            Expr::FString(text) => {
                self.unseen(|walk| walk.all(text.interpolations().filter_map(|part| part.expr())))
            }
            Expr::DictExpr(dict) => {
                self.unseen(|walk| walk.all(dict.entries().filter_map(|entry| entry.value())))
            }
            Expr::Comprehension(comprehension) => {
                let flow = self.optional(comprehension.iterable());
                self.declare(comprehension.variable());
                flow.and(self.optional(comprehension.element()))
            }
            Expr::PrefixExpr(prefix) => match (borrow_mode(prefix), borrowed(expr)) {
                (Some(_), Some(borrow)) => {
                    let flow = self.read_path(expr);
                    self.hold_borrow(&borrow, None);
                    flow
                }
                _ => self.optional(prefix.operand()),
            },
            Expr::BinaryExpr(binary) => {
                let flow = self.optional(binary.left());
                flow.and(self.optional(binary.right()))
            }
            Expr::AssignExpr(assign) => self.assign(assign),
            Expr::CastExpr(cast) => self.optional(cast.operand()),
            Expr::CallExpr(call) => self.call(call),
            Expr::IndexExpr(index) => {
                let flow = self.optional(index.receiver());
                flow.and(self.all(index.indexes()))
            }
            Expr::FieldExpr(field) => self.optional(field.receiver()),
            Expr::TryExpr(attempt) => self.optional(attempt.operand()),
            Expr::LambdaExpr(_) | Expr::Literal(_) | Expr::WildcardExpr(_) => Flow::GoesOn,
            _ => self.control(expr),
        }
    }

    /// Blocks, branches, loops and jumps.
    fn control(&mut self, expr: Expr<'tree>) -> Flow {
        match expr {
            Expr::Block(block) => self.in_frame(FrameKind::Value, |walk| walk.block(block)),
            Expr::IfExpr(conditional) => self.conditional(conditional, Position::Value),
            Expr::MatchExpr(matching) => self.matching(matching),
            Expr::WhileExpr(each) => {
                let flow = self.optional(each.condition());
                self.loop_body(each.body(), |walk| {
                    walk.optional(each.condition());
                });
                flow
            }
            Expr::ForExpr(each) => {
                let flow = self.optional(each.iterable());
                self.declare(each.variable());
                self.loop_body(each.body(), |walk| walk.declare(each.variable()));
                flow
            }
            Expr::SpawnForExpr(each) => {
                let flow = self.optional(each.iterable());
                self.declare(each.variable());
                self.loop_body(each.body(), |walk| walk.declare(each.variable()));
                flow
            }
            Expr::SpawnExpr(spawn) => self.optional(spawn.body()),
            Expr::UnsafeExpr(unchecked) => self.optional(unchecked.body()),
            Expr::ReturnExpr(value) => {
                match value.value() {
                    Some(Expr::NameRef(name)) if self.returns_by_value(name) => {
                        self.copy_or_move(name);
                    }
                    other => {
                        self.optional(other);
                    }
                }
                self.leave(FrameKind::Value)
            }
            Expr::BreakExpr(leave) => {
                self.optional(leave.value());
                self.leave(FrameKind::Loop)
            }
            Expr::ContinueExpr(again) => {
                self.optional(again.value());
                self.turn_again()
            }
            _ => Flow::GoesOn,
        }
    }

    /// Returning a `&mut` borrow hands it on.
    fn returns_by_value(&self, name: NameRef<'tree>) -> bool {
        self.local_of(name).is_some_and(|local| self.class(local) != Class::Exclusive)
    }

    pub(super) fn unseen(&mut self, walk: impl FnOnce(&mut Self) -> Flow) -> Flow {
        self.unseen += 1;
        let flow = walk(self);
        self.unseen -= 1;
        flow
    }

    /// The variable of a borrowed path is looked at.
    fn read_path(&mut self, expr: Expr<'tree>) -> Flow {
        match expr.unparenthesised() {
            Expr::PrefixExpr(prefix) => self.optional(prefix.operand()),
            other => self.expr(other),
        }
    }

    /// A use of a variable: it must not have moved.
    fn read(&mut self, name: NameRef<'tree>) {
        let Some(local) = self.local_of(name) else { return };
        if let Some(moved) = self.moves.place(local) {
            let earlier = moved.start < name.range().start;
            let role = if earlier { "moved_here" } else { "moved_in_turn_before" };
            let diagnostic = Diagnostic::error("E2014", name.range())
                .with_arg("name", name.text())
                .with_related(moved, role);
            self.report(diagnostic);
        }
    }

    fn assign(&mut self, assign: AssignExpr<'tree>) -> Flow {
        let flow = match assign.value() {
            Some(Expr::NameRef(source)) => {
                self.copy_or_move(source);
                Flow::GoesOn
            }
            other => self.optional(other),
        };
        match assign.target() {
            Some(Expr::NameRef(target)) => {
                if let Some(local) = self.local_of(target) {
                    if !self.is_mutable(local) {
                        let range = assign.value().map_or(assign.range(), expr_range);
                        let diagnostic =
                            Diagnostic::error("E2016", range).with_arg("name", target.text());
                        self.report(diagnostic);
                    }
                    self.moves.revive(local);
                }
                flow
            }
            other => flow.and(self.optional(other)),
        }
    }

    fn call(&mut self, call: CallExpr<'tree>) -> Flow {
        let mut flow = match call.callee() {
            Some(Expr::NameRef(name)) => {
                self.read(name);
                Flow::GoesOn
            }
            other => self.optional(other),
        };
        let modes =
            self.checker.flow.calls.get(&call.syntax().index()).cloned().unwrap_or_default();
        let args: Vec<_> = call.arg_list().into_iter().flat_map(|list| list.args()).collect();
        let mut moves = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            let Some(value) = arg.value() else { continue };
            if arg.name().is_some() {
                flow = flow.and(self.unseen(|walk| walk.expr(value)));
                continue;
            }
            match (borrowed(value), value.unparenthesised()) {
                (Some(borrow), _) => {
                    flow = flow.and(self.read_path(value));
                    if let Some(owner) = self.local_of(borrow.root) {
                        self.check_mutable(&borrow, owner);
                    }
                }
                (None, Expr::NameRef(name)) => {
                    self.read(name);
                    if modes.get(index) == Some(&ArgMode::ByValue) {
                        moves.push(name);
                    }
                }
                (None, _) => flow = flow.and(self.expr(value)),
            }
        }
        self.check_call_borrows(call, &modes);
        for name in moves {
            if let Some(local) = self.local_of(name)
                && self.class(local) == Class::Owned
            {
                self.moves.take(local, name.range());
            }
        }
        flow
    }
}

/// Whether a binding defines a function, whose body is not walked here.
fn is_function_value(binding: Binding<'_>, value: Expr<'_>) -> bool {
    let unannotated = binding.ty().is_none();
    let signature = matches!(binding.ty(), Some(crate::syntax::ast::Type::Signature(_)));
    signature
        || (unannotated && matches!(value.unparenthesised(), Expr::Block(_) | Expr::LambdaExpr(_)))
}
