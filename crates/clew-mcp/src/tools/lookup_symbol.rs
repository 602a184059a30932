//! lookup_symbol: definitions by name.

use clew_protocol::{DEFAULT_LIST_LIMIT, LookupSymbolRequest, Question, SymbolKind, ToolError};

use super::{CURSOR, Call, Effect, Length, ROOT, Tool, json_size};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind};
use crate::size::{budget, fit};

pub(super) static TOOL: Tool = Tool {
    question: Question::LookupSymbol,
    title: "Look up symbol",
    description: "Find definitions by name: exact, then prefix, then fuzzy. Use when you know \
        (part of) a name.",
    fields: &[
        Field::required("query", FieldKind::Text, "Name, e.g. `Cart.total` or `parse_`"),
        Field::optional(
            "kind",
            FieldKind::TextList,
            "Only these kinds, e.g. [\"class\",\"method\"]",
        ),
        Field::optional("limit", FieldKind::LIMIT, "Default 20"),
        CURSOR,
        ROOT,
    ],
    aliases: &[
        ("q", "query"),
        ("name", "query"),
        ("symbol", "query"),
        ("kinds", "kind"),
        ("type", "kind"),
        ("project_root", "workspace_root"),
    ],
    output: Some(&[("symbols", OutputKind::Objects), ("total", OutputKind::Integer)]),
    effect: Effect::ReadOnly,
    length: Length::Short,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let request = decode(arguments)?;
    let ask = |limit| {
        let request = LookupSymbolRequest { limit: Some(limit), ..request.clone() };
        call.engine.lookup_symbol(request, call.context)
    };
    let wanted = request.limit.unwrap_or(DEFAULT_LIST_LIMIT);
    let (mut answer, cut) = fit(budget(request.limit), wanted, ask, json_size)?;
    let (shown, total) = (answer.symbols.len(), answer.total);
    super::note_cut(&mut answer.stamp, cut, shown, total);
    Ok(Draft::compact(&answer))
}

fn decode(arguments: &mut Arguments) -> Result<LookupSymbolRequest, ToolError> {
    let query = arguments.required("query");
    if query.trim().is_empty() {
        return Err(ToolError::invalid_input("`query` is empty", "give a name or a part of one"));
    }
    let mut kind = Vec::new();
    for word in arguments.list("kind") {
        kind.extend(kinds(&word)?);
    }
    Ok(LookupSymbolRequest {
        query,
        root: arguments.filled("workspace_root"),
        kind,
        limit: arguments.number("limit"),
        cursor: arguments.filled("cursor"),
    })
}

/// Kinds that a word means, LSP names and common synonyms.
fn kinds(word: &str) -> Result<Vec<SymbolKind>, ToolError> {
    let name = word.to_ascii_lowercase().replace(['_', '-', ' '], "");
    let synonym = match name.as_str() {
        "trait" | "protocol" => "interface",
        "typealias" | "alias" => "type",
        "func" | "fn" => "function",
        "const" => "constant",
        "var" | "let" => "variable",
        other => other,
    };
    match serde_json::from_value::<SymbolKind>(synonym.into()) {
        Ok(kind) => Ok(vec![kind]),
        Err(_) => Err(ToolError::invalid_input(
            format!("unknown kind `{word}`"),
            "use LSP kinds such as class, struct, interface, enum, function, method, field, \
             variable, constant, module",
        )),
    }
}
