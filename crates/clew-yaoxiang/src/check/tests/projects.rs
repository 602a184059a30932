//! Checks across files, and what is remembered between them.

use crate::check::{CheckMode, ProjectChecker};
use crate::modules::Files;
use expect_test::{Expect, expect};

const PROJECT: &str = "\
//- src/main.yx
use geometry.{Pt, norm}
use tools.text as txt
use shared.{LIMIT}
main = {
    p = Pt(3, 4)
    n = norm(p)
    w = txt.label(n)
    k = LIMIT
}
//- src/geometry.yx
Pt: Type = { x: Int, y: Int }
norm: (p: &Pt) -> Int = (p) => {
    return p.x + p.y
}
//- src/tools/text/mod.yx
label: (n: Int) -> String = (n) => {
    return f\"n={n}\"
}
//- shared.yx
LIMIT: Int = 10
//- other.yx
main = { x = 1 }
";

fn show(checker: &mut ProjectChecker, files: &Files, wanted: &[&str], mode: CheckMode) -> String {
    let wanted: Vec<String> = wanted.iter().map(|path| (*path).to_owned()).collect();
    let checked = checker.check_project(files, &wanted, mode);
    let mut shown = format!("checks run: {}", checker.checks_run());
    for file in checked {
        let codes: Vec<String> = file
            .diagnostics
            .iter()
            .map(|found| format!("{} {}", found.code, found.range.slice(&files.0[&file.path])))
            .collect();
        shown.push_str(&format!("\n{}: {}", file.path, codes.join(", ")));
    }
    shown
}

fn check(fixture: &str, wanted: &[&str], mode: CheckMode, expected: Expect) {
    let files = Files::of(fixture);
    expected.assert_eq(&show(&mut ProjectChecker::default(), &files, wanted, mode));
}

#[test]
fn siblings_folders_and_root_files_resolve() {
    check(
        PROJECT,
        &["src/main.yx"],
        CheckMode::Fast,
        expect![[r#"
            checks run: 1
            src/main.yx: "#]],
    );
}

#[test]
fn full_mode_adds_what_depends_on_the_files() {
    check(
        PROJECT,
        &["src/geometry.yx"],
        CheckMode::Full,
        expect![[r#"
            checks run: 2
            src/geometry.yx: 
            src/main.yx: "#]],
    );
}

#[test]
fn missing_modules_and_items_are_told_once() {
    check(
        "//- main.yx\nuse nowhere.{f}\nuse lib.{absent, twice}\nmain = {\n    a = f(1)\n    b = absent(2)\n    c = twice(\"s\")\n    d = twice(1, 2)\n}\n//- lib.yx\ntwice: (n: Int) -> Int = (n) => n + n\n",
        &["main.yx"],
        CheckMode::Fast,
        expect![[r#"
            checks run: 1
            main.yx: E5001 nowhere, E5003 absent, E1002 (, E1010 (, E5007 absent"#]],
    );
}

#[test]
fn cycles_and_module_constants_are_fine() {
    check(
        "//- even.yx\nuse odd.{is_odd}\nis_even: (n: Int) -> Bool = (n) => {\n    if n == 0 { return true }\n    return is_odd(n - 1)\n}\n//- odd.yx\nuse even.{is_even}\nuse shared\nis_odd: (n: Int) -> Bool = (n) => {\n    if n == shared.ZERO { return false }\n    return is_even(n - 1)\n}\n//- shared.yx\nZERO: Int = 0\n",
        &["even.yx", "odd.yx"],
        CheckMode::Full,
        expect![[r#"
            checks run: 2
            even.yx: 
            odd.yx: "#]],
    );
}

#[test]
fn members_of_modules_and_imported_types_are_checked() {
    check(
        "//- main.yx\nuse geo\nuse geo.{Pt}\nmain = {\n    p = geo.Pt(1)\n    a = p.z\n    b = geo.nothing\n    c = p.twice()\n    d: Pt = geo.origin()\n    e: Int = geo.origin()\n}\n//- geo.yx\nPt: Type = { x: Int }\nPt.twice: (self: &Pt) -> Int = { return self.x * 2 }\norigin: () -> Pt = { return Pt(0) }\n",
        &["main.yx"],
        CheckMode::Fast,
        expect![[r#"
            checks run: 1
            main.yx: E1042 z, E1042 nothing, E1002 e"#]],
    );
}

#[test]
fn files_that_do_not_exist_are_left_out() {
    check(
        "//- a.yx\nmain = { }\n",
        &["a.yx", "b.yx"],
        CheckMode::Full,
        expect![[r#"
        checks run: 1
        a.yx: "#]],
    );
}

#[test]
fn only_what_an_edit_touches_is_checked_again() {
    let mut files = Files::of(PROJECT);
    let mut checker = ProjectChecker::default();
    let all = ["src/main.yx", "src/geometry.yx", "src/tools/text/mod.yx", "shared.yx", "other.yx"];
    let mut run = |files: &Files| show(&mut checker, files, &all, CheckMode::Full);
    assert!(run(&files).starts_with("checks run: 5\n"));
    assert!(run(&files).starts_with("checks run: 0\n"));
    let edit = |files: &mut Files, path: &str, old: &str, new: &str| {
        let text = files.0[path].replace(old, new);
        files.0.insert(path.to_owned(), text.into());
    };
    edit(&mut files, "src/geometry.yx", "return p.x", "return p.x * 2");
    assert!(run(&files).starts_with("checks run: 1\n"));
    edit(&mut files, "src/geometry.yx", "-> Int", "-> String");
    expect![[r#"
        checks run: 2
        other.yx: 
        shared.yx: 
        src/geometry.yx: E1002 return
        src/main.yx: E1002 (
        src/tools/text/mod.yx: "#]]
    .assert_eq(&run(&files));
    files.0.remove("shared.yx");
    expect![[r#"
        checks run: 1
        other.yx: 
        src/geometry.yx: E1002 return
        src/main.yx: E5001 shared, E1002 (
        src/tools/text/mod.yx: "#]]
    .assert_eq(&run(&files));
    files.0.insert("src/shared.yx".to_owned(), "LIMIT: Int = 1\n".into());
    assert!(run(&files).starts_with("checks run: 1\n"));
}

#[test]
fn incremental_equals_from_scratch() {
    let mut files = Files::of(PROJECT);
    let mut kept = ProjectChecker::default();
    let texts = ["LIMIT: Int = 10\n", "LIMIT: String = \"a\"\n", "other = 1\n", "LIMIT = {\n", ""];
    for text in texts.iter().chain(texts.iter().rev()) {
        files.0.insert("shared.yx".to_owned(), (*text).into());
        let all: Vec<String> = files.0.keys().cloned().collect();
        let fresh = ProjectChecker::default().check_project(&files, &all, CheckMode::Full);
        let again = kept.check_project(&files, &all, CheckMode::Full);
        for (fresh, again) in fresh.iter().zip(&again) {
            assert_eq!(fresh.path, again.path);
            assert_eq!(fresh.diagnostics, again.diagnostics, "{text}");
        }
    }
}

#[test]
fn imports_of_different_blocks_are_no_duplicates() {
    check(
        "//- main.yx\nuse std.io\nf: () -> Void = () => {\n    use std.math\n    a = math.abs(1)\n}\nmain = {\n    use std.math\n    b = math.abs(2)\n    io.println(b)\n}\n",
        &["main.yx"],
        CheckMode::Fast,
        expect![[r#"
            checks run: 1
            main.yx: W1001 f"#]],
    );
}

#[test]
fn a_checker_may_be_kept_by_another_thread() {
    fn check_send<T: Send>(_: &T) {}
    check_send(&ProjectChecker::default());
}

#[test]
fn full_mode_follows_imports_of_imports() {
    check(
        "//- a.yx\none: (n: Int) -> Int = (n) => n\n//- b.yx\nuse a.{one}\ntwo: (n: Int) -> Int = (n) => one(n)\n//- c.yx\nuse b.{two}\nmain = { x = two(\"s\") }\n//- d.yx\nmain = { }\n",
        &["a.yx"],
        CheckMode::Full,
        expect![[r#"
            checks run: 3
            a.yx: 
            b.yx: 
            c.yx: E1002 ("#]],
    );
}

#[test]
fn types_with_methods_cross_files() {
    check(
        "//- main.yx\nuse shapes.{Disc, unit}\nmain = {\n    d = Disc(2.0)\n    a: Float = d.area()\n    b = unit().area()\n    c = Disc(1.0, 2.0)\n    e: Int = d.area()\n    eat = d\n    f = d\n}\n//- shapes.yx\nShape: Type = { area: (self: &Shape) -> Float }\nDisc: Type = { r: Float, Shape }\nDisc.area: (self: &Disc) -> Float = { return self.r * self.r }\nunit: () -> Disc = { return Disc(1.0) }\n",
        &["main.yx", "shapes.yx"],
        CheckMode::Fast,
        expect![[r#"
            checks run: 2
            main.yx: E1010 (, E1002 e, E2014 d
            shapes.yx: "#]],
    );
}

#[test]
fn a_type_under_an_alias_is_the_same_type() {
    check(
        "\
//- src/models.yx
P: Type = { x: Int }
P.get: (self: &P) -> Int = { return self.x }
mk: () -> P = () => { return P(1) }
//- src/app.yx
use models.{mk, P as Q}
f: (q: Q) -> Int = (q) => {
    return q.get()
}
main = {
    a: Q = mk()
    n = f(mk()) + f(Q(2))
    b = a.nothing
}
",
        &["src/app.yx"],
        CheckMode::Fast,
        expect![[r#"
            checks run: 1
            src/app.yx: E1042 nothing"#]],
    );
}
