//! lookup_symbol: definitions by name.

use clew_protocol::{
    DEFAULT_LIST_LIMIT, LookupSymbolRequest, Question, SYMBOL_KIND_HINT, SymbolKind, ToolError,
    parse_symbol_kind,
};

use super::{CURSOR, Call, Effect, ROOT, Reach, Tool, json_size};
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
        Field::required("query", FieldKind::Text, "e.g. `Cart.total`, `parse_`"),
        Field::optional("kind", FieldKind::TextList, "e.g. [\"class\",\"method\"]"),
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
    reach: Reach::Machine,
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
    let found = answer.symbols.iter();
    let links = found.map(|symbol| (symbol.file.as_str(), Some(symbol.qualified_name.as_str())));
    Ok(Draft::compact(&answer).linked(super::links(call, links)))
}

fn decode(arguments: &mut Arguments) -> Result<LookupSymbolRequest, ToolError> {
    let query = arguments.required("query");
    if query.trim().is_empty() {
        return Err(ToolError::invalid_input("`query` is empty", "give a name or a part of one"));
    }
    let mut kinds = Vec::new();
    for word in arguments.list("kind") {
        kinds.push(kind(&word)?);
    }
    Ok(LookupSymbolRequest {
        query,
        root: arguments.filled("workspace_root"),
        kind: kinds,
        limit: arguments.number("limit"),
        cursor: arguments.filled("cursor"),
    })
}

/// The kind that a word means, an LSP name or a common synonym.
fn kind(word: &str) -> Result<SymbolKind, ToolError> {
    parse_symbol_kind(word)
        .ok_or_else(|| ToolError::invalid_input(format!("unknown kind `{word}`"), SYMBOL_KIND_HINT))
}
