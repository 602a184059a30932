//! Zig: containers as values, functions, imports, payloads.

mod hooks;
#[cfg(test)]
mod tests;

use clew_model::{LiteralKind, SymbolFlags, SymbolKind, Visibility};

use crate::described::{Declare, Description, Modifier, Part, Rule, described};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    extensions: &["zig", "zon"],
    depth: Depth::Deep,
    extractor_version: 2,
    guessed: false,
    verified: "symbols 1.000/1.000, calls 1.000/1.000, imports 1.000/1.000, locals 1.000 against Zig's parser, 100 sites of each read; definition first 1.000/1.000; the language has no bases",
    members_in_scope: true,
    grammar: Some(|| tree_sitter_zig::LANGUAGE.into()),
    walk: Some(walk),
    ..LanguageDefinition::words("zig", "Zig")
};

described!(tree_sitter_zig::LANGUAGE, DESCRIPTION);

static DESCRIPTION: Description = Description {
    rules: RULES,
    fields: &[
        ("name", Part::Name),
        ("type", Part::Type),
        ("body", Part::Body),
        ("function", Part::Callee),
        ("object", Part::Object),
        ("member", Part::Member),
        ("left", Part::Target),
    ],
    parent_fields: &[("binary_expression", "left", Part::Value)],
    rest: &[("container_field", Part::Initial)],
    modifiers: &[
        ("pub", Modifier::Visibility(Visibility::Public)),
        ("export", Modifier::Visibility(Visibility::Public)),
        ("extern", Modifier::Flag(SymbolFlags::DECLARATION)),
        ("inline", Modifier::Flag(SymbolFlags(0))),
    ],
    doc_marks: &["///"],
    visibility: hooks::default_visibility,
    name: Some(hooks::name),
    ..Description::EMPTY
};

static FUNCTION: Declare = Declare::function();
static PARAMETER: Declare = Declare::parameter();
static FIELD: Declare = Declare::plain(SymbolKind::Field).adjust(hooks::field_kind);

const RULES: &[(&str, Rule)] = &[
    ("comment", Rule::Comment),
    ("identifier", Rule::Name),
    ("variable_declaration", Rule::Hook(hooks::statement)),
    ("function_declaration", Rule::Declare(&FUNCTION)),
    ("parameter", Rule::Declare(&PARAMETER)),
    ("container_field", Rule::Declare(&FIELD)),
    (
        "struct_declaration enum_declaration union_declaration opaque_declaration",
        Rule::Hook(hooks::container),
    ),
    ("error_set_declaration", Rule::Skip),
    ("test_declaration comptime_declaration", Rule::Lambda),
    ("payload", Rule::Parameters),
    (
        "block for_statement while_statement if_statement switch_case catch_expression \
      if_expression for_expression while_expression",
        Rule::Block,
    ),
    ("call_expression", Rule::Call),
    ("field_expression", Rule::Hook(hooks::member)),
    ("index_expression", Rule::Element),
    ("assignment_expression", Rule::Assign),
    ("builtin_function", Rule::Hook(hooks::builtin)),
    ("struct_initializer", Rule::New),
    ("try_expression", Rule::Unwrap),
    (
        "parenthesized_expression expression_statement block_expression labeled_statement",
        Rule::Pass,
    ),
    ("pointer_type nullable_type", Rule::Pass),
    ("slice_type array_type", Rule::ListOf),
    ("error_union_type", Rule::Pass),
    ("break_label block_label builtin_identifier builtin_type", Rule::Skip),
    ("string multiline_string", Rule::Literal(LiteralKind::String)),
    ("integer float character", Rule::Literal(LiteralKind::Number)),
    ("boolean", Rule::Literal(LiteralKind::Boolean)),
];
