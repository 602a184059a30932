//! Little-endian numbers in byte slices; what is out of range reads as zero.

/// The 32-bit number at byte `at`.
#[inline]
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|part| part.try_into().ok()).map_or(0, u32::from_le_bytes)
}

/// The 64-bit number at byte `at`.
#[inline]
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..at + 8).and_then(|part| part.try_into().ok()).map_or(0, u64::from_le_bytes)
}

/// Appends a variable-length number.
pub(crate) fn push_varint(target: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        target.push((value & 0x7F) as u8 | 0x80);
        value >>= 7;
    }
    target.push(value as u8);
}

/// Takes a variable-length number off the front; `None` at the end.
pub(crate) fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

/// The first 16 bytes of the BLAKE3 of `bytes`.
pub(crate) fn checksum(bytes: &[u8]) -> [u8; 16] {
    let mut short = [0; 16];
    short.copy_from_slice(&blake3::hash(bytes).as_bytes()[..16]);
    short
}

/// `hash` as 64 hexadecimal digits.
pub(crate) fn hex(hash: &[u8; 32]) -> String {
    blake3::Hash::from_bytes(*hash).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn varints_come_back(values in proptest::collection::vec(any::<u64>(), 0..20)) {
            let mut bytes = Vec::new();
            values.iter().for_each(|value| push_varint(&mut bytes, *value));
            let mut rest = bytes.as_slice();
            let read: Vec<u64> = std::iter::from_fn(|| take_varint(&mut rest)).collect();
            prop_assert_eq!(read, values);
        }
    }
}
