//! Renames and refusals.

mod codes;
mod members;
mod scopes;

use super::*;
use crate::registry::{self, Lang};
use clew_text::LineIndex;
use expect_test::{Expect, expect};

fn check_scope(source: &str, old: &str, new: &str, scope: &str, expected: Expect) {
    let scope = RenameScope::parse(scope).unwrap();
    let renamed = rename_symbol(source, old, new, &scope);
    let lines = LineIndex::new(source);
    let mut shown = String::new();
    for diagnostic in &renamed.diagnostics {
        let span = lines.span(source, diagnostic.range);
        let message = registry::message(diagnostic, Lang::En);
        assert_ne!(message, registry::message(diagnostic, Lang::ZhCn));
        shown.push_str(&format!(
            "{} {}:{} {message}\n",
            diagnostic.code, span.start_line, span.start_column
        ));
        for related in &diagnostic.related {
            let span = lines.span(source, related.range);
            shown.push_str(&format!(
                "  {} {}:{}\n",
                related.role, span.start_line, span.start_column
            ));
        }
    }
    if renamed.diagnostics.is_empty() {
        assert_eq!(apply_edits(source, &renamed.edits).unwrap(), renamed.source);
        shown.push_str(&renamed.source);
    } else {
        assert_eq!(renamed.source, source);
        assert!(renamed.edits.is_empty());
    }
    expected.assert_eq(&shown);
}

fn check(source: &str, old: &str, new: &str, expected: Expect) {
    check_scope(source, old, new, "module", expected);
}

#[test]
fn shadowing_names_strings_and_comments_stay() {
    check(
        "n = 1 // n\nf: (n: Int) -> Int = (n) => n\nmain = {\n    a = n\n    s = \"n\"\n    t = f\"n is {n} n\"\n}\n",
        "n",
        "count",
        expect![[r#"
            count = 1 // n
            f: (n: Int) -> Int = (n) => n
            main = {
                a = count
                s = "n"
                t = f"n is {count} n"
            }
        "#]],
    );
}

#[test]
fn a_function_scope_limits_the_rename() {
    check_scope(
        "f: (n: Int) -> Int = (n) => {\n    m = n\n    return m\n}\ng: (n: Int) -> Int = (n) => n\nmain = { a = f(n=1) }\n",
        "n",
        "size",
        "function:f",
        expect![[r#"
            f: (size: Int) -> Int = (size) => {
                m = size
                return m
            }
            g: (n: Int) -> Int = (n) => n
            main = { a = f(size=1) }
        "#]],
    );
}

#[test]
fn methods_fields_and_types_are_renamed() {
    let source = "Pt: Type = { x: Int }\nPt.twice: (self: &Pt) -> Int = { return self.x + self.x }\nmain = {\n    p = Pt(x=1)\n    a = p.twice()\n}\n";
    check(
        source,
        "x",
        "left",
        expect![[r#"
            Pt: Type = { left: Int }
            Pt.twice: (self: &Pt) -> Int = { return self.left + self.left }
            main = {
                p = Pt(left=1)
                a = p.twice()
            }
        "#]],
    );
    check(
        source,
        "Pt",
        "Point",
        expect![[r#"
            Point: Type = { x: Int }
            Point.twice: (self: &Point) -> Int = { return self.x + self.x }
            main = {
                p = Point(x=1)
                a = p.twice()
            }
        "#]],
    );
    check_scope(
        source,
        "self",
        "this",
        "function:Pt.twice",
        expect![[r#"
            Pt: Type = { x: Int }
            Pt.twice: (this: &Pt) -> Int = { return this.x + this.x }
            main = {
                p = Pt(x=1)
                a = p.twice()
            }
        "#]],
    );
}

#[test]
fn imports_get_an_alias() {
    check(
        "use std.io\nmain = {\n    io.println(\"io\")\n}\n",
        "io",
        "out",
        expect![[r#"
            use std.io as out
            main = {
                out.println("io")
            }
        "#]],
    );
    check(
        "use std.math.{sqrt, sin as s}\nmain = {\n    a = sqrt(s(1.0))\n}\n",
        "sqrt",
        "root",
        expect![[r#"
            use std.math.{sqrt as root, sin as s}
            main = {
                a = root(s(1.0))
            }
        "#]],
    );
}

#[test]
fn a_taken_name_is_refused() {
    check(
        "main = {\n    a = 1\n    b = 2\n    c = a + b\n}\n",
        "a",
        "b",
        expect![[r#"
            RENAME-CLASH 3:5 the name `b` is already taken in the same scope
              declared_here 2:5
        "#]],
    );
}

#[test]
fn captures_are_refused_in_both_directions() {
    check(
        "total = 1\nmain = {\n    sum = 2\n    a = total\n}\n",
        "total",
        "sum",
        expect![[r#"
            RENAME-CAPTURE 4:9 with the new name `sum` this would mean something else
              declared_here 3:5
        "#]],
    );
    check(
        "total = 1\nmain = {\n    sum = 2\n    a = total\n}\n",
        "sum",
        "total",
        expect![[r#"
            RENAME-CAPTURE 4:9 with the new name `total` this would mean something else
              declared_here 3:5
        "#]],
    );
    check(
        "main = {\n    shout = 1\n    println(\"x\")\n}\n",
        "shout",
        "println",
        expect![[r#"
            RENAME-CAPTURE 3:5 with the new name `println` this would mean something else
              declared_here 2:5
        "#]],
    );
}

#[test]
fn impossible_names_are_refused() {
    for (new, code) in [
        ("while", "RENAME-KEYWORD"),
        ("1a", "RENAME-NAME"),
        ("a b", "RENAME-NAME"),
        ("", "RENAME-NAME"),
        ("_", "RENAME-NAME"),
        ("é", "RENAME-NAME"),
    ] {
        let renamed = rename_symbol("main = { a = 1 }\n", "a", new, &RenameScope::Module);
        assert_eq!(renamed.diagnostics[0].code, code, "{new}");
    }
}

#[test]
fn unknown_names_and_broken_texts_are_refused() {
    check(
        "main = { a = 1 }\n",
        "b",
        "c",
        expect![[r#"
            RENAME-UNKNOWN 1:1 nothing named `b` is declared there
        "#]],
    );
    check_scope(
        "main = { a = 1 }\n",
        "a",
        "c",
        "function:other",
        expect![[r#"
            RENAME-UNKNOWN 1:1 nothing named `other` is declared there
        "#]],
    );
    let renamed = rename_symbol("main = { a = }", "a", "b", &RenameScope::Module);
    assert_eq!(renamed.diagnostics[0].code, "RENAME-SYNTAX");
    assert!(renamed.diagnostics.len() > 1);
}

#[test]
fn the_same_name_changes_nothing() {
    let renamed = rename_symbol("main = { a = 1\n b = a }", "a", "a", &RenameScope::Module);
    assert_eq!((renamed.edits.len(), renamed.occurrences), (0, 2));
}

#[test]
fn scopes_are_read() {
    assert_eq!(RenameScope::parse("module"), Some(RenameScope::Module));
    assert_eq!(RenameScope::parse("function:f"), Some(RenameScope::Function("f".into())));
    assert_eq!(RenameScope::parse("function:"), None);
    assert_eq!(RenameScope::parse("file"), None);
}

#[test]
fn a_method_called_like_a_function_is_renamed_too() {
    check(
        "P: Type = { x: Int }\nP.grow: (self: &P) -> Int = { return self.x }\nmain = {\n    a = grow(P(1))\n    b = P(1).grow()\n}\n",
        "grow",
        "widen",
        expect![[r#"
            P: Type = { x: Int }
            P.widen: (self: &P) -> Int = { return self.x }
            main = {
                a = widen(P(1))
                b = P(1).widen()
            }
        "#]],
    );
}

#[test]
fn destructuring_line_ends_and_wide_characters() {
    let source =
        "main = {\r\n    a, b = (1, 2)\r\n    s = \"𝒂 a\" // a 𝒂\r\n    c = a + b\r\n}\r\n";
    let renamed = rename_symbol(source, "a", "first", &RenameScope::Module);
    let expected = source.replace("    a, b", "    first, b").replace("= a +", "= first +");
    assert_eq!(renamed.source, expected);
}

#[test]
fn items_of_std_and_local_imports() {
    check(
        "use std.{io, math as m}\nmain = {\n    use std.list\n    io.println(list.len([m.abs(1)]))\n}\n",
        "io",
        "out",
        expect![[r#"
            use std.{io as out, math as m}
            main = {
                use std.list
                out.println(list.len([m.abs(1)]))
            }
        "#]],
    );
    check(
        "main = {\n    use std.list\n    a = list.len([1])\n}\n",
        "list",
        "lists",
        expect![[r#"
            main = {
                use std.list as lists
                a = lists.len([1])
            }
        "#]],
    );
}

#[test]
fn variables_of_the_module_are_renamed_where_functions_assign_them() {
    check(
        "mut count = 0\nlimit = 3\ngrow = () => {\n    count = count + 1\n    limit = 4\n    if true { count = limit }\n}\nmain = {\n    mut count = 5\n    count = 6\n}\n",
        "count",
        "total",
        expect![[r#"
            mut total = 0
            limit = 3
            grow = () => {
                total = total + 1
                limit = 4
                if true { total = limit }
            }
            main = {
                mut count = 5
                count = 6
            }
        "#]],
    );
}

#[test]
fn types_without_names_in_signatures_are_types() {
    check(
        "P: Type = { x: Int }\nmk: (P, Int) -> P = (a, b) => a\nf: (a, b) -> Int = (a, b) => a + b\ng: (P) -> Int = h\n",
        "P",
        "Point",
        expect![[r#"
            Point: Type = { x: Int }
            mk: (Point, Int) -> Point = (a, b) => a
            f: (a, b) -> Int = (a, b) => a + b
            g: (Point) -> Int = h
        "#]],
    );
    check(
        "mk: (Int, Int) -> Int = (x, y) => x\n",
        "Int",
        "Whole",
        expect![[r#"
        RENAME-UNKNOWN 1:1 nothing named `Int` is declared there
    "#]],
    );
    check(
        "f: (a, b) -> Int = (a, b) => a + b\n",
        "a",
        "first",
        expect![[r#"
        f: (first, b) -> Int = (first, b) => first + b
    "#]],
    );
}

#[test]
fn names_that_the_language_forbids_are_refused_and_those_it_forbade_may_go() {
    check(
        "f: (n: Int) -> Int = {\n    for i in [1] { a = i }\n    return n\n}\n",
        "i",
        "n",
        expect![[r#"
            RENAME-CLASH 2:9 the name `n` is already taken in the same scope
              declared_here 2:9
        "#]],
    );
    check(
        "f: (n: Int) -> Int = {\n    for n in [1] { a = n }\n    return n\n}\n",
        "f",
        "g",
        expect![[r#"
            g: (n: Int) -> Int = {
                for n in [1] { a = n }
                return n
            }
        "#]],
    );
    check(
        "main = {\n    f = (n) => {\n        return n\n    }\n    a = f(1)\n}\n",
        "f",
        "g",
        expect![[r#"
            main = {
                g = (n) => {
                    return n
                }
                a = g(1)
            }
        "#]],
    );
}
