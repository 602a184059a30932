//! Reads the signatures of built-in functions, which are text.

use super::type_expr::{Borrow, FnSig, Need, ParamSig, TypeExpr};

/// Reads `(a: &T, ?b: U, ...rest) -> R`.
///
/// Single capital letters are type parameters. `None` for malformed text.
pub(super) fn parse_signature(text: &str) -> Option<FnSig> {
    let mut reader = Reader { rest: text };
    let params = reader.params()?;
    reader.expect("->")?;
    let result = reader.ty()?;
    let mut type_params = Vec::new();
    for ty in params.iter().map(|param| &param.ty).chain([&result]) {
        collect_type_params(ty, &mut type_params);
    }
    Some(FnSig { type_params, groups: vec![params], result })
}

/// Reads a type.
pub(super) fn parse_type(text: &str) -> Option<TypeExpr> {
    Reader { rest: text }.ty()
}

fn collect_type_params(ty: &TypeExpr, found: &mut Vec<Box<str>>) {
    match ty {
        TypeExpr::Name(name, args) => {
            let single = name.len() == 1 && name.as_bytes()[0].is_ascii_uppercase();
            if single && !found.contains(name) {
                found.push(name.clone());
            }
            args.iter().for_each(|arg| collect_type_params(arg, found));
        }
        TypeExpr::Ref(inner, _) | TypeExpr::Pointer(inner) => collect_type_params(inner, found),
        TypeExpr::Tuple(items) => items.iter().for_each(|item| collect_type_params(item, found)),
        TypeExpr::Fn(params, result) => {
            params.iter().for_each(|param| collect_type_params(param, found));
            collect_type_params(result, found);
        }
        TypeExpr::Int(_) | TypeExpr::Any => {}
    }
}

struct Reader<'text> {
    rest: &'text str,
}

impl<'text> Reader<'text> {
    fn eat(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, token: &str) -> Option<()> {
        self.eat(token).then_some(())
    }

    fn word(&mut self) -> Option<&'text str> {
        self.rest = self.rest.trim_start();
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let end = self.rest.find(|letter| !is_part(letter)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    fn params(&mut self) -> Option<Vec<ParamSig>> {
        self.expect("(")?;
        let mut params = Vec::new();
        while !self.eat(")") {
            let need = if self.eat("...") {
                Need::Variadic
            } else if self.eat("?") {
                Need::Optional
            } else {
                Need::Required
            };
            let name = self.word()?.into();
            let ty = if self.eat(":") { self.ty()? } else { TypeExpr::Any };
            params.push(ParamSig { name, ty, need });
            self.eat(",");
        }
        Some(params)
    }

    fn ty(&mut self) -> Option<TypeExpr> {
        if self.eat("&mut") {
            return Some(TypeExpr::Ref(Box::new(self.ty()?), Borrow::Exclusive));
        }
        if self.eat("&") {
            return Some(TypeExpr::Ref(Box::new(self.ty()?), Borrow::Shared));
        }
        if self.rest.trim_start().starts_with('(') {
            let params = self.params()?.into_iter().map(|param| param.ty).collect();
            self.expect("->")?;
            return Some(TypeExpr::Fn(params, Box::new(self.ty()?)));
        }
        let name = self.word()?;
        if name == "Any" {
            return Some(TypeExpr::Any);
        }
        let mut args = Vec::new();
        if self.eat("(") {
            while !self.eat(")") {
                args.push(self.ty()?);
                self.eat(",");
            }
        }
        Some(TypeExpr::Name(name.into(), args))
    }
}
