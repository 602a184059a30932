//! Conditions, loops and blocks that have a value.

use super::function::Returns;
use super::scope::Mutability;
use super::span::{expr_range, node_start};
use super::ty::{Kind, Prim, Ty};
use super::{BlockRules, Checker, Stage};
use crate::diagnostic::Diagnostic;
use crate::syntax::SyntaxKind;
use crate::syntax::ast::{
    AstNode, Block, Expr, ForExpr, IfExpr, Name, SpawnForExpr, Stmt, WhileExpr,
};

impl<'tree> Checker<'tree> {
    /// `if` as a statement: its branches are like the body around it.
    pub(super) fn check_if_statement(&mut self, conditional: IfExpr<'tree>, rules: BlockRules) {
        let start = node_start(conditional.syntax());
        self.check_statement_condition(conditional.condition(), start);
        self.check_branch(conditional.then_branch());
        for branch in conditional.else_ifs() {
            self.check_statement_condition(branch.condition(), start);
            self.check_branch(branch.then_branch());
        }
        match conditional.else_clause().and_then(|clause| clause.body()) {
            Some(Expr::Block(block)) => self.check_branch(Some(block)),
            Some(other) => self.check_expr_statement(other, rules),
            None => {}
        }
    }

    fn check_statement_condition(
        &mut self,
        condition: Option<Expr<'tree>>,
        start: clew_text::TextRange,
    ) {
        let Some(condition) = condition else { return };
        let found = self.infer(condition, None);
        if !self.types.is_bool(found) {
            self.mismatch(start, Ty::BOOL, found);
        }
    }

    fn check_branch(&mut self, block: Option<Block<'tree>>) {
        let Some(block) = block else { return };
        self.scopes.open();
        for stmt in block.statements() {
            self.check_stmt(stmt, BlockRules::Permissive);
        }
        self.scopes.close();
    }

    fn check_condition(&mut self, condition: Option<Expr<'tree>>) {
        let Some(condition) = condition else { return };
        let found = self.infer(condition, None);
        if !self.types.is_bool(found) {
            let diagnostic = Diagnostic::error("E1054", expr_range(condition))
                .with_arg("type", self.types.display(found));
            self.report(Stage::Types, diagnostic);
        }
    }

    /// `if` as a value.
    pub(super) fn infer_if(&mut self, conditional: IfExpr<'tree>) -> Ty {
        let mut values = Vec::new();
        self.check_condition(conditional.condition());
        values.extend(conditional.then_branch().map(|block| self.value_block(block)));
        for branch in conditional.else_ifs() {
            self.check_condition(branch.condition());
            values.extend(branch.then_branch().map(|block| self.value_block(block)));
        }
        match conditional.else_clause().and_then(|clause| clause.body()) {
            Some(Expr::Block(block)) => values.push(self.value_block(block)),
            Some(other) => values.push(self.infer(other, None)),
            None => return Ty::UNKNOWN,
        }
        self.join_all(&values)
    }

    /// A block used as a value: what it returns, else its last expression.
    pub(super) fn value_block(&mut self, block: Block<'tree>) -> Ty {
        let mut last = Ty::UNKNOWN;
        let returned = self.in_block(Returns::Collected(Vec::new()), |checker| {
            checker.scopes.open();
            last = checker.strict_statements(block);
            checker.scopes.close();
        });
        if returned.is_empty() { last } else { self.join_all(&returned) }
    }

    /// Checks the statements of a value block; gives the type of a last expression.
    fn strict_statements(&mut self, block: Block<'tree>) -> Ty {
        let mut statements = block.statements().peekable();
        while let Some(stmt) = statements.next() {
            if statements.peek().is_none()
                && let Stmt::ExprStmt(last) = stmt
                && let Some(expr) = last.expr()
                && !is_statement_like(expr)
            {
                return self.infer(expr, None);
            }
            self.check_stmt(stmt, BlockRules::Strict);
        }
        Ty::UNKNOWN
    }

    /// `spawn` and `unsafe` blocks have a value but open no scope.
    fn open_block(&mut self, block: Block<'tree>) -> Ty {
        let mut last = Ty::UNKNOWN;
        let mark = self.scopes.mark();
        let returned = self.in_block(Returns::Collected(Vec::new()), |checker| {
            last = checker.strict_statements(block);
        });
        self.scopes.close_block(mark);
        if returned.is_empty() { last } else { self.join_all(&returned) }
    }

    pub(super) fn infer_spawn(&mut self, body: Option<Expr<'tree>>) -> Ty {
        match body {
            Some(Expr::Block(block)) => self.open_block(block),
            other => self.infer_optional(other),
        }
    }

    pub(super) fn infer_unsafe(&mut self, body: Option<Expr<'tree>>) -> Ty {
        self.unsafe_depth += 1;
        let ty = self.infer_spawn(body);
        self.unsafe_depth -= 1;
        ty
    }

    pub(super) fn infer_spawn_for(&mut self, spawn: SpawnForExpr<'tree>) -> Ty {
        let source = self.infer_optional(spawn.iterable());
        let element = self.element_type(source);
        let mut last = Ty::UNKNOWN;
        let returned = self.in_block(Returns::Collected(Vec::new()), |checker| {
            checker.scopes.open();
            if let Some(name) = spawn.variable() {
                checker.declare_name(name, element, Mutability::Immutable);
            }
            last = match spawn.body() {
                Some(Expr::Block(block)) => checker.strict_statements(block),
                other => checker.infer_optional(other),
            };
            checker.scopes.close();
        });
        let element = if returned.is_empty() { last } else { self.join_all(&returned) };
        self.types.named("List", vec![element])
    }

    /// `for`: a statement, or the same as a value.
    pub(super) fn check_for(&mut self, each: ForExpr<'tree>, rules: BlockRules) {
        let source = self.infer_optional(each.iterable());
        self.check_iterable(each.iterable(), source);
        if let Some(name) = each.variable() {
            self.check_loop_variable(name);
        }
        let element = self.element_type(source);
        self.scopes.open();
        if let Some(name) = each.variable() {
            let token = each.syntax().token(SyntaxKind::MutKw);
            self.declare_name(name, element, Mutability::of(token));
        }
        match each.body() {
            Some(Expr::Block(block)) => {
                for stmt in block.statements() {
                    self.check_stmt(stmt, BlockRules::Permissive);
                }
            }
            Some(body) => self.check_expr_statement(body, rules),
            None => {}
        }
        self.scopes.close();
    }

    fn check_loop_variable(&mut self, name: Name<'tree>) {
        let text = name.text();
        let exists = self.scopes.find(text).is_some()
            || self.env.interface.has(text)
            || self.env.imported.contains_key(text);
        if exists {
            let diagnostic = Diagnostic::error("E2013", name.range()).with_arg("name", text);
            self.report(Stage::Types, diagnostic);
        }
    }

    fn check_iterable(&mut self, iterable: Option<Expr<'tree>>, ty: Ty) {
        let Some(iterable) = iterable else { return };
        let base = self.types.peel(ty);
        let iterates = match self.types.kind(base) {
            Kind::Prim(prim) => matches!(prim, Prim::String | Prim::Never),
            Kind::Named(symbol, _) => self.record_of(*symbol).is_none(),
            Kind::Fn(..) | Kind::Pointer(_) | Kind::Module(_) | Kind::Meta(_) => false,
            _ => true,
        };
        if !iterates {
            let diagnostic = Diagnostic::error("E3004", expr_range(iterable))
                .with_arg("iter_type", self.types.display(base));
            self.report(Stage::Codegen, diagnostic);
        }
    }

    /// What a loop over a value of type `ty` gives in each round.
    pub(super) fn element_type(&mut self, ty: Ty) -> Ty {
        let base = self.types.peel(ty);
        match self.types.kind(base).clone() {
            Kind::Named(symbol, args) => match (self.types.name(symbol), &args[..]) {
                ("List" | "Set" | "Range", [element]) => *element,
                ("Dict", [key, _]) => *key,
                _ => Ty::UNKNOWN,
            },
            Kind::Tuple(items) => self.join_all(&items),
            _ => Ty::UNKNOWN,
        }
    }

    pub(super) fn check_while(&mut self, each: WhileExpr<'tree>) {
        self.check_condition(each.condition());
        self.scopes.open();
        match each.body() {
            Some(Expr::Block(block)) => {
                for stmt in block.statements() {
                    self.check_stmt(stmt, BlockRules::Strict);
                }
            }
            Some(body) => self.check_expr_statement(body, BlockRules::Strict),
            None => {}
        }
        self.scopes.close_loop();
        let never_returns = self.functions.last().is_some_and(|context| context.never_returns);
        if !never_returns {
            self.check_termination(each);
        }
    }

    /// Loops cannot be labelled, so every label is unknown.
    pub(super) fn check_label(&mut self, label: Option<Name<'tree>>) {
        if let Some(label) = label {
            let diagnostic =
                Diagnostic::error("E1070", label.range()).with_arg("label", label.text());
            self.report(Stage::Types, diagnostic);
        }
    }
}

/// An expression that a block treats as a statement even at its end.
fn is_statement_like(expr: Expr<'_>) -> bool {
    matches!(
        expr,
        Expr::IfExpr(_)
            | Expr::ForExpr(_)
            | Expr::WhileExpr(_)
            | Expr::Block(_)
            | Expr::ReturnExpr(_)
    )
}
