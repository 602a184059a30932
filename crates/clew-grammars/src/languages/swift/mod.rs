//! Swift up to 6: types, extensions, protocols, properties, closures, patterns.

mod calls;
mod counting;
mod hooks;
mod patterns;
mod properties;
#[cfg(test)]
mod tests;

use clew_model::{HeritageKind, LiteralKind, SymbolFlags, SymbolKind, Visibility};

use crate::described::{Declare, Description, Let, Modifier, Part, Rule, described};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    extensions: &["swift"],
    interpreters: &["swift"],
    depth: Depth::Deep,
    extractor_version: 6,
    guessed: false,
    verified: "symbols 1.000/1.000, calls 1.000/0.981, imports 1.000/1.000, bases 1.000/1.000, locals 0.990 against reading, 100 sites of each read; definition first 1.000/1.000",
    members_in_scope: true,
    closures_see_later: false,
    grammar: Some(|| tree_sitter_swift::LANGUAGE.into()),
    walk: Some(walk),
    ..LanguageDefinition::words("swift", "Swift")
};

described!(tree_sitter_swift::LANGUAGE, DESCRIPTION);

static DESCRIPTION: Description = Description {
    rules: RULES,
    fields: &[
        ("name", Part::Name),
        ("body", Part::Body),
        ("external_name", Part::Skip),
        ("target", Part::Object),
        ("bound_identifier", Part::Bind),
    ],
    parent_fields: &[
        ("value_argument", "name", Part::Skip),
        ("assignment", "target", Part::Target),
        ("property_declaration", "value", Part::Initial),
        ("property_declaration", "computed_value", Part::Value),
        ("for_statement", "item", Part::Bind),
        ("for_statement", "collection", Part::Initial),
        ("catch_block", "error", Part::Bind),
        ("inheritance_specifier", "inherits_from", Part::Type),
        ("user_type", "name", Part::Value),
        ("type_arguments", "name", Part::Type),
        ("lambda_literal", "type", Part::Value),
        ("type_constraint inheritance_constraint", "name", Part::Type),
    ],
    children: &[
        ("modifiers", Part::Modifiers),
        ("inheritance_specifier", Part::Bases(HeritageKind::Extends)),
        ("value_argument_label operator_declaration", Part::Skip),
        ("statements", Part::Body),
    ],
    always: &[(
        "user_type array_type dictionary_type optional_type tuple_type function_type opaque_type \
         existential_type protocol_composition_type metatype type_annotation",
        Part::Type,
    )],
    modifiers: &[
        ("public", Modifier::Visibility(Visibility::Public)),
        ("open", Modifier::Visibility(Visibility::Public)),
        ("internal", Modifier::Visibility(Visibility::Internal)),
        ("package", Modifier::Visibility(Visibility::Internal)),
        ("fileprivate", Modifier::Visibility(Visibility::Private)),
        ("private", Modifier::Visibility(Visibility::Private)),
        ("static", Modifier::Flag(SymbolFlags::STATIC)),
        ("class", Modifier::Flag(SymbolFlags::STATIC)),
        ("override", Modifier::Flag(SymbolFlags(0))),
        ("final", Modifier::Flag(SymbolFlags(0))),
        ("mutating", Modifier::Flag(SymbolFlags(0))),
        ("convenience", Modifier::Flag(SymbolFlags(0))),
        ("required", Modifier::Flag(SymbolFlags(0))),
        ("lazy", Modifier::Flag(SymbolFlags(0))),
        ("weak", Modifier::Flag(SymbolFlags(0))),
        ("indirect", Modifier::Flag(SymbolFlags(0))),
    ],
    doc_marks: &["///", "/**"],
    visibility: hooks::default_visibility,
    name: Some(hooks::name),
    counting: Some(counting::COUNTING),
    ..Description::EMPTY
};

static TYPE: Declare = Declare::type_(SymbolKind::Class).adjust(hooks::type_kind);
static PROTOCOL: Declare = Declare::type_(SymbolKind::Interface);
static FUNCTION: Declare = Declare::function();
static PROTOCOL_FUNCTION: Declare = Declare::function().flags(SymbolFlags::ABSTRACT);
static CONSTRUCTOR: Declare = Declare::constructor().adjust(hooks::without_flags);
static TYPE_ALIAS: Declare = Declare::plain(SymbolKind::Type);
static PARAMETER: Declare = Declare::parameter();
static TYPE_PARAMETER: Declare = Declare::type_parameter();
static FOR: Let = Let::each();
static CATCH: Let = Let::inner();

const RULES: &[(&str, Rule)] = &[
    ("comment multiline_comment", Rule::Comment),
    ("simple_identifier", Rule::Name),
    ("type_identifier", Rule::TypeName),
    ("self_expression", Rule::SelfValue),
    ("super_expression", Rule::Super),
    ("import_declaration", Rule::Hook(hooks::import)),
    ("class_declaration", Rule::Hook(hooks::type_or_extension)),
    ("protocol_declaration", Rule::Declare(&PROTOCOL)),
    ("function_declaration", Rule::Declare(&FUNCTION)),
    ("protocol_function_declaration", Rule::Declare(&PROTOCOL_FUNCTION)),
    ("init_declaration", Rule::Declare(&CONSTRUCTOR)),
    ("deinit_declaration", Rule::Hook(hooks::deinit)),
    ("subscript_declaration", Rule::Hook(hooks::subscript)),
    ("property_declaration protocol_property_declaration", Rule::Hook(properties::property)),
    (
        "computed_property computed_getter computed_setter computed_modify willset_clause \
      didset_clause",
        Rule::Lambda,
    ),
    ("enum_entry", Rule::Hook(properties::enum_entry)),
    ("typealias_declaration associatedtype_declaration", Rule::Declare(&TYPE_ALIAS)),
    ("parameter lambda_parameter", Rule::Declare(&PARAMETER)),
    ("type_parameter", Rule::Declare(&TYPE_PARAMETER)),
    ("lambda_literal", Rule::Hook(calls::closure)),
    ("statements", Rule::Pass),
    ("control_transfer_statement", Rule::Hook(calls::transfer)),
    ("if_statement while_statement", Rule::Hook(patterns::condition_block)),
    ("guard_statement", Rule::Hook(patterns::condition)),
    ("for_statement", Rule::Let(&FOR)),
    ("catch_block", Rule::Let(&CATCH)),
    ("switch_entry do_statement", Rule::Block),
    ("pattern switch_pattern", Rule::Hook(patterns::pattern)),
    ("call_expression macro_invocation", Rule::Hook(hooks::call)),
    ("constructor_expression", Rule::New),
    ("navigation_expression", Rule::Hook(hooks::navigation)),
    ("prefix_expression", Rule::Hook(hooks::prefix)),
    ("assignment", Rule::Assign),
    ("as_expression", Rule::Cast),
    ("await_expression try_expression directly_assignable_expression tuple_expression", Rule::Pass),
    ("postfix_expression", Rule::Unwrap),
    ("attribute", Rule::Hook(hooks::attribute)),
    ("user_type", Rule::TypePath),
    ("type_annotation optional_type opaque_type existential_type", Rule::Pass),
    ("array_type", Rule::ListOf),
    ("dictionary_type", Rule::Hook(hooks::dictionary)),
    ("function_type", Rule::Hook(calls::function_type)),
    ("tuple_type_item", Rule::Pass),
    (
        "directive key_path_expression selector_expression availability_condition \
      operator_declaration precedence_group_declaration wildcard_pattern custom_operator",
        Rule::Skip,
    ),
    (
        "line_string_literal multi_line_string_literal raw_string_literal",
        Rule::Literal(LiteralKind::String),
    ),
    ("integer_literal hex_literal bin_literal oct_literal", Rule::Literal(LiteralKind::Whole)),
    ("real_literal", Rule::Literal(LiteralKind::Fraction)),
    ("boolean_literal", Rule::Literal(LiteralKind::Boolean)),
    ("nil_literal", Rule::Literal(LiteralKind::Nothing)),
    ("array_literal", Rule::Hook(calls::array)),
    ("dictionary_literal", Rule::Literal(LiteralKind::Map)),
];
