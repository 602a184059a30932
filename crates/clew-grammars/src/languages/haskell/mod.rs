//! Haskell: modules, types, classes and instances, functions in clauses, layouts.

mod declarations;
mod expressions;
mod functions;
mod imports;
mod names;
#[cfg(test)]
mod tests;
mod types;

use clew_model::{LiteralKind, SymbolFlags, SymbolKind};

use crate::described::{Description, Let, Part, Rule, Sight, described};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["hs"],
    extensions: &["hs", "hsc", "hs-boot"],
    interpreters: &["runhaskell", "runghc", "stack"],
    depth: Depth::Deep,
    extractor_version: 4,
    guessed: false,
    verified: "symbols 0.994/1.000, calls 0.990/1.000, imports 1.000/1.000, bases 1.000/0.960, locals 1.000 against GHC's parser, 100 sites of each read; definition first 1.000/1.000",
    members_in_scope: true,
    closures_see_later: false,
    grammar: Some(|| tree_sitter_haskell::LANGUAGE.into()),
    walk: Some(walk),
    ..LanguageDefinition::words("haskell", "Haskell")
};

described!(tree_sitter_haskell::LANGUAGE, DESCRIPTION);

static DESCRIPTION: Description = Description {
    rules: RULES,
    fields: &[("type", Part::Type), ("kind", Part::Type), ("constraint", Part::Type)],
    doc_marks: &["-- |", "--|", "{- |", "{-|", "-- *"],
    name: Some(names::name),
    root: Some(declarations::file),
    ..Description::EMPTY
};

static PARAMETER: Let = Let {
    kind: SymbolKind::Parameter,
    in_type: None,
    flags: SymbolFlags::LOCAL,
    sight: Sight::Whole,
    own_scope: false,
    ..Let::inner()
};
/// What is bound by a pattern in an expression.
static PATTERN: Let = Let { own_scope: false, sight: Sight::Whole, ..Let::inner() };

const RULES: &[(&str, Rule)] = &[
    ("comment haddock", Rule::Comment),
    ("variable constructor name operator constructor_operator", Rule::Name),
    ("qualified", Rule::Hook(names::qualified)),
    ("apply", Rule::Hook(expressions::apply)),
    ("infix", Rule::Hook(expressions::infix)),
    ("left_section right_section", Rule::Hook(expressions::section)),
    ("infix_id prefix_id parens exp", Rule::Pass),
    ("record", Rule::Hook(expressions::record)),
    ("projection", Rule::Hook(expressions::projection)),
    ("signature", Rule::Hook(expressions::signature)),
    ("as strict irrefutable", Rule::Pass),
    ("view_pattern", Rule::Hook(expressions::view_pattern)),
    ("lambda", Rule::Hook(expressions::lambda)),
    ("alternative", Rule::Hook(expressions::alternative)),
    ("match", Rule::Hook(expressions::guarded)),
    ("let_in", Rule::Hook(expressions::let_in)),
    ("do rec", Rule::Hook(expressions::statements)),
    ("list_comprehension", Rule::Hook(expressions::comprehension)),
    ("pattern_guard generator", Rule::Hook(expressions::generator)),
    ("bind", Rule::Hook(functions::loose)),
    ("let", Rule::Hook(expressions::let_statement)),
    ("local_binds", Rule::Hook(declarations::local)),
    ("function", Rule::Hook(types::function_type)),
    ("linear_function", Rule::FunctionType),
    ("type_application kind_application explicit_type", Rule::Hook(types::as_type)),
    (
        "pragma module module_id import_package quantified_variables type_params deriving_strategy \
         fundeps entity calling_convention safety implicit_variable label quasiquote_body cpp \
         type_role star namespace",
        Rule::Skip,
    ),
    ("quoter", Rule::Pass),
    ("string", Rule::Literal(LiteralKind::String)),
    ("char", Rule::Literal(LiteralKind::String)),
    ("integer float", Rule::Literal(LiteralKind::Number)),
    ("literal", Rule::Pass),
    ("unit", Rule::Literal(LiteralKind::Nothing)),
];
