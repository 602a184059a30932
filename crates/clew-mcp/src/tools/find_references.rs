//! find_references: the uses of a symbol, by its name.

use clew_protocol::{
    Certainty, DEFAULT_LIST_LIMIT, FindReferencesRequest, Question, Role, ToolError,
};

use super::{CURSOR, Call, Effect, ROOT, Reach, Tool, json_size};
use crate::arguments::Arguments;
use crate::outcome::Draft;
use crate::schema::{Field, FieldKind, OutputKind};
use crate::size::{budget, fit};

pub(super) static TOOL: Tool = Tool {
    question: Question::FindReferences,
    title: "Find references",
    description: "Every use of a symbol by name, definition first, with role, enclosing function \
        and line text. Use instead of grep. certainty `name` = same name only.",
    fields: &[
        Field::required("query", FieldKind::Text, "Best qualified, e.g. `Cart.total`"),
        Field::optional("include_declarations", FieldKind::Flag, "Default true"),
        Field::optional("role", FieldKind::Commas, "e.g. `call,write`"),
        Field::optional(
            "certainty",
            FieldKind::Choice(&["exact", "bound", "name"]),
            "At least this sure, default name",
        ),
        Field::optional("limit", FieldKind::LIMIT, "Default 50"),
        CURSOR,
        ROOT,
    ],
    aliases: &[
        ("q", "query"),
        ("name", "query"),
        ("symbol", "query"),
        ("roles", "role"),
        ("project_root", "workspace_root"),
    ],
    output: Some(&[
        ("locations", OutputKind::Objects),
        ("total", OutputKind::Integer),
        ("by_file", OutputKind::Object),
    ]),
    effect: Effect::ReadOnly,
    reach: Reach::Machine,
    run,
};

fn run(call: &Call<'_>, arguments: &mut Arguments) -> Result<Draft, ToolError> {
    let request = decode(arguments)?;
    let ask = |limit| {
        let request = FindReferencesRequest { limit: Some(limit), ..request.clone() };
        let mut answer = call.engine.find_references(request, call.context)?;
        keep_heaviest(&mut answer.by_file, &mut answer.stamp.notes);
        Ok(answer)
    };
    let wanted = request.limit.unwrap_or(DEFAULT_LIST_LIMIT.max(50));
    let (mut answer, cut) = fit(budget(request.limit), wanted, ask, json_size)?;
    let (shown, total) = (answer.locations.len(), answer.total);
    super::note_cut(&mut answer.stamp, cut, shown, total);
    Ok(Draft::compact(&answer))
}

/// Most files in `by_file`.
const FILES_SHOWN: usize = 25;

fn keep_heaviest(by_file: &mut std::collections::BTreeMap<String, u32>, notes: &mut Vec<String>) {
    if by_file.len() <= FILES_SHOWN {
        return;
    }
    let files = by_file.len();
    let mut counts: Vec<u32> = by_file.values().copied().collect();
    counts.sort_unstable_by(|left, right| right.cmp(left));
    let least = counts[FILES_SHOWN - 1];
    let mut ties = FILES_SHOWN - counts.iter().filter(|count| **count > least).count();
    by_file.retain(|_, count| {
        if *count == least && ties > 0 {
            ties -= 1;
            return true;
        }
        *count > least
    });
    notes.push(format!("by_file shows {FILES_SHOWN} of {files} files"));
}

fn decode(arguments: &mut Arguments) -> Result<FindReferencesRequest, ToolError> {
    let query = arguments.required("query");
    if query.trim().is_empty() {
        return Err(ToolError::invalid_input("`query` is empty", "give a symbol name"));
    }
    let mut roles = Vec::new();
    for word in arguments.list("role") {
        roles.push(role(&word)?);
    }
    Ok(FindReferencesRequest {
        root: arguments.filled("workspace_root"),
        include_declarations: arguments.flag("include_declarations").unwrap_or(true),
        roles,
        certainty: match arguments.text("certainty").as_deref() {
            Some("exact") => Some(Certainty::Exact),
            Some("bound") => Some(Certainty::Bound),
            Some("name") => Some(Certainty::Name),
            _ => None,
        },
        limit: arguments.number("limit"),
        cursor: arguments.filled("cursor"),
        ..FindReferencesRequest::new(query)
    })
}

fn role(word: &str) -> Result<Role, ToolError> {
    serde_json::from_value(word.to_ascii_lowercase().into()).map_err(|_| {
        ToolError::invalid_input(
            format!("unknown role `{word}`"),
            "use definition, declaration, call, read, write, type, import, inherit",
        )
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn only_the_heaviest_files_are_counted() {
        let mut by_file: BTreeMap<String, u32> = (0..60)
            .map(|number| (format!("f{number:02}"), if number < 10 { 9 } else { 1 }))
            .collect();
        let mut notes = Vec::new();
        keep_heaviest(&mut by_file, &mut notes);
        assert_eq!(by_file.len(), FILES_SHOWN);
        assert_eq!(by_file.values().filter(|count| **count == 9).count(), 10);
        assert_eq!(notes, ["by_file shows 25 of 60 files"]);
    }
}
