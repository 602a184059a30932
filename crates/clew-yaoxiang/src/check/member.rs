//! Members: fields, methods and the items of modules.

use std::sync::Arc;

use super::env::Global;
use super::ty::{Kind, Symbol, Ty};
use super::{Checker, ResolvedModule, Stage};
use crate::diagnostic::Diagnostic;
use crate::modules::{FnSig, std_short_name};
use crate::syntax::ast::{AstNode, Expr, FieldExpr, Name};

/// What a member access means.
pub(super) enum Member {
    /// An item of a module, with its name.
    Global(Global, Box<str>),
    /// A method with its whole parameter list.
    Method(Arc<FnSig>),
    /// A field, or something unknown.
    Value(Ty),
}

impl<'tree> Checker<'tree> {
    pub(super) fn infer_field(&mut self, field: FieldExpr<'tree>) -> Ty {
        match self.member(field) {
            Member::Global(global, _) => self.global_type(global),
            Member::Method(sig) => self.instantiate(&sig),
            Member::Value(ty) => ty,
        }
    }

    pub(super) fn member(&mut self, field: FieldExpr<'tree>) -> Member {
        let receiver = self.infer_optional(field.receiver());
        let Some(name) = field.name() else { return Member::Value(Ty::UNKNOWN) };
        let base = self.types.peel(receiver);
        self.receivers.push((name.range(), base));
        match self.types.kind(base).clone() {
            Kind::Module(index) => self.module_member(index, name),
            Kind::Named(symbol, args) => self.named_member(symbol, &args, base, name),
            Kind::Meta(symbol) => self.type_member(symbol, name),
            Kind::Unknown | Kind::Const(_) => Member::Value(Ty::UNKNOWN),
            Kind::Prim(_) if name.text() == "to_string" => {
                let text = self.types.add(Kind::Fn(Vec::new(), Ty::STRING));
                Member::Value(text)
            }
            Kind::Prim(_)
            | Kind::Var(_)
            | Kind::Tuple(_)
            | Kind::Fn(..)
            | Kind::Pointer(_)
            | Kind::Ref(..) => self.no_members(base, name),
        }
    }

    fn module_member(&mut self, index: u32, name: Name<'tree>) -> Member {
        let Some(record) = self.env.modules.get(index as usize).cloned() else {
            return Member::Value(Ty::UNKNOWN);
        };
        let text = name.text();
        match self.env.module_item(&record.module, text, &mut self.types) {
            Some(global) => Member::Global(global, text.into()),
            None => self.no_such_member(&record.name, name),
        }
    }

    fn named_member(&mut self, symbol: Symbol, args: &[Ty], base: Ty, name: Name<'tree>) -> Member {
        if let Some(ty) = self.field_of(symbol, args, name.text()) {
            return Member::Value(ty);
        }
        if let Some(sig) = self.env.method(symbol, name.text()) {
            return Member::Method(sig);
        }
        let owner = self.types.name(symbol).to_owned();
        if let Some(record) = self.record_of(symbol) {
            if record.bound.iter().any(|bound| **bound == *name.text()) {
                return Member::Value(Ty::UNKNOWN);
            }
            return self.no_such_member(&owner, name);
        }
        if self.env.type_def(symbol).is_none() && is_container(&owner) {
            return self.no_members(base, name);
        }
        Member::Value(Ty::UNKNOWN)
    }

    /// The type of the field of a record type with these arguments.
    pub(super) fn field_of(&mut self, symbol: Symbol, args: &[Ty], name: &str) -> Option<Ty> {
        let record = self.record_of(symbol)?;
        let field = record.fields.iter().find(|field| *field.name == *name)?;
        let ty = field.ty.clone();
        Some(self.field_type(&record, &ty, args))
    }

    fn type_member(&mut self, symbol: Symbol, name: Name<'tree>) -> Member {
        if let Some(sig) = self.env.method(symbol, name.text()) {
            return Member::Global(Global::Function(sig), name.text().into());
        }
        let owner = self.types.name(symbol).to_owned();
        match self.record_of(symbol) {
            Some(record) if record.bound.is_empty() => self.no_such_member(&owner, name),
            _ => Member::Value(Ty::UNKNOWN),
        }
    }

    fn no_such_member(&mut self, owner: &str, name: Name<'tree>) -> Member {
        let diagnostic = Diagnostic::error("E1042", name.range())
            .with_arg("field", name.text())
            .with_arg("struct", owner);
        self.report(Stage::Types, diagnostic);
        Member::Value(Ty::UNKNOWN)
    }

    fn no_members(&mut self, base: Ty, name: Name<'tree>) -> Member {
        let diagnostic =
            Diagnostic::error("E1053", name.range()).with_arg("type", self.types.display(base));
        self.report(Stage::Types, diagnostic);
        Member::Value(Ty::UNKNOWN)
    }

    /// A statement or value that is nothing but the function of a module: no
    /// code can be made for it, and a call was probably meant.
    pub(super) fn check_unused_member(&mut self, expr: Expr<'tree>, ty: Ty) {
        let Expr::FieldExpr(field) = expr else { return };
        let Some(Expr::NameRef(module)) = field.receiver() else { return };
        if !matches!(self.types.kind(ty), Kind::Fn(..)) || std_short_name(module.text()).is_some() {
            return;
        }
        let is_module = match self.env.global(module.text(), &mut self.types) {
            Some(Global::Module(index)) => self
                .env
                .modules
                .get(index as usize)
                .is_some_and(|record| !matches!(record.module, ResolvedModule::Unknown)),
            _ => false,
        };
        if is_module && self.scopes.find(module.text()).is_none() {
            let message = format!("@bad_member:{}", field.text());
            let diagnostic =
                Diagnostic::error("E3005", module.range()).with_arg("message", message);
            self.report(Stage::Codegen, diagnostic);
        }
    }
}

fn is_container(name: &str) -> bool {
    matches!(
        name,
        "List" | "Dict" | "Set" | "Range" | "Option" | "Result" | "Weak" | "Array" | "Error"
    )
}
