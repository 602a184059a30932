//! Codes and places of syntax errors.

use expect_test::expect;

use super::check_errors;

#[test]
fn required_tokens() {
    check_errors(
        "use std.{io\nmain = {\n f(1\n g(2 3)\n",
        expect![[r#"
            2:6 E0010 @identifier, =
            3:2 E0010 }, f (opened_here 2:8)
            4:2 E0010 ), g (opened_here 3:3)
            4:6 E0010 ), 3 (opened_here 4:3)
        "#]],
    );
}

#[test]
fn stray_tokens_cost_one_error_each() {
    check_errors(
        "@ main = {\n f(, 1)\n ) a b\n}\n}",
        expect![[r#"
        1:1 E0011 @at_sign
        2:4 E0011 ,
        3:2 E0011 )
        5:1 E0011 }
    "#]],
    );
}

#[test]
fn a_value_is_missing() {
    check_errors(
        "a = = 1\nb = f(, 2)\nc =\n",
        expect![[r#"
        1:5 E0012 @missing_value
        2:7 E0012 @missing_value
        4:1 E0012 @missing_value
    "#]],
    );
}

#[test]
fn keywords_are_no_names() {
    check_errors(
        "else = 1\nref x\nin = 2",
        expect![[r#"
            1:1 E0018 else
            2:1 E0018 ref
            3:1 E0018 in
        "#]],
    );
}

#[test]
fn retired_spellings() {
    check_errors(
        "add(Int) -> Int = 1\nf: (List(Int)) -> Int = g\na: [Int] = b\nc: T? = d\ne: Type[T] = g\nh: A -> B = i\nE: Type = A | B",
        expect![[r#"
            1:10 E0012 @old_function
            2:4 E0012 @old_function_type
            3:4 E0012 @old_generic_list
            4:5 E0012 @question_as_type
            5:8 E0012 @old_meta_type
            6:6 E0012 @old_curried_type
            7:13 E0012 @enum_needs_braces
        "#]],
    );
}

#[test]
fn malformed_spawn() {
    check_errors(
        "a = spawn f()\nb = spawn for in c {}",
        expect![[r#"
        1:11 E0016 spawn
        2:15 E0016 spawn
    "#]],
    );
}

#[test]
fn lambda_against_signature() {
    check_errors(
        "f: (a: Int, b: Int) -> Int = (a, c) => a\ng: (a: Int) -> Int = (x, y) => x\nh: (Int, Int) -> Int = (x, y) => x",
        expect![[r#"
            1:34 E0012 @lambda_parameter_name:b
            2:22 E0012 @lambda_parameter_count:a
        "#]],
    );
}

#[test]
fn lambda_heads() {
    check_errors(
        "a = f(x) => x\nb = (1, y) => y",
        expect![[r#"
        1:10 E0012 @bad_lambda_head
        2:12 E0012 @bad_lambda_head
    "#]],
    );
}

#[test]
fn modifiers_need_a_name() {
    check_errors(
        "pub use a.b\nmut = 1\npub x\npub 1 + 2 = 3",
        expect![[r#"
        1:5 E0011 use
        2:5 E0011 =
        4:1 E0011 pub
    "#]],
    );
}

#[test]
fn loops_and_branches_need_their_parts() {
    check_errors(
        "for in xs {}\nfor i xs {}\nwhile {\n}\nif a b\nmatch x y\nmatch x { 1 2 }",
        expect![[r#"
            1:5 E0010 @identifier, in
            2:7 E0010 in, xs
            5:6 E0010 {, b
            6:9 E0010 {, y
            7:13 E0010 =>, 2
        "#]],
    );
}

#[test]
fn records_need_commas_and_names() {
    check_errors(
        "A: Type = { x: Int y: Int }\nB: Type = { 1: Int }\nC: Type = { red | green }\nD: Type = { x: }",
        expect![[r#"
            1:20 E0010 }, y (opened_here 1:11)
            2:13 E0010 @identifier, 1
            3:17 E0010 }, | (opened_here 3:11)
            4:16 E0010 @type, }
        "#]],
    );
}

#[test]
fn semicolons() {
    check_errors(
        ";; a = 1;; b = 2\nif c { ; }",
        expect![[r#"
        2:8 E0011 ;
    "#]],
    );
}

#[test]
fn positional_alias() {
    check_errors(
        "use a.{b} as c\nuse .d",
        expect![[r#"
        1:11 E0011 as
        2:5 E0011 .
    "#]],
    );
}

#[test]
fn astral_characters_and_line_ends_count_right() {
    check_errors(
        "a = \"😀\" )\r\nb = '😀' )\r\n",
        expect![[r#"
        1:9 E0011 )
        2:9 E0011 )
    "#]],
    );
}

#[test]
fn a_lexical_error_is_not_reported_twice() {
    check_errors(
        "a = # 1\nb = \"x",
        expect![[r#"
        1:5 E0001 #
        2:5 E0012 @unterminated_string
    "#]],
    );
}
