//! The top level of a file and the bodies of functions.

use super::scope::{LocalKind, Mutability};
use super::span::{expr_range, node_start};
use super::ty::{Generics, Kind, Ty};
use super::{BlockRules, Checker, Stage};
use crate::diagnostic::Diagnostic;
use crate::modules::{lower_type, type_def};
use crate::syntax::SyntaxTree;
use crate::syntax::ast::{
    AstNode, Binding, Block, Expr, LambdaExpr, Name, Param, RecordItem, Signature, SourceFile,
    Stmt, Type,
};

/// The function around the place being checked.
pub(super) struct FunctionContext {
    pub(super) returns: Returns,
    pub(super) try_rule: TryRule,
    /// The function is declared never to return, so its loops need not end.
    pub(super) never_returns: bool,
    /// It takes several groups of parameters and may return a function of the rest.
    pub(super) is_curried: bool,
}

/// What becomes of a returned value.
pub(super) enum Returns {
    /// It must fit the declared result.
    Declared(Ty),
    /// It is the value of a block or lambda.
    Collected(Vec<Ty>),
}

/// Whether `?` may be used.
#[derive(Clone, Copy)]
pub(super) enum TryRule {
    /// Not here.
    Outside,
    /// With errors of this type.
    Error(Ty),
}

/// What is known of a function apart from its body.
struct Head<'tree> {
    signature: Option<Signature<'tree>>,
    /// The type whose method it is.
    owner: Option<&'tree str>,
}

impl<'tree> Checker<'tree> {
    /// Checks a whole file.
    pub(super) fn check_tree(&mut self, tree: &'tree SyntaxTree) {
        let Some(file) = SourceFile::cast(tree.root()) else { return };
        self.bind_top_level_imports(file);
        self.scopes.open();
        for stmt in file.statements() {
            self.check_top_level(stmt);
        }
        self.scopes.close();
    }

    fn check_top_level(&mut self, stmt: Stmt<'tree>) {
        match stmt {
            Stmt::UseStmt(_) => {}
            Stmt::Binding(binding) => self.check_top_binding(binding),
            Stmt::Destructure(destructure) => {
                self.check_destructure(destructure);
            }
            Stmt::ExprStmt(statement) => {
                let Some(expr) = statement.expr() else { return };
                self.in_block(Returns::Collected(Vec::new()), |checker| {
                    checker.scopes.open();
                    checker.check_expr_statement(expr, BlockRules::Permissive);
                    checker.scopes.close();
                });
                let diagnostic = Diagnostic::error("E3005", expr_range(expr))
                    .with_arg("message", "@top_level_statement");
                self.report(Stage::Codegen, diagnostic);
            }
        }
    }

    fn check_top_binding(&mut self, binding: Binding<'tree>) {
        match binding.target() {
            Some(Expr::NameRef(name)) => self.check_top_named(name.text(), binding),
            Some(Expr::FieldExpr(field)) if binding.ty().is_some() => {
                let owner = match field.receiver() {
                    Some(Expr::NameRef(owner)) => Some(owner.text()),
                    _ => None,
                };
                let signature = match binding.ty() {
                    Some(Type::Signature(signature)) => Some(signature),
                    _ => None,
                };
                self.check_function(Head { signature, owner }, binding.value());
            }
            Some(target) => {
                let diagnostic = Diagnostic::error("E3005", expr_range(target))
                    .with_arg("message", "@top_level_statement");
                self.report(Stage::Codegen, diagnostic);
                self.infer_optional(binding.value());
            }
            None => {
                self.infer_optional(binding.value());
            }
        }
    }

    fn check_top_named(&mut self, name: &'tree str, binding: Binding<'tree>) {
        if type_def(binding).is_some() {
            self.check_type_body(binding);
            return;
        }
        if let Some(head) = function_head(binding) {
            self.check_function(head, binding.value());
            return;
        }
        let ty = self.check_variable_value(binding);
        if binding.ty().is_none() {
            self.env.values.insert(name.into(), ty);
        }
    }

    /// Looks at the default values of a record's fields.
    pub(super) fn check_type_body(&mut self, binding: Binding<'tree>) {
        let Some(Type::RecordType(record)) = binding.type_value() else { return };
        for item in record.items() {
            if let RecordItem::RecordField(field) = item
                && let Some(default) = field.default()
            {
                self.leniently(|checker| checker.infer(default, None));
            }
        }
    }

    /// Checks a function that is written as a statement. Tells its result and
    /// number of parameters.
    pub(super) fn check_local_function(&mut self, binding: Binding<'tree>) -> Option<(Ty, usize)> {
        let head = function_head(binding)?;
        let signature = head.signature;
        let lambda = binding.value().and_then(as_lambda);
        let count = match (signature, lambda) {
            (Some(signature), _) => {
                let sig = crate::modules::lower_signature(signature);
                let ty = self.instantiate(&sig);
                self.check_function(head, binding.value());
                return Some((ty, sig.first_group().len()));
            }
            (None, Some(lambda)) => lambda.params().map_or(0, |params| params.params().count()),
            (None, None) => 0,
        };
        self.check_function(head, binding.value());
        let params = vec![Ty::UNKNOWN; count];
        let result = self.types.var();
        Some((self.types.add(Kind::Fn(params, result)), count))
    }

    fn check_function(&mut self, head: Head<'tree>, value: Option<Expr<'tree>>) {
        let top_level = self.functions.is_empty();
        self.scopes.open_function();
        let mut generics = Generics::new();
        let result = self.declare_signature(head.signature, &mut generics);
        let outer_names = std::mem::replace(&mut self.type_names, generics);
        let lambda = value.and_then(as_lambda);
        if let Some(lambda) = lambda {
            self.declare_lambda_names(lambda, head.signature);
        }
        if let Some(owner) = head.owner
            && self.scopes.find("self").is_none()
        {
            let ty = self.types.named(owner, Vec::new());
            self.scopes.declare("self", ty, Mutability::Immutable, LocalKind::Value);
        }
        let is_curried = head
            .signature
            .is_some_and(|signature| matches!(signature.result(), Some(Type::Signature(_))));
        let context = FunctionContext { is_curried, ..self.context_for(result) };
        self.functions.push(context);
        let body = lambda.map_or(value, |lambda| lambda.body());
        match body {
            Some(Expr::Block(block)) => self.check_body(block),
            Some(expr) => {
                self.leniently(|checker| checker.infer(expr, None));
            }
            None => {}
        }
        self.functions.pop();
        self.scopes.close();
        self.type_names = outer_names;
        if top_level
            && head.owner.is_none()
            && let Some(Expr::Block(block)) = body
        {
            self.check_ownership(head.signature, lambda, block);
        }
    }

    fn check_body(&mut self, block: Block<'tree>) {
        for stmt in block.statements() {
            self.check_stmt(stmt, BlockRules::Permissive);
        }
    }

    fn context_for(&mut self, result: Option<Ty>) -> FunctionContext {
        let Some(result) = result else {
            return FunctionContext {
                returns: Returns::Collected(Vec::new()),
                try_rule: TryRule::Outside,
                never_returns: false,
                is_curried: false,
            };
        };
        let try_rule = match self.types.as_named(result) {
            Some(("Result", [_, error])) => TryRule::Error(*error),
            _ => TryRule::Outside,
        };
        let never_returns = self.types.resolve(result) == Ty::NEVER;
        FunctionContext {
            returns: Returns::Declared(result),
            try_rule,
            never_returns,
            is_curried: false,
        }
    }

    /// Declares the parameters of all groups; gives the declared result.
    fn declare_signature(
        &mut self,
        signature: Option<Signature<'tree>>,
        generics: &mut Generics,
    ) -> Option<Ty> {
        let mut current = signature?;
        loop {
            for param in current.params().into_iter().flat_map(|list| list.params()) {
                self.declare_signature_param(param, generics);
            }
            match current.result() {
                Some(Type::Signature(next)) => current = next,
                Some(result) => {
                    self.check_refinement_in_signature(result);
                    return Some(self.types.read_type(&lower_type(result), generics));
                }
                None => return None,
            }
        }
    }

    fn declare_signature_param(&mut self, param: Param<'tree>, generics: &mut Generics) {
        let Some(name) = param.name() else { return };
        if crate::modules::is_type_param(param) {
            let var = self.types.var();
            generics.push((name.text().into(), var));
            let symbol = self.types.symbol(name.text());
            let ty = self.types.add(Kind::Meta(symbol));
            self.declare_name(name, ty, Mutability::Immutable);
            return;
        }
        let ty = match param.ty() {
            Some(ty) => {
                self.check_refinement_in_signature(ty);
                self.types.read_type(&lower_type(ty), generics)
            }
            None => self.types.var(),
        };
        self.declare_name(name, ty, Mutability::of(param.mut_token()));
        generics.push((name.text().into(), Ty::UNKNOWN));
    }

    /// Declares the names of the lambda behind a signature where they differ
    /// from the signature's own; without a signature, with open types.
    fn declare_lambda_names(
        &mut self,
        lambda: LambdaExpr<'tree>,
        signature: Option<Signature<'tree>>,
    ) {
        let sig = signature.map(crate::modules::lower_signature);
        let types: Vec<Ty> = match &sig {
            Some(sig) => {
                let generics: Generics =
                    sig.type_params.iter().map(|name| (name.clone(), Ty::UNKNOWN)).collect();
                sig.all_params().map(|param| self.types.read_type(&param.ty, &generics)).collect()
            }
            None => Vec::new(),
        };
        let params: Vec<Param<'tree>> =
            lambda.params().into_iter().flat_map(|list| list.params()).collect();
        let skipped = types.len().saturating_sub(params.len());
        for (index, param) in params.iter().enumerate() {
            let Some(name) = param.name() else { continue };
            if signature.is_some() && self.scopes.find(name.text()).is_some_and(is_here) {
                continue;
            }
            let ty = match (types.get(skipped + index), param.ty()) {
                (Some(ty), _) => *ty,
                (None, Some(ty)) => self.types.read_type(&lower_type(ty), &Vec::new()),
                (None, None) => self.types.var(),
            };
            self.declare_name(name, ty, Mutability::of(param.mut_token()));
        }
    }

    /// Declares a name at its node, for the flow pass as well.
    pub(super) fn declare_name(&mut self, name: Name<'tree>, ty: Ty, mutability: Mutability) {
        let id = self.scopes.declare(name.text(), ty, mutability, LocalKind::Value);
        self.flow.bindings.insert(name.syntax().index(), (id, ty));
    }

    /// Runs `check` with its own rule for returned values; gives that rule
    /// back with what was collected.
    pub(super) fn in_block(&mut self, returns: Returns, check: impl FnOnce(&mut Self)) -> Vec<Ty> {
        let (try_rule, never_returns) = match self.functions.last() {
            Some(context) => (context.try_rule, context.never_returns),
            None => (TryRule::Outside, false),
        };
        self.functions.push(FunctionContext {
            returns,
            try_rule,
            never_returns,
            is_curried: false,
        });
        check(self);
        match self.functions.pop().map(|context| context.returns) {
            Some(Returns::Collected(types)) => types,
            _ => Vec::new(),
        }
    }

    /// A definition of a type inside a block.
    pub(super) fn report_local_type(&mut self, binding: Binding<'tree>) {
        let diagnostic = Diagnostic::error("E3005", node_start(binding.syntax()))
            .with_arg("message", "@local_type");
        self.report(Stage::Codegen, diagnostic);
    }
}

fn is_here(found: super::scope::Found) -> bool {
    matches!(found, super::scope::Found::Here(_))
}

fn as_lambda(expr: Expr<'_>) -> Option<LambdaExpr<'_>> {
    match expr.unparenthesised() {
        Expr::LambdaExpr(lambda) => Some(lambda),
        _ => None,
    }
}

/// The head of a binding that defines a function.
fn function_head(binding: Binding<'_>) -> Option<Head<'_>> {
    match binding.ty() {
        Some(Type::Signature(signature)) => Some(Head { signature: Some(signature), owner: None }),
        Some(_) => None,
        None => match binding.value()?.unparenthesised() {
            Expr::Block(_) | Expr::LambdaExpr(_) => Some(Head { signature: None, owner: None }),
            _ => None,
        },
    }
}
