//! What a path says about the purpose of a file.

use clew_model::FileFlags;

use crate::PathRole;

/// Folders of other people's code.
const VENDORED: [&str; 15] = [
    "vendor",
    "vendored",
    "third_party",
    "third-party",
    "thirdparty",
    "node_modules",
    "external",
    "_vendor",
    "vendors",
    "3rdparty",
    "3rd_party",
    "submodules",
    "bower_components",
    "site-packages",
    "dist-packages",
];

/// Folders of tests and their data.
const TESTS: [&str; 13] = [
    "test",
    "tests",
    "testing",
    "__tests__",
    "spec",
    "specs",
    "testdata",
    "test_data",
    "fixtures",
    "__fixtures__",
    "__mocks__",
    "mocks",
    "e2e",
];

/// Folders of examples and measurements.
const EXAMPLES: [&str; 14] = [
    "example",
    "examples",
    "sample",
    "samples",
    "demo",
    "demos",
    "bench",
    "benches",
    "benchmark",
    "benchmarks",
    "tutorial",
    "tutorials",
    "docs_src",
    "playground",
];

impl PathRole {
    /// The role of the file at `path`, parts separated by `/`.
    pub(crate) fn of(path: &str, flags: FileFlags) -> PathRole {
        let lower = path.to_ascii_lowercase();
        let (folders, file) = lower.rsplit_once('/').unwrap_or(("", &lower));
        let in_folder = |names: &[&str]| folders.split('/').any(|part| names.contains(&part));
        if in_folder(&VENDORED) || folders.split('/').next() == Some("deps") {
            PathRole::Vendored
        } else if flags.has(FileFlags::GENERATED)
            || is_generated(file)
            || in_folder(&["generated", "__generated__", "dist"])
        {
            PathRole::Generated
        } else if is_test(file) || in_folder(&TESTS) {
            PathRole::Test
        } else if in_folder(&EXAMPLES) {
            PathRole::Example
        } else if in_folder(&["doc", "docs", "documentation"]) || is_document(file) {
            PathRole::Docs
        } else {
            PathRole::Product
        }
    }

    /// The role with this number; product for unknown numbers.
    pub(crate) fn from_number(number: u8) -> PathRole {
        [
            PathRole::Product,
            PathRole::Test,
            PathRole::Docs,
            PathRole::Example,
            PathRole::Generated,
            PathRole::Vendored,
        ]
        .get(usize::from(number))
        .copied()
        .unwrap_or_default()
    }
}

fn is_test(file: &str) -> bool {
    let stem = file.split('.').next().unwrap_or(file);
    stem.starts_with("test_")
        || stem.ends_with("_test")
        || stem.ends_with("_tests")
        || stem.ends_with("_spec")
        || matches!(stem, "test" | "tests" | "conftest")
        || file.contains(".test.")
        || file.contains(".spec.")
        || file.contains(".stories.")
        // `OrderServiceTest.java`, `FooTests.cs`; the path is in lower case here.
        || (file.ends_with("test.java") || file.ends_with("tests.java"))
        || (file.ends_with("test.kt") || file.ends_with("tests.cs") || file.ends_with("test.cs"))
        || file.ends_with("test.php")
        || file.ends_with("tests.swift")
}

fn is_generated(file: &str) -> bool {
    file.contains(".min.")
        || file.contains(".generated.")
        || file.contains("_generated.")
        || file.contains(".pb.")
        || file.contains("_pb2")
        || file.contains(".g.")
        || file.ends_with(".lock")
        || file.ends_with("-lock.json")
        || file.ends_with("-lock.yaml")
        || file.ends_with(".d.ts")
}

fn is_document(file: &str) -> bool {
    [".md", ".markdown", ".rst", ".adoc", ".txt", ".mdx"].iter().any(|end| file.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expected: PathRole) {
        assert_eq!(PathRole::of(path, FileFlags::default()), expected, "{path}");
        assert_eq!(PathRole::from_number(expected as u8), expected);
    }

    #[test]
    fn paths_tell_roles() {
        check("src/retry.rs", PathRole::Product);
        check("pkg/latest/contest.go", PathRole::Product);
        check("pkg/server_test.go", PathRole::Test);
        check("tests/it/main.rs", PathRole::Test);
        check("src/app.spec.ts", PathRole::Test);
        check("src/main/java/OrderServiceTest.java", PathRole::Test);
        check("vendor/github.com/x/y.go", PathRole::Vendored);
        check("deps/lua/src/lapi.c", PathRole::Vendored);
        check("src/deps/graph.py", PathRole::Product);
        check("web/dist/app.min.js", PathRole::Generated);
        check("api/user.pb.go", PathRole::Generated);
        check("README.md", PathRole::Docs);
        check("docs/conf.py", PathRole::Docs);
        check("examples/hello/main.rs", PathRole::Example);
    }

    #[test]
    fn a_text_that_says_so_is_generated() {
        assert_eq!(PathRole::of("src/a.rs", FileFlags::GENERATED), PathRole::Generated);
    }
}
