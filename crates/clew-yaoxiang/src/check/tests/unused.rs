//! Imports and definitions that nothing uses.

use super::*;
use crate::modules::Files;
use expect_test::expect;

fn check(source: &str, expected: Expect) {
    let mut found = check_source(source);
    found.retain(|diagnostic| diagnostic.code.starts_with('W'));
    expected.assert_eq(&show(source, &found));
}

#[test]
fn everything_unused_in_a_program_is_told_once() {
    check(
        "use std.io
use std.math.{sqrt, abs as size, sin}
use std.{pub list}
Used: Type = { x: Int }
Idle: Type = { x: Int }
Used.get: (self: &Used) -> Int = { return self.x }
Used.put: (self: &Used) -> Int = { return self.x }
help: (n: Int) -> Int = (n) => n
limit = 3
other = 4
_kept = 5
main = {
    use std.dict
    u = Used(limit)
    a = u.get() + size(1)
    b = sqrt(2.0)
}
",
        expect![[r#"
            warning W1003 1:9 the import `io` is never used
            warning W1003 2:34 the import `sin` is never used
            warning W1002 5:1 the type `Idle` is never used
            warning W1001 8:1 the function `help` is never used
            warning W1004 10:1 the variable `other` is never used
            warning W1005 7:6 the method `put` is never used
            warning W1003 13:13 the import `dict` is never used"#]],
    );
}

#[test]
fn definitions_of_a_module_and_methods_of_an_interface_are_for_others() {
    check("f: (n: Int) -> Int = (n) => n\nP: Type = { x: Int }\nlimit = 1\n", expect![[""]]);
    check(
        "Shape: Type = { area: ((self: &Shape) -> Int)[0] }
Disc: Type = { r: Int, Shape }
Disc.area: (self: &Disc) -> Int = { return self.r }
main = {
    s: Shape = Disc(1)
}
",
        expect![[""]],
    );
}

#[test]
fn what_is_unknown_or_broken_is_not_called_unused() {
    check("use nowhere.{a}\nuse std.{nothing}\nmain = { }\n", expect![[""]]);
    check("use std.io\nmain = { a = ( }\n", expect![[""]]);
}

#[test]
fn a_program_that_another_file_imports_is_used_there() {
    let check = |other: &str, wanted: &[&str], mode| {
        let files = Files::of(&format!(
            "//- src/app.yx\nhelp = (n) => n\nmain = {{ }}\n//- src/other.yx\n{other}"
        ));
        let wanted: Vec<String> = wanted.iter().map(|path| (*path).to_owned()).collect();
        let checked = ProjectChecker::default().check_project(&files, &wanted, mode);
        let found = checked.iter().flat_map(|file| file.diagnostics.iter());
        found.filter(|found| found.code == "W1001").count()
    };
    let all = ["src/app.yx", "src/other.yx"];
    assert_eq!(check("x = 1\n", &all, CheckMode::Full), 1);
    assert_eq!(check("use app.{help}\nx = help(1)\n", &all, CheckMode::Full), 0);
    assert_eq!(check("x = 1\n", &all[..1], CheckMode::Full), 1);
    assert_eq!(check("x = 1\n", &all[..1], CheckMode::Fast), 0);
}
