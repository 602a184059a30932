//! A part of a workspace answers as if it were a workspace of its own.

use super::*;
use crate::TextQuery;

/// Files below `part/`, with and without that folder.
fn stage() -> (tempfile::TempDir, Store) {
    let (folder, store) = temporary();
    let whole = Files::from([
        ("a.x", "def alpha\nuse beta"),
        ("part/a.x", "def alpha\n# open files\ndef inner"),
        ("part/deep/b.x", "def beta\nuse alpha"),
        ("part-b/a.x", "def alpha"),
        ("zeta.x", "use alpha"),
    ]);
    let own = Files::from([
        ("a.x", "def alpha\n# open files\ndef inner"),
        ("deep/b.x", "def beta\nuse alpha"),
    ]);
    write(&store, "whole", &whole);
    write(&store, "own", &own);
    (folder, store)
}

/// Paths, uses of a name and hits of a search, in words.
fn shown(snapshot: &Snapshot) -> Vec<String> {
    let mut lines: Vec<String> =
        snapshot.documents().map(|document| format!("file {}", document.path)).collect();
    let mut naming: Vec<String> = snapshot
        .documents_naming("alpha")
        .unwrap()
        .iter()
        .map(|(id, bits)| format!("alpha {} {}", snapshot.path(*id).unwrap(), bits.0))
        .collect();
    naming.sort();
    lines.extend(naming);
    for (words, pattern) in [("open files", None), ("beta", Some("deep/*.x"))] {
        let mut query = TextQuery::new(words);
        query.file_pattern = pattern.map(str::to_string);
        let hits = snapshot.search(&query).unwrap();
        lines.extend(
            hits.iter().map(|hit| format!("{words}: {}", snapshot.path(hit.document).unwrap())),
        );
    }
    lines
}

#[test]
fn a_part_answers_like_its_own_workspace() {
    let (_folder, store) = stage();
    let part = snapshot(&store, "whole").below("part");
    assert_eq!(shown(&part), shown(&snapshot(&store, "own")));
    assert_eq!(part.document_count(), 2);
    assert!(part.document_by_path("zeta.x").is_none());
    let id = part.document_by_path("deep/b.x").unwrap();
    assert_eq!(part.document(id).unwrap().path, "deep/b.x");
}

#[test]
fn an_overlay_of_a_part_has_paths_below_it() {
    let (_folder, store) = stage();
    let overlay = |snapshot: Snapshot| {
        snapshot
            .with_overlay(
                vec![input("deep/b.x", "def fresh"), input("new.x", "use alpha")],
                &["a.x".to_string()],
            )
            .unwrap()
    };
    let part = overlay(snapshot(&store, "whole").below("part"));
    assert_eq!(shown(&part), shown(&overlay(snapshot(&store, "own"))));
    let again = overlay(part);
    assert_eq!(again.document_count(), 2);
    let deeper = snapshot(&store, "whole").below("part").below("deep");
    let names: Vec<String> = deeper.documents().map(|document| document.path).collect();
    assert_eq!(names, ["b.x"]);
}

#[test]
fn a_part_keeps_the_overlay_inside_it() {
    let (_folder, store) = stage();
    let whole = snapshot(&store, "whole");
    let overlaid = whole
        .with_overlay(vec![input("part/new.x", "def fresh"), input("b.x", "def out")], &[])
        .unwrap();
    let names: Vec<String> =
        overlaid.below("part").documents().map(|document| document.path).collect();
    assert_eq!(names, ["a.x", "deep/b.x", "new.x"]);
}
