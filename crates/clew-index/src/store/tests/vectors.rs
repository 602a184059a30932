//! Vectors beside packs: written, merged, made up for, damaged.

use std::path::PathBuf;
use std::sync::Arc;

use super::*;
use crate::{MissingVectors, SearchMode, SimilarQuery, SimilarTo, TextQuery};

/// Files whose words are known to the table.
fn files() -> Files<'static> {
    Files::from([
        ("a.x", "# Removes a file from the disk.\ndef unlink\nos remove path"),
        ("b.x", "# Multiplies two matrices.\ndef multiply\nmatrix vector product"),
        ("c.x", "# Removes a folder from the disk.\ndef rmdir\nos remove directory path"),
    ])
}

fn write_with_vectors(store: &Store, files: &Files) {
    let key = WorkspaceKey("w".to_owned());
    let mut batch = Batch::new(&store.snapshot(&key).unwrap()).with_vectors();
    for (path, text) in files {
        batch.upsert(input(path, text)).unwrap();
    }
    store.write(&key, "w", &mut batch, &mut |_| (), &|| false).unwrap();
}

/// Paths of the hits.
fn found(store: &Store, query: &str, mode: SearchMode) -> Vec<String> {
    let snapshot = snapshot(store, "w");
    let hits = snapshot.search(&TextQuery { mode, ..TextQuery::new(query) }).unwrap();
    hits.iter().map(|hit| snapshot.path(hit.document).unwrap().to_owned()).collect()
}

fn vector_files(store: &Store) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(store.folder().join("packs")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let is_of_model = |path: &PathBuf| !path.to_string_lossy().ends_with(".without.vectors");
    let paths = paths.filter(|path| path.extension().is_some_and(|end| end == "vectors"));
    paths.filter(is_of_model).collect()
}

fn make_up(store: &Store, which: MissingVectors) -> usize {
    let files = files();
    let mut text_of = |path: &str, hash: &[u8; 32]| {
        let text: Arc<str> = (*files.get(path)?).into();
        (blake3::hash(text.as_bytes()).as_bytes() == hash).then_some(text)
    };
    let key = WorkspaceKey("w".to_owned());
    store.write_missing_vectors(&key, which, &mut text_of, &|| false).unwrap()
}

#[test]
fn meaning_finds_what_words_do_not() {
    let (_folder, store) = temporary();
    write_with_vectors(&store, &files());
    assert_eq!(vector_files(&store).len(), 1);
    assert!(found(&store, "erase", SearchMode::Lexical).is_empty());
    assert_eq!(found(&store, "erase document storage", SearchMode::Vector)[0], "a.x");
    assert_eq!(found(&store, "linear algebra multiplication", SearchMode::Hybrid)[0], "b.x");
}

#[test]
fn without_vectors_meaning_finds_nothing_and_words_all() {
    let (_folder, store) = temporary();
    write(&store, "w", &files());
    assert!(vector_files(&store).is_empty() && !snapshot(&store, "w").has_vectors());
    assert!(found(&store, "remove file", SearchMode::Vector).is_empty());
    assert_eq!(found(&store, "remove file", SearchMode::Hybrid)[0], "a.x");
}

#[test]
fn missing_vectors_are_made_up_for() {
    let (_folder, store) = temporary();
    write(&store, "w", &files());
    assert_eq!(make_up(&store, MissingVectors::Outdated), 0, "left out on purpose");
    assert_eq!(make_up(&store, MissingVectors::All), 3);
    assert_eq!(make_up(&store, MissingVectors::All), 0);
    let (_folder, other) = temporary();
    write_with_vectors(&other, &files());
    for question in ["erase document storage", "matrix"] {
        assert_eq!(
            found(&store, question, SearchMode::Vector),
            found(&other, question, SearchMode::Vector)
        );
    }
}

#[test]
fn lost_vectors_are_made_again() {
    let (folder, store) = temporary();
    write_with_vectors(&store, &files());
    let file = vector_files(&store).remove(0);
    std::fs::remove_file(&file).unwrap();
    let store = reopen(&folder);
    assert_eq!(make_up(&store, MissingVectors::Outdated), 3, "deleted");
    std::fs::write(&file, b"CLEWVECS and rubbish").unwrap();
    let store = reopen(&folder);
    assert!(!snapshot(&store, "w").has_vectors());
    assert_eq!(make_up(&store, MissingVectors::Outdated), 3, "damaged");
    assert_eq!(found(&store, "erase document storage", SearchMode::Vector)[0], "a.x");
}

#[test]
fn vectors_of_another_model_are_replaced() {
    let (_folder, store) = temporary();
    write_with_vectors(&store, &files());
    let own = vector_files(&store).remove(0);
    let stem = own.file_name().unwrap().to_str().unwrap().split('.').next().unwrap().to_owned();
    let other = own.with_file_name(format!("{stem}.0011223344556677.vectors"));
    std::fs::rename(&own, &other).unwrap();
    let store = Store::open(_folder.path(), "family", StoreOptions::default()).unwrap();
    assert!(!snapshot(&store, "w").has_vectors());
    assert_eq!(make_up(&store, MissingVectors::Outdated), 3);
    assert_eq!(vector_files(&store), [own]);
    assert!(snapshot(&store, "w").has_vectors());
}

#[test]
fn damaged_vectors_leave_the_words() {
    let (folder, store) = temporary();
    write_with_vectors(&store, &files());
    let path = vector_files(&store).remove(0);
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let store = reopen(&folder);
    let shown = snapshot(&store, "w");
    assert!(!shown.has_lost_vectors(), "nobody has looked at them");
    assert_eq!(found(&store, "remove file", SearchMode::Hybrid)[0], "a.x");
    assert!(vector_files(&store).is_empty(), "it was set aside");
    assert!(shown.has_lost_vectors());
    assert_eq!(make_up(&store, MissingVectors::All), 3);
    assert!(!snapshot(&store, "w").has_lost_vectors());
}

#[test]
fn packs_are_merged_with_their_vectors() {
    let (_folder, store) = temporary();
    for (path, text) in &files() {
        write_with_vectors(&store, &Files::from([(*path, *text)]));
    }
    for number in 0..12 {
        let path = format!("more{number}.x");
        let text = format!("def helper{number}\nwords of number {number}");
        write_with_vectors(&store, &Files::from([(path.as_str(), text.as_str())]));
    }
    assert!(vector_files(&store).len() < 12, "{:?}", vector_files(&store));
    assert_eq!(found(&store, "erase document storage", SearchMode::Vector)[0], "a.x");
}

#[test]
fn similar_code_is_found_by_symbol_and_by_text() {
    let (_folder, store) = temporary();
    write_with_vectors(&store, &files());
    let snapshot = snapshot(&store, "w");
    let ask = |to: SimilarTo| {
        let query = SimilarQuery {
            to,
            limit: 5,
            symbol_type: None,
            role: None,
            file_pattern: None,
            model: None,
            vector: None,
        };
        let hits = snapshot.similar(&query).unwrap();
        hits.iter().map(|hit| snapshot.path(hit.document).unwrap().to_owned()).collect::<Vec<_>>()
    };
    let document = snapshot.document_by_path("a.x").unwrap();
    let symbol = SimilarTo::Symbol(document, clew_model::SymbolId(0));
    assert_eq!(ask(symbol)[0], "c.x");
    assert_eq!(ask(SimilarTo::Text("matrix vector product".into())), ["b.x"]);
    assert!(ask(SimilarTo::Text("…".into())).is_empty());
}
