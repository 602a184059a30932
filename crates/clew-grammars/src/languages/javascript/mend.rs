//! Valid TypeScript that the grammar does not read, written so that it does.

/// Rewrites, without moving any name, what the grammar takes for an error:
/// call signatures that begin a line without a semicolon before them, and
/// `in`/`out` before type parameters. `None` if there is nothing of that kind.
pub(super) fn mend(text: &str) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let changed = end_members(text, &mut bytes) | drop_variance(text, &mut bytes);
    if !changed {
        return None;
    }
    String::from_utf8(bytes).ok()
}

/// Puts a semicolon before each line that begins with `<` or `(` after the end of
/// a type.
fn end_members(text: &str, bytes: &mut [u8]) -> bool {
    let mut changed = false;
    let mut comment = false;
    let mut last_end = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.trim();
        let indent = line.len() - line.trim_start().len();
        if comment || code.starts_with("/*") {
            comment = !code.contains("*/");
        } else if code.starts_with("//") || code.is_empty() {
            // Comments and blank lines end nothing.
        } else {
            let begins = code.starts_with(['<', '(']);
            if begins && indent > 0 && last_end.is_some_and(ends_type) {
                bytes[start + indent - 1] = b';';
                changed = true;
            }
            last_end = without_comment(code).chars().next_back();
        }
        start += line.len();
    }
    changed
}

fn ends_type(last: char) -> bool {
    last.is_alphanumeric() || matches!(last, '_' | '$' | '>' | ')' | ']' | '}' | '"' | '\'')
}

fn without_comment(code: &str) -> &str {
    let end = code.find(" //").or_else(|| code.find("/*")).unwrap_or(code.len());
    code[..end].trim_end()
}

/// Blanks `in` and `out` before a type parameter.
fn drop_variance(text: &str, bytes: &mut [u8]) -> bool {
    let mut changed = false;
    for word in ["in", "out"] {
        for (at, _) in text.match_indices(word) {
            let after = &text[at + word.len()..];
            let is_name = |first: char| first.is_alphabetic() || first == '_';
            let names = after.starts_with(' ') && after.trim_start().starts_with(is_name);
            if names && begins_parameter(&text[..at]) {
                bytes[at..at + word.len()].fill(b' ');
                changed = true;
            }
        }
    }
    changed
}

/// Whether a type parameter may begin after `before`: at an angle bracket, a comma
/// or the start of a line, `in` left out.
fn begins_parameter(before: &str) -> bool {
    let is_blank = |c: char| c == ' ' || c == '\t';
    let mut rest = before.trim_end_matches(is_blank);
    if rest.len() < before.len()
        && let Some(earlier) = rest.strip_suffix("in")
    {
        rest = earlier.trim_end_matches(is_blank);
    }
    rest.is_empty() || rest.ends_with(['<', ',', '\n'])
}

#[cfg(test)]
mod tests {
    use super::mend;

    #[track_caller]
    fn check_mended(text: &str, expected: Option<&str>) {
        assert_eq!(mend(text).as_deref(), expected);
    }

    #[test]
    fn call_signatures_get_their_semicolon() {
        check_mended(
            "interface F {\n  a: B // b\n  // c\n  <T>(x: T): T\n  (): void\n}",
            Some("interface F {\n  a: B // b\n  // c\n ;<T>(x: T): T\n ;(): void\n}"),
        );
        check_mended("f(\n  <T>x,\n  (y)\n)", None);
    }

    #[test]
    fn variance_is_blanked() {
        check_mended(
            "interface A<in out T, out U = string, input> {}",
            Some("interface A<       T,     U = string, input> {}"),
        );
        check_mended("for (const out in out) {}", None);
    }
}
