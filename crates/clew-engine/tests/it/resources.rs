//! Resource files: found by name, outlined, and their secrets kept nowhere.

use clew_engine::Engine;
use clew_protocol::{DocumentRequest, OutlineRequest, ReadFileRequest, SearchRequest};

use crate::support::{Asker, Stage};

const FILES: &str = "\
//- .env
# Where the shop keeps its data
DATABASE_URL=postgres://shop:hunter2secret@localhost/shop
PRIVATE_KEY=\"-----BEGIN KEY-----
swordfishsecret
-----END KEY-----\"
//- deploy/.env.production
API_TOKEN='tokensecret'
# OLD_TOKEN=oldsecret
//- Dockerfile
FROM node:20 AS build
ARG VERSION=1
EXPOSE 8080
//- schema.sql
CREATE TABLE invoices (
  id int,
  total numeric
);
//- api.proto
message Invoice { string number = 1; }
//- main.tf
resource \"aws_instance\" \"web\" {
}
//- site.css
.basket { color: red }
";

fn asker() -> (Stage, Asker) {
    let stage = Stage::new(FILES);
    std::fs::create_dir_all(stage.root.join(".git")).unwrap();
    let asker = stage.engine();
    asker.scan();
    (stage, asker)
}

fn outline(asker: &Asker, file: &str) -> Vec<String> {
    let request = OutlineRequest { file_path: file.into(), ..OutlineRequest::default() };
    let answer = asker.engine.outline(request, &asker.context).unwrap();
    let shown = answer.symbols.iter();
    shown.map(|one| format!("{} {} {}", one.kind.as_str(), one.name, one.line)).collect()
}

/// The whole answer to a search, as a client gets it.
fn found(asker: &Asker, query: &str) -> String {
    let request = SearchRequest { query: query.into(), ..SearchRequest::default() };
    serde_json::to_string(&asker.engine.search(request, &asker.context).unwrap()).unwrap()
}

/// Whether a text stands in any file below a folder.
fn stored(folder: &std::path::Path, text: &str) -> bool {
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => stored(&path, text),
            false => {
                let bytes = std::fs::read(&path).unwrap();
                bytes.windows(text.len()).any(|window| window == text.as_bytes())
            }
        }
    })
}

#[test]
fn resources_are_found_by_name_and_outlined() {
    let (_stage, asker) = asker();
    for (name, place) in [
        ("DATABASE_URL", ".env"),
        ("API_TOKEN", "deploy/.env.production"),
        ("build", "Dockerfile"),
        ("invoices.total", "schema.sql"),
        ("Invoice", "api.proto"),
        ("aws_instance.web", "main.tf"),
        ("basket", "site.css"),
    ] {
        let found = asker.symbols(name);
        assert!(found.iter().any(|one| one.contains(place)), "{name}: {found:?}");
    }
    assert_eq!(outline(&asker, ".env"), ["variable DATABASE_URL 2", "variable PRIVATE_KEY 3"]);
    assert_eq!(outline(&asker, "schema.sql"), ["class invoices 1", "field id 2", "field total 3"]);
}

#[test]
fn a_text_beyond_the_bounds_is_found_by_its_words_and_named_by_scan() {
    let stage = Stage::new("//- good.yaml\nshop:\n  name: x\n");
    stage.write("deep.yaml", &format!("{}\nunmistakable: 1\n", "- ".repeat(5_000)));
    let asker = stage.engine();
    let answer = asker.scan();
    let bounded = answer.left_out.iter().find(|one| one.reason.contains("parser's bounds"));
    assert_eq!(bounded.map(|one| one.examples.clone()), Some(vec!["deep.yaml".to_string()]));
    assert_eq!(answer.counts.map(|counts| counts.files), Some(2));
    assert!(asker.search("unmistakable").iter().any(|hit| hit.starts_with("deep.yaml")));
    assert_eq!(asker.symbols("shop.name"), ["good.yaml:2 key shop.name"]);
}

#[test]
fn values_of_environment_files_are_kept_and_shown_nowhere() {
    let (stage, asker) = asker();
    for secret in ["hunter2secret", "swordfishsecret", "tokensecret", "oldsecret"] {
        assert!(!stored(&stage.data, secret), "{secret} is in the index");
        assert!(!asker.search(secret).iter().any(|hit| hit.contains(".env")), "{secret}");
    }
    let hits = found(&asker, "database url");
    assert!(hits.contains(".env"), "{hits}");
    assert!(!hits.contains("hunter2"), "{hits}");
    for file in [".env", "deploy/.env.production"] {
        let request = ReadFileRequest { file_path: file.into(), ..ReadFileRequest::default() };
        let answer = asker.engine.read_file(request, &asker.context).unwrap();
        let shown: String = answer.parts.into_iter().map(|part| part.text).collect();
        assert!(!shown.contains("secret"), "{shown}");
        assert!(shown.contains("TOKEN=") || shown.contains("DATABASE_URL="), "{shown}");
    }
}

#[test]
fn values_of_unsaved_environment_files_are_not_shown_either() {
    let (_stage, asker) = asker();
    let text = "DATABASE_URL=unsavedsecret\nFRESH_NAME=1\n";
    let request =
        DocumentRequest { file_path: ".env".into(), version: 1, text: text.into(), root: None };
    asker.engine.open_document(request, &asker.context).unwrap();
    assert_eq!(outline(&asker, ".env"), ["variable DATABASE_URL 1", "variable FRESH_NAME 2"]);
    let hits = found(&asker, "fresh name");
    assert!(hits.contains(".env") && !hits.contains("unsavedsecret"), "{hits}");
}
