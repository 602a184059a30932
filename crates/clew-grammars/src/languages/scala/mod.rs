//! Scala 2 and 3: classes, objects, traits, enums, givens, extensions, patterns.

mod counting;
mod definitions;
mod expressions;
mod imports;
#[cfg(test)]
mod tests;

use clew_model::{HeritageKind, LiteralKind, ScopeKind, SymbolFlags, SymbolKind, Visibility};

use crate::described::{Declare, Description, Let, Modifier, Part, Rule, Sight, described};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    extensions: &["scala", "sc", "sbt", "mill"],
    interpreters: &["scala"],
    extractor_version: 7,
    depth: Depth::Deep,
    guessed: false,
    verified: "symbols 1.000/1.000, calls 1.000/1.000, imports 1.000/1.000, bases 1.000/1.000, locals 1.000 against Scalameta, 100 sites of each read; definition first 1.000/1.000",
    members_in_scope: true,
    closures_see_later: false,
    grammar: Some(|| tree_sitter_scala::LANGUAGE.into()),
    walk: Some(walk),
    ..LanguageDefinition::words("scala", "Scala")
};

described!(tree_sitter_scala::LANGUAGE, DESCRIPTION);

static DESCRIPTION: Description = Description {
    rules: RULES,
    fields: &[
        ("name", Part::Name),
        ("type", Part::Type),
        ("return_type", Part::Type),
        ("default_value", Part::Initial),
        ("body", Part::Body),
        ("extend", Part::Bases(HeritageKind::Extends)),
        ("function", Part::Callee),
        ("left", Part::Target),
        ("interpolator", Part::Skip),
    ],
    parent_fields: &[
        ("field_expression", "value", Part::Object),
        ("field_expression", "field", Part::Member),
        ("infix_expression infix_pattern infix_type", "left", Part::Value),
        ("generic_function", "function", Part::Callee),
        ("extends_clause", "arguments", Part::Annotation),
        ("lambda_expression", "parameters", Part::Bind),
        ("case_clause", "pattern", Part::Bind),
        ("typed_pattern capture_pattern", "pattern", Part::Bind),
        ("infix_pattern", "operator", Part::Skip),
        ("capture_pattern", "name", Part::Bind),
        ("val_definition var_definition", "value", Part::Initial),
    ],
    children: &[
        ("modifiers", Part::Modifiers),
        ("annotation", Part::Annotation),
        ("extends_clause", Part::Bases(HeritageKind::Extends)),
    ],
    rest: &[("type_arguments", Part::Type)],
    modifiers: &[
        ("private", Modifier::Visibility(Visibility::Private)),
        ("protected", Modifier::Visibility(Visibility::Protected)),
        ("abstract", Modifier::Flag(SymbolFlags::ABSTRACT)),
        ("override", Modifier::Flag(SymbolFlags(0))),
        ("implicit", Modifier::Flag(SymbolFlags(0))),
        ("lazy", Modifier::Flag(SymbolFlags(0))),
        ("final", Modifier::Flag(SymbolFlags(0))),
        ("sealed", Modifier::Flag(SymbolFlags(0))),
        ("case", Modifier::Flag(SymbolFlags(0))),
    ],
    doc_marks: &["/**"],
    visibility: definitions::default_visibility,
    last_is_result: true,
    name: Some(expressions::name),
    counting: Some(counting::COUNTING),
    ..Description::EMPTY
};

static CLASS: Declare = Declare::type_(SymbolKind::Class);
static TRAIT: Declare = Declare::type_(SymbolKind::Interface);
static ENUM: Declare = Declare::type_(SymbolKind::Enum);
static ENUM_CASE: Declare =
    Declare::plain(SymbolKind::EnumMember).scope(ScopeKind::Type).flags(SymbolFlags::STATIC);
static FUNCTION: Declare = Declare::function().adjust(definitions::function);
static TYPE: Declare = Declare::plain(SymbolKind::Type);
static PARAMETER: Declare = Declare::parameter();
static CLASS_PARAMETER: Declare =
    Declare::parameter().in_type(SymbolKind::Property).adjust(definitions::class_parameter);
static GIVEN: Declare = Declare::type_(SymbolKind::Class);
static CASE: Let = Let { sight: Sight::Whole, ..Let::inner() };

const RULES: &[(&str, Rule)] = &[
    ("comment block_comment", Rule::Comment),
    ("identifier operator_identifier", Rule::Name),
    ("type_identifier", Rule::TypeName),
    ("package_clause", Rule::Hook(imports::package)),
    ("import_declaration", Rule::Hook(imports::import)),
    ("export_declaration", Rule::Skip),
    ("class_definition", Rule::Hook(definitions::class)),
    ("object_definition package_object", Rule::Declare(&CLASS)),
    ("trait_definition", Rule::Declare(&TRAIT)),
    ("enum_definition", Rule::Declare(&ENUM)),
    ("simple_enum_case full_enum_case", Rule::Declare(&ENUM_CASE)),
    ("given_definition", Rule::Declare(&GIVEN)),
    ("extension_definition", Rule::Hook(definitions::extension)),
    ("function_definition function_declaration", Rule::Declare(&FUNCTION)),
    ("type_definition", Rule::Declare(&TYPE)),
    (
        "val_definition var_definition val_declaration var_declaration",
        Rule::Hook(definitions::value),
    ),
    ("class_parameter", Rule::Declare(&CLASS_PARAMETER)),
    ("parameter binding", Rule::Declare(&PARAMETER)),
    ("type_parameters", Rule::Hook(definitions::type_parameters)),
    ("lambda_expression", Rule::Lambda),
    ("bindings", Rule::Parameters),
    ("block indented_block", Rule::Block),
    ("case_block indented_cases", Rule::Block),
    ("case_clause", Rule::Let(&CASE)),
    ("for_expression", Rule::Block),
    ("enumerator", Rule::Hook(expressions::enumerator)),
    ("case_class_pattern", Rule::Hook(expressions::case_class_pattern)),
    ("typed_pattern", Rule::Hook(expressions::typed_pattern)),
    ("capture_pattern", Rule::Hook(expressions::capture_pattern)),
    ("infix_pattern tuple_pattern alternative_pattern named_tuple_pattern", Rule::Pass),
    ("call_expression", Rule::Call),
    ("generic_function", Rule::Generic),
    ("field_expression stable_identifier stable_type_identifier", Rule::Member),
    ("infix_expression", Rule::Hook(expressions::infix)),
    ("instance_expression", Rule::Hook(expressions::instance)),
    ("assignment_expression", Rule::Assign),
    ("arguments", Rule::Hook(expressions::arguments)),
    ("annotation", Rule::Hook(definitions::annotation)),
    ("parenthesized_expression ascription_expression method_value colon_argument", Rule::Pass),
    ("generic_type", Rule::Generic),
    ("compound_type annotated_type", Rule::Applied),
    ("lazy_parameter_type repeated_parameter_type", Rule::Pass),
    ("function_type", Rule::FunctionType),
    ("return_expression", Rule::Return),
    ("access_modifier wildcard namespace_wildcard package_identifier", Rule::Skip),
    ("string", Rule::Literal(LiteralKind::String)),
    ("interpolated_string_expression", Rule::Literal(LiteralKind::String)),
    ("integer_literal", Rule::Literal(LiteralKind::Whole)),
    ("floating_point_literal", Rule::Literal(LiteralKind::Fraction)),
    ("character_literal", Rule::Literal(LiteralKind::Character)),
    ("boolean_literal", Rule::Literal(LiteralKind::Boolean)),
    ("null_literal unit", Rule::Literal(LiteralKind::Nothing)),
];
