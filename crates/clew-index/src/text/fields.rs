//! The fields of a chunk.

/// Number of fields.
pub(crate) const FIELDS: usize = 6;

/// A field of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// Name of the symbol that the chunk shows.
    Name,
    /// Names of its containers.
    Qualified,
    /// Path of the file.
    Path,
    /// Signature, and names of members that have no chunk of their own.
    Signature,
    /// Doc comment.
    Doc,
    /// All the rest that is not in a chunk inside this one.
    Body,
}

impl Field {
    /// All fields, in the order of their numbers.
    pub(crate) const ALL: [Field; FIELDS] =
        [Field::Name, Field::Qualified, Field::Path, Field::Signature, Field::Doc, Field::Body];

    /// The name in tantivy's schema.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Field::Name => "name",
            Field::Qualified => "qualified",
            Field::Path => "path",
            Field::Signature => "signature",
            Field::Doc => "doc",
            Field::Body => "body",
        }
    }
}

/// Number of terms in each field.
pub(crate) type FieldCounts = [u32; FIELDS];

/// Number of terms in each field, each as one byte.
pub(crate) type FieldLengths = [u8; FIELDS];

/// A length as one byte: exact up to 15, then within an eighth.
pub(crate) fn encode_length(length: u32) -> u8 {
    if length < 16 {
        return length as u8;
    }
    let exponent = length.ilog2();
    let eighths = (length >> (exponent - 3)) & 7;
    (16 + (exponent - 4) * 8 + eighths) as u8
}

/// The length that a byte stands for.
pub(crate) fn decode_length(byte: u8) -> u32 {
    if byte < 16 {
        return u32::from(byte);
    }
    let (exponent, eighths) = (u32::from(byte - 16) / 8 + 4, u32::from(byte - 16) % 8);
    (8 + eighths).checked_shl(exponent - 3).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_keep_their_size_within_an_eighth() {
        for length in (0..4000).chain([70_000, 1 << 20, u32::MAX]) {
            let read = decode_length(encode_length(length));
            assert!(read <= length && length - read <= length / 8, "{length} became {read}");
        }
        assert!((0..=15).all(|length| decode_length(encode_length(length)) == length));
    }
}
