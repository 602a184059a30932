//! C# up to 13: namespaces, types, records, members, local functions, queries.

mod counting;
mod hooks;
mod mend;
#[cfg(test)]
mod tests;

use clew_model::{
    HeritageKind, LiteralKind, ScopeKind, Separator, SymbolFlags, SymbolKind, Visibility,
};

use crate::described::{Declare, Description, From, Let, Modifier, Part, Rule, described};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["c#", "cs"],
    extensions: &["cs", "csx"],
    extractor_version: 7,
    depth: Depth::Deep,
    guessed: false,
    verified: "symbols 1.000/1.000, calls 1.000/1.000, imports 1.000/1.000, bases 1.000/1.000, locals 1.000 against Roslyn, 100 sites of each read; definition first 1.000/1.000",
    separator: Separator::Dot,
    members_in_scope: true,
    closures_see_later: false,
    grammar: Some(|| tree_sitter_c_sharp::LANGUAGE.into()),
    walk: Some(walk),
    mend: Some(mend::mend),
    ..LanguageDefinition::words("csharp", "C#")
};

described!(tree_sitter_c_sharp::LANGUAGE, DESCRIPTION);

static DESCRIPTION: Description = Description {
    rules: RULES,
    fields: &[
        ("name", Part::Name),
        ("type", Part::Type),
        ("returns", Part::Type),
        ("body", Part::Body),
        ("function", Part::Callee),
        ("expression", Part::Object),
        ("qualifier", Part::Object),
        ("left", Part::Target),
    ],
    parent_fields: &[
        (
            "foreach_statement catch_declaration declaration_expression declaration_pattern \
          recursive_pattern var_pattern from_clause join_clause let_clause list_pattern",
            "name",
            Part::Bind,
        ),
        ("foreach_statement", "left", Part::Bind),
        ("foreach_statement", "right", Part::Initial),
        (
            "property_declaration indexer_declaration enum_member_declaration",
            "value",
            Part::Initial,
        ),
        ("operator_declaration", "operator", Part::Name),
        ("argument attribute_argument", "name", Part::Skip),
        ("as_expression is_expression", "right", Part::Type),
        ("as_expression is_expression binary_expression range_expression", "left", Part::Value),
        ("lambda_expression anonymous_method_expression", "type", Part::Type),
        ("accessor_declaration", "name", Part::Skip),
        ("pointer_type", "type", Part::Value),
        ("is_pattern_expression element_access_expression", "expression", Part::Value),
        ("recursive_pattern", "type", Part::Skip),
        ("operator_declaration", "type", Part::Type),
    ],
    children: &[
        ("modifier", Part::Modifiers),
        ("attribute_list", Part::Annotation),
        ("base_list", Part::Bases(HeritageKind::Extends)),
        ("implicit_type", Part::Skip),
        ("implicit_parameter", Part::Bind),
        ("tuple_pattern", Part::Bind),
        ("explicit_interface_specifier", Part::Type),
    ],
    rest: &[
        ("variable_declarator", Part::Initial),
        ("parameter", Part::Initial),
        ("from_clause let_clause join_clause", Part::Initial),
        ("type_parameter_constraints_clause", Part::Type),
        ("typeof_expression sizeof_expression", Part::Type),
        ("type_pattern", Part::Type),
        ("tuple_type tuple_element", Part::Type),
    ],
    modifiers: MODIFIERS,
    doc_marks: &["///", "/**"],
    visibility: hooks::default_visibility,
    name: Some(hooks::name),
    counting: Some(counting::COUNTING),
    ..Description::EMPTY
};

const MODIFIERS: &[(&str, Modifier)] = &[
    ("public", Modifier::Visibility(Visibility::Public)),
    ("internal", Modifier::Visibility(Visibility::Internal)),
    ("protected", Modifier::Visibility(Visibility::Protected)),
    ("private", Modifier::Visibility(Visibility::Private)),
    ("file", Modifier::Visibility(Visibility::Private)),
    ("static", Modifier::Flag(SymbolFlags::STATIC)),
    ("const", Modifier::Flag(SymbolFlags::STATIC)),
    ("abstract", Modifier::Flag(SymbolFlags::ABSTRACT)),
    ("async", Modifier::Flag(SymbolFlags::ASYNC)),
    ("extern", Modifier::Flag(SymbolFlags::ABSTRACT)),
    ("partial", Modifier::Flag(SymbolFlags(0))),
    ("sealed", Modifier::Flag(SymbolFlags(0))),
    ("override", Modifier::Flag(SymbolFlags(0))),
    ("virtual", Modifier::Flag(SymbolFlags(0))),
    ("readonly", Modifier::Flag(SymbolFlags(0))),
    ("unsafe", Modifier::Flag(SymbolFlags(0))),
    ("new", Modifier::Flag(SymbolFlags(0))),
];

static METHOD: Declare = Declare::function().adjust(hooks::method);
static TYPE_CLASS: Declare = Declare::type_(SymbolKind::Class).adjust(hooks::type_flags);
static TYPE_STRUCT: Declare = Declare::type_(SymbolKind::Struct).adjust(hooks::type_flags);
static TYPE_INTERFACE: Declare = Declare::type_(SymbolKind::Interface).adjust(hooks::type_flags);
static TYPE_ENUM: Declare = Declare::type_(SymbolKind::Enum).adjust(hooks::type_flags);
static DELEGATE: Declare = Declare::plain(SymbolKind::Type).scope(ScopeKind::Function);
static DESTRUCTOR: Declare = Declare::function().adjust(hooks::destructor);
static OPERATOR: Declare = Declare::plain(SymbolKind::Operator).scope(ScopeKind::Function);
static PROPERTY: Declare =
    Declare::plain(SymbolKind::Property).scope(ScopeKind::Block).adjust(hooks::abstract_member);
static EVENT: Declare = Declare::plain(SymbolKind::Event).scope(ScopeKind::Block);
static ENUM_MEMBER: Declare = Declare::plain(SymbolKind::EnumMember).flags(SymbolFlags::STATIC);
static VARIABLE: Declare = Declare::variable().adjust(hooks::variable);
static FOREACH: Let = Let::each();
static PATTERN: Let = Let { own_scope: false, ..Let::inner() };
static FROM: Let = Let { own_scope: false, ..Let::each() };
static TYPE_PARAMETER: Declare = Declare::type_parameter();
static CONSTRUCTOR: Declare = Declare::constructor();

const RULES: &[(&str, Rule)] = &[
    ("comment", Rule::Comment),
    ("identifier implicit_parameter", Rule::Name),
    ("this", Rule::SelfValue),
    ("base", Rule::Super),
    ("using_directive", Rule::Hook(hooks::using)),
    ("file_scoped_namespace_declaration", Rule::Hook(hooks::file_namespace)),
    ("namespace_declaration", Rule::Hook(hooks::namespace)),
    ("class_declaration record_declaration", Rule::Declare(&TYPE_CLASS)),
    ("struct_declaration", Rule::Declare(&TYPE_STRUCT)),
    ("interface_declaration", Rule::Declare(&TYPE_INTERFACE)),
    ("enum_declaration", Rule::Declare(&TYPE_ENUM)),
    ("enum_member_declaration", Rule::Declare(&ENUM_MEMBER)),
    ("delegate_declaration", Rule::Declare(&DELEGATE)),
    ("method_declaration local_function_statement", Rule::Declare(&METHOD)),
    ("constructor_declaration", Rule::Declare(&CONSTRUCTOR)),
    ("destructor_declaration", Rule::Declare(&DESTRUCTOR)),
    ("operator_declaration", Rule::Declare(&OPERATOR)),
    ("conversion_operator_declaration", Rule::Hook(hooks::conversion)),
    ("indexer_declaration", Rule::Hook(hooks::indexer)),
    ("property_declaration", Rule::Declare(&PROPERTY)),
    ("event_declaration", Rule::Declare(&EVENT)),
    ("accessor_declaration", Rule::Hook(hooks::accessor)),
    (
        "field_declaration event_field_declaration local_declaration_statement variable_declaration",
        Rule::Group,
    ),
    ("variable_declarator", Rule::Declare(&VARIABLE)),
    ("parameter", Rule::Hook(hooks::parameter)),
    ("type_parameter", Rule::Declare(&TYPE_PARAMETER)),
    (
        "block for_statement using_statement fixed_statement switch_section switch_expression_arm \
      query_expression checked_statement if_statement while_statement lock_statement",
        Rule::Block,
    ),
    ("foreach_statement", Rule::Let(&FOREACH)),
    ("catch_clause", Rule::Block),
    ("declaration_expression", Rule::Hook(hooks::declaration_expression)),
    ("catch_declaration declaration_pattern var_pattern", Rule::Let(&PATTERN)),
    ("recursive_pattern", Rule::Hook(hooks::recursive_pattern)),
    ("subpattern", Rule::Hook(hooks::subpattern)),
    ("from_clause", Rule::Let(&FROM)),
    ("join_clause", Rule::Let(&INNER_FROM)),
    ("let_clause", Rule::Let(&PATTERN)),
    ("lambda_expression anonymous_method_expression", Rule::Lambda),
    ("invocation_expression", Rule::Call),
    ("object_creation_expression", Rule::Hook(hooks::object_creation)),
    ("initializer_expression", Rule::Hook(hooks::initializer)),
    ("anonymous_object_creation_expression", Rule::Hook(hooks::anonymous_object)),
    ("attribute", Rule::Hook(hooks::attribute)),
    ("primary_constructor_base_type", Rule::Pass),
    ("member_access_expression qualified_name alias_qualified_name", Rule::Member),
    ("conditional_access_expression", Rule::Hook(hooks::conditional_access)),
    ("member_binding_expression", Rule::Hook(hooks::member_binding)),
    ("assignment_expression", Rule::Assign),
    ("element_access_expression", Rule::Element),
    ("await_expression", Rule::Await),
    ("cast_expression as_expression", Rule::Cast),
    ("conditional_expression", Rule::Hook(hooks::conditional)),
    (
        "parenthesized_expression postfix_unary_expression checked_expression tuple_pattern \
      parenthesized_variable_designation expression_statement arrow_expression_clause ref_expression",
        Rule::Pass,
    ),
    ("generic_name", Rule::Generic),
    ("array_type", Rule::ListOf),
    ("nullable_type pointer_type ref_type scoped_type", Rule::Pass),
    ("predefined_type", Rule::Hook(hooks::predefined)),
    ("return_statement", Rule::Return),
    (
        "goto_statement labeled_statement preproc_region preproc_endregion preproc_nullable \
      preproc_pragma preproc_line implicit_type",
        Rule::Skip,
    ),
    (
        "string_literal verbatim_string_literal raw_string_literal interpolated_string_expression",
        Rule::Literal(LiteralKind::String),
    ),
    ("integer_literal", Rule::Literal(LiteralKind::Whole)),
    ("real_literal", Rule::Literal(LiteralKind::Fraction)),
    ("character_literal", Rule::Literal(LiteralKind::Character)),
    ("boolean_literal", Rule::Literal(LiteralKind::Boolean)),
    ("null_literal", Rule::Literal(LiteralKind::Nothing)),
];

static INNER_FROM: Let = Let { from: From::Element, ..PATTERN };
