//! The published JSON of the shared shapes.

use expect_test::{Expect, expect};
use serde::Serialize;

use crate::*;

fn check_json<T: Serialize>(value: &T, expected: Expect) {
    let structured = to_structured(value);
    expected.assert_eq(&serde_json::to_string_pretty(&structured).unwrap());
}

fn stamp() -> Stamp {
    Stamp {
        root: Root { path: "/p".into(), source: RootSource::AutoDetected },
        freshness: Freshness { revision: Some("abc".into()), ..Freshness::default() },
        nearest: vec![],
        notes: vec!["cut".into()],
    }
}

#[test]
fn stamp_lies_beside_the_list() {
    let answer = LookupSymbolAnswer {
        symbols: vec![],
        total: 0,
        total_is_lower_bound: false,
        cursor: None,
        stamp: stamp(),
    };
    check_json(
        &answer,
        expect![[r#"
            {
              "schemaVersion": "1.0",
              "symbols": [],
              "total": 0,
              "root": {
                "path": "/p",
                "source": "auto_detected"
              },
              "freshness": {
                "revision": "abc",
                "dirty_files": 0,
                "pending": 0,
                "overlays": 0,
                "edges": "names",
                "scanning": false
              },
              "notes": [
                "cut"
              ]
            }"#]],
    );
}

#[test]
fn error_names_code_and_way_out() {
    let error = ToolError::not_found("no file `a.py`", "use one of nearest", vec!["b.py".into()]);
    assert_eq!(error.to_string(), "MCP-NOT-FOUND: no file `a.py`");
    assert_eq!(error.code.numeric(), -32004);
    check_json(
        &error,
        expect![[r#"
            {
              "schemaVersion": "1.0",
              "errorCode": "MCP-NOT-FOUND",
              "message": "no file `a.py`",
              "next": "use one of nearest",
              "nearest": [
                "b.py"
              ]
            }"#]],
    );
}

#[test]
fn node_omits_what_is_not_so() {
    let leaf = Node {
        kind: "identifier".into(),
        span: Span { start_line: 1, start_column: 2, end_line: 1, end_column: 3 },
        text: Some("x".into()),
        ..Node::default()
    };
    check_json(
        &leaf,
        expect![[r#"
            {
              "schemaVersion": "1.0",
              "kind": "identifier",
              "span": [
                1,
                2,
                1,
                3
              ],
              "text": "x"
            }"#]],
    );
}

#[test]
fn types_have_synonyms() {
    let check = |text: &str, expected| assert_eq!(SymbolType::parse(text), expected, "{text}");
    check("Class", Some(SymbolType::Declaration));
    check("constructor", Some(SymbolType::Function));
    check(" property ", Some(SymbolType::Member));
    check("import", Some(SymbolType::Dependency));
    check("module", Some(SymbolType::Namespace));
    check("thing", None);
    for symbol_type in SymbolType::ALL {
        assert_eq!(SymbolType::parse(symbol_type.as_str()), Some(symbol_type));
    }
}

#[test]
fn names_agree_with_the_wire() {
    for question in Question::ALL {
        assert_eq!(serde_json::to_value(question).unwrap(), question.as_str());
    }
    for role in CodeRole::ALL {
        assert_eq!(serde_json::to_value(role).unwrap(), role.as_str());
        assert_eq!(CodeRole::parse(role.as_str()), Some(role));
    }
    for kind in EdgeKind::ALL {
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
    }
    for phase in [ScanPhase::BuildingGraph, ScanPhase::PersistingAst, ScanPhase::Ast] {
        assert_eq!(serde_json::to_value(phase).unwrap(), phase.as_str());
    }
}

#[test]
fn requests_read_with_their_defaults() {
    let request: FindReferencesRequest = serde_json::from_str(r#"{"query":"a"}"#).unwrap();
    assert_eq!(request, FindReferencesRequest::new("a"));
    let request: SearchRequest = serde_json::from_str(r#"{"query":"a"}"#).unwrap();
    assert_eq!(request.mode, SearchMode::Hybrid);
}

#[test]
fn rename_scope_reads_both_forms() {
    assert_eq!(RenameScope::parse("module"), Some(RenameScope::Module));
    assert_eq!(RenameScope::parse("function:f"), Some(RenameScope::Function("f".into())));
    assert_eq!(RenameScope::parse("function:"), None);
    assert_eq!(RenameScope::parse("class:f"), None);
}

#[test]
fn tokens_are_a_quarter_rounded_up() {
    assert_eq!(UsageRecord::tokens(0), 0);
    assert_eq!(UsageRecord::tokens(5), 2);
}
