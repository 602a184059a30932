//! Random texts and their comparison.

use std::fmt::Write as _;

/// A text of 32 hexadecimal digits that nobody can guess.
pub(crate) fn random() -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// Whether two texts are the same, in a time that does not tell where they differ.
pub(crate) fn same(given: &str, wanted: &str) -> bool {
    blake3::hash(given.as_bytes()) == blake3::hash(wanted.as_bytes())
}
