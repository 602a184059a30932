//! Calls.

use std::sync::Arc;

use clew_text::TextRange;

use super::env::Global;
use super::scope::LocalKind;
use super::ty::{Generics, Kind, Symbol, Ty};
use super::{ArgMode, Checker};
use crate::diagnostic::Diagnostic;
use crate::modules::{Borrow, FnSig, Need, ParamSig, StdModule, TypeExpr};
use crate::syntax::ast::{Arg, AstNode, CallExpr, Expr};

/// The arguments of one call.
pub(super) struct Arguments<'tree> {
    call: CallExpr<'tree>,
    args: Vec<Arg<'tree>>,
}

impl<'tree> Arguments<'tree> {
    fn of(call: CallExpr<'tree>) -> Self {
        let args = call.arg_list().into_iter().flat_map(|list| list.args()).collect();
        Arguments { call, args }
    }

    pub(super) fn len(&self) -> usize {
        self.args.len()
    }

    pub(super) fn has_names(&self) -> bool {
        self.args.iter().any(|arg| arg.name().is_some())
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'tree str> {
        self.args.iter().filter_map(|arg| arg.name()).map(|name| name.text())
    }

    pub(super) fn values(&self) -> impl Iterator<Item = Option<Expr<'tree>>> {
        self.args.iter().map(|arg| arg.value())
    }

    /// The opening bracket.
    pub(super) fn open_range(&self) -> TextRange {
        self.call.open_paren().map_or(self.call.range(), |token| token.range())
    }

    /// Index of the call's node.
    fn index(&self) -> u32 {
        self.call.syntax().index()
    }
}

/// What is called.
enum Callee {
    /// A function by its name.
    Function(Arc<FnSig>, Box<str>),
    /// A built-in function.
    Std(&'static StdModule, &'static FnSig, Box<str>),
    /// A type by its name.
    Type(Symbol),
    /// A function written as a statement, with its number of parameters.
    Local(Ty, usize, Box<str>),
    /// A method; the receiver is not among the arguments.
    Method(Arc<FnSig>, Box<str>),
    /// Any other value.
    Value(Ty),
}

impl<'tree> Checker<'tree> {
    pub(super) fn infer_call(&mut self, call: CallExpr<'tree>, expected: Option<Ty>) -> Ty {
        let arguments = Arguments::of(call);
        let Some(callee) = call.callee() else {
            self.infer_arguments(&arguments);
            return Ty::UNKNOWN;
        };
        match self.callee(callee) {
            Callee::Function(sig, name) => self.call_function(&sig, &name, &arguments),
            Callee::Std(module, sig, name) => self.call_std(module, &name, sig, &arguments),
            Callee::Type(symbol) => self.construct(symbol, &arguments, expected),
            Callee::Local(ty, count, name) => {
                if arguments.len() != count && !arguments.has_names() {
                    self.wrong_count(&arguments, &name, count, count);
                }
                match self.call_value(ty, &arguments) {
                    result if matches!(self.types.kind(result), Kind::Var(_)) => self.types.var(),
                    result => result,
                }
            }
            Callee::Method(sig, name) => self.call_method(&sig, &name, &arguments),
            Callee::Value(ty) => self.call_value(ty, &arguments),
        }
    }

    fn callee(&mut self, callee: Expr<'tree>) -> Callee {
        match callee {
            Expr::NameRef(name) => {
                let text = name.text();
                if let Some(found) = self.scopes.find(text) {
                    let local = self.scopes.get(found.id());
                    match &local.kind {
                        LocalKind::Import(global) => {
                            let global = global.clone();
                            return self.global_callee(global, text);
                        }
                        LocalKind::Function(count) => {
                            let (ty, count) = (local.ty, *count);
                            self.flow.uses.insert(name.syntax().index(), found.id());
                            return Callee::Local(ty, count, text.into());
                        }
                        LocalKind::Value => {}
                    }
                } else if let Some(global) = self.env.global(text, &mut self.types) {
                    return self.global_callee(global, text);
                }
                Callee::Value(self.infer(callee, None))
            }
            Expr::FieldExpr(field) => match self.member(field) {
                super::member::Member::Global(global, name) => self.global_callee(global, &name),
                super::member::Member::Method(sig) => {
                    let name = field.name().map_or("", |name| name.text());
                    Callee::Method(sig, name.into())
                }
                super::member::Member::Value(ty) => Callee::Value(ty),
            },
            Expr::ParenExpr(paren) => match paren.expr() {
                Some(inner) => self.callee(inner.unparenthesised()),
                None => Callee::Value(Ty::UNKNOWN),
            },
            _ => Callee::Value(self.infer(callee, None)),
        }
    }

    fn global_callee(&mut self, global: Global, name: &str) -> Callee {
        match global {
            Global::Function(sig) => Callee::Function(sig, name.into()),
            Global::StdFunction(module, sig) => Callee::Std(module, sig, name.into()),
            Global::Type(symbol) => Callee::Type(symbol),
            other => Callee::Value(self.global_type(other)),
        }
    }

    /// The types of all arguments, with nothing expected of them.
    pub(super) fn infer_arguments(&mut self, arguments: &Arguments<'tree>) -> Vec<Ty> {
        let values: Vec<_> = arguments.values().collect();
        values.into_iter().map(|value| self.infer_optional(value)).collect()
    }

    fn call_function(&mut self, sig: &FnSig, name: &str, arguments: &Arguments<'tree>) -> Ty {
        let generics = self.fresh_generics(sig);
        let params = sig.first_group();
        let modes = params.iter().map(|param| param_mode(param, ArgMode::ByValue)).collect();
        self.record_modes(arguments, modes);
        let wanted: Vec<Ty> =
            params.iter().map(|param| self.types.read_type(&param.ty, &generics)).collect();
        self.check_arguments(&wanted, arguments);
        let fits = arguments.len() == params.len() || self.gives_types(sig, arguments);
        if !fits && !arguments.has_names() {
            self.wrong_count(arguments, name, params.len(), params.len());
        }
        self.result_after(sig, 1, &generics)
    }

    /// Whether a call gives the type parameters and no values: `f(Int)(1)`.
    fn gives_types(&mut self, sig: &FnSig, arguments: &Arguments<'tree>) -> bool {
        let all_types = arguments.values().all(|value| match value {
            Some(Expr::NameRef(name)) => match self.env.global(name.text(), &mut self.types) {
                Some(Global::Type(_)) => true,
                Some(Global::Value(ty)) => matches!(self.types.kind(ty), Kind::Meta(_)),
                _ => false,
            },
            _ => false,
        });
        all_types && !sig.type_params.is_empty() && arguments.len() == sig.type_params.len()
    }

    fn call_std(
        &mut self,
        module: &'static StdModule,
        name: &str,
        sig: &'static FnSig,
        arguments: &Arguments<'tree>,
    ) -> Ty {
        let generics = self.fresh_generics(sig);
        let params = sig.first_group();
        let looks_only = !matches!(module.name, "std.list" | "std.dict");
        let untyped = if looks_only { ArgMode::Read } else { ArgMode::ByValue };
        let mut modes: Vec<ArgMode> =
            params.iter().map(|param| param_mode(param, untyped)).collect();
        modes.resize(arguments.len(), ArgMode::Read);
        self.record_modes(arguments, modes);
        let wanted: Vec<Ty> = params
            .iter()
            .filter(|param| param.need != Need::Variadic)
            .map(|param| self.types.read_type(&param.ty, &generics))
            .collect();
        self.check_arguments(&wanted, arguments);
        let least = params.iter().filter(|param| param.need == Need::Required).count();
        let most = if wanted.len() < params.len() { usize::MAX } else { params.len() };
        let fits = (least..=most).contains(&arguments.len());
        if !fits && !arguments.has_names() {
            self.odd_count(arguments, name, least, most);
        }
        self.types.read_type(&sig.result, &generics)
    }

    /// The reference looks at no argument of a method, so findings are warnings.
    fn call_method(&mut self, sig: &FnSig, name: &str, arguments: &Arguments<'tree>) -> Ty {
        let generics = self.fresh_generics(sig);
        let params = sig.first_group().get(1..).unwrap_or_default();
        let modes = params.iter().map(|param| param_mode(param, ArgMode::ByValue)).collect();
        self.record_modes(arguments, modes);
        let wanted: Vec<Ty> =
            params.iter().map(|param| self.types.read_type(&param.ty, &generics)).collect();
        if let Some((expected, found)) = self.first_misfit(&wanted, arguments) {
            self.odd_argument(arguments, expected, found);
        }
        if arguments.len() != wanted.len() && !arguments.has_names() {
            self.odd_count(arguments, name, wanted.len(), wanted.len());
        }
        self.result_after(sig, 1, &generics)
    }

    /// Warns of an argument whose type the reference does not look at.
    pub(super) fn odd_argument(&mut self, arguments: &Arguments<'tree>, expected: Ty, found: Ty) {
        let diagnostic = Diagnostic::error("E1002", arguments.open_range())
            .with_arg("expected", self.types.display(expected))
            .with_arg("found", self.types.display(found));
        self.warn(diagnostic);
    }

    fn call_value(&mut self, ty: Ty, arguments: &Arguments<'tree>) -> Ty {
        match self.types.kind(ty).clone() {
            Kind::Fn(params, result) => {
                let modes = params.iter().map(|param| self.type_mode(*param)).collect();
                self.record_modes(arguments, modes);
                self.check_arguments(&params, arguments);
                result
            }
            Kind::Unknown | Kind::Meta(_) => {
                self.infer_arguments(arguments);
                Ty::UNKNOWN
            }
            _ => {
                self.infer_arguments(arguments);
                self.types.var()
            }
        }
    }

    /// Checks arguments against parameter types where their numbers agree;
    /// one mismatch is reported per call, at its bracket.
    fn check_arguments(&mut self, wanted: &[Ty], arguments: &Arguments<'tree>) {
        if let Some((expected, found)) = self.first_misfit(wanted, arguments) {
            self.mismatch(arguments.open_range(), expected, found);
        }
    }

    /// Looks at all arguments; gives the expected and the found type of the
    /// first one that does not fit.
    fn first_misfit(&mut self, wanted: &[Ty], arguments: &Arguments<'tree>) -> Option<(Ty, Ty)> {
        let comparable = wanted.len() == arguments.len() && !arguments.has_names();
        let values: Vec<_> = arguments.values().collect();
        let mut misfit = None;
        for (index, value) in values.into_iter().enumerate() {
            let Some(value) = value else { continue };
            let expected = if comparable { wanted.get(index).copied() } else { None };
            let found = self.infer(value, expected);
            if let Some(expected) = expected
                && misfit.is_none()
                && !self.assignable(expected, found)
            {
                misfit = Some((expected, found));
            }
        }
        misfit
    }

    /// Tells the flow pass how the call takes its arguments.
    pub(super) fn record_modes(&mut self, arguments: &Arguments<'tree>, modes: Vec<ArgMode>) {
        self.flow.calls.insert(arguments.index(), modes);
    }

    fn type_mode(&self, ty: Ty) -> ArgMode {
        match self.types.kind(ty) {
            Kind::Ref(_, Borrow::Shared) => ArgMode::Shared,
            Kind::Ref(_, Borrow::Exclusive) => ArgMode::Exclusive,
            Kind::Unknown | Kind::Var(_) => ArgMode::Read,
            _ => ArgMode::ByValue,
        }
    }

    fn fresh_generics(&mut self, sig: &FnSig) -> Generics {
        sig.type_params.iter().map(|name| (name.clone(), self.types.var())).collect()
    }

    /// The function type of a signature with fresh types for its parameters.
    pub(super) fn instantiate(&mut self, sig: &FnSig) -> Ty {
        let generics = self.fresh_generics(sig);
        self.result_after(sig, 0, &generics)
    }

    /// What is left of a signature when its first `given` groups are given.
    fn result_after(&mut self, sig: &FnSig, given: usize, generics: &Generics) -> Ty {
        let mut result = self.types.read_type(&sig.result, generics);
        for group in sig.groups.iter().skip(given).rev() {
            let params =
                group.iter().map(|param| self.types.read_type(&param.ty, generics)).collect();
            result = self.types.add(Kind::Fn(params, result));
        }
        result
    }
}

fn param_mode(param: &ParamSig, untyped: ArgMode) -> ArgMode {
    match (&param.ty, param.need) {
        (_, Need::Variadic) => ArgMode::Read,
        (TypeExpr::Ref(_, Borrow::Shared), _) => ArgMode::Shared,
        (TypeExpr::Ref(_, Borrow::Exclusive), _) => ArgMode::Exclusive,
        (TypeExpr::Any, _) => untyped,
        _ => ArgMode::ByValue,
    }
}
