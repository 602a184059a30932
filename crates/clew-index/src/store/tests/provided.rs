//! Vectors by a provider's model: whole sets, changes, merges, damage.

use std::sync::Arc;

use clew_embed::{Encoder, ModelId};

use super::*;
use crate::{ProvidedRows, ProvidedVector, SearchMode, TextQuery};

const MODEL: ModelId = ModelId([9; 16]);
const OTHER: ModelId = ModelId([8; 16]);

/// Numbers in the vectors of the provider's model.
const LENGTH: usize = 300;

fn files() -> Files<'static> {
    Files::from([
        ("a.x", "# Removes a file from the disk.\ndef unlink\nos remove path"),
        ("b.x", "# Multiplies two matrices.\ndef multiply\nmatrix vector product"),
        ("c.x", "# Removes a folder from the disk.\ndef rmdir\nos remove directory path"),
    ])
}

/// A deterministic stand-in for a model: the built-in one's, in more dimensions.
fn vector(text: &str) -> Vec<f32> {
    let own = Encoder::default().encode(text);
    let mut numbers = vec![0.1; LENGTH];
    for (number, value) in numbers.iter_mut().zip(own.values) {
        *number += f32::from(value) * own.scale;
    }
    numbers
}

struct Stage {
    folder: tempfile::TempDir,
    store: Store,
    files: Files<'static>,
}

impl Stage {
    fn new() -> Self {
        let (folder, store) = temporary();
        let stage = Stage { folder, store, files: files() };
        stage.index(&stage.files);
        stage
    }

    fn index(&self, files: &Files) {
        let key = WorkspaceKey("w".to_owned());
        let mut batch = Batch::new(&self.store.snapshot(&key).unwrap()).with_vectors();
        for (path, text) in files {
            batch.upsert(input(path, text)).unwrap();
        }
        self.store.write(&key, "w", &mut batch, &mut |_| (), &|| false).unwrap();
    }

    /// The texts that lack vectors.
    fn lacking(&self, model: ModelId) -> Vec<String> {
        let mut lacking = Vec::new();
        let key = WorkspaceKey("w".to_owned());
        let mut found = |texts: Vec<String>| {
            lacking.extend(texts);
            true
        };
        self.store.texts_without_vectors(&key, model, &mut self.text_of(), &mut found).unwrap();
        lacking
    }

    fn text_of(&self) -> impl FnMut(&str, &[u8; 32]) -> Option<Arc<str>> + '_ {
        |path, hash| {
            let text: Arc<str> = (*self.files.get(path)?).into();
            (blake3::hash(text.as_bytes()).as_bytes() == hash).then_some(text)
        }
    }

    fn provide(&self, model: ModelId) -> u64 {
        let key = WorkspaceKey("w".to_owned());
        self.store
            .write_provided(
                &key,
                (model, LENGTH),
                &mut self.text_of(),
                &mut |text| Some(vector(text)),
                &|| false,
            )
            .unwrap()
    }

    fn rows(&self, model: ModelId) -> ProvidedRows {
        snapshot(&self.store, "w").provided(model)
    }

    fn found(&self, question: &str, model: ModelId) -> Vec<String> {
        let snapshot = snapshot(&self.store, "w");
        let query = TextQuery {
            mode: SearchMode::Vector,
            vector: Some(ProvidedVector { model, numbers: vector(question) }),
            ..TextQuery::new(question)
        };
        let hits = snapshot.search(&query).unwrap();
        hits.iter().map(|hit| snapshot.path(hit.document).unwrap().to_owned()).collect()
    }

    fn provided_files(&self) -> usize {
        let entries = std::fs::read_dir(self.store.folder().join("packs")).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths.filter(|path| path.extension().is_some_and(|end| end == "provided")).count()
    }
}

#[test]
fn a_whole_set_serves_beside_the_built_in_one() {
    let stage = Stage::new();
    let lacking = stage.lacking(MODEL);
    assert_eq!(lacking.len(), 3);
    assert!(lacking[0].starts_with("a.x unlink\n"), "{lacking:?}");
    assert_eq!(stage.rows(MODEL), ProvidedRows { done: 0, total: 3 });
    assert_eq!(stage.found("erase document storage", MODEL)[0], "a.x", "the built-in model");
    assert_eq!(stage.provide(MODEL), 3);
    assert_eq!(stage.rows(MODEL), ProvidedRows { done: 3, total: 3 });
    assert!(stage.lacking(MODEL).is_empty());
    assert_eq!(stage.found("erase document storage", MODEL)[0], "a.x");
    assert_eq!(stage.found("linear algebra multiplication", MODEL)[0], "b.x");
    assert_eq!(stage.provide(MODEL), 0);
}

#[test]
fn a_changed_file_is_found_by_the_built_in_model_until_it_has_a_vector() {
    let mut stage = Stage::new();
    stage.provide(MODEL);
    stage.files.insert("d.x", "# Sorts numbers.\ndef sort\nascending order list");
    stage.index(&Files::from([("d.x", stage.files["d.x"])]));
    assert_eq!(stage.rows(MODEL), ProvidedRows { done: 3, total: 4 });
    assert_eq!(stage.found("order a list of numbers", MODEL)[0], "d.x");
    assert_eq!(stage.lacking(MODEL).len(), 1);
    assert_eq!(stage.provide(MODEL), 1);
    assert_eq!(stage.found("order a list of numbers", MODEL)[0], "d.x");
}

#[test]
fn another_model_replaces_the_former_one_when_it_is_whole() {
    let stage = Stage::new();
    stage.provide(MODEL);
    assert_eq!(stage.lacking(OTHER).len(), 3);
    assert_eq!(stage.rows(MODEL).done, 3, "the former one serves");
    stage.provide(OTHER);
    assert_eq!((stage.rows(MODEL).done, stage.rows(OTHER).done), (0, 3));
    assert_eq!(stage.provided_files(), 1);
}

#[test]
fn merged_packs_keep_their_vectors() {
    let mut stage = Stage::new();
    stage.provide(MODEL);
    let names: Vec<String> = (0..12).map(|number| format!("more{number}.x")).collect();
    for name in &names {
        let name: &'static str = Box::leak(name.clone().into_boxed_str());
        stage.files.insert(name, "# Words.\ndef helper\nwords of a number");
        stage.index(&Files::from([(name, stage.files[name])]));
        stage.provide(MODEL);
    }
    assert!(stage.provided_files() < 12, "packs were put together");
    assert_eq!(stage.rows(MODEL), ProvidedRows { done: 15, total: 15 });
    assert_eq!(stage.found("linear algebra multiplication", MODEL)[0], "b.x");
}

#[test]
fn damaged_vectors_are_made_again() {
    let stage = Stage::new();
    stage.provide(MODEL);
    let entries = std::fs::read_dir(stage.store.folder().join("packs")).unwrap();
    let mut paths = entries.map(|entry| entry.unwrap().path());
    let path = paths.find(|path| path.extension().is_some_and(|end| end == "provided")).unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let stage = Stage { store: reopen(&stage.folder), ..stage };
    assert_eq!(stage.rows(MODEL).done, 0);
    assert_eq!(stage.found("erase document storage", MODEL)[0], "a.x", "the built-in model");
    assert_eq!(stage.provide(MODEL), 3);
}

#[test]
fn vectors_of_another_length_are_left_out() {
    let stage = Stage::new();
    let key = WorkspaceKey("w".to_owned());
    let written = stage
        .store
        .write_provided(
            &key,
            (MODEL, LENGTH),
            &mut stage.text_of(),
            &mut |_| Some(vec![1.0; 7]),
            &|| false,
        )
        .unwrap();
    assert_eq!((written, stage.rows(MODEL).done), (0, 0));
}
