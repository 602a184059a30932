//! Lua up to 5.4: functions, tables used as classes and modules, `require`.

mod assignments;
mod functions;
#[cfg(test)]
mod tests;

use clew_model::{LiteralKind, SymbolFlags, SymbolKind};

use crate::described::{Declare, Description, Let, Part, Rule, Sight, described};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    extensions: &["lua", "rockspec"],
    interpreters: &["lua", "luajit"],
    extractor_version: 3,
    depth: Depth::Deep,
    guessed: false,
    verified: "symbols 0.998/1.000, calls 1.000/1.000, imports 1.000/1.000, locals 1.000 against luaparse, 100 sites of each read; definition first 0.995/1.000",
    closures_see_later: false,
    grammar: Some(|| tree_sitter_lua::LANGUAGE.into()),
    walk: Some(walk),
    ..LanguageDefinition::words("lua", "Lua")
};

described!(tree_sitter_lua::LANGUAGE, DESCRIPTION);

static DESCRIPTION: Description = Description {
    rules: RULES,
    fields: &[
        ("table", Part::Object),
        ("method", Part::Member),
        ("body", Part::Body),
        ("operator", Part::Skip),
    ],
    parent_fields: &[
        ("function_call", "name", Part::Callee),
        ("dot_index_expression", "field", Part::Member),
        ("for_numeric_clause", "name", Part::Bind),
    ],
    children: &[("attribute", Part::Skip)],
    doc_marks: &["--"],
    name: Some(functions::name),
    ..Description::EMPTY
};

static FUNCTION: Declare = Declare::function();
static LOOP: Let = Let { own_scope: false, sight: Sight::Whole, ..Let::inner() };
static PARAMETER: Let = Let {
    kind: SymbolKind::Parameter,
    flags: SymbolFlags::LOCAL,
    sight: Sight::Whole,
    ..Let::inner()
};

const RULES: &[(&str, Rule)] = &[
    ("comment", Rule::Comment),
    ("identifier", Rule::Name),
    ("variable_declaration", Rule::Hook(assignments::local)),
    ("assignment_statement", Rule::Hook(assignments::assignment)),
    ("function_declaration", Rule::Hook(functions::declaration)),
    ("function_definition", Rule::Hook(functions::definition)),
    ("for_statement", Rule::Block),
    ("for_numeric_clause", Rule::Let(&LOOP)),
    ("for_generic_clause", Rule::Hook(assignments::generic_for)),
    ("parameters", Rule::Hook(functions::parameters)),
    ("repeat_statement", Rule::Hook(functions::repeat)),
    ("block", Rule::Block),
    ("function_call", Rule::Hook(functions::call)),
    ("dot_index_expression", Rule::Hook(functions::dotted)),
    ("method_index_expression", Rule::Member),
    ("bracket_index_expression", Rule::Element),
    ("parenthesized_expression expression_list", Rule::Pass),
    ("return_statement", Rule::Hook(functions::returned)),
    ("table_constructor", Rule::Hook(assignments::table)),
    ("goto_statement label_statement vararg_expression", Rule::Skip),
    ("string", Rule::Literal(LiteralKind::String)),
    ("number", Rule::Literal(LiteralKind::Number)),
    ("true false", Rule::Literal(LiteralKind::Boolean)),
    ("nil", Rule::Literal(LiteralKind::Nothing)),
];
