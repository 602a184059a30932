//! The size rules: short by default, never over the hard cap.

use clew_protocol::ToolError;
use serde_json::{Map, Value};

/// Longest answer of a call that names no limit, in bytes.
pub(crate) const DEFAULT_BUDGET: usize = 8_000;
/// Longest answer of any call, in bytes (so at most as many characters).
pub(crate) const HARD_CAP: usize = 40_000;
/// Longest text inside an answer that is over the cap otherwise, in bytes.
const LONG_STRING: usize = 500;

/// Bytes that a line counts at least, so that the default budget also holds
/// at most 250 lines.
const LINE_WEIGHT: usize = DEFAULT_BUDGET / 250;

/// The size of `text` against `budget`: its bytes, and for the default budget
/// also its lines.
pub(crate) fn text_size(text: &str, budget: usize) -> usize {
    if budget > DEFAULT_BUDGET {
        return text.len();
    }
    text.len().max(text.lines().count() * LINE_WEIGHT)
}

/// The budget of a call: the default, or the cap if it named a limit.
pub(crate) fn budget(asked: Option<u32>) -> usize {
    if asked.is_some() { HARD_CAP } else { DEFAULT_BUDGET }
}

/// Asks for fewer and fewer items until the answer fits `budget` bytes.
///
/// `ask` answers at most the given number of items; `size` is the bytes of an
/// answer as the caller will see it. Returns the answer and, if it is shorter
/// than wanted, the number of items it was cut to.
pub(crate) fn fit<A>(
    budget: usize,
    wanted: u32,
    mut ask: impl FnMut(u32) -> Result<A, ToolError>,
    size: impl Fn(&A) -> usize,
) -> Result<(A, Option<u32>), ToolError> {
    let mut limit = wanted.max(1);
    let mut answer = ask(limit)?;
    for _ in 0..6 {
        let found = size(&answer);
        if found <= budget || limit == 1 {
            break;
        }
        let share = (f64::from(limit) * budget as f64 / found as f64 * 0.9) as u32;
        limit = share.clamp(1, limit - 1);
        answer = ask(limit)?;
    }
    let cut = (limit < wanted).then_some(limit);
    Ok((answer, cut))
}

/// Cuts `text` to `cap` bytes at a line, and says so.
pub(crate) fn cut_text(mut text: String, cap: usize) -> String {
    if text.len() <= cap {
        return text;
    }
    let note = "\n… cut; ask for less (`limit`, `max_code_lines`) or go on with `cursor`";
    let fence = "\n```";
    let mut end = cap.saturating_sub(note.len() + fence.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    if let Some(line) = text[..end].rfind('\n') {
        end = line;
    }
    text.truncate(end);
    let fences = text.lines().filter(|line| line.starts_with("```")).count();
    if fences % 2 == 1 {
        text.push_str(fence);
    }
    text.push_str(note);
    text
}

/// Shortens every long text inside `object`.
pub(crate) fn shorten_strings(object: &mut Map<String, Value>) {
    for (_, value) in object.iter_mut() {
        shorten(value);
    }
}

/// Drops the second half of the longest list inside `object`; false if there
/// is none that could lose anything.
pub(crate) fn halve_longest(object: &mut Map<String, Value>) -> bool {
    let longest = object.values().map(longest_list).max().unwrap_or(0);
    longest > 0 && object.values_mut().any(|value| halve(value, longest))
}

/// Bytes of the longest list that holds no longer one.
fn longest_list(value: &Value) -> usize {
    match value {
        Value::Array(items) => {
            let inner = items.iter().map(longest_list).max().unwrap_or(0);
            let own = items.iter().map(|item| item.to_string().len()).sum::<usize>();
            inner.max(if items.len() > 1 || inner == 0 { own } else { 0 })
        }
        Value::Object(members) => members.values().map(longest_list).max().unwrap_or(0),
        _ => 0,
    }
}

/// Halves the first list of `size` bytes.
fn halve(value: &mut Value, size: usize) -> bool {
    match value {
        Value::Array(items) => {
            let own = items.iter().map(|item| item.to_string().len()).sum::<usize>();
            if own == size {
                items.truncate(items.len() / 2);
                return true;
            }
            items.iter_mut().any(|item| halve(item, size))
        }
        Value::Object(members) => members.values_mut().any(|value| halve(value, size)),
        _ => false,
    }
}

fn shorten(value: &mut Value) {
    match value {
        Value::String(text) if text.len() > LONG_STRING => {
            let mut end = LONG_STRING;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.truncate(end);
            text.push_str("… (cut)");
        }
        Value::Array(items) => items.iter_mut().for_each(shorten),
        Value::Object(members) => members.iter_mut().for_each(|(_, value)| shorten(value)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_list_loses_its_second_half() {
        let mut object = Map::new();
        object.insert("short".into(), serde_json::json!([1, 2]));
        object.insert("long".into(), serde_json::json!({ "inner": ["aaaa", "bbbb", "cccc"] }));
        assert!(halve_longest(&mut object));
        assert_eq!(object["long"]["inner"], serde_json::json!(["aaaa"]));
        while halve_longest(&mut object) {}
        assert_eq!(object["short"], serde_json::json!([]));
    }

    #[test]
    fn fitting_answers_are_asked_once() {
        let (answer, cut) = fit(100, 10, Ok, |_| 50).unwrap();
        assert_eq!((answer, cut), (10, None));
    }

    #[test]
    fn long_answers_are_asked_again_for_less() {
        let (answer, cut) = fit(100, 50, Ok, |limit| *limit as usize * 10).unwrap();
        assert_eq!((answer, cut), (9, Some(9)));
    }

    #[test]
    fn short_lines_count_too_by_default() {
        assert_eq!(text_size("a\nb\n", DEFAULT_BUDGET), 64);
        assert_eq!(text_size("a\nb\n", HARD_CAP), 4);
        assert_eq!(text_size(&"x".repeat(100), DEFAULT_BUDGET), 100);
    }

    #[test]
    fn one_item_is_always_answered() {
        let (answer, cut) = fit(100, 3, Ok, |_| 1000).unwrap();
        assert_eq!((answer, cut), (1, Some(1)));
    }

    proptest::proptest! {
        #[test]
        fn what_fits_is_never_over_the_budget(
            each in 1_usize..500, head in 0_usize..100, wanted in 1_u32..1000,
        ) {
            let size = |limit: &u32| head + each * *limit as usize;
            let (answer, cut) = fit(DEFAULT_BUDGET, wanted, Ok, size).unwrap();
            proptest::prop_assert!(size(&answer) <= DEFAULT_BUDGET);
            proptest::prop_assert_eq!(cut.is_some(), answer < wanted);
        }

        #[test]
        fn cut_texts_keep_the_cap(text in "[a-z\n`é]{0,400}", cap in 100_usize..300) {
            let cut = cut_text(text.clone(), cap);
            proptest::prop_assert!(cut.len() <= cap, "{} over {cap}", cut.len());
            proptest::prop_assert!(text.len() > cap || cut == text);
        }
    }

    #[test]
    fn text_is_cut_at_a_line_and_fences_are_closed() {
        let text = format!("head\n```py\n{}", "é x\n".repeat(100));
        let cut = cut_text(text, 200);
        assert!(cut.len() <= 210, "{}", cut.len());
        assert!(cut.contains("\n```\n… cut; ask for less"), "{cut}");
    }

    #[test]
    fn long_strings_are_shortened_at_any_depth() {
        let long = "ü".repeat(400);
        let mut object = Map::new();
        object.insert("a".into(), serde_json::json!([{ "b": long }, "short"]));
        shorten_strings(&mut object);
        let text = object["a"][0]["b"].as_str().unwrap();
        assert!(text.ends_with("… (cut)") && text.len() < 520);
        assert_eq!(object["a"][1], "short");
    }
}
