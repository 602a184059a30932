//! Fragments that are in no file, and YaoXiang.

use clew_engine::Engine;
use clew_protocol::{
    ErrorCode, ExplainDiagnosticRequest, FormatSourceRequest, ParseSourceRequest,
    RenameSymbolRequest, TypecheckRequest,
};

use crate::support::{SHOP, Stage};

#[test]
fn a_fragment_is_parsed_and_its_errors_are_data() {
    let asker = Stage::new(SHOP).engine();
    let parse = |source: &str, language: Option<&str>| {
        let request = ParseSourceRequest {
            source: source.into(),
            language: language.map(Into::into),
            ..Default::default()
        };
        asker.engine.parse_source(request, &asker.context)
    };
    let good = parse("def f():\n    return 1\n", Some("py")).unwrap();
    assert!(good.ok);
    assert_eq!((good.language.as_str(), good.ast.kind.as_str()), ("python", "module"));
    let bad = parse("def f(:\n", Some("python")).unwrap();
    assert!(!bad.ok && !bad.diagnostics.is_empty());
    let error = parse("x", Some("klingon")).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidInput);
    assert!(error.next.contains("python"));
}

#[test]
fn yaoxiang_is_formatted_explained_and_renamed() {
    let asker = Stage::new(SHOP).engine();
    let source = "main = {\n  x = 1\n  y = x\n}\n".to_string();
    let request = FormatSourceRequest {
        source: source.clone(),
        language: Some("yx".into()),
        ..Default::default()
    };
    let formatted = asker.engine.format_source(request, &asker.context).unwrap();
    assert!(formatted.diagnostics.is_empty(), "{:?}", formatted.diagnostics);
    assert!(formatted.changed && formatted.formatted.contains("    x = 1"));
    let request = RenameSymbolRequest {
        source,
        old_name: "x".into(),
        new_name: "price".into(),
        language: Some("yaoxiang".into()),
        ..Default::default()
    };
    let renamed = asker.engine.rename_symbol(request, &asker.context).unwrap();
    assert_eq!(renamed.occurrences, 2);
    assert!(renamed.source.contains("y = price"));
    let explain = |code: &str| {
        let request = ExplainDiagnosticRequest { code: code.into(), lang: Some("zh-CN".into()) };
        asker.engine.explain_diagnostic(request, &asker.context)
    };
    assert_eq!(explain("E1001").unwrap().lang, "zh-CN");
    let error = explain("E9999").unwrap_err();
    assert_eq!(error.code, ErrorCode::NotFound);
    assert!(!error.nearest.is_empty());
}

#[test]
fn yaoxiang_projects_are_checked_and_indexed() {
    let stage = Stage::new(
        "//- yaoxiang.toml\n[package]\nname = \"p\"\nversion = \"0.1.0\"\n\
         //- a.yx\nmain = {\n    x = absent_name\n}\n//- b.yx\nhelper: () -> Int = () => 1\n",
    );
    let asker = stage.engine();
    let check = |paths: &[&str]| {
        let request = TypecheckRequest {
            file_paths: paths.iter().map(|path| path.to_string()).collect(),
            ..Default::default()
        };
        asker.engine.typecheck(request, &asker.context)
    };
    let answer = check(&["."]).unwrap();
    assert_eq!((answer.summary.files_checked, answer.summary.errors), (2, 1));
    assert_eq!(answer.diagnostics[0].file.as_deref(), Some("a.yx"));
    assert_eq!(check(&["../x.yx"]).unwrap_err().code, ErrorCode::PathOutsideProject);
    assert_eq!(check(&[]).unwrap_err().code, ErrorCode::InvalidInput);
    assert_eq!(asker.symbols("helper").len(), 1);
}

#[test]
fn messages_about_fragments_speak_the_language_asked_for() {
    let mut asker = Stage::new(SHOP).engine();
    asker.context.lang = "zh-CN".into();
    let is_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    let request = ParseSourceRequest {
        source: "x = (\n".into(),
        language: Some("yx".into()),
        ..Default::default()
    };
    let parsed = asker.engine.parse_source(request, &asker.context).unwrap();
    assert!(is_chinese(&parsed.diagnostics[0].message), "{}", parsed.diagnostics[0].message);
    let request = RenameSymbolRequest {
        source: "x = 1\n".into(),
        old_name: "x".into(),
        new_name: "if".into(),
        language: Some("yx".into()),
        ..Default::default()
    };
    let renamed = asker.engine.rename_symbol(request, &asker.context).unwrap();
    assert!(is_chinese(&renamed.diagnostics[0].message), "{}", renamed.diagnostics[0].message);
}
