//! Statements.

use super::function::Returns;
use super::scope::{Found, LocalKind, Mutability};
use super::span::{expr_range, node_start, stmt_start};
use super::ty::{Kind, Ty};
use super::{BlockRules, Checker, Stage};
use crate::diagnostic::Diagnostic;
use crate::modules::{lower_type, type_def};
use crate::syntax::ast::{
    AstNode, Binding, Block, Destructure, Expr, FieldExpr, NameRef, ReturnExpr, Stmt,
};

impl<'tree> Checker<'tree> {
    pub(super) fn check_stmt(&mut self, stmt: Stmt<'tree>, rules: BlockRules) {
        crate::stack::with_room(|| match stmt {
            Stmt::UseStmt(line) => self.bind_local_import(line),
            Stmt::Binding(binding) => self.check_binding(binding, rules),
            Stmt::Destructure(destructure) => self.check_local_destructure(destructure),
            Stmt::ExprStmt(statement) => {
                if let Some(expr) = statement.expr() {
                    self.check_expr_statement(expr, rules);
                }
            }
        });
    }

    /// An expression as a statement.
    pub(super) fn check_expr_statement(&mut self, expr: Expr<'tree>, rules: BlockRules) {
        match expr {
            Expr::IfExpr(conditional) => self.check_if_statement(conditional, rules),
            Expr::ForExpr(each) => self.check_for(each, rules),
            Expr::WhileExpr(each) => self.check_while(each),
            Expr::Block(block) => self.check_bare_block(block),
            Expr::ReturnExpr(value) => self.check_return(value),
            _ => {
                let ty = self.infer(expr, None);
                self.check_unused_member(expr, ty);
            }
        }
    }

    /// A block as a statement opens no scope.
    fn check_bare_block(&mut self, block: Block<'tree>) {
        let mark = self.scopes.mark();
        for stmt in block.statements() {
            self.check_stmt(stmt, BlockRules::Strict);
        }
        self.scopes.close_block(mark);
    }

    pub(super) fn check_return(&mut self, expr: ReturnExpr<'tree>) {
        let expected = match self.functions.last().map(|context| &context.returns) {
            Some(Returns::Declared(ty)) => Some(*ty),
            _ => None,
        };
        let Some(value) = expr.value() else {
            if let Some(context) = self.functions.last_mut()
                && let Returns::Collected(types) = &mut context.returns
            {
                types.push(Ty::VOID);
            }
            return;
        };
        let found = self.infer(value, expected);
        if let Some(context) = self.functions.last_mut()
            && let Returns::Collected(types) = &mut context.returns
        {
            types.push(found);
        }
        let returns_rest = matches!(self.types.kind(found), Kind::Fn(..))
            && self.functions.last().is_some_and(|context| context.is_curried);
        if let Some(expected) = expected
            && !returns_rest
            && !self.returnable(expected, found)
        {
            self.mismatch(node_start(expr.syntax()), expected, found);
        }
    }

    fn check_binding(&mut self, binding: Binding<'tree>, rules: BlockRules) {
        if type_def(binding).is_some() {
            self.report_local_type(binding);
            if let Some(Expr::NameRef(name)) = binding.target() {
                let ty = Ty::UNKNOWN;
                self.scopes.declare(name.text(), ty, Mutability::Immutable, LocalKind::Value);
            }
            return;
        }
        match binding.target() {
            Some(Expr::NameRef(name)) => self.check_named_binding(name, binding, rules),
            Some(Expr::FieldExpr(field)) => {
                if binding.ty().is_none() {
                    self.check_field_target(field);
                }
                self.infer_optional(binding.value());
            }
            Some(target @ Expr::IndexExpr(_)) => {
                self.infer(target, None);
                self.infer_optional(binding.value());
            }
            Some(target) => {
                self.infer(target, None);
                self.leniently(|checker| checker.infer_optional(binding.value()));
                let diagnostic = Diagnostic::error("E3005", expr_range(target))
                    .with_arg("message", "@bad_target");
                self.report(Stage::Codegen, diagnostic);
            }
            None => {
                self.infer_optional(binding.value());
            }
        }
    }

    fn check_named_binding(
        &mut self,
        name: NameRef<'tree>,
        binding: Binding<'tree>,
        rules: BlockRules,
    ) {
        let function = match rules {
            BlockRules::Permissive => self.check_local_function(binding),
            BlockRules::Strict => self.leniently(|checker| checker.check_local_function(binding)),
        };
        let (ty, kind) = match function {
            Some((ty, count)) => (ty, LocalKind::Function(count)),
            None => (self.check_variable_value(binding), LocalKind::Value),
        };
        self.bind_local(name, binding, rules, ty, kind);
    }

    /// The type of a variable: checks its value against its annotation.
    pub(super) fn check_variable_value(&mut self, binding: Binding<'tree>) -> Ty {
        let Some(annotation) = binding.ty() else {
            let ty = self.infer_optional(binding.value());
            if let Some(value) = binding.value() {
                self.check_unused_member(value, ty);
            }
            return ty;
        };
        let Some(value) = binding.value() else {
            return self.types.read_type(&lower_type(annotation), &self.type_names.clone());
        };
        if let Some(base) = self.check_refinement(annotation, binding.value()) {
            self.infer(value, None);
            return base;
        }
        let expected = self.types.read_type(&lower_type(annotation), &self.type_names.clone());
        let found = self.infer(value, Some(expected));
        if !self.assignable(expected, found) {
            let start = stmt_start(Stmt::Binding(binding));
            self.mismatch(start, expected, found);
        }
        expected
    }

    fn bind_local(
        &mut self,
        name: NameRef<'tree>,
        binding: Binding<'tree>,
        rules: BlockRules,
        ty: Ty,
        kind: LocalKind,
    ) {
        let text = name.text();
        let declares = binding.mut_token().is_some() || binding.ty().is_some();
        let mutability = Mutability::of(binding.mut_token());
        let existing = self.scopes.find(text).filter(|found| !self.is_import(*found));
        let assigned = match (rules, existing) {
            (_, None) => None,
            (BlockRules::Permissive, Some(found)) => (!declares).then_some(found.id()),
            (BlockRules::Strict, Some(Found::Here(id))) => {
                let local = self.scopes.get(id);
                if local.closed {
                    None
                } else if !declares && local.mutability == Mutability::Mutable {
                    Some(id)
                } else {
                    self.report_name("E2002", name);
                    return;
                }
            }
            (BlockRules::Strict, Some(Found::Outside(id))) => {
                if declares {
                    None
                } else if self.scopes.get(id).mutability == Mutability::Mutable {
                    Some(id)
                } else {
                    self.report_name("E2010", name);
                    return;
                }
            }
        };
        let id = match assigned {
            Some(id) => {
                let local = self.scopes.get_mut(id);
                local.ty = ty;
                local.kind = kind;
                id
            }
            None => self.scopes.declare(text, ty, mutability, kind),
        };
        self.flow.bindings.insert(name.syntax().index(), (id, ty));
    }

    fn is_import(&self, found: Found) -> bool {
        matches!(self.scopes.get(found.id()).kind, LocalKind::Import(_))
    }

    fn report_name(&mut self, code: &'static str, name: NameRef<'tree>) {
        let diagnostic = Diagnostic::error(code, name.range()).with_arg("name", name.text());
        self.report(Stage::Types, diagnostic);
    }

    /// `v.f = e`: the field must exist.
    fn check_field_target(&mut self, field: FieldExpr<'tree>) {
        let (Some(receiver), Some(name)) = (field.receiver(), field.name()) else { return };
        let receiver = self.infer(receiver, None);
        let base = self.types.peel(receiver);
        self.receivers.push((name.range(), base));
        let Kind::Named(symbol, _) = *self.types.kind(base) else { return };
        let Some(record) = self.record_of(symbol) else { return };
        if record.fields.iter().all(|field| *field.name != *name.text()) {
            let message = format!("@unknown_field_target:{}", name.text());
            let diagnostic = Diagnostic::error("E3005", name.range()).with_arg("message", message);
            self.report(Stage::Codegen, diagnostic);
        }
    }

    fn check_local_destructure(&mut self, destructure: Destructure<'tree>) {
        let types = self.check_destructure(destructure);
        for (name, ty) in destructure.names().zip(types) {
            match self.scopes.find(name.text()) {
                Some(Found::Here(id)) => {
                    self.scopes.get_mut(id).ty = ty;
                    self.flow.bindings.insert(name.syntax().index(), (id, ty));
                }
                _ => self.declare_name(name, ty, Mutability::Immutable),
            }
        }
    }

    /// Checks the tuple against the names; gives a type for each name.
    pub(super) fn check_destructure(&mut self, destructure: Destructure<'tree>) -> Vec<Ty> {
        let names = destructure.names().count();
        let found = self.infer_optional(destructure.value());
        if let Kind::Tuple(items) = self.types.kind(found).clone() {
            if items.len() == names {
                return items;
            }
            let vars = (0..names).map(|_| self.types.var()).collect();
            let expected = self.types.add(Kind::Tuple(vars));
            self.mismatch(stmt_start(Stmt::Destructure(destructure)), expected, found);
        }
        vec![Ty::UNKNOWN; names]
    }

    /// Reports that types differ.
    pub(super) fn mismatch(&mut self, range: clew_text::TextRange, expected: Ty, found: Ty) {
        let diagnostic = Diagnostic::error("E1002", range)
            .with_arg("expected", self.types.display(expected))
            .with_arg("found", self.types.display(found));
        self.report(Stage::Types, diagnostic);
    }
}
