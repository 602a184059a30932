//! Kotlin up to 2: classes, objects, properties, extensions, lambdas, `when`.

mod annotations;
mod calls;
mod counting;
mod hooks;
mod layout;
mod mend;
mod readings;
#[cfg(test)]
mod tests;
mod types;

use clew_model::{HeritageKind, LiteralKind, ScopeKind, SymbolFlags, SymbolKind, Visibility};

use crate::described::{
    self, Declare, Description, Let, Modifier, Narrowing, Part, Rule, described,
};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["kt"],
    extensions: &["kt", "kts"],
    interpreters: &["kotlin"],
    extractor_version: 7,
    depth: Depth::Deep,
    guessed: false,
    verified: "symbols 1.000/1.000, calls 1.000/1.000, imports 1.000/1.000, bases 1.000/0.980, locals 0.990 against the Kotlin compiler's parser, 100 sites of each read; definition first 1.000/1.000",
    members_in_scope: true,
    closures_see_later: false,
    grammar: Some(|| tree_sitter_kotlin_ng::LANGUAGE.into()),
    walk: Some(walk),
    prepare: Some(annotations::prepare),
    mend: Some(mend::mend),
    ..LanguageDefinition::words("kotlin", "Kotlin")
};

described!(tree_sitter_kotlin_ng::LANGUAGE, DESCRIPTION);

static DESCRIPTION: Description = Description {
    rules: RULES,
    fields: &[("name", Part::Name), ("left", Part::Target)],
    parent_fields: &[
        ("binary_expression as_expression is_expression in_expression", "left", Part::Value),
        ("type_alias", "type", Part::Name),
        ("if_expression when_entry while_statement do_while_statement", "condition", Part::Value),
    ],
    always: &[],
    children: &[
        ("modifiers", Part::Modifiers),
        ("user_type nullable_type function_type parenthesized_type non_nullable_type", Part::Type),
        ("delegation_specifiers", Part::Bases(HeritageKind::Extends)),
        ("function_body class_body enum_class_body", Part::Body),
        ("variable_declaration multi_variable_declaration", Part::Bind),
    ],
    rest: &[
        ("property_declaration class_parameter when_subject", Part::Initial),
        ("type_arguments type_projection", Part::Type),
    ],
    types_follow: true,
    modifiers: &[
        ("public", Modifier::Visibility(Visibility::Public)),
        ("internal", Modifier::Visibility(Visibility::Internal)),
        ("protected", Modifier::Visibility(Visibility::Protected)),
        ("private", Modifier::Visibility(Visibility::Private)),
        ("abstract", Modifier::Flag(SymbolFlags::ABSTRACT)),
        ("suspend", Modifier::Flag(SymbolFlags(0))),
        ("override", Modifier::Flag(SymbolFlags(0))),
        ("open", Modifier::Flag(SymbolFlags(0))),
        ("final", Modifier::Flag(SymbolFlags(0))),
        ("data", Modifier::Flag(SymbolFlags(0))),
        ("sealed", Modifier::Flag(SymbolFlags(0))),
        ("inline", Modifier::Flag(SymbolFlags(0))),
        ("operator", Modifier::Flag(SymbolFlags(0))),
        ("infix", Modifier::Flag(SymbolFlags(0))),
        ("const", Modifier::Flag(SymbolFlags(0))),
        ("lateinit", Modifier::Flag(SymbolFlags(0))),
        ("inner", Modifier::Flag(SymbolFlags(0))),
        ("enum", Modifier::Flag(SymbolFlags(0))),
        ("annotation", Modifier::Flag(SymbolFlags(0))),
    ],
    doc_marks: &["/**"],
    visibility: hooks::default_visibility,
    lambda_gives_last: true,
    name: Some(hooks::name),
    counting: Some(counting::COUNTING),
    narrowing: Some(Narrowing { test: "is_expression" }),
    leads: Some((annotations::leads, annotations::read)),
    ..Description::EMPTY
};

static CLASS: Declare = Declare::type_(SymbolKind::Class).adjust(hooks::class_kind);
static FUNCTION: Declare = Declare::function().adjust(hooks::function);
static CLASS_PARAMETER: Declare =
    Declare::parameter().in_type(SymbolKind::Property).adjust(hooks::class_parameter);
static PARAMETER: Declare = Declare::parameter();
static TYPE_PARAMETER: Declare = Declare::type_parameter();
static ENUM_ENTRY: Declare =
    Declare::plain(SymbolKind::EnumMember).scope(ScopeKind::Type).flags(SymbolFlags::STATIC);
static ALIAS: Declare = Declare::plain(SymbolKind::Type);
static SUBJECT: Let = Let { own_scope: false, ..Let::inner() };

const RULES: &[(&str, Rule)] = &[
    ("line_comment block_comment", Rule::Comment),
    ("identifier", Rule::Name),
    ("this_expression", Rule::Hook(hooks::this)),
    ("super_expression", Rule::Super),
    ("package_header", Rule::Hook(hooks::package)),
    ("import", Rule::Hook(hooks::import)),
    ("class_declaration object_declaration", Rule::Declare(&CLASS)),
    ("companion_object", Rule::Hook(hooks::companion)),
    ("object_literal", Rule::Hook(hooks::object_literal)),
    ("enum_entry", Rule::Declare(&ENUM_ENTRY)),
    ("type_alias", Rule::Declare(&ALIAS)),
    ("function_declaration", Rule::Declare(&FUNCTION)),
    ("secondary_constructor", Rule::Hook(hooks::constructor)),
    ("anonymous_initializer", Rule::Lambda),
    ("property_declaration", Rule::Hook(hooks::property)),
    ("getter setter", Rule::Hook(hooks::accessor)),
    ("class_parameter", Rule::Declare(&CLASS_PARAMETER)),
    ("parameter", Rule::Declare(&PARAMETER)),
    ("type_parameter", Rule::Declare(&TYPE_PARAMETER)),
    ("variable_declaration", Rule::Hook(types::variable)),
    ("multi_variable_declaration", Rule::Pass),
    ("lambda_parameters", Rule::Parameters),
    ("lambda_literal", Rule::Hook(calls::lambda)),
    ("anonymous_function", Rule::Lambda),
    ("property_delegate", Rule::Hook(calls::delegate)),
    ("function_body", Rule::Hook(hooks::function_body)),
    ("block when_entry when_expression", Rule::Block),
    ("for_statement", Rule::Hook(hooks::for_loop)),
    ("when_subject", Rule::Let(&SUBJECT)),
    ("catch_block", Rule::Hook(hooks::catch)),
    ("call_expression", Rule::Hook(calls::call)),
    ("binary_expression", Rule::Hook(readings::binary)),
    ("navigation_expression", Rule::Member),
    ("infix_expression", Rule::Hook(hooks::infix)),
    ("callable_reference", Rule::Member),
    ("assignment", Rule::Assign),
    ("is_expression type_test", Rule::Hook(described::test)),
    ("as_expression", Rule::Cast),
    ("index_expression", Rule::Element),
    (
        "unary_expression parenthesized_expression labeled_expression annotated_expression \
      annotated_lambda",
        Rule::Pass,
    ),
    ("if_expression", Rule::Hook(hooks::if_expression)),
    ("return_expression", Rule::Return),
    ("value_argument", Rule::Hook(hooks::argument)),
    ("annotation file_annotation", Rule::Hook(hooks::annotation)),
    (
        "delegation_specifier parenthesized_type nullable_type type_projection non_nullable_type",
        Rule::Pass,
    ),
    ("constructor_invocation explicit_delegation", Rule::Applied),
    ("user_type", Rule::TypePath),
    ("function_type", Rule::Hook(calls::function_type)),
    ("label qualified_identifier", Rule::Skip),
    ("string_literal multiline_string_literal", Rule::Hook(readings::text)),
    ("number_literal", Rule::Literal(LiteralKind::Whole)),
    ("float_literal", Rule::Literal(LiteralKind::Fraction)),
    ("character_literal", Rule::Literal(LiteralKind::Character)),
];
