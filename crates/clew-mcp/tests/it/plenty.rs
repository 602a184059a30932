//! An engine that answers every question with as much as is asked for.

use clew_engine::{Engine, RequestContext};
use clew_protocol::*;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::engine::stamp;

/// Items that there are of everything.
pub(crate) const ALL: u32 = 2_000;

/// Has [`ALL`] of everything, with long names.
pub(crate) struct Plenty;

fn answer<A: DeserializeOwned>(mut members: Value) -> Result<A, ToolError> {
    let stamp = serde_json::to_value(stamp()).unwrap();
    for (name, value) in stamp.as_object().unwrap() {
        members[name] = value.clone();
    }
    Ok(serde_json::from_value(members).unwrap())
}

/// So many of `item`, and the cursor behind them.
fn list(limit: Option<u32>, item: impl Fn(u32) -> Value) -> (Vec<Value>, Value) {
    let shown = limit.unwrap_or(ALL).min(ALL);
    let cursor = if shown < ALL { json!(format!("after-{shown}")) } else { Value::Null };
    ((1..=shown).map(item).collect(), cursor)
}

fn file(number: u32) -> String {
    format!("src/some/folder/with/a/long/name/file_number_{number}.py")
}

fn name(number: u32) -> String {
    format!("SomeClassWithALongName.some_method_with_a_long_name_{number}")
}

fn symbol(number: u32) -> Value {
    json!({
        "name": name(number), "qualified_name": name(number), "kind": "method",
        "type": "function", "role": "service", "file": file(number), "line": number,
        "id": name(number), "span": [number, 1, number + 9, 1], "start_line": number,
        "end_line": number + 9, "depth": 0, "score": 0.5, "rank": 0.5,
        "signature": "def some_method(first: int, second: str) -> bool", "doc": "Does it.",
        "similarity_reason": "words", "relations": RelationCounts::default(),
    })
}

fn with_code(number: u32, include_code: bool) -> Value {
    let mut hit = symbol(number);
    if include_code {
        hit["code"] = json!("    return first + second\n".repeat(30));
    }
    hit
}

fn diagnostic(number: u32) -> Value {
    json!({
        "code": "E1", "severity": "error", "message": "a name that is not known: ".repeat(3),
        "span": [number, 1, number, 9], "file": file(number), "source": "clew",
    })
}

fn edge(number: u32) -> Value {
    json!({ "from": name(1), "to": name(number), "type": "call", "certainty": "bound" })
}

fn progress() -> Value {
    serde_json::to_value(ScanProgress::default()).unwrap()
}

fn left_out() -> Value {
    let examples: Vec<String> = (0..20).map(file).collect();
    json!(vec![json!({ "reason": "large", "count": 9, "examples": examples }); 20])
}

fn set_up() -> Result<SetupStatusAnswer, ToolError> {
    let models: Vec<String> = (0..ALL).map(|number| format!("some-model:{number}b")).collect();
    answer(json!({
        "state": "ready", "binary_present": true, "yaml_present": true,
        "credential_present": true, "config_path": "/c", "config_managed": true,
        "provider": "openapi", "model": "m", "embed_model": "e", "semantic_mode": "fast",
        "description_language": "en", "credential_source": "keyring",
        "provider_check": { "reachable": true, "models_present": true, "models": models },
    }))
}

impl Engine for Plenty {
    fn offers(&self, _question: Question) -> bool {
        true
    }

    fn search(
        &self,
        request: SearchRequest,
        _: &RequestContext,
    ) -> Result<SearchAnswer, ToolError> {
        let (hits, cursor) = list(request.limit, |number| with_code(number, request.include_code));
        answer(json!({ "hits": hits, "total": ALL, "cursor": cursor }))
    }

    fn find_similar(
        &self,
        request: FindSimilarRequest,
        _: &RequestContext,
    ) -> Result<FindSimilarAnswer, ToolError> {
        let (hits, cursor) = list(request.limit, |number| with_code(number, request.include_code));
        answer(json!({ "hits": hits, "cursor": cursor }))
    }

    fn graph(&self, request: GraphRequest, _: &RequestContext) -> Result<GraphAnswer, ToolError> {
        let (nodes, cursor) = list(request.limit, symbol);
        let (edges, _) = list(request.limit, edge);
        let lines: Vec<String> = (1..=nodes.len() as u32).map(name).collect();
        let mut members = json!({
            "from": request.from, "depth": request.depth, "format": request.format,
            "cursor": cursor,
        });
        match request.format {
            GraphFormat::Text => members["text"] = json!(lines.join("\n")),
            GraphFormat::Mermaid => members["mermaid"] = json!(lines.join("\n  a --> b\n")),
            GraphFormat::Json => {
                members["nodes"] = json!(nodes);
                members["edges"] = json!(edges);
            }
        }
        answer(members)
    }

    fn lookup_symbol(
        &self,
        request: LookupSymbolRequest,
        _: &RequestContext,
    ) -> Result<LookupSymbolAnswer, ToolError> {
        let (symbols, cursor) = list(request.limit, symbol);
        answer(json!({ "symbols": symbols, "total": ALL, "cursor": cursor }))
    }

    fn find_references(
        &self,
        request: FindReferencesRequest,
        _: &RequestContext,
    ) -> Result<FindReferencesAnswer, ToolError> {
        let by_file: serde_json::Map<_, _> =
            (0..ALL).map(|number| (file(number), json!(1))).collect();
        let (locations, cursor) = list(request.limit, |number| {
            json!({
                "file": file(number), "span": [number, 1, number, 9], "role": "call",
                "certainty": "bound", "enclosing": name(number), "line_text": "    some_call(a)",
            })
        });
        answer(json!({ "locations": locations, "total": ALL, "by_file": by_file,
            "cursor": cursor }))
    }

    fn outline(
        &self,
        request: OutlineRequest,
        _: &RequestContext,
    ) -> Result<OutlineAnswer, ToolError> {
        let (symbols, cursor) = list(request.limit, symbol);
        answer(json!({ "file": file(1), "language": "python", "symbols": symbols, "total": ALL,
            "cursor": cursor }))
    }

    fn list_imports(
        &self,
        request: ListImportsRequest,
        _: &RequestContext,
    ) -> Result<ListImportsAnswer, ToolError> {
        let (imports, cursor) = list(request.limit, |number| {
            json!({ "module": name(number), "items": [{ "name": "a" }, { "name": "b" }],
                "kind": "file", "source_file": file(number), "span": [number, 1, number, 9] })
        });
        answer(json!({ "file": file(1), "imports": imports, "total": ALL, "cursor": cursor }))
    }

    fn repo_map(
        &self,
        request: RepoMapRequest,
        _: &RequestContext,
    ) -> Result<RepoMapAnswer, ToolError> {
        // A symbol takes about twenty tokens.
        let (symbols, cursor) = list(request.max_tokens.map(|tokens| tokens / 20), symbol);
        let files: Vec<Value> = symbols
            .chunks(5)
            .map(|symbols| json!({ "file": symbols[0]["file"], "symbols": symbols }))
            .collect();
        answer(json!({ "files": files, "total_files": ALL, "total_symbols": ALL, "tokens": 1,
            "cursor": cursor }))
    }

    fn parse_source(
        &self,
        request: ParseSourceRequest,
        _: &RequestContext,
    ) -> Result<ParseSourceAnswer, ToolError> {
        let (children, _) = list(
            request.max_nodes,
            |number| json!({ "kind": "expression_statement", "span": [number, 1, number, 9] }),
        );
        let (diagnostics, _) = list(Some(20), diagnostic);
        let ast = json!({ "kind": "module", "span": [1, 1, 2, 1], "children": children });
        answer(json!({ "language": "python", "ok": false, "diagnostics": diagnostics,
            "ast": ast }))
    }

    fn format_source(
        &self,
        request: FormatSourceRequest,
        _: &RequestContext,
    ) -> Result<FormatSourceAnswer, ToolError> {
        let hunk = json!({ "old_start": 1, "old_lines": 1, "new_start": 1, "new_lines": 1,
            "lines": ["-a", "+b"] });
        let (diagnostics, _) = list(None, diagnostic);
        answer(json!({ "formatted": request.source, "diff": vec![hunk; 2_000], "changed": true,
            "formatter": "f", "language": "python", "diagnostics": diagnostics }))
    }

    fn typecheck(
        &self,
        request: TypecheckRequest,
        _: &RequestContext,
    ) -> Result<TypecheckAnswer, ToolError> {
        let (diagnostics, cursor) = list(request.limit, diagnostic);
        let counts = Counts { errors: ALL, ..Counts::default() };
        answer(json!({ "diagnostics": diagnostics, "summary": counts, "cursor": cursor }))
    }

    fn explain_diagnostic(
        &self,
        request: ExplainDiagnosticRequest,
        _: &RequestContext,
    ) -> Result<ExplainDiagnosticAnswer, ToolError> {
        answer(json!({ "code": request.code, "category": "c", "title": "t", "description": "d",
            "example": "e", "help": "h", "lang": "en" }))
    }

    fn rename_symbol(
        &self,
        request: RenameSymbolRequest,
        _: &RequestContext,
    ) -> Result<RenameSymbolAnswer, ToolError> {
        let (edits, _) = list(
            None,
            |number| json!({ "span": [number, 1, number, 9], "new_text": request.new_name }),
        );
        answer(json!({ "source": request.source, "edits": edits, "diagnostics": [],
            "occurrences": ALL }))
    }

    fn status(&self, _: StatusRequest, _: &RequestContext) -> Result<StatusAnswer, ToolError> {
        let languages: Vec<Value> =
            (0..80).map(|number| json!([format!("language{number}"), 9])).collect();
        let workspaces = vec![OpenWorkspace { root: file(1), ..OpenWorkspace::default() }; 60];
        answer(json!({
            "current_project": "/p", "daemon_project": "/p", "is_current_project": true,
            "is_exact_project": true, "coverage": "exact", "daemon_status": "Idle",
            "has_index": true, "stats": IndexStats::default(), "scan": progress(),
            "left_out": left_out(), "languages": languages, "workspaces": workspaces,
        }))
    }

    fn scan(&self, _: ScanRequest, _: &RequestContext) -> Result<ScanAnswer, ToolError> {
        answer(json!({ "started": true, "scan_id": "s", "status": "scanning", "message": "m",
            "path": "/p", "language": "auto", "progress": progress(), "left_out": left_out() }))
    }

    fn logs(&self, request: LogsRequest, _: &RequestContext) -> Result<LogsAnswer, ToolError> {
        let after = request.after_id.unwrap_or(0);
        let entries = (after + 1..=100).map(|id| {
            json!({ "id": id, "message": format!("{id}: something happened in {}", file(1)),
                "level": "info", "time": "12:00:00" })
        });
        answer(json!({ "stream_id": "x", "entries": entries.collect::<Vec<_>>(),
            "next_cursor": 100, "truncated": false }))
    }

    fn stats(&self, _: &RequestContext) -> Result<StatsAnswer, ToolError> {
        let usage = ToolUsage { tool_name: "lookup_symbol".into(), ..ToolUsage::default() };
        let call = RecentCall { tool_name: "lookup_symbol".into(), ..RecentCall::default() };
        Ok(StatsAnswer {
            top_tools: vec![usage; 19],
            recent_calls: vec![call; 100],
            ..StatsAnswer::default()
        })
    }

    fn setup(&self, _: SetupRequest, _: &RequestContext) -> Result<SetupStatusAnswer, ToolError> {
        set_up()
    }

    fn setup_status(
        &self,
        _: SetupStatusRequest,
        _: &RequestContext,
    ) -> Result<SetupStatusAnswer, ToolError> {
        set_up()
    }

    fn languages(&self, _: &RequestContext) -> Result<LanguagesAnswer, ToolError> {
        Ok(LanguagesAnswer::default())
    }

    fn read_file(
        &self,
        request: ReadFileRequest,
        _: &RequestContext,
    ) -> Result<ReadFileAnswer, ToolError> {
        let part = json!({ "start_line": 1, "end_line": 1, "text": "a", "cut": false });
        answer(json!({ "file": request.file_path, "language": "python", "parts": [part] }))
    }

    fn list_files(
        &self,
        _: ListFilesRequest,
        _: &RequestContext,
    ) -> Result<ListFilesAnswer, ToolError> {
        answer(json!({ "files": (0..ALL).map(file).collect::<Vec<_>>(), "total": ALL }))
    }

    fn record_usage(&self, _: UsageRecord, _: &RequestContext) {}
}
