use std::ops::ControlFlow;

use super::*;
use crate::testing::facts;
use crate::tokens::Vectors;

/// Builds a segment of one document and compares it with its overlay.
fn check_same(path: &str, text: &str, terms: &[&str]) {
    let facts = facts(text);
    let mut builder = SegmentBuilder::default();
    let mut analyser = Analyser::new(Vectors::No);
    let mut records = Vec::new();
    analyser.chunks(path, &facts, text, &mut |fields, record, _| {
        builder.add(fields);
        records.push(record);
        ControlFlow::Continue(())
    });
    let (table, bytes) =
        builder.finish(&analyser.vocabulary, &|| false).unwrap().unwrap().to_sections();
    let file = crate::disk::Blob::from(bytes);
    let segment = TextSegment::open(TextFiles::from_sections(&table, &file, 0).unwrap()).unwrap();
    let overlay = OverlayText::new(path, &facts, text);
    assert_eq!(overlay.chunks, records);
    for field in Field::ALL {
        for term in terms {
            assert_eq!(read(&segment, field, term), overlay.postings(field, term), "{term}");
        }
    }
}

fn read(segment: &TextSegment, field: Field, term: &str) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    let Some(mut postings) = segment.postings(field, term).unwrap() else { return found };
    while !postings.docs().is_empty() {
        found.extend(postings.docs().iter().copied().zip(postings.freqs().iter().copied()));
        postings.advance();
    }
    found
}

#[test]
fn a_segment_and_an_overlay_hold_the_same() {
    let text = "# Opens the door, the big door.\ndef Door\ndef Door.open\nturn turn key\nuse lock";
    check_same("src/door.x", text, &["door", "open", "turn", "key", "lock", "src", "the", "no"]);
    // More than one block of postings.
    let long = "def same\nword word\n".repeat(500);
    check_same("long.x", &long, &["word", "same", "long"]);
}

#[test]
fn every_word_is_in_one_field() {
    let text = "top\n# Explains.\ndef Door\nbody";
    let overlay = OverlayText::new("a/b.x", &facts(text), text);
    let fields = |term: &str| -> Vec<&str> {
        let holding =
            Field::ALL.into_iter().filter(|field| !overlay.postings(*field, term).is_empty());
        holding.map(Field::as_str).collect()
    };
    assert_eq!(fields("top"), ["body"]);
    assert_eq!(fields("explain"), ["doc"]);
    assert_eq!(fields("door"), ["name", "signature"]);
    assert_eq!(fields("body"), ["body"]);
    assert_eq!(fields("a"), ["path"]);
}

#[test]
fn merged_segments_keep_what_is_kept() {
    let segment = |text: &str| {
        let mut builder = SegmentBuilder::default();
        let mut analyser = Analyser::new(Vectors::No);
        analyser.chunks("p.x", &facts(text), text, &mut |fields, _, _| {
            builder.add(fields);
            ControlFlow::Continue(())
        });
        let files = builder.finish(&analyser.vocabulary, &|| false).unwrap().unwrap();
        std::sync::Arc::new(TextSegment::open(files).unwrap())
    };
    let first = segment("def a\nalpha\ndef b\nalpha beta");
    let second = segment("def c\nalpha alpha");
    let keep = [vec![false, true], vec![true]];
    let merged = TextSegment::open(merge_segments(&[first, second], &keep).unwrap()).unwrap();
    assert_eq!(merged.chunks(), 2);
    assert_eq!(read(&merged, Field::Body, "alpha"), [(0, 1), (1, 2)]);
    assert_eq!(read(&merged, Field::Body, "beta"), [(0, 1)]);
    assert_eq!(read(&merged, Field::Name, "a"), []);
}
