//! PHP up to 8.4: namespaces, types, promoted properties, closures, enums.

mod hooks;
mod imports;
#[cfg(test)]
mod tests;

use clew_model::{HeritageKind, LiteralKind, Separator, SymbolFlags, SymbolKind, Visibility};

use crate::described::{
    Assigning, Declare, Description, Let, Modifier, Part, Rule, Sight, described,
};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    extensions: &["php", "php3", "php4", "php5", "php7", "phtml"],
    interpreters: &["php"],
    extractor_version: 5,
    depth: Depth::Deep,
    guessed: false,
    verified: "symbols 1.000/1.000, calls 1.000/1.000, imports 1.000/1.000, bases 1.000/1.000, locals 0.990 against PHP-Parser, 100 sites of each read; definition first 1.000/1.000",
    separator: Separator::Colons,
    closures_see_later: false,
    grammar: Some(|| tree_sitter_php::LANGUAGE_PHP.into()),
    walk: Some(walk),
    ..LanguageDefinition::words("php", "PHP")
};

described!(tree_sitter_php::LANGUAGE_PHP, DESCRIPTION);

static DESCRIPTION: Description = Description {
    rules: RULES,
    fields: &[
        ("name", Part::Name),
        ("type", Part::Type),
        ("return_type", Part::Type),
        ("body", Part::Body),
        ("default_value", Part::Initial),
        ("object", Part::Object),
        ("scope", Part::Scope),
        ("function", Part::Callee),
        ("left", Part::Target),
        ("attributes", Part::Annotation),
    ],
    parent_fields: &[
        ("static_variable_declaration enum_case", "value", Part::Initial),
        ("binary_expression", "left", Part::Value),
        ("argument", "name", Part::Skip),
        ("update_expression", "argument", Part::Target),
        ("catch_clause", "name", Part::Bind),
        ("property_promotion_parameter", "visibility", Part::Modifiers),
        ("property_promotion_parameter", "readonly", Part::Modifiers),
        ("cast_expression", "type", Part::Skip),
    ],
    children: &[
        (
            "visibility_modifier static_modifier abstract_modifier final_modifier readonly_modifier \
          var_modifier",
            Part::Modifiers,
        ),
        ("base_clause", Part::Bases(HeritageKind::Extends)),
        ("class_interface_clause", Part::Bases(HeritageKind::Implements)),
        ("php_tag php_end_tag text", Part::Skip),
    ],
    rest: &[("const_element property_element", Part::Initial)],
    modifiers: &[
        ("public", Modifier::Visibility(Visibility::Public)),
        ("protected", Modifier::Visibility(Visibility::Protected)),
        ("private", Modifier::Visibility(Visibility::Private)),
        ("static", Modifier::Flag(SymbolFlags::STATIC)),
        ("abstract", Modifier::Flag(SymbolFlags::ABSTRACT)),
        ("final", Modifier::Flag(SymbolFlags(0))),
        ("readonly", Modifier::Flag(SymbolFlags(0))),
        ("var", Modifier::Visibility(Visibility::Public)),
    ],
    doc_marks: &["/**"],
    assigning: Assigning::DeclaresInFunction,
    functions_apart: true,
    name: Some(hooks::name),
    ..Description::EMPTY
};

static CLASS: Declare = Declare::type_(SymbolKind::Class);
static INTERFACE: Declare = Declare::type_(SymbolKind::Interface);
static TRAIT: Declare = Declare::type_(SymbolKind::Interface);
static ENUM: Declare = Declare::type_(SymbolKind::Enum);
static ENUM_CASE: Declare = Declare::plain(SymbolKind::EnumMember).flags(SymbolFlags::STATIC);
static FUNCTION: Declare = Declare::function().adjust(hooks::function);
static CONSTANT: Declare = Declare::plain(SymbolKind::Constant).flags(SymbolFlags::STATIC);
static FIELD: Declare =
    Declare::plain(SymbolKind::Field).sight(Sight::Member).adjust(hooks::without_dollar);
static PARAMETER: Declare = Declare::parameter();
static STATIC_VARIABLE: Declare = Declare::variable();
static CATCH: Let = Let::variable();

const RULES: &[(&str, Rule)] = &[
    ("comment", Rule::Comment),
    ("name variable_name", Rule::Name),
    ("namespace_definition", Rule::Hook(imports::namespace)),
    ("namespace_use_declaration", Rule::Hook(imports::uses)),
    (
        "require_expression require_once_expression include_expression include_once_expression",
        Rule::Hook(imports::include),
    ),
    ("use_declaration", Rule::Hook(hooks::use_traits)),
    ("class_declaration", Rule::Declare(&CLASS)),
    ("interface_declaration", Rule::Declare(&INTERFACE)),
    ("trait_declaration", Rule::Declare(&TRAIT)),
    ("enum_declaration", Rule::Declare(&ENUM)),
    ("enum_case", Rule::Declare(&ENUM_CASE)),
    ("anonymous_class", Rule::Hook(hooks::anonymous_class)),
    ("method_declaration function_definition", Rule::Declare(&FUNCTION)),
    ("const_declaration property_declaration", Rule::Group),
    ("const_element", Rule::Declare(&CONSTANT)),
    ("property_element", Rule::Declare(&FIELD)),
    ("simple_parameter variadic_parameter", Rule::Declare(&PARAMETER)),
    ("property_promotion_parameter", Rule::Hook(hooks::promoted)),
    ("property_hook", Rule::Lambda),
    ("static_variable_declaration", Rule::Declare(&STATIC_VARIABLE)),
    ("global_declaration", Rule::Hook(hooks::global)),
    ("catch_clause", Rule::Let(&CATCH)),
    ("foreach_statement", Rule::Hook(hooks::foreach)),
    ("anonymous_function arrow_function", Rule::Lambda),
    ("function_call_expression", Rule::Hook(hooks::function_call)),
    (
        "member_call_expression nullsafe_member_call_expression scoped_call_expression",
        Rule::MethodCall,
    ),
    ("member_access_expression nullsafe_member_access_expression", Rule::Member),
    ("scoped_property_access_expression", Rule::Hook(hooks::static_property)),
    ("class_constant_access_expression", Rule::Hook(hooks::class_constant)),
    ("object_creation_expression", Rule::Hook(hooks::object_creation)),
    ("relative_scope", Rule::Hook(hooks::relative_scope)),
    ("qualified_name", Rule::Hook(hooks::qualified_name)),
    (
        "assignment_expression reference_assignment_expression augmented_assignment_expression",
        Rule::Assign,
    ),
    ("binary_expression", Rule::Hook(hooks::binary)),
    ("subscript_expression", Rule::Element),
    ("argument", Rule::Hook(hooks::argument)),
    ("attribute", Rule::Hook(hooks::attribute)),
    ("conditional_expression", Rule::Hook(hooks::conditional)),
    (
        "parenthesized_expression expression_statement list_literal by_ref clone_expression \
      variadic_unpacking",
        Rule::Pass,
    ),
    ("named_type optional_type", Rule::Pass),
    ("union_type type_list", Rule::Union),
    ("primitive_type", Rule::Hook(hooks::primitive)),
    ("return_statement", Rule::Return),
    ("goto_statement named_label_statement declare_statement", Rule::Skip),
    (
        "string encapsed_string heredoc nowdoc shell_command_expression",
        Rule::Literal(LiteralKind::String),
    ),
    ("integer float", Rule::Literal(LiteralKind::Number)),
    ("boolean", Rule::Literal(LiteralKind::Boolean)),
    ("null", Rule::Literal(LiteralKind::Nothing)),
    ("array_creation_expression", Rule::Hook(hooks::array)),
];
