//! What is extracted.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "haskell",
        include_str!("fixture.hs"),
        expect![[r#"
            module Shop 3-3 public "The shop."
            class Item 10-12 public "What is sold."
            constructor Item.Book 10-10 public "What is sold."
            field Item.title 10-10 public "What is sold."
            field Item.price 10-10 public "What is sold."
            constructor Item.Other 11-11 public
            class Tree 14-16 public
            constructor Tree.Leaf 15-15 public
            constructor Tree.Node 16-16 public
            class Wrapper 18-18 public
            constructor Wrapper.Wrapper 18-18 public
            field Wrapper.unwrap 18-18 public
            type Name 19-19 public
            interface Priced 24-27 public
            method Priced.priceOf 26-26 public "Its price."
            method Priced.cost 26-26 public "Its price."
            function total 33-36 public "Adds prices."
            function helper 38-39 public
            operator <+> 41-42 public
            function größe' 43-43 public
            function c_sin 44-44 public
            function plus 45-45 public
            import 6 Data.Map.Strict Module as Data.Map.Strict
            import 7 Data.List Module as Data.List
            29:10 inherit Priced -> Priced@24
        "#]],
    );
}
