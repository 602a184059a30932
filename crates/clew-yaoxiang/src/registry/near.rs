//! Codes that look like one that does not exist.

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
    let wanted = canonical(wanted);
    let mut scored: Vec<(usize, u32, &'static str)> =
        registered.map(|code| (differing(&wanted, code), distance(&wanted, code), code)).collect();
    scored.sort_unstable();
    scored.into_iter().take(OFFERED).map(|(_, _, code)| code).collect()
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
