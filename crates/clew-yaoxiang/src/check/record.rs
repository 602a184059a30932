//! Records: construction and what they are made of.

use std::sync::Arc;

use super::call::Arguments;
use super::ty::{Generics, Kind, Symbol, Ty};
use super::{ArgMode, Checker, Stage};
use crate::diagnostic::Diagnostic;
use crate::modules::{Borrow, Record, TypeBody, TypeDef, TypeExpr};

/// The parts of a record's definition that checks ask for.
#[derive(Clone)]
pub(super) struct RecordRef(Arc<TypeDef>);

impl std::ops::Deref for RecordRef {
    type Target = Record;

    fn deref(&self) -> &Record {
        static EMPTY: std::sync::LazyLock<Record> = std::sync::LazyLock::new(Record::default);
        match &self.0.body {
            TypeBody::Record(record) => record,
            _ => &EMPTY,
        }
    }
}

impl RecordRef {
    /// The definition around the record.
    pub(super) fn def(&self) -> &TypeDef {
        &self.0
    }
}

impl<'tree> Checker<'tree> {
    /// The record that a type name stands for.
    pub(super) fn record_of(&self, symbol: Symbol) -> Option<RecordRef> {
        let def = self.env.type_def(symbol)?;
        matches!(def.body, TypeBody::Record(_)).then_some(RecordRef(def))
    }

    /// A call of a type's name: construction, or choice of constants.
    ///
    /// The reference does not look at the types of the arguments, so findings
    /// about them are warnings; what is expected of the result counts first.
    pub(super) fn construct(
        &mut self,
        symbol: Symbol,
        arguments: &Arguments<'tree>,
        expected: Option<Ty>,
    ) -> Ty {
        let Some(record) = self.record_of(symbol) else {
            self.infer_arguments(arguments);
            return Ty::UNKNOWN;
        };
        let types = self.infer_arguments(arguments);
        let params = &record.def().params;
        if params.iter().any(|param| param.is_const) && params.len() == types.len() {
            let args = self.choose_constants(&record, arguments);
            return self.types.named_symbol(symbol, args);
        }
        self.check_fields_given(symbol, &record, arguments);
        let generics = self.fresh_params(record.def());
        let args = generics.iter().map(|(_, ty)| *ty).collect();
        let result = self.types.named_symbol(symbol, args);
        if let Some(expected) = expected {
            self.types.unify(expected, result);
        }
        let modes: Vec<ArgMode> = record.fields.iter().map(|field| field_mode(&field.ty)).collect();
        self.record_modes(arguments, modes);
        if !arguments.has_names() && arguments.len() <= record.fields.len() {
            self.compare_fields(&record, arguments, &types, &generics);
        }
        result
    }

    /// Compares arguments with the fields they are for.
    fn compare_fields(
        &mut self,
        record: &RecordRef,
        arguments: &Arguments<'tree>,
        types: &[Ty],
        generics: &Generics,
    ) {
        let mut misfit = None;
        for (field, given) in record.fields.iter().zip(types) {
            let wanted = self.types.read_type(&field.ty, generics);
            if !self.assignable(wanted, *given) && !self.is_opaque(wanted) && misfit.is_none() {
                misfit = Some((wanted, *given));
            }
        }
        if let Some((wanted, given)) = misfit {
            self.odd_argument(arguments, wanted, given);
        }
    }

    /// A named type that nothing defines.
    fn is_opaque(&self, ty: Ty) -> bool {
        match self.types.kind(ty) {
            Kind::Named(symbol, args) => args.is_empty() && self.env.type_def(*symbol).is_none(),
            _ => false,
        }
    }

    /// A fresh type for each parameter of a type's head.
    fn fresh_params(&mut self, def: &TypeDef) -> Generics {
        def.params.iter().map(|param| (param.name.clone(), self.types.var())).collect()
    }

    /// The type of a field in a record type with these arguments.
    pub(super) fn field_type(&mut self, record: &RecordRef, ty: &TypeExpr, args: &[Ty]) -> Ty {
        let params = &record.def().params;
        let generics: Generics = params
            .iter()
            .enumerate()
            .map(|(index, param)| {
                let ty = args.get(index).copied().unwrap_or(Ty::UNKNOWN);
                (param.name.clone(), ty)
            })
            .collect();
        self.types.read_type(ty, &generics)
    }

    fn check_fields_given(
        &mut self,
        symbol: Symbol,
        record: &RecordRef,
        arguments: &Arguments<'tree>,
    ) {
        let name = self.types.name(symbol).to_owned();
        let required = record.fields.iter().filter(|field| !field.has_default);
        if arguments.has_names() {
            let missing = required
                .filter(|field| !arguments.names().any(|given| *given == *field.name))
                .map(|field| field.name.clone())
                .next();
            if let Some(missing) = missing {
                let diagnostic = Diagnostic::error("E1002", arguments.open_range())
                    .with_arg("expected", format!("@missing_field:{missing}"))
                    .with_arg("found", "@nothing");
                self.report(Stage::Types, diagnostic);
            }
            return;
        }
        let (least, most, given) = (required.count(), record.fields.len(), arguments.len());
        let is_container = matches!(&*name, "List" | "Dict" | "Set" | "Array" | "Tuple");
        if (given < least || given > most) && !is_container {
            self.wrong_count(arguments, &name, least, most);
        }
    }

    /// Reports a wrong number of arguments.
    pub(super) fn wrong_count(
        &mut self,
        arguments: &Arguments<'tree>,
        name: &str,
        least: usize,
        most: usize,
    ) {
        let diagnostic = count_diagnostic(arguments, name, least, most);
        self.report(Stage::Types, diagnostic);
    }

    /// Warns of a wrong number of arguments where the reference counts none.
    pub(super) fn odd_count(
        &mut self,
        arguments: &Arguments<'tree>,
        name: &str,
        least: usize,
        most: usize,
    ) {
        self.warn(count_diagnostic(arguments, name, least, most));
    }
}

fn field_mode(ty: &TypeExpr) -> ArgMode {
    match ty {
        TypeExpr::Ref(_, Borrow::Shared) => ArgMode::Shared,
        TypeExpr::Ref(_, Borrow::Exclusive) => ArgMode::Exclusive,
        _ => ArgMode::ByValue,
    }
}

fn count_diagnostic(
    arguments: &Arguments<'_>,
    name: &str,
    least: usize,
    most: usize,
) -> Diagnostic {
    let expected = match most {
        usize::MAX => format!("{least}+"),
        most if most == least => least.to_string(),
        most => format!("{least}–{most}"),
    };
    Diagnostic::error("E1010", arguments.open_range())
        .with_arg("func", name)
        .with_arg("expected", expected)
        .with_arg("found", arguments.len().to_string())
}
