//! Letters with marks, written as one character or as two: they look alike and are one.

use clew_engine::Engine;
use clew_protocol::{OutlineRequest, SearchRequest};

use crate::support::Stage;

const ONE: &str = "caf\u{e9}";
const TWO: &str = "cafe\u{301}";

#[test]
fn names_texts_and_paths_are_found_in_either_form() {
    for (written, asked) in [(ONE, TWO), (TWO, ONE)] {
        let stage = Stage::new("");
        stage.write(
            &format!("{written}/menu.js"),
            &format!("// Opens the {written} early.\nexport function open_{written}() {{}}\n"),
        );
        stage.write(
            "use.js",
            &format!("import {{ open_{asked} }} from './{asked}/menu';\nopen_{asked}();\n"),
        );
        let asker = stage.engine();
        let symbols = asker.symbols(&format!("open_{asked}"));
        assert!(symbols.len() == 1 && symbols[0].contains("menu.js:2 function"), "{symbols:?}");
        let uses = asker.references(&format!("open_{asked}"));
        assert!(uses.contains(&"use.js:2 call bound".to_string()), "{uses:?}");
        let hits = asker.search(&format!("when does the {asked} open"));
        assert!(hits[0].contains("menu.js"), "{hits:?}");
        let file_path = format!("{asked}/menu.js");
        let outline = OutlineRequest { file_path: file_path.clone(), ..Default::default() };
        let answer = asker.engine.outline(outline, &asker.context).unwrap();
        assert_eq!(answer.symbols.len(), 1);
        let request = SearchRequest {
            query: "open".into(),
            file_pattern: Some(format!("{asked}/*.js")),
            ..Default::default()
        };
        let hits = asker.engine.search(request, &asker.context).unwrap().hits;
        assert_eq!(hits.len(), 1);
        let named = asker.symbols(&format!("{file_path}::open_{asked}"));
        assert_eq!(named.len(), 1, "{named:?}");
    }
}
