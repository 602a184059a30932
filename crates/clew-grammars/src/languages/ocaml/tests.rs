//! What is extracted.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "ocaml",
        include_str!("fixture.ml"),
        expect![[r#"
            type color 7-7 public "let not_this = 1 type nor_this"
            enummember color.Red 7-7 public "let not_this = 1 type nor_this"
            enummember color.Green 7-7 public "let not_this = 1 type nor_this"
            type item 8-11 public
            field item.name 9-9 public
            field item.price 10-10 public
            function total 14-17 public "Adds them."
            function other 19-20 public
            variable limit 22-22 public
            operator +! 23-23 public
            class Empty 25-25 public
            function now 26-26 public
            module Store 28-34 public
            type Store.t 29-29 public
            function Store.create 30-30 public
            module Store.Inner 31-33 public
            function Store.Inner.deep 32-32 public
            interface PRICED 36-39 public
            function PRICED.price 37-37 public
            variable PRICED.zero 38-38 public
            class cart 41-43 public
            method cart.add 42-42 public
            import 2 Core Glob
            import 3 Base.Infix Glob
        "#]],
    );
}
