//! A light stemmer for English words in code.
//!
//! It joins what questions and code spell differently (`retries`, `retried`,
//! `retry`; `handler`, `handled`, `handling`; `validation`, `validate`), needs
//! no memory and leaves short and non-ASCII words alone. Stems need not be
//! words: `cache` and `caching` both give `cach`.

/// Appends the stem of `word` (lower case) to `target`.
pub(crate) fn stem(word: &str, target: &mut String) {
    let start = target.len();
    target.push_str(word);
    if word.len() < 4 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return;
    }
    strip_plural(target, start);
    strip_suffix(target, start);
    strip_end(target, start);
}

/// `-ies`, `-sses`, `-s`.
fn strip_plural(word: &mut String, start: usize) {
    let text = &word[start..];
    if text.ends_with("ies") && text.len() > 4 {
        word.truncate(word.len() - 3);
        word.push('y');
    } else if text.ends_with("sses") || text.ends_with("xes") || text.ends_with("ches") {
        word.truncate(word.len() - 2);
    } else if text.ends_with('s')
        && !text.ends_with("ss")
        && !text.ends_with("us")
        && !text.ends_with("is")
    {
        word.truncate(word.len() - 1);
    }
}

/// `-ied`, `-ing`, `-ed`, `-er`, `-or`, `-ion`.
fn strip_suffix(word: &mut String, start: usize) {
    let text = &word[start..];
    let length = text.len();
    if text.ends_with("ied") && length > 4 {
        word.truncate(word.len() - 3);
        word.push('y');
        return;
    }
    let cut = if text.ends_with("ing") && length >= 6 {
        3
    } else if text.ends_with("ed") && length >= 5 && !text.ends_with("eed")
        || (text.ends_with("er") || text.ends_with("ator")) && length >= 6
    {
        2
    } else if (text.ends_with("tion") || text.ends_with("sion")) && length >= 7 {
        3
    } else {
        return;
    };
    if text[..length - cut].bytes().any(|byte| b"aeiouy".contains(&byte)) {
        word.truncate(word.len() - cut);
    }
}

/// A doubled last consonant (`stopp`) and a silent `e` (`handle`).
fn strip_end(word: &mut String, start: usize) {
    let text = &word.as_bytes()[start..];
    if let [.., before, last] = text
        && before == last
        && text.len() >= 4
        && b"bdgmnprt".contains(last)
    {
        word.truncate(word.len() - 1);
    }
    if word[start..].ends_with('e') && word.len() - start >= 4 {
        word.truncate(word.len() - 1);
    }
}
