//! The checks themselves: text in, findings out.

use super::Finding;

/// Most lines of product code in a file.
const MAX_FILE_LINES: usize = 500;

/// Most lines of a function.
const MAX_FUNCTION_LINES: usize = 60;

/// Words that must not stand in any tracked text file, put together here so
/// that this file does not hold them.
fn forbidden_words() -> Vec<String> {
    [
        ["crates", ".io/api"],
        ["registry.npmjs", ".org"],
        ["pypi", ".org/simple"],
        ["files.pythonhosted", ".org"],
        ["/work", "/main"],
    ]
    .iter()
    .map(|parts| parts.concat())
    .collect()
}

/// All findings of one file.
pub(super) fn all(path: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut push = |check: &'static str, place: String, count: usize| {
        findings.push(Finding { check, place, count });
    };
    for word in forbidden_words() {
        let count = text.matches(&word).count();
        if count > 0 {
            push("forbidden-word", path.to_string(), count);
        }
    }
    if !path.ends_with(".rs") {
        return findings;
    }
    let product = product_part(path, text);
    if !product.is_empty() && !text.trim_start().starts_with("//!") {
        push("no-header", path.to_string(), 1);
    }
    let lines = product.lines().count();
    if lines > MAX_FILE_LINES {
        push("long-file", path.to_string(), lines);
    }
    for (name, length) in functions(product) {
        if length > MAX_FUNCTION_LINES {
            push("long-function", format!("{path}:{name}"), length);
        }
    }
    for (check, word) in
        [("todo", "todo!("), ("todo", "unimplemented!("), ("ignored-test", "#[ignore")]
    {
        let count = product.matches(word).count();
        if count > 0 && !path.starts_with("xtask/src/tidy") {
            push(check, path.to_string(), count);
        }
    }
    findings.extend(http_clients(path, text));
    findings
}

/// Only `clew-door` may bring in an HTTP client.
fn http_clients(path: &str, text: &str) -> Option<Finding> {
    let is_manifest = path.ends_with("Cargo.toml") && !path.contains("clew-door");
    let clients = ["reqwest", "ureq", "isahc", "attohttpc"];
    let count = clients.iter().filter(|name| text.contains(&format!("\n{name}"))).count();
    (is_manifest && count > 0).then(|| Finding {
        check: "http-client",
        place: path.to_string(),
        count,
    })
}

/// The text before its first test module; nothing for test files.
fn product_part<'text>(path: &str, text: &'text str) -> &'text str {
    let is_test = path.contains("/tests/")
        || path.ends_with("tests.rs")
        || path.ends_with("testing.rs")
        || path.starts_with("fuzz/")
        || path.contains("/examples/");
    if is_test {
        return "";
    }
    match text.find("\n#[cfg(test)]\nmod ") {
        Some(end) if text[end..].contains('{') => &text[..end],
        _ => text,
    }
}

/// Names and lengths of functions, found by indentation: from the line of `fn`
/// to the closing brace in the same column.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let trimmed = line.trim_start();
        let Some(name) = function_name(trimmed) else { continue };
        let indent = line.len() - trimmed.len();
        let close = format!("{}}}", &line[..indent]);
        let end = lines[start..].iter().position(|line| *line == close);
        let semicolon = lines[start..].iter().position(|line| line.ends_with(';'));
        let opens = lines[start..].iter().position(|line| line.trim_end().ends_with('{'));
        let has_body = match (opens, semicolon) {
            (Some(opens), Some(semicolon)) => opens <= semicolon,
            (opens, _) => opens.is_some(),
        };
        if let (Some(end), true) = (end, has_body) {
            found.push((name.to_string(), end + 1));
        }
    }
    found
}

fn function_name(line: &str) -> Option<&str> {
    let mut rest = line;
    for word in ["pub(crate) ", "pub(super) ", "pub ", "const ", "async ", "unsafe "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let rest = rest.strip_prefix("fn ")?;
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checks_of(path: &str, text: &str) -> Vec<(&'static str, usize)> {
        all(path, text).into_iter().map(|finding| (finding.check, finding.count)).collect()
    }

    #[test]
    fn long_functions_and_files_are_found() {
        let body = "    let x = 1;\n".repeat(60);
        let text = format!("//! Header.\nfn long() {{\n{body}}}\nfn short() {{}}\n");
        assert_eq!(checks_of("crates/a/src/a.rs", &text), [("long-function", 62)]);
        let text = format!("//! Header.\n{}", "const A: u8 = 1;\n".repeat(500));
        assert_eq!(checks_of("crates/a/src/a.rs", &text), [("long-file", 501)]);
        assert!(checks_of("crates/a/src/tests.rs", &text).is_empty());
    }

    #[test]
    fn headers_and_words_are_checked() {
        assert_eq!(checks_of("crates/a/src/a.rs", "fn main() {}\n"), [("no-header", 1)]);
        let word = forbidden_words().remove(0);
        assert_eq!(checks_of("README.md", &word), [("forbidden-word", 1)]);
    }
}
