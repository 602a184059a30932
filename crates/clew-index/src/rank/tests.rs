use super::*;
use crate::testing::{Files, input};
use crate::{Batch, Store, StoreOptions, WorkspaceKey};

/// A snapshot of these files.
fn indexed(files: &Files) -> (tempfile::TempDir, Snapshot) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), "family", StoreOptions::default()).unwrap();
    let key = WorkspaceKey("w".to_owned());
    let mut batch = Batch::new(&store.snapshot(&key).unwrap());
    for (path, text) in files {
        batch.upsert(input(path, text)).unwrap();
    }
    store.write(&key, "w", &mut batch, &mut |_| (), &|| false).unwrap();
    let snapshot = store.snapshot(&key).unwrap();
    (folder, snapshot)
}

fn hits(snapshot: &Snapshot, query: &TextQuery) -> Vec<String> {
    let name = |hit: &TextHit| {
        let path = snapshot.path(hit.document).unwrap();
        let facts = snapshot.facts(hit.document).unwrap();
        match hit.symbol {
            Some(symbol) => format!("{path} {}", facts.qualified_name(symbol)),
            None => format!("{path} #{}", hit.chunk),
        }
    };
    snapshot.search(query).unwrap().iter().map(name).collect()
}

fn check_search(files: &Files, query: &str, expected: &[&str]) {
    let (_folder, snapshot) = indexed(files);
    let found = hits(&snapshot, &TextQuery::new(query));
    assert_eq!(found[..expected.len().min(found.len())], *expected, "{query}: {found:?}");
}

#[test]
fn a_search_that_is_to_stop_looks_no_further() {
    let (_folder, snapshot) = indexed(&shop());
    let query = TextQuery::new(&"order total price cart ".repeat(50));
    let asked = std::cell::Cell::new(0);
    let stop = |after: u32| {
        asked.set(asked.get() + 1);
        asked.get() > after
    };
    assert!(!snapshot.search_unless(&query, &|| stop(u32::MAX)).unwrap().is_empty());
    let all = asked.replace(0);
    assert!(snapshot.search_unless(&query, &|| stop(1)).unwrap().is_empty());
    assert!(asked.get() < all, "{} of {all}", asked.get());
}

fn shop() -> Files<'static> {
    Files::from([
        (
            "src/order.x",
            "# Places an order and pays for it.\ndef placeOrder\nuse charge\n\ndef Order",
        ),
        (
            "src/payment.x",
            "# Charges the card.\ndef charge\ntalks to the bank\n\ndef refund\nuse charge",
        ),
        (
            "src/retry.x",
            "# Runs a request again after failures.\ndef again\nuse charge\nuse charge",
        ),
        ("tests/payment_test.x", "# Charges the card.\ndef charge\ndef testCharge\nuse charge"),
        ("docs/payment.md", "Charge the card: charge charge charge.\nuse charge"),
    ])
}

#[test]
fn a_name_finds_its_definition_first_and_product_code_before_tests() {
    check_search(&shop(), "charge", &["src/payment.x charge", "tests/payment_test.x charge"]);
    check_search(&shop(), "placeOrder", &["src/order.x placeOrder"]);
    check_search(&shop(), "place_order", &["src/order.x placeOrder"]);
    check_search(&shop(), "order", &["src/order.x Order"]);
}

#[test]
fn questions_find_the_place() {
    check_search(&shop(), "where are failed requests retried", &["src/retry.x again"]);
    check_search(&shop(), "who pays for orders", &["src/order.x placeOrder"]);
    check_search(&shop(), "which test charges the card", &["tests/payment_test.x charge"]);
}

#[test]
fn qualified_names_choose_between_equal_ones() {
    let files = Files::from([
        ("src/a.x", "def File\ndef File.open"),
        ("src/b.x", "def Door\ndef Door.open"),
        ("src/store.x", "def open"),
    ]);
    check_search(&files, "Door.open", &["src/b.x Door.open"]);
    check_search(&files, "Door::open", &["src/b.x Door.open"]);
    check_search(&files, "store.open", &["src/store.x open"]);
}

#[test]
fn all_qualifiers_side_by_side_come_before_some_or_another_case() {
    let files = Files::from([
        ("src/a.x", "def Map\ndef Map.values\ndef Map.clear"),
        ("src/view.x", "def MAP\ndef MAP.clear"),
        ("tests/map.x", "def Tree\ndef Tree.clear"),
    ]);
    check_search(&files, "Map.clear", &["src/a.x Map.clear"]);
    check_search(&files, "MAP.clear", &["src/view.x MAP.clear"]);
    check_search(&files, "Tree.clear", &["tests/map.x Tree.clear"]);
}

#[test]
fn quoted_words_must_all_be_there() {
    check_search(&shop(), "\"talks bank\"", &["src/payment.x charge"]);
    check_search(&shop(), "\"talks nowhere\"", &[]);
}

#[test]
fn filters_and_boosts() {
    let (_folder, snapshot) = indexed(&shop());
    let with = |change: &dyn Fn(&mut TextQuery)| {
        let mut query = TextQuery::new("card order failures");
        change(&mut query);
        hits(&snapshot, &query)
    };
    let only_tests = with(&|query| query.file_pattern = Some("tests/".to_owned()));
    assert!(!only_tests.is_empty() && only_tests.iter().all(|hit| hit.starts_with("tests/")));
    let other = with(&|query| query.languages = vec![LanguageId::new("python")]);
    assert_eq!(other, Vec::<String>::new());
    let declarations = with(&|query| query.type_boost = Some(SymbolType::Declaration));
    assert_eq!(declarations[0], "src/order.x Order");
    let tests = with(&|query| query.role_boost = Some(SymbolRole::Test));
    assert_eq!(tests[0], "tests/payment_test.x charge");
}

#[test]
fn pages_follow_each_other() {
    let (_folder, snapshot) = indexed(&shop());
    let all = hits(&snapshot, &TextQuery { limit: 6, ..TextQuery::new("charge card") });
    let second = TextQuery { limit: 2, offset: 2, ..TextQuery::new("charge card") };
    assert_eq!(hits(&snapshot, &second), all[2..4]);
    let none = TextQuery { limit: 0, ..TextQuery::new("charge") };
    assert_eq!(hits(&snapshot, &none), Vec::<String>::new());
}

#[test]
fn scores_are_explained_in_full() {
    let (_folder, snapshot) = indexed(&shop());
    let query = TextQuery { explain: true, ..TextQuery::new("charge card") };
    for hit in snapshot.search(&query).unwrap() {
        let sum: f32 = hit.parts.iter().map(|part| part.value).sum();
        assert!((sum - hit.score).abs() < 0.01, "{hit:?}");
    }
}

#[test]
fn copies_are_shown_once_and_files_share_the_list() {
    let body = "# Reads the whole configuration of the program from its folder.\ndef loadConfiguration\nopens parses checks merges defaults environment";
    let many = "def a1\nneedle\ndef a2\nneedle\ndef a3\nneedle\ndef a4\nneedle\ndef a5\nneedle";
    let files = Files::from([
        ("src/a.x", body),
        ("vendor/b.x", body),
        ("src/many.x", many),
        ("src/one.x", "def one\nneedle haystack straw"),
    ]);
    let (_folder, snapshot) = indexed(&files);
    let copies = hits(&snapshot, &TextQuery::new("merges defaults"));
    assert_eq!(copies, ["src/a.x loadConfiguration"]);
    let query = TextQuery { limit: 3, per_file: 2, ..TextQuery::new("needle") };
    let shared = hits(&snapshot, &query);
    assert_eq!(shared.iter().filter(|hit| hit.starts_with("src/many.x")).count(), 2, "{shared:?}");
    let room = TextQuery { per_file: 2, ..TextQuery::new("needle") };
    assert_eq!(hits(&snapshot, &room).len(), 6);
}

#[test]
fn unsaved_text_is_searched() {
    let (_folder, snapshot) = indexed(&shop());
    let unsaved = vec![input("src/order.x", "def cancelOrder\nunsaved words")];
    let overlay = snapshot.with_overlay(unsaved, &["src/retry.x".to_owned()]).unwrap();
    assert_eq!(hits(&overlay, &TextQuery::new("unsaved"))[0], "src/order.x cancelOrder");
    let by_words = TextQuery { mode: SearchMode::Lexical, ..TextQuery::new("failures request") };
    assert_eq!(hits(&overlay, &by_words), Vec::<String>::new());
}

#[test]
fn any_search_is_answered() {
    let (_folder, snapshot) = indexed(&Files::from([("a.x", "def alpha\nbeta")]));
    proptest::proptest!(|(text in "[a-zA-Z_:.\"/*?\\[ é检]{0,30}", pattern in ".{0,10}")| {
        let query = TextQuery { file_pattern: Some(pattern), ..TextQuery::new(&text) };
        proptest::prop_assert!(snapshot.search(&query).is_ok());
    });
}

#[test]
fn code_comes_before_the_data_it_reads() {
    let files = Files::from([
        ("src/picture.x", "# Exports the scene to png.\ndef exportScene\nwrites png"),
        ("locales/en.json", "export scene png\nexport scene png\nexport scene png"),
    ]);
    check_search(&files, "where is the scene exported to png", &["src/picture.x exportScene"]);
}
