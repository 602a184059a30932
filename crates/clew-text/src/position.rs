//! Positions as people, agents and editors count them.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How an editor counts columns (LSP `PositionEncodingKind`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionEncoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, the default of LSP.
    Utf16,
    /// Unicode scalar values.
    Utf32,
}

/// Zero-based line and column in a negotiated encoding, as LSP sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WirePosition {
    /// Zero-based line.
    pub line: u32,
    /// Zero-based column in units of the encoding.
    pub column: u32,
}

/// A range for people and agents: 1-based, end exclusive, columns in Unicode
/// scalar values. Serialised as `[start_line, start_column, end_line, end_column]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Line of the first character.
    pub start_line: u32,
    /// Column of the first character.
    pub start_column: u32,
    /// Line of the end.
    pub end_line: u32,
    /// Column of the end, exclusive.
    pub end_column: u32,
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.start_line, self.start_column, self.end_line, self.end_column].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [start_line, start_column, end_line, end_column] =
            <[u32; 4]>::deserialize(deserializer)?;
        Ok(Span { start_line, start_column, end_line, end_column })
    }
}
