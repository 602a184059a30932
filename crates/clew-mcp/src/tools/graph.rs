//! graph: who is connected with whom, and how to get from one to another.

use clew_protocol::{
    Direction, EdgeKind, GraphAnswer, GraphFormat, GraphRequest, MAX_GRAPH_DEPTH, Question,
    ToolError,
};

use super::{CURSOR, Call, Effect, Reach, Tool, json_size};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, Over};
use crate::size::{budget, fit, text_size};
use crate::text::footer;

pub(super) static TOOL: Tool = Tool {
    question: Question::Graph,
    title: "Call and type graph",
    description: "Who calls a symbol, what it calls, what it inherits; or, with `to`, the path \
        between two symbols. Use before changing a function.",
    fields: &[
        Field::required("from", FieldKind::Text, "Qualified name or file, e.g. `Cart.total`"),
        Field::optional("to", FieldKind::Text, "Path to this symbol"),
        Field::optional(
            "depth",
            FieldKind::Integer { min: 1, max: MAX_GRAPH_DEPTH as u64, over: Over::Refuse },
            "Default 1",
        ),
        Field::optional(
            "direction",
            FieldKind::Choice(&["down", "up", "both"]),
            "down = callees (default), up = callers",
        ),
        Field::optional(
            "edge_types",
            FieldKind::Commas,
            "Of contains,call,inherits,implements; default all but contains",
        ),
        Field::optional("format", FieldKind::Choice(&["text", "json", "mermaid"]), "Default text"),
        Field::optional("internal_only", FieldKind::Flag, "No library code; default true"),
        Field::optional("limit", FieldKind::LIMIT, "Nodes, default 100"),
        CURSOR,
    ],
    aliases: &[("symbol", "from"), ("name", "from"), ("query", "from")],
    output: None,
    effect: Effect::ReadOnly,
    reach: Reach::Machine,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let request = decode(arguments)?;
    let budget = budget(request.limit);
    let wanted = request.limit.unwrap_or(100);
    let ask = |limit| {
        let request = GraphRequest { limit: Some(limit), ..request.clone() };
        call.engine.graph(request, call.context)
    };
    let (mut answer, cut) = fit(budget, wanted, ask, |answer| size(answer, budget))?;
    if let Some(shown) = cut {
        let note = format!(
            "cut to {shown} nodes to keep the answer short; go on with `cursor` or give `limit`"
        );
        answer.stamp.notes.push(note);
    }
    Ok(encode(&answer))
}

fn size(answer: &GraphAnswer, budget: usize) -> usize {
    match answer.text.as_ref().or(answer.mermaid.as_ref()) {
        Some(text) => text_size(text, budget) + 150,
        None => json_size(answer),
    }
}

fn encode(answer: &GraphAnswer) -> Draft {
    let drawn = match answer.format {
        GraphFormat::Json => return Draft::compact(answer),
        GraphFormat::Text => answer.text.clone().unwrap_or_default(),
        // Lines that start with %% are comments to mermaid, so that the whole
        // answer stays a valid diagram.
        GraphFormat::Mermaid => {
            let mut text = answer.mermaid.clone().unwrap_or_default();
            let hints = answer.warning.iter().map(String::as_str);
            let more = more(answer);
            for line in hints.chain(more.as_deref()).chain(footer(&answer.stamp).lines()) {
                text.push_str(&format!("\n%% {line}"));
            }
            return Draft::Text(text);
        }
    };
    let mut text = drawn.trim_end().to_string();
    if let Some(warning) = &answer.warning {
        text.push_str(&format!("\nWarning: {warning}"));
    }
    if let Some(more) = more(answer) {
        text.push_str(&format!("\n{more}"));
    }
    Draft::Text(format!("{text}\n{}", footer(&answer.stamp)))
}

/// How to go on, if there is more.
fn more(answer: &GraphAnswer) -> Option<String> {
    answer.cursor.as_ref().map(|cursor| format!("More with cursor `{cursor}`"))
}

fn decode(arguments: &mut Arguments) -> Result<GraphRequest, ToolError> {
    let from = arguments.required("from");
    if from.trim().is_empty() {
        return Err(ToolError::invalid_input("`from` is empty", "give a symbol or a file path"));
    }
    let mut edge_types = Vec::new();
    for word in arguments.list("edge_types") {
        edge_types.push(edge_kind(&word)?);
    }
    if edge_types.is_empty() {
        edge_types = EdgeKind::DEFAULT.to_vec();
    }
    Ok(GraphRequest {
        from,
        to: arguments.filled("to"),
        root: None,
        depth: arguments.number("depth").unwrap_or(1),
        format: match arguments.text("format").as_deref() {
            Some("json") => GraphFormat::Json,
            Some("mermaid") => GraphFormat::Mermaid,
            _ => GraphFormat::Text,
        },
        edge_types,
        direction: match arguments.text("direction").as_deref() {
            Some("up") => Direction::Up,
            Some("both") => Direction::Both,
            _ => Direction::Down,
        },
        internal_only: arguments.flag("internal_only").unwrap_or(true),
        limit: arguments.number("limit"),
        cursor: arguments.filled("cursor"),
    })
}

fn edge_kind(word: &str) -> Result<EdgeKind, ToolError> {
    let wanted = word.to_ascii_lowercase();
    EdgeKind::ALL.into_iter().find(|kind| kind.as_str() == wanted).ok_or_else(|| {
        ToolError::invalid_input(
            format!("unknown edge type `{word}`"),
            "use contains, call, inherits, implements",
        )
    })
}
