//! Valid Kotlin that the grammar does not read, written so that it does.

use super::layout::{end_members, join_accessors};

/// Rewrites, without moving any name: a primary constructor that begins on a line of
/// its own, annotated accessors on theirs, members that end with the line of their
/// class, `fun` before `interface`, the modifiers `actual` and `expect`, and words of the
/// language that are used as names. `None` if there is nothing of that kind.
pub(super) fn mend(text: &str) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let changed = join_constructors(text, &mut bytes)
        | join_accessors(text, &mut bytes)
        | end_members(text, &mut bytes)
        | drop_fun(text, &mut bytes)
        | plain_platform(text, &mut bytes)
        | rename_modifiers(text, &mut bytes);
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

/// What may follow a modifier.
const DECLARING: &[&str] = &[
    "abstract",
    "annotation",
    "class",
    "companion",
    "const",
    "constructor",
    "data",
    "enum",
    "external",
    "final",
    "fun",
    "infix",
    "inline",
    "inner",
    "interface",
    "internal",
    "lateinit",
    "object",
    "open",
    "operator",
    "override",
    "private",
    "protected",
    "public",
    "sealed",
    "suspend",
    "tailrec",
    "typealias",
    "val",
    "value",
    "var",
];

/// Whether a text begins with a word that begins a declaration.
pub(super) fn declares(text: &str) -> bool {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let is_followed = text[end..].starts_with([' ', '\t', '\n', '\r'])
        || matches!(&text[..end], "constructor" | "object");
    is_followed && DECLARING.contains(&&text[..end])
}

/// Writes `final` for the modifiers `actual` and `expect`: many readings of those two
/// words at once are too many for the grammar.
fn plain_platform(text: &str, bytes: &mut [u8]) -> bool {
    let mut changed = false;
    for word in ["actual", "expect"] {
        for (at, _) in text.match_indices(word) {
            let end = at + word.len();
            let begins = text[..at].chars().next_back().is_none_or(char::is_whitespace);
            if begins && text[end..].starts_with(' ') && declares(text[end..].trim_start()) {
                bytes[at..end].copy_from_slice(b"final ");
                changed = true;
            }
        }
    }
    changed
}

/// Modifiers and the like, which are names as well where no declaration follows.
const MODIFIERS: &[&str] = &[
    "abstract",
    "by",
    "crossinline",
    "dynamic",
    "external",
    "final",
    "infix",
    "inline",
    "internal",
    "lateinit",
    "noinline",
    "open",
    "override",
    "private",
    "protected",
    "public",
    "sealed",
    "suspend",
    "tailrec",
    "vararg",
];

/// Gives modifiers that are used as variables (`final = true`, `dynamic.type`) another
/// last letter; names are read from the text as written.
fn rename_modifiers(text: &str, bytes: &mut [u8]) -> bool {
    let mut changed = false;
    for word in MODIFIERS {
        for (at, _) in text.match_indices(word) {
            let end = at + word.len();
            if is_variable(&text[..at], &text[end..]) {
                bytes[end - 1] = b'_';
                changed = true;
            }
        }
    }
    changed
}

/// Whether the word between the two texts can only be the name of a variable.
fn is_variable(before: &str, after: &str) -> bool {
    let in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '`' | '@' | '.' | '$');
    if before.ends_with(in_name) || after.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        return false;
    }
    let code = before.trim_end_matches(' ');
    if code.ends_with([':', '<']) {
        return false;
    }
    let is_declared = code.ends_with(" val") || code.ends_with(" var") || code.ends_with("return");
    let rest = after.trim_start_matches(' ');
    let is_used = ["=", ".", "?.", "!!", ")", ",", "["].iter().any(|mark| rest.starts_with(mark));
    is_declared || is_used
}

#[cfg(test)]
mod tests {
    use super::mend;

    #[test]
    fn constructors_on_their_own_line_and_functional_interfaces() {
        let text = "class Größe\ninternal actual constructor(val a: Int)\nfun interface Fn {}\n";
        let mended = "class Größe internal final  constructor(val a: Int)\n    interface Fn {}\n";
        assert_eq!(mend(text).as_deref(), Some(mended));
        assert_eq!(mend("class A\nfun constructor() {}\nval x = 1\n"), None);
    }

    #[test]
    fn modifiers_as_names() {
        let text = "fun f(x: dynamic, final: Int) { final = 1; val open = dynamic.open(x)\n}\n";
        let mended = "fun f(x: dynamic, final: Int) { fina_ = 1; val ope_ = dynami_.open(x)\n}\n";
        assert_eq!(mend(text).as_deref(), Some(mended));
        assert_eq!(mend("final class A { private val x = 1; internal fun g() {}\n}\n"), None);
    }
}
