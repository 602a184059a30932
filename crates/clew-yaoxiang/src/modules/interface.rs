//! What a file offers to others: its types, functions, constants and methods,
//! as plain data. Two files with equal interfaces are interchangeable to those
//! who import them.

use std::collections::BTreeMap;

use super::const_expr::ConstExpr;
use super::lower_type::{is_const_param, is_type_param, lower_signature, lower_type};
use super::type_expr::{FnSig, TypeExpr};
use crate::syntax::SyntaxTree;
use crate::syntax::ast::{
    AstNode, Binding, Expr, Param, RecordField, RecordItem, RecordType, Signature, SourceFile,
    Stmt, Type, TypeArg,
};

/// The top-level bindings of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// Types by name.
    pub types: BTreeMap<Box<str>, TypeDef>,
    /// Functions by name.
    pub functions: BTreeMap<Box<str>, FnSig>,
    /// Values by name; `Any` where no type is written.
    pub constants: BTreeMap<Box<str>, TypeExpr>,
    /// Methods by type and name.
    pub methods: BTreeMap<(Box<str>, Box<str>), FnSig>,
}

/// A type defined in source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeDef {
    /// Parameters of the type's head.
    pub params: Vec<TypeParam>,
    /// What it is.
    pub body: TypeBody,
}

/// A parameter of a type's head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeParam {
    /// Its name.
    pub name: Box<str>,
    /// Whether it is a compile-time constant and not a type.
    pub is_const: bool,
}

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeBody {
    /// A record, which is also a constructor function.
    Record(Record),
    /// A refinement: conditions on the parameters, with their text.
    Predicate(Vec<Condition>),
    /// Another type under a new name.
    Alias(TypeExpr),
}

/// A condition with the text it is written as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The condition.
    pub expr: ConstExpr,
    /// Its source text.
    pub text: Box<str>,
}

/// The items of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Fields in order.
    pub fields: Vec<FieldDef>,
    /// Names of claimed interfaces.
    pub interfaces: Vec<Box<str>>,
    /// Functions bound inside the body, by name.
    pub bound: Vec<Box<str>>,
    /// Assertions on constant parameters.
    pub asserts: Vec<Condition>,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDef {
    /// Its name.
    pub name: Box<str>,
    /// Its type.
    pub ty: TypeExpr,
    /// Whether a constructor call may leave it out.
    pub has_default: bool,
}

impl Interface {
    /// The interface of a parsed file.
    pub fn of(tree: &SyntaxTree) -> Interface {
        let mut interface = Interface::default();
        if let Some(file) = SourceFile::cast(tree.root()) {
            for stmt in file.statements() {
                match stmt {
                    Stmt::Binding(binding) => interface.add_binding(binding),
                    Stmt::Destructure(destructure) => {
                        for name in destructure.names() {
                            interface.constants.insert(name.text().into(), TypeExpr::Any);
                        }
                    }
                    Stmt::UseStmt(_) | Stmt::ExprStmt(_) => {}
                }
            }
        }
        interface.add_pub_methods(tree);
        interface
    }

    fn add_binding(&mut self, binding: Binding<'_>) {
        match binding.target() {
            Some(Expr::NameRef(name)) => self.add_named(name.text(), binding),
            Some(Expr::FieldExpr(field)) => {
                let (Some(Expr::NameRef(owner)), Some(name)) = (field.receiver(), field.name())
                else {
                    return;
                };
                if let Some(Type::Signature(signature)) = binding.ty() {
                    let key = (owner.text().into(), name.text().into());
                    self.methods.insert(key, lower_signature(signature));
                }
            }
            _ => {}
        }
    }

    fn add_named(&mut self, name: &str, binding: Binding<'_>) {
        if let Some(def) = type_def(binding) {
            self.constants.remove(name);
            self.functions.remove(name);
            self.types.insert(name.into(), def);
            return;
        }
        if let Some(sig) = function_signature(binding) {
            self.types.remove(name);
            self.constants.remove(name);
            self.functions.insert(name.into(), sig);
            return;
        }
        if binding.ty().is_some() || binding.value().is_some() {
            let ty = binding.ty().map_or(TypeExpr::Any, lower_type);
            self.functions.remove(name);
            self.constants.insert(name.into(), ty);
        }
    }

    /// `pub f: (a: T, …)` is a method of `T` as well if `T` is of this file.
    fn add_pub_methods(&mut self, tree: &SyntaxTree) {
        let Some(file) = SourceFile::cast(tree.root()) else { return };
        for stmt in file.statements() {
            let Stmt::Binding(binding) = stmt else { continue };
            let (Some(owner), Some(Expr::NameRef(name))) =
                (method_owner(binding), binding.target())
            else {
                continue;
            };
            let Some(sig) = self.functions.get(name.text()) else { continue };
            if self.types.contains_key(&owner) {
                let sig = sig.clone();
                self.methods.entry((owner, name.text().into())).or_insert(sig);
            }
        }
    }

    /// Whether `name` can be imported.
    pub fn has(&self, name: &str) -> bool {
        self.types.contains_key(name)
            || self.functions.contains_key(name)
            || self.constants.contains_key(name)
    }

    /// Names that can be imported, in alphabetical order.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self
            .types
            .keys()
            .chain(self.functions.keys())
            .chain(self.constants.keys())
            .map(|name| &**name)
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// The type whose method a `pub` function is as well, if this file defines it:
/// that of its first parameter.
pub(crate) fn method_owner(binding: Binding<'_>) -> Option<Box<str>> {
    binding.pub_token()?;
    let sig = function_signature(binding)?;
    let owner = match &sig.first_group().first()?.ty {
        TypeExpr::Ref(inner, _) => base_name(inner),
        other => base_name(other),
    };
    owner.map(Box::from)
}

fn base_name(ty: &TypeExpr) -> Option<&str> {
    match ty {
        TypeExpr::Name(name, _) => Some(name),
        _ => None,
    }
}

/// The signature of a binding that defines a function.
pub fn function_signature(binding: Binding<'_>) -> Option<FnSig> {
    let sig = match binding.ty() {
        Some(Type::Signature(signature)) => lower_signature(signature),
        Some(_) => return None,
        None => match binding.value()? {
            Expr::Block(_) => {
                FnSig { type_params: Vec::new(), groups: vec![Vec::new()], result: TypeExpr::Any }
            }
            Expr::LambdaExpr(lambda) => {
                let params = lambda.params().map(super::lower_type::lower_lambda_params);
                FnSig {
                    type_params: Vec::new(),
                    groups: vec![params.unwrap_or_default()],
                    result: TypeExpr::Any,
                }
            }
            _ => return None,
        },
    };
    Some(sig)
}

/// The definition of a binding that defines a type.
pub fn type_def(binding: Binding<'_>) -> Option<TypeDef> {
    match binding.ty()? {
        Type::NamedType(named) if named.text() == "Type" => {
            let body = match binding.type_value()? {
                Type::RecordType(record) => record_body(record, &[]),
                other => TypeBody::Alias(lower_type(other)),
            };
            Some(TypeDef { params: Vec::new(), body })
        }
        Type::Signature(signature) if results_in_type(signature) => {
            let params: Vec<TypeParam> = signature
                .params()
                .map(|list| list.params().map(type_param).collect())
                .unwrap_or_default();
            let body = match binding.type_value()? {
                Type::RecordType(record) => record_body(record, &params),
                other => TypeBody::Alias(lower_type(other)),
            };
            Some(TypeDef { params, body })
        }
        _ => None,
    }
}

fn results_in_type(signature: Signature<'_>) -> bool {
    matches!(signature.result(), Some(Type::NamedType(named)) if named.text() == "Type")
}

fn type_param(param: Param<'_>) -> TypeParam {
    let name = param.name().map_or("", |name| name.text()).into();
    TypeParam { name, is_const: is_const_param(param) && !is_type_param(param) }
}

fn record_body(record: RecordType<'_>, params: &[TypeParam]) -> TypeBody {
    let items: Vec<RecordItem<'_>> = record.items().collect();
    let all_constraints = !items.is_empty()
        && items.iter().all(|item| matches!(item, RecordItem::RecordConstraint(_)));
    if all_constraints && !params.is_empty() {
        let conditions = items.iter().filter_map(|item| match item {
            RecordItem::RecordConstraint(constraint) => constraint.expr().map(condition),
            _ => None,
        });
        return TypeBody::Predicate(conditions.collect());
    }
    let mut body = Record::default();
    for item in items {
        match item {
            RecordItem::RecordField(field) => add_field(&mut body, field),
            RecordItem::RecordBinding(bound) => {
                body.bound.extend(bound.name().map(|name| Box::from(name.text())));
            }
            RecordItem::RecordAssert(assertion) => {
                if let Some(Expr::CallExpr(call)) = assertion.expr() {
                    let arg = call.arg_list().and_then(|list| list.args().next());
                    body.asserts.extend(arg.and_then(|arg| arg.value()).map(condition));
                }
            }
            RecordItem::RecordInterface(interface) => {
                body.interfaces.extend(interface.name().map(|name| Box::from(name.text())));
            }
            RecordItem::RecordConstraint(_) => {}
        }
    }
    TypeBody::Record(body)
}

fn add_field(body: &mut Record, field: RecordField<'_>) {
    let Some(name) = field.name() else { return };
    if field.positions().is_some() {
        body.bound.push(name.text().into());
        return;
    }
    if let Some(Type::NamedType(named)) = field.ty()
        && named.name().is_some_and(|name| name.text() == "Assert")
    {
        let arg = named.arg_list().and_then(|list| list.args().next());
        if let Some(TypeArg::ExprType(expr)) = arg {
            body.asserts.extend(expr.expr().map(condition));
        }
        return;
    }
    let ty = field.ty().map_or(TypeExpr::Any, lower_type);
    body.fields.push(FieldDef {
        name: name.text().into(),
        ty,
        has_default: field.default().is_some(),
    });
}

fn condition(expr: Expr<'_>) -> Condition {
    Condition { expr: ConstExpr::from_ast(expr), text: expr.text().into() }
}
