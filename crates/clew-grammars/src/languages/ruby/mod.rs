//! Ruby: modules, classes, methods, accessors, blocks, constants.

mod calls;
mod hooks;
#[cfg(test)]
mod tests;

use clew_model::{HeritageKind, LiteralKind, SymbolFlags, SymbolKind};

use crate::described::{Assigning, Declare, Description, From, Let, Part, Rule, Sight, described};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["rb"],
    extensions: &["rb", "rake", "gemspec", "ru", "jbuilder"],
    file_names: &["Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Podfile", "Fastfile"],
    interpreters: &["ruby", "jruby"],
    extractor_version: 9,
    depth: Depth::Deep,
    guessed: false,
    verified: "symbols 0.999/0.995, calls 1.000/1.000, imports 1.000/1.000, bases 1.000/1.000, locals 1.000 against Prism, 100 sites of each read; definition first 1.000/1.000",
    members_in_scope: true,
    closures_see_later: false,
    grammar: Some(|| tree_sitter_ruby::LANGUAGE.into()),
    walk: Some(walk),
    ..LanguageDefinition::words("ruby", "Ruby")
};

described!(tree_sitter_ruby::LANGUAGE, DESCRIPTION);

static DESCRIPTION: Description = Description {
    rules: RULES,
    fields: &[
        ("name", Part::Name),
        ("body", Part::Body),
        ("superclass", Part::Bases(HeritageKind::Extends)),
        ("receiver", Part::Object),
        ("method", Part::Callee),
        ("left", Part::Target),
        ("scope", Part::Object),
        ("operator", Part::Skip),
        ("exceptions", Part::Type),
    ],
    parent_fields: &[
        ("binary", "left", Part::Value),
        ("optional_parameter keyword_parameter", "value", Part::Initial),
        ("for", "pattern", Part::Bind),
        ("for", "value", Part::Initial),
        ("in_clause", "pattern", Part::Bind),
        ("match_pattern test_pattern", "pattern", Part::Bind),
        ("as_pattern", "value", Part::Type),
        ("as_pattern", "name", Part::Bind),
        ("keyword_pattern", "key", Part::Skip),
        ("block_parameter splat_parameter hash_splat_parameter", "name", Part::Name),
        ("lambda", "body", Part::Value),
        ("exception_variable", "name", Part::Bind),
        ("element_reference", "object", Part::Object),
    ],
    children: &[("exception_variable", Part::Bind), ("hash_key_symbol heredoc_end", Part::Skip)],
    rest: &[("exceptions", Part::Type)],
    doc_marks: &["#", "=begin"],
    assigning: Assigning::DeclaresHere,
    functions_apart: true,
    last_is_result: true,
    name: Some(hooks::name),
    ..Description::EMPTY
};

static CLASS: Declare = Declare::type_(SymbolKind::Class).adjust(hooks::qualified);
static MODULE: Declare = Declare::type_(SymbolKind::Module).adjust(hooks::qualified);
static METHOD: Declare = Declare::function().adjust(hooks::method);
static SINGLETON_METHOD: Declare =
    Declare::function().flags(SymbolFlags(SymbolFlags::STATIC.0 | SymbolFlags::CLASS_METHOD.0));
static PARAMETER: Declare = Declare::parameter();
static FOR: Let = Let { own_scope: false, from: From::Element, ..Let::inner() };
static CASE: Let = Let { own_scope: false, sight: Sight::Whole, ..Let::inner() };
static RESCUE: Let = Let { own_scope: false, ..Let::inner() };

const RULES: &[(&str, Rule)] = &[
    ("comment", Rule::Comment),
    ("identifier constant global_variable", Rule::Name),
    ("self", Rule::Hook(hooks::self_value)),
    ("super", Rule::Hook(hooks::super_call)),
    ("class", Rule::Declare(&CLASS)),
    ("module", Rule::Declare(&MODULE)),
    ("singleton_class", Rule::Hook(hooks::singleton_class)),
    ("method", Rule::Declare(&METHOD)),
    ("singleton_method", Rule::Declare(&SINGLETON_METHOD)),
    (
        "method_parameters block_parameters lambda_parameters destructured_parameter",
        Rule::Parameters,
    ),
    (
        "optional_parameter keyword_parameter splat_parameter hash_splat_parameter block_parameter",
        Rule::Declare(&PARAMETER),
    ),
    ("block do_block lambda", Rule::Block),
    ("call", Rule::Hook(calls::call)),
    ("assignment operator_assignment", Rule::Hook(hooks::assignment)),
    ("left_assignment_list destructured_left_assignment rest_assignment", Rule::Pass),
    ("scope_resolution", Rule::Member),
    ("element_reference", Rule::Element),
    ("instance_variable class_variable", Rule::Hook(hooks::instance_variable)),
    ("alias", Rule::Hook(calls::alias)),
    ("for", Rule::Let(&FOR)),
    ("in_clause match_pattern test_pattern", Rule::Let(&CASE)),
    ("rescue", Rule::Hook(hooks::rescue)),
    ("exception_variable", Rule::Pass),
    (
        "array_pattern hash_pattern find_pattern keyword_pattern as_pattern alternative_pattern",
        Rule::Pass,
    ),
    ("parenthesized_statements body_statement block_body begin then superclass", Rule::Pass),
    ("return", Rule::Return),
    ("conditional", Rule::Hook(hooks::conditional)),
    ("string chained_string heredoc_body subshell bare_string", Rule::Literal(LiteralKind::String)),
    ("integer float rational complex", Rule::Literal(LiteralKind::Number)),
    ("true false", Rule::Literal(LiteralKind::Boolean)),
    ("nil", Rule::Literal(LiteralKind::Nothing)),
    ("regex", Rule::Literal(LiteralKind::Regex)),
    ("array string_array symbol_array", Rule::Hook(hooks::array)),
    ("hash", Rule::Literal(LiteralKind::Map)),
    ("hash_key_symbol simple_symbol operator undef uninterpreted heredoc_beginning", Rule::Skip),
];
