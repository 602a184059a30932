//! Tests through the public face.

use proptest::prelude::*;

use crate::split::split;
use crate::{DIMENSIONS, Embedding, Encoder, Model, ModelError, ModelId, dot};

fn words(text: &str) -> String {
    let mut found = Vec::new();
    split(text, |word| {
        found.push(String::from_utf8_lossy(word.as_bytes()).into_owned());
        true
    });
    found.join(" ")
}

fn similarity(left: &str, right: &str) -> f32 {
    let mut encoder = Encoder::default();
    encoder.encode(left).similarity(&encoder.encode(right))
}

#[test]
fn words_end_where_the_training_ends_them() {
    let check = |text: &str, expected: &str| assert_eq!(words(text), expected);
    check("getUserName get_user_name", "get user name get user name");
    check("HTTPServer parseJSON X11Socket v2", "http server parse json x 11 socket v 2");
    check("naïve über don't", "na ve ber don t");
    check("AValue ABc A b", "a value a bc a b");
    check(&"x".repeat(41), "");
    check("", "");
}

#[test]
fn the_table_in_the_binary_is_the_one_it_claims_to_be() {
    let bytes = Model::built_in_bytes();
    let hash = blake3::hash(bytes);
    let id = ModelId(hash.as_bytes()[..16].try_into().unwrap());
    assert_eq!(crate::model::TABLE_ID, id.0, "set TABLE_ID to {id:#04X?}");
    assert_ne!(Model::built_in_id(), id, "the way texts become vectors counts, too");
    assert!(bytes.len() <= 8_000_000, "{} bytes", bytes.len());
    let model = Model::read(id, bytes).unwrap();
    assert!(model.words() > 20_000);
    assert!(model.knows("File") && !model.knows("zzqqxx"));
}

#[test]
fn sentences_lie_near_the_code_that_they_tell_of() {
    let code = "def remove_file(path):\n    if os.path.exists(path):\n        os.unlink(path)";
    let other = "fn multiply(matrix: &Matrix, vector: &[f64]) -> Vec<f64> { todo(matrix) }";
    let question = "delete a file from disk";
    assert!(similarity(question, code) > similarity(question, other) + 0.1);
}

#[test]
fn texts_without_words_are_like_nothing() {
    for text in ["", "   ", "…、。", "()[]{};"] {
        assert_eq!(Encoder::default().encode(text), Embedding::NONE);
    }
    assert_eq!(similarity("", "file"), 0.0);
}

#[test]
fn damaged_tables_are_refused() {
    let bytes = Model::built_in_bytes();
    let read = |bytes: &[u8]| {
        let leaked: &'static [u8] = Box::leak(bytes.to_vec().into_boxed_slice());
        Model::read(ModelId([1; 16]), leaked).map(|_| ())
    };
    assert_eq!(read(&bytes[..10]), Err(ModelError::Format));
    let short = read(&bytes[..bytes.len() - 1]);
    assert!(matches!(short, Err(ModelError::Length { .. })), "{short:?}");
    let mut other = bytes[..4_000].to_vec();
    other[8..20].copy_from_slice(&[1, 0, 0, 0, 0, 1, 0, 0, 4, 0, 0, 0]);
    other.truncate(20 + 4 + 260);
    other[20..24].copy_from_slice(b"a\nb\n");
    assert_eq!(read(&other), Err(ModelError::Names { found: 2, expected: 1 }));
}

proptest! {
    #[test]
    fn any_text_has_a_vector_of_length_one_or_none(text in "\\PC{0,200}") {
        let vector = Encoder::default().encode(&text);
        let length = vector.similarity(&vector);
        prop_assert!(vector == Embedding::NONE || (length - 1.0).abs() < 0.02, "{length}");
    }

    #[test]
    fn encoding_depends_on_nothing_but_the_text(first in "[a-zA-Z_ ]{0,80}", second in "[a-zA-Z_ ]{0,80}") {
        let mut encoder = Encoder::default();
        encoder.encode(&first);
        prop_assert_eq!(encoder.encode(&second), Encoder::default().encode(&second));
    }

    #[test]
    fn products_are_exact(left in prop::array::uniform32(any::<i8>()), right in prop::array::uniform32(any::<i8>())) {
        let mut wide = ([0_i8; DIMENSIONS], [0_i8; DIMENSIONS]);
        wide.0[..32].copy_from_slice(&left);
        wide.1[..32].copy_from_slice(&right);
        let expected: i32 = left.iter().zip(&right).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
        prop_assert_eq!(dot(&wide.0, &wide.1), expected);
    }
}

#[test]
fn the_head_of_a_text_counts_more() {
    let mut encoder = Encoder::default();
    let socket = encoder.encode("socket");
    let mut nearness = |head: &str, rest: &str| {
        encoder.add(head);
        encoder.end_head();
        encoder.add(rest);
        encoder.finish().similarity(&socket)
    };
    let (first, last) = (nearness("socket", "carrot"), nearness("carrot", "socket"));
    let plain = nearness("", "socket carrot");
    assert!(first > plain && plain > last, "{first} {plain} {last}");
    assert_eq!(encoder.encode("carrot"), Encoder::default().encode("carrot"));
}
