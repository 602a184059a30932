//! Doc comments: from raw text to prose.

/// Removes comment marks, docstring quotes and common indentation from a raw
/// doc comment of any language.
pub fn clean_doc(raw: &str) -> String {
    let inner = strip_quotes(raw.trim());
    let mut lines: Vec<String> = inner.lines().map(clean_line).collect();
    while lines.first().is_some_and(String::is_empty) {
        lines.remove(0);
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines.join("\n")
}

/// The first sentence of a raw doc comment, on one line, at most 200 characters.
pub fn doc_summary(raw: &str) -> String {
    let cleaned = clean_doc(raw);
    let paragraph: Vec<&str> =
        cleaned.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let text = paragraph.join(" ");
    let end = text
        .match_indices(['.', '!', '?', '。', '！', '？'])
        .find(|(at, mark)| {
            let rest = &text[at + mark.len()..];
            !mark.is_ascii() || rest.is_empty() || rest.starts_with(' ')
        })
        .map_or(text.len(), |(at, mark)| at + mark.len());
    let sentence = &text[..end];
    match sentence.char_indices().nth(200) {
        Some((cut, _)) => format!("{}…", sentence[..cut].trim_end()),
        None => sentence.to_string(),
    }
}

/// Drops prefix letters and quotes of a docstring, if `raw` is one.
fn strip_quotes(raw: &str) -> &str {
    let body = raw.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    for quotes in ["\"\"\"", "'''", "\"", "'"] {
        if raw.len() - body.len() > 2 {
            break;
        }
        if let Some(rest) = body.strip_prefix(quotes) {
            return rest.strip_suffix(quotes).unwrap_or(rest);
        }
    }
    raw
}

fn clean_line(line: &str) -> String {
    let mut rest = line.trim();
    for mark in [
        "-- |", "-- ^", "(**", "(*", "/**", "/*!", "/*", "///", "//!", "//", "---", "--", "#'",
        "##", "#", ";;", ";",
    ] {
        if let Some(tail) = rest.strip_prefix(mark) {
            rest = tail;
            break;
        }
    }
    rest = rest.strip_suffix("*/").or_else(|| rest.strip_suffix("*)")).unwrap_or(rest);
    let rest = match rest.trim_start().strip_prefix('*') {
        Some(tail) if line.trim_start().starts_with('*') => tail,
        _ => rest,
    };
    rest.trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_removed() {
        assert_eq!(clean_doc("/// One.\n/// Two."), "One.\nTwo.");
        assert_eq!(clean_doc("/**\n * One.\n *\n * @param x y\n */"), "One.\n\n@param x y");
        assert_eq!(clean_doc("\"\"\"One.\n\n    Two.\n    \"\"\""), "One.\n\nTwo.");
        assert_eq!(clean_doc("r'''raw'''"), "raw");
        assert_eq!(clean_doc("# a\n# b"), "a\nb");
    }

    #[test]
    fn summary_is_the_first_sentence() {
        assert_eq!(doc_summary("/// Finds e.g. v1.2 of x. More."), "Finds e.g.");
        assert_eq!(doc_summary("// Opens\n// a file. Then"), "Opens a file.");
        assert_eq!(doc_summary("// 打开文件。然后"), "打开文件。");
        assert_eq!(doc_summary(&"x".repeat(300)).chars().count(), 201);
    }
}
