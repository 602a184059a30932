//! From type nodes of a tree to [`TypeExpr`]s and signatures.

use super::const_expr::parse_int;
use super::type_expr::{Borrow, FnSig, Need, ParamSig, TypeExpr};
use crate::stack::with_room;
use crate::syntax::ast::{AstNode, Expr, Param, ParamList, Signature, Type, TypeArg};

/// Primitive types whose parameters are constants in a type's head.
const PRIMITIVES: [&str; 6] = ["Int", "Float", "Bool", "Char", "String", "Bytes"];

/// The type that a node writes.
pub(crate) fn lower_type(ty: Type<'_>) -> TypeExpr {
    with_room(|| lower(ty))
}

fn lower(ty: Type<'_>) -> TypeExpr {
    let boxed = |inner: Option<Type<'_>>| Box::new(inner.map_or(TypeExpr::Any, lower_type));
    match ty {
        Type::NamedType(named) => {
            let Some(name) = named.name() else { return TypeExpr::Any };
            let args = named.arg_list().map(|list| list.args().map(lower_arg).collect());
            TypeExpr::Name(name.text().into(), args.unwrap_or_default())
        }
        Type::PointerType(pointer) => TypeExpr::Pointer(boxed(pointer.target())),
        Type::RefType(reference) => {
            let borrow = if reference.is_mut() { Borrow::Exclusive } else { Borrow::Shared };
            TypeExpr::Ref(boxed(reference.target()), borrow)
        }
        Type::ParenType(paren) => paren.inner().map_or(TypeExpr::Any, lower_type),
        Type::TupleType(tuple) => TypeExpr::Tuple(tuple.items().map(lower_arg).collect()),
        Type::FnType(function) => {
            let params = function.params().map(lower_arg).collect();
            TypeExpr::Fn(params, boxed(function.result()))
        }
        Type::Signature(signature) => {
            let params = signature.params().map(|list| {
                list.params().map(|param| param.ty().map_or(TypeExpr::Any, lower_type)).collect()
            });
            TypeExpr::Fn(params.unwrap_or_default(), boxed(signature.result()))
        }
        Type::LiteralType(literal) => {
            let text: String = literal.text().split_whitespace().collect();
            let (negative, digits) = match text.strip_prefix('-') {
                Some(digits) => (true, digits),
                None => (false, text.as_str()),
            };
            match parse_int(digits) {
                Some(value) => TypeExpr::Int(if negative { -value } else { value }),
                None => TypeExpr::Any,
            }
        }
        Type::ExprType(_) | Type::RecordType(_) => TypeExpr::Any,
    }
}

fn lower_arg(arg: TypeArg<'_>) -> TypeExpr {
    arg.ty().map_or(TypeExpr::Any, lower_type)
}

/// The type that an expression names when it stands where a type is given as
/// an argument, such as the `List(Int)` of `Ring(List(Int), 8)`.
pub(crate) fn type_of_expr(expr: Expr<'_>) -> Option<TypeExpr> {
    with_room(|| match expr {
        Expr::NameRef(name) => Some(TypeExpr::name(name.text())),
        Expr::ParenExpr(paren) => type_of_expr(paren.expr()?),
        Expr::CallExpr(call) => {
            let TypeExpr::Name(name, _) = type_of_expr(call.callee()?)? else { return None };
            let args = call.arg_list()?.args().map(|arg| type_of_expr(arg.value()?));
            Some(TypeExpr::Name(name, args.collect::<Option<_>>()?))
        }
        _ => None,
    })
}

/// Whether a parameter stands for a type: `T: Type`, `T: Clone + Debug`.
pub(crate) fn is_type_param(param: Param<'_>) -> bool {
    match param.ty() {
        Some(Type::NamedType(named)) => {
            let name = named.name().map_or("", |name| name.text());
            name == "Type" || TRAITS.contains(&name)
        }
        _ => false,
    }
}

/// Whether a parameter of a type's head is a compile-time constant.
pub(super) fn is_const_param(param: Param<'_>) -> bool {
    match param.ty() {
        Some(Type::NamedType(named)) => {
            named.name().is_some_and(|name| PRIMITIVES.contains(&name.text()))
        }
        _ => false,
    }
}

/// Traits known by name.
const TRAITS: [&str; 14] = [
    "Clone", "Dup", "Copy", "Equal", "Eq", "Debug", "Display", "Hash", "Ord", "Iterator",
    "Iterable", "Send", "Sync", "Default",
];

/// The signature that a node writes: its groups, with a first group of type
/// parameters taken apart.
pub(crate) fn lower_signature(signature: Signature<'_>) -> FnSig {
    let mut type_params = Vec::new();
    let mut groups = Vec::new();
    let mut current = signature;
    loop {
        let params: Vec<Param<'_>> =
            current.params().map(|list| list.params().collect()).unwrap_or_default();
        let next = match current.result() {
            Some(Type::Signature(next)) => Some(next),
            _ => None,
        };
        let all_types = !params.is_empty() && params.iter().all(|param| is_type_param(*param));
        for param in params.iter().filter(|param| is_type_param(**param)) {
            type_params.extend(param.name().map(|name| Box::from(name.text())));
        }
        if !(groups.is_empty() && all_types && next.is_some()) {
            groups.push(params.into_iter().map(lower_param).collect());
        }
        match next {
            Some(next) => current = next,
            None => break,
        }
    }
    let result = current.result().map_or(TypeExpr::Any, lower_type);
    let mut sig = FnSig { type_params, groups, result };
    free_value_names(&mut sig);
    sig
}

fn lower_param(param: Param<'_>) -> ParamSig {
    let name = param.name().map_or("", |name| name.text());
    let ty = match param.ty() {
        Some(_) if is_type_param(param) => TypeExpr::Any,
        Some(ty) => lower_type(ty),
        None => TypeExpr::Any,
    };
    ParamSig { name: name.into(), ty, need: Need::Required }
}

/// A value parameter used as a type (`(N: Int) -> (n: N)`) makes a const
/// generic: such a type says nothing about values.
fn free_value_names(sig: &mut FnSig) {
    let names: Vec<Box<str>> = sig.all_params().map(|param| param.name.clone()).collect();
    let groups = sig.groups.iter_mut().flatten().map(|param| &mut param.ty);
    for ty in groups.chain([&mut sig.result]) {
        if let TypeExpr::Name(name, args) = ty
            && args.is_empty()
            && names.contains(name)
        {
            *ty = TypeExpr::Any;
        }
    }
}

/// The parameters of a lambda as one group.
pub(super) fn lower_lambda_params(params: ParamList<'_>) -> Vec<ParamSig> {
    params.params().map(lower_param).collect()
}
