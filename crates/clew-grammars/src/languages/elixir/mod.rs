//! Elixir: modules, functions in clauses, macros, patterns, imports.

mod definitions;
mod hooks;
mod imports;
#[cfg(test)]
mod tests;

use clew_model::{LiteralKind, SymbolFlags, SymbolKind};
use tree_sitter::Node;

use crate::builder::{Declaration, Visible};
use crate::described::{Declare, Description, Let, Part, Rule, Sight, Walk, described};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["ex"],
    extensions: &["ex", "exs"],
    interpreters: &["elixir"],
    depth: Depth::Deep,
    extractor_version: 5,
    guessed: false,
    verified: "symbols 1.000/1.000, calls 1.000/1.000, imports 1.000/1.000, locals 0.990 against Elixir's parser, 100 sites of each read; definition first 1.000/1.000",
    members_in_scope: true,
    closures_see_later: false,
    grammar: Some(|| tree_sitter_elixir::LANGUAGE.into()),
    walk: Some(walk),
    ..LanguageDefinition::words("elixir", "Elixir")
};

described!(tree_sitter_elixir::LANGUAGE, DESCRIPTION);

static DESCRIPTION: Description = Description {
    rules: RULES,
    fields: &[("target", Part::Callee)],
    children: &[("keyword", Part::Skip)],
    doc_marks: &[],
    functions_apart: true,
    name: Some(hooks::name),
    ..Description::EMPTY
};

static MODULE: Declare =
    Declare { adjust: Some(seen_from_name), ..Declare::type_(SymbolKind::Module) };
static PROTOCOL: Declare =
    Declare { adjust: Some(seen_from_name), ..Declare::type_(SymbolKind::Interface) };
static FUNCTION: Declare = Declare::function();
static MACRO: Declare = Declare::function().in_type(SymbolKind::Macro);
static PATTERN: Let = Let { own_scope: false, sight: Sight::After, ..Let::inner() };
static PARAMETER: Let = Let {
    kind: SymbolKind::Parameter,
    flags: SymbolFlags::LOCAL,
    sight: Sight::Whole,
    ..Let::inner()
};

/// A module goes by its short name from where it is named on.
fn seen_from_name(_: &mut Walk<'_, '_>, _: Node<'_>, declaration: &mut Declaration<'_>) {
    declaration.visible = Visible::From(declaration.name_range.end);
}

const RULES: &[(&str, Rule)] = &[
    ("comment", Rule::Comment),
    ("identifier", Rule::Name),
    ("alias", Rule::Hook(hooks::alias_name)),
    ("call", Rule::Hook(definitions::call)),
    ("dot", Rule::Hook(hooks::dot)),
    ("binary_operator", Rule::Hook(hooks::binary)),
    ("unary_operator", Rule::Hook(hooks::unary)),
    ("stab_clause", Rule::Hook(hooks::clause)),
    ("do_block anonymous_function", Rule::Block),
    ("body block access_call", Rule::Pass),
    ("string charlist sigil", Rule::Literal(LiteralKind::String)),
    ("integer float char", Rule::Literal(LiteralKind::Number)),
    ("boolean", Rule::Literal(LiteralKind::Boolean)),
    ("nil", Rule::Literal(LiteralKind::Nothing)),
    ("atom quoted_atom keyword quoted_keyword operator_identifier", Rule::Skip),
];
