//! Patterns of match arms: names, literals and shapes against the subject.

use super::Checker;
use super::env::Global;
use super::scope::{LocalKind, Mutability};
use super::span::expr_range;
use super::ty::{Kind, Prim, Symbol, Ty};
use crate::diagnostic::Diagnostic;
use crate::stack::with_room;
use crate::syntax::ast::{AstNode, CtorPat, Name, OrPat, Pattern, RecordPat, TuplePat};

use super::Stage;

/// Constructors of the built-in `Option` and `Result`: their type, and which
/// of its arguments they hold.
const BUILT_IN: [(&str, &str, Option<usize>); 8] = [
    ("some", "Option", Some(0)),
    ("Some", "Option", Some(0)),
    ("none", "Option", None),
    ("None", "Option", None),
    ("ok", "Result", Some(0)),
    ("Ok", "Result", Some(0)),
    ("err", "Result", Some(1)),
    ("Err", "Result", Some(1)),
];

impl<'tree> Checker<'tree> {
    /// Declares the names of a pattern and compares it with the subject.
    pub(super) fn check_pattern(&mut self, pattern: Pattern<'tree>, subject: Ty) {
        let mut names = Vec::new();
        self.read_pattern(pattern, subject, &mut names);
        for (name, ty) in names {
            self.declare_name(name, ty, Mutability::Immutable);
        }
    }

    /// Compares a pattern with the subject and collects the names it binds.
    fn read_pattern(
        &mut self,
        pattern: Pattern<'tree>,
        subject: Ty,
        names: &mut Vec<(Name<'tree>, Ty)>,
    ) {
        with_room(|| match pattern {
            Pattern::WildcardPat(_) => {}
            Pattern::BindPat(bind) => names.extend(bind.name().map(|name| (name, subject))),
            Pattern::LiteralPat(literal) => {
                if let Some(expr) = literal.expr() {
                    self.compare_literal(expr, subject);
                }
            }
            Pattern::RangePat(range) => {
                for bound in [range.from(), range.to()].into_iter().flatten() {
                    self.compare_literal(bound, subject);
                }
            }
            Pattern::TuplePat(tuple) => self.read_tuple_pattern(tuple, subject, names),
            Pattern::RecordPat(record) => self.read_record_pattern(record, subject, names),
            Pattern::CtorPat(ctor) => self.read_ctor_pattern(ctor, subject, names),
            Pattern::OrPat(either) => self.read_alternatives(either, subject, names),
        });
    }

    fn compare_literal(&mut self, expr: crate::syntax::ast::Expr<'tree>, subject: Ty) {
        let found = self.infer(expr, None);
        let subject = self.types.peel(subject);
        if !self.types.unify(subject, found) {
            self.mismatch(expr_range(expr), subject, found);
        }
    }

    fn read_tuple_pattern(
        &mut self,
        tuple: TuplePat<'tree>,
        subject: Ty,
        names: &mut Vec<(Name<'tree>, Ty)>,
    ) {
        let items: Vec<_> = tuple.items().collect();
        let base = self.types.peel(subject);
        let known = match self.types.kind(base).clone() {
            Kind::Tuple(types) if types.len() == items.len() => Some(types),
            _ => None,
        };
        if known.is_none() && self.is_settled(base) {
            let vars = items.iter().map(|_| self.types.var()).collect();
            let found = self.types.add(Kind::Tuple(vars));
            self.mismatch(tuple.range(), base, found);
        }
        for (index, item) in items.into_iter().enumerate() {
            let ty = known.as_ref().map_or(Ty::UNKNOWN, |types| types[index]);
            self.read_pattern(item, ty, names);
        }
    }

    /// `{ a, b }`: each name is a field of the subject.
    fn read_record_pattern(
        &mut self,
        record: RecordPat<'tree>,
        subject: Ty,
        names: &mut Vec<(Name<'tree>, Ty)>,
    ) {
        self.note_field_patterns(record, subject);
        let base = self.types.peel(subject);
        let owner = match self.types.kind(base).clone() {
            Kind::Named(symbol, args) if self.record_of(symbol).is_some() => Some((symbol, args)),
            _ => None,
        };
        if owner.is_none() && self.is_settled(base) {
            let diagnostic = Diagnostic::error("E1002", record.range())
                .with_arg("expected", self.types.display(base))
                .with_arg("found", shape(record));
            self.report(Stage::Types, diagnostic);
        }
        for item in record.items() {
            let ty = match (&owner, item) {
                (Some((symbol, args)), Pattern::BindPat(bind)) => bind
                    .name()
                    .map_or(Ty::UNKNOWN, |name| self.field_in_pattern(*symbol, args, name)),
                _ => Ty::UNKNOWN,
            };
            self.read_pattern(item, ty, names);
        }
    }

    fn field_in_pattern(&mut self, symbol: Symbol, args: &[Ty], name: Name<'tree>) -> Ty {
        if let Some(ty) = self.field_of(symbol, args, name.text()) {
            return ty;
        }
        let owner = self.types.name(symbol).to_owned();
        let diagnostic = Diagnostic::error("E1042", name.range())
            .with_arg("field", name.text())
            .with_arg("struct", owner);
        self.report(Stage::Types, diagnostic);
        Ty::UNKNOWN
    }

    /// `some(p)`, `P(p, q)`: the constructor must be one of the subject's type.
    fn read_ctor_pattern(
        &mut self,
        ctor: CtorPat<'tree>,
        subject: Ty,
        names: &mut Vec<(Name<'tree>, Ty)>,
    ) {
        let items: Vec<_> = ctor.items().collect();
        let types = ctor.name().and_then(|name| self.parts_of_ctor(name, &items, subject));
        for (index, item) in items.into_iter().enumerate() {
            let ty = types.as_ref().and_then(|types| types.get(index).copied());
            self.read_pattern(item, ty.unwrap_or(Ty::UNKNOWN), names);
        }
    }

    /// The types of what a constructor holds, where they are known.
    fn parts_of_ctor(
        &mut self,
        name: Name<'tree>,
        items: &[Pattern<'tree>],
        subject: Ty,
    ) -> Option<Vec<Ty>> {
        let base = self.types.peel(subject);
        let text = name.text();
        if let Some(Global::Type(symbol)) = self.global_type_name(text) {
            let record = self.record_of(symbol)?;
            let args: Vec<Ty> = record.def().params.iter().map(|_| self.types.var()).collect();
            let made = self.types.named_symbol(symbol, args.clone());
            if !self.types.unify(base, made) {
                self.mismatch(name.range(), base, made);
                return None;
            }
            let types: Vec<Ty> = record
                .fields
                .iter()
                .map(|field| self.field_type(&record, &field.ty, &args))
                .collect();
            if types.len() != items.len() {
                let diagnostic = Diagnostic::error("E1010", name.range())
                    .with_arg("func", text)
                    .with_arg("expected", types.len().to_string())
                    .with_arg("found", items.len().to_string());
                self.report(Stage::Types, diagnostic);
            }
            return Some(types);
        }
        let Some((_, owner, held)) = BUILT_IN.iter().find(|(ctor, ..)| *ctor == text) else {
            let known = self.scopes.find(text).is_some()
                || self.env.global(text, &mut self.types).is_some();
            if !known {
                let diagnostic = Diagnostic::error("E1001", name.range()).with_arg("name", text);
                self.report(Stage::Types, diagnostic);
            } else if self.is_settled(base) && !self.is_container(base) {
                let made = self.types.named(text, Vec::new());
                self.mismatch(name.range(), base, made);
            }
            return None;
        };
        if self.types.as_named(base).is_none_or(|(name, _)| name != *owner) {
            if self.is_settled(base) {
                let made =
                    self.types.read_type(&crate::modules::TypeExpr::name(owner), &Vec::new());
                self.mismatch(name.range(), base, made);
            }
            return None;
        }
        let (_, args) = self.types.as_named(base)?;
        Some(held.and_then(|index| args.get(index).copied()).into_iter().collect())
    }

    fn global_type_name(&mut self, text: &str) -> Option<Global> {
        match self.scopes.find(text) {
            None => self.env.global(text, &mut self.types),
            Some(found) => match &self.scopes.get(found.id()).kind {
                LocalKind::Import(global) => Some(global.clone()),
                _ => None,
            },
        }
    }

    /// Only what every alternative binds is bound.
    fn read_alternatives(
        &mut self,
        either: OrPat<'tree>,
        subject: Ty,
        names: &mut Vec<(Name<'tree>, Ty)>,
    ) {
        let mut common: Option<Vec<(Name<'tree>, Ty)>> = None;
        for item in either.items() {
            let mut bound = Vec::new();
            self.read_pattern(item, subject, &mut bound);
            common = Some(match common {
                None => bound,
                Some(mut kept) => {
                    kept.retain(|(name, _)| bound.iter().any(|(it, _)| it.text() == name.text()));
                    kept
                }
            });
        }
        names.extend(common.into_iter().flatten());
    }

    /// Whether it is known for sure what values of this type look like.
    fn is_settled(&self, base: Ty) -> bool {
        match self.types.kind(base) {
            Kind::Prim(prim) => *prim != Prim::Never,
            Kind::Tuple(_) | Kind::Fn(..) => true,
            Kind::Named(symbol, _) => self.record_of(*symbol).is_some() || self.is_container(base),
            _ => false,
        }
    }

    fn is_container(&self, base: Ty) -> bool {
        let Kind::Named(symbol, _) = self.types.kind(base) else { return false };
        self.env.type_def(*symbol).is_none()
            && matches!(
                self.types.name(*symbol),
                "List" | "Dict" | "Set" | "Range" | "Option" | "Result"
            )
    }
}

/// A record pattern as messages show it.
fn shape(record: RecordPat<'_>) -> String {
    let names: Vec<&str> = record.items().map(|item| item.text()).collect();
    format!("{{ {} }}", names.join(", "))
}
