//! Files that are not read as a whole: their words are found, and answers say why the
//! rest is not.

use clew_engine::Engine;
use clew_protocol::{
    FindReferencesRequest, GraphRequest, LookupSymbolRequest, OutlineRequest, SearchRequest, Stamp,
};

use crate::support::{Asker, Stage};

const SMALL: &str = "\
//- clew.yaml
max_file_bytes: 60000
//- src/small.py
def small(): pass
";

/// A file over that limit, with a word at its start.
fn large() -> String {
    format!(
        "def colossal():\n    raise ValueError('the turnip is frozen')\n{}",
        "# filler\n".repeat(8_000)
    )
}

fn minified() -> String {
    format!(
        "function bundled(){{throw new Error(\"the beetroot is frozen\")}}{}",
        "a();".repeat(9_000)
    )
}

fn stage() -> Stage {
    let stage = Stage::new(SMALL);
    stage.write("src/large.py", &large());
    stage.write("dist/app.js", &minified());
    stage
}

fn search(asker: &Asker, query: &str, pattern: Option<&str>) -> (Vec<String>, String) {
    asker.scan();
    let file_pattern = pattern.map(str::to_string);
    let request = SearchRequest { query: query.into(), file_pattern, ..Default::default() };
    let answer = asker.engine.search(request, &asker.context).unwrap();
    let hits = answer.hits.iter().map(|hit| format!("{}:{}", hit.file, hit.start_line)).collect();
    (hits, notes(&answer.stamp))
}

fn notes(stamp: &Stamp) -> String {
    stamp.notes.join("\n")
}

#[test]
fn words_of_large_and_minified_files_are_found_and_said_to_be_all_that_is() {
    let stage = stage();
    let asker = stage.engine();
    let (hits, said) = search(&asker, "the turnip is frozen", None);
    assert_eq!(hits[0], "src/large.py:1");
    assert!(said.contains("src/large.py is left out (over the size limit)"), "{said}");
    let (hits, said) = search(&asker, "beetroot", None);
    assert_eq!(hits[0], "dist/app.js:1");
    assert!(said.contains("dist/app.js is left out (minified)"), "{said}");
    let request = SearchRequest {
        query: "beetroot".into(),
        include_code: true,
        scope: Some(clew_protocol::SearchScope::Code),
        ..Default::default()
    };
    let code = asker.engine.search(request, &asker.context).unwrap().hits.remove(0).code.unwrap();
    assert!(code.len() < 2_100 && code.contains("beetroot"), "{} bytes", code.len());
}

#[test]
fn nothing_but_words_is_claimed_of_them() {
    let stage = stage();
    let asker = stage.engine();
    assert_eq!(asker.symbols("colossal"), Vec::<String>::new());
    assert_eq!(asker.symbols("bundled"), Vec::<String>::new());
    let outline = OutlineRequest { file_path: "src/large.py".into(), ..Default::default() };
    let error = asker.engine.outline(outline, &asker.context).unwrap_err();
    assert!(error.message.contains("over the size limit of 60000"), "{}", error.message);
}

#[test]
fn answers_without_hits_say_what_was_left_out() {
    let stage = stage();
    let asker = stage.engine();
    let all = "2 files are not read as a whole (1 over the size limit, 1 minified)";
    asker.scan();
    let lookup = |query: &str| {
        let request = LookupSymbolRequest { query: query.into(), ..Default::default() };
        notes(&asker.engine.lookup_symbol(request, &asker.context).unwrap().stamp)
    };
    let said = lookup("qqzzxx");
    assert!(said.contains(all), "{said}");
    let said = lookup("src/large.py::qqzzxx");
    assert!(said.contains("src/large.py is not in the index: its 72"), "{said}");
    let request = FindReferencesRequest::new("colossal");
    let said = notes(&asker.engine.find_references(request, &asker.context).unwrap().stamp);
    assert!(said.contains(all), "{said}");
    let (_, said) = search(&asker, "qqzzxx", None);
    assert!(said.contains(all), "{said}");
    let (_, said) = search(&asker, "qqzzxx", Some("*.js"));
    assert!(said.contains("dist/app.js is left out (minified)"), "{said}");
    let (_, said) = search(&asker, "qqzzxx", Some("src/large.py"));
    assert!(said.contains("over the size limit of 60000"), "{said}");
    let graph = |from: &str| {
        let request = GraphRequest::new(from);
        asker.engine.graph(request, &asker.context).unwrap_err()
    };
    let error = graph("colossal");
    assert!(error.next.contains(all), "{error:?}");
    assert!(graph("dist/app.js").message.contains("minified"));
}

#[test]
fn a_limit_that_leaves_nothing_is_told() {
    let stage = Stage::new("//- clew.yaml\nmax_file_bytes: 1\n//- a.py\ndef apple(): pass\n");
    let asker = stage.engine();
    assert_eq!(asker.symbols("apple"), Vec::<String>::new());
    let request = LookupSymbolRequest { query: "apple".into(), ..Default::default() };
    let said = notes(&asker.engine.lookup_symbol(request, &asker.context).unwrap().stamp);
    assert!(said.contains("not read as a whole (1 over the size limit)"), "{said}");
}

#[test]
fn another_limit_counts_for_files_that_did_not_change() {
    let stage = stage();
    assert_eq!(stage.engine().symbols("colossal"), Vec::<String>::new());
    stage.write("clew.yaml", "max_file_bytes: 90000\n");
    assert_eq!(stage.engine().symbols("colossal"), ["src/large.py:1 function colossal"]);
    stage.write("clew.yaml", "max_file_bytes: 60000\n");
    assert_eq!(stage.engine().symbols("colossal"), Vec::<String>::new());
    let answer = stage.engine().scan();
    let counts: Vec<(&str, u64)> =
        answer.left_out.iter().map(|one| (one.reason.as_str(), one.count)).collect();
    assert_eq!(counts, [("over the size limit", 1), ("minified", 1)]);
}

#[test]
fn they_are_not_found_by_meaning() {
    let stage = stage();
    let asker = stage.engine();
    asker.scan();
    let request = SearchRequest {
        query: "turnip beetroot frozen".into(),
        mode: clew_protocol::SearchMode::Vector,
        ..Default::default()
    };
    let hits = asker.engine.search(request, &asker.context).unwrap().hits;
    assert!(hits.iter().all(|hit| hit.file == "src/small.py"), "{hits:?}");
}

#[test]
fn a_pattern_that_fits_no_file_is_said_to_and_folders_are_patterns() {
    let stage = stage();
    let asker = stage.engine();
    let (hits, _) = search(&asker, "the turnip is frozen", Some("src"));
    assert_eq!(hits[0], "src/large.py:1");
    let absolute = stage.root.join("src");
    let (hits, _) = search(&asker, "the turnip is frozen", absolute.to_str());
    assert_eq!(hits[0], "src/large.py:1");
    let (hits, said) = search(&asker, "the turnip is frozen", Some("source"));
    assert!(hits.is_empty());
    assert!(said.contains("no file of the index fits \"source\""), "{said}");
}

/// What the outline of a path says that has none, and the paths offered.
fn no_outline(asker: &Asker, path: &str) -> (String, Vec<String>) {
    let outline = OutlineRequest { file_path: path.into(), ..Default::default() };
    let error = asker.engine.outline(outline, &asker.context).unwrap_err();
    (error.message, error.nearest)
}

#[test]
fn a_file_that_is_there_but_not_in_the_index_says_why() {
    let stage = stage();
    stage.write(".gitignore", "/ignored.py\n/made/\n");
    stage.write("ignored.py", "");
    stage.write("made/below.py", "");
    stage.write("id_rsa", "");
    stage.write("hole.py", "\0\0");
    let asker = stage.engine();
    asker.scan();
    for (path, reason) in [
        ("ignored.py", "an ignore rule or clew.yaml excludes it"),
        ("made/below.py", "an ignore rule or clew.yaml excludes its folder"),
        ("id_rsa", "its name says that it holds keys"),
        ("hole.py", "it is binary"),
    ] {
        assert_eq!(no_outline(&asker, path).0, format!("{path} is not in the index: {reason}"));
    }
}

#[test]
fn a_mistyped_file_is_offered_by_its_right_name() {
    let stage = stage();
    stage.write("src/handlers.py", "");
    stage.write("lib/handlers.py", "");
    let asker = stage.engine();
    asker.scan();
    for (asked, offered) in [
        ("src/handler.py", vec!["src/handlers.py", "lib/handlers.py"]),
        ("lib/Handlers.py", vec!["lib/handlers.py", "src/handlers.py"]),
        ("handlers.py", vec!["lib/handlers.py", "src/handlers.py"]),
        ("src/nothing_alike.rs", vec![]),
    ] {
        let (message, nearest) = no_outline(&asker, asked);
        assert_eq!(
            (message, nearest),
            (
                format!("there is no file {asked}"),
                offered.iter().map(ToString::to_string).collect()
            )
        );
    }
}
