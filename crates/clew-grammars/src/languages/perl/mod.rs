//! Perl: packages, subroutines, lexical and package variables, what is used, bases.

mod calls;
mod packages;
mod tags;
#[cfg(test)]
mod tests;
mod uses;
mod variables;

use clew_model::{LiteralKind, Separator, SymbolFlags, SymbolKind};

use crate::described::{Description, Let, Part, Rule, Sight, described};
use crate::{Depth, LanguageDefinition};

pub(crate) static DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["pl"],
    extensions: &["pl", "pm", "t", "psgi", "plx"],
    file_names: &["Makefile.PL", "Build.PL", "cpanfile"],
    interpreters: &["perl"],
    depth: Depth::Deep,
    extractor_version: 4,
    guessed: false,
    verified: "symbols 1.000/1.000, calls 1.000/1.000, imports 0.990/1.000, bases 0.980/0.961, locals 0.990 against PPI, 100 sites of each read; definition first 1.000/1.000",
    separator: Separator::Colons,
    closures_see_later: false,
    grammar: Some(|| ts_parser_perl::LANGUAGE.into()),
    walk: Some(walk),
    is_too_deep: Some(is_too_deep),
    ..LanguageDefinition::words("perl", "Perl")
};

described!(ts_parser_perl::LANGUAGE, DESCRIPTION);

/// Deepest nesting of brackets that the grammar is given: it takes time that grows
/// with the square of the nesting.
const MAX_NESTING: usize = 1_000;

/// Longest line, in bytes: the grammar looks ahead to the end of the line at every
/// word.
const MAX_LINE: usize = 4_000;

/// Whether lines are too long or brackets nest too deep. Those are counted anew where
/// a line begins a subroutine or package, since brackets in strings and patterns have
/// no partners. What follows `__END__` is no code.
fn is_too_deep(text: &str) -> bool {
    let (mut depth, mut quotes, mut before) = (0_usize, 0_usize, b' ');
    for line in text.split('\n') {
        if matches!(line.trim_end(), "__END__" | "__DATA__") {
            return false;
        }
        if line.starts_with("sub ") || line.starts_with("package ") {
            depth = 0;
        }
        if line.len() > MAX_LINE {
            return true;
        }
        for byte in line.bytes() {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                // `q<`, `qw<`, `m<`
                b'<' if before.is_ascii_lowercase() => quotes += 1,
                _ => {}
            }
            before = byte;
            if depth > MAX_NESTING || quotes > MAX_NESTING {
                return true;
            }
        }
    }
    false
}

static DESCRIPTION: Description = Description {
    rules: RULES,
    fields: &[("body", Part::Body)],
    doc_marks: &["#"],
    root: Some(packages::file),
    ..Description::EMPTY
};

static PARAMETER: Let = Let {
    kind: SymbolKind::Parameter,
    in_type: None,
    flags: SymbolFlags::LOCAL,
    sight: Sight::Whole,
    own_scope: false,
    ..Let::inner()
};

const RULES: &[(&str, Rule)] = &[
    ("comment", Rule::Comment),
    ("package_statement class_statement role_statement", Rule::Hook(packages::package)),
    (
        "subroutine_declaration_statement method_declaration_statement",
        Rule::Hook(packages::subroutine),
    ),
    ("anonymous_subroutine_expression anonymous_method_expression", Rule::Hook(calls::anonymous)),
    (
        "mandatory_parameter optional_parameter slurpy_parameter named_parameter",
        Rule::Hook(variables::parameter),
    ),
    ("block block_statement", Rule::Hook(packages::block)),
    ("conditional_statement loop_statement cstyle_for_statement", Rule::Block),
    ("for_statement", Rule::Hook(variables::for_each)),
    ("variable_declaration", Rule::Hook(variables::declaration)),
    ("assignment_expression", Rule::Hook(variables::assignment)),
    ("varname", Rule::Hook(variables::variable)),
    (
        "scalar array hash arraylen container_variable slice_container_variable keyval_container_variable glob",
        Rule::Pass,
    ),
    ("use_statement", Rule::Hook(uses::use_statement)),
    ("require_expression", Rule::Hook(uses::require)),
    ("function_call_expression ambiguous_function_call_expression", Rule::Hook(calls::call)),
    ("function", Rule::Hook(calls::function)),
    ("method_call_expression", Rule::Hook(calls::method_call)),
    ("bareword", Rule::Hook(calls::bareword)),
    (
        "autoquoted_bareword pod data_section eof_marker prototype heredoc_end attrlist package \
      filehandle",
        Rule::Skip,
    ),
    (
        "string_literal interpolated_string_literal command_string heredoc_token",
        Rule::Literal(LiteralKind::String),
    ),
    ("quoted_word_list", Rule::Literal(LiteralKind::List)),
    ("number version", Rule::Literal(LiteralKind::Number)),
    ("boolean", Rule::Literal(LiteralKind::Boolean)),
];
