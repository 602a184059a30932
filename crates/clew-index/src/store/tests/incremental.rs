//! However documents come into a store, it answers like one built from scratch.

use std::collections::BTreeMap;
use std::fmt::Write;

use proptest::prelude::*;

use super::*;
use crate::{NameQuery, TextQuery};

/// One change to a workspace.
#[derive(Clone, Debug)]
enum Edit {
    Put(usize, String),
    Remove(usize),
    Rename(usize, usize),
    Touch(usize),
}

const NAMES: [&str; 8] =
    ["alpha", "getUser", "get_user", "Store", "Store.open", "beta2", "größe", "retryHandler"];

const WORDS: [&str; 8] =
    ["retry", "handles requests", "user name", "the store", "open files", "alpha", "检查类型", "x"];

fn text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        (0..NAMES.len()).prop_map(|name| format!("def {}", NAMES[name])),
        (0..NAMES.len()).prop_map(|name| format!("use {}", NAMES[name])),
        (0..WORDS.len()).prop_map(|words| format!("# {}", WORDS[words])),
        (0..WORDS.len()).prop_map(|words| WORDS[words].to_owned()),
    ];
    proptest::collection::vec(line, 0..12).prop_map(|lines| lines.join("\n"))
}

fn path(file: usize) -> String {
    let folder = ["src", "tests", "docs", "vendor"][file % 4];
    format!("{folder}/file_{file}.x")
}

fn edit() -> impl Strategy<Value = Edit> {
    let file = 0usize..9;
    prop_oneof![
        4 => (file.clone(), text()).prop_map(|(file, text)| Edit::Put(file, text)),
        1 => file.clone().prop_map(Edit::Remove),
        1 => (file.clone(), file.clone()).prop_map(|(from, to)| Edit::Rename(from, to)),
        1 => file.prop_map(Edit::Touch),
    ]
}

type Texts = BTreeMap<String, String>;

/// Applies edits to the expected texts; returns the paths that changed.
fn apply(texts: &mut Texts, edits: &[Edit]) -> Vec<String> {
    let mut changed = Vec::new();
    for edit in edits {
        match edit {
            Edit::Put(file, text) => {
                texts.insert(path(*file), text.clone());
                changed.push(path(*file));
            }
            Edit::Remove(file) => {
                texts.remove(&path(*file));
                changed.push(path(*file));
            }
            Edit::Rename(from, to) => {
                if let Some(text) = texts.remove(&path(*from)) {
                    texts.insert(path(*to), text);
                    changed.extend([path(*from), path(*to)]);
                }
            }
            Edit::Touch(file) => changed.push(path(*file)),
        }
    }
    changed
}

fn commit(store: &Store, texts: &Texts, changed: &[String]) {
    let before = snapshot(store, "w");
    let mut batch = Batch::new(&before).with_vectors();
    for path in changed {
        match texts.get(path) {
            None => batch.remove(path),
            Some(text) => {
                let mut input = input(path, text);
                if before.has_facts(&input.language, input.extractor, &input.hash) {
                    input.facts = FactsInput::Known;
                }
                batch.upsert(input).unwrap();
            }
        }
    }
    let key = WorkspaceKey("w".to_owned());
    let committed = store.write(&key, "w", &mut batch, &mut |_| (), &|| false).unwrap();
    assert_eq!(committed.missing, Vec::<String>::new());
}

/// Every answer of a snapshot as text, documents by path.
fn answers(snapshot: &Snapshot) -> String {
    let mut out = String::new();
    for document in snapshot.documents() {
        let facts = snapshot.facts(document.id).unwrap();
        let (path, hash) = (&document.path, &document.hash[..4]);
        writeln!(out, "{path} {hash:?} {} {:?} {facts:?}", document.lines, document.role).unwrap();
    }
    let path = |id| snapshot.path(id).unwrap().to_owned();
    for name in NAMES {
        let uses = snapshot.documents_naming(name).unwrap();
        let uses: Vec<_> = uses.into_iter().map(|(id, bits)| (path(id), bits)).collect();
        writeln!(out, "{name} {uses:?}").unwrap();
    }
    for typed in ["getuser", "st", "oepn", "a", ""] {
        for query in [
            NameQuery::Exact(typed.to_owned()),
            NameQuery::ExactFolded(typed.to_owned()),
            NameQuery::Prefix(typed.to_owned()),
            NameQuery::Fuzzy(typed.to_owned()),
        ] {
            writeln!(out, "{query:?} {:?}", snapshot.names_matching(&query, 5).unwrap()).unwrap();
        }
    }
    for text in ["getUser", "Store.open", "where are requests handled", "\"user name\"", "类型"] {
        let search = TextQuery { explain: true, limit: 4, ..TextQuery::new(text) };
        for hit in snapshot.search(&search).unwrap() {
            let (document, score) = (path(hit.document), hit.score.to_bits());
            writeln!(out, "{text}: {document} {} {:?} {score}", hit.chunk, hit.symbol).unwrap();
        }
    }
    out
}

fn from_scratch(texts: &Texts) -> String {
    let (_folder, store) = temporary();
    commit(&store, texts, &texts.keys().cloned().collect::<Vec<_>>());
    answers(&snapshot(&store, "w"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn incremental_equals_from_scratch(
        batches in proptest::collection::vec(proptest::collection::vec(edit(), 1..5), 1..14),
        unsaved in proptest::collection::vec(edit(), 0..4),
    ) {
        let (folder, store) = temporary();
        let mut texts = Texts::new();
        for edits in &batches {
            let changed = apply(&mut texts, edits);
            commit(&store, &texts, &changed);
        }
        let expected = from_scratch(&texts);
        prop_assert_eq!(&answers(&snapshot(&store, "w")), &expected);
        prop_assert_eq!(&answers(&snapshot(&reopen(&folder), "w")), &expected);

        let changed = apply(&mut texts, &unsaved);
        let (shown, removed): (Vec<_>, Vec<_>) =
            changed.into_iter().partition(|path| texts.contains_key(path));
        let inputs = shown.iter().map(|path| input(path, &texts[path])).collect();
        let overlay = snapshot(&store, "w").with_overlay(inputs, &removed).unwrap();
        prop_assert_eq!(answers(&overlay), from_scratch(&texts));
    }
}
