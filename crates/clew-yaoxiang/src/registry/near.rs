//! Codes that look like one that does not exist.

use std::cmp::Reverse;

use super::catalogue::RENAME_CODES;

/// How many near codes are offered.
const OFFERED: usize = 5;

/// The registered codes nearest to `wanted`, best first.
///
/// Fewer changed digits win, then the numerically nearer code. A bare number
/// (`1001`) is read as an error code.
pub(super) fn near_codes(
    wanted: &str,
    registered: impl Iterator<Item = &'static str>,
) -> Vec<&'static str> {
    if wanted.trim().to_ascii_uppercase().starts_with("RENAME") {
        return near_reasons(wanted, registered);
    }
    let registered = registered.filter(|code| !code.starts_with(RENAME_CODES));
    let wanted = canonical(wanted);
    let mut scored: Vec<(usize, u32, &'static str)> =
        registered.map(|code| (differing(&wanted, code), distance(&wanted, code), code)).collect();
    scored.sort_unstable();
    scored.into_iter().take(OFFERED).map(|(_, _, code)| code).collect()
}

/// The refusals of a rename that share most of their letters with `wanted`
/// from the start.
fn near_reasons(wanted: &str, registered: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let wanted = wanted.trim().to_ascii_uppercase();
    let shared = |code: &str| code.bytes().zip(wanted.bytes()).take_while(|(a, b)| a == b).count();
    let mut scored: Vec<(Reverse<usize>, &'static str)> = registered
        .filter(|code| code.starts_with(RENAME_CODES))
        .map(|code| (Reverse(shared(code)), code))
        .collect();
    scored.sort_unstable();
    scored.into_iter().take(OFFERED).map(|(_, code)| code).collect()
}

fn canonical(wanted: &str) -> String {
    let wanted = wanted.trim().to_ascii_uppercase();
    let digits: String = wanted.chars().filter(char::is_ascii_digit).take(4).collect();
    let letter = if wanted.starts_with('W') { 'W' } else { 'E' };
    format!("{letter}{digits:0>4}")
}

fn differing(left: &str, right: &str) -> usize {
    left.bytes().zip(right.bytes()).filter(|(one, other)| one != other).count()
}

fn distance(left: &str, right: &str) -> u32 {
    let number = |code: &str| code.get(1..).and_then(|digits| digits.parse::<u32>().ok());
    number(left).unwrap_or(0).abs_diff(number(right).unwrap_or(0))
}
