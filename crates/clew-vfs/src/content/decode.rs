//! Which encoding bytes have, and their text.

use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::{Encoding, Fidelity};
use crate::left_out::LeftOutReason;

/// Bytes at the start that decide between text and binary, as git does it.
const SNIFFED: usize = 8_000;

type Decoded = (String, Encoding, Fidelity);

pub(super) fn decode(bytes: Vec<u8>) -> Result<Decoded, LeftOutReason> {
    match bytes.as_slice() {
        [0xEF, 0xBB, 0xBF, rest @ ..] => decode_marked_utf8(rest),
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => Err(LeftOutReason::UnsupportedEncoding),
        [0xFF, 0xFE, rest @ ..] => decode_utf16(rest, Encoding::Utf16Le),
        [0xFE, 0xFF, rest @ ..] => decode_utf16(rest, Encoding::Utf16Be),
        _ => decode_unmarked(bytes),
    }
}

fn decode_marked_utf8(rest: &[u8]) -> Result<Decoded, LeftOutReason> {
    if has_nul(rest) {
        return Err(LeftOutReason::Binary);
    }
    Ok(match std::str::from_utf8(rest) {
        Ok(text) => (text.to_owned(), Encoding::Utf8Bom, Fidelity::Exact),
        Err(_) => {
            (String::from_utf8_lossy(rest).into_owned(), Encoding::Utf8Bom, Fidelity::Replaced)
        }
    })
}

fn decode_utf16(rest: &[u8], encoding: Encoding) -> Result<Decoded, LeftOutReason> {
    let decoder = if encoding == Encoding::Utf16Be { UTF_16BE } else { UTF_16LE };
    let (text, replaced) = decoder.decode_without_bom_handling(rest);
    let fidelity = if replaced { Fidelity::Replaced } else { Fidelity::Exact };
    Ok((text.into_owned(), encoding, fidelity))
}

fn decode_unmarked(bytes: Vec<u8>) -> Result<Decoded, LeftOutReason> {
    if has_nul(&bytes) {
        return match unmarked_utf16(&bytes) {
            Some(encoding) => decode_utf16(&bytes, encoding),
            None => Err(LeftOutReason::Binary),
        };
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Ok((text, Encoding::Utf8, Fidelity::Exact)),
        Err(error) => error.into_bytes(),
    };
    if is_mostly_control(&bytes) {
        return Err(LeftOutReason::Binary);
    }
    if is_mostly_utf8(&bytes) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        return Ok((text, Encoding::Utf8, Fidelity::Replaced));
    }
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(&bytes);
    Ok((text.into_owned(), Encoding::Windows1252, Fidelity::Exact))
}

fn has_nul(bytes: &[u8]) -> bool {
    memchr::memchr(0, &bytes[..bytes.len().min(SNIFFED)]).is_some()
}

/// UTF-16 without a mark shows in Western text: nearly every second byte is
/// NUL, and nearly none of the others.
fn unmarked_utf16(bytes: &[u8]) -> Option<Encoding> {
    let sniffed = &bytes[..bytes.len().min(SNIFFED)];
    if sniffed.len() < 4 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let nuls = |first| sniffed.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd, units) = (nuls(0), nuls(1), sniffed.len() / 2);
    let (few, most) = (units / 50, units - units / 5);
    if odd >= most && even <= few {
        Some(Encoding::Utf16Le)
    } else if even >= most && odd <= few {
        Some(Encoding::Utf16Be)
    } else {
        None
    }
}

/// More than one control character in ten that no text has.
fn is_mostly_control(bytes: &[u8]) -> bool {
    let sniffed = &bytes[..bytes.len().min(SNIFFED)];
    let is_odd = |byte: &&u8| matches!(byte, 0..=8 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F);
    sniffed.iter().filter(is_odd).count() * 10 > sniffed.len()
}

/// Whether the bytes beyond ASCII form more whole characters of UTF-8 than
/// broken ones.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut whole, mut broken) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        whole += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    whole > broken
}
