//! Valid Kotlin that the grammar does not read, written so that it does.

/// Rewrites, without moving any name: a primary constructor that begins on a line of
/// its own, and `fun` before `interface`. `None` if there is nothing of that kind.
pub(super) fn mend(text: &str) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let changed = join_constructors(text, &mut bytes) | drop_fun(text, &mut bytes);
    if !changed {
        return None;
    }
    String::from_utf8(bytes).ok()
}

/// Blanks the line breaks between the name of a class and its constructor.
fn join_constructors(text: &str, bytes: &mut [u8]) -> bool {
    let mut changed = false;
    let mut class_end = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.trim();
        if let Some(end) = class_end.filter(|_| begins_constructor(code)) {
            for byte in &mut bytes[end..start] {
                if matches!(byte, b'\n' | b'\r') {
                    *byte = b' ';
                    changed = true;
                }
            }
        }
        // Annotations may stand between the two.
        let passes = code.is_empty() || (code.starts_with('@') && class_end.is_some());
        if !passes {
            let names_class = code.split(' ').any(|word| word == "class");
            let ends_open = code.ends_with(|c: char| c.is_alphanumeric() || c == '>' || c == '_');
            let end = start + line.trim_end().len();
            class_end = (names_class && ends_open && !code.starts_with("//")).then_some(end);
        }
        start += line.len();
    }
    changed
}

fn begins_constructor(code: &str) -> bool {
    let Some(head) = code.split('(').next().filter(|head| head.len() < code.len()) else {
        return false;
    };
    let mut words = head.split_whitespace().rev();
    words.next() == Some("constructor")
        && words.all(|word| {
            word.starts_with('@')
                || matches!(
                    word,
                    "internal" | "private" | "public" | "protected" | "actual" | "expect"
                )
        })
}

/// Blanks `fun` in `fun interface`.
fn drop_fun(text: &str, bytes: &mut [u8]) -> bool {
    let mut changed = false;
    for (at, _) in text.match_indices("fun interface ") {
        let is_word = text[..at].chars().next_back().is_none_or(|c| c.is_whitespace());
        if is_word {
            bytes[at..at + 3].fill(b' ');
            changed = true;
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::mend;

    #[test]
    fn constructors_on_their_own_line_and_functional_interfaces() {
        let text = "class Größe\ninternal actual constructor(val a: Int)\nfun interface Fn {}\n";
        let mended = "class Größe internal actual constructor(val a: Int)\n    interface Fn {}\n";
        assert_eq!(mend(text).as_deref(), Some(mended));
        assert_eq!(mend("class A\nfun constructor() {}\nval x = 1\n"), None);
    }
}
