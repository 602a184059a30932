//! Names after a dollar sign, as many formats write their variables.

/// The names of `$NAME`, `${NAME}`, `${NAME:-default}`, `$(NAME)` in a text, in order;
/// `$$` is a dollar sign.
pub(super) fn dollar_names(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut names = Vec::new();
    let mut at = 0;
    while at + 1 < bytes.len() {
        if bytes[at] != b'$' {
            at += 1;
            continue;
        }
        if bytes[at + 1] == b'$' {
            at += 2;
            continue;
        }
        let start = at + 1 + usize::from(matches!(bytes[at + 1], b'{' | b'('));
        let is_part =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let braced = start > at + 1;
        let rest = &bytes[start.min(bytes.len())..];
        let length = match braced {
            true => rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len()),
            false => rest.iter().position(|byte| !is_plain(byte)).unwrap_or(rest.len()),
        };
        let end = start + length;
        let name = text[start..end].split(":-").next().unwrap_or("").trim_end_matches('-');
        if !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) {
            names.push(name);
        }
        at = end.max(at + 1);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_to_write_a_variable() {
        let text = "$A ${B} ${C:-x$D} $(E) $$F $1 ${G-x} $";
        assert_eq!(dollar_names(text), ["A", "B", "C", "D", "E", "G-x"]);
    }
}
