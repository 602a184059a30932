//! search: places by words or by meaning.

use clew_protocol::{
    CodeRole, Question, SearchMode, SearchRequest, SearchScope, SymbolType, ToolError,
};

use super::search_text::hits_text;
use super::{CURSOR, Call, Effect, Reach, Tool};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, Over};
use crate::size::{budget, fit, text_size};

const LEVEL: FieldKind = FieldKind::Integer { min: 0, max: 5, over: Over::Cut };

pub(super) static TOOL: Tool = Tool {
    question: Question::Search,
    title: "Search code",
    description: "Find code by what it does or by name. Use first when you do not know where it is.",
    fields: &[
        Field::required("query", FieldKind::Text, "Words or a name, e.g. `retry request`"),
        Field::optional(
            "mode",
            FieldKind::Choice(&["lexical", "vector", "hybrid"]),
            "Default hybrid",
        ),
        Field::optional(
            "scope",
            FieldKind::Choice(&["code", "docs", "history", "all"]),
            "Default code, docs",
        ),
        Field::optional("limit", FieldKind::LIMIT, "Default 10"),
        CURSOR,
        Field::optional("callers_level", LEVEL, "Caller levels"),
        Field::optional("callees_level", LEVEL, "Callee levels"),
        Field::optional("compact", FieldKind::Flag, "No relations"),
        Field::optional("include_code", FieldKind::Flag, "With source"),
        Field::optional(
            "max_code_lines",
            FieldKind::Integer { min: 1, max: 1000, over: Over::Cut },
            "Per hit, default 30",
        ),
        Field::optional("role_boost", FieldKind::Text, "e.g. `service`"),
        Field::optional("type_boost", FieldKind::Text, "e.g. `function`"),
        Field::optional("file_pattern", FieldKind::Text, "e.g. `src/**/*.py`"),
        Field::optional("explain", FieldKind::Flag, "Explain scores"),
    ],
    aliases: &[
        ("q", "query"),
        ("role", "role_boost"),
        ("type", "type_boost"),
        ("file_path", "file_pattern"),
        ("path", "file_pattern"),
    ],
    output: None,
    effect: Effect::ReadOnly,
    reach: Reach::Machine,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let request = decode(arguments)?;
    let budget = budget(request.limit.or(request.max_code_lines));
    let wanted = request.limit.unwrap_or(10);
    let ask = |limit| {
        let request = SearchRequest { limit: Some(limit), ..request.clone() };
        call.engine.search(request, call.context)
    };
    let (mut answer, cut) =
        fit(budget, wanted, ask, |answer| text_size(&hits_text(answer), budget))?;
    let (shown, total) = (answer.hits.len(), answer.total);
    super::note_cut(&mut answer.stamp, cut, shown, total);
    let links = answer
        .hits
        .iter()
        .filter(|hit| hit.commit.is_none())
        .map(|hit| (hit.file.as_str(), Some(hit.name.as_str())));
    Ok(Draft::Text(hits_text(&answer)).linked(super::links(call, links)))
}

fn decode(arguments: &mut Arguments) -> Result<SearchRequest, ToolError> {
    let query = arguments.required("query");
    if query.trim().is_empty() {
        return Err(ToolError::invalid_input(
            "`query` is empty",
            "give a symbol name or words that say what the code does",
        ));
    }
    let mode = match arguments.text("mode").as_deref() {
        Some("lexical") => SearchMode::Lexical,
        Some("vector") => SearchMode::Vector,
        _ => SearchMode::Hybrid,
    };
    Ok(SearchRequest {
        query,
        root: None,
        mode,
        scope: arguments.text("scope").as_deref().and_then(SearchScope::parse),
        limit: arguments.number("limit"),
        cursor: arguments.filled("cursor"),
        callers_level: arguments.number("callers_level").unwrap_or(0),
        callees_level: arguments.number("callees_level").unwrap_or(0),
        compact: arguments.flag("compact").unwrap_or(false),
        include_code: arguments.flag("include_code").unwrap_or(false),
        max_code_lines: arguments.number("max_code_lines"),
        role_boost: role_boost(arguments)?,
        type_boost: type_boost(arguments)?,
        file_pattern: arguments.filled("file_pattern"),
        explain: arguments.flag("explain").unwrap_or(false),
    })
}

fn role_boost(arguments: &Arguments) -> Result<Option<CodeRole>, ToolError> {
    let Some(text) = arguments.filled("role_boost") else { return Ok(None) };
    let known = CodeRole::ALL.map(CodeRole::as_str).join(", ");
    match CodeRole::parse(&text) {
        Some(role) => Ok(Some(role)),
        None => {
            Err(ToolError::invalid_input("unknown `role_boost`", format!("use one of {known}")))
        }
    }
}

fn type_boost(arguments: &Arguments) -> Result<Option<SymbolType>, ToolError> {
    let Some(text) = arguments.filled("type_boost") else { return Ok(None) };
    match SymbolType::parse(&text) {
        Some(symbol_type) => Ok(Some(symbol_type)),
        None => Err(ToolError::invalid_input("unknown `type_boost`", SymbolType::HINT)),
    }
}
