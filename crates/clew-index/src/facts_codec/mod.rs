//! Facts as bytes: columns of numbers, then lz4. The checksum is in the table
//! of documents.
//!
//! The columns follow the `serde` form of the facts, so this codec knows
//! nothing of their fields; but the form is stored, so a change of `clew-model`
//! needs another `FORMAT`.

mod columns;
mod decode;
mod encode;

use clew_model::FileFacts;

pub(crate) use encode::Encoder as FactsEncoder;

/// Facts larger than this are not believed; the largest file that is read has
/// far fewer.
const MAX_PLAIN: usize = 1 << 30;

/// The bytes of facts.
pub(crate) fn encode_facts(encoder: &mut FactsEncoder, facts: &FileFacts) -> Vec<u8> {
    // Facts hold nothing but small numbers, lists, options, enums and text, for
    // all of which there are columns; empty bytes are refused by the decoder.
    let plain = encoder.encode(facts).unwrap_or_default();
    lz4_flex::block::compress_prepend_size(&plain)
}

/// The facts that `bytes` hold, or what is wrong with them.
pub(crate) fn decode_facts(bytes: &[u8]) -> Result<FileFacts, String> {
    let (size, packed) =
        lz4_flex::block::uncompressed_size(bytes).map_err(|error| error.to_string())?;
    // lz4 never gains more than a factor of 255.
    if size > MAX_PLAIN || size / 256 > packed.len() {
        return Err("facts have an impossible size".to_owned());
    }
    let plain = lz4_flex::block::decompress(packed, size).map_err(|error| error.to_string())?;
    decode::from_columns(&plain).map_err(|error| error.to_string())
}

/// Bytes that decoded facts take in memory, about.
pub(crate) fn facts_memory(facts: &FileFacts) -> usize {
    fn of<T>(items: &[T]) -> usize {
        std::mem::size_of_val(items)
    }
    let names: usize = facts.names.iter().map(|(_, name)| name.len() + 4).sum();
    std::mem::size_of::<FileFacts>()
        + names
        + of(&facts.symbols)
        + of(&facts.scopes)
        + of(&facts.occurrences)
        + of(&facts.imports)
        + of(&facts.expressions)
        + of(&facts.heritage)
        + of(&facts.exports)
        + of(&facts.chunks)
        + of(&facts.argument_values)
}

#[cfg(test)]
mod tests {
    use clew_model::{Expression, ExpressionId, OccurrenceId, SymbolId};
    use proptest::prelude::*;

    use super::*;
    use crate::testing::facts;

    #[test]
    fn facts_come_back() {
        let mut facts = facts("# doc\ndef Type\ndef Type.größe\nuse other\nuse größe\n\ndef last");
        facts.expressions = vec![
            Expression::Unknown,
            Expression::Occurrence(OccurrenceId(1)),
            Expression::Generic(ExpressionId(1), vec![ExpressionId(0), ExpressionId(1)]),
            Expression::Item(ExpressionId(2), 7),
            Expression::Union(vec![]),
            Expression::SelfValue(SymbolId(0)),
        ];
        let mut encoder = FactsEncoder::default();
        facts.exports.push((facts.symbols[0].name, facts.symbols[1].name));
        // An encoder that was used gives the same as a new one.
        for _ in 0..2 {
            let bytes = encode_facts(&mut encoder, &facts);
            assert_eq!(decode_facts(&bytes).as_ref(), Ok(&facts));
        }
        assert_eq!(
            decode_facts(&encode_facts(&mut encoder, &FileFacts::default())),
            Ok(FileFacts::default())
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_refused_or_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode_facts(&bytes);
            let _ = decode_facts(&lz4_flex::block::compress_prepend_size(&bytes));
        }

        #[test]
        fn changed_columns_are_refused_or_read(
            at in any::<prop::sample::Index>(),
            value in any::<u8>(),
        ) {
            let mut plain = FactsEncoder::default().encode(&facts("# d\ndef Type\ndef Type.a\nuse b")).unwrap();
            let at = at.index(plain.len());
            plain[at] = value;
            let _ = decode_facts(&lz4_flex::block::compress_prepend_size(&plain));
        }
    }
}
