//! Built-in modules, resolution, interfaces and constants.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;
use crate::parse;
use expect_test::{Expect, expect};

/// A project in memory.
pub(crate) struct Files(pub(crate) BTreeMap<String, Arc<str>>);

impl Files {
    /// Reads texts that begin with lines `//- path`.
    pub(crate) fn of(fixture: &str) -> Files {
        let mut files = BTreeMap::new();
        for part in fixture.split("//- ").skip(1) {
            let (path, text) = part.split_once('\n').unwrap_or((part, ""));
            files.insert(path.trim().to_owned(), Arc::from(text));
        }
        Files(files)
    }
}

impl FileProvider for Files {
    fn stamp(&self, path: &str) -> Option<u64> {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.0.get(path)?.hash(&mut hasher);
        Some(hasher.finish())
    }

    fn read(&self, path: &str) -> Option<Arc<str>> {
        self.0.get(path).cloned()
    }

    fn list(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

#[test]
fn std_has_all_modules_and_readable_signatures() {
    let names: Vec<&str> = std_modules().iter().map(|module| module.name).collect();
    expect!["std.assert std.concurrent std.convert std.dict std.io std.list std.math std.net std.os std.result std.string std.time std.weak std.test"]
        .assert_eq(&names.join(" "));
    let table = include_str!("std.txt");
    let written =
        table.lines().filter(|line| !line.is_empty() && !line.starts_with(['#', '['])).count();
    let read: usize = std_modules().iter().map(|module| module.items.len()).sum();
    assert_eq!(read, written);
}

fn check_std(module: &str, item: &str, expected: Expect) {
    expected.assert_debug_eq(&std_module(module).unwrap().items[item]);
}

#[test]
fn signatures_keep_borrows_options_and_variadics() {
    check_std(
        "std.string",
        "format",
        expect![[r#"
            Function(
                FnSig {
                    type_params: [],
                    groups: [
                        [
                            ParamSig {
                                name: "format",
                                ty: Ref(
                                    Name(
                                        "String",
                                        [],
                                    ),
                                    Shared,
                                ),
                                need: Required,
                            },
                            ParamSig {
                                name: "args",
                                ty: Any,
                                need: Variadic,
                            },
                        ],
                    ],
                    result: Name(
                        "String",
                        [],
                    ),
                },
            )
        "#]],
    );
    check_std(
        "std.math",
        "PI",
        expect![[r#"
            Constant(
                Name(
                    "Float",
                    [],
                ),
            )
        "#]],
    );
}

#[test]
fn short_names_are_native_functions() {
    assert_eq!(std_short_name("println").unwrap().0.name, "std.io");
    assert!(std_short_name("assert_eq").is_none());
    assert!(std_short_name("PI").is_none());
    assert!(is_ambiguous_short_name("len") && !is_ambiguous_short_name("sqrt"));
}

fn check_resolve(module: &str, from: &str, expected: &str) {
    let files = Files::of(
        "//- src/main.yx\n//- src/geo.yx\n//- src/tools/text/mod.yx\n//- shared.yx\n//- geo.yx\n//- std/io.yx\n",
    );
    let shown = match resolve_module(module, from, &files) {
        ModuleTarget::StdRoot => "std".to_owned(),
        ModuleTarget::Std(module) => format!("built-in {}", module.name),
        ModuleTarget::File(path) => path,
        ModuleTarget::Unknown => "unknown".to_owned(),
    };
    assert_eq!(shown, expected);
}

#[test]
fn modules_are_found_beside_the_file_then_below_the_root() {
    check_resolve("geo", "src/main.yx", "src/geo.yx");
    check_resolve("geo", "other/main.yx", "geo.yx");
    check_resolve("tools.text", "src/main.yx", "src/tools/text/mod.yx");
    check_resolve("shared", "src/main.yx", "shared.yx");
    check_resolve("src.geo", "a/b/c.yx", "src/geo.yx");
    check_resolve("absent", "src/main.yx", "unknown");
}

#[test]
fn std_wins_over_files() {
    check_resolve("std", "main.yx", "std");
    check_resolve("std.io", "main.yx", "built-in std.io");
    check_resolve("std.absent", "main.yx", "unknown");
}

fn check_interface(source: &str, expected: Expect) {
    let interface = Interface::of(&parse(source).tree);
    let methods: Vec<String> =
        interface.methods.keys().map(|(owner, name)| format!("{owner}.{name}")).collect();
    let shown = format!("{}; methods {}", interface.names().join(" "), methods.join(" "));
    expected.assert_eq(&shown);
}

#[test]
fn interfaces_hold_all_top_level_bindings() {
    check_interface(
        "Pt: Type = { x: Int }\nPt.twice: (self: &Pt) -> Int = { return 1 }\npub far: (p: &Pt) -> Bool = (p) => true\nLIMIT: Int = 10\nopen = 3\nmain = { inner = 1 }\n",
        expect!["LIMIT Pt far main open; methods Pt.far Pt.twice"],
    );
}

#[test]
fn the_last_definition_of_a_name_counts() {
    let interface = Interface::of(&parse("a: Int = 1\na: (n: Int) -> Int = (n) => n\n").tree);
    assert!(interface.functions.contains_key("a") && interface.constants.is_empty());
}

#[test]
fn an_edit_inside_a_body_leaves_the_interface_alone() {
    let of = |source: &str| Interface::of(&parse(source).tree);
    let before = of("f: (n: Int) -> Int = (n) => {\n    return n\n}\n");
    assert_eq!(before, of("f: (n: Int) -> Int = (n) => {\n    return n + 1\n}\n"));
    assert_ne!(before, of("f: (n: Int) -> Bool = (n) => {\n    return n\n}\n"));
}

#[test]
fn const_expressions_are_evaluated() {
    let evaluate = |condition: &str, n: i128| {
        let source = format!("P: (n: Int) -> Type = {{ {condition} }}\n");
        let interface = Interface::of(&parse(&source).tree);
        let TypeBody::Predicate(conditions) = &interface.types["P"].body else {
            panic!("no predicate: {condition}");
        };
        conditions[0].expr.evaluate(&|name| (name == "n").then_some(ConstValue::Int(n)))
    };
    assert_eq!(evaluate("n < 10 * 2 - 5", 14), Ok(ConstValue::Bool(true)));
    assert_eq!(evaluate("n >= 0x10", 15), Ok(ConstValue::Bool(false)));
    assert_eq!(evaluate("n > 1 / 0", 15), Err(ConstFailure::DivisionByZero));
    assert_eq!(evaluate("n > m", 15), Err(ConstFailure::NotConstant("m".into())));
    assert_eq!(evaluate("n > f(1)", 15), Err(ConstFailure::Unsupported));
}

#[test]
fn imports_are_listed_with_their_origin() {
    let files = Files::of("//- src/main.yx\n//- src/geo.yx\n");
    let source =
        "use std.{io, os as sys}\nuse geo as g\nuse nowhere.{a}\nmain = {\n    use std.math\n}\n";
    let shown: Vec<String> = list_imports(source, "src/main.yx", &files)
        .iter()
        .map(|import| {
            format!(
                "{} {:?} {:?} {:?} {:?}",
                import.module, import.items, import.alias, import.kind, import.source_file
            )
        })
        .collect();
    expect![[r#"
        std [("io", None), ("os", Some("sys"))] None Std None
        geo [] Some("g") File Some("src/geo.yx")
        nowhere [("a", None)] None Unknown None
        std.math [] None Std None"#]]
    .assert_eq(&shown.join("\n"));
}
