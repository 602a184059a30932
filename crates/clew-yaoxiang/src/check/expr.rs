//! Expressions.

use super::env::Global;
use super::function::{FunctionContext, Returns, TryRule};
use super::scope::{LocalKind, Mutability};
use super::span::expr_range;
use super::ty::{Kind, Ty};
use super::{BlockRules, Checker, Stage};
use crate::diagnostic::Diagnostic;
use crate::modules::{Borrow, Need, lower_type};
use crate::stack::with_room;
use crate::syntax::SyntaxKind;
use crate::syntax::ast::{
    AstNode, Comprehension, DictExpr, Expr, IndexExpr, LambdaExpr, Literal, NameRef, PrefixExpr,
    TryExpr,
};

impl<'tree> Checker<'tree> {
    /// The type of an expression. What is expected of it, where known, gives
    /// types to the parameters of lambdas.
    pub(super) fn infer(&mut self, expr: Expr<'tree>, expected: Option<Ty>) -> Ty {
        with_room(|| self.infer_kind(expr, expected))
    }

    /// The type of a value that may be missing in broken source.
    pub(super) fn infer_optional(&mut self, expr: Option<Expr<'tree>>) -> Ty {
        expr.map_or(Ty::UNKNOWN, |expr| self.infer(expr, None))
    }

    fn infer_kind(&mut self, expr: Expr<'tree>, expected: Option<Ty>) -> Ty {
        match expr {
            Expr::NameRef(name) => self.infer_name(name),
            Expr::Literal(literal) => literal_type(literal),
            Expr::ParenExpr(paren) => {
                paren.expr().map_or(Ty::UNKNOWN, |inner| self.infer(inner, expected))
            }
            Expr::FString(text) => {
                for part in text.interpolations() {
                    self.infer_optional(part.expr());
                }
                Ty::STRING
            }
            Expr::TupleExpr(tuple) => {
                let items: Vec<Ty> = tuple.items().map(|item| self.infer(item, None)).collect();
                if items.is_empty() { Ty::VOID } else { self.types.add(Kind::Tuple(items)) }
            }
            Expr::ListExpr(list) => {
                let items: Vec<Ty> = list.items().map(|item| self.infer(item, None)).collect();
                let element = self.join_all(&items);
                self.types.named("List", vec![element])
            }
            Expr::DictExpr(dict) => self.infer_dict(dict),
            Expr::Comprehension(comprehension) => self.infer_comprehension(comprehension),
            Expr::PrefixExpr(prefix) => self.infer_prefix(prefix),
            Expr::BinaryExpr(binary) => self.infer_binary(binary),
            Expr::AssignExpr(assign) => {
                self.check_assign_target(assign.target());
                self.leniently(|checker| {
                    checker.infer_optional(assign.target());
                    checker.infer_optional(assign.value());
                });
                Ty::UNKNOWN
            }
            Expr::CastExpr(cast) => {
                self.infer_optional(cast.operand());
                let names = self.type_names.clone();
                cast.ty().map_or(Ty::UNKNOWN, |ty| self.types.read_type(&lower_type(ty), &names))
            }
            Expr::CallExpr(call) => self.infer_call(call, expected),
            Expr::IndexExpr(index) => self.infer_index(index),
            Expr::FieldExpr(field) => self.infer_field(field),
            Expr::TryExpr(attempt) => self.infer_try(attempt),
            Expr::LambdaExpr(lambda) => self.infer_lambda(lambda, expected),
            Expr::WildcardExpr(_) => Ty::UNKNOWN,
            _ => self.infer_control(expr),
        }
    }

    /// A value that was just made cannot be assigned to.
    fn check_assign_target(&mut self, target: Option<Expr<'tree>>) {
        let Some(target) = target.map(Expr::unparenthesised) else { return };
        let is_value = matches!(
            target,
            Expr::Literal(_)
                | Expr::FString(_)
                | Expr::CallExpr(_)
                | Expr::BinaryExpr(_)
                | Expr::ListExpr(_)
                | Expr::DictExpr(_)
                | Expr::LambdaExpr(_)
        );
        if is_value {
            let diagnostic =
                Diagnostic::error("E3005", expr_range(target)).with_arg("message", "@bad_target");
            self.report(Stage::Codegen, diagnostic);
        }
    }

    /// Blocks, branches, loops and jumps.
    fn infer_control(&mut self, expr: Expr<'tree>) -> Ty {
        match expr {
            Expr::Block(block) => self.value_block(block),
            Expr::IfExpr(conditional) => self.infer_if(conditional),
            Expr::MatchExpr(matching) => self.infer_match(matching),
            Expr::WhileExpr(each) => {
                self.check_while(each);
                Ty::VOID
            }
            Expr::ForExpr(each) => {
                self.check_for(each, BlockRules::Strict);
                Ty::VOID
            }
            Expr::SpawnExpr(spawn) => self.infer_spawn(spawn.body()),
            Expr::SpawnForExpr(spawn) => self.infer_spawn_for(spawn),
            Expr::UnsafeExpr(unchecked) => self.infer_unsafe(unchecked.body()),
            Expr::ReturnExpr(value) => {
                self.check_return(value);
                Ty::NEVER
            }
            Expr::BreakExpr(leave) => {
                self.infer_optional(leave.value());
                self.check_label(leave.label());
                Ty::NEVER
            }
            Expr::ContinueExpr(again) => {
                self.infer_optional(again.value());
                self.check_label(again.label());
                Ty::NEVER
            }
            _ => Ty::UNKNOWN,
        }
    }

    /// One type for several values; unknown where they differ, open where
    /// there is none.
    pub(super) fn join_all(&mut self, items: &[Ty]) -> Ty {
        let Some((first, rest)) = items.split_first() else { return self.types.var() };
        let mut joined = *first;
        for item in rest {
            if self.types.resolve(joined) == Ty::NEVER {
                joined = *item;
            } else if !self.types.unify(joined, *item) {
                return Ty::UNKNOWN;
            }
        }
        joined
    }

    fn infer_name(&mut self, name: NameRef<'tree>) -> Ty {
        let text = name.text();
        if let Some(found) = self.scopes.find(text) {
            let id = found.id();
            let local = self.scopes.get(id);
            if let LocalKind::Import(global) = &local.kind {
                let global = global.clone();
                return self.global_type(global);
            }
            self.flow.uses.insert(name.syntax().index(), id);
            return local.ty;
        }
        let (stage, code) = if self.scopes.has_ended(text) {
            (Stage::Ownership, "E2020")
        } else if let Some(global) = self.env.global(text, &mut self.types) {
            return self.global_type(global);
        } else {
            (Stage::Types, "E1001")
        };
        self.report(stage, Diagnostic::error(code, name.range()).with_arg("name", text));
        Ty::UNKNOWN
    }

    /// The type of a name of the file or of a module used as a value.
    pub(super) fn global_type(&mut self, global: Global) -> Ty {
        match global {
            Global::Function(sig) => self.instantiate(&sig),
            Global::StdFunction(_, sig) => {
                if sig.all_params().any(|param| param.need == Need::Variadic) {
                    let result = self.types.read_type(&sig.result, &Vec::new());
                    return self.types.add(Kind::Fn(vec![Ty::UNKNOWN], result));
                }
                self.instantiate(sig)
            }
            Global::Value(ty) => ty,
            Global::Type(symbol) => self.types.add(Kind::Meta(symbol)),
            Global::Module(index) => self.types.add(Kind::Module(index)),
            Global::Unknown => Ty::UNKNOWN,
        }
    }

    fn infer_dict(&mut self, dict: DictExpr<'tree>) -> Ty {
        let mut values = Vec::new();
        for entry in dict.entries() {
            self.infer_optional(entry.key());
            values.push(self.infer_optional(entry.value()));
        }
        let value = self.join_all(&values);
        let key = if values.is_empty() { self.types.var() } else { Ty::STRING };
        self.types.named("Dict", vec![key, value])
    }

    fn infer_comprehension(&mut self, comprehension: Comprehension<'tree>) -> Ty {
        let source = self.infer_optional(comprehension.iterable());
        let element = self.element_type(source);
        self.scopes.open();
        if let Some(name) = comprehension.variable() {
            self.declare_name(name, element, Mutability::Immutable);
        }
        let result = self.infer_optional(comprehension.element());
        self.scopes.close();
        self.types.named("List", vec![result])
    }

    fn infer_prefix(&mut self, prefix: PrefixExpr<'tree>) -> Ty {
        let operand = self.infer_optional(prefix.operand());
        let Some(operator) = prefix.operator() else { return operand };
        match operator.kind() {
            SyntaxKind::Bang => {
                if !self.types.is_bool(operand) {
                    let diagnostic = Diagnostic::error("E1051", operator.range())
                        .with_arg("type", self.types.display(operand));
                    self.report(Stage::Types, diagnostic);
                }
                Ty::BOOL
            }
            SyntaxKind::Star => self.infer_dereference(operand, operator.range()),
            SyntaxKind::Amp => self.types.add(Kind::Ref(operand, Borrow::Shared)),
            SyntaxKind::MutRef => self.types.add(Kind::Ref(operand, Borrow::Exclusive)),
            SyntaxKind::RefKw => self.types.named("Arc", vec![operand]),
            _ => operand,
        }
    }

    fn infer_dereference(&mut self, operand: Ty, range: clew_text::TextRange) -> Ty {
        let target = match self.types.kind(operand) {
            Kind::Pointer(target) => Some(*target),
            Kind::Unknown | Kind::Named(..) => Some(Ty::UNKNOWN),
            _ => None,
        };
        if target.is_none() {
            let diagnostic =
                Diagnostic::error("E1052", range).with_arg("type", self.types.display(operand));
            self.report(Stage::Types, diagnostic);
        } else if self.unsafe_depth == 0 {
            self.report(Stage::Ownership, Diagnostic::error("E2027", range));
        }
        target.unwrap_or(Ty::UNKNOWN)
    }

    fn infer_index(&mut self, index: IndexExpr<'tree>) -> Ty {
        let receiver = self.infer_optional(index.receiver());
        let indexes: Vec<Expr<'tree>> = index.indexes().collect();
        for expr in &indexes {
            self.infer(*expr, None);
        }
        let base = self.types.peel(receiver);
        match self.types.kind(base).clone() {
            Kind::Tuple(items) => {
                let [Expr::Literal(literal)] = indexes[..] else { return Ty::UNKNOWN };
                let Some(position) = crate::modules::parse_int(literal.text()) else {
                    return Ty::UNKNOWN;
                };
                let found = usize::try_from(position).ok().and_then(|at| items.get(at));
                if found.is_none() && literal.token_kind() == Some(SyntaxKind::Int) {
                    let max = items.len().saturating_sub(1).to_string();
                    let diagnostic = Diagnostic::error("E1041", literal.range())
                        .with_arg("max", max)
                        .with_arg("index", position.to_string());
                    self.report(Stage::Types, diagnostic);
                }
                found.copied().unwrap_or(Ty::UNKNOWN)
            }
            Kind::Named(symbol, args) => match (self.types.name(symbol), &args[..]) {
                ("List", [element]) => *element,
                ("Dict", [_, value]) => *value,
                _ => Ty::UNKNOWN,
            },
            _ => Ty::UNKNOWN,
        }
    }

    fn infer_try(&mut self, attempt: TryExpr<'tree>) -> Ty {
        let operand = self.infer_optional(attempt.operand());
        let range = attempt.question().map_or(attempt.range(), |token| token.range());
        let rule = self.functions.last().map_or(TryRule::Outside, |context| context.try_rule);
        let parts = match self.types.as_named(operand) {
            Some(("Result", [value, error])) => Some((*value, *error)),
            _ => None,
        };
        let TryRule::Error(expected) = rule else {
            self.report(Stage::Types, Diagnostic::error("E1081", range));
            return parts.map_or(Ty::UNKNOWN, |(value, _)| value);
        };
        let Some((value, error)) = parts else {
            if !matches!(self.types.kind(operand), Kind::Unknown | Kind::Var(_)) {
                let diagnostic =
                    Diagnostic::error("E1082", range).with_arg("type", self.types.display(operand));
                self.report(Stage::Types, diagnostic);
            }
            return Ty::UNKNOWN;
        };
        if !self.types.unify(expected, error) {
            let diagnostic = Diagnostic::error("E1083", range)
                .with_arg("expected", self.types.display(expected))
                .with_arg("found", self.types.display(error));
            self.report(Stage::Types, diagnostic);
        }
        value
    }

    fn infer_lambda(&mut self, lambda: LambdaExpr<'tree>, expected: Option<Ty>) -> Ty {
        let hints = match expected.map(|ty| self.types.kind(ty).clone()) {
            Some(Kind::Fn(params, _)) => params,
            _ => Vec::new(),
        };
        let names: Vec<_> = lambda.params().into_iter().flat_map(|list| list.params()).collect();
        self.scopes.open_function();
        let mut params = Vec::with_capacity(names.len());
        for (index, param) in names.iter().enumerate() {
            let ty = match (param.ty(), hints.get(index)) {
                (Some(ty), _) => {
                    let generics = self.type_names.clone();
                    self.types.read_type(&lower_type(ty), &generics)
                }
                (None, Some(hint)) if hints.len() == names.len() => *hint,
                _ => self.types.var(),
            };
            if let Some(name) = param.name() {
                self.declare_name(name, ty, Mutability::of(param.mut_token()));
            }
            params.push(ty);
        }
        self.functions.push(FunctionContext {
            returns: Returns::Collected(Vec::new()),
            try_rule: TryRule::Outside,
            never_returns: false,
            is_curried: false,
        });
        let mut result = Ty::UNKNOWN;
        match lambda.body() {
            Some(Expr::Block(block)) => {
                for stmt in block.statements() {
                    self.check_stmt(stmt, BlockRules::Strict);
                }
            }
            Some(body) => result = self.infer(body, None),
            None => {}
        }
        if let Some(FunctionContext { returns: Returns::Collected(types), .. }) =
            self.functions.pop()
            && !types.is_empty()
        {
            result = self.join_all(&types);
        }
        self.scopes.close();
        self.types.add(Kind::Fn(params, result))
    }
}

fn literal_type(literal: Literal<'_>) -> Ty {
    match literal.token_kind() {
        Some(SyntaxKind::Int) => Ty::INT,
        Some(SyntaxKind::Float) => Ty::FLOAT,
        Some(SyntaxKind::Str | SyntaxKind::MultiStr) => Ty::STRING,
        Some(SyntaxKind::Char) => Ty::CHAR,
        Some(SyntaxKind::TrueKw | SyntaxKind::FalseKw) => Ty::BOOL,
        Some(SyntaxKind::VoidKw) => Ty::VOID,
        _ => Ty::UNKNOWN,
    }
}
