//! Names that manifests give to crates of the workspace.

use expect_test::expect;

use crate::testing::{check_references, references};

/// A workspace whose crate `b` uses the one in `a` as `aa`; `rest` ends its manifest.
fn workspace(shared: &str, dependencies: &str) -> String {
    format!(
        "\
//- Cargo.toml
[workspace]
members = [\"a\", \"b\"]
{shared}
//- a/Cargo.toml
[package]
name = \"my-aa\"
//- a/src/lib.rs
pub struct S; impl S {{ pub fn go(&self) {{}} }} pub fn free() {{}}
//- other/Cargo.toml
[package]
name = \"aa\"
//- other/src/lib.rs
pub struct S; impl S {{ pub fn go(&self) {{}} }} pub fn free() {{}}
//- b/Cargo.toml
[package]
name = \"bb\"
{dependencies}
//- b/src/lib.rs
use aa::{{S, free}}; fn f(s: &S) {{ s.go(); free(); aa::free(); }}
"
    )
}

#[test]
fn renamed_dependencies_are_the_crates_that_they_name() {
    let by_path = "aa = { path = \"../a\", package = \"my-aa\" }";
    let cases = [
        ("", format!("[dependencies]\n{by_path}")),
        ("", format!("[dev-dependencies]\n{by_path}")),
        ("", format!("[build-dependencies]\n{by_path}")),
        ("", format!("[target.'cfg(unix)'.dependencies]\n{by_path}")),
        ("", "[dependencies.aa]\npath = \"../a\"\npackage = \"my-aa\"".to_string()),
        ("", "[dependencies]\naa = { version = \"1\", package = \"my-aa\" }".to_string()),
        (
            "[workspace.dependencies]\naa = { path = \"a\", package = \"my-aa\" }",
            "[dependencies]\naa = { workspace = true }".to_string(),
        ),
        (
            "[workspace.dependencies.aa]\npath = \"a\"\npackage = \"my-aa\"",
            "[dev-dependencies]\naa.workspace = true".to_string(),
        ),
    ];
    for (shared, dependencies) in cases {
        let fixture = workspace(shared, &dependencies);
        let uses = references(&fixture, "a/src/lib.rs free");
        expect![[r#"
            b/src/lib.rs:1:13 import bound 
            b/src/lib.rs:1:42 call bound f
            b/src/lib.rs:1:54 call bound f
        "#]]
        .assert_eq(&uses);
        let uses = references(&fixture, "a/src/lib.rs S::go");
        assert_eq!(uses, "b/src/lib.rs:1:36 call bound f\n", "{dependencies}");
        assert_eq!(references(&fixture, "other/src/lib.rs free"), "", "{dependencies}");
    }
}

#[test]
fn renamed_packages_from_elsewhere_are_none_of_the_workspace() {
    let fixture = workspace("", "[dependencies]\naa = { version = \"1\", package = \"far\" }");
    assert_eq!(references(&fixture, "other/src/lib.rs free"), "");
    assert_eq!(references(&fixture, "a/src/lib.rs free"), "");
}

#[test]
fn libraries_have_names_and_places_of_their_own() {
    check_references(
        "\
//- a/Cargo.toml
[package]
name = \"long-name\"
[lib]
name = \"short\"
path = \"code/root.rs\"
//- a/code/root.rs
pub fn free() {}
//- b/Cargo.toml
[package]
name = \"bb\"
[dependencies]
long-name = { path = \"../a\" }
//- b/src/lib.rs
fn f() { short::free(); }
",
        "free",
        expect![[r#"
            b/src/lib.rs:1:17 call bound f
        "#]],
    );
}
