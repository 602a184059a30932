//! Search by meaning: modes, similar code, reasons, scans without vectors.

use clew_engine::Engine;
use clew_protocol::{
    ErrorCode, FindSimilarRequest, ScanRequest, ScanWait, SearchMode, SearchRequest, SymbolType,
};

use crate::support::{SHOP, Stage};

#[test]
fn meaning_needs_no_common_word() {
    let asker = Stage::new(SHOP).engine();
    asker.scan();
    let request = SearchRequest {
        query: "sum of money to spend".into(),
        mode: SearchMode::Vector,
        ..Default::default()
    };
    let answer = asker.engine.search(request, &asker.context).unwrap();
    assert!(!answer.hits.is_empty());
    assert!(
        answer
            .hits
            .iter()
            .take(4)
            .any(|hit| hit.name.contains("rice") || hit.name.contains("total"))
    );
}

#[test]
fn reasons_add_up_to_the_score() {
    let asker = Stage::new(SHOP).engine();
    asker.scan();
    let request = SearchRequest {
        query: "where are payments retried".into(),
        explain: true,
        ..Default::default()
    };
    let answer = asker.engine.search(request, &asker.context).unwrap();
    for hit in &answer.hits {
        let sum: f32 = hit.explanation.iter().map(|reason| reason.value).sum();
        assert!((sum - hit.score).abs() < 0.01 * hit.score.abs().max(1.0), "{hit:?}");
    }
    let first = &answer.hits[0].explanation;
    assert!(first.iter().any(|reason| reason.what == "meaning"), "{first:?}");
}

#[test]
fn a_message_finds_the_place_that_prints_it() {
    let fixture = "\
//- a/words.py
def file_was_opened(file, mode):
    \"\"\"The file that could be opened for another mode.\"\"\"
    file.opened = mode
    return file, mode, 'opened file', 'could not', 'for reading'
//- b/other.py
def start(name):
    raise OSError(f'the file could not be opened for reading: {name}')
";
    let asker = Stage::new(fixture).engine();
    asker.scan();
    let request = SearchRequest {
        query: "error: the file could not be opened for reading".into(),
        explain: true,
        ..Default::default()
    };
    let answer = asker.engine.search(request.clone(), &asker.context).unwrap();
    let first = &answer.hits[0];
    assert_eq!(first.name, "start");
    assert!(first.explanation.iter().any(|reason| reason.what == "words side by side"));
    let sum: f32 = first.explanation.iter().map(|reason| reason.value).sum();
    assert!((sum - first.score).abs() < 0.01 * first.score, "{first:?}");
    let plain = SearchRequest { explain: false, limit: Some(1), ..request };
    let page = asker.engine.search(plain.clone(), &asker.context).unwrap();
    assert!(page.hits[0].explanation.is_empty());
    let next = SearchRequest { cursor: page.cursor, ..plain };
    let second = asker.engine.search(next, &asker.context).unwrap();
    assert_eq!(second.hits[0].name, answer.hits[1].name);
}

#[test]
fn similar_code_is_found_and_filtered() {
    let asker = Stage::new(SHOP).engine();
    asker.scan();
    let request = FindSimilarRequest {
        target: Some("Cart.total".into()),
        include_code: true,
        ..Default::default()
    };
    let answer = asker.engine.find_similar(request, &asker.context).unwrap();
    assert!(!answer.hits.is_empty() && answer.hits.iter().all(|hit| hit.name != "Cart.total"));
    assert!(answer.hits.iter().all(|hit| (0.0..=1.0).contains(&hit.score) && hit.code.is_some()));
    let request = FindSimilarRequest {
        query: Some("class that holds items".into()),
        symbol_type: Some(SymbolType::Declaration),
        ..Default::default()
    };
    let answer = asker.engine.find_similar(request, &asker.context).unwrap();
    assert!(answer.hits.iter().all(|hit| hit.symbol_type == SymbolType::Declaration));
    for (target, code) in
        [(Some("no_such_name"), ErrorCode::NotFound), (None, ErrorCode::InvalidInput)]
    {
        let request =
            FindSimilarRequest { target: target.map(str::to_owned), ..Default::default() };
        let error = asker.engine.find_similar(request, &asker.context).unwrap_err();
        assert_eq!(error.code, code);
    }
}

#[test]
fn a_scan_may_leave_vectors_out_and_a_later_one_makes_them() {
    let asker = Stage::new(SHOP).engine();
    let scan = |no_vectors| {
        let request =
            ScanRequest { no_vectors, wait: ScanWait::UntilDone, ..ScanRequest::default() };
        asker.engine.scan(request, &asker.context).unwrap();
    };
    let vector = || {
        let request = SearchRequest {
            query: "price of a gift".into(),
            mode: SearchMode::Vector,
            ..Default::default()
        };
        asker.engine.search(request, &asker.context).unwrap()
    };
    scan(true);
    let without = vector();
    assert!(without.hits.is_empty());
    assert!(
        without.stamp.notes.iter().any(|note| note.contains("no vectors")),
        "{:?}",
        without.stamp.notes
    );
    scan(false);
    assert!(!vector().hits.is_empty());
}

/// Every file of vectors in the data folder, each with its last byte changed.
fn damage_vectors(folder: &std::path::Path) -> usize {
    let mut damaged = 0;
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            damaged += damage_vectors(&path);
        } else if path.extension().is_some_and(|ending| ending == "vectors") {
            let mut bytes = std::fs::read(&path).unwrap();
            *bytes.last_mut().unwrap() ^= 1;
            std::fs::write(&path, bytes).unwrap();
            damaged += 1;
        }
    }
    damaged
}

#[test]
fn damaged_vectors_are_made_again_for_the_question_that_meets_them() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    asker.scan();
    let request = || SearchRequest {
        query: "sum up what everything costs".into(),
        mode: SearchMode::Vector,
        ..SearchRequest::default()
    };
    let hits = |asker: &crate::support::Asker| {
        let answer = asker.engine.search(request(), &asker.context).unwrap();
        answer.hits.into_iter().map(|hit| hit.id).collect::<Vec<_>>()
    };
    let expected = hits(&asker);
    assert!(!expected.is_empty());
    drop(asker);
    assert!(damage_vectors(&stage.data) > 0);
    assert_eq!(hits(&stage.engine()), expected);
    assert_eq!(hits(&stage.engine()), expected);
}
