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

fn guess(asker: &crate::support::Asker, source: &str) -> String {
    let request = ParseSourceRequest { source: source.into(), ..Default::default() };
    match asker.engine.parse_source(request, &asker.context) {
        Ok(answer) => format!("{} {}", answer.language, answer.ok),
        Err(error) => format!("{:?}", error.code),
    }
}

#[test]
fn the_language_of_a_fragment_is_guessed_by_project_and_text() {
    let other = Stage::new(SHOP).engine();
    assert_eq!(guess(&other, "main = { x=1 }"), "yaoxiang true");
    assert_eq!(guess(&other, "use std.io\nmain = {\n    io.println(\"x\")\n}\n"), "yaoxiang true");
    assert_eq!(guess(&other, "def f(a):\n    return a\n"), "python true");
    assert_eq!(guess(&other, "fn main() {}\n"), "rust true");
    let own = Stage::new("//- yaoxiang.toml\n[package]\nname = \"p\"\n//- a.yx\nx = 1\n").engine();
    assert_eq!(guess(&own, "P: Type = { x: Int }"), "yaoxiang true");
    assert_eq!(guess(&own, "add: (a: Int, b: Int) -> Int = (a, b) => a + b"), "yaoxiang true");
    assert_eq!(guess(&own, ""), "yaoxiang true");
    assert_eq!(guess(&own, "main = { x = ( }"), "yaoxiang false");
    assert_eq!(guess(&own, "def f(a):\n    return a\n"), "python true");
}

#[test]
fn the_layout_is_the_one_of_the_project() {
    let settings = "[fmt]\nindent_width = 2\nline_width = 20\n";
    let source = "main = {\n    x = [100000, 200000, 300000]\n    y = 2\n}\n";
    let format = |settings: &str, tab_size: Option<u32>| {
        let stage = Stage::new(&format!("//- yaoxiang.toml\n{settings}//- a.yx\nx = 1\n"));
        let asker = stage.engine();
        let request =
            FormatSourceRequest { source: source.into(), language: Some("yx".into()), tab_size };
        asker.engine.format_source(request, &asker.context).unwrap()
    };
    let broken = "main = {\n  x = [\n    100000,\n    200000,\n    300000,\n  ]\n  y = 2\n}\n";
    assert_eq!(format(settings, None).formatted, broken);
    assert!(format(settings, Some(8)).formatted.contains("\n        y = 2\n"));
    let damaged = format("[fmt\n", None);
    assert_eq!(damaged.formatted, source);
    assert!(damaged.notes[0].contains("yaoxiang.toml"), "{:?}", damaged.notes);
}

#[test]
fn damaged_files_are_told_and_hide_nothing() {
    let stage = Stage::new(
        "//- yaoxiang.toml\n[package]\nname = \"p\"\n//- good.yx\nmain = {\n    x = 1\n}\n\
         //- .yaoxiang/vendor/v.yx\nmain = {\n    x = absent\n}\n\
         //- target/t.yx\nmain = {\n    x = absent\n}\n",
    );
    stage.write_bytes("nul.yx", b"main = {\n    x = 1 \0\n}\n");
    stage.write_bytes("mark.yx", b"\xef\xbb\xbfmain = {\n    x = 1\n}\n");
    stage.write_bytes("latin.yx", b"main = {\n    x = \"caf\xe9\"\n}\n");
    let asker = stage.engine();
    let check = |path: &str| {
        let request = TypecheckRequest { file_paths: vec![path.into()], ..Default::default() };
        let answer = asker.engine.typecheck(request, &asker.context).unwrap();
        let shown = answer.diagnostics.iter().filter(|found| !found.code.starts_with('W'));
        let shown: Vec<String> = shown
            .map(|it| {
                let at = (it.span.start_line, it.span.start_column);
                format!("{} {} {at:?}", it.file.as_deref().unwrap_or("?"), it.code)
            })
            .collect();
        (answer.summary.files_checked, shown)
    };
    let all = [
        "latin.yx E0001 (2, 13)".to_string(),
        "mark.yx E0001 (1, 1)".to_string(),
        "nul.yx E0001 (2, 11)".to_string(),
    ];
    assert_eq!(check("."), (4, all.to_vec()));
    assert_eq!(check("nul.yx"), (1, vec![all[2].clone()]));
    // Asked again nothing is forgotten, and what was mended is.
    assert_eq!(check("latin.yx"), (1, vec![all[0].clone()]));
    stage.write("latin.yx", "main = {\n    x = \"café\"\n}\n");
    assert_eq!(check("latin.yx"), (1, Vec::new()));
    assert_eq!(check("target").0, 1);
}
