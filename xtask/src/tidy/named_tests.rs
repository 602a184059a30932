//! Tests that documents name, which must exist.

use std::collections::BTreeMap;

use super::Finding;

/// Documents that name tests, each with the crate of those that stand without one.
const DOCUMENTS: [(&str, Option<&str>); 2] =
    [("docs/mcp-rules.md", Some("clew-mcp")), ("docs/known-faults.md", None)];

/// Fewest underscores of a name without modules that is taken for a test's.
const UNDERSCORES: usize = 3;

/// The tests of the workspace: by crate, the module path of a file and its tests.
#[derive(Default)]
pub(super) struct Tests(BTreeMap<String, Vec<(String, Vec<String>)>>);

impl Tests {
    /// Adds the tests of a file of the tree.
    pub(super) fn add(&mut self, path: &str, text: &str) {
        let inside = path.strip_prefix("crates/").and_then(|path| path.split_once('/'));
        let Some((package, file)) = inside else { return };
        let module = ["src/", "tests/it/"].iter().find_map(|folder| file.strip_prefix(folder));
        let Some(module) = module.and_then(|file| file.strip_suffix(".rs")) else { return };
        let tests = tests_in(text);
        if !tests.is_empty() {
            let module = module.trim_end_matches("/mod").replace('/', "::");
            self.0.entry(package.to_string()).or_default().push((module, tests));
        }
    }

    /// The findings of a document; none if it is not one that names tests.
    pub(super) fn check(&self, path: &str, text: &str) -> Vec<Finding> {
        let Some((_, default)) = DOCUMENTS.iter().find(|(document, _)| *document == path) else {
            return Vec::new();
        };
        let missing = named(text).into_iter().filter(|(package, name)| {
            let package = package.as_deref().or(*default);
            !self.holds(package, name)
        });
        missing
            .map(|(_, name)| Finding {
                check: "no-such-test",
                place: format!("{path}:{name}"),
                count: 1,
            })
            .collect()
    }

    /// Whether a test, a module of tests, or all tests of a module are there.
    fn holds(&self, package: Option<&str>, name: &str) -> bool {
        let (modules, last) = name.rsplit_once("::").unwrap_or(("", name));
        let files = self.0.iter().filter(|(known, _)| package.is_none_or(|named| named == *known));
        files.flat_map(|(_, files)| files).any(|(module, tests)| {
            let below = ends_with(module, modules);
            below && (last == "*" || tests.iter().any(|test| test == last))
                || ends_with(module, name)
        })
    }
}

/// Whether the path of a module ends with these, as far as modules of tests inside
/// of files go.
fn ends_with(module: &str, end: &str) -> bool {
    let bare = |path: &str| path.strip_suffix("::tests").unwrap_or(path).to_string();
    let (module, end) = (format!("::{}", bare(module)), bare(end));
    end.is_empty() || module.ends_with(&format!("::{end}"))
}

/// The names of the functions that are tests.
fn tests_in(text: &str) -> Vec<String> {
    let mut tests = Vec::new();
    let mut is_test = false;
    for line in text.lines().map(str::trim_start) {
        is_test |= line.starts_with("#[test]") || line.starts_with("#[tokio::test");
        let name = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ");
        if let Some(name) = name {
            let end = name.find(|c: char| !(c.is_alphanumeric() || c == '_'));
            if is_test {
                tests.push(name[..end.unwrap_or(name.len())].to_string());
            }
            is_test = false;
        }
    }
    tests
}

/// The tests that a document names between backticks, each with the crate that stands
/// right before it. In tables only the last column counts.
fn named(text: &str) -> Vec<(Option<String>, String)> {
    let mut found = Vec::new();
    for line in text.lines() {
        let is_row = line.starts_with('|');
        let cell = if is_row { line.trim_end_matches(['|', ' ']).rsplit_once(" | ") } else { None };
        let cell = cell.map_or(line, |(_, cell)| cell);
        let parts: Vec<&str> = cell.split('`').collect();
        let mut package = None;
        for (at, part) in parts.iter().enumerate().filter(|(at, _)| at % 2 == 1) {
            let is_beside = at >= 2 && parts[at - 1].trim().is_empty();
            let before = package.take().filter(|_| is_beside);
            if is_test_name(part, is_row) {
                found.push((before, (*part).to_string()));
            } else if part.starts_with("clew") {
                package = Some((*part).to_string());
            }
        }
    }
    found
}

fn is_test_name(text: &str, is_row: bool) -> bool {
    let path = text.strip_suffix("::*").unwrap_or(text);
    let is_path = path.split("::").all(|name| {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        !name.is_empty() && name.chars().all(fits)
    });
    is_path && (text.contains("::") || is_row && text.matches('_').count() >= UNDERSCORES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_document(row: &str, expected: &[&str]) {
        let mut tests = Tests::default();
        tests.add(
            "crates/clew-mcp/tests/it/work.rs",
            "#[test]\nfn a_panic_ends() {}\n\nfn helper_of_many_words() {}\n",
        );
        tests.add(
            "crates/clew-mcp/src/http/gate.rs",
            "fn gate() {}\n#[tokio::test(x)]\n// Why.\nasync fn it_opens() {}\n",
        );
        tests.add("crates/clew/tests/it/mcp.rs", "#[test]\nfn it_waits() {}\n");
        let text = format!("| T1 | a rule of `other::name` | {row} |\n");
        let findings = tests.check("docs/mcp-rules.md", &text);
        let names: Vec<&str> = findings
            .iter()
            .filter_map(|finding| finding.place.split_once(".md:"))
            .map(|it| it.1)
            .collect();
        assert_eq!(names, expected, "{row}");
    }

    #[test]
    fn tests_that_are_there_may_be_named() {
        check_document("`work::a_panic_ends`, `http::gate::it_opens`; suite `tools-list`", &[]);
        check_document("`gate::tests::it_opens`, `http::gate::*`, `work::*`, `http::gate`", &[]);
        check_document("`clew` `mcp::it_waits`; `cargo xtask cancel`, `tools_list.json`", &[]);
    }

    #[test]
    fn what_is_no_test_is_found() {
        check_document("`work::a_panic_begins`", &["work::a_panic_begins"]);
        check_document("`work::helper_of_many_words`", &["work::helper_of_many_words"]);
        check_document("`mcp::it_waits`", &["mcp::it_waits"]);
        check_document("`clew` `mcp::gone`, `gone::*`", &["mcp::gone", "gone::*"]);
        check_document("`a_name_that_is_gone`", &["a_name_that_is_gone"]);
    }
}
