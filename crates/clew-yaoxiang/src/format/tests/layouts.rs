use expect_test::expect;

use super::super::{FormatOptions, IndentStyle, format};
use super::{check_format, check_properties, check_width};
use crate::project::Fmt;

#[test]
fn declarations_and_blocks() {
    check_format(
        "use std.{io,math as m}\n\n\n\nP:Type={x:Int,y mut:Int=0,}\nadd:(a:Int,mut b:T+U)->Int=(a,b)=>{return a+b}\nmain={\n\n a=1;b=2\n\n{}\n}",
        expect![[r#"
            use std.{ io, math as m }

            P: Type = { x: Int, y mut: Int = 0 }
            add: (a: Int, mut b: T + U) -> Int = (a, b) => { return a + b }
            main = {
                a = 1
                b = 2
                {}
            }
        "#]],
    );
}

#[test]
fn long_lists_break_one_item_a_line() {
    check_width(
        30,
        "x = call(first, second = 2, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], (1,))\nd = {\"one\": 1, \"two\": 22222222}",
        expect![[r#"
            x = call(
                first,
                second=2,
                [
                    1,
                    2,
                    3,
                    4,
                    5,
                    6,
                    7,
                    8,
                    9,
                    10,
                ],
                (1,),
            )
            d = {
                "one": 1,
                "two": 22222222,
            }
        "#]],
    );
}

#[test]
fn operators_keep_brackets_and_break_before() {
    check_width(
        40,
        "x = (a + b) * c - -d + !(e == f) + long_name_one * long_name_two",
        expect![[r#"
            x = (a + b) * c
                - -d
                + !(e == f)
                + long_name_one * long_name_two
        "#]],
    );
}

#[test]
fn branches_break_together() {
    check_width(
        50,
        "main = {\nif a { b } else { c }\nif condition_one { first_call() } else if two { second_call() } else { c }\nwhile a { b }\nfor i in 0..3 { f(i) }\n}",
        expect![[r#"
            main = {
                if a { b } else { c }
                if condition_one {
                    first_call()
                } else if two {
                    second_call()
                } else {
                    c
                }
                while a { b }
                for i in 0 .. 3 { f(i) }
            }
        "#]],
    );
}

#[test]
fn arms_align_their_arrows() {
    check_format(
        "x = match n { 0 => \"a\", some(y) if y > 0 => { return y } -1|1..5 => match z { _ => 1 } }",
        expect![[r#"
            x = match n {
                0                => "a",
                some(y) if y > 0 => { return y },
                -1 | 1 .. 5      => match z {
                    _ => 1,
                },
            }
        "#]],
    );
}

#[test]
fn comments_stay_where_they_are() {
    check_format(
        "// header\n\n/* block */\nuse a // why\n\n// doc\nf: (a: Int, // first\n    b: Int /* second */) -> Int = {\n  // inside\n  x = [ // list\n    1, // one\n    2 // two\n    // end of list\n  ]\n  return x // done\n  // end of block\n}\n// end of file",
        expect![[r#"
            // header

            /* block */
            use a // why

            // doc
            f: (
                a: Int, // first
                b: Int /* second */
            ) -> Int = {
                // inside
                x = [ // list
                    1, // one
                    2, // two
                    // end of list
                ]
                return x // done
                // end of block
            }
            // end of file
        "#]],
    );
}

#[test]
fn blank_lines_shrink_to_one() {
    check_format(
        "\n\na = 1\n\n\n\n// c\n\n\nb = 2\nc = 3\n\n\n",
        expect![[r#"
        a = 1

        // c

        b = 2
        c = 3
    "#]],
    );
}

#[test]
fn semicolons_stay_where_they_part_statements() {
    check_format(
        "main = {\na = 1; b = 2;\n-c\nd = 1;\n-e\nf: Int;\n(g, h) = i\nreturn;\nj\n}",
        expect![[r#"
            main = {
                a = 1
                b = 2;
                -c
                d = 1;
                -e
                f: Int;
                (g, h) = i
                return;
                j
            }
        "#]],
    );
}

#[test]
fn a_last_argument_with_a_block_hugs_its_call() {
    check_format(
        "run(a, x => { y = x; return y })",
        expect![[r#"
        run(a, (x) => {
            y = x
            return y
        })
    "#]],
    );
}

#[test]
fn called_forms_stay_on_their_line() {
    check_width(
        10,
        "x = if aaaaaaaa { bbbbbbbb } (1)",
        expect![[r#"
        x = if aaaaaaaa { bbbbbbbb }(
            1,
        )
    "#]],
    );
}

/// A block over several lines ends its operator's operand; on one line it would
/// take the call for itself.
#[test]
fn called_operators_keep_their_lines() {
    for base in ["&", "-", "a + ", "a .. ", "y = ", "return ", "a + b * ", "x => -", "a or !"] {
        for block in ["{\nb }", "if c {\n d } else { e }", "unsafe {\n b }"] {
            for tail in ["(1)", "[1]", "?", ".f", " (1)[2].f?"] {
                for line_width in [20, 80] {
                    let options = FormatOptions { line_width, ..FormatOptions::default() };
                    check_properties(&format!("v = {base}{block}{tail}"), &options);
                }
            }
        }
    }
    check_format("x = & {\nb } (1)", expect!["x = & {\nb }(1)\n"]);
}

/// On its own line a jump has no value; it must not get one.
#[test]
fn bare_jumps_take_no_value() {
    for jump in ["return", "break", "continue", "a or return", "-break", "y => return"] {
        for tail in ["+ b", "- b - c", "* b", "or b", ".. b", "== -b", "as T"] {
            for gap in ["\n", " // c\n", "\n/* c */ ", "\n// c\n"] {
                let options = FormatOptions::default();
                check_properties(&format!("v = {jump}{gap}{tail}"), &options);
                check_properties(&format!("if {jump}{gap}{tail} {{ d }}"), &options);
                check_properties(
                    &format!("if {jump}{gap}{{ d }} else {jump}{gap}{tail}"),
                    &options,
                );
                check_properties(&format!("while {jump}{gap}{{ d }}"), &options);
                check_properties(&format!("for i in {jump}{gap}d"), &options);
                check_properties(&format!("v = [{jump}{gap}for i in {jump}{gap}if d]"), &options);
                check_properties(&format!("v = [{jump}{gap}e]"), &options);
                check_properties(
                    &format!("v = match {jump}{gap}{{ _ => {jump}{gap}d => e }}"),
                    &options,
                );
            }
        }
    }
    check_format(
        "x = return\n+ b\nwhile break\n{ c }\ny = return b",
        expect![[r#"
            x = return
                + b
            while break
            {
                c
            }
            y = return b
        "#]],
    );
}

#[test]
fn operators_do_not_grow_together() {
    check_format(
        "a = & &b\nc = &mut d\ne = ref f\ng = f\"{ x }\"\nh: & &T",
        expect![[r#"
        a = & &b
        c = &mut d
        e = ref f
        g = f"{ x }"
        h: & &T
    "#]],
    );
}

#[test]
fn lines_end_as_in_the_source() {
    let outcome = format("a = 1\r\nb = {\r\nc\r\nd\r\n}\r\n", &FormatOptions::default());
    assert_eq!(outcome.formatted, "a = 1\r\nb = {\r\n    c\r\n    d\r\n}\r\n");
    assert!(!format(&outcome.formatted, &FormatOptions::default()).changed);
}

/// Line ends inside of comments and strings stay; all others become one kind,
/// and the next run decides for the same one.
#[test]
fn mixed_line_ends_settle() {
    let check = |source: &str, expected: &str| {
        let options = FormatOptions::default();
        check_properties(source, &options);
        assert_eq!(format(source, &options).formatted, expected, "{source:?}");
    };
    check(";;\n/*B\r\n/;;;;'", "/*B\r\n/;;;;'\r\n");
    check(";\r\n/*B\n/;;;;'", "/*B\n/;;;;'\n");
    check("a\n/* b\r\nc */", "a\r\n/* b\r\nc */\r\n");
    check("a = \"\"\"\r\n\"\"\"\n", "a = \"\"\"\r\n\"\"\"\n");
    check("a\r\nb\nc", "a\nb\nc\n");
    check("/* b\r\n", "/* b\r\n");
    check("// b\r", "// b\n");
}

#[test]
fn indentation_follows_the_options() {
    let source = "a = {\nb\nc\n}\n";
    let two = format(source, &FormatOptions::with_tab_size(2));
    assert_eq!(two.formatted, "a = {\n  b\n  c\n}\n");
    let options = FormatOptions { indent_style: IndentStyle::Tabs, ..FormatOptions::default() };
    assert_eq!(format(source, &options).formatted, "a = {\n\tb\n\tc\n}\n");
}

#[test]
fn project_settings_become_options() {
    let settings = Fmt { indent_width: Some(2), line_width: Some(60), ..Fmt::default() };
    let options = FormatOptions::from(&settings);
    assert_eq!((options.indent_width, options.line_width), (2, 60));
    let tabs = FormatOptions::from(&Fmt { use_tabs: Some(true), ..Fmt::default() });
    assert_eq!(tabs, FormatOptions { indent_style: IndentStyle::Tabs, ..FormatOptions::default() });
}

#[test]
fn broken_code_comes_back_unchanged() {
    let outcome = format("a  = = 1", &FormatOptions::default());
    assert_eq!(outcome.formatted, "a  = = 1");
    assert!(!outcome.changed);
    assert_eq!(outcome.diagnostics.len(), 1);
}

#[test]
fn nothing_stays_nothing() {
    assert_eq!(format("", &FormatOptions::default()).formatted, "");
    assert_eq!(format("\n\n", &FormatOptions::default()).formatted, "");
}
