//! Facts as bytes: postcard, then lz4, then a checksum by the reader's table.

use clew_model::FileFacts;

/// Facts larger than this are not believed; the largest file that is read has
/// far fewer.
const MAX_PLAIN: usize = 1 << 30;

/// The bytes of facts.
pub(crate) fn encode_facts(facts: &FileFacts) -> Vec<u8> {
    // Writing plain data into memory cannot fail; were it to, the empty result
    // is refused by the decoder.
    let plain = postcard::to_allocvec(facts).unwrap_or_default();
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
    postcard::from_bytes(&plain).map_err(|error| error.to_string())
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
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn facts_come_back() {
        let mut facts = FileFacts { lines: 7, ..FileFacts::default() };
        facts.names.push("alpha");
        assert_eq!(decode_facts(&encode_facts(&facts)), Ok(facts));
    }

    proptest! {
        #[test]
        fn any_bytes_are_refused_or_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode_facts(&bytes);
            let _ = decode_facts(&lz4_flex::block::compress_prepend_size(&bytes));
        }
    }
}
