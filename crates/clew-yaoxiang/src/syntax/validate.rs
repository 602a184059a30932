//! Rules that need a finished declaration: the parameters of a lambda against
//! the signature that it belongs to.

use super::ast::{AstNode, Binding, Expr, LambdaExpr, Param, Signature, Type};
use super::tree::SyntaxTree;
use crate::diagnostic::Diagnostic;

/// Reports lambdas whose parameters do not fit their signature, in order.
pub(super) fn validate(tree: &SyntaxTree) -> Vec<Diagnostic> {
    tree.elements().filter_map(Binding::cast).filter_map(check_binding).collect()
}

fn check_binding(binding: Binding<'_>) -> Option<Diagnostic> {
    let Some(Type::Signature(signature)) = binding.ty() else { return None };
    let Some(Expr::LambdaExpr(lambda)) = binding.value() else { return None };
    let params: Vec<_> = lambda.params()?.params().collect();
    let groups = groups(signature);
    let all: Vec<_> = groups.iter().flatten().copied().collect();
    let last = groups.last()?;
    let candidates = [last.clone(), values(last), all.clone(), values(&all)];
    if candidates.iter().any(|declared| fits(declared, &params)) {
        return None;
    }
    Some(mismatch(lambda, last, &params))
}

/// The parameters of a signature, one list for each curried group.
fn groups(signature: Signature<'_>) -> Vec<Vec<Param<'_>>> {
    let mut groups = Vec::new();
    let mut next = Some(signature);
    while let Some(signature) = next {
        groups.push(signature.params().map(|list| list.params().collect()).unwrap_or_default());
        next = match signature.result() {
            Some(Type::Signature(inner)) => Some(inner),
            _ => None,
        };
    }
    groups
}

/// The parameters that are no type parameters.
fn values<'tree>(params: &[Param<'tree>]) -> Vec<Param<'tree>> {
    let is_type = |param: &Param<'_>| param.ty().is_some_and(|ty| ty.text() == "Type");
    params.iter().copied().filter(|param| !is_type(param)).collect()
}

/// Same number and same names. A parameter that is only a type has no name,
/// and a single parameter may be called anything.
fn fits(declared: &[Param<'_>], given: &[Param<'_>]) -> bool {
    if declared.len() == 1 && given.len() == 1 {
        return true;
    }
    declared.len() == given.len()
        && declared
            .iter()
            .zip(given)
            .all(|(declared, given)| declared.ty().is_none() || name(*declared) == name(*given))
}

fn name(param: Param<'_>) -> &str {
    param.name().map_or("", AstNode::text)
}

fn mismatch(lambda: LambdaExpr<'_>, declared: &[Param<'_>], given: &[Param<'_>]) -> Diagnostic {
    let declared_as_many = declared.len() == given.len();
    let range = lambda.params().map_or(lambda.range(), AstNode::range);
    let error = |range, reason| Diagnostic::error("E0012", range).with_arg("reason", reason);
    let mut pairs = declared.iter().zip(given);
    let wrong = pairs.find(|(a, b)| a.ty().is_some() && name(**a) != name(**b));
    match wrong {
        Some((declared, given)) if declared_as_many => {
            error(given.range(), format!("@lambda_parameter_name:{}", name(*declared)))
        }
        _ => {
            let names: Vec<_> = declared.iter().map(|param| name(*param)).collect();
            error(range, format!("@lambda_parameter_count:{}", names.join(", ")))
        }
    }
}
