//! Refined types and the assertions of const-generic types.

use std::sync::Arc;

use super::call::Arguments;
use super::record::RecordRef;
use super::span::node_start;
use super::ty::Ty;
use super::{Checker, Stage};
use crate::diagnostic::Diagnostic;
use crate::modules::{
    Condition, ConstExpr, ConstFailure, ConstValue, TypeBody, TypeDef, TypeExpr, type_of_expr,
};
use crate::syntax::ast::{AstNode, NamedType, Type, TypeArg};

/// What a refinement's argument is.
enum RefinementArg {
    /// A value known while compiling.
    Value(ConstExpr),
    /// A negative literal, which is taken on trust.
    Trusted,
    /// No constant at all.
    NotConstant,
}

impl<'tree> Checker<'tree> {
    /// Checks an annotation with a refined type; gives the type of the
    /// variable if it is one.
    pub(super) fn check_refinement(&mut self, annotation: Type<'tree>) -> Option<Ty> {
        let Type::NamedType(named) = annotation else { return None };
        let symbol = self.types.symbol(named.name()?.text());
        let def = self.env.type_def(symbol)?;
        let TypeBody::Predicate(conditions) = &def.body else { return None };
        self.check_predicate(named, &def, conditions);
        Some(Ty::UNKNOWN)
    }

    fn check_predicate(
        &mut self,
        named: NamedType<'tree>,
        def: &Arc<TypeDef>,
        conditions: &[Condition],
    ) {
        let range = node_start(named.syntax());
        let name = named.name().map_or("", |name| name.text());
        let args: Vec<RefinementArg> =
            named.arg_list().into_iter().flat_map(|list| list.args()).map(refinement_arg).collect();
        if args.len() != def.params.len() {
            let diagnostic = Diagnostic::error("E1093", range)
                .with_arg("name", name)
                .with_arg("expected", def.params.len().to_string())
                .with_arg("found", args.len().to_string());
            self.report(Stage::Types, diagnostic);
            return;
        }
        if args.iter().any(|arg| matches!(arg, RefinementArg::NotConstant)) {
            let diagnostic = Diagnostic::error("E1092", range).with_arg("name", name);
            self.report(Stage::Types, diagnostic);
            return;
        }
        let mut values = Vec::new();
        for (param, arg) in def.params.iter().zip(&args) {
            let RefinementArg::Value(expr) = arg else { return };
            values.push((&*param.name, expr));
        }
        for condition in conditions {
            self.check_condition_holds(condition, &values, range);
        }
    }

    fn check_condition_holds(
        &mut self,
        condition: &Condition,
        values: &[(&str, &ConstExpr)],
        range: clew_text::TextRange,
    ) {
        let value_of = |name: &str| {
            let (_, expr) = values.iter().find(|(param, _)| *param == name)?;
            expr.evaluate(&|_| None).ok()
        };
        let reason = match condition.expr.evaluate(&value_of) {
            Ok(ConstValue::Bool(true)) => return,
            Ok(_) => format!("@is_false:{}", describe(values)),
            Err(ConstFailure::DivisionByZero) => "@division_by_zero".to_owned(),
            Err(ConstFailure::NotConstant(name)) => format!("@not_constant:{name}"),
            Err(ConstFailure::Unsupported) => format!("@not_constant:{}", condition.text),
        };
        let diagnostic = Diagnostic::error("E4018", range)
            .with_arg("constraint", &*condition.text)
            .with_arg("counterexample", reason);
        self.report(Stage::Refinement, diagnostic);
    }

    /// `Ring(Int, 8)`: the constants must satisfy the type's assertions.
    pub(super) fn choose_constants(&mut self, record: &RecordRef, arguments: &Arguments<'tree>) {
        let values: Vec<_> = arguments.values().collect();
        let mut known = Vec::new();
        for (param, value) in record.def().params.iter().zip(&values) {
            let Some(value) = value else { continue };
            if !param.is_const {
                continue;
            }
            let constant = ConstExpr::from_ast(*value);
            if constant.evaluate(&|_| None).is_err() && type_of_expr(*value).is_some() {
                let diagnostic = Diagnostic::error("E1002", arguments.open_range())
                    .with_arg("expected", "@constant")
                    .with_arg("found", value.text());
                self.report(Stage::Types, diagnostic);
                return;
            }
            known.push((param.name.clone(), constant));
        }
        for condition in &record.asserts {
            self.check_assertion(condition, &known, arguments.open_range());
        }
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

fn refinement_arg(arg: TypeArg<'_>) -> RefinementArg {
    match arg.ty() {
        Some(Type::LiteralType(literal)) => {
            match crate::modules::lower_type(Type::LiteralType(literal)) {
                TypeExpr::Int(value) if value < 0 => RefinementArg::Trusted,
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
