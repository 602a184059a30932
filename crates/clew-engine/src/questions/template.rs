//! Texts in code that a message was made from: `no user named %q found` is that of
//! `no user named "jane" found`.

/// Words of a text that must be in the message for the text to be its source.
const FEWEST_WORDS: usize = 3;

/// Texts of code that are looked at in one hit, and their length.
const MOST_TEXTS: usize = 400;
const LONGEST_TEXT: usize = 600;

/// The most words of a text in `code` that stand in `message`, in order and without
/// gaps but for the values that were filled in; 0 where no text fits.
pub(super) fn most_words(code: &str, message: &[String]) -> usize {
    texts(code)
        .filter_map(|text| {
            let fixed = fixed_parts(text);
            let words: usize = fixed.iter().map(Vec::len).sum();
            (words >= FEWEST_WORDS && stands_in(&fixed, message)).then_some(words)
        })
        .max()
        .unwrap_or(0)
}

/// What stands between quotes of one sort.
fn texts(code: &str) -> impl Iterator<Item = &str> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let open = at + code.get(at..)?.find(['"', '\'', '`'])?;
            let quote = code.as_bytes()[open];
            let start = open + 1;
            let Some(end) = closing(code.as_bytes(), start, quote) else {
                // An apostrophe, or a text over several lines.
                at = start;
                continue;
            };
            at = end + 1;
            return Some(&code[start..end]);
        }
    })
    .take(MOST_TEXTS)
}

/// Where a text that began at `start` ends; quotes other than back quotes end with
/// their line.
fn closing(code: &[u8], start: usize, quote: u8) -> Option<usize> {
    let mut at = start;
    while at < code.len() && at - start <= LONGEST_TEXT {
        match code[at] {
            b'\\' => at += 1,
            b'\n' if quote != b'`' => return None,
            byte if byte == quote => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The words of a text between the places for values, as `words` splits them.
fn fixed_parts(text: &str) -> Vec<Vec<String>> {
    let mut parts = Vec::new();
    let mut fixed = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = place_for_value(rest);
        if length > 0 {
            parts.push(std::mem::take(&mut fixed));
            rest = rest.get(length..).unwrap_or("");
        } else if let Some(escape) = rest.strip_prefix('\\') {
            fixed.push(' ');
            let skipped = escape.chars().next().map_or(0, char::len_utf8);
            rest = &escape[skipped..];
        } else {
            fixed.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    parts.push(fixed);
    let words = |part: String| super::phrase::words(&part).collect::<Vec<_>>();
    parts.into_iter().map(words).filter(|words| !words.is_empty()).collect()
}

/// Bytes of the place for a value at the start of a text: `%s`, `%-5.2f`, `%(name)s`,
/// `{}`, `{name!r:>5}`, `${name}`, `#{name}`, `\(name)`, `$name`; 0 if there is none.
fn place_for_value(text: &str) -> usize {
    let bytes = text.as_bytes();
    let until = |from: usize, end: u8| {
        let found = bytes.get(from..)?.iter().take(80).position(|byte| *byte == end)?;
        Some(from + found + 1)
    };
    match bytes {
        [b'%', b'%', ..] => 0,
        [b'%', b'(', ..] => until(2, b')').map_or(0, |end| end + 1),
        [b'%', rest @ ..] => {
            let is_letter = |at: usize| rest.get(at).is_some_and(u8::is_ascii_alphabetic);
            let flags = rest.iter().take_while(|byte| b"-+#0123456789.*$".contains(byte));
            let mut at = flags.count();
            // Lengths such as the `l` of `%ld`.
            while rest.get(at).is_some_and(|byte| b"lhzj".contains(byte)) && is_letter(at + 1) {
                at += 1;
            }
            if is_letter(at) { at + 2 } else { 0 }
        }
        [b'$' | b'#', b'{', ..] => until(2, b'}').unwrap_or(0),
        [b'\\', b'(', ..] => until(2, b')').unwrap_or(0),
        [b'{', ..] => until(1, b'}').unwrap_or(0),
        [b'$', first, ..] if first.is_ascii_alphabetic() => {
            1 + bytes[1..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count()
        }
        _ => 0,
    }
}

/// Whether all parts stand in the message, one behind the other.
fn stands_in(parts: &[Vec<String>], message: &[String]) -> bool {
    let mut rest = message;
    parts.iter().all(|part| {
        let Some(at) = rest.windows(part.len()).position(|window| window == part.as_slice()) else {
            return false;
        };
        rest = &rest[at + part.len()..];
        true
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(code: &str, message: &str, expected: usize) {
        let message: Vec<String> = super::super::phrase::words(message).collect();
        assert_eq!(most_words(code, &message), expected, "{code}");
    }

    #[test]
    fn values_are_filled_in() {
        let message = "no user named \"jane\" found: dial tcp: refused";
        for code in [
            r#"fmt.Errorf("no user named %q found: %w", name, err)"#,
            r#"raise Missing(f"no user named {name!r} found")"#,
            r#"throw new Error(`no user named ${name} found`)"#,
            r#"raise "no user named #{name} found""#,
            r#"bail!("no user named {} found", name)"#,
            r#""no user named %(name)s found" % values"#,
            r#"printf("no user named %ld found", x)"#,
            r#"'no user named $name found'"#,
            r#""no user named \(name) found""#,
            r#"printf("no user named %-5.2f found\n", x)"#,
        ] {
            check(code, message, 4);
        }
    }

    #[test]
    fn other_texts_are_not_the_source() {
        check(r#"("no group named %q found")"#, "no user named \"jane\" found", 0);
        check(r#"("user named")"#, "no user named \"jane\" found", 0);
        check(r#"("found no user named")"#, "no user named x found", 0);
        check("don't say \"no user named\" here", "no user named x", 3);
        check("no user named x", "no user named x", 0);
    }

    proptest! {
        #[test]
        fn any_code_can_be_read(code in "[a-z\"'`%{}$#()\\\\\\n é]{0,80}", message in "[a-z ]{0,30}") {
            let message: Vec<String> = super::super::phrase::words(&message).collect();
            prop_assert!(most_words(&code, &message) <= message.len());
        }
    }
}
