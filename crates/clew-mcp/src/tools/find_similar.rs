//! find_similar: code that is like other code.

use clew_protocol::{CodeRole, FindSimilarRequest, Question, SymbolType, ToolError};

use super::{CURSOR, Call, Effect, Reach, Tool, json_size};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind, Over};
use crate::size::{budget, fit};

pub(super) static TOOL: Tool = Tool {
    question: Question::FindSimilar,
    title: "Find similar code",
    description: "Code like a symbol's or like a snippet: duplicates, other ways to do the same.",
    fields: &[
        Field::optional("target", FieldKind::Text, "Symbol name"),
        Field::optional("query", FieldKind::Text, "Or code, or words"),
        Field::optional("limit", FieldKind::LIMIT, "Default 10"),
        CURSOR,
        Field::optional("type", FieldKind::Text, "Only these, e.g. `function`"),
        Field::optional("role", FieldKind::Text, "Only these, e.g. `test`"),
        Field::optional("file_pattern", FieldKind::Text, "Only these files"),
        Field::optional("include_code", FieldKind::Flag, "With source text"),
        Field::optional(
            "max_code_lines",
            FieldKind::Integer { min: 1, max: 1000, over: Over::Cut },
            "Default 30",
        ),
    ],
    aliases: &[
        ("name", "target"),
        ("symbol", "target"),
        ("q", "query"),
        ("file_path", "file_pattern"),
        ("path", "file_pattern"),
    ],
    output: Some(&[("hits", OutputKind::Objects)]),
    effect: Effect::ReadOnly,
    reach: Reach::Machine,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let request = decode(arguments)?;
    let budget = budget(request.limit.or(request.max_code_lines));
    let ask = |limit| {
        let request = FindSimilarRequest { limit: Some(limit), ..request.clone() };
        call.engine.find_similar(request, call.context)
    };
    let (answer, _) = fit(budget, request.limit.unwrap_or(10), ask, json_size)?;
    Ok(Draft::compact(&answer))
}

fn decode(arguments: &mut Arguments) -> Result<FindSimilarRequest, ToolError> {
    let role = arguments.filled("role").map(|text| {
        let known = CodeRole::ALL.map(CodeRole::as_str).join(", ");
        CodeRole::parse(&text).ok_or_else(|| {
            ToolError::invalid_input("unknown `role`", format!("use one of {known}"))
        })
    });
    let symbol_type = arguments.filled("type").map(|text| {
        let known = SymbolType::ALL.map(SymbolType::as_str).join(", ");
        SymbolType::parse(&text).ok_or_else(|| {
            ToolError::invalid_input("unknown `type`", format!("use one of {known}"))
        })
    });
    Ok(FindSimilarRequest {
        cursor: arguments.filled("cursor"),
        target: arguments.filled("target"),
        query: arguments.filled("query"),
        root: None,
        limit: arguments.number("limit"),
        symbol_type: symbol_type.transpose()?,
        role: role.transpose()?,
        file_pattern: arguments.filled("file_pattern"),
        include_code: arguments.flag("include_code").unwrap_or(false),
        max_code_lines: arguments.number("max_code_lines"),
    })
}
