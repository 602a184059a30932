//! Refined types and the assertions of const-generic types.

use std::sync::Arc;

use super::call::Arguments;
use super::record::RecordRef;
use super::span::{expr_range, node_start};
use super::ty::{Kind, Ty};
use super::{Checker, Stage};
use crate::diagnostic::Diagnostic;
use crate::modules::{
    Condition, ConstExpr, ConstFailure, ConstValue, TypeBody, TypeDef, TypeExpr, type_of_expr,
};
use crate::syntax::ast::{AstNode, Expr, NamedType, Type, TypeArg};

/// What a refinement's argument is.
enum RefinementArg {
    /// A value known while compiling.
    Value(ConstExpr),
    /// A negative literal, which the reference takes on trust.
    Negative(i128),
    /// No constant at all.
    NotConstant,
}

/// Where a refined type stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At a variable that gets a value: what does not hold is an error.
    Variable,
    /// In a signature, where the reference does not look: only what is
    /// certain is told, as a warning.
    Signature,
}

impl<'tree> Checker<'tree> {
    /// Checks an annotation with a refined type and the value that it is
    /// given; gives the type of the variable if it is one.
    pub(super) fn check_refinement(
        &mut self,
        annotation: Type<'tree>,
        value: Option<Expr<'tree>>,
    ) -> Option<Ty> {
        let (named, def) = self.refined(annotation)?;
        let TypeBody::Predicate(conditions) = &def.body else { return None };
        if self.check_predicate(named, &def, conditions, Place::Variable) {
            self.check_refined_value(&def, conditions, value);
        }
        Some(Ty::UNKNOWN)
    }

    /// Checks the refined type of a parameter or result.
    pub(super) fn check_refinement_in_signature(&mut self, ty: Type<'tree>) {
        let inner = match ty {
            Type::RefType(borrow) => borrow.target().unwrap_or(ty),
            other => other,
        };
        if let Some((named, def)) = self.refined(inner)
            && let TypeBody::Predicate(conditions) = &def.body
        {
            self.check_predicate(named, &def, conditions, Place::Signature);
        }
    }

    fn refined(&mut self, ty: Type<'tree>) -> Option<(NamedType<'tree>, Arc<TypeDef>)> {
        let Type::NamedType(named) = ty else { return None };
        let symbol = self.types.symbol(named.name()?.text());
        let def = self.env.type_def(symbol)?;
        matches!(def.body, TypeBody::Predicate(_)).then_some((named, def))
    }

    /// A constant that is given to a variable whose type sets conditions on
    /// one value must satisfy them itself.
    fn check_refined_value(
        &mut self,
        def: &TypeDef,
        conditions: &[Condition],
        value: Option<Expr<'tree>>,
    ) {
        let (Some(value), [param]) = (value, &*def.params) else { return };
        let constant = ConstExpr::from_ast(value);
        if constant.evaluate(&|_| None).is_err() {
            return;
        }
        let values = [(&*param.name, &constant)];
        for condition in conditions {
            if is_false(condition, &values) {
                self.warn(broken(condition, expr_range(value), is_false_for(&values)));
            }
        }
    }

    /// Whether number and kind of the arguments and all conditions are right.
    fn check_predicate(
        &mut self,
        named: NamedType<'tree>,
        def: &Arc<TypeDef>,
        conditions: &[Condition],
        place: Place,
    ) -> bool {
        let range = node_start(named.syntax());
        let name = named.name().map_or("", |name| name.text());
        let args: Vec<RefinementArg> =
            named.arg_list().into_iter().flat_map(|list| list.args()).map(refinement_arg).collect();
        if args.len() != def.params.len() {
            let diagnostic = Diagnostic::error("E1093", range)
                .with_arg("name", name)
                .with_arg("expected", def.params.len().to_string())
                .with_arg("found", args.len().to_string());
            self.report_refinement(Stage::Types, place, diagnostic);
            return false;
        }
        if args.iter().any(|arg| matches!(arg, RefinementArg::NotConstant)) {
            let diagnostic = Diagnostic::error("E1092", range).with_arg("name", name);
            self.report_refinement(Stage::Types, place, diagnostic);
            return false;
        }
        let trusted = args.iter().any(|arg| matches!(arg, RefinementArg::Negative(_)));
        let exprs: Vec<ConstExpr> = args.into_iter().filter_map(RefinementArg::value).collect();
        let values: Vec<(&str, &ConstExpr)> =
            def.params.iter().map(|param| &*param.name).zip(&exprs).collect();
        let place = if trusted { Place::Signature } else { place };
        let mut holds = true;
        for condition in conditions {
            holds &= self.check_condition_holds(condition, &values, range, place);
        }
        holds
    }

    fn report_refinement(&mut self, stage: Stage, place: Place, diagnostic: Diagnostic) {
        match place {
            Place::Variable => self.report(stage, diagnostic),
            Place::Signature => self.warn(diagnostic),
        }
    }

    fn check_condition_holds(
        &mut self,
        condition: &Condition,
        values: &[(&str, &ConstExpr)],
        range: clew_text::TextRange,
        place: Place,
    ) -> bool {
        let reason = match condition.expr.evaluate(&|name| value_of(values, name)) {
            Ok(ConstValue::Bool(true)) => return true,
            Ok(_) => is_false_for(values),
            Err(_) if place == Place::Signature => return true,
            Err(ConstFailure::DivisionByZero) => "@division_by_zero".to_owned(),
            Err(ConstFailure::NotConstant(name)) => format!("@not_constant:{name}"),
            Err(ConstFailure::Unsupported) => format!("@not_constant:{}", condition.text),
        };
        self.report_refinement(Stage::Refinement, place, broken(condition, range, reason));
        false
    }

    /// `Ring(Int, 8)`: the constants must satisfy the type's assertions. Gives
    /// the type's arguments, or none where they are not constants.
    pub(super) fn choose_constants(
        &mut self,
        record: &RecordRef,
        arguments: &Arguments<'tree>,
    ) -> Vec<Ty> {
        let values: Vec<_> = arguments.values().collect();
        let (mut known, mut args) = (Vec::new(), Vec::new());
        for (param, value) in record.def().params.iter().zip(&values) {
            let Some(value) = value else { return Vec::new() };
            if !param.is_const {
                let named = type_of_expr(*value);
                let generics = self.type_names.clone();
                args.push(named.map_or(Ty::UNKNOWN, |ty| self.types.read_type(&ty, &generics)));
                continue;
            }
            let constant = ConstExpr::from_ast(*value);
            let computed = constant.evaluate(&|_| None);
            if computed.is_err() && type_of_expr(*value).is_some() {
                let diagnostic = Diagnostic::error("E1002", arguments.open_range())
                    .with_arg("expected", "@constant")
                    .with_arg("found", value.text());
                self.report(Stage::Types, diagnostic);
                return Vec::new();
            }
            args.push(match computed {
                Ok(ConstValue::Int(value)) => self.types.add(Kind::Const(value)),
                _ => Ty::UNKNOWN,
            });
            known.push((param.name.clone(), constant));
        }
        for condition in &record.asserts {
            self.check_assertion(condition, &known, arguments.open_range());
        }
        args
    }

    fn check_assertion(
        &mut self,
        condition: &Condition,
        known: &[(Box<str>, ConstExpr)],
        range: clew_text::TextRange,
    ) {
        let value_of = |name: &str| {
            let (_, expr) = known.iter().find(|(param, _)| **param == *name)?;
            expr.evaluate(&|_| None).ok()
        };
        if condition.expr.evaluate(&value_of) != Ok(ConstValue::Bool(false)) {
            return;
        }
        let words: Vec<&str> =
            condition.text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let used: Vec<_> = known.iter().filter(|(name, _)| words.contains(&&**name)).collect();
        let names: Vec<&str> = used.iter().map(|(name, _)| &**name).collect();
        let shown: Vec<String> = used.iter().map(|(_, expr)| show(expr)).collect();
        let diagnostic = Diagnostic::error("E1062", range)
            .with_arg("constraint", &*condition.text)
            .with_arg("var", names.join(", "))
            .with_arg("value", shown.join(", "));
        self.report(Stage::Types, diagnostic);
    }
}

impl RefinementArg {
    fn value(self) -> Option<ConstExpr> {
        match self {
            RefinementArg::Value(expr) => Some(expr),
            RefinementArg::Negative(value) => Some(ConstExpr::Int(value)),
            RefinementArg::NotConstant => None,
        }
    }
}

fn value_of(values: &[(&str, &ConstExpr)], name: &str) -> Option<ConstValue> {
    let (_, expr) = values.iter().find(|(param, _)| *param == name)?;
    expr.evaluate(&|_| None).ok()
}

fn is_false(condition: &Condition, values: &[(&str, &ConstExpr)]) -> bool {
    let found = condition.expr.evaluate(&|name| value_of(values, name));
    found == Ok(ConstValue::Bool(false))
}

fn is_false_for(values: &[(&str, &ConstExpr)]) -> String {
    format!("@is_false:{}", describe(values))
}

fn broken(condition: &Condition, range: clew_text::TextRange, reason: String) -> Diagnostic {
    Diagnostic::error("E4018", range)
        .with_arg("constraint", &*condition.text)
        .with_arg("counterexample", reason)
}

fn refinement_arg(arg: TypeArg<'_>) -> RefinementArg {
    match arg.ty() {
        Some(Type::LiteralType(literal)) => {
            match crate::modules::lower_type(Type::LiteralType(literal)) {
                TypeExpr::Int(value) if value < 0 => RefinementArg::Negative(value),
                TypeExpr::Int(value) => RefinementArg::Value(ConstExpr::Int(value)),
                _ => RefinementArg::NotConstant,
            }
        }
        Some(Type::NamedType(named)) if named.arg_list().is_none() => {
            RefinementArg::Value(ConstExpr::Name(named.text().into()))
        }
        Some(Type::ParenType(paren)) => match paren.inner() {
            Some(Type::NamedType(named)) if named.arg_list().is_none() => {
                RefinementArg::Value(ConstExpr::Name(named.text().into()))
            }
            _ => RefinementArg::NotConstant,
        },
        Some(Type::ExprType(expr)) => match expr.expr() {
            Some(expr) => RefinementArg::Value(ConstExpr::from_ast(expr)),
            None => RefinementArg::NotConstant,
        },
        _ => RefinementArg::NotConstant,
    }
}

fn describe(values: &[(&str, &ConstExpr)]) -> String {
    let parts = values.iter().map(|(name, expr)| format!("{name} = {}", show(expr)));
    parts.collect::<Vec<_>>().join(", ")
}

fn show(expr: &ConstExpr) -> String {
    match expr.evaluate(&|_| None) {
        Ok(ConstValue::Int(value)) => value.to_string(),
        Ok(ConstValue::Bool(value)) => value.to_string(),
        Err(_) => match expr {
            ConstExpr::Name(name) => name.to_string(),
            _ => "?".to_owned(),
        },
    }
}
