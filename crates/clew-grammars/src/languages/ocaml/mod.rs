//! OCaml: modules, functors, types, values, classes, patterns, opens.

mod classes;
mod docs;
mod expressions;
pub(super) mod interface;
mod modules;
mod names;
#[cfg(test)]
mod tests;
mod types;
mod values;

use clew_model::{LiteralKind, SymbolFlags, SymbolKind};

use crate::described::{Description, Let, Part, Rule, Sight, described};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["ml"],
    extensions: &["ml"],
    interpreters: &["ocaml"],
    depth: Depth::Deep,
    extractor_version: 3,
    guessed: false,
    verified: "symbols 1.000/1.000, calls 1.000/1.000, imports 1.000/1.000, bases 1.000/1.000, locals 1.000 against the compiler's parser, 100 sites of each read; definition first 1.000/1.000",
    members_in_scope: true,
    closures_see_later: false,
    grammar: Some(|| tree_sitter_ocaml::LANGUAGE_OCAML.into()),
    walk: Some(walk),
    ..LanguageDefinition::words("ocaml", "OCaml")
};

described!(tree_sitter_ocaml::LANGUAGE_OCAML, DESCRIPTION);

static DESCRIPTION: Description = Description {
    rules: RULES,
    fields: &[
        ("type", Part::Type),
        ("coercion", Part::Type),
        ("equation", Part::Type),
        ("module_type", Part::Type),
        ("class_type", Part::Type),
        ("domain", Part::Type),
        ("codomain", Part::Type),
        ("function", Part::Callee),
        ("body", Part::Body),
    ],
    parent_fields: &[
        ("match_case", "pattern", Part::Bind),
        ("for_expression", "name", Part::Bind),
        ("set_expression", "body", Part::Value),
    ],
    doc_marks: &["(**"],
    name: Some(names::name),
    ..Description::EMPTY
};

static CASE: Let = Let { sight: Sight::Whole, ..Let::inner() };
static LOOP: Let = Let::inner();
static PARAMETER: Let = Let {
    kind: SymbolKind::Parameter,
    in_type: None,
    flags: SymbolFlags::LOCAL,
    sight: Sight::Whole,
    own_scope: false,
    ..Let::inner()
};

const RULES: &[(&str, Rule)] = &[
    ("comment", Rule::Comment),
    (
        "value_name value_pattern instance_variable_name constructor_name type_constructor \
         module_name module_type_name class_name class_type_name field_name method_name",
        Rule::Name,
    ),
    (
        "value_path module_path extended_module_path constructor_path type_constructor_path \
         module_type_path class_path class_type_path field_path",
        Rule::Hook(names::path),
    ),
    ("parenthesized_operator", Rule::Hook(names::parenthesized_operator)),
    ("value_definition", Rule::Hook(values::value_definition)),
    ("let_expression", Rule::Hook(modules::let_expression)),
    ("parameter", Rule::Hook(values::parameter)),
    ("abstract_type", Rule::Hook(values::abstract_type)),
    ("external value_specification", Rule::Hook(values::specification)),
    ("fun_expression function_expression", Rule::Lambda),
    ("match_case", Rule::Let(&CASE)),
    ("for_expression", Rule::Let(&LOOP)),
    ("or_pattern", Rule::Hook(expressions::either)),
    ("field_pattern", Rule::Hook(expressions::field_pattern)),
    ("package_pattern", Rule::Hook(modules::package_pattern)),
    ("typed_pattern parenthesized_pattern parenthesized_expression", Rule::Pass),
    ("application_expression", Rule::Call),
    ("infix_expression", Rule::Hook(expressions::infix)),
    ("prefix_operator sign_operator hash_operator", Rule::Hook(expressions::operator)),
    ("indexing_operator_path", Rule::Skip),
    ("labeled_argument", Rule::Hook(expressions::labeled_argument)),
    ("field_expression", Rule::Hook(expressions::field_expression)),
    ("field_get_expression", Rule::Hook(expressions::field_get)),
    ("set_expression", Rule::Assign),
    ("typed_expression", Rule::Cast),
    ("method_invocation", Rule::Hook(classes::invocation)),
    ("new_expression", Rule::New),
    ("local_open_expression local_open_pattern local_open_type", Rule::Hook(modules::local_open)),
    ("type_definition", Rule::Hook(types::type_definition)),
    ("exception_definition", Rule::Hook(types::exception)),
    ("module_definition", Rule::Hook(modules::module_definition)),
    ("module_type_definition", Rule::Hook(modules::module_type_definition)),
    ("module_type_constraint", Rule::Applied),
    ("module_application", Rule::Call),
    ("functor", Rule::Hook(modules::functor)),
    ("open_module open_module_signature", Rule::Hook(modules::open)),
    ("include_module include_module_type", Rule::Hook(modules::include)),
    ("class_definition class_type_definition", Rule::Hook(classes::definition)),
    ("object_expression", Rule::Hook(classes::object)),
    ("class_body_type", Rule::Hook(classes::object)),
    ("method_definition method_specification", Rule::Hook(classes::method)),
    (
        "instance_variable_definition instance_variable_specification",
        Rule::Hook(classes::instance_variable),
    ),
    ("inheritance_definition inheritance_specification", Rule::Hook(classes::inheritance)),
    ("constructed_type", Rule::Hook(types::constructed)),
    ("function_type", Rule::FunctionType),
    (
        "attribute item_attribute floating_attribute attribute_id label_name tag type_variable \
         quoted_extension",
        Rule::Skip,
    ),
    ("string quoted_string", Rule::Literal(LiteralKind::String)),
    ("number signed_number", Rule::Literal(LiteralKind::Number)),
    ("boolean", Rule::Literal(LiteralKind::Boolean)),
    ("unit", Rule::Literal(LiteralKind::Nothing)),
    ("character", Rule::Literal(LiteralKind::String)),
];
