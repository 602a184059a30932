//! When a request is tried again, and after how long.

use std::time::Duration;

/// The wait before the next try: what the provider asked for, else doubling from the
/// base, spread by `spread` (0 to 1) over the upper half so that clients do not come
/// back together.
pub(super) fn wait_before(
    attempt: u32,
    base: Duration,
    asked: Option<Duration>,
    spread: f64,
) -> Duration {
    if let Some(asked) = asked {
        return asked;
    }
    let doubled = base.saturating_mul(2_u32.saturating_pow(attempt.min(16)));
    doubled.mul_f64(0.5 + spread.clamp(0.0, 1.0) / 2.0)
}

/// Reads a `Retry-After` header: seconds, or an HTTP date (RFC 9110 §10.2.3) against
/// the given current time.
pub(super) fn retry_after(value: &str, now: std::time::SystemTime) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse::<u32>() {
        return Some(Duration::from_secs(seconds.into()));
    }
    let at = http_date(value)?;
    let now = now.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some(Duration::from_secs(at).saturating_sub(now))
}

/// Seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
fn http_date(text: &str) -> Option<u64> {
    let rest = text.split_once(", ")?.1.strip_suffix(" GMT")?;
    let mut parts = rest.split(' ');
    let day: i64 = parts.next()?.parse().ok()?;
    let month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        .iter()
        .position(|name| text.contains(&format!(" {name} ")))? as i64
        + 1;
    let year: i64 = parts.nth(1)?.parse().ok()?;
    let mut clock = parts.next()?.split(':').map(str::parse::<i64>);
    let (hour, minute, second) = (clock.next()?.ok()?, clock.next()?.ok()?, clock.next()?.ok()?);
    let in_range = (1..=31).contains(&day) && (1970..10_000).contains(&year);
    let clock_right = hour < 24 && minute < 60 && second < 61;
    if !in_range || !clock_right || hour < 0 || minute < 0 || second < 0 {
        return None;
    }
    let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second;
    u64::try_from(seconds).ok()
}

/// Days from 1970-01-01 in the Gregorian calendar; years are counted from March so that
/// the leap day is the last of a year.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    let of_year = (153 * month + 2) / 5 + day - 1;
    year * 365 + year / 4 - year / 100 + year / 400 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::{retry_after, wait_before};

    fn check_header(value: &str, expected: Option<u64>) {
        // 1994-11-06 08:49:07 GMT, half a minute before the date of the tests.
        let now = UNIX_EPOCH + Duration::from_secs(784_111_747);
        assert_eq!(retry_after(value, now), expected.map(Duration::from_secs), "{value}");
    }

    #[test]
    fn retry_after_is_read_as_seconds_or_date() {
        check_header("120", Some(120));
        check_header(" 0 ", Some(0));
        check_header("Sun, 06 Nov 1994 08:49:37 GMT", Some(30));
        check_header("Sun, 06 Nov 1994 08:00:00 GMT", Some(0));
        check_header("Thu, 29 Feb 1996 00:00:00 GMT", Some(825_552_000 - 784_111_747));
        check_header("soon", None);
        check_header("-5", None);
        check_header("Sun, 99 Nov 1994 08:49:37 GMT", None);
        check_header("Sun, 06 Nov 1994 88:49:37 GMT", None);
    }

    #[test]
    fn waits_double_and_yield_to_the_provider() {
        let base = Duration::from_millis(200);
        let waits: Vec<u128> =
            (0..4).map(|attempt| wait_before(attempt, base, None, 1.0).as_millis()).collect();
        assert_eq!(waits, [200, 400, 800, 1600]);
        assert_eq!(wait_before(3, base, None, 0.0).as_millis(), 800);
        let asked = Some(Duration::from_secs(7));
        assert_eq!(wait_before(3, base, asked, 1.0), Duration::from_secs(7));
        assert!(wait_before(u32::MAX, base, None, 1.0) > Duration::from_secs(60));
    }
}
