//! Dart 3: libraries, classes, mixins, extensions, constructors, cascades.

mod imports;
mod members;
#[cfg(test)]
mod tests;
mod values;

use clew_model::{HeritageKind, LiteralKind, SymbolFlags, SymbolKind};

use crate::described::{
    self, Declare, Description, Let, Modifier, Narrowing, Part, Rule, described,
};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    extensions: &["dart"],
    interpreters: &["dart"],
    depth: Depth::Deep,
    extractor_version: 3,
    guessed: false,
    verified: "symbols 1.000/1.000, calls 1.000/1.000, imports 1.000/1.000, bases 1.000/1.000, locals 1.000 against reading, 100 sites of each read; definition first 1.000/1.000",
    members_in_scope: true,
    closures_see_later: false,
    grammar: Some(|| tree_sitter_dart_orchard::LANGUAGE.into()),
    walk: Some(walk),
    ..LanguageDefinition::words("dart", "Dart")
};

described!(tree_sitter_dart_orchard::LANGUAGE, DESCRIPTION);

static DESCRIPTION: Description = Description {
    rules: RULES,
    fields: &[
        ("name", Part::Name),
        ("body", Part::Body),
        ("function", Part::Callee),
        ("left", Part::Target),
        ("superclass", Part::Bases(HeritageKind::Extends)),
        ("interfaces", Part::Bases(HeritageKind::Implements)),
    ],
    parent_fields: &[
        ("initialized_variable_definition", "value", Part::Initial),
        ("for_loop_parts", "name", Part::Bind),
        ("for_loop_parts", "value", Part::Initial),
    ],
    children: &[
        ("type_identifier void_type function_type record_type", Part::Type),
        ("type_arguments", Part::Annotation),
        ("mixins interfaces", Part::Bases(HeritageKind::Implements)),
        ("annotation", Part::Annotation),
        ("abstract final_builtin const_builtin", Part::Modifiers),
        ("class_body extension_body enum_body", Part::Body),
    ],
    rest: &[("initialized_identifier static_final_declaration", Part::Initial)],
    modifiers: &[
        ("abstract", Modifier::Flag(SymbolFlags::ABSTRACT)),
        ("static", Modifier::Flag(SymbolFlags::STATIC)),
        ("external", Modifier::Flag(SymbolFlags(0))),
        ("sealed", Modifier::Flag(SymbolFlags(0))),
        ("late", Modifier::Flag(SymbolFlags(0))),
    ],
    doc_marks: &["///", "/**"],
    visibility: members::visibility,
    narrowing: Some(Narrowing { test: "type_test_expression" }),
    name: Some(values::name),
    ..Description::EMPTY
};

static CLASS: Declare = Declare::type_(SymbolKind::Class);
static MIXIN: Declare = Declare::type_(SymbolKind::Interface);
static ENUM: Declare = Declare::type_(SymbolKind::Enum);
static ENUM_CONSTANT: Declare = Declare::plain(SymbolKind::EnumMember).flags(SymbolFlags::STATIC);
static ALIAS: Declare = Declare::plain(SymbolKind::Type);
static PARAMETER: Declare = Declare::parameter();
static TYPE_PARAMETER: Declare = Declare::type_parameter();
static VARIABLE: Declare = Declare::variable();
static FOR: Let = Let { own_scope: false, ..Let::each() };

const RULES: &[(&str, Rule)] = &[
    ("comment documentation_comment", Rule::Comment),
    ("identifier identifier_dollar_escaped", Rule::Name),
    ("type_identifier", Rule::TypeName),
    ("this", Rule::SelfValue),
    ("super", Rule::Super),
    ("library_name part_directive part_of_directive", Rule::Hook(imports::directive)),
    ("library_import library_export", Rule::Hook(imports::import)),
    ("class_definition extension_type_declaration", Rule::Declare(&CLASS)),
    ("mixin_declaration", Rule::Declare(&MIXIN)),
    ("enum_declaration", Rule::Declare(&ENUM)),
    ("enum_constant", Rule::Declare(&ENUM_CONSTANT)),
    ("extension_declaration", Rule::Hook(members::extension)),
    ("type_alias", Rule::Hook(members::alias)),
    (
        "method_declaration function_declaration local_function_declaration declaration",
        Rule::Hook(members::member),
    ),
    ("local_variable_declaration", Rule::Group),
    (
        "initialized_identifier static_final_declaration initialized_variable_definition",
        Rule::Declare(&VARIABLE),
    ),
    ("formal_parameter", Rule::Hook(members::parameter)),
    ("type_parameter", Rule::Declare(&TYPE_PARAMETER)),
    ("function_expression", Rule::Lambda),
    ("for_loop_parts", Rule::Let(&FOR)),
    ("block for_statement switch_statement_case switch_expression_case if_statement", Rule::Block),
    ("try_statement", Rule::Hook(values::try_statement)),
    ("catch_parameters", Rule::Parameters),
    ("variable_pattern", Rule::Hook(values::variable_pattern)),
    ("pattern_variable_declaration", Rule::Hook(values::pattern_declaration)),
    ("object_pattern", Rule::Hook(values::object_pattern)),
    ("method_invocation", Rule::Call),
    (
        "unconditional_assignable_selector conditional_assignable_selector",
        Rule::Hook(values::selector),
    ),
    ("cascade_expression", Rule::Hook(values::cascade)),
    ("cascade_selector", Rule::Hook(values::cascade_selector)),
    ("new_expression const_object_expression", Rule::New),
    ("assignment_expression", Rule::Assign),
    ("annotation", Rule::Hook(members::annotation)),
    ("named_argument", Rule::Hook(values::named_argument)),
    (
        "parenthesized_expression assignable_expression unary_expression expression_statement \
      function_body function_expression_body",
        Rule::Pass,
    ),
    ("await_expression", Rule::Await),
    ("return_statement", Rule::Return),
    ("type_test_expression", Rule::Hook(described::test)),
    ("type_cast_expression", Rule::Cast),
    ("function_type", Rule::FunctionType),
    ("inferred_type label assignable_operator nullable_type", Rule::Skip),
    ("string_literal", Rule::Literal(LiteralKind::String)),
    (
        "decimal_integer_literal hex_integer_literal decimal_floating_point_literal",
        Rule::Literal(LiteralKind::Number),
    ),
    ("true false", Rule::Literal(LiteralKind::Boolean)),
    ("null_literal", Rule::Literal(LiteralKind::Nothing)),
    ("list_literal", Rule::Literal(LiteralKind::List)),
    ("set_or_map_literal", Rule::Literal(LiteralKind::Map)),
];
