//! The role of a file by where it lies and what it is called.

use serde::{Deserialize, Serialize};

use super::lower_parts;

/// The role of a file in its project, for ranking. Nothing is left out of the
/// index because of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PathRole {
    /// Code of the project itself, or anything no convention speaks of.
    Plain,
    /// Tests, their data and their scaffolding.
    Test,
    /// Documentation.
    Docs,
    /// Examples, samples, demonstrations and benchmarks.
    Example,
    /// Code of others, kept in the tree.
    Vendored,
    /// Made by a program, by its name or folder.
    Generated,
}

/// Folders of code that belongs to others.
const VENDORED: &[&str] = &[
    "vendor",
    "vendors",
    "vendored",
    "third_party",
    "third-party",
    "thirdparty",
    "3rdparty",
    "3rd_party",
    "node_modules",
    "bower_components",
    "site-packages",
    "dist-packages",
    ".venv",
    "venv",
    "pods",
    "carthage",
    "_vendor",
    "jspm_packages",
    "godeps",
    "elm-stuff",
    ".yarn",
    "contrib-libs",
    "submodules",
];

/// Folders that hold code of others when they lie in the root; deeper down the
/// same names are everyday words.
const VENDORED_AT_TOP: &[&str] = &["deps", "external", "externals", "extern", "subprojects"];

/// Folders of what programs made.
const GENERATED: &[&str] = &[
    "generated",
    "__generated__",
    "_generated",
    "autogen",
    "dist",
    "build-output",
    "generated-sources",
    "generated-src",
    "generated_src",
    "__snapshots__",
    ".next",
    ".nuxt",
    "__pycache__",
];

/// Folders of tests.
const TEST: &[&str] = &[
    "test",
    "tests",
    "testing",
    "__tests__",
    "__test__",
    "spec",
    "specs",
    "__specs__",
    "e2e",
    "testdata",
    "test_data",
    "test-data",
    "testcases",
    "test-cases",
    "testcase",
    "fixtures",
    "__fixtures__",
    "fixture",
    "__mocks__",
    "mocks",
    "unittest",
    "unittests",
    "unit_tests",
    "integration_tests",
    "integration-tests",
    "integrationtest",
    "androidtest",
    "jvmtest",
    "commontest",
    "functional_tests",
    "testsuite",
    "test-suite",
    "t",
    "cypress",
    "conformance",
    "test-utils",
    "testutils",
    "test_utils",
];

/// Folders of documentation.
const DOCS: &[&str] =
    &["doc", "docs", "documentation", "man", "manual", "guide", "guides", "website", "javadoc"];

/// Folders of examples.
const EXAMPLE: &[&str] = &[
    "example",
    "examples",
    "sample",
    "samples",
    "demo",
    "demos",
    "tutorial",
    "tutorials",
    "playground",
    "bench",
    "benches",
    "benchmark",
    "benchmarks",
    "_examples",
    "quickstart",
];

/// Returns the role of a `/`-separated path relative to the root.
///
/// Folders of others or of generated code decide first, then the file name,
/// then the innermost folder that says anything. Case does not matter, except
/// that `FooTest` and `Foo.Tests` end in a word of their own.
pub fn role_of_path(path: &str) -> PathRole {
    let (folders, name) = lower_parts(path);
    let lies_in = |known: &[&str]| folders.iter().any(|folder| known.contains(&folder.as_str()));
    let top = folders.first().map_or("", String::as_str);
    if lies_in(VENDORED) || VENDORED_AT_TOP.contains(&top) {
        return PathRole::Vendored;
    }
    if lies_in(GENERATED) || super::is_generated(&name, "") {
        return PathRole::Generated;
    }
    let original = path.rsplit('/').next().unwrap_or(path);
    if is_test_name(&name, original) {
        return PathRole::Test;
    }
    if let Some(role) = folders.iter().rev().find_map(|folder| folder_role(folder)) {
        return role;
    }
    if is_docs_name(&name) { PathRole::Docs } else { PathRole::Plain }
}

fn folder_role(folder: &str) -> Option<PathRole> {
    let is_test_project = [".tests", ".test", ".unittests", ".specs", "_test", "_tests", "-tests"]
        .iter()
        .any(|ending| folder.ends_with(ending));
    if TEST.contains(&folder) || is_test_project {
        Some(PathRole::Test)
    } else if EXAMPLE.contains(&folder) {
        Some(PathRole::Example)
    } else if DOCS.contains(&folder) {
        Some(PathRole::Docs)
    } else {
        None
    }
}

/// The conventions for names of test files: `test_x.py`, `x_test.go`,
/// `x.spec.ts`, `XTest.java`, `conftest.py` and their like.
fn is_test_name(name: &str, original: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    let Some(extension) = name.rsplit('.').next().filter(|extension| *extension != name) else {
        return false;
    };
    if matches!(extension, "md" | "rst" | "txt" | "adoc" | "html") {
        return false;
    }
    let middle = name.split('.').rev().nth(1).unwrap_or("");
    let marked = matches!(middle, "test" | "tests" | "spec" | "specs" | "e2e" | "cy" | "stories");
    let whole = matches!(stem, "conftest" | "test" | "tests" | "spec_helper" | "test_helper");
    let edges = stem.starts_with("test_")
        || stem.starts_with("test-")
        || ["_test", "_tests", "_spec", "-test", "-tests", "-spec", "_unittest", "_suite"]
            .iter()
            .any(|ending| stem.ends_with(ending));
    marked || whole || edges || is_test_class(original, extension)
}

/// `FooTest.java`, `FooTests.cs`, `FooIT.java`, `FooSpec.scala`, `TestFoo.java`.
fn is_test_class(original: &str, extension: &str) -> bool {
    let by_class = matches!(
        extension,
        "java"
            | "kt"
            | "kts"
            | "scala"
            | "groovy"
            | "cs"
            | "fs"
            | "vb"
            | "swift"
            | "php"
            | "dart"
            | "m"
            | "mm"
            | "cpp"
            | "cc"
            | "hs"
    );
    let stem = original.split('.').next().unwrap_or(original);
    let ends = |ending: &str| {
        stem.strip_suffix(ending)
            .and_then(|before| before.chars().last())
            .is_some_and(|last| last.is_lowercase() || last.is_ascii_digit())
    };
    let starts = stem.strip_prefix("Test").and_then(|after| after.chars().next());
    let is_java = matches!(extension, "java" | "kt");
    by_class
        && (["Test", "Tests", "TestCase", "Spec", "Specs"].into_iter().any(ends)
            || (is_java && (ends("IT") || starts.is_some_and(char::is_uppercase))))
}

/// Prose by its name: `README`, `CHANGELOG.md`, `guide.rst`.
fn is_docs_name(name: &str) -> bool {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let prose =
        ["md", "mdx", "markdown", "rst", "adoc", "asciidoc", "org", "textile", "pod", "tex"];
    let known = [
        "readme",
        "changelog",
        "changes",
        "contributing",
        "license",
        "licence",
        "copying",
        "authors",
        "notice",
        "history",
        "news",
        "todo",
        "install",
        "security",
        "code_of_conduct",
    ];
    prose.contains(&extension)
        || (matches!(extension, "" | "txt") && known.iter().any(|word| stem.starts_with(word)))
}
