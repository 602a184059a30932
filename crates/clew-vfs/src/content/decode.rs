//! Which encoding bytes have, and their text.

use encoding_rs::{ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

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
    let declared = declared(&bytes);
    // Its bytes are all ASCII, so that they look like UTF-8.
    if declared == Some(ISO_2022_JP)
        && let Some(text) = decode_declared(&bytes, ISO_2022_JP)
    {
        return Ok((text, Encoding::Declared, Fidelity::Exact));
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Ok((text, Encoding::Utf8, Fidelity::Exact)),
        Err(error) => error.into_bytes(),
    };
    if let Some(text) = declared.and_then(|encoding| decode_declared(&bytes, encoding)) {
        return Ok((text, Encoding::Declared, Fidelity::Exact));
    }
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

/// Bytes at the start in which a file says what encoding it has.
const DECLARED_WITHIN: usize = 1_024;

/// What stands before the name of an encoding: `coding: shift_jis` of Python, Ruby and
/// Emacs, `encoding="…"` of XML, `charset=…` of HTML and CSS.
const MARKS: &[&[u8]] = &[b"coding:", b"coding=", b"coding =", b"charset=", b"charset "];

/// The encoding that a file says it has.
fn declared(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let start = &bytes[..bytes.len().min(DECLARED_WITHIN)];
    let is_of_label = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(byte);
    MARKS.iter().find_map(|mark| {
        let behind = memchr::memmem::find(start, mark)? + mark.len();
        let label = start[behind..].trim_ascii_start();
        let label = label.strip_prefix(b"\"").or(label.strip_prefix(b"'")).unwrap_or(label);
        let length = label.iter().take_while(is_of_label).count();
        let label: Vec<u8> = label[..length].to_ascii_lowercase();
        let known = encoding_rs::Encoding::for_label(&label);
        // Python's names: `shift_jis`, `euc_jp`, `latin_1`, `cp1251`.
        let dashed = || {
            let dashed: Vec<u8> =
                label.iter().map(|byte| if *byte == b'_' { b'-' } else { *byte }).collect();
            encoding_rs::Encoding::for_label(&dashed)
        };
        let bare = || {
            let bare: Vec<u8> =
                label.iter().copied().filter(|byte| !b"-_".contains(byte)).collect();
            encoding_rs::Encoding::for_label(&bare)
        };
        known.or_else(dashed).or_else(bare)
    })
}

/// The text, if all of it is in the encoding that it declares.
fn decode_declared(bytes: &[u8], encoding: &'static encoding_rs::Encoding) -> Option<String> {
    if encoding == UTF_8 || encoding == UTF_16LE || encoding == UTF_16BE {
        return None;
    }
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    Some(text.into_owned())
}

/// Length of what was cut from a text without the part of a character that the cut left.
/// A cut at an even place leaves half a character of UTF-16 at most, which is replaced.
pub(super) fn whole_characters(bytes: &[u8]) -> usize {
    let is_utf16 = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
    if is_utf16 || has_nul(bytes) {
        return bytes.len();
    }
    let last = bytes.len().saturating_sub(4);
    let lead = bytes[last..].iter().rposition(|byte| byte & 0xC0 != 0x80).map(|at| at + last);
    let Some((at, byte)) = lead.and_then(|at| Some((at, *bytes.get(at)?))) else {
        return bytes.len();
    };
    let length = match byte.leading_ones() {
        0 => 1,
        ones => ones as usize,
    };
    if at + length > bytes.len() { at } else { bytes.len() }
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
